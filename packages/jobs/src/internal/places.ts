/** Manages the pages of a worker: running pages, each in a slot, and pages that wait for a slot. */
import type * as Context from "effect/Context"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import type { Claim } from "../Job.ts"

/** One page runs, one waits, and one stores its result. */
const MAX_HELD_PER_SLOT = 3

/**
 * After this many claims, a slot is reserved for the next claim. Pages of hosts with delays must start when they are
 * leased, and a worker whose slots are always full would never receive them.
 */
const MAX_CLAIMS_WITHOUT_SLOT = 16

interface Held {
  readonly claim: Claim
  readonly fiber: Fiber.Fiber<void>
}

export interface Places {
  readonly wanted: () => number
  readonly ask: (wanted: number) => number
  readonly take: (claims: ReadonlyArray<Claim>) => Effect.Effect<void>
  /** Lets a waiting page use the reserved slot. Valid only while no claim runs. */
  readonly useAll: Effect.Effect<void>
  readonly watch: () => Effect.Effect<void>
  readonly lose: (token: string) => Effect.Effect<void>
  readonly clear: () => ReadonlyArray<Claim>
  readonly finished: Effect.Effect<void>
  readonly stop: (then: (claim: Claim) => Effect.Effect<void>) => Effect.Effect<void>
}

const all = { discard: true, concurrency: "unbounded" } as const

export const make = Effect.fnUntraced(function*<R>(options: {
  readonly most: () => number
  readonly ahead: () => number
  readonly work: (claim: Claim, leave: Effect.Effect<void>) => Effect.Effect<void, unknown, R>
  readonly ended: (token: string) => void
}): Effect.fn.Return<Places, never, R> {
  const { most } = options
  const held = new Map<string, Held>()
  const ready: Array<Claim> = []
  let working = 0
  let withoutPlace = 0
  let retained = 0
  let freed = Deferred.makeUnsafe<void>()
  const context = yield* Effect.context<R>()
  const fork = Effect.runForkWith(context)
  const hasPlace = () => working < most() - retained
  // Every fiber of the worker has this context. Merging it with itself copies all services for each page.
  const work = (claim: Claim, leave: Effect.Effect<void>) =>
    Effect.updateContext(options.work(claim, leave), (_: Context.Context<never>) => context)

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
    // Interrupted work is safe, because the next worker of the page reads the store's state.
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
    wanted: () => Math.min(most() + options.ahead() - working, most() * MAX_HELD_PER_SLOT - held.size) - ready.length,
    ask: (wanted) => {
      const places = Math.min(wanted, Math.max(0, most() - working))
      withoutPlace = places > 0 ? 0 : withoutPlace + 1
      return places
    },
    take: (claims) =>
      Effect.gen(function*() {
        retained = withoutPlace >= MAX_CLAIMS_WITHOUT_SLOT ? 1 : 0
        // A host's delay starts when its page is leased, so these pages start immediately. Claims request only as
        // many as there are free slots.
        for (const claim of claims.filter(({ gap }) => gap > 0)) yield* begin(claim)
        ready.push(...claims.filter(({ gap }) => gap === 0))
        yield* beginReady
      }).pipe(Effect.uninterruptible),
    useAll: Effect.suspend(() => {
      retained = 0
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
