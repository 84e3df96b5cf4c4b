/**
 * A stage whose promise was rejected.
 *
 * @since 0.1.0
 */
import type { ErrorCode } from "@dunlin/schema/ErrorBody"
import * as Schema from "effect/Schema"

/**
 * The function of a stage made with `Stage.promise` rejected with `cause`, or a stage did not find a `field`. The second
 * happens only in programs without types.
 *
 * @category errors
 * @since 0.1.0
 */
export class StageFailed extends Schema.TaggedError<StageFailed>()("StageFailed", {
  stage: Schema.String,
  cause: Schema.Defect(),
  /** The field of the state that is missing or of another kind, when that is why; the message then says which. */
  field: Schema.optionalKey(Schema.String)
}) {
  override get message(): string {
    const { cause, field, stage } = this
    return field !== undefined && cause instanceof Error
      ? cause.message
      : `The stage ${stage} failed`
  }

  get code(): ErrorCode {
    return "UNKNOWN_ERROR"
  }

  get isRetryable(): boolean {
    const { cause } = this
    return typeof cause === "object" && cause !== null && "isRetryable" in cause && cause.isRetryable === true
  }
}
