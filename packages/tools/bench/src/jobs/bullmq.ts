// Runs a process of `npm run bench -- jobs --stores=bullmq`, with the same pauses and results on BullMQ.
import { createRequire } from "node:module"
import { join } from "node:path"
import { pathToFileURL } from "node:url"

const [folder = "", address = "", concurrency = "16", pause = "5", size = "2000"] = process.argv.slice(2)
const { Worker } = await import(pathToFileURL(createRequire(join(folder, "x.js")).resolve("bullmq")).href)

const text = "x".repeat(Number(size))
const { hostname, port } = new URL(address)
const worker = new Worker(
  "bench",
  async (job: { readonly data: { readonly url: string } }) => {
    await new Promise((resolve) => setTimeout(resolve, Number(pause)))
    return { url: job.data.url, markdown: text }
  },
  { connection: { host: hostname, port: Number(port), maxRetriesPerRequest: null }, concurrency: Number(concurrency) }
)
await worker.waitUntilReady()
process.send?.("working")
await new Promise((resolve) => process.once("message", resolve))
await worker.close()
const { system, user } = process.cpuUsage()
process.send?.({ cpu: (system + user) / 1000, rss: process.memoryUsage().rss }, () => process.exit(0))
