/** Name of the function the init script leaves in the page; not enumerable, and different in every process. */
export const settleKey = `__${crypto.randomUUID().replaceAll("-", "")}`

const leaveKey = `${settleKey}_`

/** Whether the document was asked to come to rest; false in one that a script has gone to since. */
export const isBegun = `(window[${JSON.stringify(settleKey)}] || { begun: true }).begun === true`

/** Run before a document is left: its own scripts are not told about it any more. */
export const leaveScript = `(window[${JSON.stringify(leaveKey)}] || (() => {}))()`

/** One-shot timers up to this many milliseconds are waited for. */
const longestTimer = 2_000
/** Timers started by timers are followed this deep, so that polling is not mistaken for loading. */
const deepestTimer = 6
/** Likewise for what is drawn frame by frame. */
const deepestFrame = 3
/** A look at the page takes no more than so many milliseconds of the patience with it, however late it comes. */
const longestLook = 60
/** With nothing under way and a text that has not grown for so many milliseconds, a page is at rest. */
const stillness = 40

/**
 * Runs in every document before its own scripts. Counts what a page still has under way: requests made by scripts
 * and the reading of their answers, the opening of stores, one-shot timers, animation frames, script elements. The function it
 * leaves waits for the load event (at most `parseLimit` milliseconds for the parser and `loadLimit` after it), and then
 * until nothing is left and the text has stopped growing: at most `quietLimit`, and `busyLimit` where the page or the
 * machine has no time for it. Plain JavaScript, because it is sent to the page as text.
 */
export const settleScript = `(() => {
  let left = false
  const leave = () => { left = true }
  for (const type of ["beforeunload", "pagehide", "unload", "visibilitychange"]) {
    addEventListener(type, (event) => { if (left) event.stopImmediatePropagation() }, true)
  }
  Object.defineProperty(window, ${JSON.stringify(leaveKey)}, { value: leave })
  if (window !== window.top) return
  // an empty document is no page to go to: what asks for one, a meta refresh too, stays where it is
  if (window.navigation) navigation.addEventListener("navigate", (event) => {
    if (event.cancelable && event.destination.url.startsWith("about:")) event.preventDefault()
  })
  const native = window.setTimeout.bind(window), nativeClear = window.clearTimeout.bind(window)
  const now = performance.now.bind(performance)
  const pending = new Set()
  let requests = 0, scripts = 0, depth = 0, last = now(), mutated = true
  const touch = () => { last = now() }
  const done = () => { requests--; touch() }
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
  const nativeFrame = window.requestAnimationFrame.bind(window), nativeCancel = window.cancelAnimationFrame.bind(window)
  const frames = new Set()
  window.requestAnimationFrame = hide(function (callback) {
    if (typeof callback !== "function" || depth >= ${deepestFrame}) return nativeFrame(callback)
    const level = depth + 1
    const id = nativeFrame(function (time) {
      frames.delete(id)
      const before = depth
      depth = level
      try { callback.call(window, time) } finally { depth = before; touch() }
    })
    frames.add(id)
    return id
  }, window.requestAnimationFrame)
  window.cancelAnimationFrame = hide(function (id) { frames.delete(id); nativeCancel(id) }, window.cancelAnimationFrame)
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
    let before = -1, changed = now(), looked = changed, patience = limit
    const end = changed + busyLimit
    const look = () => {
      const t = now()
      patience -= Math.min(t - looked, ${longestLook})
      looked = t
      if (mutated) {
        mutated = false
        const length = size()
        if (length !== before) { before = length; changed = t }
      }
      const busy = pending.size > 0 || frames.size > 0 || requests > 0 || scripts > 0
      if (patience <= 0 || t >= end) return resolve(false)
      if (!busy && t - last >= ${stillness} && t - changed >= ${stillness}) return resolve(true)
      native(look, ${stillness / 2})
    }
    look()
  })
  const settle = (parseLimit, loadLimit, ...limits) => {
    settle.begun = true
    return loaded(parseLimit, loadLimit).then(() => quiet(...limits))
  }
  Object.defineProperty(window, ${JSON.stringify(settleKey)}, { value: settle })
})()`
