/** Extracts the statements of a text, without parts that change while the meaning stays the same. */

/** Relative times in the most common languages, which a page renders again for every request. */
const RELATIVE_TIMES: ReadonlyArray<RegExp> = [
  /\b(?:just now|moments? ago|(?:\d+|an?|one|a few) (?:sec(?:ond)?|min(?:ute)?|hour|hr|day|week|month|year)s?\.? ago)\b/g,
  /\bvor (?:\d+|einer|einem|wenigen) (?:sekunden?|minuten?|stunden?|tag(?:en)?|wochen?|monat(?:en)?|jahr(?:en)?)\b/g,
  /\bil y a (?:\d+|une?|quelques) (?:secondes?|minutes?|heures?|jours?|semaines?|mois|ans?)\b/g,
  /\bhace (?:\d+|una?|unos|unas) (?:segundos?|minutos?|horas?|días?|semanas?|mes(?:es)?|años?)\b/g,
  /\bhá (?:\d+|uma?) (?:segundos?|minutos?|horas?|dias?|semanas?|m[eê]s(?:es)?|anos?)\b/g,
  /\b(?:\d+|un[ao']?) (?:second[oi]|minut[oi]|or[ae]|giorn[oi]|settiman[ae]|mes[ei]|ann[oi]) fa\b/g,
  /\b(?:\d+|een) (?:seconden?|minuten?|uur|uren|dag(?:en)?|weken?|maand(?:en)?|jaar) geleden\b/g,
  /\d+ ?(?:秒|分|分钟|時間|小时|日|天|週間|周|か月|个月|年) ?前/g
]

/** Counters of visits and reactions, which differ between two requests of a popular page. */
const COUNTERS =
  /\b\d[\d.,]*\s?[km]?\s(?:views?|likes?|shares?|reads?|followers?|subscribers?|visitors?|upvotes?|claps?|people (?:are )?(?:viewing|watching)|online|aufrufe|vues|visitas|visualizzazioni)\b/g

/** Matches clock times with seconds, which refer to the request. */
const CLOCKS = /\b\d{1,2}:\d{2}:\d{2}(?:\.\d+)?\b/g
/** Matches page generation times, which refer to the request. */
const GENERATED_IN = /\b(?:generated|rendered|served|loaded) in \d+(?:[.,]\d+)?\s?(?:ms|s|milliseconds|seconds)\b/g

/** Matches identifiers of a session or build. Shorter ones may be the number of an article. */
const TOKENS =
  /\b(?:(?=[0-9a-f]*\d)(?=[0-9a-f]*[a-f])[0-9a-f]{16,}|[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})\b/g

/** The year of a copyright line. */
const COPYRIGHT = /(?:©|\(c\)|copyright)\s*(?:\d{4}\s*[-–]\s*)?\d{4}/g

const VOLATILE: ReadonlyArray<RegExp> = [...RELATIVE_TIMES, COUNTERS, CLOCKS, GENERATED_IN, TOKENS, COPYRIGHT]

/** Matches link and image targets, which do not change the meaning. */
const LINK_TARGETS = /!?\[((?:[^[\]\\]|\\.)*)\]\((?:[^()\s]|\([^()]*\))*(?:\s+"[^"]*")?\)/g

/** Matches the boundary between two sentences of a line. */
const SENTENCE_END = /(?<=[.!?。！？]["'”’)]?)\s+/

/** Matches everything except letters, digits, numeric signs and currencies. */
const NOISE = /[^\p{L}\p{M}\p{N}\p{Sc}%+\-.,:/]+/gu

/** Matches punctuation that is not part of a number or a name. */
const LOOSE = /(?<![\p{L}\p{N}])[.,:/+-]+(?![\p{N}\p{Sc}])|[.,:/]+(?![\p{L}\p{N}])/gu

/** Returns a statement in the form in which statements are compared. */
const formOf = (sentence: string): string => {
  let form = sentence.normalize("NFKC").toLowerCase()
  for (const pattern of VOLATILE) form = form.replace(pattern, " ")
  return form.replace(NOISE, " ").replace(LOOSE, " ").replace(/\s+/g, " ").trim()
}

/**
 * Returns the statements of a Markdown text: normalized form and original text. Of equal statements, the first is
 * kept.
 */
export const statementsOf = (markdown: string): ReadonlyMap<string, string> => {
  const statements = new Map<string, string>()
  for (const line of markdown.replace(LINK_TARGETS, "$1").split("\n")) {
    for (const sentence of line.split(SENTENCE_END)) {
      const form = formOf(sentence)
      if (form !== "" && !statements.has(form)) statements.set(form, sentence.trim())
    }
  }
  return statements
}

/** Unchanged lines, including repetitions. */
export const linesOf = (markdown: string): ReadonlyArray<string> =>
  markdown.split("\n").map((line) => line.trimEnd()).filter((line) => line !== "")

/** Counts words. In scripts without word separators, counts characters. */
export const wordsIn = (text: string): number =>
  text.match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]|[\p{L}\p{N}]+/gu)?.length ?? 0
