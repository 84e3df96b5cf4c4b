/**
 * Searches an Algolia index that another program fills, such as DocSearch.
 *
 * @see https://www.algolia.com/doc/rest-api/search
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
  /** The URL of the index: `https://APPID-dsn.algolia.net/1/indexes/docs`. */
  readonly apiUrl?: string | undefined
  /** A search key. The application id is read from the URL. */
  readonly apiKey?: JsonHttp.Options["apiKey"]
  readonly fields?: Fields | undefined
}

const Response = Schema.Struct({ hits: list(Document) })

const PAGE_SIZE = 100
/** Algolia returns at most 1,000 hits per query by default. */
const MAX_PAGES = 10
const WORDS_OF_SNIPPET = 40

const applicationOf = (apiUrl: string): string =>
  (URL.parse(apiUrl)?.hostname.split(".")[0] ?? "").replace(/-(?:dsn|\d+)$/, "").toUpperCase()

const snippetIn = (hit: typeof Document.Type, texts: ReadonlyArray<string>): string | undefined => {
  const snippets = hit["_snippetResult"] as Readonly<Record<string, { readonly value?: unknown }>> | undefined
  const found = texts.map((name) => snippets?.[name]?.value).find((value) => typeof value === "string" && value !== "")
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
    name: "algolia",
    apiUrl: "https://latency-dsn.algolia.net/1/indexes/docs",
    dialect: Dialects.algolia,
    sources: ["web"],
    honours: read.filtered === undefined ? {} : { time: "dates" },
    pageSize: PAGE_SIZE,
    maxPages: MAX_PAGES,
    request: ({ days, page, pageSize, text }, { apiKey, apiUrl }) => {
      const filter = read.filtered === undefined
        ? ""
        : secondsIn(read.filtered, days, { atLeast: " >= ", below: " < ", and: " AND " })
      return HttpClientRequest.post(`${apiUrl}/query`, {
        headers: { "x-algolia-application-id": applicationOf(apiUrl), "x-algolia-api-key": secret(apiKey) }
      }).pipe(HttpClientRequest.bodyJsonUnsafe({
        query: text,
        advancedSyntax: true,
        page,
        hitsPerPage: pageSize,
        attributesToSnippet: read.texts.map((name) => `${name}:${WORDS_OF_SNIPPET}`),
        ...(read.searched.length === 0 ? {} : { restrictSearchableAttributes: read.searched }),
        ...(filter === "" ? {} : { filters: filter })
      }))
    },
    response: Response,
    page: ({ hits }, { now }) => ({
      hits: (hits ?? []).flatMap((hit) => hitOf(hit, read, { now, snippet: snippetIn(hit, read.texts) }))
    })
  }
}

/**
 * Provides Algolia as a search provider.
 *
 * @category layers
 * @since 0.2.0
 */
export const layer = (options: Options): Layer.Layer<SearchProvider, never, HttpClient.HttpClient> =>
  JsonHttp.layer(engine(options.fields), options)

/**
 * Reads `DUNLIN_ALGOLIA_KEY` and `DUNLIN_ALGOLIA_URL`.
 *
 * @category layers
 * @since 0.2.0
 */
export const layerConfig = (
  fields?: Fields
): Layer.Layer<SearchProvider, Config.ConfigError, HttpClient.HttpClient> =>
  Layer.unwrap(Effect.map(JsonHttp.settings("algolia"), (options) => layer({ ...options, fields })))
