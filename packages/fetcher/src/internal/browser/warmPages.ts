import * as Clock from "effect/Clock"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type { Scope } from "effect/Scope"
import type { Chromium } from "./chromium.ts"
import { close, type PoolState } from "./poolState.ts"
import { leave, SCRIPT_AFTERLIFE_MS, type Slot, wipe } from "./slot.ts"

const MAX_USES = 50

/**
 * How many more pages than requests of a kind stay open. Beyond that, a request waits for a page that is being left,
 * which takes longer after frames and workers.
 */
const spareFor = (slot: Slot | undefined): number => slot?.hadCompany === true ? 1 : 0

const leavingPatience = "3 seconds"
const leftPatience = "2 seconds"
const wipingPatience = "5 seconds"

const letRest = Effect.fnUntraced(function*(state: PoolState, slot: Slot) {
  const isLeft = yield* Effect.isSuccess(
    Effect.timeoutOrElse(leave(slot), { duration: leavingPatience, orElse: () => Effect.fail("slow" as const) })
  )
  const now = yield* Clock.currentTimeMillis
  const isFit = isLeft && !slot.dirty && slot.unanswered.size === 0 && slot.chromium === state.current?.chromium &&
    !state.current.withSharedWorker.has(slot.contextId)
  yield* Deferred.succeed(slot.left, isFit ? now + (slot.hadCompany ? SCRIPT_AFTERLIFE_MS : 0) : undefined)
  if (isFit) return
  state.idle = state.idle.filter((other) => other !== slot)
  yield* close(state, slot)
})

/** Leaves the page, and records when its context may be wiped. The next request of the page may have to wait. */
export const giveBack = (state: PoolState, slot: Slot) => {
  if (slot.key === undefined || slot.dirty || ++slot.uses >= MAX_USES || !slot.chromium.isAlive()) {
    return close(state, slot)
  }
  state.idle.push(slot)
  return letRest(state, slot)
}

export const takeWarm = Effect.fnUntraced(function*(state: PoolState, scope: Scope, key: string, chromium: Chromium) {
  const kind = state.idle.filter((slot) => slot.key === key && slot.chromium === chromium)
  const pages = Array.from(state.open).filter((slot) => slot.key === key && slot.chromium === chromium).length
  const isEnough = pages + (state.opening.get(key) ?? 0) >= (state.running.get(key) ?? 0) + spareFor(kind[0])
  const slot = kind.find(({ left }) => Deferred.isDoneUnsafe(left)) ?? (isEnough ? kind[0] : undefined)
  if (slot === undefined) return undefined
  state.idle = state.idle.filter((other) => other !== slot)
  const clean = Effect.gen(function*() {
    const freeAt = yield* Effect.timeoutOrElse(Deferred.await(slot.left), {
      duration: leftPatience,
      orElse: () => Effect.succeed(undefined)
    })
    if (freeAt === undefined) return undefined
    yield* Effect.sleep(Math.max(0, freeAt - (yield* Clock.currentTimeMillis)))
    slot.failedAt = undefined
    slot.hadCompany = false
    slot.left = Deferred.makeUnsafe()
    yield* wipe(slot)
    return slot.dirty ? undefined : slot
  })
  return yield* clean.pipe(
    Effect.timeoutOrElse({ duration: wipingPatience, orElse: () => Effect.succeed(undefined) }),
    Effect.catch(() => Effect.succeed(undefined)),
    Effect.onExit((exit) =>
      Exit.isSuccess(exit) && exit.value !== undefined ? Effect.void : Effect.forkIn(close(state, slot), scope)
    )
  )
})
