import { type ChildProcess, execFile, fork } from "node:child_process"
import { join } from "node:path"

/** The command line that tests start: a bundle, as its users start one, or the sources where no bundle was made. */
export const program = process.env.TESTED_PROGRAM ?? join(import.meta.dirname, "../src/bin.ts")

/** What a process of commands is asked to run. */
export interface Asked {
  readonly args: ReadonlyArray<string>
  readonly cwd: string
  readonly env: Record<string, string | undefined>
  readonly stdin: string
}

export interface Ended {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

/** What a command is given: the folder of the tests and an empty stdin unless it is said. */
export type Given = Partial<Asked> & Pick<Asked, "args" | "env">

/** Starts a command as its users do, in a process of its own. */
export const startCommand = ({ args, cwd, env, stdin = "" }: Given, file = program) =>
  new Promise<Ended>((resolve) => {
    const child = execFile(
      process.execPath,
      [file, ...args],
      { cwd, env },
      (error, stdout, stderr) => resolve({ code: error === null ? 0 : Number(error.code ?? -1), stdout, stderr })
    )
    child.stdin?.end(stdin)
  })

let commands: ChildProcess | undefined
const waiting: Array<{ readonly resolve: (ended: Ended) => void; readonly reject: (error: Error) => void }> = []

/** The process of commands, which ends with this one. */
const start = () => {
  const child = fork(join(import.meta.dirname, "commandProcess.ts"), {
    execArgv: [],
    stdio: ["ignore", "inherit", "inherit", "ipc"]
  })
  child.on("message", (ended: Ended) => {
    waiting.shift()?.resolve(ended)
    if (waiting.length === 0) child.channel?.unref()
  })
  child.on("exit", (code) => {
    commands = undefined
    for (const { reject } of waiting.splice(0)) reject(new Error(`the process of commands ended with ${code}`))
  })
  // it holds whoever waits for an answer, and nobody else
  child.unref()
  return child
}

/** Runs a command where its start and end are not what is tested: in a process that runs one after another. */
export const runCommand = ({ args, cwd = process.cwd(), env, stdin = "" }: Given) =>
  new Promise<Ended>((resolve, reject) => {
    commands ??= start()
    waiting.push({ resolve, reject })
    commands.channel?.ref()
    commands.send({ args, cwd, env, stdin } satisfies Asked)
  })
