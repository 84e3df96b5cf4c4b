/** Implements the Exa API: search, contents, findSimilar and answer. */
import type { Document } from "@dunlin/schema/Document"
import type { ScrapeOptionsInput } from "@dunlin/schema/ScrapeOptions"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as ApiError from "../../ApiError.ts"
import { json } from "../respond.ts"
import type { Services } from "../services.ts"
import { type Door, endpoint, rawEndpoint } from "./door.ts"
import { flag, oneOrMore, optional, orElse, texts, whole, word } from "./fields.ts"
import * as Filters from "./filters.ts"
import * as Results from "./hits.ts"
import type { Work } from "./work.ts"

const PAGES_OF_ANSWER = 5

const HOUR = 3_600_000

const MAX_CRAWL_TIMEOUT_MS = 300_000
const MIN_CRAWL_TIMEOUT_MS = 1000

const Text = Schema.Union([
  flag,
  Schema.Struct({ maxCharacters: optional(whole(1, 10_000_000)), includeHtmlTags: optional(flag) })
])

const Highlights = Schema.Union([
  flag,
  Schema.Struct({
    query: optional(Schema.String),
    numSentences: optional(whole(1, 1000)),
    highlightsPerUrl: optional(whole(1, 1000)),
    maxCharacters: optional(whole(1, 1_000_000))
  })
])

const Summary = Schema.Union([
  flag,
  Schema.Struct({ query: optional(Schema.String), schema: optional(Schema.Record(Schema.String, Schema.Json)) })
])

const Extras = Schema.Struct({ links: optional(whole(0, 1000)), imageLinks: optional(whole(0, 1000)) })

const contentFields = {
  text: optional(Text),
  highlights: optional(Highlights),
  summary: optional(Summary),
  livecrawl: optional(word("never", "fallback", "always", "auto", "preferred")),
  livecrawlTimeout: optional(whole(0, MAX_CRAWL_TIMEOUT_MS)),
  maxAgeHours: optional(Schema.Finite),
  extras: optional(Extras),
  subpages: optional(whole(0, 100)),
  context: optional(Schema.Json)
}

const Contents = Schema.Struct(contentFields)

type ContentsAsked = typeof Contents.Type

const Page = Schema.Struct({
  id: Schema.String,
  url: Schema.String,
  title: Schema.NullOr(Schema.String),
  publishedDate: optional(Schema.String),
  author: optional(Schema.String),
  score: optional(Schema.Number),
  image: optional(Schema.String),
  favicon: optional(Schema.String),
  text: optional(Schema.String),
  highlights: optional(Schema.Array(Schema.String)),
  highlightScores: optional(Schema.Array(Schema.Number)),
  summary: optional(Schema.String),
  extras: optional(Schema.Struct({
    links: optional(Schema.Array(Schema.String)),
    imageLinks: optional(Schema.Array(Schema.String))
  }))
})

const Cost = Schema.Struct({ total: Schema.Number })

const SearchResponse = Schema.Struct({
  requestId: Schema.String,
  resolvedSearchType: Schema.String,
  results: Schema.Array(Page),
  searchTime: Schema.Number,
  costDollars: Cost,
  creditsUsed: Schema.Int
})

const isAsked = <A>(value: A | false | undefined): value is A => value !== undefined && value !== false

