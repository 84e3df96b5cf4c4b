/** Works on the pages of a check: scrapes a page, searches a query or crawls a site, and observes the results. */
import type { CreditLedger } from "@dunlin/credits/CreditLedger"
import type { Fetcher } from "@dunlin/fetcher/Fetcher"
import type { Scraper } from "@dunlin/pipeline/Scraper"
import { Searcher } from "@dunlin/pipeline/Searcher"
import type { SearchFailure } from "@dunlin/pipeline/SearchFailure"
import * as CanonicalUrl from "@dunlin/query-operators/CanonicalUrl"
import type * as CrawlRequest from "@dunlin/schema/CrawlRequest"
import type { Document } from "@dunlin/schema/Document"
import * as Format from "@dunlin/schema/Format"
import { searchWindows } from "@dunlin/schema/Monitor"
import type { ScrapeOptions } from "@dunlin/schema/ScrapeOptions"
import * as SearchRequest from "@dunlin/schema/SearchRequest"
import * as Effect from "effect/Effect"
import type * as Schema from "effect/Schema"
import * as Crawl from "../../Crawl.ts"
import type { Claim, Job } from "../../Job.ts"
import type { JobError } from "../../JobError.ts"
import { JobStore } from "../../JobStore.ts"
import type { Work } from "../../JobWorker.ts"
import { failed, scrapePage } from "../scrapePage.ts"
import { ledgerKey } from "../specs.ts"
import { deliveriesOf } from "../webhooks.ts"
import type { Monitors } from "./kept.ts"
import { observe, type Seen, type Sight } from "./observing.ts"
import { type CheckSpec, deliveryOf, type NamedTarget, pageKey, specOf, taskOf } from "./spec.ts"

type OfType<T extends NamedTarget["type"]> = Extract<NamedTarget, { readonly type: T }>

interface Working {
  readonly claim: Claim
  readonly spec: CheckSpec
  readonly store: JobStore["Service"]
  readonly monitors: Monitors
}

const CRAWL_POLL = "2 seconds"

const RESULTS_PER_READ = 16
const BYTES_PER_READ = 16_000_000

const MISSING_PER_LOOK = 256

const GONE: ReadonlySet<number> = new Set([404, 410])

const done = (credits: number): Work => ({ _tag: "Settle", outcome: { _tag: "Done", result: undefined, credits } })

const report = Effect.fnUntraced(function*(
  { claim, monitors, spec, store }: Working,
  sight: Pick<Sight, "target" | "page" | "url" | "isBaseline" | "seen">
) {
  const isChange = yield* observe(monitors, {
    ...sight,
    monitor: spec.monitor,
    check: claim.job,
    request: spec.request
  })
  const event = isChange ? deliveryOf(claim.job, spec, sight.page) : undefined
  if (event === undefined) return
  yield* store.append({ team: claim.team, job: deliveriesOf(claim.job), pages: [event] }).pipe(
    // The monitor and its deliveries were deleted, so nothing is reported.
    Effect.catchReason("JobError", "UnknownJob", () => Effect.void),
    Effect.catchReason("JobError", "JobEnded", () => Effect.void)
  )
})

/**
 * Returns the values to compare: extracted fields if the formats request them, and text unless only fields are
 * requested.
 */
const comparedIn = ({ formats }: ScrapeOptions) => {
  const tracking = Format.find(formats, "changeTracking")
  const json = Format.find(formats, "json")
  const isJson = json !== undefined || tracking?.modes.includes("json") === true
  const isText = !isJson || tracking?.modes.includes("git-diff") === true
  const fields = json ?? tracking
  const { prompt, schema } = fields ?? {}
  return {
    isText,
    formats: [
      ...formats.filter(({ type }) => type !== "changeTracking" && type !== "json" && type !== "markdown"),
      { type: "markdown" as const },
      ...(isJson
        ? [{
          type: "json" as const,
          ...(schema === undefined ? {} : { schema }),
          ...(prompt === undefined ? {} : { prompt })
        }]
        : [])
    ]
  }
}

