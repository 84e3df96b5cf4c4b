/**
 * Runs jobs that read the pages of a site, which are found through links and sitemaps.
 *
 * @since 0.1.0
 */
import * as Spans from "@dunlin/common/Spans"
import * as Politeness from "@dunlin/fetcher/Politeness"
import { type Caller, check } from "@dunlin/pipeline/Caller"
import * as Retention from "@dunlin/pipeline/Retention"
import type { ScrapeError } from "@dunlin/pipeline/ScrapeError"
import * as Selectors from "@dunlin/pipeline/Selectors"
import type { CrawlRequest } from "@dunlin/schema/CrawlRequest"
import type * as InvalidRequest from "@dunlin/schema/InvalidRequest"
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type { CrawlKeeper, NamedPage } from "./CrawlKeeper.ts"
import * as AskedAgain from "./internal/askedAgain.ts"
import {
  canonicalPage,
  delivered,
  dropped,
  leave,
  movedTo,
  namedPage,
  objected,
  type Page,
  type Payload,
  readPage,
  resultsOf,
  withStandIn
} from "./internal/crawling.ts"
import { checkWebhook } from "./internal/reachable.ts"
import * as Scope from "./internal/scope.ts"
import * as SitemapTurns from "./internal/sitemapTurns.ts"
import { specOf, toJson } from "./internal/specs.ts"
import { hostOf } from "./internal/submitting.ts"
import * as Visits from "./internal/visits.ts"
import { announce } from "./internal/webhooks.ts"
import type { Claim } from "./Job.ts"
import type { JobError } from "./JobError.ts"
import { JobStore } from "./JobStore.ts"
import type { Work } from "./JobWorker.ts"
import * as PageWorth from "./PageWorth.ts"

/** Most sites link to many URLs that are not pages. */
const KNOWN_URLS_PER_PAGE = 4
const MIN_KNOWN_URLS = 1000

/**
 * Returns the maximum number of known URLs for a crawl of `pages` pages.
 *
 * **Example** (A crawl of 500 pages)
 *
 * ```ts
 * import { Crawl } from "@dunlin/jobs"
 *
 * console.log(Crawl.mostAddresses(500)) // 2000
 * ```
 *
 * @category running
 * @since 0.2.0
 */
export const mostAddresses = (pages: number): number => Math.max(MIN_KNOWN_URLS, pages * KNOWN_URLS_PER_PAGE)

export {
  /**
   * The error code of pages that robots.txt disallows.
   *
   * **Example** (Pages that robots.txt disallows)
   *
   * ```ts
   * import { Crawl } from "@dunlin/jobs"
   *
   * // `code` of a failed page
   * const isClosed = ({ code }: { readonly code: string }) => code === Crawl.robotsBlocked
   * console.log(isClosed({ code: "CRAWL_ROBOTS_BLOCKED" })) // true
   * ```
   */
  robotsBlocked,
  /**
   * The error code of pages whose robots.txt cannot be read. Until it can be read, these pages are forbidden (RFC
   * 9309 2.3.1.4).
   *
   * **Example** (Pages to retry later)
   *
   * ```ts
   * import { Crawl } from "@dunlin/jobs"
   *
   * // `code` of a failed page
   * const comesAgain = ({ code }: { readonly code: string }) => code === Crawl.robotsUnreadable
   * console.log(comesAgain({ code: "CRAWL_ROBOTS_UNREADABLE" })) // true
   * ```
   *
   * @category constants
   * @since 0.2.0
   */
  robotsUnreadable
} from "./internal/crawling.ts"

/**
 * Submits a crawl. Fails with `InvalidRequest` for invalid patterns and selectors, and for a forbidden webhook URL. Fails
 * with `ScrapeError` when the team may not use these options.
 *
 * **Example** (A site of two pages)
 *
 * ```ts
 * import { EgressHttpClient, Fetcher } from "@dunlin/fetcher"
 * import { Crawl, JobProgress, JobRunner, JobStore } from "@dunlin/jobs"
 * import { Caller } from "@dunlin/pipeline"
 * import { CrawlRequest } from "@dunlin/schema"
 * import { Services } from "dunlin"
 * import { Effect, Layer, Stream } from "effect"
 *
 * const site = Fetcher.layerMemory({
 *   "https://example.com/robots.txt": { status: 404 },
 *   "https://example.com/sitemap.xml": { status: 404 },
 *   "https://example.com/": "<main><h1>Waders</h1><p>Read about <a href=/dunlin>the dunlin</a>.</p></main>",
 *   "https://example.com/dunlin": "<main><h1>Dunlin</h1><p>It feeds at night.</p></main>"
 * })
 * const layers = JobRunner.layer().pipe(
 *   Layer.provideMerge(JobStore.layerMemory()),
 *   Layer.provide(EgressHttpClient.layer()),
 *   Layer.provideMerge(Services.layer({ fetcher: site }))
 * )
 *
 * const program = Effect.gen(function*() {
 *   const request = yield* CrawlRequest.decode({ url: "https://example.com/", sitemap: "skip" })
 *   const { id } = yield* Crawl.submit({ id: "crawl-1", caller: Caller.local, request })
 *   const parts = yield* Stream.runCollect(JobProgress.follow({ team: Caller.local.team, job: id }))
 *   return parts.flatMap(({ results }) => results).length
 * })
 * console.log(await Effect.runPromise(Effect.provide(program, layers))) // 2
 * ```
 *
 * @category running
 * @since 0.1.0
 */
