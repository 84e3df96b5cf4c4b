/**
 * Works on the pages of jobs: claims them, keeps their leases alive, and settles what comes of them.
 *
 * @since 0.1.0
 */
import * as Background from "@dunlin/common/Background"
import * as Deferred from "effect/Deferred"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import type * as Scope from "effect/Scope"
import { randomUUID } from "node:crypto"
import * as LeaseWatch from "./internal/leaseWatch.ts"
import * as Pace from "./internal/pace.ts"
import type { Claim, Kind, NewPage, Outcome } from "./Job.ts"
import type { JobError } from "./JobError.ts"
import { JobStore } from "./JobStore.ts"

/**
 * What became of a page.
 *
 * @category models
 * @since 0.1.0
 */
export type Work =
  | {
    readonly _tag: "Settle"
    readonly outcome: Outcome
    /** Pages of the same job that this one leads to. */
    readonly discovered?: ReadonlyArray<NewPage> | undefined
    /** Pages of the same job that this one leads to, and that are not worth following. */
    readonly passedBy?: ReadonlyArray<NewPage> | undefined
  }
  /** The page cannot be worked on now; the try does not count. */
  | { readonly _tag: "Later"; readonly delay: Duration.Input; readonly warning?: string | undefined }
  /** The try came to nothing, and another may not. */
  | { readonly _tag: "Again"; readonly delay: Duration.Input }

/**
 * Works on one page of a kind of job. What it dies with becomes a failed page; when the store does not answer it, the
 * page is handed out again after its lease. It is interrupted when the lease is lost, when it could not be prolonged
 * before its end, or when the job is cancelled, and must be harmless when it is done twice: a worker may die after its
 * work.
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
  /** How often a worker with nothing to do asks again. @default "500 millis" */
  readonly poll?: Duration.Input | undefined
  /** How long pages may take to finish when the worker is stopped; the others are given back. @default "20 seconds" */
  readonly drain?: Duration.Input | undefined
  /** Is asked before a page is settled, for what must be told of it: rather twice than never. Default: nobody is asked. */
  readonly beforeSettle?: ((claim: Claim, outcome: Outcome) => Effect.Effect<void, JobError, R>) | undefined
}

/** One of the pages that a worker works on at the same time. */
interface Place {
  isTaken: boolean
}

interface Held {
  readonly claim: Claim
  readonly fiber: Fiber.Fiber<void>
}

/**
 * Pages of a worker for each it may work on: one that waits for the place, one that has it, and one whose result waits
 * for a slow store.
 */
const mostHeldPerPlace = 3

/**
 * Pages of hosts with pauses are begun when they are handed out, so that a worker that always has others ready would
 * never take one: after so many claims, one place stays free for the next claim.
 */
const mostClaimsWithoutPlace = 16

/** Tells the store what became of a page. */
const settleIn = <R>(store: JobStore["Service"], beforeSettle: Options<R>["beforeSettle"]) =>
  Effect.fnUntraced(function*(claim: Claim, work: Work) {
    if (work._tag !== "Settle") {
      const delay = Duration.toMillis(work.delay)
      const warning = work._tag === "Later" ? work.warning : undefined
      yield* store.release({ claim, delay, free: work._tag === "Later", warning })
      return
    }
    yield* beforeSettle?.(claim, work.outcome) ?? Effect.void
    yield* store.settle({ claim, outcome: work.outcome, discovered: work.discovered, passedBy: work.passedBy })
  })

/** Gives back what waits for a place, lets the rest finish for a while, and gives back what did not. */
const drain = Effect.fnUntraced(function*(
  store: JobStore["Service"],
  held: ReadonlyMap<string, Held>,
  ready: Array<Claim>,
  patience: Duration.Input = "20 seconds"
) {
  const giveBack = (claim: Claim) => Effect.ignore(store.release({ claim, delay: 0, free: true }))
  yield* Effect.forEach(ready.splice(0), giveBack, { discard: true, concurrency: "unbounded" })
  const left = Array.from(held.values())
  yield* Effect.timeoutOption(
    Effect.forEach(left, ({ fiber }) => Fiber.await(fiber), { discard: true, concurrency: "unbounded" }),
    patience
  )
  yield* Effect.forEach(
    Array.from(held.values()),
    ({ claim, fiber }) => Effect.andThen(Fiber.interrupt(fiber), giveBack(claim)),
    { discard: true, concurrency: "unbounded" }
  )
})

/**
 * Starts a worker in the scope. When the scope closes, it takes no more pages, gives those it has until `drain`, and
 * hands the others back without counting the try.
 *
 * @category running
 * @since 0.1.0
 */
