import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Scope from "effect/Scope"
import * as Semaphore from "effect/Semaphore"
import type { Browser, BrowserContext, BrowserContextOptions, CDPSession, Page } from "playwright-core"
import { BrowserCrashed, type BrowserUnavailable } from "../../FetchError.ts"
import { evaluate } from "./evaluate.ts"
import { launch } from "./launch.ts"
import { leaveScript, settleScript } from "./settleScript.ts"

export type ContextOptions = BrowserContextOptions & { readonly hideSelectors?: ReadonlyArray<string> }

/** A browser context with its one page. */
export type Slot = {
  readonly browser: Browser
  readonly context: BrowserContext
  readonly page: Page
  readonly session: CDPSession
  readonly mainFrame: string
  /** Which contexts may be used instead of a new one; `undefined` for one that is thrown away. */
  readonly key: string | undefined
  /** Set by whatever makes the context unfit for another request. */
  dirty: boolean
  /** Where the last navigation of the main frame failed: with redirects, not where it began. */
  failedAt: string | undefined
  uses: number
  /** When the last request left it. */
  leftAt: number
}

/** A warm context serves this many requests, wiped in between, before it is replaced. */
const maxUses = 50

const promise = <A>(f: () => PromiseLike<A>): Effect.Effect<A, unknown> =>
  Effect.tryPromise({ try: f, catch: (error) => error })

/** Makes a context; one that arrives after the interruption is closed. */
const newContext = (browser: Browser, options: BrowserContextOptions): Effect.Effect<BrowserContext, unknown> =>
  Effect.callback<BrowserContext, unknown>((resume) => {
    const made = browser.newContext(options)
    made.then((context) => resume(Effect.succeed(context)), (error) => resume(Effect.fail(error)))
    return Effect.sync(() => {
      made.then((context) => context.close()).catch(() => undefined)
    })
  })