const optionsOf = (input: ContentsAsked, query: string | undefined, work: Work): ScrapeOptionsInput | undefined => {
  const { extras, highlights, livecrawl, livecrawlTimeout, maxAgeHours, summary, text } = input
  const isHtml = typeof text === "object" && text.includeHtmlTags === true
  const about = typeof highlights === "object" ? highlights.query ?? query : query
  if (isAsked(highlights) && about === undefined) work.warn("highlights has no effect without a query.")
  if ((input.subpages ?? 0) > 0) work.warn("subpages has no effect: only the given pages are read.")
  if (isAsked(input.context as Schema.Json | undefined)) {
    work.warn("context has no effect: read the text of each result.")
  }
  const formats: ScrapeOptionsInput["formats"] = [
    ...(isAsked(text) ? [isHtml ? "html" as const : "markdown" as const] : []),
    ...(isAsked(highlights) && about !== undefined ? [{ type: "highlights" as const, query: about }] : []),
    ...(!isAsked(summary)
      ? []
      : typeof summary === "object" && summary.schema !== undefined
      ? [{
        type: "json" as const,
        schema: summary.schema,
        ...(summary.query === undefined ? {} : { prompt: summary.query })
      }]
      : typeof summary === "object" && summary.query !== undefined
      ? [{ type: "question" as const, question: summary.query }]
      : ["summary" as const]),
    ...((extras?.links ?? 0) > 0 ? ["links" as const] : []),
    ...((extras?.imageLinks ?? 0) > 0 ? ["images" as const] : [])
  ]
  if (formats.length === 0) return undefined
  return {
    formats,
    ...(livecrawl === "always" || livecrawl === "preferred" ? { maxAge: 0 } : {}),
    ...(livecrawl === "never" ? { minAge: 1 } : {}),
    ...(maxAgeHours === undefined
      ? {}
      : maxAgeHours < 0
      ? { minAge: 1 }
      : { maxAge: Math.round(maxAgeHours * HOUR) }),
    ...(livecrawlTimeout === undefined ? {} : { timeout: Math.max(MIN_CRAWL_TIMEOUT_MS, livecrawlTimeout) })
  }
}

const cut = (text: string, most: number | undefined): string => most === undefined ? text : text.slice(0, most)

const contentsOf = (document: Document, input: ContentsAsked) => {
  const { extras, highlights, summary, text } = input
  const written = typeof text === "object" && text.includeHtmlTags === true ? document.html : document.markdown
  const most = typeof highlights === "object" ? highlights.highlightsPerUrl : undefined
  const passages = Results.passagesOf(document.highlights ?? "").slice(0, most)
  const short = document.json !== undefined ? JSON.stringify(document.json) : document.summary ?? document.answer
  return {
    ...(isAsked(text) ? { text: cut(written ?? "", typeof text === "object" ? text.maxCharacters : undefined) } : {}),
    ...(isAsked(highlights)
      ? { highlights: passages, highlightScores: passages.map((_, at) => Results.scoreOf(at + 1, passages.length)) }
      : {}),
    ...(isAsked(summary) ? { summary: short ?? "" } : {}),
    ...(extras === undefined ? {} : {
      extras: {
        ...(extras.links === undefined ? {} : { links: (document.links ?? []).slice(0, extras.links) }),
        ...(extras.imageLinks === undefined ? {} : { imageLinks: (document.images ?? []).slice(0, extras.imageLinks) })
      }
    })
  }
}

const aboutOf = (document: Document) => {
  const { author, favicon, image } = Results.aboutPage(document)
  return Filters.given({ author, favicon, image }) as { author?: string; favicon?: string; image?: string }
}

const searchFields = {
  numResults: orElse(whole(1, 100), 10),
  includeDomains: optional(texts),
  excludeDomains: optional(texts),
  startPublishedDate: optional(Schema.String),
  endPublishedDate: optional(Schema.String),
  includeText: optional(texts),
  excludeText: optional(texts),
  category: optional(Schema.String),
  userLocation: optional(Schema.String),
  moderation: optional(flag),
  contents: optional(Schema.Union([Contents, Schema.Boolean])),
  ...contentFields
}

type SearchAsked = Schema.Struct<typeof searchFields>["Type"]

const unheeded = {
  startCrawlDate: "search engines do not report when they found a page",
  endCrawlDate: "search engines do not report when they found a page",
  additionalQueries: "only one query is searched",
  outputSchema: "results are not combined",
  systemPrompt: "results are not combined",
  stream: "only answers can be streamed",
  subpageTarget: "only the given pages are read",
  snapshotAsOf: "the current version of each page is read"
}

const quiet = ["type", "useAutoprompt", "flags", "compliance"]

const categories: { readonly [name: string]: "research" | "pdf" | "github" } = {
  "research paper": "research",
  pdf: "pdf",
  github: "github"
}

