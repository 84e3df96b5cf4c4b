/** Describes DataForSEO's live Google results. */
import * as Dialects from "@dunlin/query-operators/Dialects"
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import * as Schema from "effect/Schema"
import * as Hits from "../../Hits.ts"
import type * as JsonHttp from "../../JsonHttp.ts"
import {
  InvalidRequest,
  QuotaExceeded,
  RateLimited,
  type Reason,
  Unauthorized,
  Unavailable
} from "../../SearchError.ts"
import * as Serper from "../../Serper.ts"
import { list, secret, text } from "./wire.ts"

const Item = Schema.Struct({
  type: text,
  url: text,
  title: text,
  description: text,
  snippet: text,
  timestamp: text,
  image_url: text
})

const DataForSeoResponse = Schema.Struct({
  status_code: Schema.Number,
  tasks: list(Schema.Struct({ status_code: Schema.Number, result: list(Schema.Struct({ items: list(Item) })) }))
})

const DONE = 20_000
const NOTHING_FOUND = 40_102

/** Reasons by the status code in the response's body, or in its only task. */
const reasons = new Map<number, () => Reason>([
  [40_100, () => new Unauthorized({})],
  [40_104, () => new Unauthorized({})],
  [40_200, () => new QuotaExceeded({})],
  [40_203, () => new QuotaExceeded({})],
  [40_210, () => new QuotaExceeded({})],
  [40_202, () => new RateLimited({})],
  [40_209, () => new RateLimited({})]
])

const FIRST_OF_SERVER = 50_000

const reasonOf = (code: number): Reason =>
  reasons.get(code)?.() ??
    (code >= FIRST_OF_SERVER
      ? new Unavailable({ detail: `code ${code}` })
      : new InvalidRequest({}))

/** DataForSEO charges for each page that it reads. */
const RESULTS_PER_CHARGED_PAGE = 10

const wanted = { web: "organic", news: "news_search" } as const
const kinds = { web: "organic", news: "news" } as const

/**
 * Google through DataForSEO: web and news. The key is `login:password`.
 *
 * @see https://docs.dataforseo.com/v3/serp/google/organic/live/advanced/
 * @category engines
 * @since 0.2.0
 */
export const dataForSeo: JsonHttp.Engine<typeof DataForSeoResponse.Type> = {
  name: "dataforseo",
  apiUrl: "https://api.dataforseo.com",
  dialect: Dialects.dataForSeo,
  sources: ["web", "news"],
  honours: { time: "dates", sortByDate: true, country: true, safe: true },
  pageSize: 100,
  request: (ask, { apiKey, apiUrl }) => {
    const { country, safe, source } = ask.question
    const filter = Serper.tbs(ask)
    const parameters = [
      `&gl=${country.toLowerCase()}`,
      `&safe=${safe === true ? "active" : "off"}`,
      ...(filter === undefined ? [] : [`&tbs=${filter}`])
    ]
    return HttpClientRequest.post(
      `${apiUrl}/v3/serp/google/${source === "news" ? kinds.news : kinds.web}/live/advanced`,
      {
        headers: { authorization: `Basic ${Buffer.from(secret(apiKey)).toString("base64")}` }
      }
    ).pipe(HttpClientRequest.bodyJsonUnsafe([{
      keyword: ask.text.replaceAll("%", "%25").replaceAll("+", "%2B"),
      // The United States, in English. The query's parameters set another country.
      location_code: 2840,
      language_code: "en",
      depth: ask.pageSize,
      // Without this limit, a page of nine results makes DataForSEO read and charge another page.
      max_crawl_pages: Math.ceil(ask.pageSize / RESULTS_PER_CHARGED_PAGE),
      search_param: parameters.join("")
    }]))
  },
  response: DataForSeoResponse,
  failure: ({ status_code: code, tasks }) => {
    const worst = code !== DONE ? code : tasks?.[0]?.status_code ?? DONE
    return worst === DONE || worst === NOTHING_FOUND ? undefined : reasonOf(worst)
  },
  page: ({ tasks }, { now, question }) => {
    const items = tasks?.[0]?.result?.[0]?.items
    return {
      hits: Hits.all(items, ({ description, image_url: imageUrl, snippet, timestamp, title, type, url }) => {
        if (question.source === "news") {
          return type === wanted.news || type === "top_stories"
            ? Hits.news({ url, title, snippet, date: Hits.date(timestamp, now), imageUrl })
            : []
        }
        return type === wanted.web
          ? Hits.web({ url, title, description, publishedAt: Hits.date(timestamp, now) })
          : []
      })
    }
  }
}
