/**
 * Searches with Tavily: web, images and news. A few queries a day work without a key.
 *
 * @see https://docs.tavily.com
 * @since 0.1.0
 */
import * as Dialects from "@dunlin/query-operators/Dialects"
import type * as Config from "effect/Config"
import type * as HttpClient from "effect/http/HttpClient"
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import type * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import * as Hits from "./Hits.ts"
import { TAVILY_COUNTRIES } from "./internal/engines/tavilyCountries.ts"
import * as JsonHttp from "./JsonHttp.ts"
import { RateLimited } from "./SearchError.ts"
import type { SearchProvider } from "./SearchProvider.ts"

const text = Schema.optionalKey(Schema.NullOr(Schema.String))

const Response = Schema.Struct({
  results: Schema.Array(Schema.Struct({ url: text, title: text, content: text, published_date: text })),
  images: Schema.optionalKey(Schema.NullOr(Schema.Array(Schema.Union([
    Schema.String,
    Schema.Struct({ url: text, description: text })
  ]))))
})

/** Tavily joins the passages of a page with this text. Each passage has up to 500 characters. */
const BETWEEN_PASSAGES = " [...] "

/** Without a key, the body contains the time to wait. */
const Limited = Schema.Struct({ error: Schema.Struct({ retry_after_seconds: Schema.Number }) })
const isLimited = Schema.is(Limited)

/**
 * Describes Tavily's API for `JsonHttp`.
 *
 * @category engines
 * @since 0.1.0
 */
export const engine: JsonHttp.Engine<typeof Response.Type> = {
  name: "tavily",
  apiUrl: "https://api.tavily.com",
  key: "optional",
  dialect: Dialects.tavily,
  sources: ["web", "images", "news"],
  honours: (source) => ({ time: "dates", country: source !== "news" }),
  pageSize: 20,
  request: ({ days, pageSize, parameters, question, text }, { apiKey, apiUrl }) => {
    const request = HttpClientRequest.post(`${apiUrl}/search`).pipe(
      apiKey === undefined
        ? HttpClientRequest.setHeader("x-tavily-access-mode", "keyless")
        : HttpClientRequest.bearerToken(apiKey)
    )
    const dated = question.source !== "images"
    return HttpClientRequest.bodyJsonUnsafe(request, {
      query: text,
      max_results: pageSize,
      topic: question.source === "news" ? "news" : "general",
      ...(question.source === "news" ? {} : { country: TAVILY_COUNTRIES.get(question.country) }),
      ...(parameters.includeDomains.length > 0 ? { include_domains: parameters.includeDomains } : {}),
      ...(parameters.excludeDomains.length > 0 ? { exclude_domains: parameters.excludeDomains } : {}),
      ...(dated && days.from !== undefined ? { start_date: days.from } : {}),
      ...(dated && days.to !== undefined ? { end_date: days.to } : {}),
      ...(text.includes("\"") ? { exact_match: true } : {}),
      ...(question.source === "images" ? { include_images: true, include_image_descriptions: true } : {})
    })
  },
  response: Response,
  page: ({ images, results }, { now, question }) => {
    if (question.source === "images") {
      return {
        hits: Hits.all(images, (image) => {
          const url = typeof image === "string" ? image : image.url
          return Hits.image({ url, imageUrl: url, title: typeof image === "string" ? "" : image.description })
        }),
        warnings: ["Tavily does not report the page of an image; the image URL is returned instead."]
      }
    }
    const isUnknown = question.source === "web" && !TAVILY_COUNTRIES.has(question.country)
    return {
      hits: Hits.all(results, ({ content, published_date, title, url }) => {
        const date = Hits.date(published_date, now)
        const [first, ...further] = (content ?? "").split(BETWEEN_PASSAGES)
        return question.source === "news"
          ? Hits.news({ url, title, snippet: content, date })
          : Hits.web({ url, title, description: first, publishedAt: date, extraSnippets: further })
      }),
      warnings: isUnknown
        ? [`Tavily does not know the country ${question.country}; its results are not preferred.`]
        : []
    }
  },
  refuse: ({ body, status }) =>
    status === 429 && isLimited(body)
      ? new RateLimited({ retryAfterMillis: body.error.retry_after_seconds * 1000 })
      : undefined
}

/**
 * Returns a provider layer for Tavily.
 *
 * @category layers
 * @since 0.1.0
 */
export const layer = (options?: JsonHttp.Options): Layer.Layer<SearchProvider, never, HttpClient.HttpClient> =>
  JsonHttp.layer(engine, options)

/**
 * Reads `DUNLIN_TAVILY_KEY`, which is optional, and `DUNLIN_TAVILY_URL`.
 *
 * @category layers
 * @since 0.1.0
 */
export const layerConfig: Layer.Layer<SearchProvider, Config.ConfigError, HttpClient.HttpClient> = JsonHttp.layerConfig(
  engine
)
