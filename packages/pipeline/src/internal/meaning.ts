/** Extracts the statements of a text, without parts that change while the meaning stays the same. */

/** Relative times in common languages. They differ between two requests of an unchanged page. */
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

/** Clock times with seconds are the time of the request. */
const CLOCKS = /\b\d{1,2}:\d{2}:\d{2}(?:\.\d+)?\b/g
/** Page generation times, which differ for every request. */
const GENERATED_IN = /\b(?:generated|rendered|served|loaded) in \d+(?:[.,]\d+)?\s?(?:ms|s|milliseconds|seconds)\b/g

/** Identifiers of a session or build. Shorter ones may be article numbers. */
const TOKENS =
  /\b(?:(?=[0-9a-f]*\d)(?=[0-9a-f]*[a-f])[0-9a-f]{16,}|[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})\b/g

const COPYRIGHT = /(?:©|\(c\)|copyright)\s*(?:\d{4}\s*[-–]\s*)?\d{4}/g

const VOLATILE: ReadonlyArray<RegExp> = [...RELATIVE_TIMES, COUNTERS, CLOCKS, GENERATED_IN, TOKENS, COPYRIGHT]

/** Link targets. A changed target does not change the meaning. */
const LINK_TARGETS = /!?\[((?:[^[\]\\]|\\.)*)\]\((?:[^()\s]|\([^()]*\))*(?:\s+"[^"]*")?\)/g

const SENTENCE_END = /(?<=[.!?。！？]["'”’)]?)\s+/

const NOISE = /[^\p{L}\p{M}\p{N}\p{Sc}%+\-.,:/]+/gu

const LOOSE = /(?<![\p{L}\p{N}])[.,:/+-]+(?![\p{N}\p{Sc}])|[.,:/]+(?![\p{L}\p{N}])/gu

const formOf = (sentence: string): string => {
  let form = sentence.normalize("NFKC").toLowerCase()
  for (const pattern of VOLATILE) form = form.replace(pattern, " ")
  return form.replace(NOISE, " ").replace(LOOSE, " ").replace(/\s+/g, " ").trim()
}

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

export const linesOf = (markdown: string): ReadonlyArray<string> =>
  markdown.split("\n").map((line) => line.trimEnd()).filter((line) => line !== "")

/** Counts words, or characters in scripts without word separators. */
export const wordsIn = (text: string): number =>
  text.match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]|[\p{L}\p{N}]+/gu)?.length ?? 0