export const submit = Effect.fn("Crawl.submit")(function*({ caller, id, named, priority, request, sitemaps = [] }: {
  /** Id chosen by the caller. Submitting the same id again returns the same crawl. */
  readonly id: string
  readonly caller: Caller
  readonly request: CrawlRequest
  /** Pages to read one by one, whatever their content. @default the start and the pages it leads to */
  readonly named?: ReadonlyArray<NamedPage> | undefined
  /**
   * Sitemaps, feeds and lists of URLs whose pages are read like the named ones. Each is fetched within its host's
   * rate limit. A sitemap contributes only URLs of the request's site. @default none
   */
  readonly sitemaps?: ReadonlyArray<string> | undefined
  /** Jobs of a team with a higher priority run first. @default 0 */
  readonly priority?: number | undefined
}): Effect.fn.Return<{ readonly id: string }, InvalidRequest.InvalidRequest | JobError | ScrapeError, JobStore> {
  const store = yield* JobStore
  const { delay, limit, maxConcurrency, scrapeOptions, url, webhook } = request
  const scope = yield* Scope.make(request)
  yield* Selectors.check(scrapeOptions, ["scrapeOptions"])
  const zeroDataRetention = request.zeroDataRetention || scrapeOptions.zeroDataRetention
  yield* check(caller, { ...scrapeOptions, zeroDataRetention })
  yield* checkWebhook(webhook)
  const retention = Retention.of([], { ...scrapeOptions, zeroDataRetention })
  yield* store.submit({
    id,
    team: caller.team,
    kind: "crawl",
    spec: toJson({ request, caller, retention, ...(webhook === undefined ? {} : { webhook }) }),
    priority,
    maxConcurrency,
    delay: Duration.toMillis(Duration.seconds(delay ?? 0)),
    mostDone: limit,
    mostPages: mostAddresses(limit),
    ephemeral: !Retention.keeps(retention),
    pages: [
      ...SitemapTurns.named(scope.keyOf(url), sitemaps, named?.length ?? 0),
      ...named?.map(namedPage({ scope, base: undefined })) ?? [{ key: scope.keyOf(url), url, payload: { depth: 0 } }]
    ]
  })
  yield* announce(store, { id, team: caller.team, kind: "crawl", webhook, sealed: !Retention.keeps(retention) })
  return { id }
})

/**
 * Creates the functions with which a crawl visits sites: user agent, robots.txt and sitemaps. Sitemaps share the
 * hosts' request slots with pages. `takeTurn` and `entriesOf` wait for a slot in the crawl's store, which is given as
 * `turns`.
 *
 * **Example** (List the URLs of a site's sitemaps)
 *
 * ```ts
 * import { Fetcher } from "@dunlin/fetcher"
 * import { Crawl } from "@dunlin/jobs"
 * import { Effect, Stream } from "effect"
 *
 * const site = Fetcher.layerMemory({
 *   "https://example.com/robots.txt": { body: "Sitemap: /map.xml", contentType: "text/plain" },
 *   "https://example.com/map.xml": {
 *     body: "<urlset><url><loc>https://example.com/dunlin</loc></url></urlset>",
 *     contentType: "application/xml"
 *   }
 * })
 * const program = Effect.gen(function*() {
 *   const visits = yield* Crawl.visits()
 *   const listed = visits.listed({ url: "https://example.com/", filter: () => true, limit: 10 })
 *   return (yield* Stream.runCollect(listed)).map(({ url }) => url)
 * })
 * console.log(await Effect.runPromise(Effect.provide(program, site))) // [ 'https://example.com/dunlin' ]
 * ```
 *
 * @category running
 * @since 0.2.0
 */
export const visits = Visits.make

const memoryOf = (store: JobStore["Service"], job: string): PageWorth.Memory<JobError> => ({
  visit: (visit) => store.visit({ ...visit, job }),
  firstWith: (mark) => store.firstWith({ job, mark }),
  visits: (forms) => store.visits({ job, forms })
})

