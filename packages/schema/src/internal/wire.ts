import * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"
import type * as Schema from "effect/Schema"
import * as InvalidRequest from "../InvalidRequest.ts"
import type { RequestIssue } from "../InvalidRequest.ts"
import * as Compiled from "./compiled.ts"
import { defined } from "./defined.ts"
import { clean, inspect, type Inspection } from "./inspect.ts"
import { issuesOf } from "./issues.ts"
import { withoutNulls } from "./nulls.ts"
import * as Shape from "./shape.ts"

/** Sources of other services. They are ignored with a warning. */
export const ignoredSources = (sources: ReadonlyArray<unknown>): ReadonlyArray<string> =>
  sources.map((source) => Predicate.hasProperty(source, "type") ? source.type : source).filter((name) =>
    name === "alexandria"
  )

export interface Decoded<A> {
  readonly request: A
  readonly warnings: ReadonlyArray<string>
}

/**
 * Decodes with `decoder`, and fails with every issue of the input. A schema reports issues of structure before those
 * of values, so faulty fields are removed and the rest is decoded again. A body above the contract's limits is
 * rejected before decoding.
 */
export const decodeRequest = <A>(options: {
  readonly schema: Schema.Top
  readonly decoder: (input: unknown) => Effect.Effect<A, Schema.SchemaError>
  readonly placeholders: { readonly [key: string]: unknown }
}) => {
  const { decoder, placeholders, schema } = options
  const shape = Shape.of(schema)
  const compiled = Compiled.of<A>(schema)
  const thorough = Effect.fnUntraced(
    function*(
      input: unknown,
      { issues: found, warnings }: Inspection
    ): Effect.fn.Return<Decoded<A>, InvalidRequest.InvalidRequest> {
      const issues = [...found]
      const first = yield* Effect.result(decoder(input))
      if (first._tag === "Success") {
        return issues.length === 0 ? { request: first.success, warnings } : yield* InvalidRequest.make(issues)
      }
      let failure: Schema.SchemaError | undefined = first.failure
      let rest = input
      while (failure !== undefined) {
        const faults: ReadonlyArray<RequestIssue> = issuesOf(failure.issue, rest)
        issues.push(...faults)
        const next = withoutFields(rest, faults, placeholders)
        if (next === undefined) break
        rest = next
        const again = yield* Effect.result(decoder(rest))
        failure = again._tag === "Failure" ? again.failure : undefined
      }
      return yield* InvalidRequest.make(issues)
    }
  )
  const attempt = (
    input: unknown,
    how: InvalidRequest.DecodeOptions | undefined,
    orElse: (error: InvalidRequest.InvalidRequest) => Effect.Effect<Decoded<A>, InvalidRequest.InvalidRequest>
  ): Effect.Effect<Decoded<A>, InvalidRequest.InvalidRequest> => {
    const inspection = shape === undefined ? clean : inspect(shape, input, how)
    if (inspection.isTooMuch) return Effect.fail(InvalidRequest.make(inspection.issues))
    const valid = inspection.issues.length === 0 ? compiled(input) : undefined
    if (valid !== undefined) return Effect.succeed({ request: valid, warnings: inspection.warnings })
    return Effect.catchEager(thorough(input, inspection), orElse)
  }
  return (
    input: unknown,
    how?: InvalidRequest.DecodeOptions
  ): Effect.Effect<Decoded<A>, InvalidRequest.InvalidRequest> =>
    // `undefined` and `null` fields are removed only if the request is invalid with them.
    attempt(input, how, (error) => {
      const given = withoutNulls(shape, defined(input))
      return Object.is(given, input) ? Effect.fail(error) : attempt(given, how, Effect.fail)
    })
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
