// Crawls long articles on one and on two processors: npm run bench -- crawlCores [--pages=1500] [--concurrency=16]
// [--rounds=3] [--only=one,two,processes,crawlee] [--folder=...]
//
// Compares, in alternating turns and separate processes, the crawl of jobs without and with an HTML parser thread, and
// with a second process that reads pages, and Crawlee (Apache-2.0) with turndown. Pages per second depend on the load of
// the machine, so compare ratios within a run, and processor time. `busiest` is the processor time of the main thread
// of the busiest process: with enough processors, pages per second are at most 1000 divided by it.
import { execFileSync, fork } from "node:child_process"
import { once } from "node:events"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { Crawled, Task } from "./crawl.ts"
import { optionOf } from "./options.ts"
import { figure } from "./report.ts"

const crawlers = {
  one: { file: "jobCrawl.ts", threads: 0 },
  two: { file: "jobCrawl.ts", threads: 1 },
  processes: { file: "jobCrawl.ts", threads: 0, processes: 1 },
  crawlee: { file: "crawleeCrawl.ts" }
} satisfies Record<string, Pick<Task, "threads" | "processes"> & { readonly file: string }>

type Name = keyof typeof crawlers

const crawlerIn = (file: string, task: Task, ...more: ReadonlyArray<string>) => {
  const program = join(import.meta.dirname, "crawl", file === crawlers.crawlee.file ? file : "nursery.ts")
  return fork(program, [JSON.stringify(task), file, ...more])
}

const inProcess = (file: string, task: Task): Promise<Crawled> =>
  new Promise((resolve, reject) => {
    const child = crawlerIn(file, task)
    child.once("message", (message) => resolve(message as Crawled))
    child.once("exit", (code) => reject(new Error(`${file} ended with ${code}`)))
  })

interface Row {
  readonly perSecond: number
  readonly cpu: number
  readonly busiest: number
  readonly megabytes: number
}

const median = (values: ReadonlyArray<number>): number => values.toSorted((a, b) => a - b)[values.length >> 1]!

export const run = async (args: ReadonlyArray<string>) => {
  const pages = Number(optionOf(args, "pages") ?? 1500)
  const concurrency = Number(optionOf(args, "concurrency") ?? 16)
  const rounds = Number(optionOf(args, "rounds") ?? 3)
  const only = (optionOf(args, "only")?.split(",") ?? Object.keys(crawlers)) as ReadonlyArray<Name>
  const given = optionOf(args, "folder")
  const folder = given ?? mkdtempSync(join(tmpdir(), "dunlin-bench-crawl-"))
  if (only.includes("crawlee") && given === undefined) {
    writeFileSync(join(folder, "package.json"), JSON.stringify({ private: true, type: "module" }))
    execFileSync("npm", ["i", "--no-audit", "--no-fund", "--loglevel=error", "@crawlee/cheerio@3.18.1", "turndown"], {
      cwd: folder,
      stdio: "inherit"
    })
  }
  const site = fork(join(import.meta.dirname, "crawl/articleSite.ts"), [String(pages)])
  const [{ url }] = await once(site, "message") as [{ readonly url: string }]
  const taskOf = (name: Name): Task => ({
    url,
    cap: pages,
    concurrency,
    folder,
    ...crawlers[name],
    isMarkdown: true
  })
  if (only.some((name) => name !== "crawlee")) await once(crawlerIn(crawlers.one.file, taskOf("one"), "load"), "exit")
  console.log(
    `| crawler | pages | s | pages/s | CPU ms/page | busiest ms/page | CPU cores used | MB |\n|${" --- |".repeat(8)}`
  )
  const all = new Map<Name, Array<Row>>()
  for (let round = 0; round < rounds; round++) {
    for (const name of only) {
      const { cpu, found, main, megabytes, seconds } = await inProcess(crawlers[name].file, taskOf(name))
      const ofPage = 1000 / found.length
      const row = { perSecond: found.length / seconds, cpu: cpu * ofPage, busiest: main * ofPage, megabytes }
      all.set(name, [...all.get(name) ?? [], row])
      console.log(
        `| ${name} | ${found.length} | ${seconds.toFixed(1)} | ${row.perSecond.toFixed(0)} | ${row.cpu.toFixed(2)} | ` +
          `${row.busiest.toFixed(2)} | ${(cpu / seconds).toFixed(2)} | ${megabytes.toFixed(0)} |`
      )
    }
  }
  site.kill()
  const of = (name: Name, field: keyof Row): number | undefined => {
    const rows = all.get(name)
    return rows === undefined ? undefined : Math.round(median(rows.map((row) => row[field])) * 100) / 100
  }
  const tell = (metric: string, field: keyof Row) => {
    const [one, two, more, peer] = [of("one", field), of("two", field), of("processes", field), of("crawlee", field)]
    const crawlee = peer === undefined ? undefined : { name: "Crawlee 3.18.1 with turndown", value: peer }
    if (one !== undefined) {
      figure({ area: "crawl of articles", metric: `${metric}, one thread`, ours: one, peer: crawlee })
    }
    if (two !== undefined) {
      figure({ area: "crawl of articles", metric: `${metric}, two threads`, ours: two, peer: crawlee })
    }
    if (more !== undefined) {
      figure({ area: "crawl of articles", metric: `${metric}, two processes`, ours: more, peer: crawlee })
    }
  }
  tell("pages per second", "perSecond")
  tell("ms of CPU time per page", "cpu")
  tell("ms of CPU time per page, in the main thread of the busiest process", "busiest")
  tell("megabytes", "megabytes")
  if (given === undefined) rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
}
