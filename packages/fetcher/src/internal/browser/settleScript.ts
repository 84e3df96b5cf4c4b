/** Name of the function the init script leaves in the page; not enumerable, and different in every process. */
export const settleKey = `__${crypto.randomUUID().replaceAll("-", "")}`

const leaveKey = `${settleKey}_`

/** Run before a document is left: its own scripts are not told about it any more. */
export const leaveScript = `(window[${JSON.stringify(leaveKey)}] || (() => {}))()`

/** One-shot timers up to this many milliseconds are waited for. */
const longestTimer = 2_000
/** Timers started by timers are followed this deep, so that polling is not mistaken for loading. */
const deepestTimer = 6

/**
 * Runs in every document before its own scripts. Counts what a page still has under way: requests made by scripts,
 * one-shot timers, script elements. The function it leaves waits for the load event (at most `parseLimit` milliseconds
 * for the parser and `loadLimit` after it), and then until nothing is left and the text has stopped growing (at most
 * `quietLimit`). Plain JavaScript, because it is sent to the page as text.
 */
export const settleScript = `(() => {
  let left = false
  const leave = () => { left = true }
  for (const type of ["beforeunload", "pagehide", "unload", "visibilitychange"]) {
    addEventListener(type, (event) => { if (left) event.stopImmediatePropagation() }, true)
  }
  Object.defineProperty(window, ${JSON.stringify(leaveKey)}, { value: leave })
  if (window !== window.top) return
  const native = window.setTimeout.bind(window), nativeClear = window.clearTimeout.bind(window)
  const now = performance.now.bind(performance)
  const pending = new Set()
  let requests = 0, scripts = 0, depth = 0, last = now()
  const touch = () => { last = now() }
  const hide = (replacement, original) => {
    try { Object.defineProperty(replacement, "name", { value: original.name }); replacement.toString = original.toString.bind(original) } catch {}
    return replacement
  }
  window.setTimeout = hide(function (callback, delay, ...rest) {
    if (typeof callback !== "function" || Number(delay) > ${longestTimer} || depth >= ${deepestTimer}) return native(callback, delay, ...rest)
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
  window.clearTimeout = hide(function (id) { pending.delete(id); nativeClear(id) }, window.clearTimeout)
  if (window.fetch) {
    const fetch = window.fetch
    window.fetch = hide(function (...parameters) {
      const level = depth
      if (level >= ${deepestTimer}) return fetch.apply(window, parameters)
      requests++
      const done = () => { requests--; touch() }
      const promise = fetch.apply(window, parameters)
      promise.then(done, done)
      return promise
    }, fetch)
  }
  const send = XMLHttpRequest.prototype.send
  XMLHttpRequest.prototype.send = hide(function (...parameters) {
    if (depth < ${deepestTimer}) {
      requests++
      this.addEventListener("loadend", () => { requests--; touch() }, { once: true })
    }
    return send.apply(this, parameters)
  }, send)
  new MutationObserver((records) => {
    for (const record of records) for (const node of record.addedNodes) {
      if (node.nodeName !== "SCRIPT" || !node.src || document.readyState !== "complete") continue
      scripts++
      const done = () => { scripts--; touch() }
      node.addEventListener("load", done, { once: true })
      node.addEventListener("error", done, { once: true })
    }
  }).observe(document, { childList: true, subtree: true })
  const size = () => document.body ? document.body.textContent.length + document.body.getElementsByTagName("*").length : 0
  const loaded = (parseLimit, loadLimit) => document.readyState === "complete" ? Promise.resolve() : new Promise((resolve) => {
    addEventListener("load", () => native(resolve, 0), { once: true })
    const parsed = () => native(resolve, loadLimit)
    if (document.readyState !== "loading") return parsed()
    addEventListener("DOMContentLoaded", parsed, { once: true })
    native(resolve, parseLimit)
  })
  const quiet = (limit) => new Promise((resolve) => {
    const end = now() + limit
    let before = -1, changed = now()
    const look = () => {
      const t = now(), length = size()
      if (length !== before) { before = length; changed = t }
      const busy = pending.size > 0 || requests > 0 || scripts > 0
      if (t >= end) return resolve(false)
      if (!busy && t - last >= 50 && t - changed >= 60) return resolve(true)
      native(look, 20)
    }
    look()
  })
  Object.defineProperty(window, ${
  JSON.stringify(settleKey)
}, { value: (parseLimit, loadLimit, quietLimit) => loaded(parseLimit, loadLimit).then(() => quiet(quietLimit)) })
})()`
