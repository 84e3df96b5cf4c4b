/**
 * Defines `POST /dunlin/search`, a search with several queries and preferred domains. It is not part of the contract. Its
 * response is that of a search, with `queries`, `duplicates` and `omitted`.
 *
 * @since 0.3.0
 */
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { HostName } from "./HostName.ts"
import { distinct, distinctListOf, withDefault } from "./internal/fields.ts"
import { brokenRules, noticesOf } from "./internal/searchRules.ts"
import { decodeRequest } from "./internal/wire.ts"
import type { DecodeOptions, InvalidRequest } from "./InvalidRequest.ts"
import * as Limits from "./Limits.ts"
import { SearchRequest } from "./SearchRequest.ts"

const { query: Query, ...fields } = SearchRequest.fields

const queries = `1 to ${Limits.lists.queries} queries`

/**
 * The queries, and the search fields that apply to each of them.
 *
 * @category schemas
 * @since 0.3.0
 */
export const SearchManyRequest = Schema.Struct({
  queries: Schema.Array(Query).check(Schema.isBetweenLength(1, Limits.lists.queries, { expected: queries })),
  preferDomains: withDefault(
    distinctListOf(HostName, Limits.lists.domains),
    [],
    "Hostnames whose results, including those of their subdomains, are ranked higher. Other results are not removed."
  ),
  ...fields
}).check(Schema.makeFilter(brokenRules))

/**
 * @category models
 * @since 0.3.0
 */
export type SearchManyRequest = typeof SearchManyRequest.Type

/**
 * The input of the request.
 *
 * @category models
 * @since 0.3.0
 */
export type SearchManyRequestInput = typeof SearchManyRequest.Encoded

const decodeWire = decodeRequest({
  schema: SearchManyRequest,
  decoder: Schema.decodeUnknownEffect(SearchManyRequest, { errors: "all" }),
  placeholders: { queries: ["query"] }
})

/**
 * A decoded request, with warnings about ignored fields.
 *
 * @category models
 * @since 0.3.0
 */
export interface Decoded {
  /** The search. Its query contains the words of all queries. */
  readonly request: SearchRequest
  /** The distinct queries, and the preferred domains. */
  readonly many: Pick<SearchManyRequest, "preferDomains" | "queries">
  readonly warnings: ReadonlyArray<string>
}

/**
 * Decodes a request body, with warnings about ignored fields. Fails with one issue per fault.
 *
 * **Example** (Duplicate queries are removed)
 *
 * ```ts
 * import { SearchMany } from "@dunlin/schema"
 * import { Effect } from "effect"
 *
 * const input: SearchMany.SearchManyRequestInput = { queries: ["waders", " waders ", "plovers"], limit: 5 }
 * const { many, request }: SearchMany.Decoded = await Effect.runPromise(SearchMany.decode(input))
 * console.log(many.queries, request.limit) // [ 'waders', 'plovers' ] 5
 * ```
 *
 * @category decoding
 * @since 0.3.0
 */
export const decode = (input: unknown, options?: DecodeOptions): Effect.Effect<Decoded, InvalidRequest> =>
  Effect.map(decodeWire(input, options), ({ request: { preferDomains, queries, ...request }, warnings }) => {
    const each = distinct(queries.map((query) => query.trim()))
    return {
      request: { ...request, query: each.join(" ") },
      many: { queries: each, preferDomains },
      warnings: noticesOf(input, request, warnings)
    }
  })
