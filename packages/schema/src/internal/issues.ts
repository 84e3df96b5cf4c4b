/** Reads the issues of a failed decoding from the schema's issue tree. */
import type * as SchemaAST from "effect/SchemaAST"
import type * as SchemaIssue from "effect/SchemaIssue"
import type { RequestIssue } from "../InvalidRequest.ts"
import * as Spelling from "../Spelling.ts"
import { unknownKey } from "./unknownKey.ts"

/** Callers choose the keys, so they are truncated. */
const MAX_KEY_CHARACTERS = 64

const keyOf = (key: PropertyKey): string | number => {
  if (typeof key === "number") return key
  const text = String(key)
  return text.length <= MAX_KEY_CHARACTERS ? text : `${text.slice(0, MAX_KEY_CHARACTERS)}…`
}

export const pathOf = (keys: ReadonlyArray<PropertyKey>): RequestIssue["path"] => keys.map(keyOf)

export const issuesOf = (issue: SchemaIssue.Issue, input: unknown): ReadonlyArray<RequestIssue> =>
  collect(issue, [], input, undefined)

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
      return [unexpected(path, issue.ast)]
    case "InvalidType":
      return [fault(path, "invalid_type", expected ?? describe(issue.ast), received(input, path, undefined))]
    case "InvalidValue": {
      const message = issue.annotations?.message
      return typeof message === "string"
        ? [{ path: pathOf(path), code: "invalid_value", message }]
        : [fault(
          path,
          "invalid_value",
          expected ?? expectedOf(issue.annotations),
          received(input, path, expected ?? expectedOf(issue.annotations))
        )]
    }
    case "Forbidden":
      return [fault(path, "invalid_value", expected, received(input, path, expected))]
  }
}

const unexpected = (path: ReadonlyArray<PropertyKey>, ast: SchemaAST.AST): RequestIssue =>
  unknownKey(pathOf(path), ast._tag === "Objects" ? ast.propertySignatures.map(({ name }) => String(name)) : [])

// The issues of all union members would be less useful than those of the member that the caller probably meant.
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
  const found = fault(
    where,
    "invalid_value",
    expected ?? expectedOf(issue.ast.annotations) ?? describe(issue.ast),
    received(input, where, undefined)
  )
  const value = lookup(input, where)
  const near = typeof value === "string" ? Spelling.meant(value, namesIn(issue.ast)) : undefined
  return [near === undefined ? found : { ...found, message: `${found.message}; did you mean ${near}?` }]
}

const namesIn = (ast: SchemaAST.AST): ReadonlyArray<string> => {
  switch (ast._tag) {
    case "Union":
      return ast.types.flatMap(namesIn)
    case "Literal":
      return typeof ast.literal === "string" ? [ast.literal] : []
    case "Objects":
      return ast.propertySignatures.flatMap(({ name, type }) => name === "type" ? namesIn(type) : [])
    default:
      return []
  }
}

// If only a member's own rule failed, the caller meant this member.
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
    : `Expected ${expected ?? "another value"}${came === undefined ? "" : `, got ${came}`}`,
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
      return ast.types.filter(({ _tag }) => _tag !== "Undefined").map(describe).join(" or ")
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

/** An expected number of items, for example "1 to 20 URLs" or "at least one query". */
const ofItems = /\b(?:\d+|one)\b/
const ofEntries = /^at (?:least|most) /

const countOf = (value: unknown, expected: string): string | undefined => {
  if (Array.isArray(value)) return ofItems.test(expected) ? String(value.length) : `an array of ${value.length} items`
  const isCounted = typeof value === "object" && value !== null && ofEntries.test(expected)
  return isCounted ? String(Object.keys(value).length) : undefined
}

// A long string may be page text or a secret, so only its length is reported.
const received = (
  input: unknown,
  path: ReadonlyArray<PropertyKey>,
  expected: string | undefined
): string | undefined => {
  const value = lookup(input, path)
  if (typeof value === "string" && expected?.endsWith(" characters") === true && value !== "") {
    return String([...value].length)
  }
  const count = expected === undefined ? undefined : countOf(value, expected)
  if (count !== undefined) return count
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
