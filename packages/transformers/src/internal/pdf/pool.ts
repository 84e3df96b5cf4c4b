/**
 * A pool of parser processes.
 *
 * A worker thread does not bound the memory of a parser (buffers are outside its limits) and an in-process native
 * parser takes the host down with it, so every document is parsed in a child process with a memory limit and without
 * the host's environment, and a child that does not answer is killed.
 */
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Queue from "effect/Queue"
import type * as Scope from "effect/Scope"
import * as Semaphore from "effect/Semaphore"
import { type ChildProcess, fork } from "node:child_process"
import { fileURLToPath } from "node:url"
import * as PdfError from "../../PdfError.ts"
import type { Engine, FromChild, ToChild } from "./protocol.ts"
import { prlimit } from "./run.ts"

export type Child = {
  readonly process: ChildProcess
  readonly messages: Queue.Queue<FromChild>
  readonly send: (message: ToChild) => Effect.Effect<void, PdfError.Reason>
  /** The next message of the job; fails when the process ended. */
  readonly receive: Effect.Effect<FromChild, PdfError.Reason>
  jobs: number
  alive: boolean
}

export type Pool = {
  /** Runs one job on a child of its own; a spare one is kept ready beside those that work. A job that fails or is interrupted takes its child with it. */
  readonly use: <A>(job: (child: Child) => Effect.Effect<A, PdfError.Reason>) => Effect.Effect<A, PdfError.Reason>
}

export type PoolOptions = {
  readonly engine: Engine
  readonly size: number
  /** Bytes of data a child may allocate. */
  readonly memory: number
  /** Milliseconds after which an idle child beyond the first one is ended. */
  readonly idle: number
  /** Jobs after which a child is replaced, so that a leak of a parser does not add up. */
  readonly maxJobs: number
}

const extension = import.meta.url.endsWith(".ts") ? ".ts" : ".js"
const entry = fileURLToPath(new URL(`./child${extension}`, import.meta.url))

// Windows starts no process without these; nothing else of the host's environment is passed on.
const environment = (): Record<string, string> =>
  Object.fromEntries(
    ["SystemRoot", "SystemDrive"].flatMap((name) => process.env[name] === undefined ? [] : [[name, process.env[name]]])
  )

const spawn = (options: PoolOptions): ChildProcess => {
  const heap = Math.floor(options.memory / 1048576 * 0.6)
  const flags = [`--max-old-space-size=${heap}`, "--no-warnings"]
  return fork(entry, [options.engine, prlimit === undefined ? String(options.memory) : "0"], {
    execPath: prlimit ?? process.execPath,
    execArgv: prlimit === undefined
      ? flags
      : [`--data=${options.memory}`, "--core=0", "--", process.execPath, ...flags],
    env: environment(),
    serialization: "advanced",
    stdio: ["ignore", "ignore", "ignore", "ipc"],
    windowsHide: true
  })
}

/** An idle child must not keep the host alive; a busy one must. */
const unref = (child: ChildProcess): void => {
  child.unref()
  child.channel?.unref()
}

const ref = (child: ChildProcess): void => {
  child.ref()
  child.channel?.ref()
}

// V8 and libc end a process that may not allocate with one of these; SIGKILL is the watchdog or the kernel.
const memorySignals = new Set(["SIGABRT", "SIGTRAP", "SIGILL", "SIGSEGV", "SIGBUS", "SIGKILL"])

const endReason = (options: PoolOptions, code: number | null, signal: string | null): PdfError.Reason =>
  signal !== null && memorySignals.has(signal) || code === 133 || code === 134
    ? new PdfError.MemoryLimit({ limit: options.memory })
    : new PdfError.Crashed({ detail: signal ?? `exit code ${code}` })

