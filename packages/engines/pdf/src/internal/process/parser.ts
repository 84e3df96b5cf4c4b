/**
 * Starts and controls one parser process. It has a memory limit and does not get the host's environment. A process
 * that does not respond is killed.
 */
import * as Effect from "effect/Effect"
import * as Queue from "effect/Queue"
import { type ChildProcess, fork } from "node:child_process"
import { readFileSync } from "node:fs"
import type { Socket } from "node:net"
import { fileURLToPath } from "node:url"
import * as PdfError from "../../PdfError.ts"
import { bounded, endsWithHost, prlimit } from "../../Program.ts"
import * as PackageFile from "../packageFile.ts"
import * as CacheFolder from "./cacheFolder.ts"
import { heapFor, THREAD_STACK } from "./memory.ts"
import type { Engine, FromChild, ToChild } from "./protocol.ts"

export interface Child {
  readonly ready: Effect.Effect<void, PdfError.Reason>
  readonly send: (message: ToChild) => Effect.Effect<void, PdfError.Reason>
  readonly receive: Effect.Effect<FromChild, PdfError.Reason>
  readonly isPreparing: () => boolean
  readonly used: () => number
  /**
   * Suspends or resumes the process. If the system cannot end a process together with its host, it is never
   * suspended.
   */
  readonly goOn: (may: boolean) => void
  /** Sets whether the process keeps its host alive, which it should only while it works. */
  readonly keepsHost: (keeps: boolean) => void
  readonly isAlive: () => boolean
  readonly kill: () => void
  /** Whether a second processor was idle when the job started. */
  hasRoom: boolean
  jobs: number
  resident: number
}

export interface Options {
  readonly engine: Engine
  /** Folder of the library; the installed package by default. */
  readonly library?: string | undefined
  /** Bytes of data that a process may allocate. */
  readonly memory: number
}

/**
 * Time after which a start fails. A start takes half a second of processor time. Waiting callers have their own
 * timeout, so this one only ends a process that hangs, even on a busy machine.
 */
const START_TIMEOUT = "5 minutes"

const entry = PackageFile.find(import.meta.url, "internal/process/parser", "internal/process/child")

// Windows starts no process without these variables. Other variables of the host are not passed on.
const environment = (): Record<string, string> => {
  const folder = CacheFolder.find()
  return {
    ...Object.fromEntries(
      ["SystemRoot", "SystemDrive"].flatMap((name) =>
        process.env[name] === undefined ? [] : [[name, process.env[name]]]
      )
    ),
    ...(folder === undefined ? {} : { NODE_COMPILE_CACHE: folder })
  }
}

/** Returns the address space that V8 reserves for code. All of it counts as data, although hardly any is used. */
const reservedForCode = (): number => {
  try {
    const mappings = readFileSync("/proc/self/maps", "latin1").matchAll(/^([0-9a-f]+)-([0-9a-f]+) rwxp/gm)
    return [...mappings].reduce((sum, [, from, to]) => sum + parseInt(to!, 16) - parseInt(from!, 16), 0)
  } catch {
    return 0
  }
}

/** Whether the runtime is Node, because other runtimes accept only some of V8's flags. */
const isNode = !("bun" in process.versions || "deno" in process.versions)

/**
 * Whether the memory of a child can be limited by a wrapper program. Deno starts child processes directly, so the
 * child checks its own limits.
 */
const canBound = !("deno" in process.versions)

const flagsOfNode = (memory: number): ReadonlyArray<string> => {
  const heap = heapFor(memory)
  // With a memory limit, V8 starts with a small heap and collects garbage all the time. A large initial heap saves a
  // third of the time, and a larger young generation a tenth.
  return [
    `--max-old-space-size=${heap.old}`,
    `--initial-old-space-size=${heap.initialOld}`,
    `--min-semi-space-size=${Math.ceil(heap.youngHalf / 2)}`,
    `--max-semi-space-size=${heap.youngHalf}`,
    // A starting process reads a few small documents. V8's optimising compiler, which starts after 3000 calls, would
    // cost more than it saves there.
    "--always-sparkplug",
    "--invocation-count-for-maglev=3000",
    "--invocation-count-for-turbofan=30000",
    "--expose-gc",
    "--no-warnings"
  ]
}

const forkParser = (entry: URL, options: Options): ChildProcess => {
  const command = [process.execPath, ...isNode ? flagsOfNode(options.memory) : []]
  const [execPath, execArgv] = canBound
    ? bounded(options.memory + reservedForCode(), command, THREAD_STACK)
    : [process.execPath, []]
  return fork(
    fileURLToPath(entry),
    [
      options.engine,
      String(options.memory),
      canBound && prlimit !== undefined ? "" : "watchMemory",
      canBound && endsWithHost() ? "" : "watchHost",
      options.library ?? ""
    ],
    {
      execPath,
      execArgv,
      env: environment(),
      serialization: "advanced",
      stdio: ["ignore", "ignore", "pipe", "ipc"],
      windowsHide: true
    }
  )
}

/** Milliseconds of a tick of processor time on Linux, where `USER_HZ` is 100. */
const MILLIS_PER_CPU_TICK = 10

/**
 * Returns the processor time of a process in milliseconds, in steps of ten; `undefined` if the system does not report
 * it, or the process has ended.
 */
const processorTime = (pid: number | undefined): number | undefined => {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, "latin1").replace(/^.*\) /s, "").split(" ")
    return (Number(fields[11]) + Number(fields[12])) * MILLIS_PER_CPU_TICK
  } catch {
    return undefined
  }
}

