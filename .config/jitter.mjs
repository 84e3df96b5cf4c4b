// Loaded before everything else (`node --import`), it makes a process meet the orders of events that a slower or busier machine
// would show: callbacks of `setImmediate`, timers, files, sockets, threads and other processes come late, by amounts drawn
// from the seed in JITTER, and bytes from sockets come in smaller pieces. It only delays what Node delivers, and never changes
// an order that Node promises: immediates and timers stay in order, as do the bytes of a socket and the messages of a port.
// A test that fails under it depends on the speed of the machine, or shows a race of what it tests.
//
// What is late differs by process and by file of tests, since a machine on which everything is equally late shows no race.
// A seed draws the same delays again; how long the work between them takes is up to the machine. Whatever the process starts
// is loaded with it too, by NODE_OPTIONS. `packages/common/test/Jitter.test.ts` holds it to the orders.
import { AsyncLocalStorage } from "node:async_hooks"
import { ChildProcess } from "node:child_process"
import dns from "node:dns"
import fs from "node:fs"
import { syncBuiltinESMExports } from "node:module"
import net from "node:net"
import timers from "node:timers"
import { MessagePort, threadId, Worker } from "node:worker_threads"

/** How often something is late, as a share, and by how many milliseconds at most. One is drawn for each kind of event. */
const TEMPERS = [
  { share: 0, longest: 0 },
  { share: 0.02, longest: 60 },
  { share: 0.15, longest: 12 },
  { share: 0.6, longest: 3 }
]
/** As often as that, bytes that arrived at once are handed on in two pieces. */
const SPLIT_SHARE = 0.2
/** Bytes of a socket that are held before its other side has to wait. */
const MOST_HELD = 65_536

const { clearImmediate, clearTimeout, setImmediate, setTimeout } = globalThis

/** Mulberry32: small, and the same everywhere. */
const generator = (seed) => () => {
  seed = (seed + 0x6d2b79f5) | 0
  let t = Math.imul(seed ^ (seed >>> 15), 1 | seed)
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
  return ((t ^ (t >>> 14)) >>> 0) / 4294967296
}

/** FNV-1a. */
const hash = (text) => {
  let value = 0x811c9dc5
  for (let at = 0; at < text.length; at++) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193)
  return value
}

/** What decides how late the events of one kind are. */
class Kind {
  constructor(name) {
    this.name = name
  }
  begin(seed) {
    this.next = generator(hash(`${seed} ${this.name}`))
    this.temper = TEMPERS[Math.floor(this.next() * TEMPERS.length)]
  }
  /** Milliseconds, 0 for most. */
  delay() {
    return this.next() < this.temper.share ? 1 + this.next() * (this.temper.longest - 1) : 0
  }
}
const kindNames = ["immediates", "timers", "files", "bytes", "connections", "messages", "ends"]
const kinds = Object.fromEntries(kindNames.map((name) => [name, new Kind(name)]))

/** From here on the delays are those of this name; the file of tests that begins, for example. */
const begin = (name) => {
  for (const kind of Object.values(kinds)) kind.begin(`${process.env.JITTER} ${name}`)
}
begin(`${process.argv.slice(1, 3).join(" ").replace(/^.*[\\/]/, "")} ${threadId}`)

