/**
 * Builds a provider from the description of a JSON search API. The description says how to request a page and read
 * its response. Paging, retries, timeouts, typed errors, the query dialect and filtering happen here.
 *
 * @since 0.1.0
 */
import * as Secret from "@dunlin/common/Secret"
import * as Dialect from "@dunlin/query-operators/Dialect"
import * as Residual from "@dunlin/query-operators/Residual"
import * as TimeFilter from "@dunlin/query-operators/TimeFilter"
import * as Clock from "effect/Clock"
import * as Config from "effect/Config"
import * as Effect from "effect/Effect"
import * as HttpClient from "effect/http/HttpClient"
import type * as HttpClientRequest from "effect/http/HttpClientRequest"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import type * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import * as Http from "./internal/http.ts"
import { InvalidResponse, type Reason, SearchError, Unauthorized, Unsupported } from "./SearchError.ts"
import * as SearchProvider from "./SearchProvider.ts"

/**
 * The input of one page request.
 *
 * @category models
 * @since 0.1.0
 */
export interface Ask {
  readonly question: SearchProvider.Question
  readonly text: string
  /** Parameters that the dialect adds to the text. */
  readonly parameters: Dialect.Parameters
  /** The number of the page, counted from 0. */
  readonly page: number
  /**
   * The number of hits per page. It is at most the engine's maximum and, on the first page, at most the number of
   * requested hits.
   */
  readonly pageSize: number
  /** The first and last day of the time filter combined with `after:`/`before:`, as `YYYY-MM-DD`, both inclusive. */
  readonly days: { readonly from?: string | undefined; readonly to?: string | undefined }
  /** The current time in epoch milliseconds. */
  readonly now: number
}

/**
 * Filters that an engine supports in addition to the query; an unsupported one causes a warning.
 *
 * @category models
 * @since 0.1.0
 */
export interface Honours {
  /**
   * `range` for relative ranges only; `dates` for any range of days. If it is absent, the engine supports no range, and
   * hits with a date are filtered afterwards.
   */
  readonly time?: "range" | "dates" | undefined
  readonly sortByDate?: boolean | undefined
  readonly country?: boolean | undefined
  readonly location?: boolean | undefined
  readonly safe?: boolean | undefined
}

/**
 * URL and credential of an engine.
 *
 * @category options
 * @since 0.1.0
 */
export interface Options extends SearchProvider.Policy {
  /** The engine's credential. Some engines need none. */
  readonly apiKey?: Secret.Secret | undefined
  /**
   * The base URL, without a trailing slash.
   *
   * @default the engine's own
   */
  readonly apiUrl?: string | undefined
}

/** Environment variables may be set but empty. */
const isGiven = (apiKey: Secret.Secret | undefined): apiKey is Secret.Secret =>
  apiKey !== undefined && Secret.text(apiKey, "apiKey") !== ""

/**
 * The options with all defaults, as a description receives them.
 *
 * @category options
 * @since 0.1.0
 */
export interface Settings {
  readonly apiUrl: string
  readonly apiKey: Redacted.Redacted | undefined
}

/**
 * The description of an engine.
 *
 * @category models
 * @since 0.1.0
 */
