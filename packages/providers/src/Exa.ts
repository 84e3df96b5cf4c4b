/**
 * Searches with Exa: web and news.
 *
 * @see https://docs.exa.ai
 * @since 0.1.0
 */
import * as Dialects from "@dunlin/query-operators/Dialects"
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

const Response = Schema.Struct({
  results: Schema.Array(Schema.Struct({
    url: text,
    title: text,
    publishedDate: text,
    text,
    image: text,
    highlights: Schema.optionalKey(Schema.NullOr(Schema.Array(Schema.String)))
  }))
})

const short = (phrases: ReadonlyArray<string>): ReadonlyArray<string> =>
  phrases.filter((phrase) => phrase.split(" ").length <= 5).slice(0, 1)

/**
 * Describes Exa's API for `JsonHttp`.
 *
 * @category engines
 * @since 0.1.0
 */
export const engine: JsonHttp.Engine<typeof Response.Type> = {
  name: "exa",
  apiUrl: "https://api.exa.ai",
  dialect: Dialects.exa,
  sources: ["web", "news"],
  honours: { time: "dates", country: true, safe: true },
  pageSize: 100,
  request: ({ days, pageSize, parameters, question, text }, { apiKey, apiUrl }) => {
    const { excludeDomains, excludedText, includeDomains, phrases } = parameters
    const include = short(phrases)
    const exclude = short(excludedText)
    return HttpClientRequest.post(`${apiUrl}/search`, {
      headers: { "x-api-key": Redacted.value(apiKey ?? Redacted.make("")) }
    }).pipe(HttpClientRequest.bodyJsonUnsafe({
      query: text,
      userLocation: question.country,
      numResults: pageSize,
      contents: { highlights: true },
      moderation: question.safe === true,
      ...(question.source === "news" ? { category: "news" } : {}),
      ...(includeDomains.length > 0 ? { includeDomains } : {}),
      ...(excludeDomains.length > 0 ? { excludeDomains } : {}),
      ...(include.length > 0 ? { includeText: include } : {}),
      ...(exclude.length > 0 ? { excludeText: exclude } : {}),
      ...(days.from === undefined ? {} : { startPublishedDate: `${days.from}T00:00:00.000Z` }),
      ...(days.to === undefined ? {} : { endPublishedDate: `${days.to}T23:59:59.999Z` })
    }))
  },
  response: Response,
  page: ({ results }, { now, question }) => ({
    hits: Hits.all(results, ({ highlights, image, publishedDate, text, title, url }) => {
      const date = Hits.date(publishedDate, now)
      const snippet = highlights?.[0] ?? text?.slice(0, 300)
      return question.source === "news"
        ? Hits.news({ url, title, snippet, date, imageUrl: image })
        : Hits.web({ url, title, description: snippet, publishedAt: date, extraSnippets: highlights?.slice(1), text })
    })
  })
}

/**
 * Returns a provider layer for Exa.
 *
 * @category layers
 * @since 0.1.0
 */
export const layer = (options: JsonHttp.Options): Layer.Layer<SearchProvider, never, HttpClient.HttpClient> =>
  JsonHttp.layer(engine, options)

/**
 * Reads `DUNLIN_EXA_KEY` and `DUNLIN_EXA_URL`.
 *
 * @category layers
 * @since 0.1.0
 */
export const layerConfig: Layer.Layer<SearchProvider, Config.ConfigError, HttpClient.HttpClient> = JsonHttp.layerConfig(
  engine
)
