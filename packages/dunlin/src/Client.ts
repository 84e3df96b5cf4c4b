/**
 * Provides search with promises, for programs that do not use Effect.
 *
 * @since 0.1.0
 */
import type * as ArtifactStore from "@dunlin/cache/ArtifactStore"
import type { JobStore } from "@dunlin/jobs/JobStore"
import type { Answer } from "@dunlin/pipeline/Answer"
import type { PageReading } from "@dunlin/pipeline/Reader"
import type * as Scraper from "@dunlin/pipeline/Scraper"
import type * as SearchEvent from "@dunlin/pipeline/SearchEvent"
import type { Stage } from "@dunlin/pipeline/Stage"
import type { BatchRequestInput } from "@dunlin/schema/BatchRequest"
import type { CrawlRequestInput } from "@dunlin/schema/CrawlRequest"
import type { Document } from "@dunlin/schema/Document"
import type { MapLink, MapRequestInput } from "@dunlin/schema/MapRequest"
import type { Omission } from "@dunlin/schema/Omission"
import type * as ScrapeRequest from "@dunlin/schema/ScrapeRequest"
import type * as SearchRequest from "@dunlin/schema/SearchRequest"
import type { SearchResponse } from "@dunlin/schema/SearchResponse"
import type { VerifyRequestInput, VerifyResponse } from "@dunlin/schema/Verify"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import * as Stream from "effect/Stream"
import * as Tracer from "effect/Tracer"
import { ClientClosed } from "./ClientClosed.ts"
import type { ClientMonitors } from "./ClientMonitors.ts"
import type { ClientProfiles } from "./ClientProfiles.ts"
import type * as Indexer from "./Indexer.ts"
import { type CallOptions, split } from "./internal/callOptions.ts"
import type * as Calls from "./internal/calls.ts"
import { ClientJobs } from "./internal/clientJobs.ts"
import type * as OwnMonitors from "./internal/clientMonitors.ts"
import type * as OwnProfiles from "./internal/clientProfiles.ts"
import { lazily } from "./internal/lazily.ts"
import type * as ManyPages from "./internal/manyPages.ts"
import { check } from "./internal/options.ts"
import { recompose } from "./internal/recompose.ts"
import { activeSpan } from "./internal/telemetry/active.ts"
import * as Turns from "./internal/turns.ts"
import * as Services from "./Services.ts"
import type { Telemetry } from "./Telemetry.ts"

export type {
  /**
   * Options of every call.
   *
   * @category options
   * @since 0.1.0
   */
  CallOptions
}

/**
 * All fields of a search except the query; see `SearchRequest`.
 *
 * @category options
 * @since 0.1.0
 */
export interface SearchOptions extends Omit<SearchRequest.SearchRequestInput, "query">, CallOptions {}

/**
 * All fields of a scrape except the URL; see `ScrapeOptions`.
 *
 * @category options
 * @since 0.1.0
 */
export interface ScrapeOptions extends Omit<ScrapeRequest.ScrapeRequestInput, "url">, CallOptions {}

/**
 * All fields of a batch except the URLs: `ScrapeOptions`, and `maxConcurrency` (default 8).
 *
 * @category options
 * @since 0.1.0
 */
export interface BatchOptions extends Omit<BatchRequestInput, "urls" | "appendToId" | "webhook">, CallOptions {}

/**
 * All fields of a crawl except the URL; see `CrawlRequest`.
 *
 * @category options
 * @since 0.1.0
 */
export interface CrawlOptions extends Omit<CrawlRequestInput, "url" | "prompt" | "webhook">, CallOptions {}

/**
 * All fields of a map except the URL; see `MapRequest`.
 *
 * @category options
 * @since 0.1.0
 */
export interface MapOptions extends Omit<MapRequestInput, "url">, CallOptions {}

/**
 * The URLs of a site, and those that were omitted.
 *
 * @category models
 * @since 0.1.0
 */
export interface SiteMap {
  readonly links: ReadonlyArray<MapLink>
  /** URLs that were found but omitted, by reason. */
  readonly omitted: ReadonlyArray<Omission>
  readonly warnings: ReadonlyArray<string>
}

