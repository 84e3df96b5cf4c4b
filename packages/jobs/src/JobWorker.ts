/**
 * Works on the pages of jobs: claims pages, renews their leases, and settles their results.
 *
 * @since 0.1.0
 */
import * as Background from "@dunlin/common/Background"
import * as Hurry from "@dunlin/common/Hurry"
import { Operation } from "@dunlin/credits/CreditLedger"
import type { OmissionReason } from "@dunlin/schema/Omission"
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Scope from "effect/Scope"
import { randomUUID } from "node:crypto"
import { hostname } from "node:os"
import * as Bills from "./internal/bills.ts"
import * as Blocks from "./internal/blocks.ts"
import * as LeaseWatch from "./internal/leaseWatch.ts"
import * as Pace from "./internal/pace.ts"
import * as Places from "./internal/places.ts"
import type { Claim, Kind, NewPage, OmittedPage, Outcome } from "./Job.ts"
import type { JobError } from "./JobError.ts"
import { JobStore } from "./JobStore.ts"

/**
 * The outcome of work on a page, and the pages it discovered.
 *
 * @category models
 * @since 0.2.0
 */
export interface Settlement {
  readonly _tag: "Settle"
  readonly outcome: Outcome
  readonly discovered?: ReadonlyArray<NewPage> | undefined
  readonly omitted?: ReadonlyArray<OmittedPage> | undefined
  /** The reason why the page has no result, for the job's record of omissions. */
  readonly reason?: OmissionReason | undefined
  /**
   * The URL of the page that a dropped page copies.
   *
   * @since 0.3.0
   */
  readonly copyOf?: string | undefined
}

/**
 * The outcome of a page.
 *
 * @category models
 * @since 0.1.0
 */
export type Work =
  | Settlement
  /** The page cannot be processed now. This does not count as an attempt. */
  | { readonly _tag: "Later"; readonly delay: Duration.Input; readonly warning?: string | undefined }
  | { readonly _tag: "Again"; readonly delay: Duration.Input; readonly warning?: string | undefined }

/**
 * Works on one page of a kind of job. A defect becomes a failed page. If the store does not respond, another worker
 * can lease the page after its lease ends. The work is interrupted if the lease is lost or cannot be renewed in time,
 * or if the job is cancelled. It must be safe to repeat, because a worker may die after its work.
 *
 * @category models
 * @since 0.1.0
 */
export type Handler<R = never> = (claim: Claim) => Effect.Effect<Work, JobError, R>

/**
 * @category options
 * @since 0.1.0
 */
export interface Options<R = never> {
  readonly handlers: { readonly [K in Kind]?: Handler<R> | undefined }
  /**
   * Maximum number of concurrent pages. A function is called whenever a page could start, so that processes can
   * divide pages. @default 8
   */
  readonly concurrency?: number | (() => number) | undefined
  /**
   * Duration of a lease. If a worker does not renew its leases, other workers can lease its pages after this time.
   * @default "15 seconds"
   */
  readonly lease?: Duration.Input | undefined
  /**
   * Polling interval of an idle worker. It polls earlier when its process submits pages, when a delay or pause in the
   * store ends, and a few times after its last pages. @default "1250 millis"
   */
  readonly poll?: Duration.Input | undefined
  /**
   * Time limit for unfinished pages and store operations when the worker stops. The remaining pages are then returned
   * to the queue within five more seconds. @default "20 seconds"
   */
  readonly drain?: Duration.Input | undefined
  /** An event that is stored with the page in one transaction. A rejected page has no event. @default none */
  readonly eventOf?:
    | ((claim: Claim, outcome: Outcome) => { readonly job: string; readonly page: NewPage } | undefined)
    | undefined
  /** Runs before a page is settled, and again if the page is repeated. @default nothing */
  readonly beforeSettle?: ((claim: Claim, outcome: Outcome) => Effect.Effect<void, JobError, R>) | undefined
}

/**
 * Delay before the first poll. Each further delay is twice as long, up to `poll`. Another worker often frees a slot
 * of the same host within this time, but cannot notify this process.
 */
