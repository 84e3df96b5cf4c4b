/**
 * Crawls: the pages of a site, found by its links and sitemaps.
 *
 * @since 0.1.0
 */
import * as Spans from "@dunlin/common/Spans"
import type { FetchError } from "@dunlin/fetcher/FetchError"
import { NavigationGuard } from "@dunlin/fetcher/NavigationGuard"
import * as Politeness from "@dunlin/fetcher/Politeness"
import type { Caller } from "@dunlin/pipeline/Caller"
import * as Retention from "@dunlin/pipeline/Retention"
import * as ScrapeError from "@dunlin/pipeline/ScrapeError"
import * as Selectors from "@dunlin/pipeline/Selectors"
import type { CrawlRequest } from "@dunlin/schema/CrawlRequest"
import type { Document } from "@dunlin/schema/Document"
import type * as InvalidRequest from "@dunlin/schema/InvalidRequest"
import type { ScrapeOptions } from "@dunlin/schema/ScrapeOptions"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"
import * as AskedAgain from "./internal/askedAgain.ts"
import * as Redirects from "./internal/redirects.ts"
import * as Scope from "./internal/scope.ts"
import { failed, scrapePage, siteError } from "./internal/scrapePage.ts"
import { specOf, toJson } from "./internal/specs.ts"
import { hostOf } from "./internal/submitting.ts"
import type { Visits } from "./internal/visits.ts"
import { announce } from "./internal/webhooks.ts"
import type { Claim, NewPage } from "./Job.ts"
import type { JobError } from "./JobError.ts"
import { JobStore } from "./JobStore.ts"
import type { Work } from "./JobWorker.ts"
import * as PageWorth from "./PageWorth.ts"

/** Addresses that may be known for each page that is wanted: most sites link to much that is no page. */
const addressesPerPage = 4
/** Addresses that every crawl may know, however few pages it wants. */
const leastAddresses = 1000
/** Addresses with a query come after pages that are as many links away: most are views of other pages. */
const ranksForQuery = 3

/**
 * The code of pages that the robots.txt of their site does not allow.
 *
 * **Example** (Pages that robots.txt closes)
 *
 * ```ts
 * import { Crawl } from "@dunlin/jobs"
 *
 * // `code` of a failed page
 * const isClosed = ({ code }: { readonly code: string }) => code === Crawl.robotsBlocked
 * console.log(isClosed({ code: "CRAWL_ROBOTS_BLOCKED" })) // true
 * ```
 */
export const robotsBlocked = "CRAWL_ROBOTS_BLOCKED"

/**
 * The code of pages whose site has a robots.txt that cannot be read, which forbids them for now (RFC 9309 2.3.1.4).
 *
 * **Example** (Worth another try later)
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
export const robotsUnreadable = "CRAWL_ROBOTS_UNREADABLE"

/** What becomes of a page that is not to be read. A host that cannot be reached fails as a scrape of the page would. */
const objected = (error: FetchError): Work => {
  const { reason } = error
  if (reason._tag === "RobotsDisallowed") {
    return failed(reason.unreadable === undefined ? robotsBlocked : robotsUnreadable, reason.message)
  }
  const { code, message } = ScrapeError.make(new ScrapeError.FetchFailed({ error }))
  return failed(code, message)
}

/**
 * Submits a crawl. Fails with `InvalidRequest` for patterns and selectors that cannot be read.
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
export const submit = Effect.fn("Crawl.submit")(function*({ caller, id, priority, request }: {
  /** Chosen by the caller: the same id again is the same crawl. */
  readonly id: string
  readonly caller: Caller
  readonly request: CrawlRequest
  /** Higher comes first among the jobs of the team. @default 0 */
  readonly priority?: number | undefined
}): Effect.fn.Return<{ readonly id: string }, InvalidRequest.InvalidRequest | JobError, JobStore> {
  const store = yield* JobStore
  const { delay, limit, maxConcurrency, scrapeOptions, url, webhook } = request
  const scope = yield* Scope.make(request)
  yield* Selectors.check(scrapeOptions, ["scrapeOptions"])
  const zeroDataRetention = request.zeroDataRetention || scrapeOptions.zeroDataRetention
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
    mostPages: Math.max(leastAddresses, limit * addressesPerPage),
    ephemeral: !Retention.keeps(retention),
    pages: [{ key: scope.keyOf(url), url, payload: { depth: 0 } }]
  })
  yield* announce(store, { id, team: caller.team, kind: "crawl", webhook })
  return { id }
})