const createSlot = (
  browser: Browser,
  options: ContextOptions,
  key: string | undefined
): Effect.Effect<Slot, unknown> => {
  const { hideSelectors = [], ...contextOptions } = options
  return Effect.gen(function*() {
    const context = yield* newContext(browser, contextOptions)
    return yield* Effect.gen(function*() {
      yield* promise(() => context.addInitScript(settleScript))
      if (hideSelectors.length > 0) {
        const css = JSON.stringify(`${hideSelectors.join(",")}{display:none!important}`)
        // a sheet of the document's, not an element in it, so that it is no part of the HTML that is read
        yield* promise(() =>
          context.addInitScript(
            `{ const sheet = new CSSStyleSheet(); sheet.replaceSync(${css}); document.adoptedStyleSheets.push(sheet) }`
          )
        )
      }
      const page = yield* promise(() => context.newPage())
      const session = yield* promise(() => context.newCDPSession(page))
      const { frameTree } = yield* promise(() => session.send("Page.getFrameTree"))
      const mainFrame = frameTree.frame.id
      const slot: Slot = {
        browser,
        context,
        page,
        session,
        mainFrame,
        key,
        dirty: false,
        failedAt: undefined,
        uses: 0,
        leftAt: 0
      }
      const soil = () => {
        slot.dirty = true
      }
      context.on("page", (popup) => {
        soil()
        popup.close().catch(soil)
      })
      page.on("dialog", (dialog) => {
        // "leave this page?" is asked because somebody is leaving it
        ;(dialog.type() === "beforeunload" ? dialog.accept() : dialog.dismiss()).catch(soil)
      })
      page.on("download", (download) => {
        soil()
        download.cancel().catch(soil)
      })
      page.on("requestfailed", (request) => {
        if (request.isNavigationRequest() && request.frame() === page.mainFrame()) slot.failedAt = request.url()
      })
      page.on("crash", soil)
      // the browser remembers the credentials of an address, and nothing but the end of the context makes it forget
      page.on("request", (request) => {
        if (/^[a-z]+:\/\/[^/?#]*@/i.test(request.url())) soil()
      })
      return slot
    }).pipe(Effect.onError(() => Effect.ignore(promise(() => context.close()))))
  })
}

/** How long scripts of a document that was left may still run. */
const afterlife = 100

/** Leaves the page, so that nothing of it runs any more a moment later. */
const leave = Effect.fnUntraced(function*({ page, session }: Slot) {
  // a page is told that it is left; what it would do then belongs to nobody
  yield* Effect.forEach(
    page.frames(),
    (frame) =>
      Effect.ignore(
        frame === page.mainFrame() ? evaluate(session, leaveScript) : promise(() => frame.evaluate(leaveScript))
      ),
    { concurrency: "unbounded" }
  )
  yield* promise(() => session.send("Page.navigate", { url: "about:blank" }))
  // halves the memory of a warm page
  yield* promise(() => session.send("HeapProfiler.collectGarbage"))
})

/** Removes everything that pages have left behind in a context, so that the next request finds it as new. */
const wipe = ({ context, session }: Slot) =>
  Effect.all([
    promise(() => context.clearCookies()),
    promise(() => session.send("Network.clearBrowserCache")),
    promise(() => session.send("Page.resetNavigationHistory")),
    // every origin there is, in the session storage of the page, too
    promise(() => session.send("Storage.clearDataForOrigin", { origin: "*", storageTypes: "all" })),
    evaluate(session, "void (window.name = '')")
  ], { concurrency: "unbounded", discard: true })

/**
 * One browser, started on first use and again after it died, and its warm contexts.
 */
export const make = Effect.fnUntraced(function*(options: {
  readonly executable: string | undefined
  /** Address of the proxy that contexts use unless they name another. */
  readonly proxy: Effect.Effect<string>
  readonly flags: ReadonlyArray<string>
  readonly sandbox: boolean | undefined
  readonly size: number
}) {
  const scope = yield* Effect.scope
  const starting = yield* Semaphore.make(1)
  // a page counts until it has been wiped or closed, so that there are never more than `size` of them
  const permits = yield* Semaphore.make(options.size)
  let current: { readonly browser: Browser; readonly scope: Scope.Closeable } | undefined
  let idle: Array<Slot> = []

  const forget = (browser: Browser) => {
    idle = idle.filter((slot) => slot.browser !== browser)
    if (current?.browser !== browser) return Effect.void
    const { scope } = current
    current = undefined
    return Scope.close(scope, Exit.void)
  }

  const browser: Effect.Effect<Browser, BrowserUnavailable> = starting.withPermits(1)(
    Effect.gen(function*() {
      if (current?.browser.isConnected() === true) return current.browser
      if (current !== undefined) yield* forget(current.browser)
      const child = yield* Scope.fork(scope)
      const started = yield* Effect.onError(
        Scope.provide(Effect.flatMap(options.proxy, (proxy) => launch({ ...options, proxy })), child),
        (cause) => Scope.close(child, Exit.failCause(cause))
      )
      current = { browser: started, scope: child }
      return started
    })
  )

  const close = (slot: Slot) =>
    Effect.ignore(Effect.timeoutOrElse(promise(() => slot.context.close()), {
      duration: "5 seconds",
      // a context that cannot be closed would keep its processes for ever
      orElse: () => Effect.ignore(forget(slot.browser))
    }))

  const giveBack = (slot: Slot) =>
    Effect.suspend(() => {
      if (
        slot.key === undefined || slot.dirty || ++slot.uses >= maxUses || !slot.browser.isConnected()
      ) {
        return close(slot)
      }
      return leave(slot).pipe(
        Effect.timeoutOrElse({ duration: "3 seconds", orElse: () => Effect.fail("slow" as const) }),
        Effect.andThen(Clock.currentTimeMillis),
        Effect.matchEffect({
          onFailure: () => close(slot),
          onSuccess: (now) => {
            if (slot.dirty || slot.browser !== current?.browser) return close(slot)
            slot.leftAt = now
            idle.push(slot)
            return Effect.void
          }
        })
      )
    })

  /** The page of that kind that was left first, wiped. */
  const takeWarm = Effect.fnUntraced(function*(key: string, running: Browser) {
    const at = idle.findIndex((slot) => slot.key === key && slot.browser === running)
    if (at === -1) return undefined
    const slot = idle.splice(at, 1)[0]!
    slot.failedAt = undefined
    const now = yield* Clock.currentTimeMillis
    yield* Effect.sleep(Math.max(0, slot.leftAt + afterlife - now))
    return yield* wipe(slot).pipe(
      Effect.as(slot.dirty ? undefined : slot),
      Effect.timeoutOrElse({ duration: "3 seconds", orElse: () => Effect.fail("slow" as const) }),
      Effect.catch(() => Effect.succeed(undefined)),
      Effect.onExit((exit) =>
        Exit.isSuccess(exit) && exit.value !== undefined ? Effect.void : Effect.forkIn(close(slot), scope)
      )
    )
  })

  /** A page of one's own until the scope ends; how the scope ends decides whether it is used again. */
  const slot = (
    contextOptions: ContextOptions,
    reusable: boolean
  ): Effect.Effect<Slot, BrowserUnavailable | BrowserCrashed, Scope.Scope> => {
    const key = reusable ? JSON.stringify(contextOptions) : undefined
    const acquire = Effect.acquireRelease(
      Effect.gen(function*() {
        const running = yield* browser
        const warm = key === undefined ? undefined : yield* takeWarm(key, running)
        if (warm !== undefined) return warm
        // room for another kind of context; what is idle holds no permit
        while (idle.length >= options.size) yield* Effect.forkIn(close(idle.shift()!), scope)
        return yield* createSlot(running, contextOptions, key).pipe(
          Effect.mapError(() => new BrowserCrashed({}))
        )
      }),
      (slot, exit) =>
        Effect.suspend(() => {
          if (Exit.isFailure(exit)) slot.dirty = true
          return Effect.asVoid(Effect.forkIn(Effect.ensuring(giveBack(slot), permits.release(1)), scope))
        }),
      { interruptible: true }
    )
    return Effect.uninterruptibleMask((restore) =>
      Effect.andThen(
        restore(permits.take(1)),
        Effect.onExit(restore(acquire), (exit) => Exit.isFailure(exit) ? permits.release(1) : Effect.void)
      )
    )
  }

  yield* Effect.addFinalizer(() => current === undefined ? Effect.void : forget(current.browser))

  return { slot, browser }
})
