/**
 * Implements Jina's Reader, search and rerank endpoints. A Reader request is the server's URL followed by the page's
 * URL.
 */
import type { Document } from "@dunlin/schema/Document"
import type { ScrapeOptionsInput } from "@dunlin/schema/ScrapeOptions"
import * as PercentEncoding from "@dunlin/text/PercentEncoding"
import * as Tokens from "@dunlin/text/Tokens"
import * as Effect from "effect/Effect"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as Schema from "effect/Schema"
import * as ApiError from "../../ApiError.ts"
import type { Request } from "../request.ts"
import { json } from "../respond.ts"
import { type Door, endpoint, rawEndpoint } from "./door.ts"
import { flag, optional, orElse, texts, whole, word } from "./fields.ts"
import * as Filters from "./filters.ts"
import * as Results from "./hits.ts"
import { fields as rerankFields, ranked } from "./rerank.ts"
import type { Work } from "./work.ts"

const PAGES_OF_SEARCH = 5

const readerFields = {
  accept: optional(Schema.String),
  "x-respond-with": orElse(
    word("content", "markdown", "html", "text", "screenshot", "pageshot", "no-content", "readerlm-v2"),
    "content"
  ),
  "x-return-format": optional(word("markdown", "html", "text", "screenshot", "pageshot")),
  "x-target-selector": optional(texts),
  "x-remove-selector": optional(texts),
  "x-wait-for-selector": optional(texts),
  "x-timeout": optional(whole(1, 300)),
  "x-no-cache": orElse(flag, false),
  "x-cache-tolerance": optional(whole(0, 315_360_000)),
  "x-with-links-summary": optional(Schema.String),
  "x-with-images-summary": optional(Schema.String),
  "x-set-cookie": optional(Schema.String),
  "x-user-agent": optional(Schema.String),
  "x-retain-images": optional(word("none", "all", "alt")),
  "x-locale": optional(Schema.String),
  "x-token-budget": optional(whole(1, 100_000_000)),
  dnt: optional(flag)
}

type Reader = Schema.Struct<typeof readerFields>["Type"]

const headers = Object.keys(readerFields)

const unheeded = {
  "x-engine": "pages that require a browser are rendered automatically",
  "x-proxy-url": "this server's operator chooses the proxies",
  "x-proxy": "this server's operator chooses the proxies",
  "x-with-generated-alt": "images are not described",
  "x-with-iframe": "frames are read as displayed",
  "x-with-shadow-dom": "shadow roots are read as displayed",
  "x-keep-img-data-url": "images are linked, not embedded",
  "x-md-link-style": "links are inline",
  "x-base": "links are absolute",
  "x-instruction": "the page is returned unchanged",
  "x-json-schema": "the page is returned unchanged",
  "x-referer": "pages are fetched without a referrer"
}

const headersOf = ({ headers: sent }: Request) =>
  Object.fromEntries([...headers, ...Object.keys(unheeded)].map((name) => [name, sent[name]]))

type Format = "markdown" | "html" | "text" | "screenshot" | "pageshot" | "no-content"

const formatOf = (input: Reader): Format => {
  const named = input["x-return-format"] ?? input["x-respond-with"]
  return named === "content" || named === "readerlm-v2" ? "markdown" : named
}

const isTrue = (value: string | undefined): boolean => value !== undefined && value !== "" && value !== "false"

const LOCALE = /^([a-z]{2,3})(?:[-_]([A-Z]{2}))?$/

