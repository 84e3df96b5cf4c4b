/**
 * The best of some pages about a question, within a number of tokens: every passage quotes its page exactly.
 *
 * The sentences of all pages are in one pool and compared with each other: by the ranking of `Passages`, with the words
 * of the title and of the headings above as context, and less for pages further down. Code and tables are taken whole
 * or not at all. What says the same as something better, as mirrors do, is taken once; what is worth less than a part
 * of the best (0.3 within 1,000 tokens, 0.2 within 2,000, 0.1 within 4,000) is left out even where there is room. No model is asked, and the same input has the same output.
 *
 * @since 0.1.0
 */
import { cut } from "./internal/budget/cut.ts"
import * as Mirrors from "./internal/budget/mirrors.ts"
import { pack as packUnits } from "./internal/budget/pack.ts"
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
  /** How many sentences would have been worth it but found no room. */
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
}

/**
 * Over English text, `cl100k_base` counts up to this much more than `o200k_base`.
 *
 * @category constants
 * @since 0.1.0
 */
export const defaultMargin = 0.04

/**
 * What is worth less than this part of the best is left out. In a small budget it saves tokens and costs no answers; who
 * gives a larger one wants what is worth less, too.
 */
const leastShare = (maxTokens: number): number => Math.min(0.3, Math.max(0.1, 400 / maxTokens))
/** The same for what is read piece by piece, where budgets may not decide what there is. */
const leastShareOfPage = 0.3

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
  const worth = worthReading(known, query, leastShare(options.maxTokens))
  const { passages, taken, text, tokens } = packUnits(known, worth, {
    maxTokens: usable(options),
    count: options.count,
    hasHeaders: true,
    inOrder: false
  })
  return { passages, text, tokens, leftOut: worth.length - taken.length }
}

/**
 * The given passages of the pages, the first ones first, as far as there is room: for whoever chose them by a model.
 * Passages of pages that are not among these are left out.
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
    return [{ page, at: from, start: from, end: from + end - start, kind: "text", headings, score, terms: [] }]
  })
  const { taken, ...packed } = packUnits(known, units, {
    maxTokens: usable(options),
    count: options.count,
    hasHeaders: true,
    inOrder: false
  })
  return { ...packed, leftOut: passages.length - taken.length }
}

const worthReading = (
  pages: ReadonlyArray<{ readonly title: string; readonly text: string; readonly rank: number }>,
  query: string,
  share: number
): ReadonlyArray<Unit> => {
  const units = rank(pages, query)
  const least = share * (units[0]?.score ?? 0)
  const seen = Mirrors.make(({ end, page, start }) => pages[page]!.text.slice(start, end))
  const worth: Array<Unit> = []
  for (const unit of units) {
    if (unit.score < least || worth.length === mostUnits) break
    if (seen.has(unit)) continue
    seen.keep(unit)
    worth.push(unit)
  }
  return worth
}

/** More sentences than the largest budget has room for. */
const mostUnits = 2000

/**
 * A piece of a page, and where the next one begins.
 *
 * @category models
 * @since 0.1.0
 */
export interface Reading {
  readonly text: string
  readonly tokens: number
  /** What `text` is made of, in the order of the page. */
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
  const worth = worthReading(pages, query, leastShareOfPage)
  let from = Math.max(0, Math.floor(options.offset ?? 0))
  for (;;) {
    const { passages, taken, text, tokens } = packUnits(pages, worth.slice(from), {
      maxTokens: usable(options),
      count: options.count,
      hasHeaders: false,
      inOrder: true
    })
    // What alone is too large is passed over, or there would be no end.
    if (taken.length === 0 && from < worth.length) {
      from++
      continue
    }
    const next = from + taken.length
    return { text, tokens, passages, ...(next < worth.length ? { next } : {}) }
  }
}

/**
 * `title | url | date`: what is known of a page, on one line.
 *
 * @category rendering
 * @since 0.1.0
 */
export const describe: (page: Pick<Page, "url" | "title" | "date">) => string = Render.describe
