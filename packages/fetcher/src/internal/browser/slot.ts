import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import type { BrowserContext, BrowserContextOptions, CDPSession, Page, Request, ViewportSize } from "playwright-core"
import { ask, peek, type Remote, remote, tell } from "./calls.ts"
import type { Chromium } from "./chromium.ts"
import { evaluate } from "./evaluate.ts"
import { identify, type Identity } from "./identity.ts"
import { leaveScript, settleScript } from "./settleScript.ts"
import * as Traffic from "./traffic.ts"

export type ContextOptions = BrowserContextOptions & Pick<Identity, "chrome" | "languages" | "userAgent"> & {
  readonly viewport: ViewportSize
  readonly hideSelectors?: ReadonlyArray<string>
  /** Whether nobody will look at the page, so that it need not be drawn in full. */
  readonly isUnseen: boolean
}

/** A browser context with its one page. */
export interface Slot {
  readonly chromium: Chromium
  readonly context: Remote<BrowserContext>
  readonly page: Remote<Page>
  readonly session: Remote<CDPSession>
  readonly mainFrame: string
  /** What the browser calls the context. */
  readonly contextId: string
  /** Which contexts may be used instead of a new one; `undefined` for one that is thrown away. */
  readonly key: string | undefined
  /** Set by whatever makes the context unfit for another request. */
  dirty: boolean
  /** Where the last navigation of the main frame failed: with redirects, not where it began. */
  failedAt: string | undefined
  /** Navigations of the main frame since the request began, without redirects. */
  navigations: number
  /** Whether the main frame is on its way to another document. */
  isLeaving: boolean
  uses: number
  /** Requests without an answer that go on when their page is left, and may bring cookies for the next request. */
  readonly unanswered: Set<Request>
  /** What the document has in flight. */
  readonly traffic: Traffic.Traffic
  /** Sites that the page and its frames have shown. */
  readonly origins: Set<string>
  /** Effects that undo, after a request, the changes it made to the page. */
  undo: Array<Effect.Effect<unknown, unknown>>
  /** Whether a frame or a worker was there besides the document, whose end is not the document's. */
  hadCompany: boolean
  /** Whether service workers of the page were started, which answer in the place of its servers. */
  hasServiceWorkers: boolean
  /** Done when the last request has left it, with the moment from which it may be wiped; `undefined` if it could not. */
  left: Deferred.Deferred<number | undefined>
}

/** Collecting garbage takes a quarter off the memory of a warm page, and costs a tenth of the work of one: not each time. */
const usesPerCollection = 2
/** Kinds of requests that end with their page; others may be kept alive. */
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

/** Sites of one visit whose storage is measured: each is a call. */
const MAX_ORIGINS = 100

/** The size at which a page is drawn that nobody looks at. */
const scale = 0.1

/**
 * The same screen, drawn at a tenth of its size: everything a page can measure stays as it is, but a page of which no
 * picture is taken needs less memory and less work for drawing. The window shrinks as well, because the browser keeps
 * a picture of all of it.
 */
const shrink = Effect.fnUntraced(function*(
  session: Remote<CDPSession>,
  { deviceScaleFactor = 1, isMobile = false, viewport }: ContextOptions
) {
  const { height, width } = viewport
  const { windowId } = yield* ask(session, (session) => session.send("Browser.getWindowForTarget"))
  const bounds = { width: Math.ceil(width * scale), height: Math.ceil(height * scale) }
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
      scale
    }))
})

/** Tells pages of a shrunk window the size that it would have; they may set it, as they may elsewhere. */
const fullWindow = ({ height, width }: ViewportSize): string =>
  `for (const [name, size] of [["outerWidth", ${width}], ["outerHeight", ${height}]]) {
    const native = Object.getOwnPropertyDescriptor(window, name)
    const get = { [name]() { return size } }[name]
    Object.defineProperty(get, "name", { value: native.get.name })
    get.toString = native.get.toString.bind(native.get)
    Object.defineProperty(window, name, { ...native, get })
  }`

/** Makes a context; one that arrives after the interruption is closed. */
const newContext = ({ browser }: Chromium, options: BrowserContextOptions): Effect.Effect<BrowserContext, unknown> =>
  Effect.suspend(() => {
    let isWanted = true
    const make = ask(browser, (browser) => {
      const made = browser.newContext(options)
      tell(made.then((context) => isWanted ? undefined : context.close()))
      return made
    })
    return Effect.onError(make, () =>
      Effect.sync(() => {
        isWanted = false
      }))
  })