interface Payload {
  /** Links away from the start. */
  readonly depth: number
  /** Whether a sitemap names the page: the site itself says it is one. */
  readonly isListed?: boolean | undefined
}

const dropped = { _tag: "Settle", outcome: { _tag: "Dropped" } } as const satisfies Work

const worthless: PageWorth.Verdict = {
  worth: "nothing",
  isKept: false,
  isFollowed: false,
  isPassedBy: false,
  canonical: undefined
}

/** By the requests of crawls at work: the patterns of each are read once. */
const scopes = new WeakMap<CrawlRequest, Scope.Scope>()

const scopeOf = (request: CrawlRequest): Effect.Effect<Scope.Scope> => {
  const known = scopes.get(request)
  if (known !== undefined) return Effect.succeed(known)
  return Effect.tap(Effect.orDie(Scope.make(request)), (scope) => Effect.sync(() => scopes.set(request, scope)))
}

/** What a crawl remembers is with its pages, for all workers. */
const memoryOf = (store: JobStore["Service"], job: string): PageWorth.Memory<JobError> => ({
  visit: (visit) => store.visit({ ...visit, job }),
  visits: (forms) => store.visits({ job, forms })
})

/** The options of a crawl, with the links that lead on. */
const withLinks = (options: ScrapeOptions): ScrapeOptions =>
  options.formats.some(({ type }) => type === "links")
    ? options
    : { ...options, formats: [...options.formats, { type: "links" }] }

/** Another try asks the site: what was refused is remembered for a minute, which is longer than the first pause. */
const anew = (options: ScrapeOptions, { attempt }: Claim): ScrapeOptions =>
  attempt === 1 || options.lockdown || options.minAge !== undefined ? options : { ...options, maxAge: 0 }

/** A page as it was asked for. */
const asAsked = (document: Document, options: ScrapeOptions): Schema.Json => {
  if (options.formats.some(({ type }) => type === "links")) return document as Schema.Json
  const { links: _, ...rest } = document
  return rest as Schema.Json
}