export interface Engine<Wire = any> {
  /**
   * The name in lower case. It also determines the settings: `brave` reads `DUNLIN_BRAVE_KEY` and `DUNLIN_BRAVE_URL`.
   */
  readonly name: string
  readonly apiUrl: string
  /** Whether the engine requires a credential. @default "required" */
  readonly key?: "required" | "optional" | undefined
  readonly dialect: Dialect.Dialect
  readonly sources: ReadonlyArray<SearchProvider.Source>
  /** @default no filters */
  readonly honours?: Honours | ((source: SearchProvider.Source) => Honours) | undefined
  readonly pageSize: number | ((question: SearchProvider.Question) => number)
  /**
   * The page size of the underlying engine, if it ignores a larger size. If the first page has at most this many hits,
   * later pages use this size, so that no hit is skipped.
   * @default none
   *
   * @since 0.2.0
   */
  readonly fallbackPageSize?: number | undefined
  /** The maximum number of pages. @default 1 */
  readonly maxPages?: number | ((question: SearchProvider.Question) => number) | undefined
  /** Whether to send a query that consists only of parameters. @default false */
  readonly withoutText?: boolean | undefined
  readonly request: (ask: Ask, settings: Settings) => HttpClientRequest.HttpClientRequest
  /** Decodes the fields that are used. Unknown fields are ignored. */
  readonly response: Schema.Decoder<Wire>
  readonly page: (wire: Wire, ask: Ask) => SearchProvider.Page
  /** Interprets an error response if its status is not sufficient. If it returns `undefined`, the status decides. */
  readonly refuse?: ((refusal: Refusal) => Reason | undefined) | undefined
  /** Returns whether an error response only means that there are no hits. */
  readonly empty?: ((refusal: Refusal) => boolean) | undefined
  /**
   * Interprets a response with status 200 as a failure. A response without hits that contains `error`, `errors`,
   * `success: false` or `status: "error"` is always a failure, unless `empty` accepts it.
   */
  readonly failure?: ((wire: Wire, ask: Ask) => Reason | undefined) | undefined
}

/**
 * An error response.
 *
 * @category models
 * @since 0.1.0
 */
export type Refusal = Http.Refusal

const later = (left: string | undefined, right: string | undefined): string | undefined =>
  left === undefined ? right : right === undefined ? left : left > right ? left : right

const earlier = (left: string | undefined, right: string | undefined): string | undefined =>
  left === undefined ? right : right === undefined ? left : left < right ? left : right

const of = (
  value: number | ((question: SearchProvider.Question) => number),
  question: SearchProvider.Question
): number => typeof value === "number" ? value : value(question)

const shortcomings = (engine: Engine, question: SearchProvider.Question): ReadonlyArray<string> => {
  const honours = typeof engine.honours === "function" ? engine.honours(question.source) : engine.honours ?? {}
  const { name } = engine.dialect
  const { time } = question
  const dated = question.source !== "images" && time !== undefined
  const out: Array<string> = []
  if (dated && honours.time === undefined && (time.range ?? time.from ?? time.to) !== undefined) {
    out.push(`${name} has no time filter; results without a date could not be checked.`)
  }
  if (dated && honours.time === "range" && (time.from ?? time.to) !== undefined) {
    out.push(`${name} has no date range filter; results without a date could not be checked.`)
  }
  if (dated && time.sortByDate === true && honours.sortByDate !== true) out.push(`${name} cannot sort by date.`)
  if (question.location !== undefined && honours.location !== true) out.push(`${name} does not support locations.`)
  if (question.country !== "US" && honours.country !== true) out.push(`${name} does not support countries.`)
  if (question.safe === true && honours.safe !== true) out.push(`${name} cannot filter explicit content.`)
  const most = of(engine.pageSize, question) * of(engine.maxPages ?? 1, question)
  if (question.limit > most) out.push(`${name} returns at most ${most} results.`)
  return out
}

const lacks = (name: string, what: string): SearchError =>
  new SearchError({ provider: name, reason: new Unsupported({ what }) })

/**
 * Builds the provider of an engine.
 *
 * @category constructors
 * @since 0.1.0
 */
