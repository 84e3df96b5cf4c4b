/**
 * Options of a function that cannot be used.
 *
 * @since 0.1.0
 */
import * as Predicate from "effect/Predicate"
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
 * Reads what a function was given, and the options beside it, or throws `InvalidOptions`.
 *
 * @category decoding
 * @since 0.1.0
 */
export const read = <A>(name: string, schema: Schema.Codec<A, unknown>, argument: unknown, options?: unknown): A => {
  if (options !== undefined && (!Predicate.isObject(options) || Array.isArray(options))) {
    throw new InvalidOptions({
      of: name,
      issues: [{ path: ["options"], code: "invalid_type", expected: "an object", message: "Expected an object" }]
    })
  }
  const given = options === undefined ? argument : { ...options, ...argument as object }
  const read = Schema.decodeUnknownResult(schema, { onExcessProperty: "error", errors: "all" })(given)
  if (Result.isSuccess(read)) return read.success
  throw new InvalidOptions({ of: name, issues: issuesOf(read.failure.issue, given) })
}

/**
 * Milliseconds that something may take.
 *
 * @category schemas
 * @since 0.2.0
 */
export const Milliseconds = Schema.Number.check(
  Schema.makeFilter((value: number) => Number.isFinite(value) && value > 0, { expected: "milliseconds, more than 0" })
)

/**
 * What ends a call; also one of another realm, or a library's own.
 *
 * @category schemas
 * @since 0.2.0
 */
export const Signal = Schema.declare(
  (value): value is AbortSignal =>
    Predicate.hasProperty(value, "aborted") && Predicate.hasProperty(value, "addEventListener"),
  { expected: "an AbortSignal" }
)
