import type * as Schema from "effect/Schema"
import type { Range } from "./addressed.ts"
import type * as Ask from "./ask.ts"
import type { Compare } from "./compare.ts"
import type { Derived } from "./request.ts"

/** A page as it is, and as the model reads it. */
export interface Page extends Ask.Ask {
  /** The text of the page; of one too long for all questions about it, a selection. */
  readonly markdown: string
  /** Which part of the text of the page `markdown` is, 0 to 1. */
  readonly share: number
  /** Without the sentences that speak to a model, each of which left a mark. */
  readonly shown: string
  /** The same without the marks, for what is made without the model. */
  readonly plain: string
  readonly addressed: ReadonlyArray<Range>
  readonly compare: Compare
  readonly settings: Ask.Settings
  /** Calls that each format made of all parts of a long page may take. */
  readonly callsEach: number
}

/** What one format came to. */
export interface Made {
  readonly fields?: Derived["fields"]
  readonly tracked?: Schema.Json
  readonly warnings: ReadonlyArray<string>
}

/** The warning when only a share, 0 to 1, of the page's `markdown` was used. */
export const partly = (page: Page, format: string, share: number): ReadonlyArray<string> =>
  page.share * share >= 1
    ? []
    : [`${format}: the page is longer than the model reads; ${Math.floor(page.share * share * 100)} % of it was used.`]