const FIRST_POLL = Duration.millis(50)

/** Timeout for returning unfinished pages to the store after a worker stops. After that, their leases expire. */
const handingBack = "5 seconds"

interface Worked {
  readonly work: Work
  readonly took: number
}

const settleIn = <R>(store: JobStore["Service"], { beforeSettle, eventOf }: Options<R>) =>
  Effect.fnUntraced(function*(claim: Claim, { took, work }: Worked, bill: Bills.Bill) {
    if (work._tag !== "Settle") {
      const delay = Duration.toMillis(work.delay)
      yield* store.release({ claim, delay, free: work._tag === "Later", warning: work.warning })
      return
    }
    const { copyOf, discovered, omitted, outcome, reason } = work
    yield* beforeSettle?.(claim, outcome) ?? Effect.void
    const { ended, settled } = yield* store.settle({
      claim,
      outcome,
      discovered,
      omitted,
      reason,
      copyOf,
      took,
      reservation: bill.open?.key,
      event: eventOf?.(claim, outcome)
    })
    const { open } = bill
    if (settled && open !== undefined) yield* Effect.ignore(open.cost === 0 ? open.giveBack : open.take)
    if (ended) yield* bill.blocks.end(claim.job)
  })

const timed = Effect.fnUntraced(function*<E, R>(work: Effect.Effect<Work, E, R>) {
  const begun = yield* Clock.currentTimeMillis
  return { work: yield* work, took: Math.max(0, Math.round((yield* Clock.currentTimeMillis) - begun)) }
})

const workIn = <R>(
  store: JobStore["Service"],
  options: Options<R>,
  lease: number,
  pace: Pace.Pace,
  blocks: Blocks.Blocks
) => {
  const settle = settleIn(store, options)
  return (claim: Claim, leave: Effect.Effect<void>): Effect.Effect<void, JobError, R> => {
    const handler = options.handlers[claim.kind]
    if (handler === undefined) return Effect.asVoid(store.release({ claim, delay: lease, free: true }))
    // A finished result is stored even if the worker is stopped.
    return Effect.uninterruptibleMask((restore) => {
      const scope = Scope.makeUnsafe()
      const bill: Bills.Bill = { scope, blocks, open: undefined }
      const worked = pace.working(timed(Effect.catchDefect(handler(claim), () => Effect.succeed(failedUnexpectedly))))
      return restore(worked).pipe(
        Effect.provideService(Bills.Bill, bill),
        Effect.ensuring(leave),
        Effect.flatMap((worked) => settle(claim, worked, bill)),
        // A page that was rejected, returned or interrupted is not charged.
        Effect.ensuring(Scope.close(scope, Exit.void)),
        Effect.provideService(Operation, claim.kind)
      )
    })
  }
}

const all = { discard: true, concurrency: "unbounded" } as const

interface ClaimResult {
  readonly taken: number
  /** Whether the store has no other page that may start before its data changes. */
  readonly isExhausted: boolean
}

const nothingClaimed: ClaimResult = { taken: 0, isExhausted: false }

const drain = Effect.fnUntraced(function*({ asking, giveBack, patience = "20 seconds", places }: {
  readonly places: Places.Places
  readonly asking: Effect.Effect<unknown>
  readonly giveBack: (claims: ReadonlyArray<Claim>) => Effect.Effect<void>
  readonly patience: Duration.Input | undefined
}) {
  const waiting = yield* Effect.forkDetach(giveBack(places.clear()))
  yield* Hurry.skipping(
    Effect.timeoutOption(Effect.all([places.finished, asking, Fiber.await(waiting)], all), patience)
  )
  const rest = yield* Effect.forkDetach(
    Effect.all([giveBack(places.clear()), places.stop((claim) => giveBack([claim]))], all)
  )
  yield* Effect.timeoutOption(Fiber.await(rest), handingBack)
})

