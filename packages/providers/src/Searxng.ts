/**
 * Searches with a self-hosted SearXNG or searx instance. The instance must support JSON (`search.formats` in its
 * settings contains `json`).
 *
 * @since 0.1.0
 */
import * as Dialects from "@dunlin/query-operators/Dialects"
import * as TimeFilter from "@dunlin/query-operators/TimeFilter"
import type * as Config from "effect/Config"
import * as Effect from "effect/Effect"
import type * as HttpClient from "effect/http/HttpClient"
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import * as Hits from "./Hits.ts"
import * as JsonHttp from "./JsonHttp.ts"
import { RateLimited, type Reason, Unavailable, Unsupported } from "./SearchError.ts"
import * as SearchProvider from "./SearchProvider.ts"

/**
 * The URL of the instance, and options of its searches.
 *
 * @category options
 * @since 0.1.0
 */
export interface Options extends SearchProvider.Policy {
  /**
   * The URL of the instance.
   *
   * @default "http://127.0.0.1:8080"
   */
  readonly apiUrl?: string | undefined
  /**
   * The names of engines to use. By default, the instance chooses them for the source. With `category`, the instance
   * also uses the engines of that category.
   */
  readonly engines?: ReadonlyArray<string> | undefined
  /** The category for web searches, for example `science` or `it`. @default "general" */
  readonly category?: string | undefined
}

const text = Schema.optionalKey(Schema.NullOr(Schema.String))

const Response = Schema.Struct({
  results: Schema.Array(Schema.Struct({
    url: text,
    title: text,
    content: text,
    publishedDate: text,
    pubdate: text,
    img_src: text,
    thumbnail: text,
    thumbnail_src: text,
    resolution: text,
    img_format: text,
    engines: Schema.optionalKey(Schema.Array(Schema.String))
  })),
  unresponsive_engines: Schema.optionalKey(Schema.Array(Schema.Array(Schema.String)))
})

type Response = typeof Response.Type

const ranges = [["day", 86_400_000], ["week", 604_800_000], ["month", 2_678_400_000], ["year", 31_622_400_000]] as const

const timeRange = ({ now, question }: JsonHttp.Ask): string | undefined => {
  if (question.time === undefined || question.source === "images") return undefined
  const { from } = TimeFilter.window(question.time, now)
  return from === undefined ? undefined : ranges.find(([, length]) => now - from <= length)?.[0]
}

/** The default country sets no language, so that no result is excluded. */
const language = (country: string): string =>
  country === "US" || !/^[A-Z]{2}$/.test(country)
    ? "all"
    : `${new Intl.Locale(`und-${country}`).maximize().language}-${country}`

const size = (value: string | null | undefined): readonly [string | undefined, string | undefined] => {
  const matched = /(\d{1,6})\s*[x×]\s*(\d{1,6})/.exec(value ?? "")
  return [matched?.[1], matched?.[2]]
}

/**
 * Returns the category of a search. An instance adds the engines of the category to a list of engines, so that a list
 * has no category unless the user chose one.
 */
const categoryOf = ({ category, engines = [] }: Options, source: SearchProvider.Source): string | undefined =>
  source === "web" && category !== undefined ? category : engines.length > 0 ? undefined : categories[source]

const categories = { web: "general", images: "images", news: "news" } as const

/** searx skips a failed engine for this many milliseconds (default of `max_ban_time_on_fail`). */
const SUSPENSION = 120_000
/** More than an instance has: about a hundred per category. */
const MAX_REMEMBERED_ENGINES = 1_000

/**
 * Tracks engines that recently reported a failure. SearXNG repeats the report while it skips an engine, but searx is
 * silent, so that an empty result may mean that no engine was queried.
 */
const makeMemory = () => {
  const failedAt = new Map<string, number>()
  const keyOf = (source: SearchProvider.Source, name: string) => `${source} ${name}`
  return {
    note: ({ results, unresponsive_engines = [] }: Response, { now, question: { source } }: JsonHttp.Ask): void => {
      for (const name of results.flatMap(({ engines = [] }) => engines)) failedAt.delete(keyOf(source, name))
      for (const [name = ""] of unresponsive_engines) {
        failedAt.delete(keyOf(source, name))
        if (failedAt.size >= MAX_REMEMBERED_ENGINES) failedAt.delete(failedAt.keys().next().value!)
        failedAt.set(keyOf(source, name), now)
      }
    },
    leftOut: ({ now, question: { source } }: JsonHttp.Ask): ReadonlyArray<string> =>
      [...failedAt].flatMap(([key, time]) =>
        now - time < SUSPENSION && key.startsWith(`${source} `) ? [key.slice(source.length + 1)] : []
      )
  }
}

