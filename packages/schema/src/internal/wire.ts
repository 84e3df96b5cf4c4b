import * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"
import type * as Schema from "effect/Schema"
import * as InvalidRequest from "../InvalidRequest.ts"
import type { RequestIssue } from "../InvalidRequest.ts"

/** The names of known foreign sources in a list of sources; they are ignored with a warning. */
export const ignoredSources = (sources: ReadonlyArray<unknown>): ReadonlyArray<string> =>
  sources.map((source) => Predicate.hasProperty(source, "type") ? source.type : source).filter((name) =>
    name === "alexandria"
  )

const unknownKeys = (value: unknown, path: ReadonlyArray<PropertyKey>, known: ReadonlyArray<string>) =>
  Predicate.isObject(value) && !Array.isArray(value)
    ? Object.keys(value).filter((key) => !known.includes(key)).map((key): RequestIssue => ({
      path: [...path, key].map(String),
      code: "unrecognized_keys",
      expected: known.join(", "),
      message: `Unknown key; expected one of ${known.join(", ")}`
    }))
    : []

/**
 * Unknown keys are ignored, but not in the three objects that the contract closes: there a mistyped key would
 * silently weaken what the caller asked for.
 */
export const closedObjectIssues = (input: unknown): ReadonlyArray<RequestIssue> => {
  const inSearch = Predicate.hasProperty(input, "scrapeOptions")
  const options = inSearch ? input.scrapeOptions : input
  if (!Predicate.isObject(options)) return []
  const prefix = inSearch ? ["scrapeOptions"] : []
  const { auditMetadata, parsers, redactPII } = options as Record<string, unknown>
  return [
    ...unknownKeys(redactPII, [...prefix, "redactPII"], ["mode", "entities", "replaceStyle"]),
    ...unknownKeys(auditMetadata, [...prefix, "auditMetadata"], ["username"]),
    ...(Array.isArray(parsers)
      ? parsers.flatMap((parser, index) =>
        unknownKeys(parser, [...prefix, "parsers", index], ["type", "mode", "maxPages"])
      )
      : [])
  ]
}

/**
 * Decodes with `decoder` and fails with every fault of the input. A schema with defaults checks shapes before values,
 * so one pass shows only the first kind; the faulty fields are therefore left out and the rest is decoded again.
 */
export const decodeRequest = <A>(
  decoder: (input: unknown) => Effect.Effect<A, Schema.SchemaError>,
  placeholders: { readonly [key: string]: unknown }
) =>
  Effect.fnUntraced(function*(input: unknown): Effect.fn.Return<A, InvalidRequest.InvalidRequest> {
    const first = yield* Effect.result(decoder(input))
    const issues: Array<RequestIssue> = [...closedObjectIssues(input)]
    if (first._tag === "Success") return issues.length === 0 ? first.success : yield* InvalidRequest.make(issues)
    let found = InvalidRequest.fromIssue(first.failure.issue, input).issues as ReadonlyArray<RequestIssue>
    let rest = input
    while (found.length > 0) {
      issues.push(...found)
      const next = withoutFields(rest, found, placeholders)
      if (next === undefined) break
      rest = next
      const again = yield* Effect.result(decoder(rest))
      found = again._tag === "Success" ? [] : InvalidRequest.fromIssue(again.failure.issue, rest).issues
    }
    return yield* InvalidRequest.make(issues)
  })

const withoutFields = (
  input: unknown,
  issues: ReadonlyArray<RequestIssue>,
  placeholders: { readonly [key: string]: unknown }
): object | undefined => {
  if (!Predicate.isObject(input) || Array.isArray(input)) return undefined
  const rest: Record<string, unknown> = { ...input }
  let removed = false
  for (const { path: [field, option] } of issues) {
    if (field === undefined) return undefined
    const nested = rest[field]
    if (field === "scrapeOptions" && option !== undefined && Predicate.isObject(nested)) {
      const { [option]: faulty, ...others } = nested as Record<string, unknown>
      removed ||= faulty !== undefined
      rest[field] = others
    } else if (Object.hasOwn(placeholders, field)) {
      removed ||= rest[field] !== placeholders[field]
      rest[field] = placeholders[field]
    } else {
      removed ||= Object.hasOwn(rest, field)
      delete rest[field]
    }
  }
  return removed ? rest : undefined
}
