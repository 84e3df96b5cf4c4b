/**
 * Searches Google through Serper: web, images and news.
 *
 * @see https://serper.dev
 * @since 0.1.0
 */
import * as Dialects from "@dunlin/query-operators/Dialects"
import type { ImageSize } from "@dunlin/query-operators/QueryNode"
import * as TimeFilter from "@dunlin/query-operators/TimeFilter"
import type * as Config from "effect/Config"
import type * as HttpClient from "effect/http/HttpClient"
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import type * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import * as Hits from "./Hits.ts"
import * as JsonHttp from "./JsonHttp.ts"
import type { SearchProvider } from "./SearchProvider.ts"

const text = Schema.optionalKey(Schema.NullOr(Schema.String))
const number = Schema.optionalKey(Schema.NullOr(Schema.Number))

const Results = Schema.optionalKey(Schema.NullOr(Schema.Array(Schema.Struct({
  link: text,
  title: text,
  snippet: text,
  date: text,
  imageUrl: text,
  imageWidth: number,
  imageHeight: number
}))))

const Response = Schema.Struct({ organic: Results, images: Results, news: Results })

/** Google's image size classes, each with its minimum number of pixels. */
const classes: ReadonlyArray<readonly [name: string, pixels: number]> = [
  ["qsvga", 400 * 300],
  ["vga", 640 * 480],
  ["svga", 800 * 600],
  ["xga", 1024 * 768],
  ["2mp", 1600 * 1200],
  ["4mp", 2272 * 1704],
  ["6mp", 2816 * 2112],
  ["8mp", 3264 * 2448],
  ["10mp", 3648 * 2736],
  ["12mp", 4096 * 3072]
]

/** Returns the largest class that excludes no larger image. The exact size is checked on the hits. */
export const sizeClass = (least: ImageSize): string | undefined => {
  const name = classes.findLast(([, pixels]) => pixels <= least.width * least.height)?.[0]
  return name === undefined ? undefined : `isz:lt,islt:${name}`
}

/** Returns Google's `tbs` parameter. The time filter of this library has the same format. */
export const tbs = ({ parameters, question }: JsonHttp.Ask): string | undefined => {
  if (question.source === "images") {
    return parameters.largerThan === undefined ? undefined : sizeClass(parameters.largerThan)
  }
  return question.time === undefined ? undefined : TimeFilter.print(question.time)
}

/**
 * Describes Serper's API for `JsonHttp`.
 *
 * @category engines
 * @since 0.1.0
 */
export const engine: JsonHttp.Engine<typeof Response.Type> = {
  name: "serper",
  apiUrl: "https://google.serper.dev",
  dialect: Dialects.serper,
  sources: ["web", "images", "news"],
  honours: { time: "dates", sortByDate: true, country: true, location: true },
  pageSize: 100,
  // Google has ignored `num` above 10 since 2025: https://github.com/serpapi/google-search-results-python/issues/82
  fallbackPageSize: 10,
  maxPages: 10,
  request: (ask, { apiKey, apiUrl }) => {
    const { country, location, source } = ask.question
    const filter = tbs(ask)
    return HttpClientRequest.post(`${apiUrl}/${source === "web" ? "search" : source}`, {
      headers: { "x-api-key": Redacted.value(apiKey ?? Redacted.make("")) }
    }).pipe(HttpClientRequest.bodyJsonUnsafe({
      q: ask.text,
      gl: country.toLowerCase(),
      // Serper accepts only multiples of ten.
      num: Math.ceil(ask.pageSize / 10) * 10,
      page: ask.page + 1,
      ...(location === undefined ? {} : { location }),
      ...(filter === undefined ? {} : { tbs: filter })
    }))
  },
  response: Response,
  page: ({ images, news, organic }, { now, question }) => {
    switch (question.source) {
      case "web":
        return {
          hits: Hits.all(
            organic,
            ({ date, link, snippet, title }) =>
              Hits.web({ url: link, title, description: snippet, publishedAt: Hits.date(date, now) })
          )
        }
      case "news":
        return {
          hits: Hits.all(
            news,
            ({ date, imageUrl, link, snippet, title }) =>
              Hits.news({ url: link, title, snippet, date: Hits.date(date, now) ?? date, imageUrl })
          )
        }
      case "images":
        return {
          hits: Hits.all(images, ({ link, ...image }) => Hits.image({ url: link, ...image }))
        }
    }
  }
}

/**
 * Returns a provider layer for Serper.
 *
 * @category layers
 * @since 0.1.0
 */
export const layer = (options: JsonHttp.Options): Layer.Layer<SearchProvider, never, HttpClient.HttpClient> =>
  JsonHttp.layer(engine, options)

/**
 * Reads `DUNLIN_SERPER_KEY` and `DUNLIN_SERPER_URL`.
 *
 * @category layers
 * @since 0.1.0
 */
export const layerConfig: Layer.Layer<SearchProvider, Config.ConfigError, HttpClient.HttpClient> = JsonHttp.layerConfig(
  engine
)
