// Monitors over pages and queries with known changes, and workers that die at any point. The model compares deliveries and
// feeds with the changes.
//
// A worker dies like a killed process: an operation of the store, or a delivery, is done or not done, and the worker does
// nothing afterwards. Its leases end, and the next worker continues.
import { CreditLedger } from "@dunlin/credits"
import { Fetcher } from "@dunlin/fetcher"
import { type JobError, JobRunner, JobStore, Monitors } from "@dunlin/jobs"
import { Caller } from "@dunlin/pipeline"
import { Scraper } from "@dunlin/pipeline/Scraper"
import { Searcher } from "@dunlin/pipeline/Searcher"
import { Clock, Effect, Fiber, Layer, Stream } from "effect"
import { HttpClient, HttpClientResponse } from "effect/http"
import { fractions } from "../../common/test/random.ts"

export interface Options {
  /** How time passes for the store, in milliseconds. */
  readonly pass: (milliseconds: number) => Effect.Effect<void>
  readonly store: Layer.Layer<JobStore.JobStore, JobError.JobError>
  readonly changes: number
  readonly monitors?: number
  readonly pagesPerMonitor?: number
  readonly queriesPerMonitor?: number
  readonly seed?: number
  readonly kills?: number
}

export interface Outcome {
  readonly changes: number
  readonly kills: number
  /** Changes of which nobody heard, by webhook and by feed. */
  readonly missed: number
  readonly missedInFeeds: number
  /** Changes that came under two ids, by webhook and by feed. */
  readonly doubled: number
  readonly doubledInFeeds: number
  /** Reports of what is no change. */
  readonly falsely: number
  /** Deliveries that came twice under one id: a worker died between the answer and its note. */
  readonly repeated: number
  /** Spent credits, and the cost of pages and searches. Reservations of a killed worker expire without a charge. */
  readonly charged: number
  readonly cost: number
}

/** Time between two checks: as short as lets a check end after a worker died. */
const PERIOD = 60_000
const TEAM = { ...Caller.local, team: "acme" }

/** A page: what it says, beside what differs with every request. */
const textOf = (url: string, version: number, random: () => number): string => {
  const facts = Array.from({ length: 12 }, (_, at) => `- Fact ${at} about ${url} is ${at * 7}.`)
  // noise: order, counters, clocks and relative times
  if (random() < 0.5) facts.reverse()
  return [
    `# Page ${url}`,
    `Updated ${Math.floor(random() * 50) + 2} minutes ago. ${Math.floor(random() * 9000)} views.`,
    ...facts,
    `The version of the offer is ${version}.`,
    `Generated in ${Math.floor(random() * 900)} ms`
  ].join("\n\n")
}

/** The world: pages with versions, and queries with results. */
const makeWorld = (options: Options) => {
  const { monitors = 8, pagesPerMonitor = 10, queriesPerMonitor = 3 } = options
  const random = fractions(options.seed ?? 1)
  const pages = new Map<string, number>()
  const queries = new Map<string, Array<string>>()
  const plans = Array.from({ length: monitors }, (_, monitor) => ({
    urls: Array.from({ length: pagesPerMonitor }, (_, page) => `https://site${monitor}.example/page-${page}`),
    queries: Array.from({ length: queriesPerMonitor }, (_, query) => `topic ${monitor} ${query}`)
  }))
  for (const plan of plans) {
    for (const url of plan.urls) pages.set(url, 0)
    for (const query of plan.queries) {
      queries.set(query, [0, 1, 2].map((at) => `https://${query.replaceAll(" ", "-")}.example/result-${at}`))
    }
  }
  return { pages, queries, plans, random }
}

type World = ReturnType<typeof makeWorld>

const found = ({ queries, random }: World, query: string) => {
  const results = [...queries.get(query) ?? []].slice(-30)
  // engines shuffle
  return results.map((url) => ({ url, at: random() })).sort((one, other) => one.at - other.at).map(({ url }, at) => ({
    url,
    title: `Result ${url}`,
    description: `Seen ${Math.floor(random() * 50)} minutes ago`,
    position: at + 1
  }))
}

const CREDITS_PER_SEARCH = 2

