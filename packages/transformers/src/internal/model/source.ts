import type * as Schema from "effect/Schema"
import type { Range } from "./addressed.ts"
import type * as Ask from "./ask.ts"
import type { Compare } from "./compare.ts"
import type { Derived } from "./request.ts"

export interface Page extends Ask.Ask {
  /** The page's text; a selection if it is too long for all prompts. */
  readonly markdown: string
  readonly share: number
  /** The text with a mark in place of each sentence that addresses a model. */
  readonly shown: string
  /** The text without these sentences and marks, for formats that need no model. */
  readonly plain: string
  readonly addressed: ReadonlyArray<Range>
  readonly compare: Compare
  readonly settings: Ask.Settings
  readonly callsEach: number
}

export interface Made {
  readonly fields?: Derived["fields"]
  readonly tracked?: Schema.Json
  readonly warnings: ReadonlyArray<string>
}

export const partly = (page: Page, format: string, share: number): ReadonlyArray<string> =>
  page.share * share >= 1
    ? []
    : [`${format}: the page exceeds the model's input limit; ${Math.floor(page.share * share * 100)} % of it was used.`]
