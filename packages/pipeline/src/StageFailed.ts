/**
 * A stage whose promise was rejected.
 *
 * @since 0.1.0
 */
import type { ErrorCode } from "@dunlin/schema/ErrorBody"
import * as Schema from "effect/Schema"

/**
 * The function of a stage made with `Stage.promise` rejected, with what is in `cause`.
 *
 * @category errors
 * @since 0.1.0
 */
export class StageFailed extends Schema.TaggedError<StageFailed>()("StageFailed", {
  stage: Schema.String,
  cause: Schema.Defect()
}) {
  override get message(): string {
    return `The stage ${this.stage} failed`
  }

  get code(): ErrorCode {
    return "UNKNOWN_ERROR"
  }

  get isRetryable(): boolean {
    const { cause } = this
    return typeof cause === "object" && cause !== null && "isRetryable" in cause && cause.isRetryable === true
  }
}
