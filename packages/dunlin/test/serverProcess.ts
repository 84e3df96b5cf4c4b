// `dunlin serve` as a process of its own, for tests that look at everything a server leaves behind.
import { spawn } from "node:child_process"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { program } from "./commandLine.ts"

// Several servers start in one run: they share what is compiled, with the tests where there is a place for it.
const compileCache = process.env.NODE_COMPILE_CACHE ?? join(tmpdir(), "dunlin-compile-cache")

export interface Running {
  readonly url: string
  readonly pid: number
  /** Everything it printed so far. */
  readonly output: () => string
  /** Sends a signal and waits for the end; answers the exit code. */
  readonly stop: (signal: NodeJS.Signals) => Promise<number | null>
  /** Waits until no further connection is taken. */
  readonly stopsListening: () => Promise<void>
}

const environment = (env: Record<string, string>) => ({
  PATH: process.env.PATH,
  HOME: process.env.HOME,
  DUNLIN_PORT: "0",
  NODE_COMPILE_CACHE: compileCache,
  ...env
})

export interface Working {
  readonly pid: number
  readonly output: () => string
  /** The exit code once it has ended, by itself or not. */
  readonly ended: Promise<number | null>
  readonly stop: (signal: NodeJS.Signals) => Promise<number | null>
}

/** `dunlin worker`, of these sources or of another `file`; it may still be starting. */
export const startWorker = (
  env: Record<string, string>,
  args: ReadonlyArray<string> = [],
  file = program
): Working => {
  const child = spawn(process.execPath, [file, "worker", ...args], {
    env: environment(env),
    stdio: ["ignore", "pipe", "pipe"]
  })
  let output = ""
  const listen = (chunk: Buffer) => output += chunk.toString()
  child.stdout.on("data", listen)
  child.stderr.on("data", listen)
  const ended = new Promise<number | null>((done) => child.on("close", (code) => done(code)))
  return {
    pid: child.pid ?? 0,
    output: () => output,
    ended,
    stop: (signal) => {
      child.kill(signal)
      return ended
    }
  }
}

/** `dunlin serve`, of these sources or of another `file`. */
export const start = (env: Record<string, string>, file = program): Promise<Running> =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [file, "serve"], {
      env: environment(env),
      stdio: ["ignore", "pipe", "pipe"]
    })
    let output = ""
    const ended = new Promise<number | null>((done) => child.on("close", (code) => done(code)))
    const listen = (chunk: Buffer) => {
      output += chunk.toString()
      const url = /"url":"(http:\/\/[^"]+)"/.exec(output)?.[1]
      if (url !== undefined) {
        resolve({
          url,
          pid: child.pid ?? 0,
          output: () => output,
          stop: (signal) => {
            child.kill(signal)
            return ended
          },
          stopsListening: async () => {
            while (await fetch(`${url}/health`, { headers: { connection: "close" } }).then(() => true, () => false));
          }
        })
      }
    }
    child.stdout.on("data", listen)
    child.stderr.on("data", listen)
    void ended.then((code) => reject(new Error(`The server ended with ${code}:\n${output}`)))
  })