/**
 * All fields of a search except the query, and the size of the answer. If the index does not contain a page's text,
 * the page is fetched with `scrapeOptions`, by default as Markdown.
 *
 * @category options
 * @since 0.1.0
 */
export interface AnswerOptions extends SearchOptions {
  /** Maximum number of tokens of `text`, 50 to 200,000. */
  readonly maxTokens: number
}

/**
 * All fields of a scrape except the URL, and the part of the page to return.
 *
 * @category options
 * @since 0.1.0
 */
export interface ReadOptions extends ScrapeOptions {
  /** Maximum number of tokens of `text`, 50 to 200,000. */
  readonly maxTokens: number
  /** Returns only passages about this query. */
  readonly query?: string | undefined
  /** `next` of the previous reading. @default 0 */
  readonly offset?: number | undefined
}

/**
 * The page to which quotations are compared: its `url`, which is fetched and charged as a scrape, or its `markdown`.
 *
 * @category options
 * @since 0.3.0
 */
export interface VerifyOptions extends Omit<VerifyRequestInput, "quotations">, CallOptions {}

/**
 * A client holds an index, a cache and connections. `close()` or `await using` releases them after pending charges
 * and cache writes. Calls that are still running then reject with `ClientClosed`. Without either, the process still
 * exits when all calls have settled.
 *
 * Calls reject with typed errors, which have a `_tag` and `isRetryable`: `InvalidRequest`, `InvalidTarget`,
 * `SearchError`, `ScrapeError`, `CreditError`, `CacheError`, `SearchTimeout`, `SearchRefused`, and `ClientClosed`
 * after the client is closed. An unknown option is an `InvalidRequest` that suggests the closest known name.
 *
 * @category models
 * @since 0.1.0
 */
export interface Client<out D extends Document = Document, out Response extends SearchResponse = SearchResponse>
  extends AsyncDisposable
{
  /** Searches, and scrapes the hits when `scrapeOptions` is given. */
  readonly search: (query: string, options?: SearchOptions) => Promise<Response>
  /**
   * Returns the best passages about a query within a token limit, with their sources, as context for a model.
   * `passages` quote the pages exactly. No model generates text.
   */
  readonly answer: (query: string, options: AnswerOptions) => Promise<Answer>
  /**
   * Returns a part of a page within `maxTokens`, or its passages about `query`; `next` is the offset of the following
   * part. A `file:` URL, which searches return for an indexed folder, is read only from the index.
   */
  readonly read: (url: string, options: ReadOptions) => Promise<PageReading>
  /**
   * Checks whether a page contains the given quotations. Returns one verdict per quotation, like `POST
   * /dunlin/verify`: the matching whole sentences with a link to them, or the most similar sentence.
   */
  readonly verify: (quotations: ReadonlyArray<string>, options: VerifyOptions) => Promise<VerifyResponse>
  /** Searches and returns events while the search runs. The last event is `Done`. */
  readonly stream: (query: string, options?: SearchOptions) => AsyncIterable<SearchEvent.Event<Response>>
  /** Scrapes one page; the default format is Markdown. */
  readonly scrape: (url: string, options?: ScrapeOptions) => Promise<D>
  /**
   * Scrapes many pages and yields each one when it is ready. A failed page has the error in its `metadata`. If the
   * loop ends early, the remaining pages are cancelled. Use `dunlin serve` for batches that must continue after the
   * process ends.
   */
  readonly batch: (urls: ReadonlyArray<string>, options?: BatchOptions) => AsyncIterable<D>
  /** Scrapes the pages of a site, which are found through links and sitemaps. Works like `batch`. */
  readonly crawl: (url: string, options?: CrawlOptions) => AsyncIterable<D>
  /** Returns the URLs of a site, from its sitemaps and the links of one page. */
  readonly map: (url: string, options?: MapOptions) => Promise<SiteMap>
  /** Adds a site, a sitemap, a folder or your own documents to the embedded index. */
  readonly index: (
    target: Indexer.Target,
    options?: Indexer.Options & CallOptions
  ) => Promise<Indexer.Summary>
  /**
   * Returns the bytes behind a document's link: a screenshot, a PDF, audio or video. Only `dunlin serve` also serves
   * these links over HTTP. Rejects with `CacheError` if the link is expired, altered, or signed by another client.
   */
  readonly artifact: (link: string, options?: CallOptions) => Promise<ArtifactStore.Artifact>
  readonly monitors: ClientMonitors
  /** Lists and deletes the browser profiles that scrapes with `profile` have saved. */
  readonly profiles: ClientProfiles
  readonly close: () => Promise<void>
}