// Signals with which V8 and libc end a process if an allocation fails. SIGKILL is from the watchdog or the kernel.
const memorySignals = new Set(["SIGABRT", "SIGTRAP", "SIGILL", "SIGSEGV", "SIGBUS", "SIGKILL"])

/** Exit codes of a shell for SIGTRAP and SIGABRT. */
const memoryCodes = new Set([128 + 5, 128 + 6])

interface Held {
  readonly ref?: () => unknown
  readonly unref?: () => unknown
}

const LAST_WORDS = 8192

/**
 * Returns the last message of V8 or libc, or the class of an uncaught error. The message of such an error is omitted,
 * because it may contain text of the document.
 */
const lastWords = (text: string): string | undefined =>
  /^FATAL ERROR: (.{1,200})$/m.exec(text)?.[1] ?? /^# (Fatal .{1,200})$/m.exec(text)?.[1] ??
    /^(terminate called after throwing an instance of '[\w:]{1,60}')/m.exec(text)?.[1] ??
    /^(?:Uncaught )?(\w{0,40}(?:Error|Exception))\b/m.exec(text)?.[1]

interface End {
  readonly code: number | null
  readonly signal: string | null
  readonly words: string
}

const endReason = (options: Options, { code, signal, words }: End): PdfError.Reason => {
  const output = lastWords(words)
  const outOfMemory = output === undefined
    ? signal !== null && memorySignals.has(signal) || code !== null && memoryCodes.has(code)
    : /memory|alloc|heap limit/i.test(output)
  return outOfMemory
    ? new PdfError.MemoryLimit({ limit: options.memory, ...(output === undefined ? {} : { detail: output }) })
    : new PdfError.Crashed({
      detail: [signal ?? `exit code ${code}`, ...(output === undefined ? [] : [output])].join(": ")
    })
}

/** Waits for the first message of a process. A process that sends another first message cannot run the engine. */
const readyAfter = (
  first: Effect.Effect<FromChild, PdfError.Reason>
): Effect.Effect<void, PdfError.Reason> =>
  first.pipe(
    Effect.timeoutOrElse({
      duration: START_TIMEOUT,
      orElse: () => Effect.fail(new PdfError.Unavailable({ detail: "the parser process did not start in time" }))
    }),
    Effect.mapError((reason) =>
      reason._tag === "Unavailable" ? reason : new PdfError.Unavailable({
        detail: reason._tag === "Crashed" ? `the parser process exits at once: ${reason.detail}` : reason._tag
      })
    ),
    Effect.flatMap((message) =>
      message.kind === "failed" ? Effect.fail(new PdfError.Unavailable({ detail: message.detail })) : Effect.void
    )
  )

export const spawn = Effect.fnUntraced(function*(options: Options): Effect.fn.Return<Child, PdfError.Reason> {
  if (entry === undefined) return yield* Effect.fail(new PdfError.Unavailable({ detail: PackageFile.advice }))
  const messages = yield* Queue.unbounded<FromChild>()
  const process = yield* Effect.try({
    try: () => forkParser(entry, options),
    catch: (cause) => new PdfError.Unavailable({ detail: "the parser process does not start", cause })
  })
  // The standard error of a child is a pipe, which may keep the host alive.
  const stderr = process.stderr as Socket | null
  let words = ""
  stderr?.setEncoding("latin1").on("data", (text: string) => {
    words = (words + text).slice(-LAST_WORDS)
  })
  let alive = true
  let preparing = true
  let isRunning = true
  // If the system does not report processor time, elapsed time is used instead.
  let measured = 0
  let since = performance.now()
  const receive = Effect.flatMap(Queue.take(messages), (message) =>
    message.kind === "exit"
      ? Effect.fail(endReason(options, message))
      : Effect.succeed(message))
  const child: Child = {
    hasRoom: false,
    jobs: 0,
    resident: 0,
    isAlive: () => alive && process.connected,
    isPreparing: () => preparing && alive,
    used: () => {
      const now = performance.now()
      if (isRunning) measured += now - since
      since = now
      return processorTime(process.pid) ?? measured
    },
    goOn: (may) => {
      // A suspended process would survive a killed host.
      if (may === isRunning || !alive || !canBound || !endsWithHost()) return
      child.used()
      isRunning = may
      process.kill(may ? "SIGCONT" : "SIGSTOP")
    },
    kill: () => {
      alive = false
      process.kill("SIGKILL")
    },
    keepsHost: (keeps) => {
      // In Bun, the channel is part of the process.
      const handles: ReadonlyArray<Held | null | undefined> = [process, process.channel, stderr]
      for (const handle of handles) {
        if (keeps) handle?.ref?.()
        else handle?.unref?.()
      }
    },
    send: (message) =>
      Effect.callback<void, PdfError.Reason>((resume) => {
        if (!process.connected) {
          return resume(Effect.fail(endReason(options, { code: process.exitCode, signal: process.signalCode, words })))
        }
        process.send(
          message,
          (error) =>
            resume(
              error === null ? Effect.void : Effect.fail(new PdfError.Crashed({ detail: "the channel is closed" }))
            )
        )
      }),
    receive,
    ready: readyAfter(receive)
  }
  process.on("message", (message: FromChild) => {
    if (message.kind === "warm") preparing = false
    else {
      if (message.kind === "done") child.resident = message.resident
      Queue.offerUnsafe(messages, message)
    }
  })
  process.once("exit", () => {
    alive = false
  })
  const ended = (code: number | null, signal: string | null) => {
    alive = false
    Queue.offerUnsafe(messages, { kind: "exit", code, signal, words })
  }
  // Unlike `exit`, `close` follows the last output of the process.
  process.once("close", ended)
  process.once("error", () => ended(null, null))
  return child
})
