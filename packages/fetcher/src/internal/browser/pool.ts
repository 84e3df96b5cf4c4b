import * as Background from "@dunlin/common/Background"
import type * as FairSemaphore from "@dunlin/common/FairSemaphore"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import { identity } from "effect/Function"
import * as Scope from "effect/Scope"
import type { CDPSession } from "playwright-core"
import { BrowserCrashed, type BrowserUnavailable, Timeout } from "../../FetchError.ts"
import { ask, CallDeadline, NoAnswer, peek, type Remote } from "./calls.ts"
import { type Chromium, type Death, died, openSession } from "./chromium.ts"
import { type Observe, watchHeartbeat } from "./heartbeat.ts"
import { processesOf, watchMemory } from "./memory.ts"
import type { Patience } from "./patience.ts"
import { close, count, empty, forget, type PoolState, retire } from "./poolState.ts"
import { type ContextOptions, createSlot, type Slot } from "./slot.ts"
import { giveBack, takeWarm } from "./warmPages.ts"

/** Checks without an open page before the browser stops. Starting it takes longer than reading a page. */
const LOOKS_BEFORE_END = 10

/** Types of workers that may outlive their page. */
const LASTING_WORKERS = ["shared_worker", "service_worker"]

const watchSharedWorkers = Effect.fnUntraced(function*(session: Remote<CDPSession>) {
  const contexts = new Set<string>()
  peek(
    session,
    (session) =>
      void session.on("Target.targetCreated", ({ targetInfo }) => contexts.add(targetInfo.browserContextId ?? ""))
  )
  yield* ask(
    session,
    (session) =>
      session.send("Target.setDiscoverTargets", { discover: true, filter: LASTING_WORKERS.map((type) => ({ type })) })
  )
  return contexts
})

export interface Options {
  readonly open: Effect.Effect<Chromium, BrowserUnavailable, Scope.Scope>
  readonly maxMemory: number
  readonly maxBrowserMemory: number
  readonly size: number
  readonly permits: FairSemaphore.FairSemaphore
  readonly keepOpen: Duration.Duration
  readonly onStart: Effect.Effect<void>
  readonly onFailedStart?: ((error: BrowserUnavailable | BrowserCrashed) => Effect.Effect<void>) | undefined
  readonly onDeath: (why: Death) => Effect.Effect<void>
  readonly patience: Patience
  readonly observe?: Observe | undefined
}

const closeUnused = (state: PoolState, chromium: Chromium, keepOpen: Duration.Duration) => {
  let looks = 0
  const look = Effect.suspend(() => {
    looks = state.mostTaken === 0 ? looks + 1 : 0
    const unused = state.idle.splice(0, Math.max(0, state.open.size - state.mostTaken))
    state.mostTaken = state.taken
    return looks < LOOKS_BEFORE_END
      ? Effect.forEach(unused, (slot) => close(state, slot), { discard: true })
      : forget(state, chromium)
  })
  return Effect.raceFirst(Effect.forever(Effect.delay(look, keepOpen)), Effect.ignore(died(chromium)))
}

