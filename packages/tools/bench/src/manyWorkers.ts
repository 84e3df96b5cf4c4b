// Runs a hundred workers on one PostgreSQL, and measures the database's cost per page for jobs of different sizes:
// npm run bench -- manyWorkers [--workers=100] [--most=16] [--pages=4000] [--sizes=10000,100000,1000000]
//
// The workers are loops in one process that claim and settle through the real store without reading pages. So only the
// database and its client are measured. The result is the database's limit of pages per second, which is the first
// limit of a large installation. The rows of the jobs are written by SQL, because submitting a million pages is not
// measured here.
import { JobStore, PostgresJobStore } from "@dunlin/jobs"
import { Effect, Exit, Redacted, Scope } from "effect"
import * as servers from "../../../cache/test/servers.ts"
import { isInstalled } from "../../../common/test/components.ts"
import { serverTime } from "./jobs/serverTime.ts"
import { optionOf } from "./options.ts"
import { figure } from "./report.ts"

/** Number of hosts of a job. Each allows as many parallel pages as one worker reads. */
const HOSTS_OF_WORKERS = 1000
const lease = 60_000
const connections = 20

const fill = (server: servers.Server, size: number) =>
  Effect.promise(async () => {
    await servers.query(
      server,
      `INSERT INTO job_pages (job, key, seq, url, host, page_rank, state, attempt)
       SELECT 'many', 'https://site' || (i % ${HOSTS_OF_WORKERS}) || '.example/' || i, i,
         'https://site' || (i % ${HOSTS_OF_WORKERS}) || '.example/' || i, 'site' || (i % ${HOSTS_OF_WORKERS}) || '.example', 0, 0, 0
       FROM generate_series(1, ${size - 1}) i`
    )
    await servers.query(
      server,
      `UPDATE jobs SET known = ${size}, total = ${size}, queued = ${size} WHERE id = 'many'`
    )
  })

const round = Effect.fnUntraced(function*(
  options: { readonly size: number; readonly workers: number; readonly most: number; readonly pages: number }
) {
  const { most, pages, size, workers } = options
  const server = yield* servers.postgres({ durable: true })
  const address = Redacted.value(server.url)
  const work = Effect.gen(function*() {
    const store = yield* JobStore.JobStore
    const [first] = [{ key: "https://site0.example/0", url: "https://site0.example/0" }]
    yield* store.submit({ id: "many", team: "bench", kind: "batch", spec: {}, pages: [first!] })
    yield* fill(server, size)
    let settled = 0
    let asked = 0
    const worker = Effect.gen(function*() {
      while (settled < pages) {
        asked++
        const claims = yield* store.claim({ worker: "bench", most, lease })
        yield* Effect.forEach(
          claims,
          (claim) => store.settle({ claim, outcome: { _tag: "Done", result: { url: claim.url }, credits: 1 } }),
          { concurrency: "unbounded", discard: true }
        )
        settled += claims.length
      }
    })
    const before = { server: serverTime(address), own: process.cpuUsage(), at: performance.now() }
    yield* Effect.all(Array.from({ length: workers }, () => worker), { concurrency: "unbounded", discard: true })
    const { system, user } = process.cpuUsage(before.own)
    return {
      settled,
      asked,
      perSecond: settled / (performance.now() - before.at) * 1000,
      server: (serverTime(address) - before.server) / settled,
      own: (system + user) / 1000 / settled
    }
  })
  const layer = PostgresJobStore.layer({ url: server.url, maxConnections: connections, mostPerHost: 1000 })
  return yield* Effect.provide(work, layer)
})

export const run = async (args: ReadonlyArray<string>) => {
  if (!isInstalled("PostgreSQL")) return
  const workers = Number(optionOf(args, "workers") ?? "100")
  const most = Number(optionOf(args, "most") ?? "16")
  const pages = Number(optionOf(args, "pages") ?? "4000")
  console.log(`${workers} workers, ${most} pages at once each`)
  console.log(
    "| pages of the job | pages/s | pages a claim | ms of the database a page | of the client | carried by one processor of the database |"
  )
  console.log("| --- | --- | --- | --- | --- | --- |")
  for (const size of (optionOf(args, "sizes") ?? "10000,100000,1000000").split(",").map(Number)) {
    const scope = Effect.runSync(Scope.make())
    try {
      const { asked, own, perSecond, server, settled } = await Effect.runPromise(
        Scope.provide(round({ size, workers, most, pages }), scope)
      )
      const carried = `${(1000 / server).toFixed(0)}/s`
      console.log(
        `| ${size} | ${perSecond.toFixed(0)} | ${(settled / asked).toFixed(1)} | ${server.toFixed(2)} | ${
          own.toFixed(2)
        } | ${carried} |`
      )
      figure({
        area: `${workers} workers on one database`,
        metric: `database ms per page, in a job with this number of pages: ${size}`,
        ours: Math.round(server * 100) / 100
      })
    } finally {
      await Effect.runPromise(Scope.close(scope, Exit.void))
    }
  }
}
