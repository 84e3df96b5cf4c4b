/**
 * Why a search failed as a whole.
 *
 * @since 0.1.0
 */
import type { CreditError } from "@dunlin/credits/CreditError"
import type { SearchError } from "@dunlin/providers/SearchError"
import type { InvalidRequest } from "@dunlin/schema/InvalidRequest"
import * as Schema from "effect/Schema"
import type { ScrapeError } from "./ScrapeError.ts"
import type { StageFailed } from "./StageFailed.ts"
import type { StageTimeout } from "./StageTimeout.ts"

/**
 * The caller's team may not ask for this.
 *
 * @category errors
 * @since 0.1.0
 */
export class SearchRefused extends Schema.TaggedError<SearchRefused>()("SearchRefused", { why: Schema.String }) {
  override get message(): string {
    return this.why
  }

  get isRetryable(): boolean {
    return false
  }
}

/**
 * The `timeout` of the request was over before there was anything to answer.
 *
 * @category errors
 * @since 0.1.0
 */
export class SearchTimeout extends Schema.TaggedError<SearchTimeout>()("SearchTimeout", {
  milliseconds: Schema.Number
}) {
  override get message(): string {
    return `The search did not finish within ${this.milliseconds} ms`
  }

  get isRetryable(): boolean {
    return true
  }
}

/**
 * Everything a search can fail with. Each member has a `_tag` and answers `isRetryable`.
 *
 * @category models
 * @since 0.1.0
 */
export type SearchFailure =
  | InvalidRequest
  | SearchRefused
  | CreditError
  | SearchError
  | ScrapeError
  | SearchTimeout
  | StageTimeout
  | StageFailed
