/** One parser process: started with a memory limit and without the host's environment, and killed rather than waited for. */
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Queue from "effect/Queue"
import { type ChildProcess, fork } from "node:child_process"
import { readdirSync, readFileSync } from "node:fs"
import { getPriority, platform, setPriority } from "node:os"
import { fileURLToPath } from "node:url"
import * as PdfError from "../../PdfError.ts"
import * as CacheFolder from "./cacheFolder.ts"
import type { Engine, FromChild, ToChild } from "./protocol.ts"
import { prlimit } from "./run.ts"

export type Child = {
  readonly send: (message: ToChild) => Effect.Effect<void, PdfError.Reason>
  /** The next message of the job; fails when the process ended. */
  readonly receive: Effect.Effect<FromChild, PdfError.Reason>
  /** Nothing of its code is compiled yet. */
  readonly isCold: () => boolean
  /** Lets everything else of this program go first. */
  readonly lower: () => void
  /** Takes that back, and what its start was given, where the system allows it; false where it does not. */
  readonly raise: () => boolean
  /** While it works it keeps the host alive; when it rests it does not. */
  readonly keepsHost: (keeps: boolean) => void
  readonly isAlive: () => boolean
  readonly kill: () => void
  /** Jobs done. */
  jobs: number
  /** Bytes it had in memory after its last job. */
  resident: number
}

export type Options = {
  readonly engine: Engine
  /** Bytes of data a process may allocate. */
  readonly memory: number
}

const extension = import.meta.url.endsWith(".ts") ? ".ts" : ".js"
const entry = fileURLToPath(new URL(`./child${extension}`, import.meta.url))

// Windows starts no process without these; nothing else of the host's environment is passed on.
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

const spawn = (options: Options, spare: boolean): ChildProcess => {
  const heap = Math.floor(options.memory / 1048576 * 0.6)
  // a limited heap starts small and collects garbage all the time: 128 MiB make it a third faster, and room for what is
  // young a tenth
  const flags = [
    `--max-old-space-size=${heap}`,
    "--initial-old-space-size=128",
    "--min-semi-space-size=16",
    "--max-semi-space-size=32",
    "--no-warnings"
  ]
  return fork(
    entry,
    [options.engine, prlimit === undefined ? String(options.memory) : "0", spare ? "spare" : "wanted"],
    {
      execPath: prlimit ?? process.execPath,
      execArgv: prlimit === undefined
        ? flags
        : [`--data=${options.memory}`, "--core=0", "--", process.execPath, ...flags],
      env: environment(),
      serialization: "advanced",
      stdio: ["ignore", "ignore", "ignore", "ipc"],
      windowsHide: true
    }
  )
}

/** Where each thread has a priority of its own, those that collect garbage and compile must not be left out. */
const threads = (pid: number): ReadonlyArray<number> =>
  platform() === "linux" ? readdirSync(`/proc/${pid}/task`).map(Number) : [pid]

/** False when the system refuses it, as it does to raise a priority without the right to, or the process is gone. */
const setNice = (process: ChildProcess, nice: number): boolean => {
  try {
    for (const thread of threads(process.pid!)) setPriority(thread, nice)
    return true
  } catch {
    return false
  }
}

/** Whether a priority that was lowered can be raised again: by root, or with CAP_SYS_NICE. */
export const canRaise = (): boolean => {
  try {
    const effective = /^CapEff:\s*([0-9a-f]+)/m.exec(readFileSync("/proc/self/status", "utf8"))?.[1]
    return effective !== undefined && (BigInt(`0x${effective}`) >> 23n & 1n) === 1n
  } catch {
    return process.getuid?.() === 0
  }
}

/** Steps of priority that a start in advance, and a document that takes its time, are behind all else. */
const behind = { start: 5, work: 10 }

// V8 and libc end a process that may not allocate with one of these; SIGKILL is the watchdog or the kernel.
const memorySignals = new Set(["SIGABRT", "SIGTRAP", "SIGILL", "SIGSEGV", "SIGBUS", "SIGKILL"])

const endReason = (options: Options, code: number | null, signal: string | null): PdfError.Reason =>
  signal !== null && memorySignals.has(signal) || code === 133 || code === 134
    ? new PdfError.MemoryLimit({ limit: options.memory })
    : new PdfError.Crashed({ detail: signal ?? `exit code ${code}` })

/** A spare process is ready later, and faster then. */
export const start = (options: Options, spare: boolean): Effect.Effect<Child, PdfError.Reason> =>
  Effect.gen(function*() {
    const messages = yield* Queue.unbounded<FromChild>()
    const process = yield* Effect.try({
      try: () => spawn(options, spare),
      catch: (cause) => new PdfError.Unavailable({ detail: "the parser process does not start", cause })
    })
    let alive = true
    let lowered = 0
    const lower = (by: number) => {
      if (lowered < by && setNice(process, Math.min(19, getPriority() + by))) lowered = by
    }
    if (spare && canRaise()) lower(behind.start)
    const kill = () => {
      alive = false
      process.kill("SIGKILL")
    }
    const child: Child = {
      jobs: 0,
      resident: 0,
      kill,
      isAlive: () => alive && process.connected,
      keepsHost: (keeps) => {
        if (keeps) {
          process.ref()
          process.channel?.ref()
        } else {
          process.unref()
          process.channel?.unref()
        }
      },
      isCold: () => !spare && child.jobs === 0,
      lower: () => lower(behind.work),
      raise: () => {
        if (lowered > 0 && setNice(process, getPriority())) lowered = 0
        return lowered === 0
      },
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
    process.on("message", (message: FromChild) => {
      if (message.kind === "done") child.resident = message.resident
      Queue.offerUnsafe(messages, message)
    })
    const ended = (code: number | null, signal: string | null) => {
      alive = false
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
      Effect.onExit((exit) => Exit.isSuccess(exit) ? Effect.void : Effect.sync(kill))
    )
    if (ready._tag === "None") {
      kill()
      return yield* new PdfError.Unavailable({ detail: "the parser process does not start in time" })
    }
    if (ready.value.kind === "failed") {
      kill()
      return yield* new PdfError.Unavailable({ detail: ready.value.detail })
    }
    return child
  })