/**
 * Creates a client. Without options it uses an embedded index in memory and guarded HTTP, and needs no keys. `scrape`
 * and `search` are functions from the default pipeline to your own; the types include the fields that your stages
 * add. Throws `InvalidOptions`, which names each unknown or invalid option.
 *
 * **Example** (Index, search, read)
 *
 * ```ts
 * import { Fetcher } from "@dunlin/fetcher"
 * import { type Client, createClient } from "dunlin"
 *
 * const client: Client.Client = createClient({
 *   // instead of the web
 *   fetcher: Fetcher.layerMemory({
 *     "https://example.com/robots.txt": { status: 404 },
 *     "https://example.com/": "<title>Waders</title><main><h1>Waders</h1><p>See <a href=/dunlin>the dunlin</a>.</p></main>",
 *     "https://example.com/dunlin": "<title>Dunlin</title><main><h1>Dunlin</h1><p>It finds its food by touch.</p></main>"
 *   })
 * })
 * await client.index([{ url: "https://example.com/dunlin", title: "Dunlin", text: "It finds its food by touch." }])
 *
 * const options: Client.SearchOptions = { limit: 1, scrapeOptions: { formats: ["markdown"] } }
 * const { data } = await client.search("how does it find food", options)
 * console.log(data.web?.[0]?.title) // Dunlin
 *
 * const format: Client.ScrapeOptions = { formats: ["links"], ...({} satisfies Client.CallOptions) }
 * console.log((await client.scrape("https://example.com/", format)).links) // [ 'https://example.com/dunlin' ]
 *
 * const budget: Client.AnswerOptions = { maxTokens: 200 }
 * console.log((await client.answer("how does it find food", budget)).text.includes("by touch")) // true
 *
 * const piece: Client.ReadOptions = { maxTokens: 200 }
 * console.log((await client.read("https://example.com/dunlin", piece)).text.includes("by touch")) // true
 *
 * const page: Client.VerifyOptions = { url: "https://example.com/dunlin" }
 * const verified = await client.verify(["It finds its food by touch.", "It finds its food by sight."], page)
 * console.log(verified.data.map(({ isFound }) => isFound)) // [ true, false ]
 *
 * const many: Client.BatchOptions = { maxConcurrency: 2 }
 * for await (const page of client.batch(["https://example.com/"], many)) {
 *   console.log(page.metadata?.title) // Waders
 * }
 *
 * const mapOptions: Client.MapOptions = { sitemap: "skip" }
 * const { links }: Client.SiteMap = await client.map("https://example.com/", mapOptions)
 * console.log(links.length) // 2
 *
 * const crawlOptions: Client.CrawlOptions = { sitemap: "skip", limit: 1 }
 * for await (const page of client.crawl("https://example.com/", crawlOptions)) {
 *   console.log(page.metadata?.title) // Waders
 * }
 * await client.close()
 * ```
 *
 * @category constructors
 * @since 0.1.0
 */
export const createClient = <
  const O extends Services.Options = {},
  const Scrape extends ReadonlyArray<Stage.Any> = Services.ScrapeStages,
  const Search extends ReadonlyArray<Stage.Any> = Services.SearchStages