/** What a process has, over one store and one ledger. */
const servicesOf = (world: World, charged: Map<string, number>, ledger: CreditLedger.CreditLedger["Service"]) =>
  Layer.mergeAll(
    Layer.succeed(Scraper, {
      scrape: ({ url }) =>
        Effect.sync(() => {
          const markdown = textOf(url, world.pages.get(url) ?? 0, world.random)
          return {
            document: { markdown, metadata: { sourceURL: url, url, statusCode: 200 } },
            usage: { outcome: "delivered" as const },
            warnings: [],
            text: markdown
          }
        })
    }),
    Layer.succeed(Searcher, {
      search: ({ caller, request }) =>
        Effect.sync(() => {
          charged.set(caller?.idempotencyKey ?? "none", CREDITS_PER_SEARCH)
          return {
            success: true as const,
            data: { web: found(world, request.query) },
            warning: null,
            id: "search",
            creditsUsed: CREDITS_PER_SEARCH
          }
        }),
      stream: () => Stream.empty
    }),
    Layer.succeed(CreditLedger.CreditLedger, ledger),
    Fetcher.layerMemory({})
  )

/** Every operation of a service, each of which may be the last thing that its process does. */
const mortal = <S extends object>(
  service: S,
  step: <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
): S =>
  Object.fromEntries(
    Object.entries(service).map(([name, value]) => [
      name,
      Effect.isEffect(value)
        ? step(value)
        : typeof value === "function"
        ? (...given: ReadonlyArray<unknown>) => step(value(...given))
        : typeof value === "object" && value !== null
        ? mortal(value, step)
        : value
    ])
  ) as S

interface Received {
  readonly id: string
  readonly what: string
}

/** A worker that dies after so many operations, or lives. */
const startWorker = (
  world: World,
  store: JobStore.JobStore["Service"],
  services: ReturnType<typeof servicesOf>,
  receive: (body: any) => void,
  life: number
) => {
  let left = life
  const step = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.suspend((): Effect.Effect<A, E, R> => {
      if (left <= 0) return Effect.never
      left--
      // The last operation is done, or not: its process never knows.
      if (left === 0) return world.random() < 0.5 ? Effect.never : Effect.andThen(effect, Effect.never)
      return Effect.flatMap(effect, (value) => left <= 0 ? Effect.never : Effect.succeed(value))
    })
  const client = HttpClient.make((request) =>
    step(Effect.sync(() => {
      if (request.body._tag === "Uint8Array") receive(JSON.parse(new TextDecoder().decode(request.body.body)))
      return HttpClientResponse.fromWeb(request, new Response("", { status: 200 }))
    }))
  )
  const worker = JobRunner.start({ concurrency: 6, lease: 15_000, poll: 1000 }).pipe(
    Effect.andThen(Effect.never),
    Effect.scoped,
    Effect.provideService(JobStore.JobStore, mortal(store, step)),
    Effect.provideService(HttpClient.HttpClient, client),
    Effect.provide(services)
  )
  return Effect.map(Effect.forkDetach(worker), (fiber) => ({ fiber, isDead: () => left <= 0 }))
}

const STEP = 1000

/** The change that a report is about: a version of a page, or a result. */
const changeOf = ({ diff, status, url }: any): string => {
  const version = /^\+The version of the offer is (\d+)/m.exec(diff?.text ?? "")?.[1]
  return status === "changed" ? `${url} ${version}` : url
}

/** What was reported, held against what changed. */
const compared = (
  expected: ReadonlySet<string>,
  received: ReadonlyArray<Received>,
  changes: ReadonlyArray<unknown>
) => {
  const told = new Map<string, Set<string>>()
  for (const { id, what } of received) told.set(what, (told.get(what) ?? new Set()).add(id))
  const inFeeds = new Map<string, number>()
  for (const what of changes.map(changeOf)) inFeeds.set(what, (inFeeds.get(what) ?? 0) + 1)
  const missing = (names: { readonly has: (name: string) => boolean }) =>
    [...expected].filter((name) => !names.has(name)).length
  return {
    missed: missing(told),
    missedInFeeds: missing(inFeeds),
    doubled: [...told.values()].filter(({ size }) => size > 1).length,
    doubledInFeeds: [...inFeeds.values()].filter((count) => count > 1).length,
    falsely: [...told.keys(), ...inFeeds.keys()].filter((name) => !expected.has(name)).length,
    repeated: received.length - new Set(received.map(({ id }) => id)).size
  }
}

