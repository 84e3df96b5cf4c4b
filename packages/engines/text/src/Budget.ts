/**
 * The best passages of some pages for a query, within a number of tokens. Every passage quotes its page exactly and is
 * made of whole sentences, items, tables and blocks of code.
 *
 * The statements of all pages are ranked in one pool: by the ranking of `Passages`, with the words of the title and of
 * the headings above as context, and less for pages further down. They are packed best first, each with the line that
 * governs it and with a sentence that limits it. Statements that repeat a better one, as mirrors do, are omitted. A
 * statement is worth at least 0.7 times as much as its neighbour in the same section. So the best statements bring their
 * surroundings, and large budgets contain whole pages. No model is called, and the same input has the same output.
 *
 * @since 0.1.0
 */
import { cut } from "./internal/budget/cut.ts"
import { type Fill, fill } from "./internal/budget/fill.ts"
import { inTurn, pack as packUnits } from "./internal/budget/pack.ts"
import * as Parts from "./internal/budget/pageParts.ts"
import { rank, type Unit } from "./internal/budget/ranked.ts"
import * as Render from "./internal/budget/render.ts"
import type { Counter } from "./Tokens.ts"

/**
 * A page to choose from.
 *
 * @category models
 * @since 0.1.0
 */
export interface Page {
  readonly url: string
  readonly title?: string | undefined
  /** When it was published or changed last, as whoever tells it writes it. */
  readonly date?: string | undefined
  /** Markdown, or plain text. */
  readonly text: string
  /**
   * Where `text` is from when it is only some parts of the page, in order: at `at` of it stands what is on the page from
   * `start` to `end`. Passages then say where they are on the page, and none reaches from one part into another.
   *
   * @default the text is the page
   */
  readonly parts?: ReadonlyArray<Part> | undefined
  /** 1 for the best hit of a search. @default its place in the list */
  readonly rank?: number | undefined
}

/**
 * A part of a page, in UTF-16 code units: `at` in the text that has it, `start` and `end` on the page.
 *
 * @category models
 * @since 0.2.0
 */
export interface Part {
  readonly at: number
  readonly start: number
  readonly end: number
}

/**
 * A piece of a page: `text` is what stands there from `start` to `end`, in UTF-16 code units, `end` behind the last.
 *
 * @category models
 * @since 0.1.0
 */
export interface Passage {
  readonly url: string
  readonly title: string
  readonly date?: string | undefined
  readonly start: number
  readonly end: number
  readonly text: string
  /** The headings it stands below, outermost first. */
  readonly headings: ReadonlyArray<string>
  readonly score: number
}

/**
 * @category models
 * @since 0.1.0
 */
export interface Selection {
  /** In the order they are read: pages by the best that was found on them, passages as they follow on the page. */
  readonly passages: ReadonlyArray<Passage>
  /** The same with the name and address of each page above its passages, and the headings they stand below. */
  readonly text: string
  /** Of `text`. */
  readonly tokens: number
  /** Statements that are worth quoting and did not fit. */
  readonly leftOut: number
}

/**
 * @category options
 * @since 0.1.0
 */
export interface Options {
  /** Most tokens of `text`, of which `margin` is kept back. */
  readonly maxTokens: number
  readonly count: Counter
  /**
   * The part of the budget that is not used, because the model that reads may count otherwise.
   *
   * @default 0.04
   */
  readonly margin?: number | undefined
  /**
   * Whether `select` fills the rest of the budget with what stands around the best statements. A model that chooses
   * among the passages does not need it.
   *
   * @default true
   */
  readonly fills?: boolean | undefined
}

/**
 * Over English text, `cl100k_base` counts up to this much more than `o200k_base`.
 *
 * @category constants
 * @since 0.1.0
 */
export const defaultMargin = 0.04

/**
 * Statements with a smaller share of the best score are not counted as left out when they have no room. In larger budgets
 * more of them are counted.
 */
const leastShare = (maxTokens: number): number => Math.min(0.3, Math.max(0.1, 400 / maxTokens))
/** The same for what is read piece by piece, where budgets may not decide what there is. */
const LEAST_SHARE_OF_PAGE = 0.3

/**
 * The tokens of a budget that may be used.
 *
 * @category getters
 * @since 0.1.0
 */
export const usable = ({ margin = defaultMargin, maxTokens }: Pick<Options, "margin" | "maxTokens">): number =>
  Math.max(0, Math.floor(maxTokens * (1 - margin)))

/**
 * The passages of the pages that answer a query, within the budget. Empty when no page has a word of the query.
 *
 * @category selecting
 * @since 0.1.0
 */
export const select = (pages: ReadonlyArray<Page>, query: string, options: Options): Selection => {
  const known = pages.map(({ rank = undefined, title = "", ...page }, at) => ({ ...page, title, rank: rank ?? at + 1 }))
  const filled = fillOf(known, query, leastShare(options.maxTokens))
  const order = options.fills === false ? { ...filled, order: () => filled.worth } : filled
  const { passages, taken, text, tokens } = packUnits(known, order, {
    maxTokens: usable(options),
    count: options.count,
    hasHeaders: true,
    inOrder: false
  })
  const quoted = new Set(taken)
  return { passages, text, tokens, leftOut: filled.worth.filter((unit) => !quoted.has(unit)).length }
}

