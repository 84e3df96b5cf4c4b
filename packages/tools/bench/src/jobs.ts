// Pages/s through the job store, with one, two and four processes that work on pages: npm run bench -- jobs
// [--pages=10000] [--concurrency=16] [--pause=5] [--processes=1,2,4] [--stores=sqlite,postgres]
//
// `--stores=sqlite,postgres,bullmq` adds BullMQ on Redis, which is installed in a scratch folder.
//
// Reading a page is a pause, so the bench measures the store: claiming, settling, and storing a result of 2 kB.
// Processor time includes all working processes and PostgreSQL. `of linear` is pages/s divided by those of the store's
// first row times the number of processes. It is meaningful only while processors are idle (`idle`).
import { JobStore, PostgresJobStore, SqliteJobStore } from "@dunlin/jobs"
import { Effect, Exit, type Layer, Redacted, Scope } from "effect"
import { type ChildProcess, execFileSync, fork } from "node:child_process"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { createRequire } from "node:module"
import { cpus, tmpdir } from "node:os"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import * as servers from "../../../cache/test/servers.ts"
import { isInstalled } from "../../../common/test/components.ts"
import { serverTime } from "./jobs/serverTime.ts"
import { optionOf } from "./options.ts"

const HOSTS_OF_JOBS = 50

const machineTime = () => {
  const times = cpus().map((cpu) => cpu.times)
  return {
    idle: times.reduce((sum, { idle }) => sum + idle, 0),
    all: times.reduce((sum, { idle, irq, nice, sys, user }) => sum + idle + irq + nice + sys + user, 0)
  }
}

const idleSince = (before: ReturnType<typeof machineTime>): number => {
  const now = machineTime()
  return (now.idle - before.idle) / (now.all - before.all)
}

interface Round {
  readonly idle: number
  readonly perSecond: number
  readonly cpu: number
  readonly server: number
  readonly rss: number
}

const round = async (
  store: "sqlite" | "postgres",
  layer: Layer.Layer<JobStore.JobStore, unknown>,
  address: string,
  options: { readonly pages: number; readonly processes: number; readonly args: ReadonlyArray<string> }
): Promise<Round> => {
  const { pages, processes } = options
  const children: Array<ChildProcess> = []
  const id = `bench-${processes}`
  const work = Effect.gen(function*() {
    const jobs = yield* JobStore.JobStore
    yield* Effect.promise(() =>
      Promise.all(Array.from({ length: processes }, () => {
        const child = fork(join(import.meta.dirname, "jobs/worker.ts"), [store, address, ...options.args])
        children.push(child)
        return new Promise((resolve) => child.once("message", resolve))
      }))
    )
    const before = store === "postgres" ? serverTime(address) : 0
    const begun = performance.now()
    const machine = machineTime()
    yield* jobs.submit({
      id,
      team: "bench",
      kind: "batch",
      spec: {},
      pages: Array.from({ length: pages }, (_, at) => {
        const url = `https://site${at % HOSTS_OF_JOBS}.example/${at}`
        return { key: url, url }
      })
    })
    for (;;) {
      const { counts, state } = yield* jobs.get({ team: "bench", job: id })
      if (state !== "running") {
        if (counts.done !== pages) {
          return yield* Effect.die(new Error(`the job ended with only ${counts.done} of ${pages} pages done`))
        }
        break
      }
      yield* Effect.sleep(50)
    }
    const seconds = (performance.now() - begun) / 1000
    const idle = idleSince(machine)
    const reports = yield* Effect.promise(() =>
      Promise.all(children.map((child) =>
        new Promise<{ readonly cpu: number; readonly rss: number }>((resolve) => {
          child.once("message", (report) => resolve(report as { readonly cpu: number; readonly rss: number }))
          child.send("end")
        })
      ))
    )
    const after = store === "postgres" ? serverTime(address) : 0
    return {
      idle,
      perSecond: pages / seconds,
      cpu: reports.reduce((sum, { cpu }) => sum + cpu, 0) / pages,
      server: (after - before) / pages,
      rss: Math.max(...reports.map(({ rss }) => rss)) / 2 ** 20
    }
  })
  return await Effect.runPromise(Effect.scoped(Effect.provide(work, layer))).finally(() => {
    for (const child of children) child.kill("SIGKILL")
  })
}

