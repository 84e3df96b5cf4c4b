/**
 * Searches for words that share their stem or folded form with other words. Counts the searches whose first hit contains
 * the word as typed.
 */
import { stem } from "../../../../engines/text/src/Porter.ts"
import { type Document, isHeldOut } from "./documents.ts"
import type { Engine, Page } from "./peers.ts"

const accented: Readonly<Record<string, string>> = {
  de: "schon schön, fordern fördern, zahlen zählen, drucken drücken, losen lösen, konnte könnte, wurde würde, " +
    "mochte möchte, hatte hätte, Mutter Mütter, Bruder Brüder, tauschen täuschen, stutzen stützen, Apfel Äpfel",
  es: "ano año, papa papá, solo sólo, hacia hacía, sabana sábana, cana caña, pena peña, publico público publicó, " +
    "calculo cálculo calculó, termino término terminó, ingles inglés, paso pasó, esta está",
  fr: "peche pêche péché, cote côte côté, mur mûr, tache tâche, jeune jeûne, marche marché, sale salé, " +
    "pecher pêcher pécher, interne interné, congres congrès, foret forêt, rose rosé",
  ro: "fata fată față fața, pana pană până, casa casă, masa masă, tara țară țara, roman român, paturi pături, var văr",
  tr: "sinir sınır, acı açı, kus kuş, ask aşk, olum ölüm, kar kâr, oldu öldü, soz söz, hala hâlâ, ilik ılık",
  vi: "ma má mà mả mã mạ, ba bá bà bả bã bạ, la lá là lạ lả, tu tư từ tự tú tù, co có cò cô cổ cố, me mẹ mè mẻ"
}

/** Number of pages per word: one whose title is the word, and two that mention it. */
const PAGES_PER_WORD = 3
/** Number of words from other groups on a page. */
const OTHER_WORDS = 12

const groupsOf = (list: string): ReadonlyArray<ReadonlyArray<string>> =>
  list.split(", ").map((group) => group.split(" "))

const fillings: Readonly<Record<string, string>> = {
  de: "das ist heute in der Stadt ein Wort und dort",
  es: "la casa de la ciudad tiene hoy una palabra y",
  fr: "la maison de la ville est ici un mot et",
  ro: "orașul are astăzi un cuvânt și este aici",
  tr: "bu şehirde bugün bir kelime var ve burada",
  vi: "hôm nay trong thành phố này một từ ở đây"
}

export const accentedPages = (language: string): ReadonlyArray<Page> => {
  const groups = groupsOf(accented[language]!)
  const words = groups.flat()
  return words.flatMap((word, at) =>
    Array.from({ length: PAGES_PER_WORD }, (_, copy) => {
      const group = groups.find((each) => each.includes(word))!
      const others = Array.from(
        { length: OTHER_WORDS },
        (_, place) => words[(at * 7 + place * 5 + copy) % words.length]!
      )
        .filter((other) => !group.includes(other))
      const times = copy === 0 ? 4 : 1
      const own = Array.from({ length: (at % 3) + times }, () => word).join(" ")
      return {
        id: `${language}/${at}/${copy}`,
        url: `https://accents.example/${language.charCodeAt(0)}${language.charCodeAt(1)}/${at}/${copy}`,
        title: copy === 0 ? word : "",
        text: `${fillings[language]} ${others.join(" ")} ${own} ${fillings[language]}`
      }
    })
  )
}

export const accentedWords = (language: string): ReadonlyArray<string> => groupsOf(accented[language]!).flat()
export const languages = Object.keys(accented)

const words = /[A-Za-z]{6,20}/g
const LETTERS_OF_DERIVATION = 3
const MOST_QUERIES = 300
const LEAST_PAGES = 2
/** Maximum share of the pages with its stem that contain a derived word. */
const MOST_SHARE = 0.5

const wordsOf = ({ text, title }: Page): ReadonlySet<string> =>
  new Set((`${title}\n${text}`.match(words) ?? []).map((word) => word.toLowerCase()))

export const derivedWords = (pages: ReadonlyArray<Document>): ReadonlyArray<string> => {
  const counts = new Map<string, number>()
  const stems = new Map<string, number>()
  for (const page of pages) {
    const all = wordsOf(page)
    for (const word of all) counts.set(word, (counts.get(word) ?? 0) + 1)
    for (const each of new Set([...all].map(stem))) stems.set(each, (stems.get(each) ?? 0) + 1)
  }
  const found = [...counts].filter(([word, count]) =>
    word.length - stem(word).length >= LETTERS_OF_DERIVATION && count >= LEAST_PAGES &&
    count < MOST_SHARE * stems.get(stem(word))!
  ).map(([word]) => word).sort()
  const step = Math.max(1, Math.floor(found.length / MOST_QUERIES))
  return found.filter((_, at) => at % step === 0).slice(0, MOST_QUERIES)
}

const isInside = /[\p{L}\p{N}\p{M}]/u

/** Returns whether a page has a word. Letter case is ignored, but accents are not. */
const has = ({ text, title }: Page, word: string): boolean => {
  const all = `${title}\n${text}`.normalize("NFC").toLowerCase()
  const wanted = word.normalize("NFC").toLowerCase()
  for (let at = all.indexOf(wanted); at >= 0; at = all.indexOf(wanted, at + 1)) {
    if (!isInside.test(all[at - 1] ?? " ") && !isInside.test(all[at + wanted.length] ?? " ")) return true
  }
  return false
}

export const share = async (
  engines: ReadonlyArray<Engine>,
  pages: ReadonlyArray<Page>,
  queries: ReadonlyArray<string>
): Promise<ReadonlyMap<string, number>> => {
  const byId = new Map(pages.map((page) => [page.id, page]))
  const out = new Map<string, number>()
  for (const engine of engines) {
    let right = 0
    for (const query of queries) {
      const [first] = await engine.search(query, 10)
      const page = first === undefined ? undefined : byId.get(first)
      if (page !== undefined && has(page, query)) right++
    }
    out.set(engine.name, Math.round(1000 * right / queries.length) / 10)
  }
  return out
}

export const halves = (
  queries: ReadonlyArray<string>
): ReadonlyArray<readonly [data: "dev" | "fresh", words: ReadonlyArray<string>]> => [
  ["dev", queries.filter((word) => !isHeldOut(word))],
  ["fresh", queries.filter(isHeldOut)]
]