const find = Effect.fnUntraced(function*(input: SearchAsked, query: string, work: Work, about: string | undefined) {
  const start = yield* Clock.currentTimeMillis
  const { category, contents } = input
  const wanted: ContentsAsked = typeof contents === "object"
    ? contents
    : contents === true && input.text === undefined
    ? { ...input, text: true }
    : input
  const domains = yield* Filters.domains(
    { field: "includeDomains", value: input.includeDomains },
    { field: "excludeDomains", value: input.excludeDomains }
  )
  const known = category === undefined ? undefined : categories[category]
  if (category !== undefined && known === undefined && category !== "news") {
    work.warn(`category ${JSON.stringify(category)} has no effect: the whole web is searched.`)
  }
  const phrases = [
    ...(input.includeText ?? []).map(Filters.phrase),
    ...(input.excludeText ?? []).map((text) => `-${Filters.phrase(text)}`)
  ]
  const { data } = yield* work.search(
    Filters.given({
      query: [query, ...phrases].join(" "),
      limit: input.numResults,
      sources: [category === "news" ? "news" as const : "web" as const],
      categories: known === undefined ? undefined : [known],
      tbs: yield* Filters.between(
        { field: "startPublishedDate", value: input.startPublishedDate },
        { field: "endPublishedDate", value: input.endPublishedDate, isInclusive: false }
      ),
      country: yield* Filters.country("userLocation", input.userLocation),
      safe: input.moderation,
      scrapeOptions: optionsOf(wanted, about, work),
      ...domains.request
    }),
    domains.condition
  )
  const hits: ReadonlyArray<Results.Hit> = data.news ?? data.web ?? []
  return {
    requestId: work.requestId,
    resolvedSearchType: "keyword",
    results: hits.map((hit) => {
      const publishedDate = Results.dateOf(hit)
      return {
        id: hit.url,
        url: hit.url,
        title: hit.title,
        score: Results.scoreOf(hit.position, hits.length),
        ...(publishedDate === undefined ? {} : { publishedDate }),
        ...aboutOf(hit),
        ...contentsOf(hit, wanted)
      }
    }),
    searchTime: (yield* Clock.currentTimeMillis) - start,
    costDollars: { total: 0 },
    creditsUsed: work.credits
  }
})

const search = endpoint({
  path: "/search",
  methods: ["POST"],
  summary: "Search",
  request: Schema.Struct({ query: Schema.String, ...searchFields }),
  response: SearchResponse,
  unheeded,
  quiet,
  answer: (input, work) => find(input, input.query, work, input.query)
})

const findSimilar = endpoint({
  path: "/findSimilar",
  methods: ["POST"],
  summary: "Find pages that are similar to a page",
  request: Schema.Struct({ url: Schema.String, excludeSourceDomain: orElse(flag, false), ...searchFields }),
  response: SearchResponse,
  unheeded,
  quiet,
  answer: Effect.fnUntraced(function*(input, work) {
    const host = Results.hostOf(input.url)
    if (host === "") return yield* ApiError.badRequest("url", "an http or https URL")
    const excludeDomains = input.excludeSourceDomain ? [...input.excludeDomains ?? [], host] : input.excludeDomains
    const about = Filters.given({ ...input, excludeDomains }) as SearchAsked
    return yield* find(about, `related:${host}`, work, undefined)
  })
})

const ContentStatus = Schema.Struct({
  id: Schema.String,
  status: Schema.Literals(["success", "error"]),
  source: Schema.Literals(["cached", "crawled"]),
  error: optional(Schema.Struct({ tag: Schema.String, httpStatusCode: Schema.NullOr(Schema.Int) }))
})

