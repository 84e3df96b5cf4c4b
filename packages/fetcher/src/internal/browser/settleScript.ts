import {
  animationPart,
  frameTimersPart,
  growthPart,
  rootsPart,
  unreadPart,
  virtualPart,
  workersPart
} from "./settleParts.ts"
import { endsPart, islandsPart, seenPart } from "./settleSeen.ts"

/**
 * Name of the function that the script defines in the page. It is not enumerable, and differs between processes, so
 * that pages cannot detect it by name.
 */
export const settleKey = `__${crypto.randomUUID().replaceAll("-", "")}`

const leaveKey = `${settleKey}_`

export interface Report {
  readonly isAtRest: boolean
  readonly isParsed: boolean
  readonly isThin: boolean
  readonly isUnfinished: boolean
  readonly hasGrown: boolean
  readonly hasTimers: boolean
  readonly isRefreshing: boolean
  readonly workers: ReadonlyArray<string>
  readonly holdsWorkers: boolean
  readonly isEndless: boolean
  readonly isVirtual: boolean
  readonly hasJustEnded: boolean
  readonly growthDue: number
  readonly awaitsWorkers: boolean
  readonly spent: number
  readonly unread: ReadonlyArray<string>
}

export const isBegun = `(window[${JSON.stringify(settleKey)}] || { begun: true }).begun === true`

export const startWorkers = `(window[${JSON.stringify(settleKey)}] || { startWorkers() {} }).startWorkers()`

export const declaresRoots = `(window[${JSON.stringify(settleKey)}] || { declaresRoots() {} }).declaresRoots() === true`

export const adoptRoots = `function () { const settle = window[${
  JSON.stringify(settleKey)
}]; if (settle) settle.adopt(this) }`

export const frameTimersDue = `((window[${JSON.stringify(settleKey)}] || {}).due || (() => 0))()`

export const leaveScript = `(window[${JSON.stringify(leaveKey)}] || (() => {}))()`

const MAX_TIMER_MS = 2_000
/** Deeper timers are polling, not loading. */
const MAX_TIMER_DEPTH = 6
/** Deeper frame requests are an animation, not loading. */
const MAX_FRAME_DEPTH = 3
/** A page with less text outside header, navigation, footer and sidebars has no content yet. */
const THIN_CHARACTERS = 200
/** A clock changes fewer characters. */
const GROWTH_CHARACTERS = 8
const GROWTH_PAUSE_MS = 500
/** Text that has grown more often may only be pausing. */
const FEW_GROWTHS = 4
const MAX_TIMER_OF_THIN_PAGE_MS = 5_000
/** A longer refresh belongs to a page that people read before it reloads. */
const MAX_REFRESH_SECONDS = 5
/** A rendered page without running scripts draws a frame and is idle within this time. */
const IDLE_PERIOD_MS = 250
/** Browsers limit an idle period to this many milliseconds (https://www.w3.org/TR/requestidlecallback/). */
const MAX_IDLE_PERIOD_MS = 50
const MAX_HELD_WORKERS = 10
/** A delayed check counts for at most this time. */
const MAX_CHECK_MS = 60
const MIN_STILL_MS = 40

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
${rootsPart}
  // Service workers cache whole sites and outlive their page, so they start only for a page without content.
  const held = []
  const container = window.ServiceWorkerContainer && ServiceWorkerContainer.prototype
  const nativeRegister = container && container.register
  if (nativeRegister) container.register = hide(function (...parameters) {
    return new Promise((resolve, reject) => {
      if (held.length < ${MAX_HELD_WORKERS}) held.push(() => nativeRegister.apply(this, parameters).then(resolve, reject))
    })
  }, nativeRegister)
  if (window !== window.top) {
${frameTimersPart(MAX_TIMER_MS, MAX_TIMER_DEPTH)}
    return void Object.defineProperty(window, ${JSON.stringify(settleKey)}, { value: { rootOf, adopt, due } })
  }
  // A navigation to an empty document is cancelled, even that of a meta refresh.
  if (window.navigation) navigation.addEventListener("navigate", (event) => {
    if (event.cancelable && event.destination.url.startsWith("about:")) event.preventDefault()
  })
  const native = window.setTimeout.bind(window), nativeClear = window.clearTimeout.bind(window)
  const now = performance.now.bind(performance)
  const pending = new Set()
  let requests = 0, scripts = 0, depth = 0, last = now(), mutated = true
  const touch = () => { last = now() }
