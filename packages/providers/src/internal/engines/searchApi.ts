/** Describes SearchApi's Google engines. */
import * as Dialects from "@dunlin/query-operators/Dialects"
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import * as Schema from "effect/Schema"
import * as Hits from "../../Hits.ts"
import type * as JsonHttp from "../../JsonHttp.ts"
import { list, number, secret, text } from "./wire.ts"

const Image = Schema.optionalKey(Schema.NullOr(Schema.Struct({ link: text, width: number, height: number })))
const Source = Schema.optionalKey(Schema.NullOr(Schema.Struct({ link: text })))

const Results = list(Schema.Struct({ link: text, title: text, snippet: text, date: text, thumbnail: text }))

const SearchApiResponse = Schema.Struct({
  organic_results: Results,
  images: list(Schema.Struct({ title: text, original: Image, source: Source }))
})

const american = (day: string): string => `${day.slice(5, 7)}/${day.slice(8, 10)}/${day.slice(0, 4)}`

const engines = { web: "google", news: "google_news", images: "google_images" } as const

/**
 * Google through SearchApi: web, images and news.
 *
 * @see https://www.searchapi.io/docs/google
 * @category engines
 * @since 0.2.0
 */
export const searchApi: JsonHttp.Engine<typeof SearchApiResponse.Type> = {
  name: "searchapi",
  apiUrl: "https://www.searchapi.io",
  dialect: Dialects.searchApi,
  sources: ["web", "images", "news"],
  honours: { time: "dates", country: true, location: true, safe: true },
  pageSize: ({ source }) => source === "images" ? 100 : 10,
  maxPages: 10,
  request: ({ days, page, question, text }, { apiKey, apiUrl }) => {
    const { country, location, safe, source, time } = question
    const isLastHour = source !== "images" && time?.range?.unit === "hour" && time.range.count === 1
    return HttpClientRequest.get(`${apiUrl}/api/v1/search`, {
      urlParams: {
        engine: engines[source],
        q: text,
        page: page + 1,
        gl: country.toLowerCase(),
        safe: safe === true ? "active" : "off",
        ...(location === undefined ? {} : { location }),
        ...(isLastHour
          ? { time_period: "last_hour" }
          : {
            ...(days.from === undefined ? {} : { time_period_min: american(days.from) }),
            ...(days.to === undefined ? {} : { time_period_max: american(days.to) })
          })
      }
    }).pipe(HttpClientRequest.bearerToken(secret(apiKey)))
  },
  response: SearchApiResponse,
  // The message is "Google didn't return any results."
  empty: ({ body }) => /return(?:ed)? any results/.test(String((body as { readonly error?: unknown } | null)?.error)),
  page: ({ images, organic_results: results }, { now, question }) => {
    switch (question.source) {
      case "web":
        return {
          hits: Hits.all(
            results,
            ({ date, link, snippet, title }) =>
              Hits.web({ url: link, title, description: snippet, publishedAt: Hits.date(date, now) })
          )
        }
      case "news":
        return {
          hits: Hits.all(
            results,
            ({ date, link, snippet, thumbnail, title }) =>
              Hits.news({ url: link, title, snippet, date: Hits.date(date, now) ?? date, imageUrl: thumbnail })
          )
        }
      case "images":
        return {
          hits: Hits.all(images, ({ original, source, title }) =>
            Hits.image({
              url: source?.link,
              title,
              imageUrl: original?.link,
              imageWidth: original?.width,
              imageHeight: original?.height
            }))
        }
    }
  }
}
