import * as Background from "@dunlin/schema/Background"
import * as Clock from "effect/Clock"
import * as Deferred from "effect/Deferred"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Scope from "effect/Scope"
import * as Semaphore from "effect/Semaphore"
import type { Browser } from "playwright-core"
import { BrowserCrashed, type BrowserUnavailable } from "../../FetchError.ts"
import { launch } from "./launch.ts"
import { watchMemory } from "./memory.ts"
import { afterlife, type ContextOptions, createSlot, leave, type Slot, wipe } from "./slot.ts"

/** A warm context serves this many requests, wiped in between, before it is replaced. */
const maxUses = 50
/**
 * So many more pages of a kind are open than requests run; then a request waits for one that is being left, which
 * takes a moment, and longer after frames and workers.
 */
const spareFor = (slot: Slot | undefined): number => slot?.hadCompany === true ? 1 : 0

/** So many times in a row nobody may need a page before the browser is ended; starting it takes longer than a page. */
const looksBeforeEnd = 10

const promise = <A>(f: () => PromiseLike<A>): Effect.Effect<A, unknown> =>
  Effect.tryPromise({ try: f, catch: (error) => error })

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

/** Fails when the browser dies; a page that is being opened then would never be told. */
const died = (browser: Browser): Effect.Effect<never, BrowserCrashed> =>
  Effect.callback((resume) => {
    const fail = () => resume(Effect.fail(new BrowserCrashed({})))
    browser.once("disconnected", fail)
    if (!browser.isConnected()) fail()
    return Effect.sync(() => browser.off("disconnected", fail))
  })

/**
 * One browser, started on first use and again after it died, and its warm contexts.
 */
