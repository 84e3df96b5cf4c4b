/** Contains parts of the settle script, one for each kind of late content. They are plain JavaScript, sent as text. */

export const frameTimersPart = (longest: number, depthLimit: number): string => `
    const now = performance.now.bind(performance), native = window.setTimeout
    let last = 0, depth = 0
    window.setTimeout = hide(function (callback, delay, ...rest) {
      if (typeof callback !== "function" || depth >= ${depthLimit} || Number(delay) > ${longest}) return native.call(window, callback, delay, ...rest)
      const level = depth + 1
      last = Math.max(last, now() + (Number(delay) || 0))
      return native.call(window, function (...parameters) {
        const before = depth
        depth = level
        try { callback.apply(window, parameters) } finally { depth = before }
      }, delay, ...rest)
    }, native)
    const due = () => Math.max(0, last - now())`

const MAX_WATCHED_RESPONSES = 200

export const unreadPart = `
  const responses = new Map()
  const watchBody = (response) => {
    if (!response || !response.body || responses.size >= ${MAX_WATCHED_RESPONSES}) return
    // A strong reference would keep the connection open.
    responses.set(new WeakRef(response), response.url)
  }
  const unread = () => {
    const urls = []
    for (const [reference, url] of responses) {
      const response = reference.deref()
      if (response && response.bodyUsed) responses.delete(reference)
      else urls.push(url)
    }
    return urls
  }`

/**
 * Script part that tracks the page's workers, because each may load content. The browser reports a worker late, and
 * never reports the end of a shared worker's requests.
 */
export const workersPart = `
  const workers = [], unheard = new Set()
  let startedWorkers = 0
  const countStarts = (name, onStart) => {
    const Native = window[name]
    if (Native) window[name] = hide(class extends Native {
      constructor(address, ...rest) {
        super(address, ...rest)
        startedWorkers++
        onStart(address, this)
      }
    }, Native)
  }
  countStarts("Worker", (_, worker) => {
    unheard.add(worker)
    for (const type of ["message", "error"]) worker.addEventListener(type, () => { unheard.delete(worker); touch() }, { once: true })
    const native = worker.terminate
    worker.terminate = hide(function () { unheard.delete(this); return native.call(this) }, native)
  })
  countStarts("SharedWorker", (address) => { workers.push(new URL(address, document.baseURI).href) })`

/**
 * Script part that tracks closed shadow roots, whose text readers see. `declaresRoots` says whether inserted HTML
 * declares one.
 */
export const rootsPart = `
  const roots = new WeakMap()
  const nativeAttach = Element.prototype.attachShadow
  const nativeRoot = Object.getOwnPropertyDescriptor(Element.prototype, "shadowRoot").get
  if (nativeAttach) Element.prototype.attachShadow = hide(function (...parameters) {
    const root = nativeAttach.apply(this, parameters)
    if (root.mode === "closed") roots.set(this, root)
    return root
  }, nativeAttach)
  const rootOf = (element) => nativeRoot.call(element) || roots.get(element)
  const adopt = (root) => { roots.set(root.host, root) }
  let isDeclared = false
  const isMarkup = (value) => typeof value === "string" || (window.TrustedHTML && value instanceof TrustedHTML)
  for (const [owner, name] of [[Element.prototype, "setHTMLUnsafe"], [ShadowRoot.prototype, "setHTMLUnsafe"], [Document, "parseHTMLUnsafe"], [Document.prototype, "write"], [Document.prototype, "writeln"]]) {
    const native = owner[name]
    if (native) owner[name] = hide(function (...parameters) {
      if (parameters.some((value) => isMarkup(value) && /shadowrootmode/i.test(value))) isDeclared = true
      return native.apply(this, parameters)
    }, native)
  }
  const declaresRoots = () => isDeclared || !!document.querySelector("iframe[srcdoc*=shadowrootmode i]")`

/**
 * Fewer growths belong to a page that loads in parts. The limit is lower with timers, because a timer may write the
 * next part.
 */
const MIN_GROWTHS = { withoutTimers: 4, withTimers: 3, withoutContent: 2 }
/** Growths within this interval count as one. */
const MIN_GROWTH_INTERVAL_MS = 150
/** With more steps after one response, the page is writing its content row by row. */
const MAX_LOADING_STEPS = 6
/** Growths further apart are unrelated, for example a live ticker, and are not awaited. */
const MAX_GROWTH_INTERVAL_MS = 1_200
const INTERVALS_OF_PAUSE = 2