>(
  options?: Services.Ready<
    & Services.Options
    & O
    & Services.Known<O, "telemetry" | "maxConcurrency">
    & {
      /** Telemetry that receives spans and metrics. @default `OTEL_EXPORTER_OTLP_ENDPOINT`, if set */
      readonly telemetry?: Telemetry | undefined
      /**
       * Maximum concurrent calls of `search`, `scrape`, `read`, `verify`, `answer` and `map`. Further calls wait in
       * order, and their `timeout` begins when they start. Calls that your own stages or fetchers make on the same
       * client do not wait, because they count as part of the outer call. @default 256
       */
      readonly maxConcurrency?: number | undefined
    },
    Scrape,
    Search,
    Services.Services
  >
): Client<Scraper.DocumentOf<Scrape>, Services.Answer<Scrape, Search>> => {
  const { maxConcurrency = MAX_CONCURRENT_CALLS, telemetry, ...parts } = check(
    "createClient",
    options as
      | { readonly telemetry?: Telemetry | undefined; readonly maxConcurrency?: number | undefined }
      | undefined
  )
  const services = Services.layer(recompose("createClient", parts) as {})
  // `Pipelines` has proven that the stages need no other services.
  return over(services as Layer.Layer<Services.Services, unknown>, telemetry, maxConcurrency) as unknown as Client<
    Scraper.DocumentOf<Scrape>,
    Services.Answer<Scrape, Search>
  >
}

/** The default of a server. Each call may fetch eight pages, but most of them wait for a site. */
const MAX_CONCURRENT_CALLS = 256

const over = (
  services: Layer.Layer<Services.Services, unknown>,
  telemetry: Telemetry | undefined,
  maxConcurrency: number
): Client => {
  const turns = Turns.make(maxConcurrency)
  const runtime = ManagedRuntime.make(Layer.provideMerge(ClientJobs.layer, withTelemetry(services, telemetry)))
  const parent = telemetry !== undefined && telemetry !== false && "tracer" in telemetry ? activeSpan : () => undefined
  let closed = false
  const close = () => {
    closed = true
    return runtime.dispose()
  }

  const run = async <O extends CallOptions, A, E>(
    options: O | undefined,
    begin: (fields: Omit<O, "signal">) => Effect.Effect<A, E, Services.Services | ClientJobs>
  ): Promise<A> => {
    const { fields, signal } = split(options)
    signal?.throwIfAborted()
    if (closed) throw new ClientClosed()
    const effect = begin(fields)
    const span = parent()
    const begun = span === undefined ? effect : Effect.withParentSpan(effect, span)
    const exit = await turns.within(
      begun,
      (call) => runtime.runPromiseExit(call, signal === undefined ? undefined : { signal })
    )
    if (Exit.isSuccess(exit)) return exit.value
    if (signal?.aborted === true && Cause.hasInterruptsOnly(exit.cause)) throw signal.reason
    if (closed && Cause.hasInterruptsOnly(exit.cause)) throw new ClientClosed()
    throw Cause.squash(exit.cause)
  }

  const each = <O extends CallOptions, A, E>(
    options: O | undefined,
    begin: (fields: Omit<O, "signal">) => Stream.Stream<A, E, Services.Services>
  ): AsyncGenerator<A> => {
    const span = parent()
    return iterate(runtime, options, (fields) => {
      const stream = begin(fields)
      return span === undefined ? stream : Stream.provideService(stream, Tracer.ParentSpan, span)
    }, () => closed)
  }

  return {
    search: (query, options) => run(options, (fields) => turns.take(calling((_) => _.search(query, fields)))),
    stream: (query, options) =>
      each(options, (fields) => Stream.unwrap(Effect.map(calls, (_) => _.stream(query, fields)))),
    scrape: (url, options) => run(options, (fields) => turns.take(calling((_) => _.scrape(url, fields)))),
    batch: (urls, options) => each(options, (fields) => fromManyPages((_) => _.batch(urls, fields))),
    crawl: (url, options) => each(options, (fields) => fromManyPages((_) => _.crawl(url, fields))),
    map: (url, options) => run(options, (fields) => turns.take(Effect.flatMap(manyPages, (_) => _.map(url, fields)))),
    answer: (query, options) => run(options, (fields) => turns.take(calling((_) => _.answer(query, fields)))),
    read: (url, options) => run(options, (fields) => turns.take(calling((_) => _.read(url, fields)))),
    verify: (quotations, options) => run(options, (fields) => turns.take(calling((_) => _.verify(quotations, fields)))),
    artifact: (link, options) => run(options, () => calling((_) => _.artifact(link))),
    monitors: monitorsOf(run),
    profiles: profilesOf(run),
    index: (target, options) => run(options, (fields) => Effect.flatMap(indexer, (_) => _.run(target, fields))),
    close,
    [Symbol.asyncDispose]: close
  }
}

