/**
 * A request that breaks the contract, told field by field.
 *
 * @since 0.1.0
 */
import * as Schema from "effect/Schema"
import type * as SchemaIssue from "effect/SchemaIssue"
import { issuesOf, pathOf } from "./internal/issues.ts"

/**
 * One fault of a request.
 *
 * @category schemas
 * @since 0.1.0
 */
export const RequestIssue = Schema.Struct({
  /** Place of the fault, for example `["scrapeOptions", "formats", 0, "type"]`: positions in arrays are numbers. */
  path: Schema.Array(Schema.Union([Schema.String, Schema.Int])),
  code: Schema.Literals(["missing", "invalid_type", "invalid_value", "unrecognized_keys"]),
  message: Schema.String,
  expected: Schema.optionalKey(Schema.String),
  /** What came: its type, with the value only when that is a short name or a number. */
  received: Schema.optionalKey(Schema.String)
})

/**
 * @category models
 * @since 0.1.0
 */
export type RequestIssue = typeof RequestIssue.Type

const describePath = (path: RequestIssue["path"]) =>
  path.length === 0
    ? "body"
    : path.map((key, index) => typeof key === "number" ? `[${key}]` : index === 0 ? key : `.${key}`).join("")

/** Most faults of one request that are listed. A caller who has corrected these sends the request again anyway. */
const MOST_ISSUES = 32

/** Most faults that the message names; the rest are counted. */
const MOST_IN_MESSAGE = 5

/** `Expected a, got b` continues a sentence. */
const inSentence = (message: string): string =>
  /^[A-Z][a-z]/.test(message) ? message[0]!.toLowerCase() + message.slice(1) : message

/**
 * The one error of decoding a request. It never carries the input itself.
 *
 * @category errors
 * @since 0.1.0
 */
export class InvalidRequest extends Schema.TaggedError<InvalidRequest>()("InvalidRequest", {
  issues: Schema.NonEmptyArray(RequestIssue),
  /** Number of further faults that `issues` does not list. */
  more: Schema.optionalKey(Schema.Int)
}) {
  override get message(): string {
    const told = this.issues.slice(0, MOST_IN_MESSAGE)
    const rest = this.issues.length - told.length + (this.more ?? 0)
    return told.map((issue) => `${describePath(issue.path)}: ${inSentence(issue.message)}`).join("; ") +
      (rest === 0 ? "" : `; and ${rest} more`)
  }

  /** The same request fails again. */
  get isRetryable(): boolean {
    return false
  }
}

/**
 * How requests are decoded.
 *
 * @category options
 * @since 0.2.0
 */
export interface DecodeOptions {
  /**
   * Treatment of unknown keys. `warn` ignores them with a warning, which suits a server with clients of several
   * versions. `refuse` fails, which suits a function. A key that is mistyped by one letter, or that stands in a wrong
   * place, is refused either way.
   *
   * @default "warn"
   */
  readonly unknownKeys?: "warn" | "refuse" | undefined
}

/**
 * @category constructors
 * @since 0.1.0
 */
export const make = (issues: ReadonlyArray<RequestIssue>): InvalidRequest => {
  const told = issues.slice(0, MOST_ISSUES).map((issue) => ({ ...issue, path: pathOf(issue.path) }))
  const more = issues.length - told.length
  return new InvalidRequest({
    issues: told as unknown as readonly [RequestIssue, ...Array<RequestIssue>],
    ...(more === 0 ? {} : { more })
  })
}

/**
 * A single fault found outside the schema, for example a `tbs` that cannot be read.
 *
 * @category constructors
 * @since 0.1.0
 */
export const at = (path: ReadonlyArray<string | number>, expected: string): InvalidRequest =>
  make([{ path, code: "invalid_value", expected, message: `Expected ${expected}` }])

export {
  /**
   * The fault of an unknown key. It names the key that was probably meant, else all keys.
   *
   * @category constructors
   * @since 0.2.0
   */
  unknownKey
} from "./internal/unknownKey.ts"

/**
 * Reads the issue tree of a failed decoding. `input` serves only to describe the received value.
 *
 * @category conversions
 * @since 0.1.0
 */
export const fromIssue = (issue: SchemaIssue.Issue, input: unknown): InvalidRequest => make(issuesOf(issue, input))
