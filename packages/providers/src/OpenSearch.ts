/**
 * Searches an index of OpenSearch or Elasticsearch that another program fills.
 *
 * @see https://docs.opensearch.org/latest/api-reference/search-apis/search/
 * @since 0.2.0
 */
import * as Dialects from "@dunlin/query-operators/Dialects"
import type * as Config from "effect/Config"
import * as Effect from "effect/Effect"
import type * as HttpClient from "effect/http/HttpClient"
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import { Document, type Fields, fieldsOf, hitOf } from "./internal/engines/ownIndex.ts"
import { list, secret } from "./internal/engines/wire.ts"
import * as JsonHttp from "./JsonHttp.ts"
import type { SearchProvider } from "./SearchProvider.ts"

export type { Fields } from "./internal/engines/ownIndex.ts"

/**
 * The index, and the mapping of its fields to those of a hit.
 *
 * @category options
 * @since 0.2.0
 */
export interface Options extends JsonHttp.Options {
  /** The URL of the index: `https://search.example:9200/docs`. */
  readonly apiUrl?: string | undefined
  /** `user:password`, or an API key of Elasticsearch. A cluster without security needs none. */
  readonly apiKey?: JsonHttp.Options["apiKey"]
  readonly fields?: Fields | undefined
}

const Response = Schema.Struct({
  timed_out: Schema.optionalKey(Schema.Boolean),
  _shards: Schema.optionalKey(Schema.Struct({ total: Schema.Number, failed: Schema.Number })),
  hits: Schema.Struct({
    hits: list(Schema.Struct({
      _source: Schema.optionalKey(Document),
      highlight: Schema.optionalKey(Schema.Record(Schema.String, Schema.Array(Schema.String)))
    }))
  })
})

/** A cluster returns the hits of the other shards if one fails, and the hits that it has after a timeout. */
const gaps = ({ _shards, timed_out }: typeof Response.Type): ReadonlyArray<string> => [
  ...(_shards !== undefined && _shards.failed > 0
    ? [`OpenSearch could not search ${_shards.failed} of ${_shards.total} shards, so results are incomplete.`]
    : []),
  ...(timed_out === true ? ["OpenSearch timed out, so results are incomplete."] : [])
]

const authorization = (key: string): string =>
  key.includes(":") ? `Basic ${Buffer.from(key).toString("base64")}` : `ApiKey ${key}`

/** For queries of more than two words, a hit must contain this share of them. */
const MIN_SHARE_OF_WORDS = "2<70%"

const PAGE_SIZE = 100
/** OpenSearch returns at most 10,000 hits per query. */
const MAX_PAGES_OF_OPENSEARCH = 100

/**
 * Describes an index for `JsonHttp`.
 *
 * @category engines
 * @since 0.2.0
 */
export const engine = (fields?: Fields): JsonHttp.Engine<typeof Response.Type> => {
  const read = fieldsOf(fields)
  return {
    name: "opensearch",
    apiUrl: "http://127.0.0.1:9200/_all",
    key: "optional",
    dialect: Dialects.openSearch,
    sources: ["web"],
    honours: read.filtered === undefined ? {} : { time: "dates" },
    pageSize: PAGE_SIZE,
    maxPages: MAX_PAGES_OF_OPENSEARCH,
    request: ({ days, page, pageSize, text }, { apiKey, apiUrl }) => {
      const range = {
        ...(days.from === undefined ? {} : { gte: days.from }),
        // The upper bound must include the whole last day.
        ...(days.to === undefined ? {} : { lt: `${days.to}||+1d` })
      }
      return HttpClientRequest.post(`${apiUrl}/_search`, {
        headers: apiKey === undefined ? {} : { authorization: authorization(secret(apiKey)) }
      }).pipe(HttpClientRequest.bodyJsonUnsafe({
        from: page * pageSize,
        size: pageSize,
        query: {
          bool: {
            must: [{
              simple_query_string: {
                query: text,
                // With these flags, all other characters are parts of words.
                flags: "PHRASE|NOT",
                ...(read.searched.length === 0 ? {} : { fields: read.searched }),
                minimum_should_match: MIN_SHARE_OF_WORDS
              }
            }],
            filter: read.filtered === undefined || Object.keys(range).length === 0
              ? []
              : [{ range: { [read.filtered]: range } }]
          }
        },
        highlight: { fields: Object.fromEntries(read.texts.map((name) => [name, {}])), number_of_fragments: 1 }
      }))
    },
    response: Response,
    page: (response, { now }) => ({
      hits: (response.hits.hits ?? []).flatMap(({ _source = {}, highlight }) =>
        hitOf(_source, read, { now, snippet: Object.values(highlight ?? {})[0]?.[0] })
      ),
      warnings: gaps(response)
    })
  }
}

/**
 * Provides OpenSearch as a search provider.
 *
 * @category layers
 * @since 0.2.0
 */
export const layer = (options: Options): Layer.Layer<SearchProvider, never, HttpClient.HttpClient> =>
  JsonHttp.layer(engine(options.fields), options)

/**
 * Reads `DUNLIN_OPENSEARCH_KEY` and `DUNLIN_OPENSEARCH_URL`.
 *
 * @category layers
 * @since 0.2.0
 */
export const layerConfig = (
  fields?: Fields
): Layer.Layer<SearchProvider, Config.ConfigError, HttpClient.HttpClient> =>
  Layer.unwrap(Effect.map(JsonHttp.settings("opensearch"), (options) => layer({ ...options, fields })))
