/**
 * Searches through a SearXNG or searx instance you host.
 *
 * The instance must answer JSON (`search.formats` in its settings has `json`).
 *
 * @since 0.1.0
 */
import * as Dialects from "@dunlin/query-operators/Dialects"
import * as TimeFilter from "@dunlin/query-operators/TimeFilter"
import * as Clock from "effect/Clock"
import type * as Config from "effect/Config"
import * as Effect from "effect/Effect"
import type * as HttpClient from "effect/http/HttpClient"
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import * as Hits from "./Hits.ts"
import * as JsonHttp from "./JsonHttp.ts"
import { RateLimited, type Reason, SearchError, Unavailable, Unsupported } from "./SearchError.ts"
import * as SearchProvider from "./SearchProvider.ts"

/**
 * Which instance is asked, and for what.
 *
 * @category options
 * @since 0.1.0
 */
export interface Options extends SearchProvider.Policy {
  /**
   * Where the instance listens.
   *
   * @default "http://127.0.0.1:8080"
   */
  readonly apiUrl?: string | undefined
  /** Engines to ask, by name, instead of those the instance has for the source. */
  readonly engines?: ReadonlyArray<string> | undefined
  /** Category for web searches, for example `science` or `it`. Default: `general`. */
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
    img_format: text
  })),
  unresponsive_engines: Schema.optionalKey(Schema.Array(Schema.Array(Schema.String)))
})

type Response = typeof Response.Type

const ranges = [["day", 86_400_000], ["week", 604_800_000], ["month", 2_678_400_000], ["year", 31_622_400_000]] as const

/** The narrowest range the instance knows that holds the whole window. */
const timeRange = ({ now, question }: JsonHttp.Ask): string | undefined => {
  if (question.time === undefined || question.source === "images") return undefined
  const { from } = TimeFilter.window(question.time, now)
  return from === undefined ? undefined : ranges.find(([, length]) => now - from <= length)?.[0]
}

/** The main language of a country; the default country asks for no language, so that nothing is left out. */
const language = (country: string): string =>
  country === "US" || !/^[A-Z]{2}$/.test(country)
    ? "all"
    : `${new Intl.Locale(`und-${country}`).maximize().language}-${country}`

const size = (value: string | null | undefined): readonly [string | undefined, string | undefined] => {
  const matched = /(\d{1,6})\s*[x×]\s*(\d{1,6})/.exec(value ?? "")
  return [matched?.[1], matched?.[2]]
}

const categories = { web: "general", images: "images", news: "news" } as const

const engine = (options: Options): JsonHttp.Engine<Response> => ({
  name: "searxng",
  apiUrl: "http://127.0.0.1:8080",
  key: "optional",
  dialect: Dialects.searxng,
  sources: ["web", "images", "news"],
  honours: { time: "range", country: true, safe: true },
  // The page is as large as its engines make it; this is only the usual size.
  pageSize: 10,
  maxPages: 20,
  request: (ask, { apiUrl }) =>
    HttpClientRequest.get(`${apiUrl}/search`, {
      urlParams: {
        q: ask.text,
        format: "json",
        categories: ask.question.source === "web" ? options.category ?? "general" : categories[ask.question.source],
        ...(options.engines === undefined ? {} : { engines: options.engines.join(",") }),
        language: language(ask.question.country),
        pageno: ask.page + 1,
        safesearch: ask.question.safe === true ? 2 : 0,
        ...(timeRange(ask) === undefined ? {} : { time_range: timeRange(ask) })
      }
    }),
  response: Response,
  page: ({ results, unresponsive_engines }, { now, question }) => ({
    hits: Hits.all(results, (result) => {
      // searx 1.1 writes `publishedDate` for people ("3 hours ago"), and only to the day.
      const date = Hits.date(result.pubdate, now) ?? Hits.date(result.publishedDate, now)
      const shared = { url: result.url, title: result.title }
      if (question.source === "images") {
        const [imageWidth, imageHeight] = size(result.resolution ?? result.img_format)
        return Hits.image({ ...shared, imageUrl: result.img_src, imageWidth, imageHeight })
      }
      return question.source === "news"
        ? Hits.news({ ...shared, snippet: result.content, date, imageUrl: result.img_src ?? result.thumbnail })
        : Hits.web({ ...shared, description: result.content, publishedAt: date })
    }),
    warnings: (unresponsive_engines ?? []).map(([name, error]) => `SearXNG's engine ${name} did not answer (${error}).`)
  }),
  failure: ({ results, unresponsive_engines }) =>
    results.length === 0 && (unresponsive_engines ?? []).length > 0 ? silence(unresponsive_engines!) : undefined,
  refuse: ({ status }) =>
    status === 403
      ? new Unsupported({ what: "JSON answers; its settings need json in search.formats" })
      : undefined
})

/** Nothing found because no engine answered. */
const silence = (engines: ReadonlyArray<ReadonlyArray<string>>): Reason =>
  engines.every(([, error]) => /too many requests|suspended/i.test(error ?? ""))
    ? new RateLimited({})
    : new Unavailable({
      detail: engines.slice(0, 5).map(([name, error]) => `${name}: ${error}`).join(", ").slice(0, 300)
    })

/** For so long after an engine failed, an empty answer is not believed: searx suspends engines without saying so. */
const suspicion = 120_000

/**
 * Builds the provider that asks a SearXNG instance.
 *
 * @category constructors
 * @since 0.1.0
 */
export const make = Effect.fnUntraced(function*(
  options: Options = {}
): Effect.fn.Return<SearchProvider.SearchProvider["Service"], never, HttpClient.HttpClient> {
  const provider = yield* JsonHttp.make(engine(options), options)
  const failedAt = new Map<SearchProvider.Source, number>()
  return SearchProvider.SearchProvider.of({
    name: provider.name,
    search: Effect.fnUntraced(function*(question) {
      const now = yield* Clock.currentTimeMillis
      const answer = yield* Effect.tapError(
        provider.search(question),
        () => Effect.sync(() => failedAt.set(question.source, now))
      )
      if (answer.warnings.some((warning) => warning.startsWith("SearXNG's engine "))) failedAt.set(question.source, now)
      else if (answer.hits.length === 0 && now - (failedAt.get(question.source) ?? -Infinity) < suspicion) {
        return yield* new SearchError({
          provider: provider.name,
          reason: new Unavailable({ detail: "nothing found a moment after its engines failed; they may be suspended" })
        })
      }
      return answer
    })
  })
})

/**
 * The provider as a layer that asks a SearXNG instance.
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
