import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Predicate from "effect/Predicate"
import * as Schema from "effect/Schema"
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

/** Requests of one client have the same fields; a stranger who varies them must not fill the memory. */
const mostShapes = 64

/** Whether a value of a field decodes to itself, which the most usual values do. `false` leaves it to the schema. */
export type Plain = (value: unknown) => boolean

/**
 * A decoder of valid requests that looks only at the fields which are there: most requests have two or three of many,
 * and the others have the same value in every request, that of `least`. Values that are `plain` are taken as they are.
 * It answers `undefined` when a request is not valid, or of a shape that is not worth a decoder.
 */
export const decodeGiven = <A extends object>(
  { fields }: { readonly fields: { readonly [name: string]: Schema.ConstraintDecoder<unknown> } },
  options: {
    readonly required: string
    readonly plain: { readonly [name: string]: Plain }
    readonly least: () => A
    readonly isAllowed: (request: A) => boolean
  }
) => {
  const plain = new Map(Object.entries(options.plain))
  const decoders = new Map<string, (input: unknown) => Option.Option<object>>()
  let absent: A | undefined
  const decoderOf = (given: ReadonlyArray<string>) => {
    const shape = given.join()
    const known = decoders.get(shape)
    if (known !== undefined || decoders.size >= mostShapes) return known
    const chosen = Object.fromEntries(given.map((name) => [name, fields[name]!]))
    const decoder = Schema.decodeUnknownOption(Schema.Struct(chosen))
    decoders.set(shape, decoder)
    return decoder
  }
  const decodeRest = (input: object, given: ReadonlyArray<string>): object | undefined => {
    const decoded = decoderOf(given)?.(input)
    return decoded === undefined || Option.isNone(decoded) ? undefined : decoded.value
  }
  return (input: unknown): A | undefined => {
    if (!Predicate.isObject(input) || Array.isArray(input) || !Object.hasOwn(input, options.required)) return undefined
    const taken: Record<string, unknown> = {}
    const others: Array<string> = []
    for (const [name, value] of Object.entries(input)) {
      if (plain.get(name)?.(value) === true) taken[name] = value
      else if (Object.hasOwn(fields, name)) others.push(name)
    }
    const decoded = others.length === 0 ? undefined : decodeRest(input, others.sort())
    if (others.length > 0 && decoded === undefined) return undefined
    absent ??= options.least()
    const request = Object.assign({}, absent, taken, decoded)
    return options.isAllowed(request) ? request : undefined
  }
}

/**
 * Decodes with `decoder` and fails with every fault of the input. A schema with defaults checks shapes before values,
 * so one pass shows only the first kind; the faulty fields are therefore left out and the rest is decoded again. `quick`
 * may know a valid request before.
 */
export const decodeRequest = <A>(
  decoder: (input: unknown) => Effect.Effect<A, Schema.SchemaError>,
  placeholders: { readonly [key: string]: unknown },
  quick: (input: unknown) => A | undefined = () => undefined
) => {
  const thorough = Effect.fnUntraced(
    function*(
      input: unknown,
      unknownKeys: ReadonlyArray<RequestIssue>
    ): Effect.fn.Return<A, InvalidRequest.InvalidRequest> {
      const issues = [...unknownKeys]
      const first = yield* Effect.result(decoder(input))
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
    }
  )
  return (input: unknown): Effect.Effect<A, InvalidRequest.InvalidRequest> => {
    const issues = closedObjectIssues(input)
    const valid = issues.length === 0 ? quick(input) : undefined
    return valid === undefined ? thorough(input, issues) : Effect.succeed(valid)
  }
}

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