const start = (options: PoolOptions): Effect.Effect<Child, PdfError.Reason> =>
  Effect.gen(function*() {
    const messages = yield* Queue.unbounded<FromChild>()
    const process = yield* Effect.try({
      try: () => spawn(options),
      catch: (cause) => new PdfError.Unavailable({ detail: "the parser process does not start", cause })
    })
    const child: Child = {
      process,
      messages,
      jobs: 0,
      alive: true,
      send: (message) =>
        Effect.callback<void, PdfError.Reason>((resume) => {
          if (!process.connected) {
            return resume(Effect.fail(endReason(options, process.exitCode, process.signalCode)))
          }
          process.send(
            message,
            (error) =>
              resume(
                error === null ? Effect.void : Effect.fail(new PdfError.Crashed({ detail: "the channel is closed" }))
              )
          )
        }),
      receive: Effect.flatMap(Queue.take(messages), (message) =>
        message.kind === "exit"
          ? Effect.fail(endReason(options, message.code, message.signal))
          : Effect.succeed(message))
    }
    process.on("message", (message: FromChild) => Queue.offerUnsafe(messages, message))
    const ended = (code: number | null, signal: string | null) => {
      child.alive = false
      Queue.offerUnsafe(messages, { kind: "exit", code, signal })
    }
    process.once("exit", ended)
    process.once("error", () => ended(null, null))
    const ready = yield* child.receive.pipe(
      Effect.timeoutOption("30 seconds"),
      Effect.mapError((reason) =>
        new PdfError.Unavailable({
          detail: reason._tag === "Crashed" ? `the parser process ends at once: ${reason.detail}` : reason._tag
        })
      ),
      Effect.onExit((exit) => Exit.isSuccess(exit) ? Effect.void : Effect.sync(() => process.kill("SIGKILL")))
    )
    if (ready._tag === "None") {
      process.kill("SIGKILL")
      return yield* new PdfError.Unavailable({ detail: "the parser process does not start in time" })
    }
    if (ready.value.kind === "failed") {
      process.kill("SIGKILL")
      return yield* new PdfError.Unavailable({ detail: ready.value.detail })
    }
    return child
  })

export const make = Effect.fnUntraced(function*(options: PoolOptions): Effect.fn.Return<Pool, never, Scope.Scope> {
  const scope = yield* Effect.scope
  const semaphore = yield* Semaphore.make(options.size)
  const idle: Array<{ readonly child: Child; readonly timer: NodeJS.Timeout | undefined }> = []
  const all = new Set<Child>()
  let closed = false

  const kill = (child: Child): void => {
    all.delete(child)
    child.alive = false
    child.process.kill("SIGKILL")
  }

  yield* Effect.addFinalizer(() =>
    Effect.sync(() => {
      closed = true
      for (const entry of idle.splice(0)) clearTimeout(entry.timer)
      for (const child of all) kill(child)
    })
  )

  const rest = (child: Child): void => {
    unref(child.process)
    const entry = {
      child,
      timer: idle.length === 0 ? undefined : setTimeout(() => {
        const index = idle.findIndex((other) => other.child === child)
        if (index >= 0) idle.splice(index, 1)
        kill(child)
      }, options.idle).unref()
    }
    idle.push(entry)
  }

  const take = Effect.gen(function*() {
    for (let entry = idle.shift(); entry !== undefined; entry = idle.shift()) {
      clearTimeout(entry.timer)
      if (entry.child.alive && entry.child.process.connected) {
        ref(entry.child.process)
        return entry.child
      }
      kill(entry.child)
    }
    const child = yield* start(options)
    all.add(child)
    return child
  })

  // a document that takes its time may be one that ends its process: the next request must not wait for a new one
  let starting = false
  const warm = (delay: number) =>
    Effect.uninterruptibleMask(Effect.fnUntraced(function*(restore) {
      if (delay > 0) yield* restore(Effect.sleep(delay))
      if (idle.length > 0 || starting || all.size > options.size || closed) return
      starting = true
      const child = yield* restore(start(options)).pipe(Effect.ensuring(Effect.sync(() => {
        starting = false
      })))
      all.add(child)
      if (closed) kill(child)
      else rest(child)
    })).pipe(Effect.ignore)

  const release = (child: Child, succeeded: boolean) =>
    Effect.suspend(() => {
      child.jobs++
      if (succeeded && child.alive && !closed && child.jobs < options.maxJobs) {
        rest(child)
        return Effect.void
      }
      kill(child)
      return closed ? Effect.void : Effect.forkIn(warm(0), scope)
    })

  return {
    use: (job) =>
      semaphore.withPermit(
        Effect.uninterruptibleMask((restore) =>
          Effect.flatMap(restore(take), (child) =>
            Effect.forkIn(warm(200), scope).pipe(
              Effect.andThen(restore(job(child))),
              Effect.onExit((exit) => release(child, Exit.isSuccess(exit)))
            ))
        )
      )
  }
})