/** Runs tasks in their order, each late or not. The first that is late holds those behind it. */
class Lane {
  #waiting = []
  constructor(kind) {
    this.kind = kind
  }
  /** `keeps`: whether a process may not end before the task ran. */
  run(task, keeps = true) {
    const delay = this.kind.delay()
    if (this.#waiting.length === 0 && delay === 0) return task()
    this.#waiting.push({ task: AsyncLocalStorage.bind(task), delay, keeps })
    if (this.#waiting.length === 1) this.#hold()
  }
  #hold() {
    const { delay, keeps } = this.#waiting[0]
    const timer = setTimeout(() => this.#release(), delay)
    if (!keeps) timer.unref()
  }
  #release() {
    try {
      this.#waiting[0].task()
    } finally {
      this.#waiting.shift()
      if (this.#waiting.length > 0) {
        if (this.#waiting[0].delay === 0) setImmediate(() => this.#release())
        else this.#hold()
      }
    }
  }
}

const lanes = new WeakMap()
const laneOf = (object, kind) => {
  let lane = lanes.get(object)
  if (lane === undefined) lanes.set(object, lane = new Lane(kind))
  return lane
}

const wait = (kind) => {
  const delay = kind.delay()
  return delay === 0 ? undefined : new Promise((resolve) => setTimeout(resolve, delay))
}

// Immediates and timers

/** An immediate that is held. */
class Held {
  #has = true
  ref() {
    this.#has = true
    return this
  }
  unref() {
    this.#has = false
    return this
  }
  hasRef() {
    return this.#has
  }
  [Symbol.dispose]() {
    this.isCleared = true
  }
}
const immediates = new Lane(kinds.immediates)
const laterImmediate = (callback, ...args) => {
  if (typeof callback !== "function") return setImmediate(callback)
  const held = new Held()
  const run = () => held.isCleared ? undefined : callback(...args)
  // in its phase, and only then late: what has been immediate so far comes first
  held.immediate = setImmediate(() => immediates.run(run))
  return held
}
const clearLaterImmediate = (held) => {
  if (!(held instanceof Held)) return clearImmediate(held)
  held.isCleared = true
  clearImmediate(held.immediate)
}

const fired = new Lane(kinds.timers)
const laterTimeout = (callback, delay, ...args) => {
  if (typeof callback !== "function") return setTimeout(callback, delay)
  const timer = setTimeout(() => {
    timer[due] = true
    fired.run(() => {
      if (!timer[due]) return
      timer[due] = false
      callback.apply(timer, args)
    }, timer.hasRef())
  }, delay)
  return timer
}
const due = Symbol("due")
const clearLaterTimeout = (timer) => {
  if (timer?.[due]) timer[due] = false
  return clearTimeout(timer)
}

for (
  const [name, later] of Object.entries({
    setImmediate: laterImmediate,
    clearImmediate: clearLaterImmediate,
    setTimeout: laterTimeout,
    clearTimeout: clearLaterTimeout
  })
) {
  for (const symbol of Object.getOwnPropertySymbols(globalThis[name])) {
    Object.defineProperty(later, symbol, Object.getOwnPropertyDescriptor(globalThis[name], symbol))
  }
  globalThis[name] = later
  timers[name] = later
}

// Files and names of hosts

const withCallback = (owner, name) => {
  const original = owner[name]
  if (typeof original !== "function") return
  const later = function(...args) {
    const callback = args.at(-1)
    if (typeof callback !== "function") return original.apply(this, args)
    args[args.length - 1] = function(...results) {
      const delay = kinds.files.delay()
      if (delay === 0) return callback.apply(this, results)
      setTimeout(() => callback.apply(this, results), delay)
    }
    return original.apply(this, args)
  }
  Object.defineProperties(later, Object.getOwnPropertyDescriptors(original))
  owner[name] = later
}
const isListener = new Set(["watch", "watchFile", "unwatchFile", "createReadStream", "createWriteStream", "exists"])
for (const name of Object.keys(fs)) {
  if (/^[a-z]/.test(name) && !name.endsWith("Sync") && !isListener.has(name)) withCallback(fs, name)
}
withCallback(dns, "lookup")
const promised = (owner, name) => {
  const original = owner[name]
  if (typeof original !== "function") return
  owner[name] = function(...args) {
    const result = original.apply(this, args)
    if (!(result instanceof Promise)) return result
    return result.finally(() => wait(kinds.files))
  }
}
for (const name of Object.keys(fs.promises)) if (name !== "watch") promised(fs.promises, name)

// Sockets, and the pipes of other processes

const pushNow = net.Socket.prototype.push
/** How many bytes of a socket wait to be told. */
const held = Symbol("held")
const { get: bytesRead } = Object.getOwnPropertyDescriptor(net.Socket.prototype, "bytesRead")
/** What is held has not been read. */
const countHeld = (socket) => {
  socket[held] = 0
  Object.defineProperty(socket, "bytesRead", {
    configurable: true,
    get() {
      const read = bytesRead.call(this)
      return read === undefined ? read : read - this[held]
    }
  })
}
/** Bytes and the end of a socket, in their order. */
net.Socket.prototype.push = function(chunk, encoding) {
  const lane = laneOf(this, kinds.bytes)
  const deliver = (piece) => {
    const handle = this._handle
    const more = pushNow.call(this, piece, encoding)
    if (!more && handle?.reading) {
      handle.reading = false
      handle.readStop()
    }
    // a reader that waits for the end learns of it
    if (piece === null) this.read(0)
    return more
  }
  const isSplit = chunk?.length > 1 && Buffer.isBuffer(chunk) && kinds.bytes.temper.share > 0 &&
    kinds.bytes.next() < SPLIT_SHARE
  const middle = isSplit ? 1 + Math.floor(kinds.bytes.next() * (chunk.length - 1)) : 0
  const pieces = isSplit ? [chunk.subarray(0, middle), chunk.subarray(middle)] : [chunk]
  let more = true
  for (const piece of pieces) {
    const length = piece?.length ?? 0
    if (this[held] === undefined) countHeld(this)
    this[held] += length
    lane.run(() => {
      this[held] -= length
      more = deliver(piece)
      // goes on with what was stopped for too much that is held
      if (more && this[held] === 0 && this._handle?.reading === false) this._read(0)
    })
  }
  return more && this[held] < MOST_HELD
}
const emitNow = net.Server.prototype.emit
net.Server.prototype.emit = function(event, ...args) {
  const handle = this._handle
  if (event === "listening" && typeof handle?.onconnection === "function" && !lanes.has(handle)) {
    const accept = handle.onconnection
    const lane = laneOf(handle, kinds.connections)
    handle.onconnection = function(error, client) {
      // its bytes come by `push`, not past it
      if (client) client._consumed = true
      lane.run(() => this === undefined || handle.fd === -1 ? client?.close() : accept.call(this, error, client), false)
    }
  }
  return emitNow.call(this, event, ...args)
}

// Threads and other processes

const late = (prototype, kindOf) => {
  const emit = prototype.emit
  prototype.emit = function(event, ...args) {
    const kind = kindOf(event)
    if (kind === undefined) return emit.call(this, event, ...args)
    const has = this.listenerCount(event) > 0
    laneOf(this, kind).run(() => emit.call(this, event, ...args))
    return has
  }
}
// not of listeners that come and go, by which Node starts and stops the port of a thread
const saidByThread = new Set(["online", "message", "messageerror", "error", "exit"])
late(Worker.prototype, (event) => saidByThread.has(event) ? kinds.messages : undefined)
const removeNow = Worker.prototype.removeAllListeners
// called once the thread has ended, when what it said last may still be held
Worker.prototype.removeAllListeners = function(...args) {
  laneOf(this, kinds.messages).run(() => removeNow.apply(this, args))
  return this
}
const isMessage = (event) => event === "message" || event === "disconnect" ? kinds.messages : undefined
late(ChildProcess.prototype, isMessage)
if (process.send !== undefined && threadId === 0) {
  const own = { emit: process.emit }
  late(own, isMessage)
  process.emit = own.emit
}

const spawnNow = ChildProcess.prototype.spawn
ChildProcess.prototype.spawn = function(options) {
  const handle = this._handle
  const ended = handle.onexit
  // oxlint-disable-next-line unicorn/prefer-add-event-listener -- it is no event target
  handle.onexit = (...args) => {
    const delay = kinds.ends.delay()
    if (delay === 0) ended(...args)
    else setTimeout(() => ended(...args), delay)
  }
  return spawnNow.call(this, options)
}

const listeners = new WeakMap()
const laters = new WeakSet()
const hear = (listener) => {
  // `on` calls `addEventListener`
  if (typeof listener !== "function" || laters.has(listener)) return listener
  // what a thread says goes on to its `emit`, which is late already, and in order with its end
  if (/new Worker \(node:internal/.test(new Error().stack)) return listener
  let later = listeners.get(listener)
  if (later === undefined) {
    later = function(...args) {
      laneOf(this, kinds.messages).run(() => listener.apply(this, args))
    }
    listeners.set(listener, later)
    laters.add(later)
  }
  return later
}
for (const name of ["on", "addListener", "off", "removeListener", "addEventListener", "removeEventListener"]) {
  const original = MessagePort.prototype[name]
  MessagePort.prototype[name] = function(event, listener, ...rest) {
    return original.call(this, event, event === "message" ? hear(listener) : listener, ...rest)
  }
}

syncBuiltinESMExports()

const own = `--import=${new URL(import.meta.url).href}`
const options = process.env.NODE_OPTIONS ?? ""
if (threadId === 0 && !options.includes(own)) process.env.NODE_OPTIONS = `${options} ${own}`.trim()

globalThis[Symbol.for("dunlin/jitter")] = { begin, kinds }