/** Runs the same work on BullMQ, without teams, hosts and pauses. A BullMQ job is a page. */
const bullmq = async (
  folder: string,
  address: string,
  { args, pages, processes }: {
    readonly pages: number
    readonly processes: number
    readonly args: ReadonlyArray<string>
  }
): Promise<Round> => {
  const { Queue } = await import(pathToFileURL(createRequire(join(folder, "x.js")).resolve("bullmq")).href)
  const { hostname, port } = new URL(address)
  const queue = new Queue("bench", { connection: { host: hostname, port: Number(port) } })
  const children = Array.from(
    { length: processes },
    () => fork(join(import.meta.dirname, "jobs/bullmq.ts"), [folder, address, ...args])
  )
  try {
    await Promise.all(children.map((child) =>
      new Promise((resolve, reject) => {
        child.once("message", resolve)
        child.once("exit", (code) => reject(new Error(`A worker of BullMQ ended with ${code}`)))
      })
    ))
    const before = serverTime(address)
    const done = await queue.getJobCountByTypes("completed")
    const begun = performance.now()
    const machine = machineTime()
    await queue.addBulk(
      Array.from(
        { length: pages },
        (_, at) => ({ name: "page", data: { url: `https://site${at % HOSTS_OF_JOBS}.example/${at}` } })
      )
    )
    while (await queue.getJobCountByTypes("completed") < done + pages) await new Promise((next) => setTimeout(next, 50))
    const seconds = (performance.now() - begun) / 1000
    const idle = idleSince(machine)
    const reports = await Promise.all(
      children.map((child) =>
        new Promise<{ readonly cpu: number; readonly rss: number }>((resolve) => {
          child.once("message", (report) => resolve(report as { readonly cpu: number; readonly rss: number }))
          child.send("end")
        })
      )
    )
    return {
      idle,
      perSecond: pages / seconds,
      cpu: reports.reduce((sum, { cpu }) => sum + cpu, 0) / pages,
      server: (serverTime(address) - before) / pages,
      rss: Math.max(...reports.map(({ rss }) => rss)) / 2 ** 20
    }
  } finally {
    for (const child of children) child.kill("SIGKILL")
    await queue.close()
  }
}

export const run = async (args: ReadonlyArray<string>) => {
  const pages = Number(optionOf(args, "pages") ?? "10000")
  const counts = (optionOf(args, "processes") ?? "1,2,4").split(",").map(Number)
  const work = [optionOf(args, "concurrency") ?? "16", optionOf(args, "pause") ?? "5"]
  console.log(
    "| store | processes | pages/s | of linear | idle | ms of workers a page | of the database | MB |\n" +
      "| --- | --- | --- | --- | --- | --- | --- | --- |"
  )
  const single = new Map<string, number>()
  const tell = (store: string, processes: number, { cpu, idle, perSecond, rss, server }: Round) => {
    if (!single.has(store)) single.set(store, perSecond / processes)
    const share = (perSecond / processes / single.get(store)!).toFixed(2)
    const times = `${cpu.toFixed(2)} | ${server.toFixed(2)} | ${rss.toFixed(0)}`
    console.log(
      `| ${store} | ${processes} | ${perSecond.toFixed(0)} | ${share} | ${(idle * 100).toFixed(0)} % | ${times} |`
    )
  }
  const stores = (optionOf(args, "stores") ?? "sqlite,postgres").split(",")
  const folder = mkdtempSync(join(tmpdir(), "dunlin-bench-jobs-"))
  const scope = Effect.runSync(Scope.make())
  try {
    for (const processes of stores.includes("sqlite") ? counts : []) {
      const file = join(folder, `${processes}.sqlite`)
      const layer = SqliteJobStore.layer({ file })
      tell("SQLite", processes, await round("sqlite", layer, file, { pages, processes, args: work }))
    }
    if (stores.includes("bullmq") && isInstalled("redis-server")) {
      const redis = await Effect.runPromise(Scope.provide(servers.redis({ durable: true }), scope))
      const peer = optionOf(args, "folder") ?? folder
      if (peer === folder) {
        writeFileSync(join(folder, "package.json"), JSON.stringify({ private: true, type: "module" }))
        execFileSync("npm", ["i", "--no-audit", "--no-fund", "--loglevel=error", "bullmq@6.7.0", "ioredis@5"], {
          cwd: folder
        })
      }
      for (const processes of counts) {
        tell(
          "BullMQ, Redis",
          processes,
          await bullmq(peer, Redacted.value(redis.url), { pages, processes, args: work })
        )
      }
    }
    if (!stores.includes("postgres") || !isInstalled("PostgreSQL")) return
    const server = await Effect.runPromise(Scope.provide(servers.postgres({ durable: true }), scope))
    const address = Redacted.value(server.url)
    for (const processes of counts) {
      const layer = PostgresJobStore.layer({ url: server.url })
      tell("PostgreSQL", processes, await round("postgres", layer, address, { pages, processes, args: work }))
    }
  } finally {
    await Effect.runPromise(Scope.close(scope, Exit.void))
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}
