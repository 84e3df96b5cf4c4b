// An accountant's model: random clients and failing servers over one store and one ledger, by a virtual clock. After each
// run the same credits are in the ledger, the metric, the audit log and the answers, and pay for the same documents.
import { CreditLedger } from "@dunlin/credits"
import { Fetcher } from "@dunlin/fetcher"
import { AuditLog, Team, Teams } from "@dunlin/http-api"
import { Batch, Crawl, Extract, JobRunner, JobStore, KnownPages, SiteMap } from "@dunlin/jobs"
import { BilledScrape, Caller, ScrapeError, Scraper, Searcher } from "@dunlin/pipeline"
import { SearchProvider } from "@dunlin/providers"
import { BatchRequest, CrawlRequest, ExtractRequest, MapRequest, ScrapeOptions, SearchRequest } from "@dunlin/schema"
import { ThreatGuard } from "@dunlin/threat-protection"
import { ModelFormats } from "@dunlin/transformers"
import { Context, Duration, Effect, Exit, Fiber, Layer, Metric, Ref, Stream } from "effect"
import { type HttpBody, HttpClient, HttpClientResponse } from "effect/http"
import { TestClock } from "effect/testing"
import { fractions } from "../../common/test/random.ts"

const TEAM = "team"
const caller = { ...Caller.local, team: TEAM }
const HOOK = "https://hook.example/"
const GRANTED = 1_000_000
const STEP = "250 millis"
/** Steps after which a run is given up: what is open then is in its books. */
const MOST_STEPS = 40_000

/** What a run came to. */
export interface Books {
  readonly charged: number
  readonly reserved: number
  /** `creditsUsed` of jobs, and what single calls and streams were told. */
  readonly told: number
  /** The sum of `dunlin_credits_charged_total` over all operations. */
  readonly counted: number
  /** `creditsUsed` of jobs, and the credits of their pages in the audit log. */
  readonly toldByJobs: number
  readonly auditedOfJobs: number
  /** Documents that were delivered, and results of searches, by their price. */
  readonly delivered: number
  /** Documents of jobs with webhooks, and the different events with one that these were told. */
  readonly documents: number
  readonly webhooks: number
  readonly interruptions: number
  /** Pages that the store accepted and nobody paid. */
  readonly owed: number
}

/** The services of a server that may be killed: from then on it hears of nothing, and is heard by nobody. */
const killable = () => {
  let isAlive = true
  const guarded = (effect: Effect.Effect<unknown, unknown, never>) =>
    Effect.suspend(() => isAlive ? Effect.onExit(effect, () => isAlive ? Effect.void : Effect.never) : Effect.never)
  const wrap = <S extends object>(service: S): S =>
    new Proxy(service, {
      get: (target, name) => {
        const value: unknown = Reflect.get(target, name)
        if (Effect.isEffect(value)) return guarded(value as Effect.Effect<unknown>)
        if (typeof value !== "function") return value
        return (...args: ReadonlyArray<unknown>) => {
          const answer: unknown = Reflect.apply(value, target, args)
          return Effect.isEffect(answer) ? guarded(answer as Effect.Effect<unknown>) : answer
        }
      }
    })
  return {
    wrap,
    kill: () => {
      isAlive = false
    }
  }
}

const pageOf = (url: string): Scraper.Service["scrape"] extends (task: never) => Effect.Effect<infer A, infer _E> ? A
  : never => ({
    document: {
      markdown: `What ${url} says, and nothing else.`,
      json: { from: url },
      links: [0, 1, 2].map((at) => `${new URL(url).origin}${new URL(url).pathname.slice(0, 6)}${at}`),
      metadata: { statusCode: 200, url, sourceURL: url }
    },
    usage: { outcome: "delivered" },
    warnings: [],
    text: `What ${url} says, and nothing else.`
  })