/** Runs the model. */
export const run = Effect.fnUntraced(function*(options: Options) {
  const world = makeWorld(options)
  const { random } = world
  const store = yield* JobStore.JobStore
  const ledger = yield* CreditLedger.CreditLedger
  yield* ledger.plan({ account: TEAM.team, credits: 10_000_000 })
  const searches = new Map<string, number>()
  const services = servicesOf(world, searches, ledger)
  const received: Array<Received> = []
  const receive = (body: any) => {
    if (body.type !== "monitor.page") return
    received.push({ id: body.webhookId, what: changeOf(body.data[0]) })
  }
  const monitors = yield* Effect.forEach(world.plans, (plan, at) =>
    Monitors.create({
      caller: TEAM,
      id: `monitor-${at}`,
      input: {
        name: `Monitor ${at}`,
        schedule: { cron: "* * * * *" },
        webhook: { url: "https://receiver.example/" },
        targets: [
          { type: "scrape", urls: plan.urls },
          { type: "search", queries: plan.queries, maxResults: 50 }
        ]
      }
    }))

  let kills = 0
  const maxKills = options.kills ?? 20
  const lifeOf = () => kills < maxKills ? 20 + Math.floor(random() * options.changes * 12 / maxKills) : Infinity
  let worker = yield* startWorker(world, store, services, receive, lifeOf())

  /** Lets checks begin, and end, whoever dies. */
  const passPeriod = Effect.gen(function*() {
    const now = yield* Clock.currentTimeMillis
    yield* options.pass(PERIOD - now % PERIOD)
    for (let steps = 0; steps < 250; steps++) {
      yield* options.pass(STEP)
      if (worker.isDead()) {
        kills++
        yield* options.pass(16_000)
        worker = yield* startWorker(world, store, services, receive, lifeOf())
      }
      const { jobs } = yield* store.depth()
      const deliveries = yield* store.list({ team: TEAM.team, kind: "webhook", state: "running", limit: 1 })
      const listed = yield* Monitors.list({ team: TEAM.team, limit: 100, offset: 0 })
      const after = yield* Clock.currentTimeMillis
      const isDone = listed.every(({ check, nextAt = 0 }) => check === undefined && nextAt > after)
      if (steps > 2 && jobs === 0 && deliveries.length === 0 && isDone) return
    }
    return yield* Effect.die(new Error("the checks of a period did not end"))
  })

  yield* passPeriod
  const expected = new Set<string>()
  let fresh = 0
  while (expected.size < options.changes) {
    for (const [url, version] of world.pages) {
      if (random() < 0.5 || expected.size >= options.changes) continue
      world.pages.set(url, version + 1)
      expected.add(`${url} ${version + 1}`)
    }
    for (const [query, results] of world.queries) {
      if (random() < 0.5 || expected.size >= options.changes) continue
      const url = `https://${query.replaceAll(" ", "-")}.example/new-${fresh++}`
      results.push(url)
      expected.add(url)
    }
    yield* passPeriod
  }

  const feeds = yield* Effect.forEach(
    monitors,
    (stored) => Monitors.feed({ monitor: stored!.monitor.id, token: stored!.monitor.token, limit: 1_000_000 })
  )
  const checks = yield* Effect.forEach(
    monitors,
    (stored) => Monitors.checks({ team: TEAM.team, monitor: stored!.monitor.id, limit: 100_000, offset: 0 })
  )
  // without checks, a worker that lives settles what those before it had reserved
  yield* Effect.forEach(
    monitors,
    (stored) => Monitors.update({ caller: TEAM, monitor: stored!.monitor.id, input: { status: "paused" } }),
    { discard: true }
  )
  if (worker.isDead()) worker = yield* startWorker(world, store, services, receive, Number.POSITIVE_INFINITY)
  for (let steps = 0; steps < 12; steps++) yield* options.pass(10_000)
  yield* Fiber.interrupt(worker.fiber).pipe(Effect.forkDetach)
  const { spent } = yield* ledger.balance(TEAM.team)
  return {
    changes: expected.size,
    kills,
    ...compared(expected, received, feeds.flatMap((feed) => feed!.changes)),
    charged: spent + [...searches.values()].reduce((sum, credits) => sum + credits, 0),
    cost: checks.flat().reduce((sum, { credits = 0 }) => sum + credits, 0)
  } satisfies Outcome
})

/** The same over a store of its own. */
export const runOn = (options: Options) =>
  run(options).pipe(Effect.provide(Layer.merge(options.store, CreditLedger.layerMemory())))
