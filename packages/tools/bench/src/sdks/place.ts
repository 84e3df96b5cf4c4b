/**
 * Starts the servers that the clients need: pages, a search engine, a library of papers and a model, on one port of
 * loopback.
 */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { pdf } from "./pdf.ts"

/** Number of pages. The site has pages /1 to /PAGES, to which its root links. */
export const PAGES = 3

const html = (title: string, body: string) =>
  `<!doctype html><html lang="en"><head><title>${title}</title><meta name="description" content="About waders">
</head><body><main><h1>${title}</h1><p>The dunlin is a small wader of the shore. It weighs 48 grams.</p>${body}</main></body></html>`

const root = html(
  "Index",
  Array.from({ length: PAGES }, (_, at) => `<p><a href="/${at + 1}">Page ${at + 1}</a></p>`).join("")
)

const work = (id: string, host: string) => ({
  id: `https://openalex.org/${id}`,
  display_name: `Waders, part ${id}`,
  title: `Waders, part ${id}`,
  publication_date: "2021-03-04",
  cited_by_count: 7,
  primary_location: { landing_page_url: `${host}/1` },
  authorships: [{ author: { display_name: "Ada Lund" } }],
  abstract_inverted_index: { Dunlins: [0], feed: [1], at: [2], low: [3], tide: [4] }
})

const found = (host: string, query: string) =>
  Array.from({ length: PAGES }, (_, at) => ({
    // A search for developers names its sites.
    url: query.includes("github.com") ? `https://github.com/waders/dunlin/issues/${at + 1}` : `${host}/${at + 1}`,
    title: `Page ${at + 1}`,
    content: `The dunlin is a wader, number ${at + 1}.`,
    engine: "stub",
    category: "general"
  }))

const valueOf = (schema: any): unknown => {
  const types = [schema?.type].flat()
  if (types.includes("object")) {
    return Object.fromEntries(Object.entries(schema.properties ?? {}).map(([name, field]) => [name, valueOf(field)]))
  }
  if (types.includes("array")) return []
  if (types.includes("integer") || types.includes("number")) return 7
  if (types.includes("boolean")) return false
  return types.includes("null") || schema?.enum !== undefined ? schema?.enum?.[0] ?? null : "48 grams"
}

const textOf = (request: IncomingMessage) =>
  new Promise<string>((resolve) => {
    let text = ""
    request.on("data", (chunk) => text += chunk)
    request.on("end", () => resolve(text))
  })

const complete = async (request: IncomingMessage, response: ServerResponse) => {
  const { response_format: form } = JSON.parse(await textOf(request))
  const schema = form?.json_schema?.schema
  const names = Object.keys(schema?.properties ?? {})
  // The fields are options of a crawl, or fields of a page.
  const value = names.includes("crawlEntireDomain")
    ? { ...Object.fromEntries(names.map((name) => [name, null])), limit: 7 }
    : valueOf(schema ?? { type: "object" })
  const content = form === undefined ? "A dunlin weighs 48 grams." : JSON.stringify(value)
  response.writeHead(200, { "content-type": "application/json" })
  response.end(JSON.stringify({ choices: [{ finish_reason: "stop", message: { role: "assistant", content } }] }))
}

export interface Place {
  readonly address: string
  readonly host: string
  readonly close: () => void
}

export const open = async (): Promise<Place> => {
  let host = ""
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "/", host)
    const json = (value: unknown) =>
      response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(value))
    if (pathname === "/engine/search") {
      return json({ results: found(host, searchParams.get("q") ?? ""), answers: [], suggestions: [] })
    }
    if (pathname.startsWith("/papers/")) {
      return json({ meta: { count: 2 }, results: [work("W1", host), work("W2", host)] })
    }
    if (pathname === "/model/v1/chat/completions") return void complete(request, response)
    // This page never responds, so that its job can be cancelled.
    if (pathname.startsWith("/never")) return
    if (pathname === "/waders.pdf") {
      return response.writeHead(200, { "content-type": "application/pdf" })
        .end(pdf(["The dunlin weighs 48 grams.", "It feeds at low tide."]))
    }
    const number = Number(/^\/(\d)$/.exec(pathname)?.[1] ?? Number.NaN)
    if (pathname !== "/" && !(number >= 1 && number <= PAGES)) return response.writeHead(404).end()
    response.writeHead(200, { "content-type": "text/html" })
    response.end(pathname === "/" ? root : html(`Page ${number}`, `<p><a href="/">Index</a></p>`))
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const address = `127.0.0.1:${(server.address() as AddressInfo).port}`
  host = `http://${address}`
  return {
    address,
    host,
    close: () => {
      server.closeAllConnections()
      server.close()
    }
  }
}

export const settings = ({ address, host }: Place): Record<string, string> => ({
  DUNLIN_EGRESS_ALLOW: address,
  DUNLIN_PROVIDER: "searxng",
  DUNLIN_SEARXNG_URL: `${host}/engine`,
  DUNLIN_PAPERS: "openalex",
  DUNLIN_OPENALEX_URL: `${host}/papers`,
  DUNLIN_MODEL_URL: `${host}/model/v1`,
  DUNLIN_MODEL: "small",
  DUNLIN_MODEL_KEY: "model"
})
