/**
 * Works on the pages of jobs: claims them, keeps their leases alive, and settles what comes of them.
 *
 * @since 0.1.0
 */
import * as Background from "@dunlin/common/Background"
import * as Hurry from "@dunlin/common/Hurry"
import { Operation } from "@dunlin/credits/CreditLedger"
import type { OmissionReason } from "@dunlin/schema/Omission"
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
 * How work on a page ended, and where it leads to.
 *
 * @category models
 * @since 0.2.0
 */
export interface Settlement {
  readonly _tag: "Settle"
  readonly outcome: Outcome
  /** Pages of the same job that this one leads to. */
  readonly discovered?: ReadonlyArray<NewPage> | undefined
  /** Addresses that this one leads to, and that are no pages of the job. */
  readonly omitted?: ReadonlyArray<OmittedPage> | undefined
  /** Why the page itself has no result, for the account of the job. */
  readonly reason?: OmissionReason | undefined
}

/**
 * What became of a page.
 *
 * @category models
 * @since 0.1.0
 */
export type Work =
  | Settlement
  /** The page cannot be worked on now; the try does not count. */
  | { readonly _tag: "Later"; readonly delay: Duration.Input; readonly warning?: string | undefined }
  /** The try came to nothing, and another may not. */
  | { readonly _tag: "Again"; readonly delay: Duration.Input; readonly warning?: string | undefined }

/**
 * Works on one page of a kind of job. A defect becomes a failed page. When the store does not respond, the page is handed
 * out again after its lease. The work is interrupted when the lease is lost or could not be prolonged in time, or when the
 * job is cancelled. It must be harmless to do twice, because a worker may die after its work.
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
  /** Pages worked on at the same time. @default 8 */
  readonly concurrency?: number | undefined
  /** After this time without a sign of life, pages of a worker are handed to others. @default "15 seconds" */
  readonly lease?: Duration.Input | undefined
  /**
   * Interval at which a worker without pages asks for some. It asks earlier when its process submits pages, and when a
   * delay or a pause that the store knows of ends. @default "1250 millis"
   */
  readonly poll?: Duration.Input | undefined
  /**
   * How long pages may take to finish, and the store to answer, when the worker is stopped; the others are given back,
   * which has five seconds more. @default "20 seconds"
   */
  readonly drain?: Duration.Input | undefined
  /** An event that is stored with the page, in one transaction. A refused page has no event. Default: none. */
  readonly eventOf?:
    | ((claim: Claim, outcome: Outcome) => { readonly job: string; readonly page: NewPage } | undefined)
    | undefined
  /** Runs before a page is settled, and again when it is done again. Default: nothing. */
  readonly beforeSettle?: ((claim: Claim, outcome: Outcome) => Effect.Effect<void, JobError, R>) | undefined
}

/** How long a store may take to take back what is not done when a worker has stopped; its leases end anyway. */
const handingBack = "5 seconds"

/** Tells the store what became of a page; when it accepts the page, its credits are taken. */
const settleIn = <R>(store: JobStore["Service"], { beforeSettle, eventOf }: Options<R>) =>
  Effect.fnUntraced(function*(claim: Claim, work: Work, bill: Bills.Bill) {
    if (work._tag !== "Settle") {
      const delay = Duration.toMillis(work.delay)
      yield* store.release({ claim, delay, free: work._tag === "Later", warning: work.warning })
      return
    }
    const { discovered, omitted, outcome, reason } = work
    yield* beforeSettle?.(claim, outcome) ?? Effect.void
    const { ended, settled } = yield* store.settle({
      claim,
      outcome,
      discovered,
      omitted,
      reason,
      reservation: bill.open?.key,
      event: eventOf?.(claim, outcome)
    })
    const { open } = bill
    if (settled && open !== undefined) yield* Effect.ignore(open.cost === 0 ? open.giveBack : open.take)
    if (ended) yield* bill.blocks.end(claim.job)
  })

/** Works on a page, and settles it. From `leave` on, its place is free for another. */
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
    // A finished result is stored even when the worker is stopping.
    return Effect.uninterruptibleMask((restore) => {
      const scope = Scope.makeUnsafe()
      const bill: Bills.Bill = { scope, blocks, open: undefined }
      const worked = pace.working(Effect.catchDefect(handler(claim), () => Effect.succeed(failedUnexpectedly)))
      return restore(worked).pipe(
        Effect.provideService(Bills.Bill, bill),
        // The next page need not wait until the store has this one.
        Effect.ensuring(leave),
        Effect.flatMap((work) => settle(claim, work, bill)),
        // A page that was refused, given back or interrupted costs nothing.
        Effect.ensuring(Scope.close(scope, Exit.void)),
        Effect.provideService(Operation, claim.kind)
      )
    })
  }
}

const all = { discard: true, concurrency: "unbounded" } as const

/**
 * Returns pages that wait for a slot, lets the others finish for a while, and returns those that did not. A store that
 * does not respond delays nothing: it is updated in the background.
 */
const drain = Effect.fnUntraced(function*({ asking, giveBack, patience = "20 seconds", places }: {
  readonly places: Places.Places
  /** Ends when the store has handed out the requested pages. */
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
 * Starts a worker in the scope. When the scope closes, it takes no more pages, gives those it has until `drain`, and
 * hands the others back without counting the try: also those that the store hands out after that.
 *
 * @category running
 * @since 0.1.0
 */
export const start = Effect.fn("JobWorker.start")(function*<R>(
  options: Options<R>
): Effect.fn.Return<void, never, JobStore | R | Scope.Scope> {
  const store = yield* JobStore
  const worker = `${hostname()}:${process.pid}:${randomUUID().slice(0, 8)}`
  const most = options.concurrency ?? 8
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
  const ask = Effect.fnUntraced(function*(wanted: number) {
    const mostWithGap = places.ask(wanted)
    const asked = yield* LeaseWatch.now
    const claimed = yield* pace.asking(
      Effect.orElseSucceed(store.claim({ worker, most: wanted, mostWithGap, lease }), () => [])
    )
    if (isStopping) {
      yield* giveBack(claimed)
      return 0
    }
    const claims = yield* leases.hold(claimed, asked)
    yield* places.take(claims)
    return claims.length
  })

  /** The newest request for pages. It is never interrupted, because pages that it leased would be forgotten. */
  let asking: Effect.Effect<unknown> = Effect.void
  const askBeside = (wanted: number) =>
    Effect.uninterruptibleMask((restore) =>
      Effect.flatMap(Effect.forkDetach(ask(wanted)), (fiber) => {
        asking = Fiber.await(fiber)
        return restore(Fiber.join(fiber))
      })
    )

  const claimSome = Effect.gen(function*() {
    const more = Effect.race(yield* store.watch, places.watch())
    const wanted = places.wanted()
    if (wanted <= 0) yield* places.useAll
    const taken = wanted <= 0 ? 0 : yield* askBeside(wanted)
    // With every place taken, the next page is due when one of them is free, which the store tells as well.
    if (taken === 0) yield* Effect.race(more, Effect.sleep(poll))
  })

  // Leases are prolonged while the worker drains: the loop ends after it.
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
    error: { code: "UNKNOWN_ERROR", message: "An unexpected error occurred while the page was worked on" },
    credits: 0
  }
}
