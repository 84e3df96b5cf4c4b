/** Reads a site into the index: a crawl whose pages become documents of the index. */
import * as CreditLedger from "@dunlin/credits/CreditLedger"
import type * as Fetcher from "@dunlin/fetcher/Fetcher"
import * as Crawl from "@dunlin/jobs/Crawl"
import type { CrawlKeeper } from "@dunlin/jobs/CrawlKeeper"
import type { JobError } from "@dunlin/jobs/JobError"
import * as JobProgress from "@dunlin/jobs/JobProgress"
import * as JobStore from "@dunlin/jobs/JobStore"
import * as JobWorker from "@dunlin/jobs/JobWorker"
import * as Caller from "@dunlin/pipeline/Caller"
import * as Scraper from "@dunlin/pipeline/Scraper"
import type { Scraped } from "@dunlin/pipeline/ScrapeState"
import type { IndexDocument } from "@dunlin/providers/LocalIndex"
import * as CrawlRequest from "@dunlin/schema/CrawlRequest"
import * as ScrapeOptions from "@dunlin/schema/ScrapeOptions"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Schema from "effect/Schema"
import type * as Scope from "effect/Scope"
import * as Stream from "effect/Stream"
import type { Summary } from "../../Indexer.ts"
import type { IndexEvent } from "../../IndexEvent.ts"
import { InvalidTarget } from "../../InvalidTarget.ts"
import { described } from "../waiting.ts"
import * as Runs from "./runs.ts"
import * as Start from "./start.ts"
import { formats, toDocument, withListedDate } from "./toDocument.ts"

/** Short, because a host's delay may end at any time. */
const poll = "50 millis"

const { team } = Caller.local
const job = { team, job: "index" }

export interface Settings {
  readonly start: string
  readonly depth: number
  readonly exclude: ReadonlyArray<string>
  readonly include: ReadonlyArray<string>
  readonly scope: Pick<
    CrawlRequest.CrawlRequest,
    "allowSubdomains" | "crawlEntireDomain" | "deduplicateSimilarURLs" | "ignoreQueryParameters"
  >
  readonly limit: number
  readonly concurrency: number
  readonly sitemaps: boolean
  readonly robots: boolean
  readonly delay: Duration.Duration
  readonly maxAge: Duration.Duration
  readonly report: (event: IndexEvent) => Effect.Effect<void>
  readonly onGone: (url: string, why: string) => Effect.Effect<void>
}

export interface Reading {
  readonly documents: Stream.Stream<IndexDocument, InvalidTarget>
  readonly account: Effect.Effect<Pick<Summary, "omitted" | "warning">>
  /** To be run when the index has stored all documents of the run. */
  readonly end: Effect.Effect<void>
}

/** The start page was already scraped, so its first scrape returns that result. */
const withStart = (scraper: Scraper.Service, { scraped, start }: Start.Start): Scraper.Service => {
  let first: Scraped | undefined = (scraped.document.metadata?.statusCode ?? 200) >= 400 ? undefined : scraped
  return {
    ...scraper,
    scrape: (task) =>
      Effect.suspend(() => {
        if (task.url !== start || first === undefined) return scraper.scrape(task)
        const known = first
        first = undefined
        return Effect.succeed(known)
      })
  }
}

const keeperOf = (store: JobStore.JobStore["Service"], { onGone, report }: Settings): CrawlKeeper => {
  const waiting = Effect.orElseSucceed(Effect.map(store.depth(team), ({ queued }) => queued), () => 0)
  return {
    take: Effect.fnUntraced(function*({ date, document, marks, url: asked }) {
      const url = document.metadata?.url ?? asked
      const entry = toDocument(url, document, marks)
      if (entry.text.trim() === "") return { _tag: "Left", why: "the page has no text" }
      yield* report({ _tag: "PageIndexed", url, title: entry.title, waiting: yield* waiting })
      return { _tag: "Kept", result: withListedDate(entry, date) as unknown as Schema.Json }
    }),
    leave: Effect.fnUntraced(function*({ isGone, url, why }) {
      yield* isGone ? onGone(url, why) : report({ _tag: "PageSkipped", url, why, waiting: yield* waiting })
    }),
    namedIn: ({ document, url }) => Start.namedIn(document.metadata?.url ?? url, document)
  }
}

const watched = "1 second"

const tellPause = Effect.fnUntraced(
  function*(store: JobStore.JobStore["Service"], report: Settings["report"]) {
    const wait = described(yield* store.wait(job))
    if (wait === undefined) return
    const { counts, warning } = yield* store.get(job)
    yield* report({ _tag: "Paused", why: warning === undefined ? wait : `${wait}; ${warning}`, waiting: counts.queued })
  },
  (effect) => Effect.ignore(effect)
)