const optionsOf = (input: Reader): ScrapeOptionsInput => {
  const format = formatOf(input)
  const [, language, country] = LOCALE.exec(input["x-locale"] ?? "") ?? []
  const sent = Filters.given({ cookie: input["x-set-cookie"], "user-agent": input["x-user-agent"] }) as Record<
    string,
    string
  >
  const selectors = input["x-wait-for-selector"] ?? []
  return {
    formats: [
      ...(format === "html" ? ["html" as const] : []),
      ...(format === "screenshot" || format === "pageshot"
        ? [{ type: "screenshot" as const, fullPage: format === "pageshot" }]
        : []),
      ...(format === "markdown" || format === "text" || format === "no-content" ? ["markdown" as const] : []),
      ...(isTrue(input["x-with-links-summary"]) ? ["links" as const] : []),
      ...(isTrue(input["x-with-images-summary"]) ? ["images" as const] : [])
    ],
    ...(input["x-target-selector"] === undefined
      ? {}
      : { includeTags: input["x-target-selector"], onlyMainContent: false }),
    ...(input["x-remove-selector"] === undefined ? {} : { excludeTags: input["x-remove-selector"] }),
    ...(selectors.length === 0 ? {} : { actions: selectors.map((selector) => ({ type: "wait" as const, selector })) }),
    ...(input["x-timeout"] === undefined ? {} : { timeout: input["x-timeout"] * 1000 }),
    ...(input["x-no-cache"] ? { maxAge: 0 } : {}),
    ...(input["x-cache-tolerance"] === undefined ? {} : { maxAge: input["x-cache-tolerance"] * 1000 }),
    ...(Object.keys(sent).length === 0 ? {} : { headers: sent }),
    ...(language === undefined ? {} : {
      location: {
        languages: [country === undefined ? language : `${language}-${country}`],
        ...(country === undefined ? {} : { country })
      }
    }),
    ...(input.dnt === true ? { storeInCache: false } : {})
  }
}

const PageData = Schema.Struct({
  title: Schema.String,
  description: Schema.String,
  url: Schema.String,
  content: optional(Schema.String),
  html: optional(Schema.String),
  text: optional(Schema.String),
  screenshotUrl: optional(Schema.String),
  pageshotUrl: optional(Schema.String),
  publishedTime: optional(Schema.String),
  links: optional(Schema.Record(Schema.String, Schema.String)),
  images: optional(Schema.Record(Schema.String, Schema.String)),
  metadata: Schema.Record(Schema.String, Schema.Json),
  warning: optional(Schema.String),
  usage: Schema.Struct({ tokens: Schema.Int })
})

const Envelope = <S extends Schema.Top>(data: S) =>
  Schema.Struct({
    code: Schema.Int,
    status: Schema.Int,
    data,
    meta: Schema.Struct({ usage: Schema.Struct({ tokens: Schema.Int }) })
  })

const IMAGE = /!\[([^\]]*)\]\([^)\s]*(?:\s+"[^"]*")?\)/g

const withoutImages = (markdown: string, keep: Reader["x-retain-images"]): string =>
  keep === "none" ? markdown.replace(IMAGE, "") : keep === "alt" ? markdown.replace(IMAGE, "$1") : markdown

const numbered = (addresses: ReadonlyArray<string> | undefined) =>
  addresses === undefined ? undefined : Object.fromEntries(addresses.map((address, at) => [String(at + 1), address]))

const textOf = (document: Document, input: Reader): string => {
  const format = formatOf(input)
  const markdown = withoutImages(document.markdown ?? "", input["x-retain-images"])
  return format === "html" ? document.html ?? "" : format === "text" ? Results.plainText(markdown) : markdown
}

const toData = (
  document: Document,
  url: string,
  input: Reader,
  count: Tokens.Counter,
  warnings: ReadonlyArray<string>
) => {
  const format = formatOf(input)
  const { published, title, url: found } = Results.aboutPage(document)
  const text = textOf(document, input)
  const isText = format === "markdown" || format === "html" || format === "text"
  return {
    title: title ?? "",
    description: document.metadata?.description ?? "",
    url: found ?? url,
    ...(format === "markdown" ? { content: text } : {}),
    ...(format === "html" ? { html: text } : {}),
    ...(format === "text" ? { text } : {}),
    ...(format === "screenshot" && typeof document.screenshot === "string"
      ? { screenshotUrl: document.screenshot }
      : {}),
    ...(format === "pageshot" && typeof document.screenshot === "string" ? { pageshotUrl: document.screenshot } : {}),
    ...(published === undefined ? {} : { publishedTime: published }),
    ...(Filters.given({ links: numbered(document.links), images: numbered(document.images) })),
    metadata: document.metadata ?? {},
    ...(warnings.length === 0 ? {} : { warning: warnings.join(" ") }),
    usage: { tokens: isText ? count(text) : 0 }
  }
}

type Data = ReturnType<typeof toData>