export const make = Effect.fnUntraced(function*<Wire>(
  engine: Engine<Wire>,
  options?: Options
): Effect.fn.Return<SearchProvider.SearchProvider["Service"], never, HttpClient.HttpClient> {
  const client = yield* HttpClient.HttpClient
  const settings: Settings = {
    apiUrl: (options?.apiUrl ?? engine.apiUrl).replace(/\/+$/, ""),
    apiKey: isGiven(options?.apiKey) ? Secret.wrapped(options.apiKey, "apiKey") : undefined
  }
  const decode = Schema.decodeUnknownEffect(engine.response)
  const fail = (reason: Reason) => new SearchError({ provider: engine.name, reason })

  const read = Effect.fnUntraced(
    function*(question: SearchProvider.Question): Effect.fn.Return<SearchProvider.Reader, SearchError> {
      if (!engine.sources.includes(question.source)) return yield* lacks(engine.name, question.source)
      if (settings.apiKey === undefined && (engine.key ?? "required") === "required") {
        return yield* fail(new Unauthorized({}))
      }
      const now = yield* Clock.currentTimeMillis
      const dated = question.time !== undefined && question.source !== "images"
      const window = dated ? TimeFilter.window(question.time, now) : undefined
      const translation = Dialect.translate(question.query, engine.dialect, { source: question.source, window })
      if (translation.text === "" && engine.withoutText !== true) {
        return yield* lacks(engine.name, "a query without words")
      }
      const { parameters, text } = translation
      const days = dated ? TimeFilter.days(question.time, now) : {}
      const most = of(engine.pageSize, question)
      // If hits may be filtered out, a small first page would only cause a second request.
      const filtered = dated || question.query.nodes.some((node) => node._tag !== "Word" || node.negated)
      // All pages must have the same size, because otherwise the second page would start at another hit.
      let pageSize = Math.min(most, filtered ? Math.max(question.limit, 10) : question.limit)
      const page = Effect.fnUntraced(function*(number: number): Effect.fn.Return<SearchProvider.Page, SearchError> {
        const ask: Ask = {
          question,
          text,
          parameters,
          page: number,
          pageSize,
          days: { from: later(days.from, parameters.after), to: earlier(days.to, parameters.before) },
          now
        }
        const request = engine.request(ask, settings)
        const body = yield* Http.json(client, request, engine).pipe(Effect.mapError(fail))
        if (body === Http.nothing) return { hits: [], last: true }
        const wire = yield* decode(body).pipe(
          // The schema's own message would quote the response.
          Effect.mapError(() => fail(new InvalidResponse({ detail: "a field is missing or of another type" })))
        )
        const failure = engine.failure?.(wire, ask)
        if (failure !== undefined) return yield* fail(failure)
        const found = engine.page(wire, ask)
        const { fallbackPageSize = 0 } = engine
        if (number === 0 && found.hits.length <= fallbackPageSize) pageSize = Math.min(pageSize, fallbackPageSize)
        if (found.hits.length > 0) return found
        // An error must not look like an empty result.
        const failureInBody = Http.failureIn(body)
        if (failureInBody === undefined || engine.empty?.({ status: 200, headers: {}, body }) === true) return found
        return yield* fail(failureInBody)
      })
      return {
        page,
        maxPages: of(engine.maxPages ?? 1, question),
        accept: (hit) => Residual.matches(translation.residual, hit, now),
        warnings: [...translation.warnings, ...shortcomings(engine, question)]
      }
    }
  )
  return SearchProvider.makePaged({ ...options, name: engine.name, read })
})

/**
 * Provides an engine as a search provider.
 *
 * @category layers
 * @since 0.1.0
 */
export const layer = <Wire>(
  engine: Engine<Wire>,
  options?: Options
): Layer.Layer<SearchProvider.SearchProvider, never, HttpClient.HttpClient> =>
  Layer.effect(SearchProvider.SearchProvider, make(engine, options))

/**
 * Reads an engine's optional settings `DUNLIN_<NAME>_KEY` and `DUNLIN_<NAME>_URL`.
 *
 * @category config
 * @since 0.1.0
 */
export const settings = (
  name: string
): Config.Config<Pick<Options, "apiKey" | "apiUrl">> => {
  const prefix = `DUNLIN_${name.toUpperCase()}`
  return Config.map(
    Config.all({
      apiKey: Config.option(Config.Redacted(`${prefix}_KEY`)),
      apiUrl: Config.option(Config.String(`${prefix}_URL`))
    }),
    ({ apiKey, apiUrl }) => ({ apiKey: Option.getOrUndefined(apiKey), apiUrl: Option.getOrUndefined(apiUrl) })
  )
}

/**
 * Like {@link layer}, with the credential and URL from {@link settings}.
 *
 * @category layers
 * @since 0.1.0
 */
export const layerConfig = <Wire>(
  engine: Engine<Wire>
): Layer.Layer<SearchProvider.SearchProvider, Config.ConfigError, HttpClient.HttpClient> =>
  Layer.unwrap(Effect.map(settings(engine.name), (options) => layer(engine, options)))
