/**
 * Describes engines whose adapter is only a description. Use one with `JsonHttp.layer(Engines.kagi, { apiKey })`.
 *
 * @since 0.1.0
 */
import * as Dialects from "@dunlin/query-operators/Dialects"
import * as DateTime from "effect/DateTime"
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import * as Schema from "effect/Schema"
import * as Hits from "./Hits.ts"
import { list, number, secret, text } from "./internal/engines/wire.ts"
import type * as JsonHttp from "./JsonHttp.ts"
import { QuotaExceeded, RateLimited } from "./SearchError.ts"

export { dataForSeo } from "./internal/engines/dataForSeo.ts"
export { kagi } from "./internal/engines/kagi.ts"
export { parallel } from "./internal/engines/parallel.ts"
export { searchApi } from "./internal/engines/searchApi.ts"
export { serpApi } from "./internal/engines/serpApi.ts"

const compact = (day: string): string => day.replaceAll("-", "")

/** Some engines exclude the last day. */
const following = (day: string): string =>
  DateTime.formatIsoDateUtc(DateTime.add(DateTime.makeUnsafe(`${day}T00:00:00Z`), { days: 1 }))

const LinkupResponse = Schema.Struct({
  results: list(Schema.Struct({ type: text, name: text, url: text, content: text }))
})

const LinkupError = Schema.Struct({ error: Schema.Struct({ code: Schema.String }) })
const isLinkupError = Schema.is(LinkupError)

/**
 * Linkup: web and images.
 *
 * @category engines
 * @since 0.1.0
 */
export const linkup: JsonHttp.Engine<typeof LinkupResponse.Type> = {
  name: "linkup",
  apiUrl: "https://api.linkup.so",
  dialect: Dialects.linkup,
  sources: ["web", "images"],
  honours: { time: "dates" },
  pageSize: 100,
  request: ({ days, pageSize, parameters, question, text }, { apiKey, apiUrl }) =>
    HttpClientRequest.post(`${apiUrl}/v1/search`).pipe(
      HttpClientRequest.bearerToken(secret(apiKey)),
      HttpClientRequest.bodyJsonUnsafe({
        q: text,
        depth: "standard",
        outputType: "searchResults",
        maxResults: pageSize,
        includeImages: question.source === "images",
        ...(parameters.includeDomains.length > 0 ? { includeDomains: parameters.includeDomains } : {}),
        ...(parameters.excludeDomains.length > 0 ? { excludeDomains: parameters.excludeDomains } : {}),
        ...(days.from === undefined ? {} : { fromDate: days.from }),
        ...(days.to === undefined ? {} : { toDate: days.to })
      })
    ),
  response: LinkupResponse,
  page: ({ results }, { question }) => ({
    hits: Hits.all(results, ({ content, name, type, url }) => {
      if (question.source === "images") return type === "image" ? Hits.image({ url, imageUrl: url, title: name }) : []
      return type === "image" ? [] : Hits.web({ url, title: name, description: content })
    }),
    warnings: question.source === "images"
      ? ["Linkup does not report the page of an image; the image URL is returned instead."]
      : []
  }),
  // Linkup uses status 429 for four different errors.
  refuse: ({ body, status }) => {
    if (status !== 429 || !isLinkupError(body)) return undefined
    const { code } = body.error
    return code === "INSUFFICIENT_FUNDS_CREDITS" || code === "EXCEED_BUDGET_LIMIT"
      ? new QuotaExceeded({ code })
      : new RateLimited({})
  },
  // Linkup returns an empty list as an error.
  empty: ({ body, status }) => status === 400 && isLinkupError(body) && body.error.code === "SEARCH_QUERY_NO_RESULT"
}

const PerplexityResponse = Schema.Struct({
  results: Schema.Array(Schema.Struct({ url: text, title: text, snippet: text, date: text, last_updated: text }))
})

const american = (day: string): string => `${day.slice(5, 7)}/${day.slice(8, 10)}/${day.slice(0, 4)}`

/**
 * Perplexity's search API: web.
 *
 * @category engines
 * @since 0.1.0
 */
export const perplexity: JsonHttp.Engine<typeof PerplexityResponse.Type> = {
  name: "perplexity",
  apiUrl: "https://api.perplexity.ai",
  dialect: Dialects.perplexity,
  sources: ["web"],
  honours: { time: "dates", country: true },
  pageSize: 20,
  request: ({ days, pageSize, parameters, question, text }, { apiKey, apiUrl }) => {
    const range = question.time?.range
    const domains = [...parameters.includeDomains, ...parameters.excludeDomains.map((domain) => `-${domain}`)]
    const hourly = range?.unit === "hour" && range.count === 1
    return HttpClientRequest.post(`${apiUrl}/search`).pipe(
      HttpClientRequest.bearerToken(secret(apiKey)),
      HttpClientRequest.bodyJsonUnsafe({
        query: text,
        max_results: pageSize,
        country: question.country,
        ...(domains.length > 0 ? { search_domain_filter: domains } : {}),
        ...(hourly
          ? { search_recency_filter: "hour" }
          : {
            ...(days.from === undefined ? {} : { search_after_date_filter: american(days.from) }),
            ...(days.to === undefined ? {} : { search_before_date_filter: american(days.to) })
          })
      })
    )
  },
  response: PerplexityResponse,
  page: ({ results }, { now }) => ({
    hits: Hits.all(
      results,
      ({ date, snippet, title, url }) =>
        Hits.web({ url, title, description: snippet, publishedAt: Hits.date(date, now) })
    )
  })
}

