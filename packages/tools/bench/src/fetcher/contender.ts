// Runs one contender of the comparison: fetches the requested pages and reports the time. Started by ../fetcher.ts.
import { Charset, EgressGuard, Fetcher } from "@dunlin/fetcher"
import { defaultOptions } from "@dunlin/fetcher/testing"
import { Effect, Layer, ManagedRuntime } from "effect"
import { readdirSync, readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { join } from "node:path"
import { pathToFileURL } from "node:url"

const [name = "", port = "", folder = ""] = process.argv.slice(2)
const executablePath = process.env.DUNLIN_BROWSER ?? "/usr/lib/chromium/chromium-headless-shell"
const target = `127.0.0.1:${port}`
const browserPages = 60
const httpPages = 400

const peer = async (module: string) =>
  await import(pathToFileURL(createRequire(join(folder, "package.json")).resolve(module)).href)

Object.assign(process.env, {
  CRAWLEE_PERSIST_STORAGE: "0",
  CRAWLEE_LOG_LEVEL: "ERROR",
  CRAWLEE_AVAILABLE_MEMORY_RATIO: "0.9"
})

const urls = (count: number, round: number) =>
  Array.from({ length: count }, (_, index) => `http://${target}/p/${index}?${round}`)

const check = (found: number, wanted: number) => {
  if (found !== wanted) throw new Error(`${name} read ${found} of ${wanted} pages`)
}

const parses = async () => {
  const { load } = await peer("cheerio")
  return (html: string): boolean =>
    load(html, { xml: { xmlMode: false, decodeEntities: true } })("article h1").text() !== ""
}

const dunlin = async (browser: boolean, pages: number, concurrency: number, round: number) => {
  const runtime = ManagedRuntime.make(
    Fetcher.layer({ browser: { executable: executablePath } }).pipe(
      Layer.provide(EgressGuard.layer({ allow: [target] }))
    )
  )
  const hasArticle = browser ? (html: string) => html.includes("late 1") : await parses()
  const found = await runtime.runPromise(Effect.flatMap(Fetcher.Fetcher, (fetcher) =>
    Effect.forEach(
      urls(pages, round),
      (url) =>
        Effect.map(
          fetcher.fetch({ url, timeout: "60 seconds", options: defaultOptions, needs: { browser } }),
          (page) => hasArticle(Charset.decode(page.body, page.charset).text)
        ),
      { concurrency }
    )))
  await runtime.dispose()
  check(found.filter(Boolean).length, pages)
}

const crawleePlaywright = async (isolated: boolean, round: number) => {
  const { Configuration, PlaywrightCrawler } = await peer("@crawlee/playwright")
  const { chromium } = await peer("playwright")
  let found = 0
  const crawler = new PlaywrightCrawler({
    minConcurrency: 4,
    maxConcurrency: 4,
    maxRequestRetries: 0,
    launchContext: {
      launcher: chromium,
      useIncognitoPages: isolated,
      launchOptions: { executablePath, args: ["--no-sandbox"] }
    },
    requestHandler: async ({ page }: { readonly page: { readonly content: () => Promise<string> } }) => {
      if ((await page.content()).includes("<article>")) found++
    }
  }, new Configuration({ persistStorage: false }))
  await crawler.run(urls(browserPages, round).map((url) => ({ url, uniqueKey: url })))
  check(found, browserPages)
}

const crawleeCheerio = async (round: number) => {
  const { CheerioCrawler, Configuration } = await peer("@crawlee/cheerio")
  let found = 0
  const crawler = new CheerioCrawler({
    minConcurrency: 8,
    maxConcurrency: 8,
    maxRequestRetries: 0,
    requestHandler: async ({ $ }: { readonly $: (selector: string) => { readonly text: () => string } }) => {
      if ($("article h1").text() !== "") found++
    }
  }, new Configuration({ persistStorage: false }))
  await crawler.run(urls(httpPages, round).map((url) => ({ url, uniqueKey: url })))
  check(found, httpPages)
}

const work: Readonly<Record<string, { readonly pages: number; readonly run: (round: number) => Promise<void> }>> = {
  "dunlin browser": { pages: browserPages, run: (round) => dunlin(true, browserPages, 4, round) },
  "crawlee playwright": { pages: browserPages, run: (round) => crawleePlaywright(false, round) },
  "crawlee playwright isolated": { pages: browserPages, run: (round) => crawleePlaywright(true, round) },
  "dunlin http": { pages: httpPages, run: (round) => dunlin(false, httpPages, 8, round) },
  "crawlee cheerio": { pages: httpPages, run: crawleeCheerio }
}

const cpuSeconds = (): number => {
  let ticks = 0
  for (const pid of readdirSync("/proc")) {
    if (!/^\d+$/.test(pid)) continue
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, "utf8")
      const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ").map(Number)
      if (Number(pid) === process.pid) ticks += fields[11]! + fields[12]! + fields[13]! + fields[14]!
    } catch {
      // the process has ended in the meantime
    }
  }
  return ticks / 100
}

process.on("message", async ({ round }: { readonly round: number }) => {
  const contender = work[name]!
  const start = performance.now()
  const cpu = cpuSeconds()
  await contender.run(round)
  const seconds = (performance.now() - start) / 1000
  process.send!({ pages: contender.pages, seconds, cpu: cpuSeconds() - cpu })
})
process.on("disconnect", () => process.exit(0))
process.send!("ready")
