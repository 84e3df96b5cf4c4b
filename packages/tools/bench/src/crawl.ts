// Crawls a site full of crawler traps: npm run bench -- crawl [--scale=10000] [--cap=15000] [--concurrency=16]
// [--only=crawl,index,crawlee] [--folder=...]
//
// Compares the crawl of jobs, an index run and Crawlee (Apache-2.0, installed in a scratch folder), one after the
// other. Each crawler and the site have separate processes. Figures: F1 of the returned pages against the useful ones,
// with a second copy of a page as an error; requests beyond the useful pages; requests per second and per second of
// processor time; and the crawler's peak memory.
import { execFileSync, fork } from "node:child_process"
import { once } from "node:events"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { optionOf } from "./options.ts"
import { figure } from "./report.ts"

export interface Crawled {
  readonly found: ReadonlyArray<string>
  readonly seconds: number
  readonly cpu: number
  readonly main: number
  readonly megabytes: number
}

export interface Task {
  readonly url: string
  readonly cap: number
  readonly concurrency: number
  readonly folder: string
  readonly threads?: number | undefined
  readonly processes?: number | undefined
  readonly data?: string | undefined
  readonly isMarkdown?: boolean
}

const crawlers = {
  crawl: "jobCrawl.ts",
  index: "indexCrawl.ts",
  crawlee: "crawleeCrawl.ts"
}

interface Site {
  readonly url: string
  readonly wanted: ReadonlySet<string>
  readonly requests: () => Promise<number>
  readonly close: () => void
}

const openSite = async (scale: number): Promise<Site> => {
  const child = fork(join(import.meta.dirname, "crawl/siteProcess.ts"), [String(scale)])
  const answer = () => new Promise<any>((resolve) => child.once("message", resolve))
  const { url, wanted } = await answer()
  return {
    url,
    wanted: new Set(wanted),
    requests: () => {
      const told = answer()
      child.send("requests")
      return told
    },
    close: () => child.kill()
  }
}

const programOf = (file: string): string =>
  join(import.meta.dirname, "crawl", file === crawlers.crawlee ? file : "nursery.ts")

/** Compiles the crawler first. Otherwise Crawlee would have an advantage, because it is published as JavaScript. */
const load = async (file: string, task: Task): Promise<void> => {
  if (file === crawlers.crawlee) return
  await once(fork(programOf(file), [JSON.stringify(task), file, "load"]), "exit")
}

const inProcess = (file: string, task: Task): Promise<Crawled> =>
  new Promise((resolve, reject) => {
    const child = fork(programOf(file), [JSON.stringify(task), file])
    child.once("message", (message) => resolve(message as Crawled))
    child.once("exit", (code) => reject(new Error(`${file} ended with ${code}`)))
  })

/**
 * Normalizes a URL. A product with a session id is the same page as without one, and so is an article in different
 * letter case.
 */
const identity = (address: string): string => {
  const url = new URL(address)
  const path = url.pathname.replace(/^\/wiki\/article_/i, "/wiki/Article_")
  return path + url.search.replace(/^\?sid=\d+$/, "")
}

const judged = (site: Site, requests: number, { cpu, found, megabytes, seconds }: Crawled) => {
  const right = new Set(found.map(identity).filter((path) => site.wanted.has(path)))
  const precision = right.size / Math.max(1, found.length)
  const recall = right.size / site.wanted.size
  const beside = new Map<string, number>()
  for (const path of found.map(identity)) {
    if (site.wanted.has(path)) continue
    const kind = path.replace(/\d+/g, "#").slice(0, 40)
    beside.set(kind, (beside.get(kind) ?? 0) + 1)
  }
  return {
    right: right.size,
    extra: found.length - right.size,
    f1: (2 * precision * recall) / Math.max(Number.EPSILON, precision + recall),
    requests,
    wasted: requests - right.size,
    perSecond: requests / seconds,
    perCpuSecond: requests / cpu,
    seconds,
    megabytes,
    beside: [...beside].sort((one, other) => other[1] - one[1]).slice(0, 8),
    missing: [...site.wanted].filter((path) => !right.has(path)).slice(0, 8)
  }
}

export const run = async (args: ReadonlyArray<string>) => {
  const scale = Number(optionOf(args, "scale") ?? 10_000)
  const cap = Number(optionOf(args, "cap") ?? scale * 1.5)
  const concurrency = Number(optionOf(args, "concurrency") ?? 16)
  const only = optionOf(args, "only")?.split(",") ?? Object.keys(crawlers)
  const given = optionOf(args, "folder")
  const folder = given ?? mkdtempSync(join(tmpdir(), "dunlin-bench-crawl-"))
  if (only.includes("crawlee") && given === undefined) {
    writeFileSync(join(folder, "package.json"), JSON.stringify({ private: true, type: "module" }))
    execFileSync("npm", ["i", "--no-audit", "--no-fund", "--loglevel=error", "@crawlee/cheerio@3.18.1"], {
      cwd: folder,
      stdio: "inherit"
    })
  }
  console.log(
    `| crawler | found | beside | F1 | requests | wasted | per s | per cpu s | s | MB |\n|${" --- |".repeat(10)}`
  )
  const rows = new Map<string, ReturnType<typeof judged>>()
  for (const name of only as ReadonlyArray<keyof typeof crawlers>) {
    const site = await openSite(scale)
    const task = { url: site.url, cap, concurrency, folder }
    await load(crawlers[name], task)
    const crawled = await inProcess(crawlers[name], task)
    const row = judged(site, await site.requests(), crawled)
    site.close()
    rows.set(name, row)
    console.log(
      `| ${name} | ${row.right} of ${site.wanted.size} | ${row.extra} | ${row.f1.toFixed(3)} | ${row.requests} | ` +
        `${row.wasted} | ${row.perSecond.toFixed(0)} | ${row.perCpuSecond.toFixed(0)} | ${row.seconds.toFixed(0)} | ` +
        `${row.megabytes.toFixed(0)} |`
    )
    for (const [kind, count] of row.beside) console.log(`  beside: ${count} ${kind}`)
    if (row.missing.length > 0) console.log(`  missing: ${row.missing.join(" ")}`)
  }
  const ours = rows.get("crawl")
  const crawlee = rows.get("crawlee")
  const tell = (metric: string, valueOf: (row: ReturnType<typeof judged>) => number) => {
    if (ours === undefined) return
    const peer = crawlee === undefined ? undefined : { name: "Crawlee 3.18.1", value: valueOf(crawlee) }
    figure({ area: "crawl", metric, ours: valueOf(ours), peer })
  }
  tell("pages found on a site with crawler traps", ({ right }) => right)
  tell("requests for other URLs", ({ wasted }) => wasted)
  tell("F1 of the returned pages", ({ f1 }) => Math.round(f1 * 1000) / 1000)
  if (given === undefined) rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
}
