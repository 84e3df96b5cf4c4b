import * as Hurry from "@dunlin/common/Hurry"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Scope from "effect/Scope"
import { ask } from "./calls.ts"
import type { Chromium } from "./chromium.ts"
import type { Slot } from "./slot.ts"

export interface Running {
  readonly chromium: Chromium
  readonly scope: Scope.Closeable
  readonly withSharedWorker: Set<string>
}

export interface PoolState {
  current: Running | undefined
  readonly retired: Set<Running>
  idle: Array<Slot>
  readonly open: Set<Slot>
  readonly running: Map<string, number>
  readonly opening: Map<string, number>
  taken: number
  mostTaken: number
}

export const empty = (): PoolState => ({
  current: undefined,
  retired: new Set(),
  idle: [],
  open: new Set(),
  running: new Map(),
  opening: new Map(),
  taken: 0,
  mostTaken: 0
})

const CLOSE_CONTEXT_MS = 8_000

export const count = (map: Map<string, number>, key: string | undefined, change: 1 | -1) => {
  if (key === undefined) return
  const changed = (map.get(key) ?? 0) + change
  if (changed === 0) map.delete(key)
  else map.set(key, changed)
}

export const forget = (state: PoolState, chromium: Chromium): Effect.Effect<void> => {
  state.idle = state.idle.filter((slot) => slot.chromium !== chromium)
  for (const slot of state.open) if (slot.chromium === chromium) state.open.delete(slot)
  const running = state.current?.chromium === chromium
    ? state.current
    : Array.from(state.retired).find((other) => other.chromium === chromium)
  if (running === undefined) return Effect.void
  if (state.current === running) state.current = undefined
  state.retired.delete(running)
  // An interruption would leave the browser running.
  return Effect.uninterruptible(Scope.close(running.scope, Exit.void))
}

const endRetired = (state: PoolState, chromium: Chromium): Effect.Effect<void> =>
  state.current?.chromium === chromium || Array.from(state.open).some((slot) => slot.chromium === chromium)
    ? Effect.void
    : forget(state, chromium)

export const close = (state: PoolState, slot: Slot): Effect.Effect<void> => {
  state.open.delete(slot)
  state.current?.withSharedWorker.delete(slot.contextId)
  if (!slot.chromium.isAlive()) return Effect.void
  return Hurry.skipping(ask(slot.context, (context) => context.close(), CLOSE_CONTEXT_MS)).pipe(
    // If closing fails, the processes of the context remain, so the browser is killed.
    Effect.catch(() => Effect.sync(() => slot.chromium.kill("silence"))),
    Effect.andThen(Effect.suspend(() => endRetired(state, slot.chromium)))
  )
}

export const retire = (state: PoolState, scope: Scope.Scope, chromium: Chromium): Effect.Effect<void> =>
  Effect.suspend(() => {
    if (state.current?.chromium !== chromium) return Effect.void
    state.retired.add(state.current)
    state.current = undefined
    const unused = state.idle.filter((slot) => slot.chromium === chromium)
    state.idle = state.idle.filter((slot) => slot.chromium !== chromium)
    return Effect.forEach(unused, (slot) => close(state, slot), { discard: true }).pipe(
      Effect.andThen(endRetired(state, chromium)),
      Effect.forkIn(scope),
      Effect.asVoid
    )
  })
