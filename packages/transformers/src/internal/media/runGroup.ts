import { prlimit } from "@dunlin/pdf/Program"
import * as Effect from "effect/Effect"
import { spawn } from "node:child_process"
import { lstat, readdir } from "node:fs/promises"
import { join } from "node:path"

export interface Ended {
  readonly code: number | null
  readonly output: string
  readonly isTooLarge: boolean
}

export interface Command {
  readonly command: string
  readonly args: ReadonlyArray<string>
  readonly folder: string
  readonly env: Readonly<Record<string, string>>
  /** Maximum bytes of a file. All files together may have three times as many. */
  readonly maxFile: number
}

const MAX_OUTPUT_CHARACTERS = 64 * 1024

const CHECK_INTERVAL_MS = 200

/**
 * Runs a command in a process group, which is killed when the command ends or is interrupted. Never fails: if the
 * command does not start, the exit code is `null`.
 */
export const runGroup = (command: Command): Effect.Effect<Ended> =>
  Effect.callback<Ended>((resume) => {
    const [file, args] = prlimit === undefined
      ? [command.command, command.args]
      : [prlimit, [`--fsize=${command.maxFile}`, "--core=0", "--", command.command, ...command.args]]
    const child = spawn(file, args, {
      cwd: command.folder,
      env: { ...command.env },
      stdio: ["ignore", "pipe", "pipe"],
      detached: true,
      windowsHide: true
    })
    let output = ""
    let isTooLarge = false
    let hasEnded = false
    const listen = (chunk: string) => {
      output = (output + chunk).slice(-MAX_OUTPUT_CHARACTERS)
    }
    child.stdout.setEncoding("utf8").on("data", listen)
    child.stderr.setEncoding("utf8").on("data", listen)
    const kill = () => {
      if (child.pid === undefined) return
      try {
        // Kills the whole group, with every process that the command has started.
        process.kill(process.platform === "win32" ? child.pid : -child.pid, "SIGKILL")
      } catch {
        // The group no longer exists.
      }
    }
    const watch = setInterval(() => {
      sizeOf(command.folder).then((size) => {
        if (size <= 3 * command.maxFile || hasEnded) return
        isTooLarge = true
        kill()
      }, () => {})
    }, CHECK_INTERVAL_MS)
    const ended = new Promise<Ended>((resolve) => {
      const finish = (code: number | null) => {
        hasEnded = true
        clearInterval(watch)
        kill()
        resolve({ code, output, isTooLarge })
      }
      child.once("error", () => finish(null))
      child.once("close", finish)
      // A child process may still hold the pipes.
      child.once("exit", kill)
    })
    ended.then((result) => resume(Effect.succeed(result)))
    return Effect.promise(() => {
      kill()
      return ended
    })
  })

const sizeOf = async (folder: string): Promise<number> => {
  let size = 0
  for (const name of await readdir(folder)) size += (await lstat(join(folder, name))).size
  return size
}