type Run = <O extends CallOptions, A, E>(
  options: O | undefined,
  begin: (fields: Omit<O, "signal">) => Effect.Effect<A, E, Services.Services | ClientJobs>
) => Promise<A>

const monitorsOf = (run: Run): ClientMonitors => {
  const on = <O extends CallOptions, A, E>(
    options: O | undefined,
    use: (module: typeof OwnMonitors, fields: Omit<O, "signal">) => Effect.Effect<A, E, JobStore | Services.Services>
  ) => run(options, (fields) => Effect.flatMap(monitors, (module) => module.within(use(module, fields))))
  return {
    create: (request, options) => on(options, (_) => _.create(request)),
    list: (options) => on(options, (_, fields) => _.list(fields)),
    get: (id, options) => on(options, (_) => _.get(id)),
    update: (id, change, options) => on(options, (_) => _.update(id, change)),
    delete: (id, options) => on(options, (_) => _.remove(id)),
    run: (id, options) => on(options, (_) => _.run(id)),
    checks: (id, options) => on(options, (_, fields) => _.checks(id, fields)),
    check: (id, check, options) => on(options, (_, fields) => _.check(id, check, fields)),
    changes: (id, options) => on(options, (_, fields) => _.changes(id, fields))
  }
}

const profilesOf = (run: Run): ClientProfiles => {
  const on = <A, E>(
    options: CallOptions | undefined,
    use: (module: typeof OwnProfiles) => Effect.Effect<A, E, Services.Services>
  ) => run(options, () => Effect.flatMap(profiles, use))
  return {
    list: (options) => on(options, (_) => _.list),
    get: (name, options) => on(options, (_) => _.get(name)),
    delete: (name, options) => on(options, (_) => _.remove(name))
  }
}

const withTelemetry = (
  services: Layer.Layer<Services.Services, unknown>,
  telemetry: Telemetry | undefined
): Layer.Layer<Services.Services, unknown> =>
  telemetry === false || (telemetry === undefined && !process.env.OTEL_EXPORTER_OTLP_ENDPOINT)
    ? services
    : Layer.provideMerge(
      services,
      lazily(() => import("./internal/telemetry/layer.ts"), (_) => _.telemetryLayer(telemetry))
    )

// Loaded by the first call, so that importing the client is cheap.
const calls = Effect.promise(() => import("./internal/calls.ts"))
const indexer = Effect.promise(() => import("./Indexer.ts"))
const manyPages = Effect.promise(() => import("./internal/manyPages.ts"))
const monitors = Effect.promise(() => import("./internal/clientMonitors.ts"))
const profiles = Effect.promise(() => import("./internal/clientProfiles.ts"))

const calling = <A, E, R>(use: (module: typeof Calls) => Effect.Effect<A, E, R>) => Effect.flatMap(calls, use)

const fromManyPages = <A, E, R>(use: (module: typeof ManyPages) => Stream.Stream<A, E, R>) =>
  Stream.unwrap(Effect.map(manyPages, use))

async function* iterate<O extends CallOptions, A, E>(
  runtime: ManagedRuntime.ManagedRuntime<Services.Services, unknown>,
  options: O | undefined,
  begin: (fields: Omit<O, "signal">) => Stream.Stream<A, E, Services.Services>,
  isClosed: () => boolean
): AsyncGenerator<A> {
  const { fields, signal } = split(options)
  signal?.throwIfAborted()
  if (isClosed()) throw new ClientClosed()
  const context = await runtime.context()
  const stream = begin(fields)
  const bounded = signal === undefined ? stream : Stream.interruptWhen(stream, aborted(signal))
  yield* Stream.toAsyncIterable(Stream.provideContext(bounded, context))
}

const aborted = (signal: AbortSignal) =>
  Effect.callback<never, unknown>((resume) => {
    const abort = () => resume(Effect.fail(signal.reason))
    if (signal.aborted) return abort()
    signal.addEventListener("abort", abort, { once: true })
    return Effect.sync(() => signal.removeEventListener("abort", abort))
  })