/**
 * Works on a page of a crawl.
 *
 * **Example** (What a worker calls for each page)
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
  readonly visits: Visits
  /** Whether robots.txt and the robots meta elements of pages decide what is read and kept. */
  readonly robots: boolean
}) {
  const { robots, visits } = options
  const store = yield* JobStore
  const spec = specOf("crawl", claim)
  const { request } = spec
  const { depth, isListed = false } = (claim.payload ?? { depth: 0 }) as unknown as Payload
  const scope = yield* scopeOf(request)
  const judge = PageWorth.make({
    scope,
    robots,
    followsLikenesses: !request.deduplicateSimilarURLs,
    memory: memoryOf(store, claim.job)
  })
  const asked = { url: claim.url, depth }
  // What the site itself lists is a page of it.
  const outlook = isListed ? undefined : yield* judge.outlookOf(asked)
  const instead = outlook?.instead
  if (instead !== undefined) return { ...dropped, discovered: [canonicalPage(instead, scope, depth)] }
  if (outlook?.isWorthAsking === false) return dropped
  if (robots) {
    const rules = yield* visits.rulesOf(claim.url)
    const objection = Politeness.objection(rules, claim.url)
    if (objection !== undefined) return objected(objection)
    // It was not known when the page was handed out; from now on the store keeps it, over all workers.
    const wait = rules.delay > claim.gap ? yield* store.pace({ host: hostOf(claim.url), gap: rules.delay }) : 0
    if (wait > 0) return { _tag: "Later", delay: wait } satisfies Work
  }
  const isStart = depth === 0 && request.sitemap !== "skip"
  const fromSitemaps = isStart ? yield* pagesListed(claim.url, visits, scope, request.limit * addressesPerPage) : []

  let verdict = worthless
  let unjudged: JobError | undefined
  const isDelivered = () => verdict.isKept && (depth > 0 || scope.isWanted(claim.url))
  const callers = yield* NavigationGuard
  const redirects = Redirects.watch({ ...asked, scope, robots, rulesOf: visits.rulesOf, callers })
  const page = yield* Politeness.named(
    visits.agent,
    scrapePage(
      claim,
      spec,
      anew(withLinks({ ...request.scrapeOptions, zeroDataRetention: spec.retention === "zdr" }), claim),
      (scraped) => {
        const status = scraped.document.metadata?.statusCode
        if (AskedAgain.isPassing(status)) {
          return Effect.fail(new AskedAgain.NotTaken({ status, retryAfter: scraped.retryAfter }))
        }
        return Effect.map(
          Effect.result(judge.judge({ ...asked, outlook, document: scraped.document, text: scraped.text })),
          (found) => {
            if (found._tag === "Success") verdict = found.success
            else unjudged = found.failure
            return unjudged === undefined && isDelivered()
          }
        )
      }
    )
  ).pipe(Effect.provideService(NavigationGuard, redirects.guard))
  // While the store does not answer nothing is delivered, nor settled: the page comes again.
  if (unjudged !== undefined) return yield* unjudged
  if (page._tag === "Unread") {
    if (page.work._tag === "Later") return page.work
    const refusal = redirects.refusal()
    if (refusal !== undefined) {
      yield* judge.fail(asked)
      const work = refusal._tag === "Outside" ? dropped : objected(refusal.error)
      return { ...work, discovered: fromSitemaps }
    }
    const { passing } = page
    const work = passing === undefined ? undefined : yield* AskedAgain.again(store, claim, passing)
    if (work !== undefined) return work
    yield* judge.fail(asked)
    return { ...page.work, discovered: fromSitemaps }
  }
  AskedAgain.answered(store, claim)
  const { charged, document } = page
  const status = document.metadata?.statusCode ?? 200
  if (status >= 400) {
    return { ...siteError(status, charged), discovered: fromSitemaps }
  }
  return {
    _tag: "Settle",
    outcome: isDelivered()
      ? { _tag: "Done", result: asAsked(document, request.scrapeOptions), credits: charged }
      : { _tag: "Dropped" },
    discovered: [
      ...fromSitemaps,
      ...(verdict.canonical === undefined ? [] : [canonicalPage(verdict.canonical, scope, depth)]),
      ...(verdict.isFollowed ? pagesBehind(document, request, scope, depth) : [])
    ],
    passedBy: verdict.isPassedBy ? pagesBehind(document, request, scope, depth) : []
  } satisfies Work
})

/** The pages of a site that its sitemaps list, at most so many. */
const pagesListed = (url: string, visits: Visits, scope: Scope.Scope, limit: number) =>
  Effect.map(
    Stream.runCollect(visits.listed({ url, filter: scope.isInside, limit })),
    (listed) =>
      listed.map(({ url }): NewPage => ({
        key: scope.keyOf(url),
        url,
        rank: 1,
        payload: { depth: 1, isListed: true }
      }))
  )

/** The page that a copy names as the one it is a copy of. */
const canonicalPage = (url: string, scope: Scope.Scope, depth: number): NewPage => ({
  key: scope.keyOf(url),
  url,
  rank: depth,
  payload: { depth }
})

/** The pages that a page links to, and that belong to the crawl. */
const pagesBehind = (
  document: Document,
  request: CrawlRequest,
  scope: Scope.Scope,
  depth: number
): ReadonlyArray<NewPage> => {
  if (request.sitemap === "only" || depth >= (request.maxDiscoveryDepth ?? Infinity)) return []
  return (document.links ?? []).filter(scope.isInside).map((link): NewPage => ({
    key: scope.keyOf(link),
    url: withoutFragment(link),
    rank: depth + 1 + (link.includes("?") && !request.ignoreQueryParameters ? ranksForQuery : 0),
    payload: { depth: depth + 1 }
  }))
}

const withoutFragment = (url: string): string => {
  if (!url.includes("#")) return url
  const parsed = new URL(url)
  parsed.hash = ""
  return parsed.href
}