const written = (data: Data): string =>
  [
    `Title: ${data.title}`,
    `URL Source: ${data.url}`,
    ...(data.publishedTime === undefined ? [] : [`Published Time: ${data.publishedTime}`]),
    ...(data.warning === undefined ? [] : [`Warning: ${data.warning}`]),
    `Markdown Content:\n${data.content ?? ""}`
  ].join("\n\n")

const asks = (input: Reader): "json" | "text" | "events" => {
  const accept = input.accept ?? ""
  return accept.includes("application/json") ? "json" : accept.includes("text/event-stream") ? "events" : "text"
}

const answered = (input: Reader, data: Data, requestId: string) => {
  const tokens = data.usage.tokens
  if (asks(input) === "json") return json({ code: 200, status: 20_000, data, meta: { usage: { tokens } } }, requestId)
  const shot = "screenshotUrl" in data ? data.screenshotUrl : "pageshotUrl" in data ? data.pageshotUrl : undefined
  if (typeof shot === "string") return HttpServerResponse.redirect(shot)
  const plain = "html" in data ? data.html : "text" in data ? data.text : undefined
  return HttpServerResponse.text(plain ?? written(data), {
    contentType: plain === undefined || "text" in data ? "text/plain; charset=utf-8" : "text/html; charset=utf-8",
    // Scripts of a page must not run with this server's origin.
    headers: {
      "content-security-policy": "sandbox; default-src 'none'",
      "cache-control": "no-store",
      "x-request-id": requestId
    }
  })
}

const readPage = Effect.fnUntraced(function*(input: Reader & { readonly url: string }, work: Work) {
  if (input.url === "") return yield* ApiError.badRequest("url", "the page URL appended to the reader URL")
  if (asks(input) === "events") work.warn("Accept has no effect: responses are not streamed.")
  const document = yield* work.scrape(input.url, optionsOf(input))
  const count = yield* Effect.promise(Tokens.o200k)
  const data = toData(document, input.url, input, count, work.warnings)
  const budget = input["x-token-budget"]
  if (budget !== undefined && data.usage.tokens > budget) {
    return yield* ApiError.make(
      "REQUEST_TOO_LARGE",
      `The page has ${data.usage.tokens} tokens, and x-token-budget is ${budget}`
    )
  }
  return answered(input, data, work.requestId)
})

/** Some proxies merge the two slashes of a URL in a path, so they are restored. */
const restOf = (request: Request, prefix: string): string => {
  const rest = request.url.slice(prefix.length)
  const decoded = /^https?%3a/i.test(rest) ? PercentEncoding.decode(rest) : rest
  return decoded.replace(/^(https?):\/+/i, "$1://")
}

const reader = (path: "/*" | "/r/*", prefix: string) =>
  rawEndpoint({
    path,
    methods: ["GET"],
    summary: "Get a page as Markdown",
    request: Schema.Struct({ url: Schema.String, ...readerFields }),
    response: Envelope(PageData),
    read: (request) => ({ ...headersOf(request), url: restOf(request, prefix) }),
    unheeded,
    answer: readPage
  })

const readerByBody = (path: "" | "/r") =>
  rawEndpoint({
    path,
    methods: ["POST"],
    summary: "Get a page as Markdown",
    request: Schema.Struct({ url: orElse(Schema.String, ""), ...readerFields }),
    response: Envelope(PageData),
    read: headersOf,
    unheeded,
    answer: readPage
  })

const searchFields = {
  q: orElse(Schema.String, ""),
  num: orElse(whole(1, 20), PAGES_OF_SEARCH),
  gl: optional(Schema.String),
  location: optional(Schema.String),
  site: optional(texts),
  "x-site": optional(texts),
  ...readerFields
}

const SearchData = Schema.Array(PageData)

