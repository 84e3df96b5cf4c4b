/** The sentences of all pages in one pool, each with what it is worth for a query. */
import { score } from "../passages/score.ts"
import { type Builder, builder, type Index, segmentsOf, termsOf } from "../passages/sentences.ts"
import { type Block, blocksOf, headingText } from "./marked.ts"

/** What is chosen or left out as a whole: a sentence, a block of code, a table. */
export interface Unit {
  /** Place of its page among the pages. */
  readonly page: number
  /** Place of it among the units of all pages. */
  readonly at: number
  readonly start: number
  readonly end: number
  readonly kind: "text" | "code" | "table"
  /** The headings it stands below, outermost first. */
  readonly headings: ReadonlyArray<string>
  readonly score: number
  /** The numbers of its words, sorted, each once. */
  readonly terms: ReadonlyArray<number>
}

export interface Source {
  readonly title: string
  readonly text: string
  /** 1 for the best hit; several pages may have the same. */
  readonly rank: number
}

/** What a word counts that only the title or a heading above has; as much as one of a neighbour. */
const context = 0.35
/** How much less a sentence counts with every place its page comes later among the hits. */
const rankPrior = 0.1

/** Limits of the work: characters of all pages together, and units. */
const maxText = 2_000_000
const maxUnits = 40_000

type Draft = Omit<Unit, "score" | "terms" | "at"> & { readonly sentence: number }

/** The units that have a word of the query, best first, and the index they are in. */
export const rank = (pages: ReadonlyArray<Source>, query: string): ReadonlyArray<Unit> => {
  const { drafts, index } = draftsOf(pages)
  const { own, total } = score(index, query)
  const inContext = contextOf(pages, query, index)
  const units: Array<Unit> = []
  drafts.forEach((draft, at) => {
    const { sentence, ...unit } = draft
    if (own[sentence] === 0) return
    const place = pages[draft.page]!.rank - 1
    units.push({
      ...unit,
      at,
      score: (total[sentence]! + inContext(draft)) / (1 + rankPrior * place),
      terms: [...new Set(index.sentences[sentence]!.terms)].toSorted((x, y) => x - y)
    })
  })
  return units.toSorted((x, y) => y.score - x.score || x.at - y.at)
}

const draftsOf = (pages: ReadonlyArray<Source>): { readonly drafts: ReadonlyArray<Draft>; readonly index: Index } => {
  const drafts: Array<Draft> = []
  const build = builder()
  let paragraph = 0
  let sentence = 0
  let left = maxText
  const share = Math.ceil(maxUnits / Math.max(1, pages.length))

  pages.forEach(({ text: whole }, page) => {
    // Long pages may not keep the others out.
    const text = whole.length <= left ? whole : whole.slice(0, Math.max(0, left))
    left -= text.length
    const most = drafts.length + share
    const headings: Array<string> = []
    let chain: ReadonlyArray<string> = []
    for (const block of blocksOf(text)) {
      if (drafts.length >= most) break
      if (block.kind === "heading") {
        headings.length = block.level - 1
        headings[block.level - 1] = headingText(text, block)
        chain = headings.filter((words) => words !== undefined && words !== "")
        continue
      }
      paragraph++
      for (const { end, start } of partsOf(text, block)) {
        addTo(build, { start, end, paragraph }, text)
        drafts.push({ page, start, end, kind: block.kind, headings: chain, sentence: sentence++ })
      }
    }
    // Nothing of one page is a neighbour of something of another.
    build.add({ start: 0, end: 0, paragraph: ++paragraph }, "")
    sentence++
  })
  return { drafts, index: build.index() }
}

const addTo = (
  build: Builder,
  place: { readonly start: number; readonly end: number; readonly paragraph: number },
  text: string
) => build.add(place, text.slice(place.start, place.end))

/** A line of text shorter than this is one sentence, whatever stands in it. */
const shortLine = 60

const partsOf = (
  text: string,
  { end, kind, start }: Block
): ReadonlyArray<{ readonly start: number; readonly end: number }> => {
  if (kind !== "text" || end - start < shortLine) return trimmed(text, start, end)
  return segmentsOf(text.slice(start, end)).flatMap(({ index, segment }) =>
    trimmed(text, start + index, start + index + segment.length)
  )
}

const trimmed = (
  text: string,
  from: number,
  to: number
): ReadonlyArray<{ readonly start: number; readonly end: number }> => {
  const body = text.slice(from, to)
  if (!/[\p{L}\p{N}]/u.test(body) || isLink(body)) return []
  const start = from + body.length - body.trimStart().length
  return [{ start, end: start + body.trim().length }]
}

/** Whether a sentence is nothing but a link or an image. */
const isLink = (sentence: string): boolean => /^\s*(?:[-*+]\s+)?!?\[[^\]]{0,500}\]\([^)]{0,2000}\)\s*$/.test(sentence)

/** What the title and the headings add: the words of the query that they have, whether the sentence has them or not. */
const contextOf = (pages: ReadonlyArray<Source>, query: string, index: Index) => {
  const wanted = new Map([...new Set(termsOf(query.slice(0, longestQuery)))].map((term) => {
    const number = index.numbers.get(term)
    const found = number === undefined ? 0 : index.postings[number]!.length
    const rarity = Math.log(1 + (index.sentences.length - found + 0.5) / (found + 0.5))
    return [term, { number, rarity }] as const
  }))
  const known = new Map<string, ReadonlyArray<string>>()
  const termsIn = (words: string): ReadonlyArray<string> => {
    const found = known.get(words) ?? [...new Set(termsOf(words))].filter((term) => wanted.has(term))
    known.set(words, found)
    return found
  }
  return ({ headings, page, sentence }: Draft): number => {
    const around = new Set([pages[page]!.title, ...headings].flatMap(termsIn))
    if (around.size === 0) return 0
    const own = new Set(index.sentences[sentence]!.terms)
    let sum = 0
    for (const term of around) {
      const { number, rarity } = wanted.get(term)!
      if (number === undefined || !own.has(number)) sum += context * rarity
    }
    return sum
  }
}

const longestQuery = 10_000