export const start = Effect.fn("JobWorker.start")(function*<R>(
  options: Options<R>
): Effect.fn.Return<void, never, JobStore | R | Scope.Scope> {
  const store = yield* JobStore
  const worker = randomUUID()
  const most = options.concurrency ?? 8
  const lease = Duration.toMillis(options.lease ?? "15 seconds")
  const poll = Duration.fromInputUnsafe(options.poll ?? "500 millis")
  const held = new Map<string, Held>()
  /** Pages that are worked on, beside those whose result is on its way to the store. */
  let working = 0
  const pace = Pace.make(most)
  /** Claims in a row that found no free place, and places that wait for the next claim because of them. */
  let withoutPlace = 0
  let kept = 0
  const hasPlace = () => working < most - kept
  /** Pages that wait here for a place, under leases. */
  const ready: Array<Claim> = []
  const leases = LeaseWatch.make({
    store,
    lease,
    stop: (token) => {
      const place = ready.findIndex((claim) => claim.token === token)
      if (place >= 0) ready.splice(place, 1)
      const lost = held.get(token)
      return lost === undefined ? Effect.void : Effect.asVoid(Effect.forkDetach(Fiber.interrupt(lost.fiber)))
    }
  })
  let freed = Deferred.makeUnsafe<void>()
  const fork = Effect.runForkWith(yield* Effect.context<JobStore | R>())
  const leave = (place: Place) => {
    if (!place.isTaken) return
    place.isTaken = false
    working--
    const next = hasPlace() ? ready.shift() : undefined
    if (next !== undefined) fork(begin(next))
    Deferred.doneUnsafe(freed, Effect.void)
    freed = Deferred.makeUnsafe<void>()
  }

  const settle = settleIn(store, options.beforeSettle)

  const workOn = (claim: Claim, place: Place) => {
    const handler = options.handlers[claim.kind]
    if (handler === undefined) return store.release({ claim, delay: lease, free: true })
    return Effect.flatMap(
      // The next page need not wait until the store has this one.
      Effect.ensuring(
        pace.working(Effect.catchDefect(handler(claim), () => Effect.succeed(failedUnexpectedly))),
        Effect.sync(() => leave(place))
      ),
      // What was worked out is written down, whoever wants to stop now.
      (work) => Effect.uninterruptible(settle(claim, work))
    )
  }

  const begin = Effect.fnUntraced(function*(claim: Claim) {
    const place: Place = { isTaken: true }
    working++
    // Whoever gets the page when the lease has ended asks the store again.
    const fiber = yield* Effect.forkDetach(Effect.ignore(workOn(claim, place)))
    held.set(claim.token, { claim, fiber })
    fiber.addObserver(() => {
      held.delete(claim.token)
      leases.forget(claim.token)
      leave(place)
    })
  })

  const beginReady = Effect.uninterruptible(Effect.gen(function*() {
    while (hasPlace() && ready.length > 0) yield* begin(ready.shift()!)
  }))

  const take = Effect.fnUntraced(function*(wanted: number) {
    const places = Math.min(wanted, Math.max(0, most - working))
    withoutPlace = places > 0 ? 0 : withoutPlace + 1
    const asked = yield* LeaseWatch.now
    const claimed = yield* pace.asking(
      Effect.orElseSucceed(store.claim({ worker, most: wanted, mostWithGap: places, lease }), () => [])
    )
    const claims = yield* leases.hold(claimed, asked)
    kept = withoutPlace >= mostClaimsWithoutPlace ? 1 : 0
    // Where a host has pauses, they lie between the moments at which its pages are handed out: there is a place for each.
    for (const claim of claims.filter(({ gap }) => gap > 0)) yield* begin(claim)
    ready.push(...claims.filter(({ gap }) => gap === 0))
    yield* beginReady
    return claims.length
  }, Effect.uninterruptible)

  const claimSome = Effect.gen(function*() {
    const more = Effect.race(yield* store.watch, Deferred.await(freed))
    const free = Math.min(most + pace.ahead() - working, most * mostHeldPerPlace - held.size) - ready.length
    if (free <= 0) {
      kept = 0
      yield* beginReady
    }
    const taken = free <= 0 ? 0 : yield* take(free)
    // With every place taken, the next page is due when one of them is free, which the store tells as well.
    if (taken === 0) yield* Effect.race(more, Effect.sleep(poll))
  })

  // Leases are prolonged while the worker drains: the loop ends after it.
  yield* leases.start
  yield* Effect.addFinalizer(() => drain(store, held, ready, options.drain))
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
