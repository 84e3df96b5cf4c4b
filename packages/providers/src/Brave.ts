/**
 * Searches with the Brave Search API: web, images and news.
 *
 * @see https://api-dashboard.search.brave.com/documentation
 * @since 0.1.0
 */
import * as Dialects from "@dunlin/query-operators/Dialects"
import type * as TimeFilter from "@dunlin/query-operators/TimeFilter"
import type * as Config from "effect/Config"
import * as DateTime from "effect/DateTime"
import type * as HttpClient from "effect/http/HttpClient"
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import type * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import * as Hits from "./Hits.ts"
import * as JsonHttp from "./JsonHttp.ts"
import { QuotaExceeded, type Reason, Unauthorized } from "./SearchError.ts"
import type { SearchProvider } from "./SearchProvider.ts"

const text = Schema.optionalKey(Schema.NullOr(Schema.String))
const number = Schema.optionalKey(Schema.NullOr(Schema.Number))
const thumbnail = Schema.optionalKey(Schema.NullOr(Schema.Struct({ src: text, original: text })))

const Result = Schema.Struct({
  url: text,
  title: text,
  description: text,
  page_age: text,
  age: text,
  extra_snippets: Schema.optionalKey(Schema.NullOr(Schema.Array(Schema.String))),
  thumbnail,
  properties: Schema.optionalKey(Schema.NullOr(Schema.Struct({ url: text, width: number, height: number })))
})

const Results = Schema.optionalKey(Schema.NullOr(Schema.Array(Result)))

const Response = Schema.Struct({
  query: Schema.optionalKey(Schema.NullOr(Schema.Struct({
    more_results_available: Schema.optionalKey(Schema.NullOr(Schema.Boolean))
  }))),
  web: Schema.optionalKey(Schema.NullOr(Schema.Struct({ results: Results }))),
  results: Results
})

const countries = new Set(
  ("AR AU AT BE BR CA CL DK FI FR DE GR HK IN ID IT JP KR MY MX NL NZ NO CN PL PT PH RU SA ZA ES SE CH TW TR GB US")
    .split(" ")
)

const letters: Partial<Record<TimeFilter.Unit, string>> = { day: "pd", week: "pw", month: "pm", year: "py" }

const freshness = ({ days, now, question }: JsonHttp.Ask): string | undefined => {
  const range = question.time?.range
  if (range !== undefined && range.count === 1 && letters[range.unit] !== undefined) return letters[range.unit]
  if (days.from === undefined && days.to === undefined) return undefined
  return `${days.from ?? "1970-01-01"}to${days.to ?? DateTime.formatIsoDateUtc(DateTime.makeUnsafe(now))}`
}

const Rejection = Schema.Struct({ error: Schema.Struct({ code: Schema.String }) })
const isRejection = Schema.is(Rejection)

/** Returns the last number of a header such as `50, 2000`: the value for the month. The first is for the second. */
const ofMonth = (header: string | undefined): number => Number(/,\s*(\d{1,12})\s*$/.exec(header ?? "")?.[1])

const refuse = ({ body, headers, status }: JsonHttp.Refusal): Reason | undefined => {
  // Brave returns status 422 for a wrong key, and for wrong parameters.
  if (status === 422 && isRejection(body) && body.error.code.startsWith("SUBSCRIPTION_TOKEN_")) {
    return new Unauthorized({ status })
  }
  // Plans without a monthly limit report the limit 0, and 0 remaining requests.
  return status === 429 && ofMonth(headers["x-ratelimit-remaining"]) === 0 &&
      ofMonth(headers["x-ratelimit-limit"]) !== 0
    ? new QuotaExceeded({})
    : undefined
}

const place = (location: string | undefined): Record<string, string> => {
  const parts = (location ?? "").split(",").map((part) => part.trim())
  if (parts.length < 2 || parts.some((part) => part === "" || !/^[\x20-\x7e]+$/.test(part))) return {}
  return { "x-loc-city": parts[0]!, ...(parts.length > 2 ? { "x-loc-state-name": parts[1]! } : {}) }
}

/**
 * Describes Brave's API for `JsonHttp`.
 *
 * @category engines
 * @since 0.1.0
 */
export const engine: JsonHttp.Engine<typeof Response.Type> = {
  name: "brave",
  apiUrl: "https://api.search.brave.com/res/v1",
  dialect: Dialects.brave,
  sources: ["web", "images", "news"],
  honours: (source) => ({ time: "dates", country: true, location: source === "web", safe: true }),
  pageSize: ({ source }) => source === "web" ? 20 : source === "news" ? 50 : 100,
  // `offset` counts pages, 0 to 9; image searches have one page
  maxPages: ({ source }) => source === "images" ? 1 : 10,
  request: (ask, { apiKey, apiUrl }) => {
    const { country, location, safe, source } = ask.question
    const fresh = source === "images" ? undefined : freshness(ask)
    return HttpClientRequest.get(`${apiUrl}/${source}/search`, {
      urlParams: {
        q: ask.text,
        count: ask.pageSize,
        country: countries.has(country) ? country : "ALL",
        safesearch: safe === true ? "strict" : "off",
        ...(source === "images" ? {} : { offset: ask.page }),
        ...(source === "web" ? { text_decorations: "false", result_filter: "web", extra_snippets: "true" } : {}),
        ...(fresh === undefined ? {} : { freshness: fresh })
      },
      headers: {
        "x-subscription-token": Redacted.value(apiKey ?? Redacted.make("")),
        ...(source === "web" ? place(location) : {})
      }
    })
  },
  response: Response,
  page: ({ query, results, web }, { now, page, question }) => {
    const { country, source } = question
    const items = source === "web" ? web?.results : results
    return {
      hits: Hits.all(items, (item) => {
        const date = Hits.date(item.page_age, now) ?? Hits.date(item.age, now)
        const shared = { url: item.url, title: item.title === undefined ? "" : Hits.plain(item.title ?? "") }
        switch (source) {
          case "web":
            return Hits.web({
              ...shared,
              description: Hits.plain(item.description ?? ""),
              publishedAt: date,
              extraSnippets: item.extra_snippets?.map(Hits.plain)
            })
          case "news":
            return Hits.news({
              ...shared,
              snippet: Hits.plain(item.description ?? ""),
              date: date ?? item.age,
              imageUrl: item.thumbnail?.original ?? item.thumbnail?.src
            })
          case "images":
            return Hits.image({
              ...shared,
              imageUrl: item.properties?.url ?? item.thumbnail?.src,
              imageWidth: item.properties?.width,
              imageHeight: item.properties?.height
            })
        }
      }),
      last: query?.more_results_available === false,
      warnings: page === 0 && !countries.has(country)
        ? [`Brave has no index for ${country}; all countries were searched.`]
        : []
    }
  },
  refuse
}

/**
 * Returns a provider layer for Brave.
 *
 * @category layers
 * @since 0.1.0
 */
export const layer = (options: JsonHttp.Options): Layer.Layer<SearchProvider, never, HttpClient.HttpClient> =>
  JsonHttp.layer(engine, options)

/**
 * Reads `DUNLIN_BRAVE_KEY` and `DUNLIN_BRAVE_URL`.
 *
 * @category layers
 * @since 0.1.0
 */
export const layerConfig: Layer.Layer<SearchProvider, Config.ConfigError, HttpClient.HttpClient> = JsonHttp.layerConfig(
  engine
)
