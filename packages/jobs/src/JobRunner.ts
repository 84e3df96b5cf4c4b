/**
 * Works on all kinds of jobs that scrape pages.
 *
 * @since 0.1.0
 */
import type * as Secret from "@dunlin/common/Secret"
import type { CreditLedger } from "@dunlin/credits/CreditLedger"
import type { Fetcher } from "@dunlin/fetcher/Fetcher"
import * as Caller from "@dunlin/pipeline/Caller"
import type { Scraper } from "@dunlin/pipeline/Scraper"
import * as Effect from "effect/Effect"
import * as HttpClient from "effect/http/HttpClient"
import * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"
import * as Agent from "./Agent.ts"
import * as Batch from "./Batch.ts"
import * as Crawl from "./Crawl.ts"
import * as Extract from "./Extract.ts"
import { collecting } from "./internal/bills.ts"
import { scheduling } from "./internal/monitors/scheduling.ts"
import { purging } from "./internal/purging.ts"
import * as Visits from "./internal/visits.ts"
import { pageEvent } from "./internal/webhooks.ts"
import type { Claim } from "./Job.ts"
import { JobStore } from "./JobStore.ts"
import * as JobWorker from "./JobWorker.ts"
import * as Monitors from "./Monitors.ts"
import * as Webhooks from "./Webhooks.ts"

/**
 * @category options
 * @since 0.1.0
 */
export type Options = Pick<JobWorker.Options, "concurrency" | "lease" | "poll" | "drain"> & {
  /** Whether crawls obey robots.txt, robots meta elements and `X-Robots-Tag` headers. @default true */
  readonly robots?: boolean | undefined
  /** Secret that signs webhook deliveries. @default deliveries are not signed */
  readonly webhookSecret?: Secret.Secret | undefined
  /**
   * Returns the current caller for a team's monitors. A monitor is paused if its team no longer exists. @default the
   * caller that created the monitor
   *
   * @since 0.3.0
   */
  readonly callerOf?: ((team: string) => Caller.Caller | undefined) | undefined
}

const forTeam = <A, E, R>(work: (claim: Claim) => Effect.Effect<A, E, R>) => (claim: Claim): Effect.Effect<A, E, R> =>
  Caller.onBehalfOf(claim)(work(claim))

/**
 * Works on jobs until the scope closes. The HTTP client of the context delivers webhooks, and should be guarded.
 *
 * @category running
 * @since 0.1.0
 */
export const start = Effect.fn("JobRunner.start")(function*(
  options: Options = {}
): Effect.fn.Return<
  void,
  never,
  JobStore | Scraper | CreditLedger | Fetcher | HttpClient.HttpClient | Scope.Scope
> {
  const store = yield* JobStore
  const visits = yield* Visits.make()
  const client = yield* HttpClient.HttpClient
  const robots = options.robots ?? true
  yield* JobWorker.start<JobStore | Scraper | CreditLedger | Fetcher>({
    concurrency: options.concurrency,
    lease: options.lease,
    poll: options.poll,
    drain: options.drain,
    handlers: {
      batch: forTeam(Batch.work),
      crawl: forTeam((claim) => Crawl.work(claim, { visits, robots })),
      extract: forTeam(Extract.work),
      monitor: forTeam(Monitors.work),
      agent: forTeam(Agent.work),
      webhook: forTeam((claim) => Webhooks.work(claim, { client, secret: options.webhookSecret }))
    },
    eventOf: (claim, outcome) =>
      claim.kind === "webhook" || claim.kind === "monitor" ? undefined : pageEvent(claim, outcome)
  })
  yield* Effect.forkScoped(collecting(store))
  yield* Effect.forkScoped(purging(store))
  yield* scheduling(store, options.callerOf)
})

/**
 * Provides the worker as a layer of an application.
 *
 * @category layers
 * @since 0.1.0
 */
export const layer = (
  options: Options = {}
): Layer.Layer<never, never, JobStore | Scraper | CreditLedger | Fetcher | HttpClient.HttpClient> =>
  Layer.effectDiscard(start(options))