const find = Effect.fnUntraced(function*(input: Schema.Struct<typeof searchFields>["Type"], work: Work) {
  if (input.q.trim() === "") return yield* ApiError.badRequest("q", "a query")
  const isPlain = formatOf(input) === "no-content"
  const domains = yield* Filters.domains({ field: "x-site", value: input["x-site"] ?? input.site }, { field: "" })
  const { data } = yield* work.search(
    Filters.given({
      query: input.q,
      limit: input.num,
      country: yield* Filters.country("gl", input.gl),
      location: input.location,
      scrapeOptions: isPlain ? undefined : optionsOf(input),
      ...domains.request
    }),
    domains.condition
  )
  const count = yield* Effect.promise(Tokens.o200k)
  const pages = (data.web ?? []).map((hit) => ({
    ...toData(hit, hit.url, input, count, []),
    title: hit.title,
    url: hit.url,
    description: hit.description,
    ...Filters.given({ date: Results.dateOf(hit) })
  }))
  const tokens = pages.reduce((sum, { usage }) => sum + usage.tokens, 0)
  if (asks(input) === "json") {
    const warning = work.warnings.length === 0 ? {} : { warning: work.warnings.join(" ") }
    return json({ code: 200, status: 20_000, data: pages, meta: { usage: { tokens }, ...warning } }, work.requestId)
  }
  const text = pages.map((page, at) =>
    [
      `[${at + 1}] Title: ${page.title}`,
      `[${at + 1}] URL Source: ${page.url}`,
      `[${at + 1}] Description: ${page.description}`,
      ...(page.content === undefined ? [] : [page.content])
    ].join("\n")
  )
  const warnings = work.warnings.map((warning) => `Warning: ${warning}`)
  return HttpServerResponse.text([...warnings, ...text].join("\n\n"), {
    contentType: "text/plain; charset=utf-8",
    headers: { "cache-control": "no-store", "x-request-id": work.requestId }
  })
})

const ofSearch = {
  summary: "Search, and get the content of the pages",
  request: Schema.Struct(searchFields),
  response: Envelope(SearchData),
  unheeded: { ...unheeded, hl: "results are not filtered by language", page: "the first page is returned" },
  answer: find
} as const

const parametersOf = ({ url }: Request) => Object.fromEntries(new URL(url, "http://localhost").searchParams)

const searchByPath = rawEndpoint({
  ...ofSearch,
  path: "/s/*",
  methods: ["GET"],
  read: (request) => ({
    ...headersOf(request),
    "x-site": request.headers["x-site"],
    ...parametersOf(request),
    q: PercentEncoding.decode(restOf(request, "/jina/s/").split("?", 1)[0]!)
  })
})

const searchByBody = rawEndpoint({
  ...ofSearch,
  path: "/s",
  methods: ["GET", "POST"],
  read: (request) => ({ ...headersOf(request), "x-site": request.headers["x-site"], ...parametersOf(request) })
})

const rerank = (path: "/v1/rerank" | "/rerank") =>
  endpoint({
    path,
    methods: ["POST"],
    summary: "Rank texts by their relevance to a query",
    request: Schema.Struct({ ...rerankFields, return_documents: orElse(flag, true) }),
    response: Schema.Struct({
      model: Schema.String,
      object: Schema.Literal("list"),
      usage: Schema.Struct({ total_tokens: Schema.Int, prompt_tokens: Schema.Int }),
      results: Schema.Array(Schema.Struct({
        index: Schema.Int,
        relevance_score: Schema.Number,
        document: optional(Schema.Struct({ text: Schema.String }))
      }))
    }),
    unheeded: { truncation: "whole documents are ranked" },
    // All model names use the same ranking.
    quiet: ["model"],
    answer: Effect.fnUntraced(function*(input) {
      const texts = yield* ranked(input)
      const count = yield* Effect.promise(Tokens.o200k)
      const tokens = texts.reduce((sum, { text }) => sum + count(text), count(input.query))
      return {
        model: "dunlin",
        object: "list" as const,
        usage: { total_tokens: tokens, prompt_tokens: tokens },
        results: texts.map(({ index, score, text }) => ({
          index,
          relevance_score: score,
          ...(input.return_documents ? { document: { text } } : {})
        }))
      }
    })
  })

/** The API's code is the HTTP status with two more digits. */
const DIGITS_OF_STATUS = 100

export const jina: Door = {
  name: "jina",
  title: "Jina",
  keys: ["bearer"],
  endpoints: [
    rerank("/v1/rerank"),
    rerank("/rerank"),
    searchByPath,
    searchByBody,
    reader("/r/*", "/jina/r/"),
    readerByBody("/r"),
    readerByBody(""),
    reader("/*", "/jina/")
  ],
  failure: ({ code, error, status }) => ({
    body: {
      data: null,
      code: status,
      name: code,
      status: status * DIGITS_OF_STATUS,
      message: error,
      readableMessage: `${code}: ${error}`
    }
  })
}