export const make = Effect.fnUntraced(function*(options: {
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
}) {
  const scope = yield* Effect.scope
  const starting = yield* Semaphore.make(1)
  // a page counts until it has been wiped or closed, so that there are never more than `size` of them
  const permits = yield* Semaphore.make(options.size)
  let current:
    | { readonly browser: Browser; readonly scope: Scope.Closeable; readonly withSharedWorker: Set<string> }
    | undefined
  let idle: Array<Slot> = []
  const open = new Set<Slot>()
  /** Requests of a kind that run, and pages of a kind that are being opened. */
  const running = new Map<string, number>()
  const opening = new Map<string, number>()
  /** Permits that are taken, and the most of them since the last look at what is open. */
  let taken = 0
  let mostTaken = 0

  const count = (map: Map<string, number>, key: string | undefined, change: 1 | -1) => {
    if (key === undefined) return
    const changed = (map.get(key) ?? 0) + change
    if (changed === 0) map.delete(key)
    else map.set(key, changed)
  }

  const forget = (browser: Browser) => {
    idle = idle.filter((slot) => slot.browser !== browser)
    for (const slot of open) if (slot.browser === browser) open.delete(slot)
    if (current?.browser !== browser) return Effect.void
    const { scope } = current
    current = undefined
    return Scope.close(scope, Exit.void)
  }

  /** Closes what more pages are open than were needed at once since the last look, until the browser ends. */
  const closeUnused = (browser: Browser) => {
    let looks = 0
    const look = Effect.suspend(() => {
      looks = mostTaken === 0 ? looks + 1 : 0
      const unused = idle.splice(0, Math.max(0, open.size - mostTaken))
      mostTaken = taken
      return looks < looksBeforeEnd ? Effect.forEach(unused, close, { discard: true }) : forget(browser)
    })
    return Effect.raceFirst(Effect.forever(Effect.delay(look, options.keepOpen)), Effect.ignore(died(browser)))
  }

  const browser: Effect.Effect<Browser, BrowserUnavailable | BrowserCrashed> = starting.withPermits(1)(
    Effect.gen(function*() {
      if (current?.browser.isConnected() === true) return current.browser
      if (current !== undefined) yield* forget(current.browser)
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
      yield* Effect.forkIn(Background.quietly(closeUnused(started.browser)), scope)
      current = started
      return started.browser
    })
  )

  const close = (slot: Slot) => {
    open.delete(slot)
    current?.withSharedWorker.delete(slot.contextId)
    return Effect.ignore(Effect.timeoutOrElse(promise(() => slot.context.close()), {
      duration: "8 seconds",
      // a context that cannot be closed would keep its processes for ever
      orElse: () => Effect.ignore(forget(slot.browser))
    }))
  }

  /** Leaves the page and says when it may be wiped; whoever asks for one from now on may wait for it. */
  const giveBack = (slot: Slot) => {
    if (slot.key === undefined || slot.dirty || ++slot.uses >= maxUses || !slot.browser.isConnected()) {
      return close(slot)
    }
    idle.push(slot)
    return letRest(slot)
  }

  const letRest = Effect.fnUntraced(function*(slot: Slot) {
    const isLeft = yield* Effect.isSuccess(
      Effect.timeoutOrElse(leave(slot), { duration: "3 seconds", orElse: () => Effect.fail("slow" as const) })
    )
    const now = yield* Clock.currentTimeMillis
    const isFit = isLeft && !slot.dirty && slot.unanswered.size === 0 && slot.browser === current?.browser &&
      !current.withSharedWorker.has(slot.contextId)
    yield* Deferred.succeed(slot.left, isFit ? now + (slot.hadCompany ? afterlife : 0) : undefined)
    if (isFit) return
    idle = idle.filter((other) => other !== slot)
    yield* close(slot)
  })

  /** The page of that kind that was given back first, wiped. */
  const takeWarm = Effect.fnUntraced(function*(key: string, browser: Browser) {
    const kind = idle.filter((slot) => slot.key === key && slot.browser === browser)
    const pages = Array.from(open).filter((slot) => slot.key === key && slot.browser === browser).length
    const isEnough = pages + (opening.get(key) ?? 0) >= (running.get(key) ?? 0) + spareFor(kind[0])
    const slot = kind.find(({ left }) => Deferred.isDoneUnsafe(left)) ?? (isEnough ? kind[0] : undefined)
    if (slot === undefined) return undefined
    idle = idle.filter((other) => other !== slot)
    const clean = Effect.gen(function*() {
      const freeAt = yield* Effect.timeoutOrElse(Deferred.await(slot.left), {
        duration: "2 seconds",
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
      Effect.timeoutOrElse({ duration: "5 seconds", orElse: () => Effect.succeed(undefined) }),
      Effect.catch(() => Effect.succeed(undefined)),
      Effect.onExit((exit) =>
        Exit.isSuccess(exit) && exit.value !== undefined ? Effect.void : Effect.forkIn(close(slot), scope)
      )
    )
  })

  const releasePermit = Effect.suspend(() => {
    taken--
    return permits.release(1)
  })

  /** A page of one's own until the scope ends; how the scope ends decides whether it is used again. */
  const slot = (
    contextOptions: ContextOptions,
    reusable: boolean
  ): Effect.Effect<Slot, BrowserUnavailable | BrowserCrashed, Scope.Scope> => {
    const key = reusable ? JSON.stringify(contextOptions) : undefined
    const acquire = Effect.acquireRelease(
      Effect.gen(function*() {
        const started = yield* browser
        const warm = key === undefined ? undefined : yield* takeWarm(key, started)
        if (warm !== undefined) return warm
        // room for another kind of context; what is idle holds no permit
        while (idle.length >= options.size) yield* Effect.forkIn(close(idle.shift()!), scope)
        count(opening, key, 1)
        return yield* createSlot(started, contextOptions, key).pipe(
          Effect.tap((slot) => Effect.sync(() => open.add(slot))),
          Effect.raceFirst(died(started)),
          Effect.ensuring(Effect.sync(() => count(opening, key, -1))),
          Effect.mapError(() => new BrowserCrashed({}))
        )
      }),
      (slot, exit) =>
        Effect.suspend(() => {
          if (Exit.isFailure(exit)) slot.dirty = true
          count(running, key, -1)
          return Effect.asVoid(Effect.forkIn(Effect.ensuring(giveBack(slot), releasePermit), scope))
        }),
      { interruptible: true }
    )
    return Effect.uninterruptibleMask((restore) =>
      Effect.andThen(
        restore(permits.take(1)),
        Effect.suspend(() => {
          mostTaken = Math.max(mostTaken, ++taken)
          count(running, key, 1)
          return Effect.onExit(restore(acquire), (exit) => {
            if (Exit.isSuccess(exit)) return Effect.void
            count(running, key, -1)
            return releasePermit
          })
        })
      )
    )
  }

  yield* Effect.addFinalizer(() => current === undefined ? Effect.void : forget(current.browser))

  return { slot, browser }
})

/** The pages of one browser. */
export type Slots = Effect.Success<ReturnType<typeof make>>
