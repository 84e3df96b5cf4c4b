/** Runs Crawlee with its defaults. It starts with the sitemap's pages, as in its guides, and obeys robots.txt. */
import { once } from "node:events"
import { get, type IncomingMessage } from "node:http"
import { createRequire } from "node:module"
import { join } from "node:path"
import { text } from "node:stream/consumers"
import { pathToFileURL } from "node:url"
import { task, tell } from "./telling.ts"

const installed = (name: string) => import(pathToFileURL(createRequire(join(task.folder, "x.js")).resolve(name)).href)

const { CheerioCrawler, Configuration } = await installed("@crawlee/cheerio")
const turndown = task.isMarkdown === true ? new (await installed("turndown")).default() : undefined

const listed = async (): Promise<ReadonlyArray<string>> => {
  const [response] = await once(get(new URL("/sitemap.xml", task.url)), "response") as [IncomingMessage]
  return Array.from((await text(response)).matchAll(/<loc>([^<]*)<\/loc>/g), ([, url]) => url!)
}

await tell(async () => {
  const found: Array<string> = []
  const crawler = new CheerioCrawler({
    maxRequestsPerCrawl: task.cap,
    maxConcurrency: task.concurrency,
    minConcurrency: task.concurrency,
    respectRobotsTxtFile: true,
    requestHandler: async ({ $, enqueueLinks, request }: any) => {
      found.push(request.loadedUrl)
      turndown?.turndown($("main").html() ?? "")
      await enqueueLinks({ strategy: "same-hostname" })
    }
  }, new Configuration({ persistStorage: false, logLevel: "OFF" as any }))
  await crawler.run([task.url, ...await listed()])
  return found
})