const contents = endpoint({
  path: "/contents",
  methods: ["POST"],
  summary: "Get the content of pages",
  request: Schema.Struct({
    urls: optional(oneOrMore),
    ids: optional(oneOrMore),
    query: optional(Schema.String),
    ...contentFields
  }),
  response: Schema.Struct({
    requestId: Schema.String,
    results: Schema.Array(Page),
    statuses: Schema.Array(ContentStatus),
    costDollars: Cost,
    creditsUsed: Schema.Int
  }),
  unheeded,
  quiet,
  answer: Effect.fnUntraced(function*(input, work) {
    const urls = input.urls ?? input.ids ?? []
    if (urls.length === 0 || urls.length > 100) return yield* ApiError.badRequest("urls", "1 to 100 URLs")
    const isPlain = input.text === undefined && input.highlights === undefined && input.summary === undefined
    const wanted: ContentsAsked = isPlain ? { ...input, text: true } : input
    const options = optionsOf(wanted, input.query, work) ?? { formats: ["markdown"] }
    const pages = yield* work.scrapeAll(urls, options)
    return {
      requestId: work.requestId,
      results: pages.flatMap(({ result, url }) => {
        if (Result.isFailure(result)) return []
        const document = result.success
        const { published, title } = Results.aboutPage(document)
        return [{
          id: url,
          url: Results.aboutPage(document).url ?? url,
          title: title ?? null,
          ...(published === undefined ? {} : { publishedDate: published }),
          ...aboutOf(document),
          ...contentsOf(document, wanted)
        }]
      }),
      statuses: pages.map(({ result, url }) =>
        Result.isFailure(result)
          ? {
            id: url,
            status: "error" as const,
            source: "crawled" as const,
            error: { tag: result.failure.code, httpStatusCode: null }
          }
          : {
            id: url,
            status: "success" as const,
            source: result.success.metadata?.cacheState === "hit" ? "cached" as const : "crawled" as const
          }
      ),
      costDollars: { total: 0 },
      creditsUsed: work.credits
    }
  })
})

const Citation = Schema.Struct({
  id: Schema.String,
  url: Schema.String,
  title: Schema.String,
  publishedDate: optional(Schema.String),
  author: optional(Schema.String),
  text: optional(Schema.String)
})

const AnswerRequest = Schema.Struct({
  query: Schema.String,
  text: orElse(flag, false),
  stream: orElse(flag, false),
  userLocation: optional(Schema.String)
})

const answered = Effect.fnUntraced(function*(input: typeof AnswerRequest.Type, work: Work) {
  const { data } = yield* work.search(Filters.given({
    query: input.query,
    limit: PAGES_OF_ANSWER,
    country: yield* Filters.country("userLocation", input.userLocation),
    scrapeOptions: {
      formats: [{ type: "question" as const, question: input.query }, ...input.text ? ["markdown" as const] : []]
    }
  }))
  const pages = (data.web ?? []).filter(({ answer }) => typeof answer === "string" && answer !== "")
  return {
    answer: pages[0]?.answer ?? "No page in the results answers the question.",
    citations: pages.map((page) => {
      const { author } = Results.aboutPage(page)
      const publishedDate = Results.dateOf(page)
      return {
        id: page.url,
        url: page.url,
        title: page.title,
        ...(publishedDate === undefined ? {} : { publishedDate }),
        ...(author === undefined ? {} : { author }),
        ...(input.text ? { text: page.markdown ?? "" } : {})
      }
    })
  }
})

const inEvents = ({ answer, citations }: Effect.Success<ReturnType<typeof answered>>) =>
  HttpServerResponse.text(
    [{ choices: [{ index: 0, delta: { role: "assistant", content: answer } }] }, { citations }]
      .map((event) => `data: ${JSON.stringify(event)}\n\n`).join("") + "data: [DONE]\n\n",
    { contentType: "text/event-stream", headers: { "cache-control": "no-store" } }
  )

const answer = rawEndpoint({
  path: "/answer",
  methods: ["POST"],
  summary: "Answer a question, with the pages it is based on",
  request: AnswerRequest,
  response: Schema.Struct({
    requestId: Schema.String,
    answer: Schema.String,
    citations: Schema.Array(Citation),
    costDollars: Cost
  }),
  unheeded: {
    systemPrompt: "the answer is quoted from a page",
    outputSchema: "the answer is plain text"
  },
  quiet: ["model"],
  answer: (input, work): Effect.Effect<HttpServerResponse.HttpServerResponse, ApiError.ApiError, Services> =>
    Effect.map(answered(input, work), (found) =>
      input.stream ? inEvents(found) : json({
        requestId: work.requestId,
        ...found,
        costDollars: { total: 0 },
        ...(work.warnings.length === 0 ? {} : { warning: work.warnings.join(" ") })
      }, work.requestId))
})

export const exa: Door = {
  name: "exa",
  title: "Exa",
  keys: [{ header: "x-api-key" }, "bearer"],
  endpoints: [search, contents, findSimilar, answer],
  failure: ({ code, error }, requestId) => ({ body: { requestId, error, tag: code } })
}
