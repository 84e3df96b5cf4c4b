/** Crawls 600 pages for one team, with one process on SQLite and with two workers on PostgreSQL. */
import { Effect, Exit, Redacted, Scope } from "effect"
import { fork } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout } from "node:timers/promises"
import { program } from "../../../../../.config/program.mjs"
import * as servers from "../../../../cache/test/servers.ts"
import { start, startWorker } from "../../../../dunlin/test/serverProcess.ts"
import { serverTime } from "../jobs/serverTime.ts"
import type { Queue } from "./setting.ts"

/** Milliseconds of a tick of processor time on Linux (USER_HZ). */
const MILLISECONDS_PER_TICK = 10

const cpuOf = (pid: number) => {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").replace(/^.*\) /, "").split(" ")
  return (Number(fields[11]) + Number(fields[12])) * MILLISECONDS_PER_TICK
}

const environmentOf = (queue: Queue, folder: string): Record<string, string> =>
  queue === "own" ? {} : {
    NODE_OPTIONS: `--import=${new URL("usePgBoss.mjs", import.meta.url).href}`,
    PG_BOSS_FOLDER: folder
  }

export const crawl600 = async ({ folder: ofPgBoss = "", queue = "own", workers }: {
  readonly workers: number
  readonly queue?: Queue
  readonly folder?: string
}) => {
  const folder = mkdtempSync(join(tmpdir(), "dunlin-turns-"))
  const scope = Effect.runSync(Scope.make())
  const site = fork(join(import.meta.dirname, "site.ts"))
  const ends: Array<() => unknown> = [() => site.kill("SIGKILL")]
  try {
    const address = await new Promise<string>((resolve) => site.once("message", (told) => resolve(String(told))))
    const url = workers > 0
      ? Redacted.value((await Effect.runPromise(Scope.provide(servers.postgres({ durable: true }), scope))).url)
      : undefined
    const env = {
      DUNLIN_DATA: folder,
      DUNLIN_EGRESS_ALLOW: address,
      ...(url === undefined ? {} : { DUNLIN_DATABASE_URL: url }),
      ...environmentOf(queue, ofPgBoss)
    }
    // Users start a bundle, whose processes start in half the processor time of the sources.
    const { file } = await program()
    const server = await start({ ...env, DUNLIN_WORKERS: workers === 0 ? "16" : "0" }, file)
    ends.push(() => server.stop("SIGKILL"))
    const working = Array.from({ length: workers }, () => startWorker(env, ["--concurrency", "16"], file))
    for (const worker of working) ends.push(() => worker.stop("SIGKILL"))
    while (!working.every((worker) => worker.output().includes("\n"))) await setTimeout(50)
    await setTimeout(1000)
    const pids = [server.pid, ...working.map(({ pid }) => pid)]
    const cpu = () => pids.reduce((sum, pid) => sum + cpuOf(pid), 0)
    const before = { at: performance.now(), cpu: cpu(), database: url === undefined ? 0 : serverTime(url) }
    const headers = { "content-type": "application/json" }
    const body = JSON.stringify({
      url: `http://${address}/`,
      limit: 700,
      scrapeOptions: { maxAge: 0, formats: ["markdown"] }
    })
    const { id } = await (await fetch(`${server.url}/v2/crawl`, { method: "POST", headers, body })).json() as {
      readonly id: string
    }
    for (;;) {
      const { completed, status } = await (await fetch(`${server.url}/v2/crawl/${id}?limit=1`)).json() as {
        readonly completed: number
        readonly status: string
      }
      if (status === "scraping") {
        await setTimeout(250)
        continue
      }
      const { errors } = await (await fetch(`${server.url}/v2/crawl/${id}/errors`)).json() as {
        readonly errors: ReadonlyArray<{ readonly error: string }>
      }
      return {
        pages: completed,
        status,
        // A starved machine lets pages time out, and a job with failed pages is completed too.
        ...(errors.length > 0 ? { failed: errors.map(({ error }) => error) } : {}),
        seconds: (performance.now() - before.at) / 1000,
        nodeMs: (cpu() - before.cpu) / completed,
        databaseMs: url === undefined ? 0 : (serverTime(url) - before.database) / completed
      }
    }
  } finally {
    for (const end of ends.toReversed()) await end()
    await Effect.runPromise(Scope.close(scope, Exit.void))
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}
