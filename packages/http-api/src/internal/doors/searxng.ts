/** Implements the SearXNG JSON API, for programs with a configurable instance URL. */
import * as CountryCode from "@dunlin/schema/CountryCode"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as ApiError from "../../ApiError.ts"
import { type Door, endpoint } from "./door.ts"
import { optional, orElse, texts, whole, word } from "./fields.ts"
import * as Filters from "./filters.ts"
import * as Results from "./hits.ts"

const PAGE = 10

const LAST_PAGE = 10

const Request = Schema.Struct({
  q: orElse(Schema.String, ""),
  format: orElse(Schema.String, "html"),
  categories: orElse(texts, []),
  language: orElse(Schema.String, "all"),
  pageno: orElse(whole(1, LAST_PAGE), 1),
  time_range: optional(word("", "day", "week", "month", "year")),
  safesearch: orElse(whole(0, 2), 0)
})

const Result = Schema.Struct({
  url: Schema.String,
  title: Schema.String,
  content: Schema.String,
  engine: Schema.String,
  engines: Schema.Array(Schema.String),
  template: Schema.String,
  parsed_url: Schema.Array(Schema.String),
  positions: Schema.Array(Schema.Int),
  score: Schema.Number,
  category: Schema.String,
  publishedDate: Schema.NullOr(Schema.String),
  thumbnail: Schema.String,
  img_src: Schema.String,
  priority: Schema.String
})

const Response = Schema.Struct({
  query: Schema.String,
  number_of_results: Schema.Int,
  results: Schema.Array(Result),
  answers: Schema.Array(Schema.Json),
  corrections: Schema.Array(Schema.String),
  infoboxes: Schema.Array(Schema.Json),
  suggestions: Schema.Array(Schema.String),
  unresponsive_engines: Schema.Array(Schema.Tuple([Schema.String, Schema.String]))
})

const sources: { readonly [name: string]: "web" | "images" | "news" } = {
  general: "web",
  images: "images",
  news: "news"
}
const subjects: { readonly [name: string]: "research" | "developer" } = {
  science: "research",
  "scientific publications": "research",
  it: "developer"
}

const partsOf = (address: string): ReadonlyArray<string> => {
  const url = URL.parse(address)
  return url === null
    ? ["", "", address, "", "", ""]
    : [url.protocol.slice(0, -1), url.host, url.pathname, "", url.search.slice(1), url.hash.slice(1)]
}

interface Found {
  readonly url: string
  readonly title: string
  readonly content: string
  readonly category: string
  readonly date?: string | undefined
  readonly picture?: string | undefined
}

const listed = (found: Found, at: number, count: number): typeof Result.Type => ({
  url: found.url,
  title: found.title,
  content: found.content,
  engine: "dunlin",
  engines: ["dunlin"],
  template: found.category === "images" ? "images.html" : "default.html",
  parsed_url: partsOf(found.url),
  positions: [at + 1],
  score: Results.scoreOf(at + 1, count),
  category: found.category,
  publishedDate: found.date ?? null,
  thumbnail: found.picture ?? "",
  img_src: found.category === "images" ? found.picture ?? "" : "",
  priority: ""
})

const search = (path: "" | "/search") =>
  endpoint({
    path,
    methods: ["GET", "POST"],
    summary: "Search",
    request: Request,
    response: Response,
    unheeded: {
      engines: "this server's operator chooses the engines",
      enabled_engines: "this server's operator chooses the engines",
      disabled_engines: "this server's operator chooses the engines"
    },
    quiet: [
      "autocomplete",
      "enabled_plugins",
      "disabled_plugins",
      "image_proxy",
      "imageProxy",
      "numResults",
      "pageNumber",
      "results_on_new_tab",
      "theme",
      "safe"
    ],
    answer: Effect.fnUntraced(function*(input, work) {
      if (input.format !== "json") return yield* ApiError.make("FORBIDDEN", "format: only json is supported")
      if (input.q.trim() === "") return yield* ApiError.badRequest("q", "a query")
      const chosen = input.categories.map((name) => name.toLowerCase())
      const subject = chosen.flatMap((name) => subjects[name] ?? [])
      const unknown = chosen.filter((name) => sources[name] === undefined && subjects[name] === undefined)
      if (unknown.length > 0) {
        work.warn(`The categories ${unknown.join(", ")} have no effect: the whole web is searched.`)
      }
      const [language = "", region = ""] = input.language.split(/[-_]/)
      const country = CountryCode.normalize(region)
      if (!["all", "auto", ""].includes(language)) {
        work.warn(`language ${language} has no effect: results are not filtered by language.`)
      }
      const wanted = [...new Set(chosen.map((name) => sources[name] ?? "web"))]
      const { data, suggestion } = yield* work.search(Filters.given({
        query: input.q,
        limit: input.pageno * PAGE,
        sources: wanted.length === 0 ? ["web" as const] : wanted,
        categories: subject,
        tbs: input.time_range === "" ? undefined : Filters.within(input.time_range),
        safe: input.safesearch > 0 ? true : undefined,
        country: CountryCode.all.has(country) ? country : undefined
      }))
      const found: ReadonlyArray<Found> = [
        ...(data.web ?? []).map((hit) => ({
          ...hit,
          content: hit.description,
          category: "general",
          date: Results.dateOf(hit)
        })),
        ...(data.news ?? []).map((hit) => ({ ...hit, content: hit.snippet, category: "news", picture: hit.imageUrl })),
        ...(data.images ?? []).map((hit) => ({ ...hit, content: "", category: "images", picture: hit.imageUrl }))
      ]
      return {
        query: input.q,
        number_of_results: found.length,
        results: found.map((one, at) => listed(one, at, found.length)).slice((input.pageno - 1) * PAGE),
        answers: [],
        corrections: suggestion === undefined ? [] : [suggestion],
        infoboxes: [],
        suggestions: [],
        unresponsive_engines: []
      }
    })
  })

export const searxng: Door = {
  name: "searxng",
  title: "SearXNG",
  keys: ["bearer", { header: "x-api-key" }, "basic"],
  endpoints: [search("/search"), search("")],
  failure: ({ error }) => ({ body: { error } }),
  // Clients show the list of unresponsive engines, so warnings are added there.
  warned: (body, warnings) => ({ ...body, unresponsive_engines: warnings.map((warning) => ["dunlin", warning]) })
}
