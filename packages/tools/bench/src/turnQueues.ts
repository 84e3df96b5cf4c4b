// Compares the job queue with pg-boss 12 in one run: npm run bench -- turnQueues
// [--only=suite,cost,claims,workers,lost,crawl] [--queues=own,pg-boss] [--repeat=3] [--counts=1,8] [--pause=2000]
// [--folder=…]
//
// `suite`: the checks of `JobStore` over pg-boss. `cost`: loops in one process that claim, renew and settle. `claims`: a
// claim while jobs are blocked. `workers`: processes whose pages are pauses. `lost`: one of three processes is killed or
// suspended. `crawl`: 600 pages of one team by one and two workers of 16 pages, compared with one process on SQLite. Processor
// times are from Linux. pg-boss is installed in a scratch folder, or loaded from `--folder`.
import { execFileSync } from "node:child_process"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { isInstalled } from "../../../common/test/components.ts"
import { optionOf } from "./options.ts"
import { costOfClaims, costOfPages } from "./turnQueues/costs.ts"
import { crawl600 } from "./turnQueues/crawls.ts"
import { addUp, lose } from "./turnQueues/processes.ts"
import type { Queue } from "./turnQueues/setting.ts"
import { suite } from "./turnQueues/suite.ts"

const rounded = (_: string, value: unknown) => typeof value === "number" ? Math.round(value * 100) / 100 : value
const tell = (name: string, queue: string, figures: object) => {
  console.log(`| ${name} | ${queue} | ${JSON.stringify(figures, rounded)} |`)
}

const withPgBoss = async (given: string | undefined, body: (folder: string) => Promise<void>) => {
  if (given !== undefined) return body(given)
  const folder = mkdtempSync(join(tmpdir(), "dunlin-bench-turns-"))
  try {
    writeFileSync(join(folder, "package.json"), JSON.stringify({ private: true, type: "module" }))
    execFileSync("npm", ["i", "--no-audit", "--no-fund", "--loglevel=error", "pg-boss@12.38.0"], { cwd: folder })
    await body(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

export const run = async (args: ReadonlyArray<string>) => {
  if (!isInstalled("PostgreSQL")) return
  const only = (optionOf(args, "only") ?? "suite,cost,claims,workers,lost,crawl").split(",")
  const queues = (optionOf(args, "queues") ?? "own,pg-boss").split(",") as ReadonlyArray<Queue>
  const repeat = Number(optionOf(args, "repeat") ?? 3)
  const counts = (optionOf(args, "counts") ?? "1,8").split(",").map(Number)
  const pause = Number(optionOf(args, "pause") ?? 2000)
  await withPgBoss(optionOf(args, "folder"), async (folder) => {
    const both = async (name: string, measured: (queue: Queue) => Promise<object>, times = 1) => {
      for (let turn = 0; turn < times; turn++) {
        for (const queue of queues) tell(name, queue, await measured(queue))
      }
    }
    if (only.includes("suite")) tell("suite", "pg-boss", await suite(folder))
    for (const [most, pages] of only.includes("cost") ? [[1, 1000], [16, 4000]] as const : []) {
      await both(`${most} pages a claim`, (queue) => costOfPages(queue, folder, { most, pages }), repeat)
    }
    for (const blocked of only.includes("claims") ? [0, 1000, 100_000] : []) {
      await both(`a claim beside ${blocked} jobs`, (queue) => costOfClaims(queue, folder, { blocked, claims: 30 }))
    }
    for (const count of only.includes("workers") ? counts : []) {
      await both(`${count} workers`, (queue) => addUp(queue, folder, { count, pause, seconds: 8 * pause / 1000 }))
    }
    for (const signal of only.includes("lost") ? ["SIGKILL", "SIGSTOP"] as const : []) {
      await both(signal, (queue) => lose(queue, folder, signal))
    }
    for (let turn = 0; turn < (only.includes("crawl") ? repeat : 0); turn++) {
      tell("600 pages, 1 process", "SQLite", await crawl600({ workers: 0 }))
      for (const workers of [1, 2]) {
        await both(`600 pages, workers: ${workers}`, (queue) => crawl600({ workers, queue, folder }))
      }
    }
  })
}
