/**
 * Implements methods that fill a budget with search results. All write the title and the URL of a page above its
 * text.
 */
import { Budget, Passages, type Tokens } from "@dunlin/transformers"
import type { Document } from "./corpus.ts"

export type Method = (
  pages: ReadonlyArray<Document>,
  query: string,
  count: Tokens.Counter
) => (maxTokens: number) => string

type Pieces = (pages: ReadonlyArray<Document>, query: string) => ReadonlyArray<readonly [Document, string]>

const header = ({ title, url }: Document): string => `${title}\n${url}\n`

const filled = (toPieces: Pieces): Method => (pages, query, count) => {
  const pieces = toPieces(pages, query)
  return (maxTokens) => {
    let out = ""
    let size = 0
    let last: Document | undefined
    for (const [page, piece] of pieces) {
      const next = `${out === "" ? "" : page === last ? " … " : "\n\n"}${page === last ? "" : header(page)}${piece}`
      const cost = count(next)
      if (size + cost > maxTokens) {
        const words = next.split(/(?<=\s)/)
        let low = 0
        let high = words.length
        while (low < high) {
          const middle = (low + high + 1) >> 1
          if (count(out + words.slice(0, middle).join("")) <= maxTokens) low = middle
          else high = middle - 1
        }
        return out + words.slice(0, low).join("")
      }
      out += next
      size += cost
      last = page
    }
    return out
  }
}

const whole: Pieces = (pages) => pages.map((page) => [page, page.text] as const)

const descriptions: Pieces = (pages, query) =>
  pages.map((page) => [page, Passages.highlight(page.text, query, { maxLength: 500 })] as const)

const segmenter = new Intl.Segmenter("en", { granularity: "sentence" })
const words = (text: string): ReadonlyArray<string> => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []

const bm25: Pieces = (pages, query) => {
  const parts = pages.flatMap((page) =>
    [...segmenter.segment(page.text)].map(({ segment }) => ({ page, text: segment.trim(), terms: words(segment) }))
  )
  const average = parts.reduce((sum, { terms }) => sum + terms.length, 0) / parts.length
  const wanted = [...new Set(words(query))].map((term) => {
    const found = parts.filter(({ terms }) => terms.includes(term)).length
    return { term, rarity: Math.log(1 + (parts.length - found + 0.5) / (found + 0.5)) }
  })
  const scored = parts.map((part) => ({
    ...part,
    score: wanted.reduce((sum, { rarity, term }) => {
      const times = part.terms.filter((other) => other === term).length
      return sum + rarity * times * 2.2 / (times + 1.2 * (0.25 + 0.75 * part.terms.length / average))
    }, 0)
  }))
  const best = scored.filter(({ score }) => score > 0).toSorted((x, y) => y.score - x.score)
  return best.map(({ page, text }) => [page, text] as const)
}

const roundRobin: Pieces = (pages, query) => {
  const chosen = pages.map((page) =>
    Passages.select(page.text, query, 50).map(({ end, start }) => page.text.slice(start, end))
  )
  const rounds = Math.max(0, ...chosen.map(({ length }) => length))
  const pieces = Array.from(
    { length: rounds },
    (_, round) =>
      pages.flatMap((page, at) => chosen[at]![round] === undefined ? [] : [[page, chosen[at]![round]!] as const])
  )
  return pieces.flat()
}

const shape = (passagesOfPage: number, longest: number): Pieces => (pages, query) =>
  pages.map((page) => {
    const best = Passages.select(page.text, query, passagesOfPage)
      .map(({ end, start }) => page.text.slice(start, Math.min(end, start + longest)))
    return [page, best.length === 0 ? page.text.slice(0, longest) : best.join(" [...] ")] as const
  })

const budget: Method = (pages, query, count) => (maxTokens) => Budget.select(pages, query, { maxTokens, count }).text

export const methods: Readonly<Record<string, Method>> = {
  "first k results whole": filled(whole),
  "first k highlights": filled(descriptions),
  "BM25 sentences": filled(bm25),
  "best passage of each page in turns": filled(roundRobin),
  "shape of Exa, first 1,000 characters": filled((pages) => pages.map((page) => [page, page.text.slice(0, 1000)])),
  "shape of Tavily, 3 chunks of 500": filled(shape(3, 500)),
  "format of Brave, 6 snippets of 300": filled(shape(6, 300)),
  "dunlin Budget": budget
}