/**
 * Script part that measures text which grows at intervals, for example a list that is written row by row. `growthDue`
 * returns the milliseconds until the text counts as complete.
 */
export const growthPart = `
  const growthTimes = []
  let arrivals = 0, seenArrivals = 0, steps = 0
  if (window.PerformanceObserver) new PerformanceObserver((list) => {
    for (const { initiatorType } of list.getEntries()) if (!/^(beacon|css|early-hints|image|img|ping|video|audio|track)$/.test(initiatorType)) arrivals++
  }).observe({ type: "resource" })
  const grew = (t) => {
    const isStep = arrivals > seenArrivals
    seenArrivals = arrivals
    if (isStep && ++steps <= ${MAX_LOADING_STEPS}) return
    const pause = t - growthTimes.at(-1)
    if (pause > ${MAX_GROWTH_INTERVAL_MS}) growthTimes.length = 0
    if (!(pause < ${MIN_GROWTH_INTERVAL_MS})) growthTimes.push(t)
    if (growthTimes.length > ${MIN_GROWTHS.withoutTimers}) growthTimes.shift()
  }
  const growthDue = (isThin) => {
    const least = intervals.size + pending.size === 0 ? ${MIN_GROWTHS.withoutTimers} : isThin ? ${MIN_GROWTHS.withoutContent} : ${MIN_GROWTHS.withTimers}
    if (growthTimes.length < least) return 0
    const interval = (growthTimes.at(-1) - growthTimes[0]) / (growthTimes.length - 1)
    return Math.max(0, growthTimes.at(-1) + ${INTERVALS_OF_PAUSE} * interval - now())
  }`

export const animationPart = `
  const isAnimated = () => document.getAnimations && document.getAnimations().some((animation) =>
    animation.playState === "running" && animation.effect && animation.effect.getComputedTiming().endTime !== Infinity)`

const MAX_SEARCHED_ELEMENTS = 5_000
/** Minimum height of a scrolled area, in heights of its window. */
const MIN_WINDOWS_OF_LIST = 3
/** Maps and editors have fewer text elements. */
const MIN_ROWS_OF_LIST = 5

export const virtualPart = `
  const isVirtual = () => {
    const page = document.scrollingElement || document.documentElement
    const isMostlyEmpty = (scroller) => {
      const height = scroller.scrollHeight, view = scroller.clientHeight
      if (view === 0 || height < view * ${MIN_WINDOWS_OF_LIST}) return false
      const origin = scroller === page ? -scrollY : scroller.getBoundingClientRect().top - scroller.scrollTop
      let rows = 0, top = Infinity, bottom = 0
      const include = (box) => {
        if (box.height === 0) return false
        top = Math.min(top, box.top - origin)
        bottom = Math.max(bottom, box.bottom - origin)
        return true
      }
      const texts = document.createTreeWalker(scroller, NodeFilter.SHOW_TEXT)
      const range = document.createRange()
      for (let node = texts.nextNode(), seen = 0; node; node = texts.nextNode()) {
        if (++seen > ${MAX_SEARCHED_ELEMENTS}) return false
        const parent = node.parentNode
        if (node.data.trim() === "" || /^(SCRIPT|STYLE|NOSCRIPT)$/.test(parent.nodeName) || parent.closest("nav, header, footer, aside")) continue
        range.selectNodeContents(node)
        if (include(range.getBoundingClientRect())) rows++
      }
      // A gallery has little text.
      for (const picture of scroller.querySelectorAll("img, video, canvas, iframe, object, svg")) include(picture.getBoundingClientRect())
      return rows >= ${MIN_ROWS_OF_LIST} && bottom - Math.max(0, top) < height / ${MIN_WINDOWS_OF_LIST} && bottom < height - view
    }
    if (isMostlyEmpty(page)) return true
    let searched = 0
    for (const element of document.querySelectorAll("body *")) {
      if (++searched > ${MAX_SEARCHED_ELEMENTS}) return false
      if (element.clientHeight > 0 && element.scrollHeight >= element.clientHeight * ${MIN_WINDOWS_OF_LIST} &&
        /auto|scroll/.test(getComputedStyle(element).overflowY) && isMostlyEmpty(element)) return true
    }
    return false
  }`
