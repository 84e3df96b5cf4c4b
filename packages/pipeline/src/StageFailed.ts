/**
 * Defines the error of a stage whose promise rejected.
 *
 * @since 0.1.0
 */
import type { ErrorCode } from "@dunlin/schema/ErrorBody"
import * as Schema from "effect/Schema"

/**
 * The function of a `Stage.promise` rejected with `cause`, or a stage did not find a `field`. The latter only happens
 * in JavaScript.
 *
 * @category errors
 * @since 0.1.0
 */
export class StageFailed extends Schema.TaggedError<StageFailed>()("StageFailed", {
  stage: Schema.String,
  cause: Schema.Defect(),
  /** The missing or invalid field of the state, if one caused the failure. The message names the field. */
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
