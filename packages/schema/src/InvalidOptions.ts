/**
 * Options of a function that cannot be used.
 *
 * @since 0.1.0
 */
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { issuesOf } from "./internal/issues.ts"
import { RequestIssue } from "./InvalidRequest.ts"

/**
 * Something a function was given is missing, of the wrong type, or unknown. The message names it, and what was expected.
 *
 * @category errors
 * @since 0.1.0
 */
export class InvalidOptions extends Schema.TaggedError<InvalidOptions>()("InvalidOptions", {
  /** The function. */
  of: Schema.String,
  issues: Schema.Array(RequestIssue)
}) {
  override get message(): string {
    const faults = this.issues.map(({ message, path }) => path.length === 0 ? message : `${path.join(".")}: ${message}`)
    return `${this.of}: ${faults.join("; ")}`
  }

  get isRetryable(): boolean {
    return false
  }
}

/**
 * Reads what a function was given, or throws `InvalidOptions`.
 *
 * @category decoding
 * @since 0.1.0
 */
export const read = <A>(name: string, schema: Schema.Codec<A, unknown>, given: unknown): A => {
  const read = Schema.decodeUnknownResult(schema, { onExcessProperty: "error", errors: "all" })(given)
  if (Result.isSuccess(read)) return read.success
  throw new InvalidOptions({ of: name, issues: issuesOf(read.failure.issue, given) })
}