const seenIn = ({ json, markdown, metadata }: Document, options: ScrapeOptions): Seen => {
  const statusCode = metadata?.statusCode
  if (statusCode !== undefined && GONE.has(statusCode)) return { _tag: "Gone", statusCode }
  if (statusCode !== undefined && statusCode >= 400) {
    return { _tag: "Unread", statusCode, error: `The page returned ${statusCode}.` }
  }
  const { isText } = comparedIn(options)
  if (isText && typeof markdown !== "string") return { _tag: "Unread", error: "The page has no text.", statusCode }
  const title = metadata?.title
  return {
    _tag: "Present",
    statusCode,
    ...(isText ? { markdown: markdown! } : {}),
    ...(json == null ? {} : { json }),
    metadata: title === undefined ? {} : { title: title as Schema.Json }
  }
}

const seenOf = (code: string, message: string): Seen => {
  const status = /\b(404|410)\b/.exec(message)
  return code === "SCRAPE_SITE_ERROR" && status !== null
    ? { _tag: "Gone", statusCode: Number(status[1]) }
    : { _tag: "Unread", error: message }
}

const workOnPage = Effect.fnUntraced(function*(working: Working, target: OfType<"scrape">) {
  const { claim, spec } = working
  const options = { ...target.scrapeOptions, formats: comparedIn(target.scrapeOptions).formats }
  const page = yield* scrapePage(claim, spec, options)
  const sight = { target: target.id, page: claim.key, url: claim.url, isBaseline: true }
  if (page._tag === "Read") {
    yield* report(working, { ...sight, seen: seenIn(page.document, target.scrapeOptions) })
    return done(page.charged)
  }
  if (page.work._tag !== "Settle" || page.work.outcome._tag !== "Failed") return page.work
  const { credits, error: { code, message } } = page.work.outcome
  yield* report(working, { ...sight, seen: seenOf(code, message) })
  return done(credits)
})

const MAX_SEARCHES = 3

const mayPass = (failure: SearchFailure): boolean => failure._tag === "SearchTimeout" || failure._tag === "SearchError"

const workOnQuery = Effect.fnUntraced(function*(working: Working, target: OfType<"search">) {
  const { claim, monitors, spec } = working
  const searcher = yield* Effect.serviceOption(Searcher)
  const query = { target: target.id, page: claim.key, url: claim.url, isBaseline: true }
  const unread = (error: string) => Effect.as(report(working, { ...query, seen: { _tag: "Unread", error } }), done(0))
  if (searcher._tag === "None") return yield* unread("This worker has no search provider.")
  const decoded = yield* Effect.result(SearchRequest.decode({
    query: claim.url,
    limit: target.maxResults,
    ...(target.searchWindow === undefined ? {} : { tbs: searchWindows[target.searchWindow] }),
    ...(target.includeDomains.length === 0 ? {} : { includeDomains: target.includeDomains }),
    ...(target.excludeDomains.length === 0 ? {} : { excludeDomains: target.excludeDomains }),
    highlights: false
  }))
  if (decoded._tag === "Failure") return yield* unread(decoded.failure.message)
  const answer = yield* Effect.result(searcher.value.search({
    ...decoded.success,
    id: claim.job,
    // If a worker dies and the search is repeated, it is charged once.
    caller: { ...spec.caller, idempotencyKey: ledgerKey(claim, spec) }
  }))
  if (answer._tag === "Failure") {
    const { failure } = answer
    if (mayPass(failure) && claim.attempt < MAX_SEARCHES) return { _tag: "Again", delay: "10 seconds" } satisfies Work
    return yield* unread(failure.message)
  }
  const { creditsUsed, data: { web = [] } } = answer.success
  const { known } = yield* monitors.page({ monitor: spec.monitor, page: claim.key, check: claim.job })
  const isBaseline = known === undefined || known.firstCheck === claim.job
  const results = new Map(web.map((result) => [CanonicalUrl.canonical(result.url), result]))
  for (const [key, { description, title, url }] of results) {
    yield* report(working, {
      target: target.id,
      page: pageKey(target.id, key),
      url,
      isBaseline,
      seen: { _tag: "Present", metadata: { title: title ?? "", description: description ?? "", query: claim.url } }
    })
  }
  // Recorded after the results, because only results of later checks count as changes.
  yield* monitors.begun({ monitor: spec.monitor, page: claim.key, target: `${target.id} queries`, check: claim.job })
  yield* monitors.trim({ monitor: spec.monitor, target: target.id })
  return done(creditsUsed)
})

