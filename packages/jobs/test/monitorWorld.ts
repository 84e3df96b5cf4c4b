// One monitor, one worker, and pages, results and a clock that a test moves.
import { CreditLedger } from "@dunlin/credits"
import { Fetcher } from "@dunlin/fetcher"
import { JobRunner, JobStore, Monitors } from "@dunlin/jobs"
import { Caller } from "@dunlin/pipeline"
import { Scraper } from "@dunlin/pipeline/Scraper"
import { Searcher } from "@dunlin/pipeline/Searcher"
import { Clock, Effect, Layer, Stream } from "effect"
import { HttpClient, HttpClientResponse } from "effect/http"
import { TestClock } from "effect/testing"

export const caller = { ...Caller.local, team: "acme" }

export interface World {
  /** Markdown of each URL, or its status. */
  readonly pages: Map<string, string | number>
  readonly results: Map<string, ReadonlyArray<string>>
  readonly delivered: Array<any>
  /** Epoch milliseconds at which each was delivered. */
  readonly times: Array<number>
}

export const makeWorld = (): World => ({ pages: new Map(), results: new Map(), delivered: [], times: [] })

const services = (world: World) =>
  Layer.mergeAll(
    Layer.succeed(Scraper, {
      scrape: ({ url }) =>
        Effect.sync(() => {
          const page = world.pages.get(url) ?? 404
          const [markdown, statusCode] = typeof page === "string" ? [page, 200] : ["Not found", page]
          return {
            document: { markdown, metadata: { sourceURL: url, url, statusCode } },
            usage: { outcome: "delivered" as const },
            warnings: [],
            text: markdown
          }
        })
    }),
    Layer.succeed(Searcher, {
      search: ({ request: { query } }) =>
        Effect.sync(() => ({
          success: true as const,
          data: {
            web: (world.results.get(query) ?? []).map((url, at) => ({
              url,
              title: url,
              description: "",
              position: at + 1
            }))
          },
          warning: null,
          id: "search",
          creditsUsed: 2
        })),
      stream: () => Stream.empty
    }),
    Layer.succeed(
      HttpClient.HttpClient,
      HttpClient.make((request) =>
        Effect.map(Clock.currentTimeMillis, (now) => {
          if (request.body._tag === "Uint8Array") {
            world.delivered.push(JSON.parse(new TextDecoder().decode(request.body.body)))
            world.times.push(now)
          }
          return HttpClientResponse.fromWeb(request, new Response("", { status: 200 }))
        })
      )
    ),
    // sites without rules for robots
    Fetcher.layerMemory({ "https://example.com/robots.txt": { status: 404, body: "" } }),
    CreditLedger.layerMemory(),
    Layer.orDie(JobStore.layerMemory())
  )

/** Runs a test beside a worker that starts at a time of the test clock. */
export const beside = <A, E, R>(
  world: World,
  test: Effect.Effect<A, E, R>,
  { startsAt = 0, ...options }: JobRunner.Options & { readonly startsAt?: number } = {}
) =>
  Effect.gen(function*() {
    yield* TestClock.adjust(startsAt)
    yield* (yield* CreditLedger.CreditLedger).plan({ account: caller.team, credits: "unlimited" })
    yield* JobRunner.start({ poll: 1000, ...options })
    return yield* test
  }).pipe(
    Effect.scoped,
    Effect.provide(services(world)),
    Effect.orDie
  )

/** Lets time pass in steps, so that what sleeps wakes in turn. */
export const pass = (milliseconds: number, step = 1000) =>
  Effect.gen(function*() {
    for (let left = milliseconds; left > 0; left -= step) yield* TestClock.adjust(Math.min(step, left))
  })

/** Runs a check to its end, and answers what it saw. */
export const check = Effect.fnUntraced(function*(monitor: string) {
  const begun = yield* Monitors.run({ caller, monitor })
  for (let steps = 0; steps < 60; steps++) {
    yield* pass(1000)
    const found = yield* Monitors.check({ team: caller.team, monitor, check: begun!.id, skip: 0, limit: 100 })
    if (found!.check.state !== "running") return found!
  }
  return yield* Effect.die(new Error("the check did not end"))
})

export const create = Effect.fnUntraced(function*(fields: object) {
  const stored = yield* Monitors.create({
    caller,
    input: {
      name: "Monitor",
      schedule: { cron: "0 0 1 1 *" },
      webhook: { url: "https://receiver.example/" },
      ...fields
    }
  })
  return stored!.monitor
})
