/** A program that uses a client, never closes it, and has nothing else to do: `node program.ts <what it does> <folder>`. */
import { createClient } from "dunlin"
import * as NodeFs from "node:fs"
import * as NodeHttp from "node:http"
import type { AddressInfo } from "node:net"

const paper = NodeFs.readFileSync(new URL("../../../examples/demo/site/files/survey-protocol.pdf", import.meta.url))
const page = "<title>Waders</title><main><h1>Waders</h1><p>The sanderling is a wader without a hind toe.</p></main>"

const site = NodeHttp.createServer((request, response) => {
  const isPaper = request.url === "/paper.pdf"
  response.writeHead(200, { "content-type": isPaper ? "application/pdf" : "text/html", connection: "close" })
  response.end(isPaper ? paper : page)
})
await new Promise<void>((resolve) => site.listen(0, "127.0.0.1", resolve))
site.unref()
const { port } = site.address() as AddressInfo
const home = `http://127.0.0.1:${port}`

const [, , task, folder] = process.argv
const client = createClient({ allow: [`127.0.0.1:${port}`], ...(folder === undefined ? {} : { data: folder }) })

const tasks: Record<string, () => Promise<unknown>> = {
  nothing: () => Promise.resolve("nothing"),
  search: async () => {
    await client.index([{ url: "https://example.com/waders", title: "Waders", text: "A wader without a hind toe." }])
    return (await client.search("hind toe")).data.web?.[0]?.title
  },
  index: async () => (await client.index(`${home}/`)).added,
  scrape: async () => (await client.scrape(`${home}/`)).markdown,
  pdf: async () => (await client.scrape(`${home}/paper.pdf`)).metadata?.title,
  browser: async () => (await client.scrape(`${home}/`, { formats: ["screenshot"] })).screenshot,
  stream: async () => {
    for await (const event of client.stream("hind toe")) if (event._tag === "Done") return event._tag
    return undefined
  },
  close: async () => {
    await client.scrape(`${home}/`, { formats: ["screenshot"] })
    await client.close()
    return "closed"
  }
}

console.log(await tasks[task!]!())
// Half the time limit of a test, which a busy machine may need to end a browser: whoever still lives then is held by something.
setTimeout(() => {
  console.log(`held by ${process.getActiveResourcesInfo().join(", ")}`)
  process.exit(1)
}, 300_000).unref()