const begin = Effect.fnUntraced(function*(settings: Settings, visits: Effect.Success<ReturnType<typeof Crawl.visits>>) {
  const { delay, depth, exclude, include, maxAge, limit, robots, scope, sitemaps, start, report } = settings
  const store = yield* JobStore.JobStore
  const scraper = yield* Scraper.Scraper
  const known = yield* Effect.result(store.get(job))
  if (known._tag === "Success") return scraper
  if (known.failure.reason._tag !== "UnknownJob") return yield* known.failure
  const options = ScrapeOptions.make({
    formats: [...formats, "links", "rawHtml"],
    maxAge: Duration.toMillis(maxAge)
  })
  const skip = (url: string, why: string) => report({ _tag: "PageSkipped", url, why, waiting: 0 })
  const first = yield* Start.read({
    target: start,
    limit: Crawl.mostAddresses(limit),
    delay: Duration.toMillis(delay),
    options,
    robots,
    visits,
    skip
  })
  const isListing = first.named !== undefined
  const request: CrawlRequest.CrawlRequest = {
    ...yield* Effect.orDie(CrawlRequest.decode({ url: isListing ? first.url : first.start })),
    ...scope,
    // A list may name pages on any host.
    ...(isListing ? { allowExternalLinks: true, crawlEntireDomain: true } : {}),
    sitemap: isListing || depth === 0 || !sitemaps ? "skip" : "include",
    maxDiscoveryDepth: depth,
    limit,
    excludePaths: exclude,
    includePaths: include,
    scrapeOptions: options
  }
  yield* Effect.catchTags(
    Crawl.submit({ id: job.job, caller: Caller.local, request, named: first.named, sitemaps: first.sitemaps }),
    {
      InvalidRequest: ({ message: why }) => Effect.fail(new InvalidTarget({ target: start, why })),
      ScrapeError: Effect.die
    }
  )
  return isListing ? scraper : withStart(scraper, first)
})

export const crawl = Effect.fnUntraced(function*(
  settings: Settings
): Effect.fn.Return<Reading, InvalidTarget, Scraper.Scraper | Fetcher.Fetcher | Scope.Scope> {
  const { concurrency, delay, depth, exclude, include, maxAge, limit, robots, scope, sitemaps, start, report } =
    settings
  const unkept = ({ message }: JobError) =>
    new InvalidTarget({ target: start, why: `the page cannot be stored: ${message}` })
  const run = yield* Runs.open({
    what: JSON.stringify([
      start,
      depth,
      limit,
      robots,
      sitemaps,
      Duration.toMillis(maxAge),
      scope,
      include,
      exclude
    ]),
    maxAge: Duration.toMillis(maxAge),
    // The speed is set per process, so a resumed run may be slower or faster.
    pace: { mostPerHost: concurrency, delay: Duration.toMillis(delay) }
  })
  // Indexing costs no credits.
  const services = yield* Effect.mapError(
    Layer.build(Layer.merge(run.store, CreditLedger.layerMemory({ initial: "unlimited" }))),
    unkept
  )
  const store = yield* Effect.provideContext(JobStore.JobStore, services)
  const visits = yield* Crawl.visits({
    turns: store,
    onRead: (url, { pages, sitemaps }) =>
      report({ _tag: "SitemapRead", url, pages: pages.length, sitemaps: sitemaps.length }),
    onUnreadable: (url, { message: why }) => report({ _tag: "PageSkipped", url, why, waiting: 0 })
  })
  const scraper = yield* begin(settings, visits).pipe(
    Effect.catchTag("JobError", unkept),
    Effect.provideContext(services)
  )
  const keeper = keeperOf(store, settings)
  yield* Effect.forkScoped(Effect.forever(Effect.delay(tellPause(store, report), watched)))
  yield* JobWorker.start<JobStore.JobStore | Scraper.Scraper | CreditLedger.CreditLedger>({
    concurrency,
    poll,
    drain: 0,
    handlers: { crawl: (claim) => Crawl.work(claim, { visits, robots, keeper }) }
  }).pipe(Effect.provideService(Scraper.Scraper, scraper), Effect.provideContext(services))
  return {
    documents: JobProgress.follow(job).pipe(
      Stream.flatMap(({ results }) => Stream.fromIterable(results as unknown as ReadonlyArray<IndexDocument>)),
      Stream.mapError(unkept),
      Stream.provideContext(services)
    ),
    account: Effect.all([store.omissions(job), store.get(job)]).pipe(
      Effect.map(([omitted, { warning }]) => ({ omitted, ...(warning === undefined ? {} : { warning }) })),
      // The documents are stored, so a failing report of omissions is ignored.
      Effect.orElseSucceed(() => ({ omitted: [] }))
    ),
    end: run.end
  }
})
