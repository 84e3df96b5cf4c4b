/** The pages of a worker: pages in work, each in a slot, and pages that wait for a slot. */
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import type { Claim } from "../Job.ts"

/**
 * Pages of a worker for each it may work on: one that waits for the place, one that has it, and one whose result waits
 * for a slow store.
 */
const mostHeldPerPlace = 3

/**
 * Pages of hosts with pauses begin when they are handed out, so a worker that always has other pages ready would never
 * take one. After this number of claims, one slot stays free for the next claim.
 */
const mostClaimsWithoutPlace = 16

interface Held {
  readonly claim: Claim
  readonly fiber: Fiber.Fiber<void>
}

export interface Places {
  /** Number of pages to request now, in addition to those that are here. */
  readonly wanted: () => number
  /** Records a request for `wanted` pages, and returns the number of slots for them. */
  readonly ask: (wanted: number) => number
  /** Takes pages under leases: those of hosts with pauses are begun at once, the others as there are places. */
  readonly take: (claims: ReadonlyArray<Claim>) => Effect.Effect<void>
  /** Gives the slot reserved for a claim to a waiting page, because no request is running. */
  readonly useAll: Effect.Effect<void>
  /** Begins to watch for a place that becomes free; the effect it answers waits until one has since. */
  readonly watch: () => Effect.Effect<void>
  /** Ends the work on a page without waiting for it: its lease is lost. */
  readonly lose: (token: string) => Effect.Effect<void>
  /** Takes away the pages that wait. */
  readonly clear: () => ReadonlyArray<Claim>
  /** Waits until nothing is worked on that is now. */
  readonly finished: Effect.Effect<void>
  /** Interrupts the work on every page, and does something with each that was. */
  readonly stop: (then: (claim: Claim) => Effect.Effect<void>) => Effect.Effect<void>
}

const all = { discard: true, concurrency: "unbounded" } as const

export const make = Effect.fnUntraced(function*<R>(options: {
  /** Pages that are worked on at the same time. */
  readonly most: number
  /** As many pages wait for a place as end while the store answers. */
  readonly ahead: () => number
  /** The work on a page, its settlement included; from `leave` on, its place is free for another. */
  readonly work: (claim: Claim, leave: Effect.Effect<void>) => Effect.Effect<void, unknown, R>
  /** Called for each page whose work has ended. */
  readonly ended: (token: string) => void
}): Effect.fn.Return<Places, never, R> {
  const { most } = options
  const held = new Map<string, Held>()
  const ready: Array<Claim> = []
  /** Pages in work, without those whose result is on its way to the store. */
  let working = 0
  /** Claims in a row that found no free place, and places that wait for the next claim because of them. */
  let withoutPlace = 0
  let kept = 0
  let freed = Deferred.makeUnsafe<void>()
  const context = yield* Effect.context<R>()
  const fork = Effect.runForkWith(context)
  const hasPlace = () => working < most - kept
  const work = (claim: Claim, leave: Effect.Effect<void>) => Effect.provideContext(options.work(claim, leave), context)

  const begin = Effect.fnUntraced(function*(claim: Claim) {
    let isTaken = true
    working++
    const leave = () => {
      if (!isTaken) return
      isTaken = false
      working--
      const next = hasPlace() ? ready.shift() : undefined
      if (next !== undefined) fork(begin(next))
      Deferred.doneUnsafe(freed, Effect.void)
      freed = Deferred.makeUnsafe<void>()
    }
    // The next worker that gets the page after the lease reads the store again.
    const fiber = yield* Effect.forkDetach(Effect.ignore(work(claim, Effect.sync(leave))))
    held.set(claim.token, { claim, fiber })
    fiber.addObserver(() => {
      held.delete(claim.token)
      options.ended(claim.token)
      leave()
    })
  })

  const beginReady = Effect.uninterruptible(Effect.gen(function*() {
    while (hasPlace() && ready.length > 0) yield* begin(ready.shift()!)
  }))

  return {
    wanted: () => Math.min(most + options.ahead() - working, most * mostHeldPerPlace - held.size) - ready.length,
    ask: (wanted) => {
      const places = Math.min(wanted, Math.max(0, most - working))
      withoutPlace = places > 0 ? 0 : withoutPlace + 1
      return places
    },
    take: (claims) =>
      Effect.gen(function*() {
        kept = withoutPlace >= mostClaimsWithoutPlace ? 1 : 0
        // Where a host has pauses, they lie between the moments at which its pages are handed out: there is a place for each.
        for (const claim of claims.filter(({ gap }) => gap > 0)) yield* begin(claim)
        ready.push(...claims.filter(({ gap }) => gap === 0))
        yield* beginReady
      }).pipe(Effect.uninterruptible),
    useAll: Effect.suspend(() => {
      kept = 0
      return beginReady
    }),
    watch: () => Deferred.await(freed),
    lose: (token) => {
      const place = ready.findIndex((claim) => claim.token === token)
      if (place >= 0) ready.splice(place, 1)
      const lost = held.get(token)
      return lost === undefined ? Effect.void : Effect.asVoid(Effect.forkDetach(Fiber.interrupt(lost.fiber)))
    },
    clear: () => ready.splice(0),
    finished: Effect.suspend(() => Effect.forEach(Array.from(held.values()), ({ fiber }) => Fiber.await(fiber), all)),
    stop: (then) =>
      Effect.suspend(() =>
        Effect.forEach(
          Array.from(held.values()),
          ({ claim, fiber }) => Effect.andThen(Fiber.interrupt(fiber), then(claim)),
          all
        )
      )
  }
})
