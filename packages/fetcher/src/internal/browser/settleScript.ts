/** Name of the function the init script leaves in the page; not enumerable, and different in every process. */
export const settleKey = `__${crypto.randomUUID().replaceAll("-", "")}`

const leaveKey = `${settleKey}_`

/** The state of a document that has come to rest, or whose time is over. */
export interface Report {
  /** Whether the document had no work left. */
  readonly isAtRest: boolean
  /** Whether the parser has come to the end of the document. */
  readonly isParsed: boolean
  /** Whether next to no text is there outside header, navigation, footer and sidebars. */
  readonly isThin: boolean
  /** Whether a thin page shows that it is loading. */
  readonly isUnfinished: boolean
  /** Whether a thin page has more text than when it was first looked at. */
  readonly hasGrown: boolean
  /** Whether a timer or an interval is set that may still fill a thin page. */
  readonly hasTimers: boolean
  /** Whether a `meta refresh` is about to bring another document. */
  readonly isRefreshing: boolean
  /** Addresses of shared workers, whose requests never end for the page. */
  readonly workers: ReadonlyArray<string>
  /** Whether the page has registered service workers that were not started. */
  readonly holdsWorkers: boolean
  /** Whether the end of the page brings more of it each time it is seen. */
  readonly isEndless: boolean
}

/** Whether the wait for rest began in this document; false in one that a script has opened since. */
export const isBegun = `(window[${JSON.stringify(settleKey)}] || { begun: true }).begun === true`

/** Starts the service workers that a document has registered. */
export const startWorkers = `(window[${JSON.stringify(settleKey)}] || { startWorkers() {} }).startWorkers()`

/** Run before a document is left: its own scripts get no event about it. */
export const leaveScript = `(window[${JSON.stringify(leaveKey)}] || (() => {}))()`

/** One-shot timers up to this many milliseconds are waited for. */
const longestTimer = 2_000
/** Timers started by timers are followed this deep, so that polling is not mistaken for loading. */
const deepestTimer = 6
/** Likewise for what is drawn frame by frame. */
const deepestFrame = 3
/** A page with fewer characters outside header, navigation, footer and sidebars has no content yet. */
const THIN_CHARACTERS = 200
/** A text that grows by more than a clock, in shorter pauses than this, is still being written. */
const GROWTH_CHARACTERS = 8
const GROWTH_PAUSE_MS = 500
/** A text that has grown more often than this may only pause. */
const FEW_GROWTHS = 4
/** Timers up to this many milliseconds are waited for where a page has no content yet. */
const LONGEST_TIMER_OF_THIN_PAGE_MS = 5_000
/** A meta refresh up to this many seconds is waited for; a longer one renews a page that is read. */
const LONGEST_REFRESH_SECONDS = 5
/** Parts of one document that are brought into view because they wait for it. A page rarely has more. */
const MOST_ISLANDS = 12
/** Text up to this many characters is a placeholder of a part that waits until it is seen. */
const PLACEHOLDER_CHARACTERS = 40
/** A page that is drawn has a frame and an idle period within this many milliseconds, unless its scripts work. */
const IDLE_PERIOD_MS = 250
/** Browsers give an idle callback at most this many milliseconds (https://www.w3.org/TR/requestidlecallback/). */
const LONGEST_IDLE_PERIOD_MS = 50
/** Service workers that one document may wait for. */
const MAX_HELD_WORKERS = 10
/** Milliseconds of the limit that one look at the page uses at most, however late it happens. */
const longestLook = 60
/** A page without work whose text has not grown for this many milliseconds is at rest. */
const stillness = 40

/**
 * Runs in every document before its own scripts. Counts what a page still has under way: requests made by scripts
 * and the reading of their answers, the opening of stores, one-shot timers, animation frames, script elements. It leaves a
 * function that waits for the load event: at most `parseLimit` milliseconds for the parser, and `loadLimit` after it. Then
 * it waits until no work is left and the text has stopped growing: at most `quietLimit`, or `busyLimit` on a busy machine. Plain JavaScript, because it is sent to the page as text.
 */
