/**
 * Searches a Typesense index that another program fills.
 *
 * @see https://typesense.org/docs/30.1/api/search.html
 * @since 0.2.0
 */
import * as Dialects from "@dunlin/query-operators/Dialects"
import type * as Config from "effect/Config"
import * as Effect from "effect/Effect"
import type * as HttpClient from "effect/http/HttpClient"
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import { Document, type Fields, fieldsOf, hitOf, secondsIn } from "./internal/engines/ownIndex.ts"
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
  /** The URL of the index: `https://search.example/collections/docs`. */
  readonly apiUrl?: string | undefined
  readonly apiKey?: JsonHttp.Options["apiKey"]
  readonly fields?: Fields | undefined
}

const Response = Schema.Struct({
  hits: list(Schema.Struct({
    document: Document,
    highlights: list(Schema.Struct({ snippet: Schema.optionalKey(Schema.String) }))
  }))
})

const PAGE_SIZE_OF_TYPESENSE = 250
const MAX_PAGES_OF_TYPESENSE = 40

/**
 * Describes a collection for `JsonHttp`.
 *
 * @category engines
 * @since 0.2.0
 */
export const engine = (fields?: Fields): JsonHttp.Engine<typeof Response.Type> => {
  const read = fieldsOf(fields)
  return {
    name: "typesense",
    apiUrl: "http://127.0.0.1:8108/collections/docs",
    dialect: Dialects.typesense,
    sources: ["web"],
    honours: read.filtered === undefined ? {} : { time: "dates" },
    pageSize: PAGE_SIZE_OF_TYPESENSE,
    maxPages: MAX_PAGES_OF_TYPESENSE,
    request: ({ days, page, pageSize, text }, { apiKey, apiUrl }) => {
      const filter = read.filtered === undefined
        ? ""
        : secondsIn(read.filtered, days, { atLeast: ":>=", below: ":<", and: " && " })
      return HttpClientRequest.get(`${apiUrl}/documents/search`, {
        urlParams: {
          q: text,
          // By default, all text fields.
          query_by: read.searched.length === 0 ? "*" : read.searched.join(","),
          per_page: pageSize,
          page: page + 1,
          ...(filter === "" ? {} : { filter_by: filter })
        },
        headers: { "x-typesense-api-key": secret(apiKey) }
      })
    },
    response: Response,
    page: ({ hits }, { now }) => ({
      hits: (hits ?? []).flatMap(({ document, highlights }) =>
        hitOf(document, read, { now, snippet: highlights?.[0]?.snippet })
      )
    })
  }
}

/**
 * Provides Typesense as a search provider.
 *
 * @category layers
 * @since 0.2.0
 */
export const layer = (options: Options): Layer.Layer<SearchProvider, never, HttpClient.HttpClient> =>
  JsonHttp.layer(engine(options.fields), options)

/**
 * Reads `DUNLIN_TYPESENSE_KEY` and `DUNLIN_TYPESENSE_URL`.
 *
 * @category layers
 * @since 0.2.0
 */
export const layerConfig = (
  fields?: Fields
): Layer.Layer<SearchProvider, Config.ConfigError, HttpClient.HttpClient> =>
  Layer.unwrap(Effect.map(JsonHttp.settings("typesense"), (options) => layer({ ...options, fields })))
