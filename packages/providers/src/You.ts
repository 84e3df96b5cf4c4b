/**
 * Searches with You.com: web and news. About a hundred queries a day work without a key.
 *
 * @see https://you.com/docs/guides/search
 * @since 0.1.0
 */
import * as Dialects from "@dunlin/query-operators/Dialects"
import type * as Config from "effect/Config"
import * as DateTime from "effect/DateTime"
import type * as HttpClient from "effect/http/HttpClient"
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import type * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import * as Hits from "./Hits.ts"
import * as JsonHttp from "./JsonHttp.ts"
import type { SearchProvider } from "./SearchProvider.ts"

const text = Schema.optionalKey(Schema.NullOr(Schema.String))

const Results = Schema.optionalKey(Schema.NullOr(Schema.Array(Schema.Struct({
  url: text,
  title: text,
  description: text,
  snippets: Schema.optionalKey(Schema.NullOr(Schema.Array(Schema.String))),
  page_age: text,
  thumbnail_url: text
}))))

const Response = Schema.Struct({ results: Schema.Struct({ web: Results, news: Results }) })

/** You.com rejects other countries with status 422. */
const countries = new Set(
  "AR AU AT BE BR CA CL DK FI FR DE HK IN ID IT JP KR MY MX NL NZ NO CN PL PT PH RU SA ZA ES SE CH TW TR GB US".split(
    " "
  )
)

const named = new Set(["day", "week", "month", "year"])

const freshness = ({ days, now, question }: JsonHttp.Ask): string | undefined => {
  const range = question.time?.range
  if (range !== undefined && range.count === 1 && named.has(range.unit)) return range.unit
  if (days.from === undefined && days.to === undefined) return undefined
  return `${days.from ?? "1970-01-01"}to${days.to ?? DateTime.formatIsoDateUtc(DateTime.makeUnsafe(now))}`
}

const withKey = "https://ydc-index.io"
const withoutKey = "https://api.you.com/v1/agents/search"

/**
 * Describes You.com's API for `JsonHttp`.
 *
 * @category engines
 * @since 0.1.0
 */
export const engine: JsonHttp.Engine<typeof Response.Type> = {
  name: "you",
  apiUrl: withKey,
  key: "optional",
  dialect: Dialects.you,
  sources: ["web", "news"],
  honours: { time: "dates", country: true, safe: true },
  pageSize: 100,
  maxPages: 10,
  request: (ask, { apiKey, apiUrl }) => {
    const { country, safe } = ask.question
    const { excludeDomains, includeDomains } = ask.parameters
    const fresh = freshness(ask)
    const address = apiKey === undefined && apiUrl === withKey ? withoutKey : `${apiUrl}/v1/search`
    return HttpClientRequest.post(
      address,
      apiKey === undefined ? {} : { headers: { "x-api-key": Redacted.value(apiKey) } }
    ).pipe(HttpClientRequest.bodyJsonUnsafe({
      query: ask.text,
      count: ask.pageSize,
      offset: ask.page,
      ...(countries.has(country) ? { country } : {}),
      safesearch: safe === true ? "strict" : "off",
      ...(includeDomains.length > 0 ? { include_domains: includeDomains } : {}),
      ...(excludeDomains.length > 0 ? { exclude_domains: excludeDomains } : {}),
      ...(fresh === undefined ? {} : { freshness: fresh })
    }))
  },
  response: Response,
  page: ({ results }, { now, page, question }) => ({
    hits: question.source === "news"
      ? Hits.all(
        results.news,
        ({ description, page_age, thumbnail_url, title, url }) =>
          Hits.news({ url, title, snippet: description, date: Hits.date(page_age, now), imageUrl: thumbnail_url })
      )
      : Hits.all(results.web, ({ description, page_age, snippets, title, url }) =>
        Hits.web({
          url,
          title,
          description: description ?? snippets?.[0],
          publishedAt: Hits.date(page_age, now),
          extraSnippets: snippets
        })),
    warnings: page === 0 && !countries.has(question.country)
      ? [`You.com has no index for ${question.country}; all countries were searched.`]
      : []
  })
}

/**
 * Returns a provider layer for You.com.
 *
 * @category layers
 * @since 0.1.0
 */
export const layer = (options?: JsonHttp.Options): Layer.Layer<SearchProvider, never, HttpClient.HttpClient> =>
  JsonHttp.layer(engine, options)

/**
 * Reads `DUNLIN_YOU_KEY`, which is optional, and `DUNLIN_YOU_URL`.
 *
 * @category layers
 * @since 0.1.0
 */
export const layerConfig: Layer.Layer<SearchProvider, Config.ConfigError, HttpClient.HttpClient> = JsonHttp.layerConfig(
  engine
)
