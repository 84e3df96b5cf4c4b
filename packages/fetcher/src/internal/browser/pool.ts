import * as Background from "@dunlin/common/Background"
import * as FairSemaphore from "@dunlin/common/FairSemaphore"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Scope from "effect/Scope"
import * as Semaphore from "effect/Semaphore"
import type { Browser } from "playwright-core"
import { BrowserCrashed, type BrowserUnavailable } from "../../FetchError.ts"
import { launch } from "./launch.ts"
import { watchMemory } from "./memory.ts"
import { close, count, died, empty, forget, type PoolState } from "./poolState.ts"
import { promise } from "./promise.ts"
import { type ContextOptions, createSlot, type Slot } from "./slot.ts"
import { giveBack, takeWarm } from "./warmPages.ts"

/** So many times in a row nobody may need a page before the browser is ended; starting it takes longer than a page. */
const looksBeforeEnd = 10

/** The contexts in which a page has started a worker that outlives its page. */
const watchSharedWorkers = Effect.fnUntraced(function*(browser: Browser) {
  const contexts = new Set<string>()
  yield* promise(async () => {
    const session = await browser.newBrowserCDPSession()
    session.on("Target.targetCreated", ({ targetInfo }) => contexts.add(targetInfo.browserContextId ?? ""))
    await session.send("Target.setDiscoverTargets", { discover: true, filter: [{ type: "shared_worker" }] })
  }).pipe(Effect.mapError(() => new BrowserCrashed({})))
  return contexts
})

interface Options {
  readonly executable: string | undefined
  /** Address of the proxy that contexts use unless they name another. */
  readonly proxy: Effect.Effect<string>
  readonly flags: ReadonlyArray<string>
  readonly sandbox: boolean | undefined
  /** Most memory of one renderer, in bytes. */
  readonly maxMemory: number
  readonly size: number
  /** How long a page that nobody needs stays open. */
  readonly keepOpen: Duration.Duration
}

/** Closes what more pages are open than were needed at once since the last look, until the browser ends. */
const closeUnused = (state: PoolState, browser: Browser, keepOpen: Duration.Duration) => {
  let looks = 0
  const look = Effect.suspend(() => {
    looks = state.mostTaken === 0 ? looks + 1 : 0
    const unused = state.idle.splice(0, Math.max(0, state.open.size - state.mostTaken))
    state.mostTaken = state.taken
    return looks < looksBeforeEnd
      ? Effect.forEach(unused, (slot) => close(state, slot), { discard: true })
      : forget(state, browser)
  })
  return Effect.raceFirst(Effect.forever(Effect.delay(look, keepOpen)), Effect.ignore(died(browser)))
}

/** The browser that runs, started when there is none, by one request at a time. */
const start = Effect.fnUntraced(function*(state: PoolState, scope: Scope.Scope, options: Options) {
  if (state.current?.browser.isConnected() === true) return state.current.browser
  if (state.current !== undefined) yield* forget(state, state.current.browser)
  const child = yield* Scope.fork(scope)
  const started = yield* Effect.onError(
    Effect.gen(function*() {
      const browser = yield* Scope.provide(launch({ ...options, proxy: yield* options.proxy }), child)
      return { browser, scope: child, withSharedWorker: yield* watchSharedWorkers(browser) }
    }),
    (cause) => Scope.close(child, Exit.failCause(cause))
  )
  yield* Scope.provide(watchMemory(started.browser, options.maxMemory), child)
  // not in the scope of the browser, which it may close
  yield* Effect.forkIn(Background.quietly(closeUnused(state, started.browser, options.keepOpen)), scope)
  state.current = started
  return started.browser
})

/**
 * One browser, started on first use and again after it died, and its warm contexts.
 */
export const make = Effect.fnUntraced(function*(options: Options) {
  const scope = yield* Effect.scope
  const starting = yield* Semaphore.make(1)
  // a page counts until it has been wiped or closed, so that there are never more than `size` of them
  const permits = yield* FairSemaphore.make(options.size, { keepsLast: true })
  const state = empty()
  const browser: Effect.Effect<Browser, BrowserUnavailable | BrowserCrashed> = starting.withPermits(1)(
    Effect.suspend(() => start(state, scope, options))
  )

  /** A page of one's own until the scope ends; how the scope ends decides whether it is used again. */
  const slot = (
    contextOptions: ContextOptions,
    reusable: boolean
  ): Effect.Effect<Slot, BrowserUnavailable | BrowserCrashed, Scope.Scope> => {
    const key = reusable ? JSON.stringify(contextOptions) : undefined
    const open = Effect.gen(function*() {
      const started = yield* browser
      const warm = key === undefined ? undefined : yield* takeWarm(state, scope, key, started)
      if (warm !== undefined) return warm
      // room for another kind of context; what is idle holds no permit
      while (state.idle.length >= options.size) yield* Effect.forkIn(close(state, state.idle.shift()!), scope)
      count(state.opening, key, 1)
      return yield* createSlot(started, contextOptions, key).pipe(
        Effect.tap((slot) => Effect.sync(() => state.open.add(slot))),
        Effect.raceFirst(died(started)),
        Effect.ensuring(Effect.sync(() => count(state.opening, key, -1))),
        Effect.mapError(() => new BrowserCrashed({}))
      )
    })
    return Effect.uninterruptibleMask((restore) =>
      Effect.gen(function*() {
        const { leave, wait } = yield* permits.place
        yield* Effect.onError(restore(wait), () => leave)
        state.mostTaken = Math.max(state.mostTaken, ++state.taken)
        count(state.running, key, 1)
        const release = Effect.suspend(() => {
          state.taken--
          return leave
        })
        const opened = yield* Effect.onError(restore(open), () => {
          count(state.running, key, -1)
          return release
        })
        yield* Effect.addFinalizer((exit) => {
          if (Exit.isFailure(exit)) opened.dirty = true
          count(state.running, key, -1)
          return Effect.forkIn(Effect.ensuring(giveBack(state, opened), release), scope)
        })
        return opened
      })
    )
  }

  yield* Effect.addFinalizer(() => state.current === undefined ? Effect.void : forget(state, state.current.browser))

  return { slot, browser }
})

/** The pages of one browser. */
export type Slots = Effect.Success<ReturnType<typeof make>>
