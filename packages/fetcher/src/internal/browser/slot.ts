import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import type { BrowserContext, BrowserContextOptions, CDPSession, Page, Request, ViewportSize } from "playwright-core"
import { ask, peek, type Remote, remote, send } from "./calls.ts"
import type { Chromium } from "./chromium.ts"
import { evaluate } from "./evaluate.ts"
import { identify, type Identity } from "./identity.ts"
import { leaveScript, settleScript } from "./settleScript.ts"
import * as Traffic from "./traffic.ts"

export type ContextOptions = BrowserContextOptions & Pick<Identity, "chrome" | "languages" | "userAgent"> & {
  readonly viewport: ViewportSize
  readonly hideSelectors?: ReadonlyArray<string>
  readonly isUnseen: boolean
}

export interface Slot {
  readonly chromium: Chromium
  readonly context: Remote<BrowserContext>
  readonly page: Remote<Page>
  readonly session: Remote<CDPSession>
  readonly mainFrame: string
  readonly contextId: string
  /** A later request may reuse a context with the same key. Without a key, the context is discarded after one use. */
  readonly key: string | undefined
  dirty: boolean
  /** URL of the last failed navigation. After redirects it differs from the requested URL. */
  failedAt: string | undefined
  navigations: number
  isLeaving: boolean
  uses: number
  /** Pending requests that continue after the page is left. They may set cookies for the next request. */
  readonly unanswered: Set<Request>
  readonly traffic: Traffic.Traffic
  readonly documents: Set<Request>
  readonly origins: Set<string>
  undo: Array<Effect.Effect<unknown, unknown>>
  hadCompany: boolean
  hasServiceWorkers: boolean
  /**
   * Completed when the last request has left the page, with the time from which the page may be wiped; `undefined` if
   * leaving failed.
   */
  left: Deferred.Deferred<number | undefined>
}

/** A garbage collection frees a quarter of a warm page's memory, but costs a tenth of a page's work. */
const USES_PER_COLLECTION = 2
const endsWithPage = new Set([
  "document",
  "stylesheet",
  "image",
  "media",
  "font",
  "script",
  "texttrack",
  "xhr",
  "eventsource",
  "websocket",
  "manifest"
])

/** Measuring the storage of a site costs one call. */
const MAX_ORIGINS = 100

/** The main document and 20 frames. */
const MAX_DOCUMENTS = 21

const SCALE_WITHOUT_SCREENSHOT = 0.1

/**
 * Renders at a tenth of the size. Layout sizes stay the same, but rendering needs less memory and work. The window
 * shrinks too, because the browser keeps an image of it.
 */
const shrink = Effect.fnUntraced(function*(
  session: Remote<CDPSession>,
  { deviceScaleFactor = 1, isMobile = false, viewport }: ContextOptions
) {
  const { height, width } = viewport
  const { windowId } = yield* ask(session, (session) => session.send("Browser.getWindowForTarget"))
  const bounds = {
    width: Math.ceil(width * SCALE_WITHOUT_SCREENSHOT),
    height: Math.ceil(height * SCALE_WITHOUT_SCREENSHOT)
  }
  yield* ask(session, (session) => session.send("Browser.setWindowBounds", { windowId, bounds }))
  yield* ask(session, (session) =>
    session.send("Emulation.setDeviceMetricsOverride", {
      width,
      height,
      screenWidth: width,
      screenHeight: height,
      screenOrientation: height > width
        ? { angle: 0, type: "portraitPrimary" }
        : { angle: 90, type: "landscapePrimary" },
      deviceScaleFactor,
      mobile: isMobile,
      scale: SCALE_WITHOUT_SCREENSHOT
    }))
})

const fullWindow = ({ height, width }: ViewportSize): string =>
  `for (const [name, size] of [["outerWidth", ${width}], ["outerHeight", ${height}]]) {
    const native = Object.getOwnPropertyDescriptor(window, name)
    const get = { [name]() { return size } }[name]
    Object.defineProperty(get, "name", { value: native.get.name })
    get.toString = native.get.toString.bind(native.get)
    Object.defineProperty(window, name, { ...native, get })
  }`

