/** Describes SerpApi's Google engines. */
import * as Dialects from "@dunlin/query-operators/Dialects"
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import * as Schema from "effect/Schema"
import * as Hits from "../../Hits.ts"
import type * as JsonHttp from "../../JsonHttp.ts"
import * as Serper from "../../Serper.ts"
import { list, number, secret, text } from "./wire.ts"

const SerpApiItem = Schema.Struct({
  link: text,
  title: text,
  snippet: text,
  date: text,
  original: text,
  original_width: number,
  original_height: number,
  thumbnail: text
})

const SerpApiResponse = Schema.Struct({
  organic_results: list(SerpApiItem),
  images_results: list(SerpApiItem),
  news_results: list(SerpApiItem)
})

/**
 * Google through SerpApi: web, images and news.
 *
 * @category engines
 * @since 0.1.0
 */
export const serpApi: JsonHttp.Engine<typeof SerpApiResponse.Type> = {
  name: "serpapi",
  apiUrl: "https://serpapi.com",
  dialect: Dialects.serpApi,
  sources: ["web", "images", "news"],
  honours: { time: "dates", sortByDate: true, country: true, location: true, safe: true },
  pageSize: ({ source }) => source === "images" ? 100 : 10,
  maxPages: 10,
  request: (ask, { apiKey, apiUrl }) => {
    const { country, location, safe, source } = ask.question
    const filter = Serper.tbs(ask)
    return HttpClientRequest.get(`${apiUrl}/search.json`, {
      urlParams: {
        engine: source === "images" ? "google_images" : "google",
        ...(source === "news" ? { tbm: "nws" } : {}),
        q: ask.text,
        gl: country.toLowerCase(),
        safe: safe === true ? "active" : "off",
        ...(source === "images" ? { ijn: ask.page } : { start: ask.page * 10 }),
        ...(location === undefined ? {} : { location }),
        ...(filter === undefined ? {} : { tbs: filter }),
        api_key: secret(apiKey)
      }
    })
  },
  response: SerpApiResponse,
  // The message is "Google hasn't returned any results for this query."
  empty: ({ body }) => /returned any results/.test(String((body as { readonly error?: unknown } | null)?.error)),
  page: ({ images_results, news_results, organic_results }, { now, question }) => {
    switch (question.source) {
      case "web":
        return {
          hits: Hits.all(
            organic_results,
            ({ date, link, snippet, title }) =>
              Hits.web({ url: link, title, description: snippet, publishedAt: Hits.date(date, now) })
          )
        }
      case "news":
        return {
          hits: Hits.all(
            news_results,
            ({ date, link, snippet, thumbnail, title }) =>
              Hits.news({ url: link, title, snippet, date: Hits.date(date, now) ?? date, imageUrl: thumbnail })
          )
        }
      case "images":
        return {
          hits: Hits.all(images_results, ({ link, original, original_height, original_width, title }) =>
            Hits.image({
              url: link,
              title,
              imageUrl: original,
              imageWidth: original_width,
              imageHeight: original_height
            }))
        }
    }
  }
}
