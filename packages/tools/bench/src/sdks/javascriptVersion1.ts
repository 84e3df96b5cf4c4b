/** Calls every method of the reference's JavaScript SDK for version 1 of its API, through `client.v1`. */
import { Firecrawl } from "@mendable/firecrawl-js"
import { setTimeout as pause } from "node:timers/promises"
import { LOOK_MS, schema, type Site, uncalled, UNKNOWN } from "./javascript.ts"
import { type Outcome, recorder } from "./outcome.ts"

const inner =
  /^(?:__.*|isRetryableError|prepareHeaders|postRequest|getRequest|deleteRequest|monitorJobStatus|handleError|isCloudService|getVersion|init)$/

const ended = async (look: () => Promise<any>): Promise<void> => {
  while (["scraping", "processing"].includes((await look()).status)) await pause(LOOK_MS)
}

const isWhole = ({ data, status }: any) => status === "completed" && data.length >= 3

const follow = async (start: () => Promise<any>) => {
  const watcher = await start()
  return await new Promise<{ readonly documents: number; readonly end: string }>((resolve) => {
    let documents = 0
    watcher.addEventListener("document", () => documents++)
    for (const end of ["done", "error"]) {
      watcher.addEventListener(end, () => resolve({ documents, end }))
    }
  })
}

export const javascriptVersion1 = async (
  version: string,
  { base, key, site }: Site
): Promise<ReadonlyArray<Outcome>> => {
  const client: any = new Firecrawl({ apiKey: key, apiUrl: base }).v1
  const name = "@mendable/firecrawl-js, version 1"
  const { call, outcomes } = recorder(name, version)
  const urls = [1, 2, 3].map((at) => `${site}/${at}`)
  const formats = { formats: ["markdown"] }
  await call("scrapeUrl", () => client.scrapeUrl(`${site}/1`, formats), ({ markdown }) => markdown.includes("48 grams"))
  await call("search", () => client.search("dunlin", { limit: 2 }), ({ data }) => data.length === 2)
  await call("mapUrl", () => client.mapUrl(`${site}/`, {}), ({ links }) => links.includes(`${site}/2`))
  await call("crawlUrl", () => client.crawlUrl(`${site}/`, { limit: 10 }, 1), isWhole)
  const crawl = await call("asyncCrawlUrl", () => client.asyncCrawlUrl(`${site}/`, { limit: 10 }), ({ id }) => id)
  await ended(() => client.checkCrawlStatus(crawl.id))
  await call("checkCrawlStatus", () => client.checkCrawlStatus(crawl.id, true), isWhole)
  await call("checkCrawlErrors", () => client.checkCrawlErrors(crawl.id), ({ errors }) => errors.length === 0)
  const other = await client.asyncCrawlUrl(`${site}/never`, { limit: 10 })
  await call("cancelCrawl", () => client.cancelCrawl(other.id), ({ status }) => status === "cancelled")
  await call("batchScrapeUrls", () => client.batchScrapeUrls(urls, formats, 1), isWhole)
  const batch = await call("asyncBatchScrapeUrls", () => client.asyncBatchScrapeUrls(urls, formats), ({ id }) => id)
  await ended(() => client.checkBatchScrapeStatus(batch.id))
  await call("checkBatchScrapeStatus", () => client.checkBatchScrapeStatus(batch.id, true), isWhole)
  await call(
    "checkBatchScrapeErrors",
    () => client.checkBatchScrapeErrors(batch.id),
    ({ errors }) => errors.length === 0
  )
  const question = { prompt: "What does it weigh?", schema }
  await call("extract", () => client.extract([`${site}/1`], question), ({ data }) => data.weight === "48 grams")
  const run = await call("asyncExtract", () => client.asyncExtract([`${site}/1`], question), ({ id }) => id)
  await call("getExtractStatus", () => client.getExtractStatus(run.id), ({ success }) => success)
  const isFollowed = ({ documents, end }: any) => documents >= 3 && end === "done"
  await call("crawlUrlAndWatch", () => follow(() => client.crawlUrlAndWatch(`${site}/`, { limit: 10 })), isFollowed)
  await call("batchScrapeUrlsAndWatch", () => follow(() => client.batchScrapeUrlsAndWatch(urls, formats)), isFollowed)
  await call("getCreditUsage", () => client.getCreditUsage(), ({ data }) => data.remaining_credits > 0)
  await call("getQueueStatus", () => client.getQueueStatus(), ({ success }) => success)
  for (const method of ["getTokenUsage", "getCreditUsageHistorical", "getTokenUsageHistorical"]) {
    await call(method, () => client[method](), ({ success }) => success)
  }
  for (const method of ["generateLLMsText", "asyncGenerateLLMsText"]) {
    await call(method, () => client[method](`${site}/`, {}), ({ success }) => success)
  }
  for (const method of ["deepResearch", "asyncDeepResearch"]) {
    await call(method, () => client[method]("dunlin", {}), ({ success }) => success)
  }
  for (const method of ["checkGenerateLLMsTextStatus", "checkDeepResearchStatus"]) {
    await call(method, () => client[method](UNKNOWN), ({ success }) => success)
  }
  const methods = uncalled([["", Object.getPrototypeOf(client)]], outcomes).filter((method) => !inner.test(method))
  return [
    ...outcomes,
    ...methods.map((method) => ({ client: name, version, method, works: false, why: "not called" }))
  ]
}
