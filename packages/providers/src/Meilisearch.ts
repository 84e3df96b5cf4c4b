/**
 * Searches a Meilisearch index that another program fills.
 *
 * @see https://www.meilisearch.com/docs/reference/api/search
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
  /** The URL of the index: `https://search.example/indexes/docs`. */
  readonly apiUrl?: string | undefined
  /** A search key. A server without keys needs none. */
  readonly apiKey?: JsonHttp.Options["apiKey"]
  readonly fields?: Fields | undefined
}

const Response = Schema.Struct({ hits: list(Document) })

const PAGE_SIZE = 100
/** Meilisearch returns at most 1,000 hits per query by default. */
const MAX_PAGES = 10
const WORDS_OF_SNIPPET = 40

/** Meilisearch returns snippets in `_formatted`, an object with the document's fields. */
const snippetIn = (hit: typeof Document.Type, texts: ReadonlyArray<string>): string | undefined => {
  const formatted = hit["_formatted"] as Readonly<Record<string, unknown>> | undefined
  const found = texts.map((name) => formatted?.[name]).find((value) => typeof value === "string" && value !== "")
  return found as string | undefined
}

/**
 * Describes an index for `JsonHttp`.
 *
 * @category engines
 * @since 0.2.0
 */
export const engine = (fields?: Fields): JsonHttp.Engine<typeof Response.Type> => {
  const read = fieldsOf(fields)
  return {
    name: "meilisearch",
    apiUrl: "http://127.0.0.1:7700/indexes/docs",
    key: "optional",
    dialect: Dialects.meilisearch,
    sources: ["web"],
    honours: read.filtered === undefined ? {} : { time: "dates" },
    pageSize: PAGE_SIZE,
    maxPages: MAX_PAGES,
    request: ({ days, page, pageSize, text }, { apiKey, apiUrl }) => {
      const filter = read.filtered === undefined
        ? ""
        : secondsIn(read.filtered, days, { atLeast: " >= ", below: " < ", and: " AND " })
      const request = HttpClientRequest.post(`${apiUrl}/search`).pipe(HttpClientRequest.bodyJsonUnsafe({
        q: text,
        offset: page * pageSize,
        limit: pageSize,
        attributesToCrop: read.texts,
        cropLength: WORDS_OF_SNIPPET,
        ...(read.searched.length === 0 ? {} : { attributesToSearchOn: read.searched }),
        ...(filter === "" ? {} : { filter })
      }))
      return apiKey === undefined ? request : HttpClientRequest.bearerToken(request, secret(apiKey))
    },
    response: Response,
    page: ({ hits }, { now }) => ({
      hits: (hits ?? []).flatMap((hit) => hitOf(hit, read, { now, snippet: snippetIn(hit, read.texts) }))
    })
  }
}

/**
 * Provides Meilisearch as a search provider.
 *
 * @category layers
 * @since 0.2.0
 */
export const layer = (options: Options): Layer.Layer<SearchProvider, never, HttpClient.HttpClient> =>
  JsonHttp.layer(engine(options.fields), options)

/**
 * Reads `DUNLIN_MEILISEARCH_KEY` and `DUNLIN_MEILISEARCH_URL`.
 *
 * @category layers
 * @since 0.2.0
 */
export const layerConfig = (
  fields?: Fields
): Layer.Layer<SearchProvider, Config.ConfigError, HttpClient.HttpClient> =>
  Layer.unwrap(Effect.map(JsonHttp.settings("meilisearch"), (options) => layer({ ...options, fields })))
