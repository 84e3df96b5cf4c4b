/** Implements the Serper API: search, news, images, and page content. */
import type { ScrapeOptionsInput } from "@dunlin/schema/ScrapeOptions"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { type Door, endpoint } from "./door.ts"
import { flag, optional, orElse, whole } from "./fields.ts"
import * as Filters from "./filters.ts"
import * as Results from "./hits.ts"
import type { Work } from "./work.ts"

const MAX_RESULTS = 100

const Request = Schema.Struct({
  q: Schema.String,
  gl: optional(Schema.String),
  location: optional(Schema.String),
  num: orElse(whole(1, MAX_RESULTS), 10),
  page: orElse(whole(1, MAX_RESULTS), 1),
  tbs: optional(Schema.String),
  safe: optional(Schema.String)
})

type SearchInput = typeof Request.Type

const SearchParameters = Schema.Struct({
  q: Schema.String,
  gl: optional(Schema.String),
  location: optional(Schema.String),
  tbs: optional(Schema.String),
  num: Schema.Int,
  page: Schema.Int,
  type: Schema.String,
  engine: Schema.String
})

const answerOf = <Item extends Schema.Struct.Fields, Name extends string>(name: Name, item: Item) =>
  Schema.Struct(
    {
      searchParameters: SearchParameters,
      [name]: Schema.Array(Schema.Struct(item)),
      credits: Schema.Int
    } as
      & { searchParameters: typeof SearchParameters; credits: typeof Schema.Int }
      & {
        [Key in Name]: Schema.$Array<Schema.Struct<Item>>
      }
  )

const unheeded = {
  hl: "results are not filtered by language",
  autocorrect: "this server does not correct queries"
}

const quiet = ["type", "engine", "search_type"]

const parametersOf = ({ gl, location, num, page, q, tbs }: SearchInput, type: string) => ({
  q,
  ...(gl === undefined ? {} : { gl }),
  ...(location === undefined ? {} : { location }),
  ...(tbs === undefined ? {} : { tbs }),
  num,
  page,
  type,
  engine: "dunlin"
})

/** Results have no offset here, so earlier pages are searched again. */
const find = Effect.fnUntraced(function*(input: SearchInput, source: "web" | "news" | "images", work: Work) {
  const first = (input.page - 1) * input.num
  if (first + input.num > MAX_RESULTS) {
    work.warn(`A search returns at most ${MAX_RESULTS} results, so page ${input.page} is incomplete.`)
  }
  const { data } = yield* work.search(Filters.given({
    query: input.q,
    limit: Math.min(MAX_RESULTS, first + input.num),
    sources: [source],
    country: yield* Filters.country("gl", input.gl),
    location: input.location,
    tbs: input.tbs,
    safe: input.safe === undefined || input.safe === "off" ? undefined : true
  }))
  const page = <A>(hits: ReadonlyArray<A> | undefined): ReadonlyArray<A> => (hits ?? []).slice(first, first + input.num)
  return { web: page(data.web), news: page(data.news), images: page(data.images) }
})

const dates = new Intl.DateTimeFormat("en-US", { dateStyle: "medium", timeZone: "UTC" })

const written = (date: string | undefined): { readonly date?: string } => {
  const time = date === undefined ? Number.NaN : Date.parse(date)
  return Number.isNaN(time) ? {} : { date: dates.format(time) }
}

const common = { methods: ["POST", "GET"], request: Request, unheeded, quiet } as const

const search = endpoint({
  ...common,
  path: "/search",
  summary: "Search",
  response: answerOf("organic", {
    title: Schema.String,
    link: Schema.String,
    snippet: Schema.String,
    date: optional(Schema.String),
    position: Schema.Int
  }),
  answer: Effect.fnUntraced(function*(input, work) {
    const { web } = yield* find(input, "web", work)
    return {
      searchParameters: parametersOf(input, "search"),
      organic: web.map((hit) => ({
        title: hit.title,
        link: hit.url,
        snippet: hit.description,
        ...written(Results.dateOf(hit)),
        position: hit.position
      })),
      credits: work.credits
    }
  })
})

const news = endpoint({
  ...common,
  path: "/news",
  summary: "Search news",
  response: answerOf("news", {
    title: Schema.String,
    link: Schema.String,
    snippet: Schema.String,
    date: optional(Schema.String),
    source: Schema.String,
    imageUrl: optional(Schema.String),
    position: Schema.Int
  }),
  answer: Effect.fnUntraced(function*(input, work) {
    const { news } = yield* find(input, "news", work)
    return {
      searchParameters: parametersOf(input, "news"),
      news: news.map((hit) => ({
        title: hit.title,
        link: hit.url,
        snippet: hit.snippet,
        ...written(hit.date),
        source: Results.hostOf(hit.url),
        ...(hit.imageUrl === undefined ? {} : { imageUrl: hit.imageUrl }),
        position: hit.position
      })),
      credits: work.credits
    }
  })
})

const images = endpoint({
  ...common,
  path: "/images",
  summary: "Search images",
  response: answerOf("images", {
    title: Schema.String,
    imageUrl: Schema.String,
    imageWidth: optional(Schema.Int),
    imageHeight: optional(Schema.Int),
    thumbnailUrl: Schema.String,
    source: Schema.String,
    domain: Schema.String,
    link: Schema.String,
    position: Schema.Int
  }),
  answer: Effect.fnUntraced(function*(input, work) {
    const { images } = yield* find(input, "images", work)
    return {
      searchParameters: parametersOf(input, "images"),
      images: images.map(({ imageHeight, imageUrl, imageWidth, position, title, url }) => ({
        title,
        imageUrl,
        ...(imageWidth === undefined ? {} : { imageWidth }),
        ...(imageHeight === undefined ? {} : { imageHeight }),
        thumbnailUrl: imageUrl,
        source: Results.hostOf(url),
        domain: Results.hostOf(url),
        link: url,
        position
      })),
      credits: work.credits
    }
  })
})

const scrape = endpoint({
  path: "/scrape",
  methods: ["POST"],
  summary: "Get the content of a page",
  request: Schema.Struct({ url: Schema.String, includeMarkdown: orElse(flag, false) }),
  response: Schema.Struct({
    text: Schema.String,
    markdown: optional(Schema.String),
    metadata: Schema.Record(Schema.String, Schema.Json),
    credits: Schema.Int
  }),
  answer: Effect.fnUntraced(function*(input, work) {
    const formats: ScrapeOptionsInput["formats"] = ["markdown"]
    const document = yield* work.scrape(input.url, { formats })
    const markdown = document.markdown ?? ""
    return {
      text: Results.plainText(markdown),
      ...(input.includeMarkdown ? { markdown } : {}),
      metadata: document.metadata ?? {},
      credits: work.credits
    }
  })
})

export const serper: Door = {
  name: "serper",
  title: "Serper",
  keys: [{ header: "x-api-key" }, "bearer"],
  endpoints: [search, news, images, scrape],
  failure: ({ code, error, status }) => {
    const statusCode = code === "UNAUTHORIZED" ? 403 : code === "PAYMENT_REQUIRED" ? 400 : status
    return { status: statusCode, body: { message: error, statusCode } }
  }
}
