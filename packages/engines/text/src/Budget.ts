/**
 * Selects the best passages of several pages for a query within a token limit. Every passage quotes its page exactly
 * and consists of whole sentences, items, tables and code blocks. The statements of all pages are ranked together,
 * and the best are packed first, each with the line that governs it and with a sentence that limits it.
 *
 * A statement has at least 0.7 times the score of its neighbour in the same section, so the best statements bring
 * their surroundings. Statements that repeat a better one, as mirrors do, are omitted. No model is called, and the
 * output is deterministic.
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
 * A page from which passages are selected.
 *
 * @category models
 * @since 0.1.0
 */
export interface Page {
  readonly url: string
  readonly title?: string | undefined
  /** The date of publication or last change, in the caller's format. */
  readonly date?: string | undefined
  /** The text as Markdown or plain text. */
  readonly text: string
  /**
   * Required for a `text` that is not the whole page. Each part tells which range of the page the text contains from
   * offset `at` on. Passages then report page positions, and no passage extends over two parts.
   *
   * @default the text is the page
   *
   * @default the text is the page
   */
  readonly parts?: ReadonlyArray<Part> | undefined
  /** The rank of the page among the hits of a search; 1 for the best. @default its index in the list */
  readonly rank?: number | undefined
}

/**
 * A part of a page, in UTF-16 code units: `at` in the text, `start` and `end` on the page.
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
 * A quoted range of a page. `text` is the content from `start` to `end`, in UTF-16 code units; `end` is exclusive.
 *
 * @category models
 *
 * @since 0.1.0
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
  /** The headings above the passage, outermost first. */
  readonly headings: ReadonlyArray<string>
  readonly score: number
}

/**
 * @category models
 * @since 0.1.0
 */
export interface Selection {
  /** The passages in reading order: pages by their best passage, and passages by their position on the page. */
  readonly passages: ReadonlyArray<Passage>
  /** The passages as text, with the title and URL of each page, and the passages' headings. */
  readonly text: string
  /** The number of tokens of `text`. */
  readonly tokens: number
  /** The number of statements that are worth quoting and did not fit. */
  readonly leftOut: number
}

/**
 * @category options
 * @since 0.1.0
 */
export interface Options {
  /** Maximum tokens of `text`, including the `margin`. */
  readonly maxTokens: number
  readonly count: Counter
  /**
   * The share of the budget that stays unused, because the reading model may count tokens differently.
   *
   * @default 0.04
   */
  readonly margin?: number | undefined
  /**
   * Whether `select` fills the remaining budget with text around the best statements. A model that chooses among
   * passages does not need it.
   *
   * @default true
   */
  readonly fills?: boolean | undefined
}

/**
 * Maximum share by which `cl100k_base` counts more than `o200k_base` on English text.
 *
 * @category constants
 * @since 0.1.0
 */
export const defaultMargin = 0.04

const leastShare = (maxTokens: number): number => Math.min(0.3, Math.max(0.1, 400 / maxTokens))
/**
 * Minimum score of passages when a page is read in pieces, as a share of the best score. It is constant, because the
 * result must not depend on the budget.
 */
const MIN_SHARE_OF_PAGE = 0.3

/**
 * Returns the tokens of a budget that may be used.
 *
 * @category getters
 * @since 0.1.0
 */
export const usable = ({ margin = defaultMargin, maxTokens }: Pick<Options, "margin" | "maxTokens">): number =>
  Math.max(0, Math.floor(maxTokens * (1 - margin)))

/**
 * Returns the passages of the pages that answer a query, within the budget. The result is empty if no page has a word
 * of the query.
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
 * Returns the given passages of the pages, in order, up to the budget, for callers that chose them with a model.
 * Passages of other pages are omitted.
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

const alone = { paragraph: -1, section: -1, lead: -1, isLimiting: false, isMatch: true, terms: [] } as const

const fillOf = (
  pages: ReadonlyArray<{ readonly title: string; readonly text: string; readonly rank: number }>,
  query: string,
  least: number
): Fill => fill(rank(pages, query), { least, textOf: ({ end, page, start }) => pages[page]!.text.slice(start, end) })

/**
 * A piece of a page, and the start of the next one.
 *
 * @category models
 * @since 0.1.0
 */
export interface Reading {
  readonly text: string
  readonly tokens: number
  /** The passages of `text`, in page order. */
  readonly passages: ReadonlyArray<Passage>
  /** The `offset` of the next piece; absent after the last one. */
  readonly next?: number | undefined
}

/**
 * @category options
 * @since 0.1.0
 */
export type ReadOptions = Options & {
  /** The `next` of the previous piece. @default 0 */
  readonly offset?: number | undefined
  /**
   * Restricts the result to this subject. The first piece has the best passages. Within a piece, passages are in page
   * order.
   */
  readonly query?: string | undefined
}

/**
 * Reads a page in pieces. Without a query, the pieces together are the page, cut between blocks if possible. With a
 * query, every relevant passage is in exactly one piece, for any budget. Code or a table larger than the whole budget
 * is omitted from the result of a query.
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

/** Returns an offset that does not split a surrogate pair. */
const startOf = (text: string, offset: number): number => {
  const start = Math.max(0, Math.floor(offset))
  const code = text.charCodeAt(start)
  return code >= 0xdc00 && code <= 0xdfff && start > 0 ? start - 1 : start
}

const readAbout = (page: Page, query: string, options: ReadOptions): Reading => {
  const pages = [{ ...page, title: page.title ?? "", rank: 1 }]
  const { together, worth } = fillOf(pages, query, MIN_SHARE_OF_PAGE)
  // A unit that was quoted together with another one is not quoted again. A line that introduces several units is
  // repeated in each piece.
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
    // A group that exceeds the whole budget is skipped. Otherwise, the loop would not end.
    if (groups === 0 && from < units.length) {
      from++
      continue
    }
    const next = from + groups
    return { text, tokens, passages, ...(next < units.length ? { next } : {}) }
  }
}

/**
 * Returns the known facts about a page on one line: `title | url | date`.
 *
 * @category rendering
 * @since 0.1.0
 */
export const describe: (page: Pick<Page, "url" | "title" | "date">) => string = Render.describe