/**
 * Works on a page of a crawl.
 *
 * **Example** (A worker calls it for each page)
 *
 * ```ts
 * import { EgressHttpClient, Fetcher } from "@dunlin/fetcher"
 * import { Crawl, JobProgress, JobRunner, JobStore } from "@dunlin/jobs"
 * import { Caller } from "@dunlin/pipeline"
 * import { CrawlRequest } from "@dunlin/schema"
 * import { Services } from "dunlin"
 * import { Effect, Layer, Stream } from "effect"
 *
 * const site = Fetcher.layerMemory({
 *   "https://example.com/robots.txt": { body: "User-agent: *\nDisallow: /", contentType: "text/plain" },
 *   "https://example.com/": "<main><h1>Waders</h1></main>"
 * })
 * // `JobRunner` calls `Crawl.work` with its `robots`
 * const layers = JobRunner.layer({ robots: true }).pipe(
 *   Layer.provideMerge(JobStore.layerMemory()),
 *   Layer.provide(EgressHttpClient.layer()),
 *   Layer.provideMerge(Services.layer({ fetcher: site }))
 * )
 * const program = Effect.gen(function*() {
 *   const request = yield* CrawlRequest.decode({ url: "https://example.com/", sitemap: "skip" })
 *   const { id: job } = yield* Crawl.submit({ id: "crawl-1", caller: Caller.local, request })
 *   const { team } = Caller.local
 *   yield* Stream.runDrain(JobProgress.follow({ team, job }))
 *   const store = yield* JobStore.JobStore
 *   return (yield* store.failures({ team, job, limit: 1 }))[0]?.error.code === Crawl.robotsBlocked
 * })
 * console.log(await Effect.runPromise(Effect.provide(program, layers))) // true
 * ```
 *
 * @category running
 * @since 0.1.0
 */
export const work = Spans.fn("Crawl.work")(function*(claim: Claim, options: {
  readonly visits: Visits.Visits
  readonly robots: boolean
  /** @default documents are the results of the job */
  readonly keeper?: CrawlKeeper | undefined
}) {
  const { robots, visits } = options
  const store = yield* JobStore
  const spec = specOf("crawl", claim)
  const { request } = spec
  const keeper = options.keeper ?? resultsOf(request)
  const place = (claim.payload ?? { depth: 0 }) as unknown as Payload
  const scope = yield* Scope.of(request, place.base)
  const judge = PageWorth.make({
    scope,
    robots,
    followsLikenesses: !request.deduplicateSimilarURLs,
    memory: memoryOf(store, claim.job)
  })
  const page: Page = { claim, spec, scope, place, judge, keeper, visits, robots, base: place.base }
  const visit = { url: claim.url, depth: place.depth, alike: place.alike, via: place.via }
  // A page that the site's sitemap lists belongs to the site, even without links to it.
  const isOfSite = place.isListed === true || place.isNamed === true || place.sitemaps !== undefined
  const outlook = isOfSite ? undefined : yield* judge.outlookOf(visit)
  const instead = outlook?.instead
  if (instead !== undefined) {
    const discovered = [canonicalPage(instead, page)]
    return yield* leave(page, `it is ${instead}`, { ...dropped, reason: "alternate", copyOf: instead, discovered })
  }
  if (outlook?.isWorthAsking === false) {
    return yield* leave(page, "similar URLs had no new text", { ...dropped, reason: "trap" })
  }
  if (outlook?.isWorthTrying === false) {
    return yield* leave(page, "similar pages differ only in numbers", { ...dropped, reason: "numbers" })
  }
  const begun = yield* Clock.currentTimeMillis
  let gap = claim.gap
  if (robots) {
    const rules = yield* visits.rulesOf(claim.url)
    // A sitemap that robots.txt names may be read, even if a rule of robots.txt disallows its URL.
    const objection = place.sitemaps === undefined ? Politeness.objection(rules, claim.url) : undefined
    if (objection !== undefined) {
      return yield* withStandIn(page, yield* leave(page, objection.reason.message, objected(objection)))
    }
    // When this page was leased, the delay from robots.txt was unknown. The store now applies the delay for all
    // workers.
    const wait = rules.delay > gap
      ? yield* store.pace({ host: hostOf(claim.url), gap: rules.delay, job: claim.job })
      : 0
    if (wait > 0) return { _tag: "Later", delay: wait } satisfies Work
    gap = Math.max(gap, rules.delay)
  }
  if (place.sitemaps !== undefined) {
    const most = place.sitemaps.isNamed === true ? mostAddresses(request.limit) : request.limit * KNOWN_URLS_PER_PAGE
    return yield* SitemapTurns.read(page, place.sitemaps, most)
  }
  const read = yield* readPage(page, outlook)
  if (read._tag === "Unread" && read.work._tag !== "Settle") return read.work
  if (read._tag === "Read") {
    AskedAgain.answered(store, claim)
    if (gap > 0 && read.document.metadata?.cacheState === "hit") {
      const since = (yield* Clock.currentTimeMillis) - begun
      yield* store.returnTurn({ host: hostOf(claim.url), gap, since, job: claim.job })
    }
  }
  const at = read._tag === "Unread" ? page : yield* movedTo(page, read.document)
  const work = yield* withStandIn(page, read._tag === "Unread" ? read.work : yield* delivered(at, read))
  const isList = read._tag === "Read" && read.isList
  return SitemapTurns.before(yield* SitemapTurns.of(at, isList), work)
})
