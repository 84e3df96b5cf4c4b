/**
 * Searches the questions of a Stack Exchange site.
 *
 * @see https://api.stackexchange.com/docs/advanced-search
 * @since 0.1.0
 */
import * as Dialects from "@dunlin/query-operators/Dialects"
import type * as Config from "effect/Config"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as HttpClient from "effect/http/HttpClient"
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import * as Hits from "./Hits.ts"
import * as Gunzip from "./internal/gunzip.ts"
import * as JsonHttp from "./JsonHttp.ts"
import { InvalidRequest, QuotaExceeded, RateLimited, type Reason, Unauthorized, Unavailable } from "./SearchError.ts"
import type { SearchProvider } from "./SearchProvider.ts"

/**
 * The site to search, and options of the requests.
 *
 * @category options
 * @since 0.1.0
 */
export interface Options extends JsonHttp.Options {
  /**
   * The name of the site in the API, for example `superuser` or `unix`.
   *
   * @default "stackoverflow"
   */
  readonly site?: string | undefined
}

const text = Schema.optionalKey(Schema.NullOr(Schema.String))
const number = Schema.optionalKey(Schema.NullOr(Schema.Number))

const Response = Schema.Struct({
  error_id: number,
  error_message: text,
  items: Schema.optionalKey(Schema.NullOr(Schema.Array(Schema.Struct({
    link: text,
    title: text,
    body: text,
    creation_date: number
  })))),
  has_more: Schema.optionalKey(Schema.NullOr(Schema.Boolean)),
  backoff: number,
  quota_remaining: number
})

const MILLIS = 1000
const SECONDS_OF_A_DAY = 86_400

const Refused = Schema.Struct({ error_id: Schema.Number, error_message: text })
const isRefused = Schema.is(Refused)

/** A longer throttle is the daily quota. */
const MAX_THROTTLE_SECONDS = 600

/** Errors about the key or a token: access denied, a key is required, or a token is missing, invalid or compromised. */
const CREDENTIAL_ERRORS: ReadonlySet<number> = new Set([401, 402, 403, 405, 406])

/** The id of the error that asks for a pause. */
const THROTTLE_VIOLATION = 502

const reasonOf = ({ error_id, error_message }: typeof Refused.Type): Reason => {
  if (CREDENTIAL_ERRORS.has(error_id)) return new Unauthorized({ status: 400 })
  if (error_id < 500) return new InvalidRequest({ status: 400 })
  if (error_id !== THROTTLE_VIOLATION) return new Unavailable({ detail: `error ${error_id}` })
  const seconds = Number(/available in (\d{1,6}) second/.exec(error_message ?? "")?.[1])
  if (seconds > MAX_THROTTLE_SECONDS) return new QuotaExceeded({ code: "throttle_violation" })
  return new RateLimited(Number.isNaN(seconds) ? {} : { retryAfterMillis: seconds * MILLIS })
}

const seconds = (day: string, shift: number): number =>
  DateTime.toEpochMillis(DateTime.makeUnsafe(`${day}T00:00:00Z`)) / MILLIS + shift * SECONDS_OF_A_DAY

/**
 * Describes the API for `JsonHttp`.
 *
 * @category engines
 * @since 0.1.0
 */
export const engine = (site = "stackoverflow"): JsonHttp.Engine<typeof Response.Type> => ({
  name: "stackexchange",
  apiUrl: "https://api.stackexchange.com/2.3",
  key: "optional",
  dialect: Dialects.stackExchange,
  sources: ["web"],
  honours: { time: "dates", sortByDate: true },
  pageSize: 100,
  maxPages: 10,
  request: ({ days, page, pageSize, question, text }, { apiKey, apiUrl }) =>
    HttpClientRequest.get(`${apiUrl}/search/advanced`, {
      urlParams: {
        q: text,
        site,
        page: page + 1,
        pagesize: pageSize,
        order: "desc",
        sort: question.time?.sortByDate === true ? "creation" : "relevance",
        filter: "withbody",
        ...(days.from === undefined ? {} : { fromdate: seconds(days.from, 0) }),
        ...(days.to === undefined ? {} : { todate: seconds(days.to, 1) - 1 }),
        ...(apiKey === undefined ? {} : { key: Redacted.value(apiKey) })
      },
      headers: { "accept-encoding": "gzip" }
    }),
  response: Response,
  page: ({ backoff, has_more, items }) => ({
    hits: Hits.all(items, (item) => {
      const body = Hits.plain(item.body ?? "")
      return Hits.web({
        url: item.link,
        title: Hits.plain(item.title ?? ""),
        description: body.slice(0, 300),
        publishedAt: Hits.date(item.creation_date, 0),
        text: body === "" ? undefined : body,
        category: "developer"
      })
    }),
    // Stack Exchange forbids the next request for `backoff` seconds.
    last: has_more !== true || typeof backoff === "number",
    warnings: has_more === true && typeof backoff === "number"
      ? [`Stack Exchange requested a pause of ${backoff} s, so results may be incomplete.`]
      : []
  }),
  // Stack Exchange reports errors with status 400, and occasionally 200.
  refuse: ({ body }) => isRefused(body) ? reasonOf(body) : undefined,
  failure: (wire) => isRefused(wire) ? reasonOf(wire) : undefined
})

/**
 * @category layers
 * @since 0.1.0
 */
export const layer = (options?: Options): Layer.Layer<SearchProvider, never, HttpClient.HttpClient> =>
  JsonHttp.layer(engine(options?.site), options).pipe(
    Layer.provide(Layer.effect(HttpClient.HttpClient, Effect.map(HttpClient.HttpClient, Gunzip.client)))
  )

/**
 * Reads the optional settings `DUNLIN_STACKEXCHANGE_KEY` and `DUNLIN_STACKEXCHANGE_URL`.
 *
 * @category layers
 * @since 0.1.0
 */
export const layerConfig: Layer.Layer<SearchProvider, Config.ConfigError, HttpClient.HttpClient> = Layer.unwrap(
  Effect.map(JsonHttp.settings("stackexchange"), (settings) => layer(settings))
)