export const settleScript = `(() => {
  let left = false
  const leave = () => { left = true }
  for (const type of ["beforeunload", "pagehide", "unload", "visibilitychange"]) {
    addEventListener(type, (event) => { if (left) event.stopImmediatePropagation() }, true)
  }
  Object.defineProperty(window, ${JSON.stringify(leaveKey)}, { value: leave })
  const hide = (replacement, original) => {
    try { Object.defineProperty(replacement, "name", { value: original.name }); replacement.toString = original.toString.bind(original) } catch {}
    return replacement
  }
  // service workers store whole sites and outlive their page: one is started only for a page that shows nothing without it
  const held = []
  const container = window.ServiceWorkerContainer && ServiceWorkerContainer.prototype
  const nativeRegister = container && container.register
  if (nativeRegister) container.register = hide(function (...parameters) {
    return new Promise((resolve, reject) => {
      if (held.length < ${MAX_HELD_WORKERS}) held.push(() => nativeRegister.apply(this, parameters).then(resolve, reject))
    })
  }, nativeRegister)
  if (window !== window.top) return
  // navigations to an empty document, also those of a meta refresh, are cancelled
  if (window.navigation) navigation.addEventListener("navigate", (event) => {
    if (event.cancelable && event.destination.url.startsWith("about:")) event.preventDefault()
  })
  const native = window.setTimeout.bind(window), nativeClear = window.clearTimeout.bind(window)
  const now = performance.now.bind(performance)
  const pending = new Set()
  let requests = 0, scripts = 0, depth = 0, last = now(), mutated = true
  const touch = () => { last = now() }
  const done = () => { requests--; touch() }
  window.setTimeout = hide(function (callback, delay, ...rest) {
    if (typeof callback !== "function" || depth >= ${deepestTimer}) return native(callback, delay, ...rest)
    if (Number(delay) > ${longestTimer}) {
      const id = native(callback, delay, ...rest)
      if (Number(delay) <= ${LONGEST_TIMER_OF_THIN_PAGE_MS}) later.set(id, now() + Number(delay))
      return id
    }
    const level = depth + 1
    const id = native(function (...parameters) {
      pending.delete(id)
      const before = depth
      depth = level
      try { callback.apply(window, parameters) } finally { depth = before; touch() }
    }, delay, ...rest)
    pending.add(id)
    return id
  }, window.setTimeout)
  window.clearTimeout = hide(function (id) { pending.delete(id); intervals.delete(id); later.delete(id); nativeClear(id) }, window.clearTimeout)
  const nativeTask = window.scheduler && scheduler.postTask && scheduler.postTask.bind(scheduler)
  // A page that is not drawn has neither frames nor idle periods, but it runs tasks of the lowest priority where nothing else waits.
  const inBackground = (isWaiting, task) => {
    if (nativeTask) native(() => { if (isWaiting()) nativeTask(() => { if (isWaiting()) task() }, { priority: "background" }).catch(() => {}) }, ${IDLE_PERIOD_MS})
  }
  const nativeFrame = window.requestAnimationFrame.bind(window), nativeCancel = window.cancelAnimationFrame.bind(window)
  const frames = new Set()
  window.requestAnimationFrame = hide(function (callback) {
    if (typeof callback !== "function" || depth >= ${deepestFrame}) return nativeFrame(callback)
    const level = depth + 1
    const run = (time) => {
      frames.delete(id)
      const before = depth
      depth = level
      try { callback.call(window, time) } finally { depth = before; touch() }
    }
    const id = nativeFrame(run)
    frames.add(id)
    inBackground(() => frames.has(id), () => { nativeCancel(id); run(now()) })
    return id
  }, window.requestAnimationFrame)
  window.cancelAnimationFrame = hide(function (id) { frames.delete(id); nativeCancel(id) }, window.cancelAnimationFrame)
  const nativeIdle = window.requestIdleCallback && window.requestIdleCallback.bind(window)
  const idles = new Set()
  if (nativeIdle) {
    const nativeCancelIdle = window.cancelIdleCallback.bind(window)
    window.requestIdleCallback = hide(function (callback, ...rest) {
      if (typeof callback !== "function" || depth >= ${deepestTimer}) return nativeIdle(callback, ...rest)
      const level = depth + 1
      const run = (deadline) => {
        idles.delete(id)
        const before = depth
        depth = level
        try { callback.call(window, deadline) } finally { depth = before; touch() }
      }
      const id = nativeIdle(run, ...rest)
      idles.add(id)
      inBackground(() => idles.has(id), () => {
        nativeCancelIdle(id)
        const end = now() + ${LONGEST_IDLE_PERIOD_MS}
        run({ didTimeout: false, timeRemaining: () => Math.max(0, end - now()) })
      })
      return id
    }, window.requestIdleCallback)
    window.cancelIdleCallback = hide(function (id) { idles.delete(id); nativeCancelIdle(id) }, window.cancelIdleCallback)
  }
  const intervals = new Set(), later = new Map()
  const nativeInterval = window.setInterval.bind(window), nativeClearInterval = window.clearInterval.bind(window)
  window.setInterval = hide(function (...parameters) {
    const id = nativeInterval(...parameters)
    intervals.add(id)
    return id
  }, window.setInterval)
  // both kinds of timers share their numbers, and either function clears either
  window.clearInterval = hide(function (id) { intervals.delete(id); later.delete(id); pending.delete(id); nativeClearInterval(id) }, window.clearInterval)
  const workers = []
  if (window.SharedWorker) {
    const Native = window.SharedWorker
    window.SharedWorker = hide(class extends Native {
      constructor(address, ...rest) {
        super(address, ...rest)
        workers.push(new URL(address, document.baseURI).href)
      }
    }, Native)
  }
  // parts of the page that wait until they are seen
  const unseen = new Map()
  if (window.IntersectionObserver) {
    const Native = window.IntersectionObserver
    const Watcher = class extends Native {
      constructor(callback, ...rest) {
        super(typeof callback !== "function" ? callback : function (entries, observer) {
          for (const entry of entries) if (entry.isIntersecting) unseen.delete(entry.target)
          return callback.call(this, entries, observer)
        }, ...rest)
      }
      observe(target) {
        if (unseen.size < 1000 && !unseen.has(target)) unseen.set(target, 0)
        return super.observe(target)
      }
      unobserve(target) { unseen.delete(target); return super.unobserve(target) }
    }
    window.IntersectionObserver = hide(Watcher, Native)
  }
  const counted = (owner, name) => {
    const original = owner && owner[name]
    if (!original) return
    owner[name] = hide(function (...parameters) {
      const self = owner === window ? window : this
      if (depth >= ${deepestTimer}) return original.apply(self, parameters)
      const promise = original.apply(self, parameters)
      requests++
      promise.then(done, done)
      return promise
    }, original)
  }
  counted(window, "fetch")
  // many applications ask their own store first
  for (const name of ["delete", "has", "keys", "match", "open"]) counted(window.CacheStorage && CacheStorage.prototype, name)
  counted(window.IDBFactory && IDBFactory.prototype, "databases")
  const openDatabase = window.IDBFactory && IDBFactory.prototype.open
  if (openDatabase) IDBFactory.prototype.open = hide(function (...parameters) {
    const request = openDatabase.apply(this, parameters)
    if (depth < ${deepestTimer}) {
      requests++
      let waits = true
      const end = () => { if (waits) { waits = false; done() } }
      for (const type of ["success", "error", "blocked"]) request.addEventListener(type, end, { once: true })
    }
    return request
  }, openDatabase)
  for (const name of ["arrayBuffer", "blob", "bytes", "formData", "json", "text"]) counted(window.Response && Response.prototype, name)
  const send = XMLHttpRequest.prototype.send
  XMLHttpRequest.prototype.send = hide(function (...parameters) {
    if (depth < ${deepestTimer}) {
      requests++
      this.addEventListener("loadend", done, { once: true })
    }
    return send.apply(this, parameters)
  }, send)
  new MutationObserver((records) => {
    mutated = true
    for (const record of records) for (const node of record.addedNodes) {
      if (node.nodeName !== "SCRIPT" || !node.src || document.readyState !== "complete") continue
      scripts++
      const arrived = () => { scripts--; touch() }
      node.addEventListener("load", arrived, { once: true })
      node.addEventListener("error", arrived, { once: true })
    }
  }).observe(document, { childList: true, characterData: true, subtree: true })
  const size = () => document.body ? document.body.textContent.length + document.body.getElementsByTagName("*").length : 0
  const pause = (milliseconds) => new Promise((resolve) => native(resolve, milliseconds))
  const silent = new Set(["SCRIPT", "STYLE", "NOSCRIPT", "TEMPLATE", "SVG", "svg", "IFRAME", "SELECT", "DIALOG", "NAV", "ASIDE"])
  /** The text outside of what surrounds the content, up to what a page without content has. */
  const content = (node, text = "") => {
    for (let child = node.firstChild; child && text.length < ${THIN_CHARACTERS}; child = child.nextSibling) {
      if (child.nodeType === 3) text += child.data.replace(/\\s+/g, "")
      else if (child.nodeType === 1 && !silent.has(child.nodeName) &&
        !(/^(HEADER|FOOTER)$/.test(child.nodeName) && !child.closest("main, article"))) text = content(child.shadowRoot || child, text)
    }
    return text
  }
  const isUnfinished = (text) => /^(loading|pleasewait|onemoment|preparing)|(…|\\.\\.\\.)$/i.test(text) ||
    !!document.querySelector("[aria-busy=true], [role=progressbar], [class*=skeleton i], [class*=spinner i], [class*=shimmer i]")
  const isRefreshing = () => {
    for (const meta of document.querySelectorAll("meta[http-equiv=refresh i]")) {
      const [, delay, url] = /^\\s*(\\d+)(?:\\.\\d*)?\\s*[;,]\\s*(?:url\\s*=\\s*)?["']?([^"']+)/i.exec(meta.content) || []
      if (url && !/^(about|javascript):/i.test(url) && Number(delay) <= ${LONGEST_REFRESH_SECONDS} && now() < (Number(delay) + 2) * 1000) return true
    }
    return false
  }
  let shown = 0, endless = false
  /** Brings the parts into view that are empty until they are seen, and tells whether there were any. */
  const showIslands = async () => {
    const waiting = []
    for (const [target, times] of unseen) {
      if (times > 0) { if (target.isConnected && times < document.documentElement.scrollHeight) endless = true; continue }
      if (shown + waiting.length >= ${MOST_ISLANDS}) break
      const text = target.textContent.trim()
      const isPlaceholder = text !== "" || target.localName.includes("-") || Object.keys(target.dataset || {}).length > 0 ||
        /comment|infinite|island|lazy|load|more|review|sentinel|scroll/i.test(target.id + " " + target.getAttribute("class"))
      if (isPlaceholder && target.isConnected && text.length <= ${PLACEHOLDER_CHARACTERS} &&
        !/^(IMG|IFRAME|VIDEO|PICTURE)$/.test(target.nodeName) && !target.querySelector("img, picture, video, iframe, canvas, svg, input") &&
        target.getClientRects().length > 0) waiting.push(target)
    }
    if (waiting.length === 0) return false
    const left = scrollX, top = scrollY
    for (const target of waiting) {
      shown++
      unseen.set(target, document.documentElement.scrollHeight)
      target.scrollIntoView({ block: "center", behavior: "instant" })
      await Promise.race([new Promise((resolve) => nativeFrame(() => native(resolve, 0))), pause(100)])
    }
    scrollTo({ left, top, behavior: "instant" })
    await Promise.race([new Promise((resolve) => nativeFrame(() => native(resolve, 0))), pause(100)])
    touch()
    return true
  }
  const loaded = (parseLimit, loadLimit) => document.readyState === "complete" ? Promise.resolve() : new Promise((resolve) => {
    addEventListener("load", () => native(resolve, 0), { once: true })
    // a document whose parser was stopped is complete, and no event says so
    const watch = () => document.readyState === "complete" ? native(resolve, 0) : native(watch, 200)
    watch()
    const parsed = () => native(resolve, loadLimit)
    if (document.readyState !== "loading") return parsed()
    addEventListener("DOMContentLoaded", parsed, { once: true })
    native(resolve, parseLimit)
  })
  const quiet = (limit, busyLimit) => new Promise((resolve) => {
    let before = -1, peak = 0, changed = now(), grown = 0, growths = 0, looked = changed, patience = limit, isIdle = true
    const end = changed + busyLimit
    const isBusy = () => pending.size > 0 || frames.size > 0 || idles.size > 0 || requests > 0 || scripts > 0
    const look = () => {
      const t = now()
      patience -= Math.min(t - looked, ${longestLook})
      looked = t
      if (mutated) {
        mutated = false
        const length = size()
        if (length !== before) { before = length; changed = t }
        if (length > peak + ${GROWTH_CHARACTERS}) { peak = length; grown = t; growths++ }
      }
      if (patience <= 0 || t >= end) return resolve({ isBusy: !isIdle || idles.size > 0 || t - grown < ${GROWTH_PAUSE_MS} })
      if (!isBusy() && t - last >= ${stillness} && t - changed >= (growths > ${FEW_GROWTHS} ? ${
  GROWTH_PAUSE_MS / 2
} : ${stillness})) return idle(t)
      native(look, ${stillness / 2})
    }
    // work that a framework has cut into small tasks leaves the main thread no idle moment
    const idle = (t) => {
      if (!nativeIdle) return rest()
      let waits = true
      const once = (didTimeout) => {
        if (!waits) return
        waits = false
        isIdle = !didTimeout
        if (didTimeout || mutated || isBusy() || last > t) look()
        else rest()
      }
      nativeIdle(({ didTimeout }) => once(didTimeout), { timeout: Math.max(1, Math.min(patience, end - t)) })
      inBackground(() => waits, () => once(false))
    }
    const rest = () => showIslands().then((wereShown) => wereShown ? look() : resolve({ isBusy: false }), () => resolve({ isBusy: false }))
    look()
  })
  let first, arrival, hasWorkers = false
  const report = ({ isBusy }) => {
    const text = document.body ? content(document.body) : "", isThin = text.length < ${THIN_CHARACTERS}
    first ??= text.length
    for (const [id, due] of later) if (due < now()) later.delete(id)
    return {
      isAtRest: !isBusy,
      isParsed: document.readyState !== "loading",
      isThin,
      isUnfinished: isThin && isUnfinished(text),
      hasGrown: text.length > first + ${GROWTH_CHARACTERS},
      hasTimers: isThin && (hasWorkers || intervals.size > 0 || later.size > 0 || pending.size > 0 || frames.size > 0 || idles.size > 0),
      isRefreshing: isRefreshing(),
      workers,
      holdsWorkers: held.length > 0,
      isEndless: endless
    }
  }
  const settle = (parseLimit, loadLimit, ...limits) => {
    settle.begun = true
    // the load event is waited for once
    arrival ??= loaded(parseLimit, loadLimit)
    return arrival.then(() => quiet(...limits)).then(report)
  }
  settle.startWorkers = () => {
    hasWorkers = true
    const starts = held.splice(0)
    for (const wait of [...starts.map((start) => start()), navigator.serviceWorker.ready]) {
      requests++
      wait.then(done, done)
    }
  }
  /** Waits until the text changes by more than a clock does. */
  settle.more = (limit) => new Promise((resolve) => {
    const start = now(), before = size()
    const look = () => {
      if (now() - start >= limit || mutated && Math.abs(size() - before) > ${GROWTH_CHARACTERS}) resolve()
      else native(look, ${stillness / 2})
    }
    look()
  })
  Object.defineProperty(window, ${JSON.stringify(settleKey)}, { value: settle })
})()`
