/**
 * Defines the error of a stage that timed out.
 *
 * @since 0.1.0
 */
import type { ErrorCode } from "@dunlin/schema/ErrorBody"
import * as Schema from "effect/Schema"

/**
 * A stage exceeded the timeout of its policy.
 *
 * @category errors
 * @since 0.1.0
 */
export class StageTimeout extends Schema.TaggedError<StageTimeout>()("StageTimeout", {
  stage: Schema.String,
  milliseconds: Schema.Number
}) {
  override get message(): string {
    return `Stage ${this.stage} timed out after ${this.milliseconds} ms`
  }

  get code(): ErrorCode {
    return "SCRAPE_TIMEOUT"
  }

  get isRetryable(): boolean {
    return true
  }
}
