/**
 * Defines the developer search: `POST /v2/search/developer`.
 *
 * @since 0.2.0
 */
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { distinctListOf, integerBetween, textUpTo, withDefault } from "./internal/fields.ts"
import { type Decoded, decodeRequest } from "./internal/wire.ts"
import type { InvalidRequest } from "./InvalidRequest.ts"
import * as Limits from "./Limits.ts"

const kinds = ["doc", "issue", "pull_request", "readme"] as const

/**
 * The type of a result. `doc` is every page without another type.
 *
 * @category models
 * @since 0.2.0
 */
export type Kind = typeof kinds[number]

const Repository = Schema.String.check(
  Schema.makeFilter((name: string) => /^[\w.-]{1,100}\/[\w.-]{1,100}$/.test(name), {
    expected: "a repository as owner/name"
  })
)

/**
 * @category schemas
 * @since 0.2.0
 */
export const DeveloperSearchRequest = Schema.Struct({
  query: textUpTo(Limits.queryMaxCodePoints),
  k: withDefault(integerBetween({ minimum: 1, maximum: 100 }), 10, "Maximum number of results to return."),
  passages: withDefault(integerBetween({ minimum: 1, maximum: 5 }), 1, "Maximum number of passages per result."),
  types: withDefault(
    distinctListOf(Schema.Literals(kinds), kinds.length),
    [],
    "Kinds of results to return. If empty, results of all kinds are returned."
  ),
  repos: withDefault(distinctListOf(Repository, 20), [], "GitHub repositories to restrict results to.")
})

/**
 * @category models
 * @since 0.2.0
 */
export type DeveloperSearchRequest = typeof DeveloperSearchRequest.Type

const decodeWire = decodeRequest({
  schema: DeveloperSearchRequest,
  decoder: Schema.decodeUnknownEffect(DeveloperSearchRequest, { errors: "all" }),
  placeholders: { query: "query" }
})

/** Filters by properties of repositories that no provider in this library returns. */
const unknowable = "sources, language, topic, license, min_stars, max_stars, archived, fork, skills".split(
  ", "
) as ReadonlyArray<string>

/**
 * Decodes a request. A warning names the filters that cannot be checked.
 *
 * @category decoding
 * @since 0.2.0
 */
export const decode = (input: unknown): Effect.Effect<Decoded<DeveloperSearchRequest>, InvalidRequest> => {
  if (typeof input !== "object" || input === null || Array.isArray(input)) return decodeWire(input)
  const named = unknowable.filter((name) => Object.hasOwn(input, name))
  const rest = Object.fromEntries(Object.entries(input).filter(([name]) => !named.includes(name)))
  return Effect.map(decodeWire(rest), ({ request, warnings }) => ({
    request,
    warnings: named.length === 0
      ? warnings
      : [...warnings, `No provider of this server returns ${named.join(", ")}, so results were not filtered by it.`]
  }))
}

/**
 * @category schemas
 * @since 0.2.0
 */
export const DeveloperSearchResponse = Schema.Struct({
  success: Schema.Literal(true),
  results: Schema.Array(Schema.Struct({
    id: Schema.String,
    url: Schema.String,
    title: Schema.optionalKey(Schema.String),
    passages: Schema.Array(Schema.Struct({ text: Schema.String, citation_url: Schema.String }))
  })),
  /** The filters that could not be applied; absent if none exist. */
  warning: Schema.optionalKey(Schema.String)
})

/**
 * @category models
 * @since 0.2.0
 */
export type DeveloperSearchResponse = typeof DeveloperSearchResponse.Type
