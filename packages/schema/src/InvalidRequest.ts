/**
 * Defines the error of an invalid request, with one issue per field.
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
  /** Path to the fault, for example `["scrapeOptions", "formats", 0, "type"]`: array positions are numbers. */
  path: Schema.Array(Schema.Union([Schema.String, Schema.Int])),
  code: Schema.Literals(["missing", "invalid_type", "invalid_value", "unrecognized_keys"]),
  message: Schema.String,
  expected: Schema.optionalKey(Schema.String),
  /** The received type. The value is included only if it is a short name or a number. */
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

/** Maximum issues per error. When they are corrected, the next request reports the remaining ones. */
const MAX_ISSUES = 32

/** The message counts the remaining issues. */
const MAX_ISSUES_IN_MESSAGE = 5

const inSentence = (message: string): string =>
  /^[A-Z][a-z]/.test(message) ? message[0]!.toLowerCase() + message.slice(1) : message

/**
 * The error of decoding a request. It never contains the input itself.
 *
 * @category errors
 * @since 0.1.0
 */
export class InvalidRequest extends Schema.TaggedError<InvalidRequest>()("InvalidRequest", {
  issues: Schema.NonEmptyArray(RequestIssue),
  /** Number of further issues that `issues` does not list. */
  more: Schema.optionalKey(Schema.Int)
}) {
  override get message(): string {
    const listed = this.issues.slice(0, MAX_ISSUES_IN_MESSAGE)
    const rest = this.issues.length - listed.length + (this.more ?? 0)
    return listed.map((issue) => `${describePath(issue.path)}: ${inSentence(issue.message)}`).join("; ") +
      (rest === 0 ? "" : `; and ${rest} more`)
  }

  /** Whether a retry may succeed. It is always `false`, because the same request fails again. */
  get isRetryable(): boolean {
    return false
  }
}

/**
 * Options for decoding requests.
 *
 * @category options
 * @since 0.2.0
 */
export interface DecodeOptions {
  /**
   * The handling of unknown keys. `warn` ignores them with a warning, which suits a server with clients of several
   * versions. `refuse` fails, which suits a function. A key with a one-letter typo or in a wrong place is always
   * rejected.
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
  const listed = issues.slice(0, MAX_ISSUES).map((issue) => ({ ...issue, path: pathOf(issue.path) }))
  const more = issues.length - listed.length
  return new InvalidRequest({
    issues: listed as unknown as readonly [RequestIssue, ...Array<RequestIssue>],
    ...(more === 0 ? {} : { more })
  })
}

/**
 * Returns a single issue found outside the schema, for example an invalid `tbs`.
 *
 * @category constructors
 * @since 0.1.0
 */
export const at = (path: ReadonlyArray<string | number>, expected: string): InvalidRequest =>
  make([{ path, code: "invalid_value", expected, message: `Expected ${expected}` }])

export {
  /**
   * Returns the issue of an unknown key. It suggests the closest known key, or else lists all keys.
   *
   * @category constructors
   * @since 0.2.0
   */
  unknownKey
} from "./internal/unknownKey.ts"

/**
 * Converts the issue tree of a failed decoding. `input` is only used to describe the received value.
 *
 * @category conversions
 * @since 0.1.0
 */
export const fromIssue = (issue: SchemaIssue.Issue, input: unknown): InvalidRequest => make(issuesOf(issue, input))
