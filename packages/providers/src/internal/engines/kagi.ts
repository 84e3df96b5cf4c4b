/** Describes Kagi's search API. */
import * as Dialects from "@dunlin/query-operators/Dialects"
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import * as Schema from "effect/Schema"
import * as Hits from "../../Hits.ts"
import type * as JsonHttp from "../../JsonHttp.ts"
import { list, number, secret, text } from "./wire.ts"

const KagiItem = Schema.Struct({
  url: text,
  title: text,
  snippet: text,
  time: text,
  image: Schema.optionalKey(Schema.NullOr(Schema.Struct({ url: text, width: number, height: number })))
})

const KagiResponse = Schema.Struct({
  data: Schema.optionalKey(Schema.NullOr(Schema.Struct({
    search: list(KagiItem),
    image: list(KagiItem),
    news: list(KagiItem)
  })))
})

/**
 * Kagi, version 1 of its search API: web, images and news.
 *
 * @category engines
 * @since 0.1.0
 */
export const kagi: JsonHttp.Engine<typeof KagiResponse.Type> = {
  name: "kagi",
  apiUrl: "https://kagi.com",
  dialect: Dialects.kagi,
  sources: ["web", "images", "news"],
  honours: { time: "dates", country: true, safe: true },
  pageSize: 20,
  maxPages: 10,
  request: ({ days, page, question, text }, { apiKey, apiUrl }) =>
    HttpClientRequest.post(`${apiUrl}/api/v1/search`).pipe(
      HttpClientRequest.bearerToken(secret(apiKey)),
      HttpClientRequest.bodyJsonUnsafe({
        query: text,
        page: page + 1,
        workflow: question.source === "web" ? "search" : question.source,
        safe_search: question.safe === true,
        filters: {
          region: question.country,
          ...(days.from === undefined ? {} : { after: days.from }),
          ...(days.to === undefined ? {} : { before: days.to })
        }
      })
    ),
  response: KagiResponse,
  page: ({ data }, { now, question }) => {
    switch (question.source) {
      case "web":
        return {
          hits: Hits.all(data?.search, ({ snippet, time, title, url }) =>
            Hits.web({
              url,
              title: Hits.plain(title ?? ""),
              description: Hits.plain(snippet ?? ""),
              publishedAt: Hits.date(time, now)
            }))
        }
      case "news":
        return {
          hits: Hits.all(data?.news, ({ image, snippet, time, title, url }) =>
            Hits.news({
              url,
              title: Hits.plain(title ?? ""),
              snippet: Hits.plain(snippet ?? ""),
              date: Hits.date(time, now),
              imageUrl: image?.url
            }))
        }
      case "images":
        return {
          hits: Hits.all(
            data?.image,
            ({ image, title, url }) =>
              Hits.image({ url, title, imageUrl: image?.url, imageWidth: image?.width, imageHeight: image?.height })
          )
        }
    }
  }
}