const eachResult = Effect.fnUntraced(function*<E>(
  { claim, store }: Working,
  crawl: string,
  use: (document: Document) => Effect.Effect<void, E>
): Effect.fn.Return<void, JobError | E> {
  let skip: number | undefined = 0
  while (skip !== undefined) {
    const { next, results }: { readonly next: number | undefined; readonly results: ReadonlyArray<Schema.Json> } =
      yield* store.results({ team: claim.team, job: crawl, skip, limit: RESULTS_PER_READ, maxBytes: BYTES_PER_READ })
    for (const document of results as ReadonlyArray<Document>) yield* use(document)
    skip = next
  }
})

/**
 * Reports pages that a complete crawl no longer found. A crawl that was truncated or had failed pages does not show
 * that a page is gone.
 */
const reportMissing = Effect.fnUntraced(function*(working: Working, target: OfType<"crawl">, crawl: Job) {
  const { claim, monitors, spec } = working
  const isWhole = crawl.state === "completed" && crawl.counts.failed === 0 &&
    crawl.counts.done < target.crawlOptions.limit
  if (!isWhole) return
  for (;;) {
    const pages = yield* monitors.unseen({
      monitor: spec.monitor,
      target: target.id,
      check: claim.job,
      limit: MISSING_PER_LOOK
    })
    for (const { page, url } of pages) {
      yield* report(working, { target: target.id, page, url, isBaseline: false, seen: { _tag: "Gone" } })
    }
    if (pages.length < MISSING_PER_LOOK) return
  }
})

const workOnSite = Effect.fnUntraced(function*(working: Working, target: OfType<"crawl">) {
  const { claim, monitors, spec, store } = working
  const id = `${claim.job}-${target.id}`
  const { formats } = comparedIn(target.scrapeOptions)
  const started = yield* Effect.option(store.get({ team: claim.team, job: id }))
  if (started._tag === "None") {
    const request: CrawlRequest.CrawlRequest = {
      ...target.crawlOptions,
      url: target.url,
      zeroDataRetention: false,
      scrapeOptions: { ...target.scrapeOptions, formats }
    }
    const submitted = yield* Effect.result(Crawl.submit({ id, caller: spec.caller, request }))
    if (submitted._tag === "Failure") {
      const error = submitted.failure
      if (error._tag === "JobError") return yield* error
      yield* report(working, {
        target: target.id,
        page: claim.key,
        url: target.url,
        isBaseline: true,
        seen: { _tag: "Unread", error: error.message }
      })
      return done(0)
    }
    return { _tag: "Later", delay: CRAWL_POLL } satisfies Work
  }
  const crawl = started.value
  if (crawl.state === "running") return { _tag: "Later", delay: CRAWL_POLL } satisfies Work
  const { known } = yield* monitors.page({ monitor: spec.monitor, page: claim.key, check: claim.job })
  const isBaseline = known === undefined || known.firstCheck === claim.job
  yield* eachResult(working, id, (document) => {
    const url = document.metadata?.sourceURL ?? document.metadata?.url ?? ""
    return report(working, {
      target: target.id,
      page: pageKey(target.id, CanonicalUrl.canonical(url)),
      url,
      isBaseline,
      seen: seenIn(document, target.scrapeOptions)
    })
  })
  if (crawl.counts.done === 0) {
    return failed("CRAWL_EMPTY", crawl.warning ?? "all pages of the site failed", crawl.credits)
  }
  yield* reportMissing(working, target, crawl)
  yield* monitors.begun({ monitor: spec.monitor, page: claim.key, target: `${target.id} crawls`, check: claim.job })
  return done(crawl.credits)
})

export const work = Effect.fnUntraced(function*(
  claim: Claim
): Effect.fn.Return<Work, JobError, JobStore | Scraper | CreditLedger | Fetcher> {
  const store = yield* JobStore
  const spec = specOf(claim)
  const task = taskOf(claim)
  const target = spec.request.targets.find(({ id }) => id === task.target)
  const { monitors } = store
  if (target === undefined || monitors === undefined) return failed("UNKNOWN_ERROR", "the target does not exist")
  const working: Working = { claim, spec, store, monitors }
  switch (target.type) {
    case "scrape":
      return yield* workOnPage(working, target)
    case "search":
      return yield* workOnQuery(working, target)
    case "crawl":
      return yield* workOnSite(working, target)
  }
})