/** An audit log in memory, and what writes the charges of jobs to it. */
const audit = Effect.gen(function*() {
  const logs = yield* Layer.build(AuditLog.layerMemory({ limit: 1_000_000 }))
  const charges = yield* Layer.build(
    AuditLog.layerCharges.pipe(Layer.provide([
      Layer.succeedContext(logs),
      Teams.layer([Team.make({ id: TEAM, keys: ["key"], audit: true })])
    ]))
  )
  const credits = Effect.map(
    Ref.get(Context.get(logs, AuditLog.AuditEvents)),
    (events) => events.reduce((sum, event) => sum + (event.credits ?? 0), 0)
  )
  return { charges: Context.get(charges, CreditLedger.Charges), credits }
})

const counted = Effect.map(Metric.snapshot, (metrics) =>
  metrics.reduce(
    (sum, { id, state }) =>
      id === "dunlin_credits_charged_total" ? sum + Number((state as { count: number }).count) : sum,
    0
  ))

export const run = (seed: number, clients: number): Effect.Effect<Books> =>
  Effect.gen(function*() {
    const { charges, credits } = yield* audit
    const books = yield* Effect.provideService(work(seed, clients), CreditLedger.Charges, charges)
    return { ...books, counted: yield* counted, auditedOfJobs: yield* credits }
  }).pipe(Effect.scoped, Effect.provideService(Metric.MetricRegistry, new Map()), Effect.orDie)

