/**
 * Runs an external program on untrusted input: with limits for memory, time and output, and without the host's
 * environment.
 */
import * as Effect from "effect/Effect"
import { spawn, spawnSync } from "node:child_process"
import { existsSync } from "node:fs"
import { constants, getPriority, setPriority } from "node:os"
import { delimiter, isAbsolute, join } from "node:path"

export interface Failure {
  readonly detail: string
}

export interface Command {
  readonly command: string
  readonly args: ReadonlyArray<string>
  readonly stdin?: Uint8Array | undefined
  readonly env?: Readonly<Record<string, string>>
  /** Milliseconds after which it is killed. */
  readonly timeout: number
  /** Bytes of output after which the program is killed. */
  readonly maxOutput: number
  /** Memory limit in bytes, if the system can enforce it. */
  readonly memory: number
}

/** Returns the path of a program, found like in a shell. */
export const find = (name: string): string | undefined => {
  if (isAbsolute(name)) return existsSync(name) ? name : undefined
  const endings = process.platform === "win32" ? [".exe", ".cmd", ""] : [""]
  for (const folder of (process.env.PATH ?? "").split(delimiter)) {
    if (folder === "") continue
    for (const ending of endings) {
      const path = join(folder, name + ending)
      if (existsSync(path)) return path
    }
  }
  return undefined
}

/** `prlimit --data` limits the memory that a program allocates. Linux only. */
export const prlimit: string | undefined = process.platform === "linux" ? find("prlimit") : undefined

let deathSignal: ReadonlyArray<string> | undefined

/**
 * Returns the command that ends a child program together with this process. A suspended or busy child would not
 * notice that its parent has ended.
 */
const endingWithHost = (): ReadonlyArray<string> => {
  if (deathSignal !== undefined) return deathSignal
  const setpriv = process.platform === "linux" ? find("setpriv") : undefined
  const prefix = setpriv === undefined ? [] : [setpriv, "--pdeathsig", "KILL", "--"]
  // The `setpriv` of BusyBox does not have this option.
  const works = prefix.length > 0 &&
    spawnSync(prefix[0]!, [...prefix.slice(1), "true"], { stdio: "ignore" }).status === 0
  return deathSignal = works ? prefix : []
}

/** Whether the system can end a program together with this one. */
export const endsWithHost = (): boolean => endingWithHost().length > 0

/**
 * Returns the program and arguments that run a command with a memory limit in bytes, if the system supports it.
 * `stack` is the stack size per thread, if the default is too large.
 */
export const bounded = (
  memory: number,
  command: ReadonlyArray<string>,
  stack?: number
): readonly [program: string, args: Array<string>] => {
  const stacks = stack === undefined ? [] : [`--stack=${stack}:`]
  const limit = prlimit === undefined ? [] : [prlimit, `--data=${memory}`, ...stacks, "--core=0", "--"]
  const [program, ...args] = [...endingWithHost(), ...limit, ...command]
  return [program!, args]
}

/** Gives a program a low priority, because OCR takes seconds and other requests should run first. */
const later = (pid: number | undefined): void => {
  try {
    if (pid !== undefined) {
      setPriority(
        pid,
        Math.min(constants.priority.PRIORITY_LOW, getPriority() + constants.priority.PRIORITY_BELOW_NORMAL)
      )
    }
  } catch {
    // The program has already ended, or the system does not support priorities.
  }
}

export const run = (command: Command): Effect.Effect<Uint8Array, Failure> =>
  Effect.callback<Uint8Array, Failure>((resume) => {
    const child = spawn(...bounded(command.memory, [command.command, ...command.args]), {
      env: { LC_ALL: "C", ...command.env },
      stdio: ["pipe", "pipe", "ignore"],
      windowsHide: true
    })
    later(child.pid)
    const chunks: Array<Uint8Array> = []
    let size = 0
    let done = false
    const finish = (result: Effect.Effect<Uint8Array, Failure>) => {
      if (done) return
      done = true
      clearTimeout(timer)
      child.kill("SIGKILL")
      resume(result)
    }
    const timer = setTimeout(() => finish(Effect.fail({ detail: "out of time" })), command.timeout)
    child.stdout.on("data", (chunk: Uint8Array) => {
      size += chunk.length
      if (size > command.maxOutput) return finish(Effect.fail({ detail: "too much output" }))
      chunks.push(chunk)
    })
    child.once("error", () => finish(Effect.fail({ detail: "does not start" })))
    child.once(
      "close",
      (code, signal) =>
        finish(
          code === 0 ? Effect.succeed(Buffer.concat(chunks)) : Effect.fail({ detail: signal ?? `exit code ${code}` })
        )
    )
    // A program that does not read all of its input must not fail this process.
    child.stdin.on("error", () => {})
    child.stdin.end(command.stdin)
    return Effect.sync(() => {
      done = true
      clearTimeout(timer)
      child.kill("SIGKILL")
    })
  })
