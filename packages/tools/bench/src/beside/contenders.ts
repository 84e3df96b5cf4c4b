/** Runs the process of one commit for a row. */
import { type ChildProcess, fork, spawn } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { type Answered, load } from "../httpLoad.ts"
import { processorTime } from "../processorTime.ts"
import type { Tree } from "./tree.ts"

export interface Contender {
  readonly turn: () => Promise<number>
  readonly stop: () => void
}

/** Milliseconds for the process to finish background work after a turn. */
const SETTLE_MILLISECONDS = 50

const measured = async (pid: number, work: () => Promise<number>): Promise<number> => {
  const before = processorTime(pid)
  const units = await work()
  await new Promise((resolve) => setTimeout(resolve, SETTLE_MILLISECONDS))
  return (processorTime(pid) - before) / units
}

const nextMessage = (child: ChildProcess, name: string): Promise<unknown> =>
  new Promise((resolve, reject) => {
    const ended = () => reject(new Error(`${name} ended`))
    child.once("exit", ended)
    child.once("message", (message) => {
      child.off("exit", ended)
      resolve(message)
    })
  })

export const probe = async (tree: Tree, row: string, argument?: string): Promise<Contender> => {
  const name = `${row} of ${tree.name}`
  const child = fork(join(import.meta.dirname, "probe.ts"), [
    row,
    tree.bench,
    ...argument === undefined ? [] : [argument]
  ], {
    cwd: tree.root
  })
  await nextMessage(child, name)
  return {
    turn: () =>
      measured(child.pid!, async () => {
        const reply = nextMessage(child, name)
        child.send("turn")
        return (await reply as { readonly units: number }).units
      }),
    stop: () => void child.kill("SIGKILL")
  }
}

/** The search request of the `httpApi` benchmark. */
const REQUEST_BODY = JSON.stringify({ query: "effect typed errors", limit: 10 })
const REQUEST = `POST /v2/search HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\ncontent-length: ${
  Buffer.byteLength(REQUEST_BODY)
}\r\n\r\n${REQUEST_BODY}`

const CONNECTIONS = 64

export interface Server extends Contender {
  readonly last: () => Answered | undefined
}

export const server = async (tree: Tree, kind: "bare" | "stub" | "pipeline"): Promise<Server> => {
  const folder = mkdtempSync(join(tmpdir(), "dunlin-bench-"))
  const child = spawn(process.execPath, [join(tree.bench, "src/httpApi.ts"), kind], {
    cwd: tree.root,
    env: { ...process.env, DUNLIN_DATA: folder },
    stdio: ["ignore", "pipe", "inherit"]
  })
  const port = await new Promise<number>((resolve, reject) => {
    child.stdout.on("data", (chunk) => {
      const port = /port (\d+)/.exec(String(chunk))?.[1]
      if (port !== undefined) resolve(Number(port))
    })
    child.on("close", () => reject(new Error(`the ${kind} server of ${tree.name} ended`)))
  })
  let answered: Answered | undefined
  return {
    last: () => answered,
    turn: () =>
      measured(child.pid!, async () => {
        answered = await load({ port, request: REQUEST, connections: CONNECTIONS, seconds: 1 })
        return answered.count
      }),
    stop: () => {
      child.kill("SIGKILL")
      rmSync(folder, { recursive: true, force: true })
    }
  }
}
