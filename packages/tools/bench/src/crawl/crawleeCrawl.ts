/** Crawlee with its defaults, begun with the pages of the sitemap as its guides show, and with robots.txt obeyed. */
import { once } from "node:events"
import { get, type IncomingMessage } from "node:http"
import { createRequire } from "node:module"
import { join } from "node:path"
import { text } from "node:stream/consumers"
import { pathToFileURL } from "node:url"
import { task, tell } from "./telling.ts"

const { CheerioCrawler, Configuration } = await import(
  pathToFileURL(createRequire(join(task.folder, "x.js")).resolve("@crawlee/cheerio")).href
)

await tell(async () => {
  const found: Array<string> = []
  const crawler = new CheerioCrawler({
    maxRequestsPerCrawl: task.cap,
    maxConcurrency: task.concurrency,
    minConcurrency: task.concurrency,
    respectRobotsTxtFile: true,
    requestHandler: async ({ enqueueLinks, request }: any) => {
      found.push(request.loadedUrl)
      await enqueueLinks({ strategy: "same-hostname" })
    }
  }, new Configuration({ persistStorage: false, logLevel: "OFF" as any }))
  const [response] = await once(get(new URL("/sitemap.xml", task.url)), "response") as [IncomingMessage]
  const sitemap = await text(response)
  await crawler.run([task.url, ...Array.from(sitemap.matchAll(/<loc>([^<]*)<\/loc>/g), ([, url]) => url!)])
  return found
})
