/** Calls every method of the JavaScript SDK of the reference, version 2 of its API, with its watcher. */
import { Firecrawl, FirecrawlClient } from "@mendable/firecrawl-js"
import { setTimeout as pause } from "node:timers/promises"
import { type Outcome, recorder } from "./outcome.ts"

export const UNKNOWN = "00000000-0000-4000-8000-000000000000"

const OFTEN = 1

export const schema = { type: "object", properties: { weight: { type: "string" } }, required: ["weight"] }

export const LOOK_MS = 100

export interface Site {
  readonly base: string
  readonly key: string
  readonly site: string
}

type Recorder = ReturnType<typeof recorder>
type Part = (call: Recorder["call"], client: any, site: Site) => Promise<void>

const isPage = (document: any) => document.markdown.includes("48 grams") && document.metadata.statusCode === 200

const isWhole = (job: any) =>
  job.status === "completed" && job.completed >= 3 && job.creditsUsed >= 3 && job.data.every(isPage)

const ended = async (look: () => Promise<any>): Promise<void> => {
  while (["scraping", "processing"].includes((await look()).status)) await pause(LOOK_MS)
}

const pages: Part = async (call, client, { site }) => {
  await call("scrape", () => client.scrape(`${site}/1`, { formats: ["markdown", "links"] }), isPage)
  await call("scrapeUrl", () => client.scrapeUrl(`${site}/1`, { formats: ["markdown"] }), isPage)
  await call(
    "scrape, json",
    () => client.scrape(`${site}/1`, { formats: [{ type: "json", schema }] }),
    (document) => document.json.weight === "48 grams"
  )
  const read = (parser: object) => () =>
    client.scrape(`${site}/waders.pdf`, { formats: ["markdown"], parsers: [{ type: "pdf", ...parser }] })
  await call(
    "scrape, pages of a PDF",
    read({ pages: true }),
    ({ pages }) => pages.length === 2 && pages[1].pageNumber === 2 && pages[1].markdown.includes("low tide")
  )
  await call(
    "scrape, blocks of a PDF",
    read({ blocks: true }),
    ({ blocks: [first] }) =>
      first.pageNumber === 1 && first.width === 612 && first.items[0].content.includes("48 grams") &&
      first.items[0].bbox.length === 4
  )
  await call(
    "scrape, page markers of a PDF",
    read({ pageMarkers: true }),
    ({ markdown }) => markdown.includes("\n\n---\n\n<!-- page 2 -->\n\n")
  )
  await call(
    "scrape, an image parser",
    () => client.scrape(`${site}/1`, { formats: ["markdown"], parsers: ["pdf", { type: "image" }] }),
    isPage
  )
  await call(
    "search",
    () => client.search("dunlin", { limit: 2, scrapeOptions: { formats: ["markdown"] } }),
    ({ web }) => web.length === 2 && web.every(isPage)
  )
  const mapped = ({ links }: any) => [1, 2, 3].every((at) => links.some(({ url }: any) => url === `${site}/${at}`))
  await call("map", () => client.map(`${site}/`, { timeout: 60_000, auditMetadata: { username: "ada" } }), mapped)
  await call(
    "map, threat protection",
    () => client.map(`${site}/`, { threatProtection: { mode: "normal", blacklist: ["127.0.0.1"] } }).catch(String),
    (answer) => answer.includes("Blocked by the threat protection policy")
  )
  await call("mapUrl", () => client.mapUrl(`${site}/`), mapped)
  await call(
    "parse",
    () => client.parse({ data: "<h1>Waders</h1><p>48 grams</p>", filename: "a.html", contentType: "text/html" }),
    ({ markdown }) => markdown.includes("48 grams")
  )
}

const crawls: Part = async (call, client, { site }) => {
  const options = { limit: 10, scrapeOptions: { formats: ["markdown"] } }
  for (const method of ["crawl", "crawlUrl"]) {
    await call(method, () => client[method](`${site}/`, { ...options, pollInterval: OFTEN }), isWhole)
  }
  const started = await call("startCrawl", () => client.startCrawl(`${site}/`, options), ({ id, url }) => id && url)
  const id = started?.id ?? UNKNOWN
  await ended(() => client.getCrawlStatus(id))
  for (const method of ["getCrawlStatus", "checkCrawlStatus"]) await call(method, () => client[method](id), isWhole)
  for (const method of ["getCrawlErrors", "checkCrawlErrors"]) {
    await call(
      method,
      () => client[method](id),
      ({ errors, robotsBlocked }) => errors.length === 0 && robotsBlocked.length === 0
    )
  }
  const other = await call("asyncCrawlUrl", () => client.asyncCrawlUrl(`${site}/never`, options), ({ id }) => id)
  await call(
    "getActiveCrawls",
    () => client.getActiveCrawls(),
    ({ crawls }) => crawls.length === 1 && crawls[0].id === other?.id
  )
  await call("cancelCrawl", () => client.cancelCrawl(other?.id ?? UNKNOWN), (answer) => answer === true)
  await call(
    "crawlParamsPreview",
    () => client.crawlParamsPreview(`${site}/`, "seven pages"),
    ({ limit }) => limit === 7
  )
}

