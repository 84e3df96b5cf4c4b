/**
 * Defines the error of invalid function options.
 *
 * @since 0.1.0
 */
import * as Predicate from "effect/Predicate"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import type * as SchemaAST from "effect/SchemaAST"
import { issuesOf } from "./internal/issues.ts"
import { unknownKey } from "./internal/unknownKey.ts"
import { RequestIssue } from "./InvalidRequest.ts"

/**
 * An option is missing, unknown or of the wrong type. The message names it and the expected value.
 *
 * @category errors
 * @since 0.1.0
 */
export class InvalidOptions extends Schema.TaggedError<InvalidOptions>()("InvalidOptions", {
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
 * Decodes the arguments and options of a function, or throws `InvalidOptions`.
 *
 * @category decoding
 * @since 0.1.0
 */
export const read = <A>(
  name: string,
  schema: Schema.Codec<A, unknown>,
  argument: object,
  options?: unknown
): A => {
  if (options !== undefined && (!Predicate.isObject(options) || Array.isArray(options))) {
    throw new InvalidOptions({
      of: name,
      issues: [{ path: ["options"], code: "invalid_type", expected: "an object", message: "Expected an object" }]
    })
  }
  const unknown = (path: RequestIssue["path"]) =>
    unknownKey(path, namesOf(schema.ast).filter((key) => options === undefined || !Object.hasOwn(argument, key)))
  const given = options === undefined ? argument : { ...options, ...argument }
  const twice = options === undefined ? [] : Object.keys(argument).filter((key) => Object.hasOwn(options, key))
  const read = Schema.decodeUnknownResult(schema, { onExcessProperty: "error", errors: "all" })(given)
  if (Result.isSuccess(read) && twice.length === 0) return read.success
  const issues = Result.isSuccess(read) ? [] : issuesOf(read.failure.issue, given)
  throw new InvalidOptions({
    of: name,
    issues: [
      ...issues.map((issue) =>
        issue.code === "unrecognized_keys" && issue.path.length === 1 ? unknown(issue.path) : issue
      ),
      ...twice.map((key) => unknown([key]))
    ]
  })
}

const namesOf = (ast: SchemaAST.AST): ReadonlyArray<string> =>
  ast._tag === "Objects" ? ast.propertySignatures.map(({ name }) => String(name)) : []

/**
 * A duration in milliseconds.
 *
 * @category schemas
 * @since 0.2.0
 */
export const Milliseconds = Schema.Number.check(
  Schema.makeFilter((value: number) => Number.isFinite(value) && value > 0, { expected: "milliseconds, more than 0" })
)

/**
 * An abort signal, including one of another realm or of a library.
 *
 * @category schemas
 * @since 0.2.0
 */
export const Signal = Schema.declare(
  (value): value is AbortSignal =>
    Predicate.hasProperty(value, "aborted") && Predicate.hasProperty(value, "addEventListener"),
  { expected: "an AbortSignal" }
)
