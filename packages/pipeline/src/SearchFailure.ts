/**
 * Defines the reasons why a whole search failed.
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
 * The caller's team is not allowed to send this request.
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
 * The request's `timeout` expired before there was a result.
 *
 * @category errors
 * @since 0.1.0
 */
export class SearchTimeout extends Schema.TaggedError<SearchTimeout>()("SearchTimeout", {
  milliseconds: Schema.Number
}) {
  override get message(): string {
    return `The search timed out after ${this.milliseconds} ms`
  }

  get isRetryable(): boolean {
    return true
  }
}

/**
 * All errors of a search. Each has a `_tag` and `isRetryable`.
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
