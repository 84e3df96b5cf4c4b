/**
 * A request that breaks the contract, told field by field.
 *
 * @since 0.1.0
 */
import * as Schema from "effect/Schema"
import type * as SchemaAST from "effect/SchemaAST"
import type * as SchemaIssue from "effect/SchemaIssue"

/**
 * One fault of a request.
 *
 * @category schemas
 * @since 0.1.0
 */
export const RequestIssue = Schema.Struct({
  /** Where the fault is, for example `["scrapeOptions", "formats", 0, "type"]`: positions in arrays are numbers. */
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

const pathOf = (keys: ReadonlyArray<PropertyKey>): RequestIssue["path"] =>
  keys.map((key) => typeof key === "number" ? key : String(key))

/**
 * The one error of decoding a request. It never carries the input itself.
 *
 * @category errors
 * @since 0.1.0
 */
export class InvalidRequest extends Schema.TaggedError<InvalidRequest>()("InvalidRequest", {
  issues: Schema.NonEmptyArray(RequestIssue)
}) {
  override get message(): string {
    return this.issues.map((issue) => `${describePath(issue.path)}: ${issue.message}`).join("; ")
  }

  /** The same request fails again. */
  get isRetryable(): boolean {
    return false
  }
}

/**
 * @category constructors
 * @since 0.1.0
 */
export const make = (issues: ReadonlyArray<RequestIssue>): InvalidRequest =>
  new InvalidRequest({ issues: issues as readonly [RequestIssue, ...Array<RequestIssue>] })

/**
 * A single fault found outside the schema, for example a `tbs` that cannot be read.
 *
 * @category constructors
 * @since 0.1.0
 */
export const at = (path: ReadonlyArray<string | number>, expected: string): InvalidRequest =>
  make([{ path, code: "invalid_value", expected, message: `Expected ${expected}` }])

/**
 * Reads the issue tree of a failed decoding. `input` is looked at only to describe what came.
 *
 * @category conversions
 * @since 0.1.0
 */
export const fromIssue = (issue: SchemaIssue.Issue, input: unknown): InvalidRequest =>
  make(collect(issue, [], input, undefined))

const collect = (
  issue: SchemaIssue.Issue,
  path: ReadonlyArray<PropertyKey>,
  input: unknown,
  expected: string | undefined
): Array<RequestIssue> => {
  switch (issue._tag) {
    case "Pointer":
      return collect(issue.issue, [...path, ...issue.path], input, undefined)
    case "Filter":
      return collect(issue.issue, path, input, expected ?? expectedOf(issue.filter.annotations))
    case "Encoding":
      return collect(issue.issue, path, input, expected)
    case "Composite":
      return issue.issues.flatMap((child) => collect(child, path, input, expected))
    case "AnyOf":
    case "OneOf":
      return fromUnion(issue, path, input, expected)
    case "MissingKey":
      return [fault(path, "missing", expected ?? "a value", undefined)]
    case "UnexpectedKey":
      return [fault(path, "unrecognized_keys", undefined, undefined)]
    case "InvalidType":
      return [fault(path, "invalid_type", expected ?? describe(issue.ast), received(input, path))]
    case "InvalidValue": {
      const message = issue.annotations?.message
      return typeof message === "string"
        ? [{ path: pathOf(path), code: "invalid_value", message }]
        : [fault(path, "invalid_value", expected ?? expectedOf(issue.annotations), received(input, path))]
    }
    case "Forbidden":
      return [fault(path, "invalid_value", expected, received(input, path))]
  }
}

// A union tells more through the one member that was meant than through all that were not.
const fromUnion = (
  issue: SchemaIssue.AnyOf | SchemaIssue.OneOf,
  path: ReadonlyArray<PropertyKey>,
  input: unknown,
  expected: string | undefined
): Array<RequestIssue> => {
  const members = issue._tag === "AnyOf" ? issue.issues : []
  const meant = members.flatMap((member) => isRule(member) ? collect(member, path, input, undefined) : [])
  if (meant.length > 0) return meant
  const nested = members.flatMap((member) => collect(member, path, input, undefined))
    .filter((child) =>
      child.path.length > path.length && !(child.path.length === path.length + 1 && child.path.at(-1) === "type")
    )
  if (nested.length > 0) return nested
  const ownType = lookup(input, [...path, "type"])
  const where = ownType === undefined ? path : [...path, "type"]
  return [
    fault(
      where,
      "invalid_value",
      expected ?? expectedOf(issue.ast.annotations) ?? describe(issue.ast),
      received(input, where)
    )
  ]
}

// A member whose shape fits and whose own rule failed is the one that was meant.
const isRule = (issue: SchemaIssue.Issue): boolean => {
  switch (issue._tag) {
    case "Filter":
      return true
    case "Encoding":
      return isRule(issue.issue)
    case "AnyOf":
    case "Composite":
      return issue.issues.some(isRule)
    default:
      return false
  }
}

const fault = (
  path: ReadonlyArray<PropertyKey>,
  code: RequestIssue["code"],
  expected: string | undefined,
  came: string | undefined
): RequestIssue => ({
  path: pathOf(path),
  code,
  message: code === "missing"
    ? "Required, but missing"
    : code === "unrecognized_keys"
    ? "Unknown key"
    : `Expected ${expected ?? "another value"}${came === undefined ? "" : `, received ${came}`}`,
  ...(expected === undefined ? {} : { expected }),
  ...(came === undefined ? {} : { received: came })
})

const expectedOf = (annotations: { readonly [key: string]: unknown } | undefined): string | undefined =>
  typeof annotations?.expected === "string" ? annotations.expected : undefined

const describe = (ast: SchemaAST.AST): string => {
  const own = expectedOf(ast.annotations)
  if (own !== undefined) return own
  switch (ast._tag) {
    case "Union":
      return ast.types.map(describe).join(" or ")
    case "Literal":
      return JSON.stringify(ast.literal)
    case "String":
      return "a string"
    case "Number":
      return "a number"
    case "Boolean":
      return "a boolean"
    case "Arrays":
      return "an array"
    case "Objects":
      return "an object"
    case "Null":
      return "null"
    default:
      return "another value"
  }
}

const lookup = (input: unknown, path: ReadonlyArray<PropertyKey>): unknown => {
  let value = input
  for (const key of path) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return undefined
    value = (value as Record<PropertyKey, unknown>)[key]
  }
  return value
}

// Long strings may be page text or secrets: only their length is told.
const received = (input: unknown, path: ReadonlyArray<PropertyKey>): string | undefined => {
  const value = lookup(input, path)
  switch (typeof value) {
    case "undefined":
      return undefined
    case "string":
      return /^[\w.:@+-]{1,40}$/.test(value) ? JSON.stringify(value) : `a string of ${[...value].length} characters`
    case "number":
    case "boolean":
      return String(value)
    default:
      return value === null ? "null" : Array.isArray(value) ? "an array" : "an object"
  }
}