/**
 * Starts a worker in the scope. When the scope closes, the worker takes no more pages and waits up to `drain` for
 * running ones. It returns the rest without counting an attempt, including pages that the store leases late.
 *
 * @category running
 * @since 0.1.0
 */
export const start = Effect.fn("JobWorker.start")(function*<R>(
  options: Options<R>
): Effect.fn.Return<void, never, JobStore | R | Scope.Scope> {
  const store = yield* JobStore
  const worker = `${hostname()}:${process.pid}:${randomUUID().slice(0, 8)}`
  const { concurrency = 8 } = options
  const most = typeof concurrency === "number" ? () => concurrency : concurrency
  const lease = Duration.toMillis(options.lease ?? "15 seconds")
  const poll = Duration.fromInputUnsafe(options.poll ?? "1250 millis")
  const pace = Pace.make(most)
  const blocks = Blocks.make({ store, worker })
  const places: Places.Places = yield* Places.make({
    most,
    ahead: pace.ahead,
    work: workIn(store, options, lease, pace, blocks),
    ended: (token) => leases.forget(token)
  })
  const leases = LeaseWatch.make({ store, lease, stop: places.lose })
  const giveBack = (claims: ReadonlyArray<Claim>) =>
    Effect.forEach(claims, (claim) => Effect.ignore(store.release({ claim, delay: 0, free: true })), all)

  let isStopping = false
  const ask = Effect.fnUntraced(function*(wanted: number): Effect.fn.Return<ClaimResult> {
    const mostWithGap = places.ask(wanted)
    const requestedAt = yield* LeaseWatch.now
    const claimed = yield* pace.asking(
      Effect.orElseSucceed(store.claim({ worker, most: wanted, mostWithGap, lease }), () => undefined)
    )
    if (claimed === undefined) return nothingClaimed
    if (isStopping) {
      yield* giveBack(claimed)
      return nothingClaimed
    }
    const claims = yield* leases.hold(claimed, requestedAt)
    yield* places.take(claims)
    const withGap = claimed.filter(({ gap }) => gap > 0).length
    return { taken: claims.length, isExhausted: claimed.length < wanted && withGap < mostWithGap }
  })

  /**
   * The newest request for pages. It is never interrupted, because the pages that it leased would be unavailable
   * until their leases end.
   */
  let asking: Effect.Effect<unknown> = Effect.void
  const askBeside = (wanted: number) =>
    Effect.uninterruptibleMask((restore) =>
      Effect.flatMap(Effect.forkDetach(ask(wanted)), (fiber) => {
        asking = Fiber.await(fiber)
        return restore(Fiber.join(fiber))
      })
    )

  const firstPoll = Duration.min(FIRST_POLL, poll)
  let wait = poll
  const claimSome = Effect.gen(function*() {
    const changed = yield* store.watch
    const freed = places.watch()
    const wanted = places.wanted()
    if (wanted <= 0) yield* places.useAll
    const { isExhausted, taken } = wanted <= 0 ? nothingClaimed : yield* askBeside(wanted)
    // A settled page may let the store lease another one, but a free slot does not.
    wait = taken > 0 ? firstPoll : Duration.min(Duration.times(wait, 2), poll)
    if (isExhausted) yield* Effect.race(changed, Effect.sleep(wait))
    else if (taken === 0) yield* Effect.race(Effect.race(changed, freed), Effect.sleep(poll))
  })

  // Leases must be renewed until the running pages have ended, so the renewal loop stops last.
  yield* leases.start
  yield* Effect.addFinalizer(() => blocks.close)
  yield* Effect.forkScoped(blocks.looking)
  yield* Effect.addFinalizer(() => {
    isStopping = true
    return drain({ places, asking, giveBack, patience: options.drain })
  })
  yield* Effect.forkScoped(Background.quietly(Effect.forever(claimSome)))
})

const failedUnexpectedly: Work = {
  _tag: "Settle",
  outcome: {
    _tag: "Failed",
    error: { code: "UNKNOWN_ERROR", message: "An unexpected error occurred while the page was processed" },
    credits: 0
  }
}