/**
 * The given passages of the pages, in order, up to the budget: for callers who chose them with a model. Passages of
 * other pages are omitted.
 *
 * @category selecting
 * @since 0.2.0
 */
export const pack = (
  pages: ReadonlyArray<Page>,
  passages: ReadonlyArray<Passage>,
  options: Options
): Selection => {
  const known = pages.map(({ title = "", ...page }) => ({ ...page, title }))
  const places = new Map(known.map(({ url }, at) => [url, at]))
  const units = passages.flatMap(({ end, headings, score, start, url }): ReadonlyArray<Unit> => {
    const page = places.get(url)
    if (page === undefined) return []
    const from = Parts.inText(known[page]!.parts, start)
    return [{ page, at: from, start: from, end: from + end - start, kind: "text", headings, score, ...alone }]
  })
  const { groups: _, taken, ...packed } = packUnits(known, inTurn(units), {
    maxTokens: usable(options),
    count: options.count,
    hasHeaders: true,
    inOrder: false
  })
  return { ...packed, leftOut: passages.length - taken.length }
}

/** A passage that was chosen as it is. */
const alone = { paragraph: -1, section: -1, lead: -1, isLimiting: false, isMatch: true, terms: [] } as const

const fillOf = (
  pages: ReadonlyArray<{ readonly title: string; readonly text: string; readonly rank: number }>,
  query: string,
  least: number
): Fill => fill(rank(pages, query), { least, textOf: ({ end, page, start }) => pages[page]!.text.slice(start, end) })

/**
 * A piece of a page, and where the next one begins.
 *
 * @category models
 * @since 0.1.0
 */
export interface Reading {
  readonly text: string
  readonly tokens: number
  /** The parts of `text`, in the order of the page. */
  readonly passages: ReadonlyArray<Passage>
  /** The `offset` of the next piece; absent when there is none. */
  readonly next?: number | undefined
}

/**
 * @category options
 * @since 0.1.0
 */
export type ReadOptions = Options & {
  /** `next` of the piece before. @default 0 */
  readonly offset?: number | undefined
  /** Only what is about this: the best first over the pieces, in the order of the page within each. */
  readonly query?: string | undefined
}

/**
 * Reads a page piece by piece. Without a query the pieces make up the page, cut between blocks where that is possible;
 * with one, every passage that is worth reading is in exactly one piece, whatever the budgets are. Code or a table
 * that is larger than the whole budget is left out of what a query asks for.
 *
 * @category reading
 * @since 0.1.0
 */
export const read = (page: Page, options: ReadOptions): Reading =>
  options.query === undefined || options.query.trim() === ""
    ? readOn(page, options)
    : readAbout(page, options.query, options)

const readOn = (page: Page, options: ReadOptions): Reading => {
  const { text } = page
  const start = startOf(text, options.offset ?? 0)
  if (start >= text.length) return { text: "", tokens: 0, passages: [] }
  const end = cut(text, start, Math.max(1, usable(options)), options.count)
  const piece = text.slice(start, end)
  return {
    text: piece,
    tokens: options.count(piece),
    passages: [{
      url: page.url,
      title: page.title ?? "",
      ...(page.date === undefined ? {} : { date: page.date }),
      start,
      end,
      text: piece,
      headings: [],
      score: 0
    }],
    ...(end < text.length ? { next: end } : {})
  }
}

/** Never within a surrogate pair. */
const startOf = (text: string, offset: number): number => {
  const start = Math.max(0, Math.floor(offset))
  const code = text.charCodeAt(start)
  return code >= 0xdc00 && code <= 0xdfff && start > 0 ? start - 1 : start
}

const readAbout = (page: Page, query: string, options: ReadOptions): Reading => {
  const pages = [{ ...page, title: page.title ?? "", rank: 1 }]
  const { together, worth } = fillOf(pages, query, LEAST_SHARE_OF_PAGE)
  // A unit that came with another is not read again; a line that governs several units is repeated with each piece.
  const covered = new Set<Unit>()
  const units = worth.filter((unit) => {
    if (covered.has(unit)) return false
    for (const each of together(unit)) covered.add(each)
    return true
  })
  let from = Math.max(0, Math.floor(options.offset ?? 0))
  for (;;) {
    const { groups, passages, text, tokens } = packUnits(pages, { order: () => units.slice(from), together }, {
      maxTokens: usable(options),
      count: options.count,
      hasHeaders: false,
      inOrder: true
    })
    // A group that is too large alone is skipped, or the loop would not end.
    if (groups === 0 && from < units.length) {
      from++
      continue
    }
    const next = from + groups
    return { text, tokens, passages, ...(next < units.length ? { next } : {}) }
  }
}

/**
 * `title | url | date`: the known facts of a page, on one line.
 *
 * @category rendering
 * @since 0.1.0
 */
export const describe: (page: Pick<Page, "url" | "title" | "date">) => string = Render.describe