const JinaResponse = Schema.Struct({
  data: list(Schema.Struct({
    url: text,
    title: text,
    description: text,
    date: text,
    imageUrl: text,
    imageWidth: number,
    imageHeight: number
  }))
})

/** Jina reports an empty result as an error with status 422 and this code and message. */
const JinaNothing = Schema.Struct({
  status: Schema.Literal(42_206),
  message: Schema.String.check(Schema.isPattern(/^No search results available/))
})
const isJinaNothing = Schema.is(JinaNothing)

/**
 * Jina's search: web, images and news. Images and news cost five times as much as web.
 *
 * @see https://github.com/jina-ai/reader
 * @category engines
 * @since 0.1.0
 */
export const jina: JsonHttp.Engine<typeof JinaResponse.Type> = {
  name: "jina",
  apiUrl: "https://s.jina.ai",
  dialect: Dialects.jina,
  sources: ["web", "images", "news"],
  honours: { country: true, location: true },
  pageSize: 10,
  maxPages: 10,
  request: ({ page, parameters, question, text }, { apiKey, apiUrl }) =>
    HttpClientRequest.get(`${apiUrl}/`, {
      urlParams: [
        ["q", text],
        ["type", question.source],
        ["page", String(page + 1)],
        ["gl", question.country],
        ...(question.location === undefined ? [] : [["location", question.location] as const]),
        ...parameters.includeDomains.map((domain) => ["site", domain] as const)
      ],
      // Without this header, every hit would be scraped and charged.
      headers: { "x-respond-with": "no-content" }
    }).pipe(HttpClientRequest.bearerToken(secret(apiKey))),
  response: JinaResponse,
  empty: ({ body }) => isJinaNothing(body),
  page: ({ data }, { now, question }) => ({
    hits: Hits.all(data, ({ date, description, imageHeight, imageUrl, imageWidth, title, url }) => {
      switch (question.source) {
        case "web":
          return Hits.web({ url, title, description, publishedAt: Hits.date(date, now) })
        case "news":
          return Hits.news({ url, title, snippet: description, date: Hits.date(date, now) ?? date, imageUrl })
        case "images":
          return Hits.image({ url, title, imageUrl, imageWidth, imageHeight })
      }
    })
  })
}

const MojeekResponse = Schema.Struct({
  response: Schema.Struct({
    status: text,
    results: list(Schema.Struct({ url: text, title: text, desc: text, date: text }))
  })
})

/**
 * Mojeek: web.
 *
 * @category engines
 * @since 0.1.0
 */
export const mojeek: JsonHttp.Engine<typeof MojeekResponse.Type> = {
  name: "mojeek",
  apiUrl: "https://api.mojeek.com",
  dialect: Dialects.mojeek,
  sources: ["web"],
  honours: { time: "dates", country: true, safe: true },
  pageSize: 50,
  maxPages: 10,
  request: ({ days, page, pageSize, question, text }, { apiKey, apiUrl }) =>
    HttpClientRequest.get(`${apiUrl}/search`, {
      urlParams: {
        api_key: secret(apiKey),
        fmt: "json",
        q: text,
        s: page * pageSize + 1,
        t: pageSize,
        rb: question.country,
        safe: question.safe === true ? 1 : 0,
        ...(days.from === undefined ? {} : { since: compact(days.from) }),
        ...(days.to === undefined ? {} : { before: compact(following(days.to)) })
      }
    }),
  response: MojeekResponse,
  page: ({ response }, { now }) => ({
    hits: Hits.all(response.results, ({ date, desc, title, url }) =>
      Hits.web({
        url,
        title: Hits.plain(title ?? ""),
        description: Hits.plain(desc ?? ""),
        publishedAt: Hits.date(date, now)
      }))
  })
}

const MarginaliaResponse = Schema.Struct({
  license: text,
  results: list(Schema.Struct({ url: text, title: text, description: text }))
})

/**
 * Marginalia, the index of the small web: web. Everyone without a key shares the key `public`.
 *
 * @category engines
 * @since 0.1.0
 */
export const marginalia: JsonHttp.Engine<typeof MarginaliaResponse.Type> = {
  name: "marginalia",
  apiUrl: "https://api2.marginalia-search.com",
  key: "optional",
  dialect: Dialects.marginalia,
  sources: ["web"],
  honours: { safe: true },
  pageSize: 100,
  maxPages: 10,
  request: ({ page, pageSize, question, text }, { apiKey, apiUrl }) =>
    HttpClientRequest.get(`${apiUrl}/search`, {
      urlParams: { query: text, count: pageSize, page: page + 1, nsfw: question.safe === true ? 1 : 0 },
      headers: { "api-key": apiKey === undefined ? "public" : secret(apiKey) }
    }),
  response: MarginaliaResponse,
  page: ({ license, results }, { page }) => ({
    hits: Hits.all(results, ({ description, title, url }) => Hits.web({ url, title, description })),
    warnings: page === 0 && typeof license === "string" && license !== ""
      ? [`Marginalia's results are licensed: ${license.slice(0, 120)}.`]
      : []
  })
}