const batches: Part = async (call, client, { site }) => {
  const urls = [1, 2, 3].map((at) => `${site}/${at}`)
  const options = { options: { formats: ["markdown"] } }
  for (const method of ["batchScrape", "batchScrapeUrls"]) {
    await call(method, () => client[method](urls, { ...options, pollInterval: OFTEN }), isWhole)
  }
  const invalid = { ...options, ignoreInvalidURLs: true }
  const started = await call(
    "startBatchScrape",
    () => client.startBatchScrape([...urls, "no address"], invalid),
    ({ id, invalidURLs }) => id && invalidURLs.length === 1
  )
  const id = started?.id ?? UNKNOWN
  await ended(() => client.getBatchScrapeStatus(id))
  for (const method of ["getBatchScrapeStatus", "checkBatchScrapeStatus"]) {
    await call(method, () => client[method](id), isWhole)
  }
  for (const method of ["getBatchScrapeErrors", "checkBatchScrapeErrors"]) {
    await call(method, () => client[method](id), ({ errors }) => errors.length === 0)
  }
  const other = await call("asyncBatchScrapeUrls", () => client.asyncBatchScrapeUrls([`${site}/never`]), ({ id }) => id)
  await call("cancelBatchScrape", () => client.cancelBatchScrape(other?.id ?? UNKNOWN), (answer) => answer === true)
}

const extracts: Part = async (call, client, { site }) => {
  const request = { urls: [`${site}/1`], prompt: "What does it weigh?", schema, systemPrompt: "Be brief." }
  const isRight = ({ data, status }: any) => status === "completed" && data.weight === "48 grams"
  await call("extract", () => client.extract({ ...request, pollInterval: OFTEN }), isRight)
  const started = await call("startExtract", () => client.startExtract(request), ({ id }) => id)
  const id = started?.id ?? UNKNOWN
  await ended(() => client.getExtractStatus(id))
  await call("getExtractStatus", () => client.getExtractStatus(id), isRight)
}

const lookups: Part = async (call, client) => {
  const fits = (number: number) => number >= 0 && number < 2 ** 31
  await call(
    "getConcurrency",
    () => client.getConcurrency(),
    ({ concurrency, maxConcurrency }) => fits(concurrency) && fits(maxConcurrency)
  )
  await call("getCreditUsage", () => client.getCreditUsage(), ({ remainingCredits }) => fits(remainingCredits))
  await call("getQueueStatus", () => client.getQueueStatus(), ({ maxConcurrency }) => fits(maxConcurrency))
  for (const method of ["getTokenUsage", "getCreditUsageHistorical", "getTokenUsageHistorical"]) {
    await call(method, () => client[method](), (answer) => answer)
  }
  await call("developerSearch", () => client.developerSearch("dunlin", { k: 2 }), ({ results }) => results.length === 2)
  const { research } = client
  const isPaper = ({ title }: any) => title.startsWith("Waders")
  await call(
    "research.searchPapers",
    () => research.searchPapers("waders", { k: 2 }),
    ({ results }) => isPaper(results[0])
  )
  await call("research.getPaper", () => research.getPaper("openalex:W1"), ({ paper }) => isPaper(paper))
  await call(
    "research.getPaper, passages",
    () => research.getPaper("openalex:W1", { query: "What does it weigh?" }),
    ({ passages }) => passages[0].text.includes("48 grams")
  )
  await call(
    "research.similarPapers",
    () => research.similarPapers("openalex:W1", { intent: "low tide" }),
    ({ poolSize }) => poolSize >= 1
  )
  await call("research.searchGithub", () => research.searchGithub("dunlin"), ({ results }) => results)
  await call("findTools", () => client.findTools({ categories: ["weather"] }), ({ items }) => items)
}