/**
 * Closes the ways past a proxy in the pages of a browser that was started without the switches against them: WebRTC, and
 * WebTransport. It runs in every document before the scripts of the page, in the first one of a frame or window, too.
 */
const closingScript =
  `for (const name of ["RTCPeerConnection", "webkitRTCPeerConnection", "WebTransport"]) delete window[name]`

/** Hides what matches selectors: by a sheet of the document's, so that no element of it is in the HTML that is read. */
const hidingScript = (selectors: ReadonlyArray<string>): string => {
  const css = JSON.stringify(`${selectors.join(",")}{display:none!important}`)
  return `{ const sheet = new CSSStyleSheet(); sheet.replaceSync(${css}); document.adoptedStyleSheets.push(sheet) }`
}

/** Notes what the page does that later decides whether it may be used again, and answers its dialogs. */
const listen = (slot: Slot, page: Page, context: BrowserContext): void => {
  const soil = () => {
    slot.dirty = true
  }
  context.on("page", (popup) => {
    soil()
    tell(popup.close(), soil)
  })
  // "leave this page?" is shown because the page is being left; a reader confirms what stands before the content
  const accepted = new Set(["beforeunload", "confirm"])
  page.on("dialog", (dialog) => tell(accepted.has(dialog.type()) ? dialog.accept() : dialog.dismiss(), soil))
  page.on("download", (download) => {
    soil()
    tell(download.cancel(), soil)
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
    // a request that the page or a frame leaves behind counts as aborted but continues
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
  // the browser remembers the credentials of an address, and nothing but the end of the context makes it forget
  page.on("request", (request) => {
    if (isLeaving(request)) {
      slot.isLeaving = true
      if (request.redirectedFrom() === null) slot.navigations++
      Traffic.clear(slot.traffic)
    } else Traffic.began(slot.traffic, request)
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
    ...(chromium.elsewhere === undefined ? [] : [closingScript]),
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
    // a browser elsewhere may be started without the switch for it
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
    (context) => Effect.onError(prepare(context), () => Effect.sync(() => tell(context.close())))
  )
}

/** How long scripts of frames and workers may still run once their page was left; the page's own end with it. */
export const afterlife = 100

/** Leaves the page, so that its scripts have stopped a moment later. */
export const leave = Effect.fnUntraced(function*(slot: Slot) {
  const { page, session, uses } = slot
  for (const undo of slot.undo.splice(0)) yield* undo
  // the page stops listening for its end, so that it does no work then
  const frames = peek(page, (page) => page.frames().filter((frame) => frame !== page.mainFrame()).map(remote))
  yield* Effect.forEach(
    [
      evaluate(session, leaveScript),
      ...frames.map((frame) => ask(frame, (frame) => frame.evaluate(leaveScript)))
    ],
    (told) => Effect.ignore(told),
    { concurrency: "unbounded", discard: true }
  )
  yield* ask(session, (session) => session.send("Page.navigate", { url: "about:blank" }))
  // told before the document has changed: only once the browser counts it as visited is the one before it gone
  const arrived = ask(session, (session) => session.send("Page.getNavigationHistory")).pipe(
    Effect.map(({ currentIndex, entries }) => entries[currentIndex]?.url === "about:blank")
  )
  while (!(yield* arrived)) yield* Effect.sleep(5)
  if (uses % usesPerCollection === 0) yield* ask(session, (session) => session.send("HeapProfiler.collectGarbage"))
})

/** Removes everything that pages have left behind in a context, so that the next request finds it as new. */
export const wipe = ({ context, session }: Slot) =>
  Effect.all([
    ask(context, (context) => context.clearCookies()),
    ask(session, (session) => session.send("Network.clearBrowserCache")),
    ask(session, (session) => session.send("Page.resetNavigationHistory")),
    // every origin there is, in the session storage of the page, too
    ask(session, (session) => session.send("Storage.clearDataForOrigin", { origin: "*", storageTypes: "all" })),
    evaluate(session, "void (window.name = '')")
  ], { concurrency: "unbounded", discard: true })
