/** One parser process: started with a memory limit and without the host's environment, and killed rather than waited for. */
import * as Effect from "effect/Effect"
import * as Queue from "effect/Queue"
import { type ChildProcess, fork } from "node:child_process"
import { readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import * as PdfError from "../../../pdf/PdfError.ts"
import * as CacheFolder from "./cacheFolder.ts"
import type { Engine, FromChild, ToChild } from "./protocol.ts"
import { bounded, endsWithHost, prlimit } from "./run.ts"

export type Child = {
  /** Comes when it can take its first job. */
  readonly ready: Effect.Effect<void, PdfError.Reason>
  readonly send: (message: ToChild) => Effect.Effect<void, PdfError.Reason>
  /** The next message of the job; fails when the process ended. */
  readonly receive: Effect.Effect<FromChild, PdfError.Reason>
  /** It starts, or works without a job so as to be fast at its first one. */
  readonly isPreparing: () => boolean
  /** Milliseconds of processor time since it was started. */
  readonly used: () => number
  /** Whether it may go on, or has to stand still; where the system cannot have it end with its host it goes on anyway. */
  readonly goOn: (may: boolean) => void
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

/** V8 sets as much address space aside for code. It counts as data in full, and hardly any of it is used. */
const reservedForCode = (): number => {
  try {
    const mappings = readFileSync("/proc/self/maps", "latin1").matchAll(/^([0-9a-f]+)-([0-9a-f]+) rwxp/gm)
    return [...mappings].reduce((sum, [, from, to]) => sum + parseInt(to!, 16) - parseInt(from!, 16), 0)
  } catch {
    return 0
  }
}

const forkParser = (options: Options): ChildProcess => {
  const heap = Math.floor(options.memory / 1048576 * 0.6)
  // a limited heap starts small and collects garbage all the time: 128 MiB make it a third faster, and room for what is
  // young a tenth
  const flags = [
    `--max-old-space-size=${heap}`,
    "--initial-old-space-size=128",
    "--min-semi-space-size=16",
    "--max-semi-space-size=32",
    // a process that starts reads a few small documents: V8's best code, made after 3000 calls, costs more than it saves
    // before ten times as many
    "--always-sparkplug",
    "--invocation-count-for-maglev=3000",
    "--invocation-count-for-turbofan=30000",
    "--no-warnings"
  ]
  const [execPath, execArgv] = bounded(options.memory + reservedForCode(), [process.execPath, ...flags])
  return fork(
    entry,
    [options.engine, prlimit === undefined ? String(options.memory) : "0", endsWithHost() ? "" : "watch"],
    {
      execPath,
      execArgv,
      env: environment(),
      serialization: "advanced",
      stdio: ["ignore", "ignore", "ignore", "ipc"],
      windowsHide: true
    }
  )
}

/** Milliseconds of processor time of a process, in steps of ten; undefined where the system does not tell, or it ended. */
const processorTime = (pid: number | undefined): number | undefined => {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, "latin1").replace(/^.*\) /s, "").split(" ")
    return (Number(fields[11]) + Number(fields[12])) * 10
  } catch {
    return undefined
  }
}

// V8 and libc end a process that may not allocate with one of these; SIGKILL is the watchdog or the kernel.
const memorySignals = new Set(["SIGABRT", "SIGTRAP", "SIGILL", "SIGSEGV", "SIGBUS", "SIGKILL"])

const endReason = (options: Options, code: number | null, signal: string | null): PdfError.Reason =>
  signal !== null && memorySignals.has(signal) || code === 133 || code === 134
    ? new PdfError.MemoryLimit({ limit: options.memory })
    : new PdfError.Crashed({ detail: signal ?? `exit code ${code}` })

export const spawn = Effect.fnUntraced(function*(options: Options): Effect.fn.Return<Child, PdfError.Reason> {
  const messages = yield* Queue.unbounded<FromChild>()
  const process = yield* Effect.try({
    try: () => forkParser(options),
    catch: (cause) => new PdfError.Unavailable({ detail: "the parser process does not start", cause })
  })
  let alive = true
  let preparing = true
  let goesOn = true
  // where the system does not tell the processor time of a process, it is the time for which it may run
  let measured = 0
  let since = performance.now()
  const receive = Effect.flatMap(Queue.take(messages), (message) =>
    message.kind === "exit"
      ? Effect.fail(endReason(options, message.code, message.signal))
      : Effect.succeed(message))
  const child: Child = {
    jobs: 0,
    resident: 0,
    isAlive: () => alive && process.connected,
    isPreparing: () => preparing && alive,
    used: () => {
      const now = performance.now()
      if (goesOn) measured += now - since
      since = now
      return processorTime(process.pid) ?? measured
    },
    goOn: (may) => {
      // one that stands still would outlive a host that is killed
      if (may === goesOn || !alive || !endsWithHost()) return
      child.used()
      goesOn = may
      process.kill(may ? "SIGCONT" : "SIGSTOP")
    },
    kill: () => {
      alive = false
      process.kill("SIGKILL")
    },
    keepsHost: (keeps) => {
      if (keeps) {
        process.ref()
        process.channel?.ref()
      } else {
        process.unref()
        process.channel?.unref()
      }
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
    receive,
    ready: receive.pipe(
      Effect.timeoutOrElse({
        duration: "30 seconds",
        orElse: () => Effect.fail(new PdfError.Unavailable({ detail: "the parser process does not start in time" }))
      }),
      Effect.mapError((reason) =>
        reason._tag === "Unavailable" ? reason : new PdfError.Unavailable({
          detail: reason._tag === "Crashed" ? `the parser process ends at once: ${reason.detail}` : reason._tag
        })
      ),
      Effect.flatMap((message) =>
        message.kind === "failed" ? Effect.fail(new PdfError.Unavailable({ detail: message.detail })) : Effect.void
      )
    )
  }
  process.on("message", (message: FromChild) => {
    if (message.kind === "warm") preparing = false
    else {
      if (message.kind === "done") child.resident = message.resident
      Queue.offerUnsafe(messages, message)
    }
  })
  const ended = (code: number | null, signal: string | null) => {
    alive = false
    Queue.offerUnsafe(messages, { kind: "exit", code, signal })
  }
  process.once("exit", ended)
  process.once("error", () => ended(null, null))
  return child
})