const sessions: Part = async (call, client, { site }) => {
  const page = await call(
    "scrape, id of it",
    () => client.scrape(`${site}/1`, { formats: ["markdown"] }),
    ({ metadata }) => metadata.scrapeId
  )
  const id = page?.metadata?.scrapeId ?? UNKNOWN
  for (const method of ["interact", "scrapeExecute"]) {
    await call(
      method,
      () => client[method](id, { code: "document.title" }),
      (answer) => JSON.stringify(answer).includes("Page 1")
    )
  }
  for (const method of ["stopInteraction", "stopInteractiveBrowser", "deleteScrapeBrowser"]) {
    await call(method, () => client[method](id), ({ success }) => success)
  }
  const browser = await call("browser", () => client.browser(), ({ id }) => id)
  await call(
    "browserExecute",
    () => client.browserExecute(browser?.id ?? UNKNOWN, { code: "ls" }),
    ({ success }) => success
  )
  await call("listBrowsers", () => client.listBrowsers(), ({ sessions }) => sessions)
  await call("deleteBrowser", () => client.deleteBrowser(browser?.id ?? UNKNOWN), ({ success }) => success)
  const request = { prompt: "What does it weigh?", urls: [`${site}/1`], schema }
  await call(
    "agent",
    () => client.agent({ ...request, pollInterval: OFTEN, timeout: 60 }),
    ({ status }) => status === "completed"
  )
  const started = await call("startAgent", () => client.startAgent(request), ({ id }) => id)
  const agent = started?.id ?? UNKNOWN
  await call("getAgentStatus", () => client.getAgentStatus(agent), ({ status }) => status)
  await call("listAgents", () => client.listAgents(), (answer) => answer)
  await call("getAgentTrace", () => client.getAgentTrace(agent), (answer) => answer)
  await call("getAgentSnapshot", () => client.getAgentSnapshot(agent, UNKNOWN), (answer) => answer)
  await call("getAgentThread", () => client.getAgentThread(UNKNOWN), (answer) => answer)
  await call("cancelAgent", () => client.cancelAgent(agent).catch(String), (answer) =>
    // the job may have ended by then
    typeof answer === "boolean" || /already completed/.test(answer))
}

const monitors: Part = async (call, client, { site }) => {
  const made = await call(
    "createMonitor",
    () =>
      client.createMonitor({
        name: "Waders",
        schedule: { cron: "0 * * * *" },
        targets: [{ type: "scrape", urls: [`${site}/1`] }]
      }),
    ({ id, name }) => id && name === "Waders"
  )
  const id = made?.id ?? UNKNOWN
  await call("listMonitors", () => client.listMonitors(), (all) => all.some((one: any) => one.id === id))
  await call("getMonitor", () => client.getMonitor(id), (one) => one.id === id)
  await call("updateMonitor", () => client.updateMonitor(id, { status: "paused" }), ({ status }) => status === "paused")
  const check = await call("runMonitor", () => client.runMonitor(id), (one) => one.id)
  await call("listMonitorChecks", () => client.listMonitorChecks(id), (all) => all.length >= 1)
  await call("getMonitorCheck", () => client.getMonitorCheck(id, check?.id ?? UNKNOWN), (one) => one.id === check?.id)
  await call("deleteMonitor", () => client.deleteMonitor(id), (answer) => answer === true)
  const rating = { rating: "good", valuableSources: [{ url: `${site}/1`, reason: "It says what a dunlin weighs." }] }
  await call("searchFeedback", () => client.searchFeedback(UNKNOWN, rating), ({ success }) => success)
  await call(
    "feedback",
    () => client.feedback({ endpoint: "scrape", jobId: UNKNOWN, ...rating }),
    ({ success }) => success
  )
}

const watchers: Part = async (call, client, { site }) => {
  const watched = (id: string) =>
    new Promise<{ readonly documents: number; readonly end: string }>((resolve, reject) => {
      let documents = 0
      const watcher = client.watcher(id, { kind: "crawl", pollInterval: OFTEN, timeout: 30 })
      watcher.on("document", () => documents++)
      watcher.on("done", ({ status }: any) => resolve({ documents, end: status }))
      watcher.on("error", ({ error }: any) => resolve({ documents, end: String(error) }))
      watcher.start().catch(reject)
    })
  const { id } = await client.startCrawl(`${site}/`, { limit: 10 })
  await call("watcher", () => watched(id), ({ documents, end }) => documents >= 3 && end === "completed")
  await call("watcher, of an unknown job", () => watched(UNKNOWN), ({ end }) => /not found/i.test(end))
}

const parts: ReadonlyArray<Part> = [pages, crawls, batches, extracts, lookups, sessions, monitors, watchers]

export const uncalled = (prototypes: ReadonlyArray<readonly [string, object]>, outcomes: ReadonlyArray<Outcome>) => {
  const called = new Set(outcomes.map(({ method }) => method.split(",")[0]))
  return prototypes.flatMap(([prefix, prototype]) =>
    Object.getOwnPropertyNames(prototype).map((name) => prefix + name).filter((name) =>
      !called.has(name) && !name.endsWith("constructor")
    )
  )
}

export const javascript = async (version: string, site: Site): Promise<ReadonlyArray<Outcome>> => {
  const client = new Firecrawl({ apiKey: site.key, apiUrl: site.base })
  const name = "@mendable/firecrawl-js"
  const { call, outcomes } = recorder(name, version)
  for (const part of parts) await part(call, client, site)
  const methods = uncalled(
    [["", FirecrawlClient.prototype], ["research.", Object.getPrototypeOf(client.research)]],
    outcomes
  )
    // `research` is a getter whose methods are called above. `isCloudService` is internal.
    .filter((name) => !["isCloudService", "research"].includes(name))
  return [
    ...outcomes,
    ...methods.map((method) => ({ client: name, version, method, works: false, why: "not called" }))
  ]
}