${unreadPart}
${growthPart}
${animationPart}
${virtualPart}
  const done = () => { requests--; touch() }
  window.setTimeout = hide(function (callback, delay, ...rest) {
    if (typeof callback !== "function" || depth >= ${MAX_TIMER_DEPTH}) return native(callback, delay, ...rest)
    if (Number(delay) > ${MAX_TIMER_MS}) {
      const id = native(callback, delay, ...rest)
      if (Number(delay) <= ${MAX_TIMER_OF_THIN_PAGE_MS}) later.set(id, now() + Number(delay))
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
  // A page that is not rendered has no frames and no idle periods, but it runs tasks of the lowest priority.
  const inBackground = (isWaiting, task) => {
    if (nativeTask) native(() => { if (isWaiting()) nativeTask(() => { if (isWaiting()) task() }, { priority: "background" }).catch(() => {}) }, ${IDLE_PERIOD_MS})
  }
  const nativeFrame = window.requestAnimationFrame.bind(window), nativeCancel = window.cancelAnimationFrame.bind(window)
  const frames = new Set()
  window.requestAnimationFrame = hide(function (callback) {
    if (typeof callback !== "function" || depth >= ${MAX_FRAME_DEPTH}) return nativeFrame(callback)
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
      if (typeof callback !== "function" || depth >= ${MAX_TIMER_DEPTH}) return nativeIdle(callback, ...rest)
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
        const end = now() + ${MAX_IDLE_PERIOD_MS}
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
  // Timeouts and intervals share their ids, and either function clears both kinds.
  window.clearInterval = hide(function (id) { intervals.delete(id); later.delete(id); pending.delete(id); nativeClearInterval(id) }, window.clearInterval)
${workersPart}
${endsPart}
${seenPart}
  const counted = (owner, name) => {
    const original = owner && owner[name]
    if (!original) return
    owner[name] = hide(function (...parameters) {
      const self = owner === window ? window : this
      if (depth >= ${MAX_TIMER_DEPTH}) return original.apply(self, parameters)
      const promise = original.apply(self, parameters)
      requests++
      promise.then(done, done)
      if (name === "fetch") promise.then(watchBody, () => {})
      return promise
    }, original)
  }
  counted(window, "fetch")
  counted(window.scheduler, "postTask")
  // Many applications read their own database first.
  for (const name of ["delete", "has", "keys", "match", "open"]) counted(window.CacheStorage && CacheStorage.prototype, name)
  counted(window.IDBFactory && IDBFactory.prototype, "databases")
  const openDatabase = window.IDBFactory && IDBFactory.prototype.open
  if (openDatabase) IDBFactory.prototype.open = hide(function (...parameters) {
    const request = openDatabase.apply(this, parameters)
    if (depth < ${MAX_TIMER_DEPTH}) {
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
    if (depth < ${MAX_TIMER_DEPTH}) {
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
  const content = (node, text = "") => {
    for (let child = node.firstChild; child && text.length < ${THIN_CHARACTERS}; child = child.nextSibling) {
      if (child.nodeType === 3) text += child.data.replace(/\\s+/g, "")
      else if (child.nodeType === 1 && !silent.has(child.nodeName) &&
        !(/^(HEADER|FOOTER)$/.test(child.nodeName) && !child.closest("main, article"))) text = content(rootOf(child) || child, text)
    }
    return text
  }
  const isUnfinished = (text) => /^(loading|pleasewait|onemoment|preparing)|(…|\\.\\.\\.)$/i.test(text) ||
    !!document.querySelector("[aria-busy=true], [role=progressbar], [class*=skeleton i], [class*=spinner i], [class*=shimmer i]")
  const isRefreshing = () => {
    for (const meta of document.querySelectorAll("meta[http-equiv=refresh i]")) {
      const [, delay, url] = /^\\s*(\\d+)(?:\\.\\d*)?\\s*[;,]\\s*(?:url\\s*=\\s*)?["']?([^"']+)/i.exec(meta.content) || []
      if (url && !/^(about|javascript):/i.test(url) && Number(delay) <= ${MAX_REFRESH_SECONDS} && now() < (Number(delay) + 2) * 1000) return true
    }
    return false
  }
${islandsPart}
  const loaded = (parseLimit, loadLimit) => document.readyState === "complete" ? Promise.resolve() : new Promise((resolve) => {
    addEventListener("load", () => native(resolve, 0), { once: true })
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
    const finish = (isBusy) => resolve({ isBusy, spent: limit - patience })
    const isBusy = () => pending.size > 0 || frames.size > 0 || idles.size > 0 || requests > 0 || scripts > 0
    const look = () => {
      const t = now()
      patience -= Math.min(t - looked, ${MAX_CHECK_MS})
      looked = t
      if (mutated) {
        mutated = false
        const length = size()
        if (length !== before) { before = length; changed = t }
        if (length > peak + ${GROWTH_CHARACTERS}) { peak = length; grown = t; growths++; grew(t) }
      }
      if (patience <= 0 || t >= end) return finish(!isIdle || idles.size > 0 || t - grown < ${GROWTH_PAUSE_MS})
      if (!isBusy() && t - last >= ${MIN_STILL_MS} && t - changed >= (growths > ${FEW_GROWTHS} ? ${
  GROWTH_PAUSE_MS / 2
} : ${MIN_STILL_MS})) return idle(t)
      native(look, ${MIN_STILL_MS / 2})
    }
    // Frameworks that split work into small tasks leave no idle period.
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
    const rest = () => showIslands().then((wereShown) => wereShown ? look() : finish(false), () => finish(false))
    look()
  })
  let first, arrival, hasWorkers = false
  /** Runs a check, or returns false if it throws, because the page may have replaced functions that it needs. */
  const safely = (examine) => { try { return examine() } catch { return false } }
  const report = ({ isBusy, spent }) => {
    const text = document.body ? content(document.body) : "", isThin = text.length < ${THIN_CHARACTERS}
    first ??= text.length
    for (const [id, due] of later) if (due < now()) later.delete(id)
    return {
      isAtRest: !isBusy,
      isParsed: document.readyState !== "loading",
      isThin,
      isUnfinished: isThin && isUnfinished(text),
      hasGrown: text.length > first + ${GROWTH_CHARACTERS},
      hasTimers: isThin && (hasWorkers || startedWorkers > 0 || safely(isAnimated) || intervals.size > 0 || later.size > 0 || pending.size > 0 || frames.size > 0 || idles.size > 0),
      isRefreshing: isRefreshing(),
      workers,
      holdsWorkers: held.length > 0,
      isEndless: endless,
      isVirtual: safely(isVirtual),
      hasJustEnded: now() - last < ${MIN_STILL_MS},
      growthDue: growthDue(isThin),
      spent,
      awaitsWorkers: unheard.size > 0,
      unread: safely(unread) || []
    }
  }
  const settle = (parseLimit, loadLimit, ...limits) => {
    settle.begun = true
    // The load event is awaited only once.
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
  Object.assign(settle, { rootOf, adopt, declaresRoots })
  settle.more = (limit) => new Promise((resolve) => {
    const start = now(), before = size()
    const look = () => {
      if (now() - start >= limit || mutated && Math.abs(size() - before) > ${GROWTH_CHARACTERS}) resolve()
      else native(look, ${MIN_STILL_MS / 2})
    }
    look()
  })
  Object.defineProperty(window, ${JSON.stringify(settleKey)}, { value: settle })
})()`