/** A context that arrives after an interruption is closed. */
const newContext = ({ browser }: Chromium, options: BrowserContextOptions): Effect.Effect<BrowserContext, unknown> =>
  Effect.suspend(() => {
    let isWanted = true
    const make = ask(browser, (browser) => {
      const made = browser.newContext(options)
      send(made.then((context) => isWanted ? undefined : context.close()))
      return made
    })
    return Effect.onError(make, () =>
      Effect.sync(() => {
        isWanted = false
      }))
  })

/**
 * Script for browsers without the required switches. It removes the APIs that bypass the proxy (WebRTC, WebTransport)
 * before the page's scripts run, in every document.
 */
const closingScript =
  `for (const name of ["RTCPeerConnection", "webkitRTCPeerConnection", "WebTransport"]) delete window[name]`

const confirmingScript = "window.confirm = function confirm() { return true }"

/** A constructed style sheet leaves the page's HTML unchanged. */
const hidingScript = (selectors: ReadonlyArray<string>): string => {
  const css = JSON.stringify(`${selectors.join(",")}{display:none!important}`)
  return `{ const sheet = new CSSStyleSheet(); sheet.replaceSync(${css}); document.adoptedStyleSheets.push(sheet) }`
}

const listen = (slot: Slot, page: Page, context: BrowserContext): void => {
  const soil = () => {
    slot.dirty = true
  }
  context.on("page", (popup) => {
    soil()
    send(popup.close(), soil)
  })
  const accepted = new Set(["beforeunload", "confirm"])
  page.on("dialog", (dialog) => send(accepted.has(dialog.type()) ? dialog.accept() : dialog.dismiss(), soil))
  page.on("download", (download) => {
    soil()
    send(download.cancel(), soil)
  })
  const isLeaving = (request: Request) => request.isNavigationRequest() && request.frame() === page.mainFrame()
  page.on("framenavigated", (frame) => {
    const url = URL.parse(frame.url())
    if (slot.key === undefined && /^https?:$/.test(url?.protocol ?? "") && slot.origins.size < MAX_ORIGINS) {
      slot.origins.add(url!.origin)
    }
    if (frame === page.mainFrame()) slot.isLeaving = false
  })
  page.on("requestfinished", (request) => {
    slot.unanswered.delete(request)
    Traffic.ended(slot.traffic, request)
  })
  page.on("requestfailed", (request) => {
    Traffic.ended(slot.traffic, request)
    // Chromium reports a request that outlives its page as aborted, although the request continues.
    if (request.failure()?.errorText !== "net::ERR_ABORTED") slot.unanswered.delete(request)
    if (!isLeaving(request)) return
    slot.failedAt = request.url()
    slot.isLeaving = false
  })
  page.on("crash", soil)
  const company = () => {
    slot.hadCompany = true
  }
  page.on("frameattached", company)
  page.on("worker", (worker) => {
    company()
    Traffic.opened(slot.traffic, worker)
  })
  page.on("websocket", (socket) => Traffic.opened(slot.traffic, socket))
  // The browser remembers credentials of URLs until the context is closed.
  page.on("request", (request) => {
    if (isLeaving(request)) {
      slot.isLeaving = true
      if (request.redirectedFrom() === null) slot.navigations++
      Traffic.clear(slot.traffic)
      slot.documents.clear()
    } else Traffic.began(slot.traffic, request)
    if (request.isNavigationRequest() && slot.documents.size < MAX_DOCUMENTS) slot.documents.add(request)
    if (!endsWithPage.has(request.resourceType())) slot.unanswered.add(request)
    if (/^[a-z]+:\/\/[^/?#]*@/i.test(request.url())) soil()
  })
}

export const createSlot = (
  chromium: Chromium,
  options: ContextOptions,
  key: string | undefined
): Effect.Effect<Slot, unknown> => {
  const { chrome, hideSelectors = [], isUnseen, languages, ...contextOptions } = options
  const { isMobile = false, userAgent } = contextOptions
  const scripts = [
    ...(chromium.elsewhere === undefined ? [] : [closingScript, confirmingScript]),
    settleScript,
    ...(hideSelectors.length > 0 ? [hidingScript(hideSelectors)] : []),
    ...(isUnseen ? [fullWindow(contextOptions.viewport)] : [])
  ]
  const prepare = Effect.fnUntraced(function*(bare: BrowserContext) {
    const context = remote(bare)
    for (const script of scripts) yield* ask(context, (context) => context.addInitScript(script))
    const page = yield* ask(context, (context) => context.newPage())
    const session = remote(yield* ask(context, (context) => context.newCDPSession(page)))
    yield* identify(session, { chrome, isMobile, languages, userAgent })
    if (isUnseen) yield* shrink(session, options)
    // A remote browser may lack the switch that hides scrollbars.
    if (chromium.elsewhere !== undefined) {
      yield* ask(session, (session) => session.send("Emulation.setScrollbarsHidden", { hidden: true }))
    }
    const { frameTree } = yield* ask(session, (session) => session.send("Page.getFrameTree"))
    const { targetInfo } = yield* ask(session, (session) => session.send("Target.getTargetInfo"))
    const slot: Slot = {
      chromium,
      context,
      page: remote(page),
      session,
      mainFrame: frameTree.frame.id,
      contextId: targetInfo.browserContextId ?? "",
      key,
      dirty: false,
      failedAt: undefined,
      navigations: 0,
      isLeaving: false,
      uses: 0,
      unanswered: new Set(),
      traffic: Traffic.empty(),
      documents: new Set(),
      origins: new Set(),
      undo: [],
      hadCompany: false,
      hasServiceWorkers: false,
      left: Deferred.makeUnsafe()
    }
    listen(slot, page, bare)
    return slot
  })
  return Effect.flatMap(
    newContext(chromium, contextOptions),
    (context) => Effect.onError(prepare(context), () => Effect.sync(() => send(context.close())))
  )
}

/** Scripts of frames and workers run a moment longer than the page's scripts. */
export const SCRIPT_AFTERLIFE_MS = 100

export const leave = Effect.fnUntraced(function*(slot: Slot) {
  const { page, session, uses } = slot
  for (const undo of slot.undo.splice(0)) yield* undo
  // Leaving the page would run its unload listeners, so they are removed.
  const frames = peek(page, (page) => page.frames().filter((frame) => frame !== page.mainFrame()).map(remote))
  yield* Effect.forEach(
    [
      evaluate(session, leaveScript),
      ...frames.map((frame) => ask(frame, (frame) => frame.evaluate(leaveScript)))
    ],
    (notification) => Effect.ignore(notification),
    { concurrency: "unbounded", discard: true }
  )
  yield* ask(session, (session) => session.send("Page.navigate", { url: "about:blank" }))
  // The event is sent before the documents change. The old document is gone once the history contains the new one.
  const arrived = ask(session, (session) => session.send("Page.getNavigationHistory")).pipe(
    Effect.map(({ currentIndex, entries }) => entries[currentIndex]?.url === "about:blank")
  )
  while (!(yield* arrived)) yield* Effect.sleep(5)
  if (uses % USES_PER_COLLECTION === 0) yield* ask(session, (session) => session.send("HeapProfiler.collectGarbage"))
})

export const wipe = ({ context, session }: Slot) =>
  Effect.all([
    ask(context, (context) => context.clearCookies()),
    ask(session, (session) => session.send("Network.clearBrowserCache")),
    ask(session, (session) => session.send("Page.resetNavigationHistory")),
    ask(session, (session) => session.send("Storage.clearDataForOrigin", { origin: "*", storageTypes: "all" })),
    evaluate(session, "void (window.name = '')")
  ], { concurrency: "unbounded", discard: true })
