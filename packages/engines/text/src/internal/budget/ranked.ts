/** Ranks the sentences of all pages together for a query. */
import { score } from "../passages/score.ts"
import { builder, type Index, termsOf } from "../passages/sentences.ts"
import { blocksOf } from "./marked.ts"
import type { Part } from "./pageParts.ts"

/** A sentence, a block of code, or a table. It is quoted as a whole or not at all. */
export interface Unit {
  readonly page: number
  readonly at: number
  readonly start: number
  readonly end: number
  readonly kind: "text" | "code" | "table"
  readonly headings: ReadonlyArray<string>
  readonly paragraph: number
  readonly section: number
  /** Index of the unit that introduces this one; -1 if none does. */
  readonly lead: number
  readonly isLimiting: boolean
  readonly score: number
  readonly isMatch: boolean
  readonly terms: ReadonlyArray<number>
}

export interface Source {
  readonly title: string
  readonly text: string
  /** The parts of the page from which the text comes; absent if the text is the whole page. */
  readonly parts?: ReadonlyArray<Part> | undefined
  /** Rank of the page: 1 for the best hit. Several pages may have the same rank. */
  readonly rank: number
}

/** Weight of a query word that only a neighbouring sentence contains. */
const CONTEXT_WEIGHT = 0.35
const RANK_PRIOR = 0.2

const MAX_TEXT_CHARACTERS = 2_000_000
const MAX_UNITS_OF_PAGES = 40_000

type Draft = Omit<Unit, "score" | "isMatch" | "terms" | "at"> & { readonly sentence: number }

export interface Ranked {
  readonly all: ReadonlyArray<Unit>
  readonly best: ReadonlyArray<Unit>
}

export const rank = (pages: ReadonlyArray<Source>, query: string): Ranked => {
  const { drafts, index } = draftsOf(pages)
  const { own, total } = score(index, query)
  const inContext = contextOf(pages, query, index)
  const all = drafts.map((draft, at): Unit => {
    const { sentence, ...unit } = draft
    const place = pages[draft.page]!.rank - 1
    const context = inContext(draft)
    return {
      ...unit,
      at,
      isMatch: own[sentence]! > 0 || context.isNamed,
      score: (total[sentence]! + context.sum) / (1 + RANK_PRIOR * place),
      terms: [...new Set(index.sentences[sentence]!.terms)].toSorted((x, y) => x - y)
    }
  })
  const best = all.filter(({ isMatch }) => isMatch).toSorted((x, y) => y.score - x.score || x.at - y.at)
  return { all, best }
}

const draftsOf = (pages: ReadonlyArray<Source>): { readonly drafts: ReadonlyArray<Draft>; readonly index: Index } => {
  const drafts: Array<Draft> = []
  const build = builder()
  let paragraph = 0
  let sentence = 0
  let left = MAX_TEXT_CHARACTERS
  const share = Math.ceil(MAX_UNITS_OF_PAGES / Math.max(1, pages.length))

  pages.forEach(({ parts, text: whole }, page) => {
    const text = whole.length <= left ? whole : whole.slice(0, Math.max(0, left))
    left -= text.length
    const places: Array<number> = []
    let last = -1
    let section = -1
    for (const block of blocksOf(text, share)) {
      places.push(drafts.length)
      if (block.kind === "heading" || isLink(block.text) || !isInPart(parts, block)) {
        places[places.length - 1] = -1
        continue
      }
      if (block.paragraph !== last || block.section !== section) paragraph++
      last = block.paragraph
      section = block.section
      const { end, headings, isLimiting, kind, lead, start } = block
      build.add({ start, end, paragraph, text: block.text })
      drafts.push({
        page,
        start,
        end,
        kind,
        headings,
        paragraph,
        section,
        lead: places[lead] ?? -1,
        isLimiting: isLimiting && drafts.at(-1)?.page === page,
        sentence: sentence++
      })
    }
    // An empty unit separates two pages, so that units of different pages are never neighbours.
    build.add({ start: 0, end: 0, paragraph: ++paragraph, text: "" })
    sentence++
  })
  return { drafts, index: build.index() }
}

/**
 * Returns whether a block belongs to the page. Text between the parts does not. A block that crosses the end of a
 * part may be truncated.
 */
const isInPart = (parts: Source["parts"], block: { readonly start: number; readonly end: number }): boolean =>
  parts === undefined || parts.some(({ at, end, start }) => at <= block.start && block.end <= at + end - start)

const isLink = (sentence: string): boolean => /^\s*!?\[[^\]]{0,500}\]\([^)]{0,2000}\)\s*$/.test(sentence)

interface Context {
  readonly sum: number
  /** Whether a heading has a query word that no sentence of any page contains. The section is then about this word. */
  readonly isNamed: boolean
}

const noContext: Context = { sum: 0, isNamed: false }

const contextOf = (pages: ReadonlyArray<Source>, query: string, index: Index) => {
  const wanted = new Map([...new Set(termsOf(query.slice(0, MAX_RANKED_QUERY_CHARACTERS)))].map((term) => {
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
  return ({ headings, page, sentence }: Draft): Context => {
    const above = new Set(headings.flatMap(termsIn))
    const around = new Set([...termsIn(pages[page]!.title), ...above])
    if (around.size === 0) return noContext
    const own = new Set(index.sentences[sentence]!.terms)
    let sum = 0
    let isNamed = false
    for (const term of around) {
      const { number, rarity } = wanted.get(term)!
      if (number !== undefined && own.has(number)) continue
      const names = number === undefined && above.has(term)
      isNamed ||= names
      sum += (names ? 1 : CONTEXT_WEIGHT) * rarity
    }
    return { sum, isNamed }
  }
}

const MAX_RANKED_QUERY_CHARACTERS = 10_000