// One world: its parts share the random numbers and the books.
// oxlint-disable-next-line max-lines-per-function
const work = (seed: number, clients: number): Effect.Effect<Omit<Books, "counted" | "auditedOfJobs">> =>
  // oxlint-disable-next-line max-lines-per-function
  Effect.gen(function*() {
    const random = fractions(seed)
    const below = (most: number) => Math.floor(random() * most)
    const chance = (of: number) => random() < of
    const pause = (most: number) => Duration.millis(below(most))

    const store = Context.get(yield* Layer.build(JobStore.layerMemory({ mostAttempts: 50 })), JobStore.JobStore)
    const ledger = Context.get(
      yield* Layer.build(CreditLedger.layerMemory({ initial: GRANTED, remember: 1_000_000 })),
      CreditLedger.CreditLedger
    )
    const scraper: Scraper.Service = {
      scrape: ({ url }) =>
        Effect.flatMap(Effect.delay(Effect.void, pause(4000)), () =>
          chance(0.1)
            ? Effect.fail(ScrapeError.make(new ScrapeError.ScrapeTimeout({ milliseconds: 1 })))
            : Effect.succeed(pageOf(url)))
    }
    /** Ids of different events with a document that a receiver took. */
    const taken = new Set<string>()
    const ends: Array<string> = []
    const client = HttpClient.make((request) =>
      Effect.flatMap(Effect.delay(Effect.void, pause(1000)), () => {
        const body = JSON.parse(new TextDecoder().decode((request.body as HttpBody.Uint8Array).body))
        const status = chance(0.2) ? 500 : 200
        if (status === 200 && body.type.endsWith(".page") && body.success) {
          taken.add(String(request.headers["webhook-id"]))
        }
        if (status === 200 && /completed|failed/.test(body.type)) ends.push(body.id)
        return Effect.succeed(HttpClientResponse.fromWeb(request, new Response(null, { status })))
      })
    )

    let interruptions = 0
    const kills: Array<() => void> = []
    const start = Effect.gen(function*() {
      const { kill, wrap } = killable()
      const services = Layer.mergeAll(
        Layer.succeed(JobStore.JobStore, wrap(store)),
        Layer.succeed(CreditLedger.CreditLedger, wrap(ledger)),
        Layer.succeed(Scraper.Scraper, wrap(scraper)),
        Layer.succeed(HttpClient.HttpClient, client),
        Fetcher.layerMemory({})
      )
      const running = JobRunner.start({ concurrency: 1 + below(4), lease: "10 seconds", robots: false })
      yield* Effect.forkDetach(
        Effect.scoped(Effect.andThen(running, Effect.never)).pipe(Effect.provide(services))
      )
      kills.push(kill)
    })
    yield* start
    yield* start

    const searcher = Context.get(
      yield* Layer.build(Searcher.layer.pipe(Layer.provide([
        SearchProvider.layerMemory([0, 1, 2, 3].map((at) => ({
          source: "web",
          url: `https://found${at}.example/page`,
          title: `Found ${at}`,
          description: "page",
          position: at + 1
        }))),
        Layer.succeed(Scraper.Scraper, scraper),
        Layer.succeed(CreditLedger.CreditLedger, ledger),
        ThreatGuard.layerNoop,
        ModelFormats.layerExtractive
      ]))),
      Searcher.Searcher
    )

    let told = 0
    let delivered = 0
    const jobs: Array<{ readonly id: string; readonly hasHook: boolean; readonly maps: number }> = []

    const webhookOf = (hasHook: boolean) => hasHook ? { webhook: HOOK } : {}
    const submit = Effect.fnUntraced(function*(number: number) {
      const id = `job-${number}`
      const hasHook = chance(0.6)
      const host = `https://h${number}.example`
      const urls = Array.from({ length: 1 + below(8) }, (_, at) => `${host}/page${at}`)
      const kind = below(3)
      let maps = 0
      if (kind === 0) {
        const request = yield* BatchRequest.decode({ urls, ...webhookOf(hasHook), zeroDataRetention: chance(0.3) })
        yield* Batch.submit({ id, caller, request })
      } else if (kind === 1) {
        const request = yield* CrawlRequest.decode({
          url: `${host}/page0`,
          limit: 1 + below(4),
          sitemap: "skip",
          ...webhookOf(hasHook)
        })
        yield* Crawl.submit({ id, caller, request })
      } else {
        if (chance(0.4)) {
          maps = 1
          urls.push(`${host}/*`)
        }
        const request = yield* ExtractRequest.decode({ urls, schema: { type: "object" }, ...webhookOf(hasHook) })
        const submitting = yield* Effect.forkChild(Effect.ignore(Extract.submit({ id, caller, request })))
        // whoever submits may leave while a site is mapped: then there is no job, and no charge
        if (chance(0.3)) {
          yield* Effect.sleep(pause(4000))
          if (submitting.pollUnsafe() === undefined) interruptions++
          yield* Fiber.interrupt(submitting)
        }
        yield* Fiber.await(submitting)
        const isThere = yield* Effect.option(store.get({ team: TEAM, job: id }))
        if (isThere._tag === "None") return
      }
      jobs.push({ id, hasHook, maps })
      if (!chance(0.6)) return
      yield* Effect.sleep(pause(9000))
      const { state } = yield* store.cancel({ team: TEAM, job: id })
      if (state === "cancelled") interruptions++
    })

    const task = Effect.map(
      SearchRequest.decode({ query: "page", scrapeOptions: { formats: ["markdown"] } }),
      ({ request }) => ({ request, caller })
    )
    /** Whoever waits for one answer hears of it, or goes away before. */
    const leaving = Effect.fnUntraced(function*<A, E>(work: Effect.Effect<A, E>, hear: (answer: A) => void) {
      const fiber = yield* Effect.forkChild(work)
      if (chance(0.5)) {
        yield* Effect.sleep(pause(5000))
        if (fiber.pollUnsafe() === undefined) interruptions++
        yield* Fiber.interrupt(fiber)
      }
      const exit = yield* Fiber.await(fiber)
      if (Exit.isSuccess(exit)) hear(exit.value)
    })
    const call = Effect.fnUntraced(function*(number: number) {
      const kind = below(4)
      if (kind === 0) {
        yield* leaving(searcher.search(yield* task), ({ creditsUsed, data }) => {
          told += creditsUsed
          delivered += 2 + (data.web ?? []).filter(({ markdown }) => markdown !== undefined).length
        })
        return
      }
      if (kind === 1) {
        const url = `https://single${number}.example/`
        const scrape = BilledScrape.scrape({
          url,
          options: ScrapeOptions.make({ formats: ["markdown"] }),
          caller,
          retention: "standard",
          key: `single-${number}`,
          once: chance(0.5)
        }).pipe(
          Effect.provideService(Scraper.Scraper, scraper),
          Effect.provideService(CreditLedger.CreditLedger, ledger)
        )
        yield* leaving(scrape, ({ charged }) => {
          told += charged
          delivered += 1
        })
        return
      }
      if (kind === 2) {
        const request = yield* MapRequest.decode({ url: `https://mapped${number}.example/` })
        const map = SiteMap.map({ caller, request, key: `map-${number}`, once: chance(0.5) }).pipe(
          Effect.provideService(KnownPages.KnownPages, () => Effect.delay(Effect.succeed([]), pause(3000))),
          Effect.provideService(Scraper.Scraper, scraper),
          Effect.provideService(CreditLedger.CreditLedger, ledger),
          Effect.provide(Fetcher.layerMemory({}))
        )
        yield* leaving(map, ({ charged, links }) => {
          told += charged
          delivered += links.length > 0 ? 1 : 0
        })
        return
      }
      // a reader of events, that leaves after some of them
      let left = chance(0.6) ? below(20) : Number.POSITIVE_INFINITY
      let charged = 0
      const events = searcher.stream({ ...yield* task, onCharged: (credits) => charged += credits })
      let isWhole = false
      yield* Effect.ignore(Stream.runForEachWhile(events, (event) =>
        Effect.map(Effect.sleep(pause(300)), () => {
          if (event._tag === "HitsFound") delivered += 2
          if (event._tag === "PageFinished") delivered += 1
          isWhole = event._tag === "Done"
          return --left > 0
        })))
      if (!isWhole) interruptions++
      told += charged
    })

    const failing = Effect.gen(function*() {
      for (let times = 0; times < Math.ceil(clients / 3); times++) {
        yield* Effect.sleep(pause(12_000))
        kills.splice(below(kills.length), 1)[0]!()
        interruptions++
        yield* Effect.sleep(pause(3000))
        yield* start
      }
    })

    const busy = Effect.all([
      Effect.forEach(Array.from({ length: clients }), (_, number) =>
        Effect.andThen(Effect.sleep(pause(20_000)), chance(0.5) ? submit(number) : call(number)), {
        concurrency: "unbounded"
      }),
      failing
    ], { concurrency: "unbounded" }).pipe(
      Effect.provideService(JobStore.JobStore, store),
      Effect.provideService(CreditLedger.CreditLedger, ledger),
      Effect.provideService(Scraper.Scraper, scraper),
      Effect.provide(Fetcher.layerMemory({}))
    )
    const worked = yield* Effect.forkChild(busy)
    const isOver = Effect.gen(function*() {
      if (worked.pollUnsafe() === undefined) {
        return false
      }
      if ((yield* store.owed).length > 0 || (yield* ledger.balance(TEAM)).reserved > 0) {
        return false
      }
      const all = yield* store.list({ team: TEAM, state: "running", limit: 1000 })
      return all.length === 0
    })
    for (let steps = 0; steps < MOST_STEPS && !(yield* isOver); steps++) {
      yield* TestClock.adjust(steps < 400 ? STEP : "2 seconds")
    }
    yield* Fiber.join(worked)
    // what a dead worker may still owe
    yield* TestClock.adjust("1 minute")

    let documents = 0
    let toldByJobs = 0
    for (const { hasHook, id, maps } of jobs) {
      const target = { team: TEAM, job: id }
      const { credits } = yield* store.get(target)
      const { results } = yield* store.results({ ...target, skip: 0, limit: 1000, maxBytes: 1e9 })
      told += credits
      toldByJobs += credits
      delivered += results.length + maps
      if (hasHook) {
        documents += results.length
      }
    }
    for (const kill of kills) {
      kill()
    }
    const { reserved, spent } = yield* ledger.balance(TEAM)
    const owed = (yield* store.owed).length
    return {
      charged: spent,
      reserved,
      told,
      toldByJobs,
      delivered,
      documents,
      webhooks: taken.size,
      interruptions,
      owed
    }
  }).pipe(Effect.scoped, Effect.orDie)