const optional = (name: string, value: string | undefined): Record<string, string> =>
  value === undefined || value === "" ? {} : { [name]: value }

const engine = (options: Options, memory: ReturnType<typeof makeMemory>): JsonHttp.Engine<Response> => ({
  name: "searxng",
  apiUrl: "http://127.0.0.1:8080",
  key: "optional",
  dialect: Dialects.searxng,
  sources: ["web", "images", "news"],
  honours: { time: "range", country: true, safe: true },
  // The usual page size. The real one depends on the engines.
  pageSize: 10,
  maxPages: 20,
  request: (ask, { apiUrl }) =>
    HttpClientRequest.get(`${apiUrl}/search`, {
      urlParams: {
        q: ask.text,
        format: "json",
        ...optional("categories", categoryOf(options, ask.question.source)),
        ...optional("engines", options.engines?.join(",")),
        language: language(ask.question.country),
        pageno: ask.page + 1,
        safesearch: ask.question.safe === true ? 2 : 0,
        ...optional("time_range", timeRange(ask))
      }
    }),
  response: Response,
  page: ({ results, unresponsive_engines = [] }, ask) => ({
    hits: Hits.all(results, (result) => {
      // searx 1.1 formats `publishedDate` for people ("3 hours ago"), with the precision of a day.
      const date = Hits.date(result.pubdate, ask.now) ?? Hits.date(result.publishedDate, ask.now)
      const shared = { url: result.url, title: result.title }
      if (ask.question.source === "images") {
        const [imageWidth, imageHeight] = size(result.resolution ?? result.img_format)
        return Hits.image({ ...shared, imageUrl: result.img_src, imageWidth, imageHeight })
      }
      return ask.question.source === "news"
        ? Hits.news({ ...shared, snippet: result.content, date, imageUrl: result.img_src ?? result.thumbnail })
        : Hits.web({ ...shared, description: result.content, publishedAt: date })
    }),
    warnings: results.length === 0 && ask.page === 0
      ? memory.leftOut(ask).map((name) =>
        `SearXNG's engine ${name} failed less than two minutes ago and may have been skipped.`
      )
      : unresponsive_engines.map(([name, error]) => `SearXNG's engine ${name} did not respond (${error}).`)
  }),
  failure: (response, ask) => {
    memory.note(response, ask)
    const { results, unresponsive_engines = [] } = response
    return results.length === 0 && unresponsive_engines.length > 0 ? silence(unresponsive_engines) : undefined
  },
  refuse: ({ status }) =>
    status === 403
      ? new Unsupported({ what: "JSON responses; add json to search.formats in its settings" })
      : undefined
})

/** Returns the reason for an empty response if no engine has responded. */
const silence = (engines: ReadonlyArray<ReadonlyArray<string>>): Reason =>
  engines.every(([, error]) => /too many requests|suspended/i.test(error ?? ""))
    ? new RateLimited({})
    : new Unavailable({
      detail: engines.slice(0, 5).map(([name, error]) => `${name}: ${error}`).join(", ").slice(0, 300)
    })

/**
 * Builds the provider for a SearXNG instance. The instance's report on its engines decides about empty results: an
 * error if an engine failed, and an empty response otherwise.
 *
 * @category constructors
 * @since 0.1.0
 */
export const make = (
  options: Options = {}
): Effect.Effect<SearchProvider.SearchProvider["Service"], never, HttpClient.HttpClient> =>
  Effect.suspend(() => JsonHttp.make(engine(options, makeMemory()), options))

/**
 * Provides a SearXNG instance as a search provider.
 *
 * @category layers
 * @since 0.1.0
 */
export const layer = (options?: Options): Layer.Layer<SearchProvider.SearchProvider, never, HttpClient.HttpClient> =>
  Layer.effect(SearchProvider.SearchProvider, make(options))

/**
 * Reads `DUNLIN_SEARXNG_URL`.
 *
 * @category layers
 * @since 0.1.0
 */
export const layerConfig: Layer.Layer<SearchProvider.SearchProvider, Config.ConfigError, HttpClient.HttpClient> = Layer
  .unwrap(Effect.map(JsonHttp.settings("searxng"), ({ apiUrl }) => layer({ apiUrl })))