const start = Effect.fnUntraced(function*(state: PoolState, scope: Scope.Scope, options: Options) {
  const run = Effect.runForkWith(yield* Effect.context<never>())
  const child = yield* Scope.fork(scope)
  const starting = Effect.gen(function*() {
    const chromium = yield* options.open
    chromium.onEnd((how) => {
      if (how !== "closed") run(Effect.andThen(Effect.forkIn(forget(state, chromium), scope), options.onDeath(how)))
    })
    const session = yield* openSession(chromium)
    const { observe = identity, patience } = options
    if (chromium.elsewhere === undefined) {
      const processes = yield* processesOf(session)
      const pid = processes.find(({ type }) => type === "browser")?.id
      yield* watchHeartbeat(chromium, session, pid, { observe, patience })
      yield* watchMemory(chromium, session, {
        renderer: options.maxMemory,
        browser: options.maxBrowserMemory,
        onLarge: retire(state, scope, chromium)
      })
      // On this machine, the remote process ids belong to other programs.
    } else yield* watchHeartbeat(chromium, session, undefined, { observe, patience })
    return { chromium, scope: child, withSharedWorker: yield* watchSharedWorkers(session) }
  })
  const started = yield* Scope.provide(starting, child).pipe(
    Effect.mapError((error) =>
      (error as { readonly _tag?: string })._tag === "BrowserUnavailable"
        ? error as BrowserUnavailable
        : new BrowserCrashed({})
    ),
    Effect.timeoutOrElse({ duration: options.patience.startMs, orElse: () => Effect.fail(new BrowserCrashed({})) }),
    Effect.tapError((error) => options.onFailedStart?.(error) ?? Effect.void),
    Effect.onError((cause) => Scope.close(child, Exit.failCause(cause)))
  )
  // Forked in the engine's scope, because the fiber may close the browser's scope.
  yield* Effect.forkIn(Background.quietly(closeUnused(state, started.chromium, options.keepOpen)), scope)
  state.current = started
  yield* options.onStart
  return started.chromium
})

export const make = Effect.fnUntraced(function*(options: Options) {
  const scope = yield* Effect.scope
  const { permits } = options
  const state = empty()

  let starting: Fiber.Fiber<Chromium, BrowserUnavailable | BrowserCrashed> | undefined
  const browser: Effect.Effect<Chromium, BrowserUnavailable | BrowserCrashed> = Effect.suspend(() => {
    if (state.current?.chromium.isAlive() === true) return Effect.succeed(state.current.chromium)
    if (starting !== undefined) return Fiber.join(starting)
    const gone = state.current === undefined ? Effect.void : forget(state, state.current.chromium)
    return start(state, scope, options).pipe(
      Effect.tap(() => Effect.forkIn(gone, scope)),
      Effect.provideService(CallDeadline, undefined),
      Effect.ensuring(Effect.sync(() => {
        starting = undefined
      })),
      Effect.forkIn(scope),
      Effect.flatMap((fiber) => {
        if (fiber.pollUnsafe() === undefined) starting = fiber
        return Fiber.join(fiber)
      })
    )
  })

  const slot = (
    contextOptions: ContextOptions,
    reusable: boolean
  ): Effect.Effect<Slot, BrowserUnavailable | BrowserCrashed | Timeout, Scope.Scope> => {
    const key = reusable ? JSON.stringify(contextOptions) : undefined
    const open = Effect.gen(function*() {
      const chromium = yield* browser
      const warm = key === undefined ? undefined : yield* takeWarm(state, scope, key, chromium)
      if (warm !== undefined) return warm
      // Idle pages have no permit. One of them is closed to make space for another kind of context.
      while (state.idle.length >= options.size) yield* Effect.forkIn(close(state, state.idle.shift()!), scope)
      count(state.opening, key, 1)
      return yield* createSlot(chromium, contextOptions, key).pipe(
        Effect.tap((slot) => Effect.sync(() => state.open.add(slot))),
        Effect.raceFirst(died(chromium)),
        Effect.ensuring(Effect.sync(() => count(state.opening, key, -1))),
        Effect.mapError((error) =>
          error instanceof NoAnswer ? new Timeout({ phase: "browser" }) : new BrowserCrashed({})
        )
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
          const rest = Effect.provideService(giveBack(state, opened), CallDeadline, undefined)
          return Effect.forkIn(Effect.ensuring(rest, release), scope)
        })
        return opened
      })
    )
  }

  yield* Effect.addFinalizer(() => {
    const all = [...(state.current === undefined ? [] : [state.current]), ...state.retired]
    return Effect.forEach(all, ({ chromium }) => forget(state, chromium), { concurrency: "unbounded", discard: true })
  })

  return { slot, browser }
})

export type Slots = Effect.Success<ReturnType<typeof make>>
