import type * as Schema from "effect/Schema"
import type { Range } from "./addressed.ts"
import type * as Ask from "./ask.ts"
import type { Compare } from "./compare.ts"
import type { Derived } from "./request.ts"

/** A page, and the version for the model. */
export interface Page extends Ask.Ask {
  /** The text of the page; a selection if it is too long for all prompts. */
  readonly markdown: string
  /** Share of the page's text in `markdown`, 0 to 1. */
  readonly share: number
  /** The text without sentences that address a model; each is replaced by a mark. */
  readonly shown: string
  /** The text without these sentences and marks, for formats without a model. */
  readonly plain: string
  readonly addressed: ReadonlyArray<Range>
  readonly compare: Compare
  readonly settings: Ask.Settings
  /** Maximum calls of each format that reads all parts of a long page. */
  readonly callsEach: number
}

/** The result of one format. */
export interface Made {
  readonly fields?: Derived["fields"]
  readonly tracked?: Schema.Json
  readonly warnings: ReadonlyArray<string>
}

/** Returns the warning if only a share, 0 to 1, of the page's `markdown` was used. */
export const partly = (page: Page, format: string, share: number): ReadonlyArray<string> =>
  page.share * share >= 1
    ? []
    : [`${format}: the page exceeds the model's input limit; ${Math.floor(page.share * share * 100)} % of it was used.`]
