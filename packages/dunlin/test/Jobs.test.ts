import { assert, describe, it } from "@effect/vitest"
import { Firecrawl } from "@mendable/firecrawl-js"
import { createHmac } from "node:crypto"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll } from "vitest"
import { problemsOf } from "./metricRules.ts"
import { type Running, start } from "./serverProcess.ts"

const folder = mkdtempSync(join(tmpdir(), "dunlin-jobs-"))
const ends: Array<() => unknown> = []
afterAll(async () => {
  for (const end of ends) await end()
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
})

type Handle = (request: IncomingMessage, response: ServerResponse) => void

interface Slot {
  readonly address: string
  handle: Handle
}

const openSlot = async (): Promise<Slot> => {
  const slot: Slot = { address: "", handle: (_, response) => response.writeHead(404).end() }
  const server: Server = createServer((request, response) => slot.handle(request, response))
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  ends.push(() => server.closeAllConnections(), () => server.close())
  return Object.assign(slot, { address: `127.0.0.1:${(server.address() as AddressInfo).port}` })
}

/** Sites that one server may reach: it is told of them when it starts. */
const slots: Array<Slot> = []
let free = 0
let server: Running

const listen = (handle: Handle): string => {
  const slot = slots[free++]!
  slot.handle = handle
  return slot.address
}

const words = ["alpha", "beta", "gamma", "delta", "epsilon", "zeta", "eta", "theta"]

/** A page that says what no other number makes it say. */
const page = (number: number, links: ReadonlyArray<string> = []) =>
  `<!doctype html><title>Page ${number}</title><main><h1>Page ${number}</h1><p>This page is about
   ${words[number % 8]} ${words[(number >> 3) % 8]} and a little about ${words[(number >> 6) % 8]}, which no other page
   of the site says in these words.</p>${links.map((link) => `<a href="${link}">on</a>`).join(" ")}</main>`

interface Site {
  readonly address: string
  readonly url: string
  /** Paths that were asked for, in order. */
  readonly asked: Array<string>
}

/** Serves pages by path; everything else is 404. */
const site = (pages: (path: string, url: URL) => string | undefined): Site => {
  const asked: Array<string> = []
  const address = listen((request, response) => {
    const url = new URL(request.url ?? "/", "http://site")
    asked.push(url.pathname + url.search)
    const body = pages(url.pathname, url)
    const type = url.pathname.endsWith(".xml") ? "application/xml" : "text/html"
    response.writeHead(body === undefined ? 404 : 200, { "content-type": type })
    response.end(body ?? "nothing here")
  })
  return { address, url: `http://${address}`, asked }
}

const run = async (env: Record<string, string>): Promise<Running> => {
  const server = await start({
    DUNLIN_EGRESS_ALLOW: slots.map(({ address }) => address).join(","),
    DUNLIN_WEBHOOK_SECRET: "secret",
    ...env
  })
  ends.push(() => server.stop("SIGKILL"))
  return server
}

beforeAll(async () => {
  slots.push(...await Promise.all(Array.from({ length: 24 }, openSlot)))
  server = await run({ DUNLIN_DATA: mkdtempSync(join(folder, "data-")) })
})

const sdk = ({ url } = server) => new Firecrawl({ apiUrl: url, apiKey: "key" })

const titles = (documents: ReadonlyArray<{ readonly metadata?: { readonly title?: string } }>) =>
  documents.map(({ metadata }) => metadata?.title ?? "").sort()

const call = async (path: string, body?: unknown, headers: Record<string, string> = {}) => {
  const response = await fetch(server.url + path, {
    method: body === undefined ? "GET" : "POST",
    headers: { "content-type": "application/json", ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) })
  })
  return { status: response.status, body: await response.json() as any }
}

const numbers = (count: number) => Array.from({ length: count }, (_, number) => number)

describe("batches", () => {
  it("scrape each page once, and name invalid URLs", async () => {
    const { asked, url } = site((path) => /^\/\d+$/.test(path) ? page(Number(path.slice(1))) : undefined)
    const client = sdk()
    const begun = Date.now()
    const started = await client.startBatchScrape(
      [`${url}/1`, `${url}/2`, `${url}/2#twice`, "no address", `${url}/x`],
      {
        options: { formats: ["markdown"] }
      }
    )
    assert.deepStrictEqual(started.invalidURLs, ["no address"])
    const done = await client.batchScrape([`${url}/3`], { appendToId: started.id, pollInterval: 1 })
    assert.deepStrictEqual(titles(done.data).filter((title) => title.startsWith("Page")), [
      "Page 1",
      "Page 2",
      "Page 3"
    ])
    assert.strictEqual(done.status, "completed")
    assert.strictEqual(asked.filter((path) => path === "/2").length, 1)
    const { mostRecentSuccess } = await client.getQueueStatus()
    assert.isAtLeast(Date.parse(mostRecentSuccess ?? ""), begun)
  })

  it("reject invalid fields, each by name", async () => {
    const refusal = async (body: unknown) => {
      const answer = await call("/v2/batch/scrape", body)
      return [answer.status, answer.body.details[0]?.path]
    }
    assert.deepStrictEqual(await refusal({ urls: [] }), [400, ["urls"]])
    assert.deepStrictEqual(await refusal({ urls: ["nowhere"] }), [400, ["urls", 0]])
    const strict = { urls: ["https://example.com/", "nowhere"], ignoreInvalidURLs: false }
    assert.deepStrictEqual(await refusal(strict), [400, ["urls", 1]])
    assert.deepStrictEqual(await refusal({ urls: ["https://example.com/"], webhook: "ftp://x" }), [400, ["webhook"]])
    assert.strictEqual((await call("/v2/batch/scrape/unknown")).status, 404)
  })

  it("have pages of results, and return the same batch for the same key", async () => {
    const { url } = site((path) => page(Number(path.slice(1))))
    const body = { urls: numbers(5).map((number) => `${url}/${number}`) }
    const first = await call("/v2/batch/scrape", body, { "idempotency-key": "one" })
    const again = await call("/v2/batch/scrape", body, { "idempotency-key": "one" })
    assert.strictEqual(again.body.id, first.body.id)
    await sdk().batchScrape([`${url}/0`], { appendToId: first.body.id, pollInterval: 1 })
    const part = await call(`/v2/batch/scrape/${first.body.id}?limit=2`)
    assert.deepStrictEqual([part.body.total, part.body.data.length], [5, 2])
    const rest = await call(new URL(part.body.next).pathname + new URL(part.body.next).search)
    assert.strictEqual(rest.body.data.length, 2)
    const everything = await sdk().getBatchScrapeStatus(first.body.id)
    assert.strictEqual(new Set(titles(everything.data)).size, 5)
  })
})

describe("extractions", () => {
  it("are rejected for a prompt without a model, with the names of the settings, before a page is read", async () => {
    const { asked, url } = site((path) => /^\/\d$/.test(path) ? page(Number(path.slice(1))) : undefined)
    const refused = await sdk().extract({ urls: [`${url}/1`, `${url}/2`], prompt: "the words", pollInterval: 1 }).then(
      () => undefined,
      (error: unknown) => error as Error & { readonly status?: number }
    )
    assert.match(refused?.message ?? "", /DUNLIN_MODEL_URL and DUNLIN_MODEL/)
    assert.strictEqual(refused?.status, 501)
    assert.deepStrictEqual(asked, [])
  })

  it("fail without a charge if no page matches a schema, and name the settings", async () => {
    const { url } = site((path) => /^\/\d$/.test(path) ? page(Number(path.slice(1))) : undefined)
    const schema = { type: "object", properties: { sku: { type: "string" } }, required: ["sku"] }
    const extracted = await sdk().extract({ urls: [`${url}/1`, `${url}/2`], schema, pollInterval: 1 })
    assert.strictEqual(extracted.status, "failed")
    assert.match(extracted.error ?? "", /^No data found on any of 2 pages; .* DUNLIN_MODEL_URL and DUNLIN_MODEL/)
    assert.deepInclude(extracted, { creditsUsed: 0, data: [] })
  })

  it("fill a schema from declared data without a model, and name a page without any", async () => {
    const product = `<!doctype html><title>Boots</title><script type="application/ld+json">${
      JSON.stringify({ "@context": "https://schema.org", "@type": "Product", name: "Boots", sku: "B-1" })
    }</script><main><h1>Boots</h1><p>Boots for wading.</p></main>`
    const { url } = site((path) => path === "/boots" ? product : path === "/empty" ? page(3) : undefined)
    const schema = { type: "object", properties: { sku: { type: "string" } }, required: ["sku"] }
    const extracted = await sdk().extract({ urls: [`${url}/boots`, `${url}/empty`], schema, pollInterval: 1 })
    assert.strictEqual(extracted.status, "completed")
    assert.deepStrictEqual(extracted.data, { sku: "B-1" })
    assert.match(extracted.warning ?? "", /^No data found on 1 of 2 pages; .*\/empty: /)
    assert.isAbove(extracted.creditsUsed ?? 0, 0)
  })
})

describe("crawls", () => {
  it("find each page once by links and sitemaps, without disallowed pages and copies", async () => {
    const pages: { [path: string]: (url: URL) => string } = {
      "/robots.txt": () => "User-agent: *\nDisallow: /docs/private",
      "/sitemap.xml": () =>
        `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
        <url><loc>${origin}/docs/listed</loc></url></urlset>`,
      "/docs/": () => page(1, ["/docs/a", "/docs/private", "/elsewhere", "/docs/calendar?month=1"]),
      "/docs/a": () => page(2, ["/docs/a?print=1", "/docs/b"]),
      "/docs/b": () => page(3, ["/docs/a"]),
      "/docs/listed": () => page(4),
      "/docs/private": () => page(5),
      // Endless, and always the same.
      "/docs/calendar": (url) => page(6, [`/docs/calendar?month=${Number(url.searchParams.get("month")) + 1}`])
    }
    let origin = ""
    const { asked, url } = site((path, url) => pages[path]?.(url))
    origin = url
    const client = sdk()
    const crawl = await client.crawl(`${url}/docs/`, {
      limit: 100,
      pollInterval: 1,
      scrapeOptions: { formats: ["markdown"] }
    })
    assert.deepStrictEqual(titles(crawl.data), ["Page 1", "Page 2", "Page 3", "Page 4", "Page 6"])
    assert.isFalse(asked.includes("/elsewhere"))
    assert.isFalse(asked.includes("/docs/private"))
    assert.isBelow(asked.filter((path) => path.startsWith("/docs/calendar")).length, 5)
    const { robotsBlocked } = await client.getCrawlErrors(crawl.id)
    assert.deepStrictEqual(robotsBlocked, [`${url}/docs/private`])
  })

  /** How a page fails by itself. */
  const failureOf = async (url: string) => {
    const { body } = await call("/v2/scrape", { url })
    return { url, code: body.code, error: body.error }
  }

  it.each([
    ["that the egress guard closes", "http://127.0.0.1:9/", "FORBIDDEN", /not allowed.*DUNLIN_EGRESS_ALLOW/],
    ["with a name that does not exist", "http://no.such.host.invalid/", "SCRAPE_DNS_RESOLUTION_ERROR", /name|resolver/]
  ])("fail for a host %s like a scrape of the page, and so do batches", async (_, url, code, why) => {
    const alone = await failureOf(url)
    assert.strictEqual(alone.code, code)
    assert.match(alone.error, why)
    const client = sdk()
    const told = ({ errors, robotsBlocked }: Awaited<ReturnType<typeof client.getCrawlErrors>>) => ({
      errors: errors.map(({ code, error, url }) => ({ url, code, error })),
      robotsBlocked
    })
    const crawl = await client.crawl(url, { pollInterval: 1 })
    assert.deepStrictEqual([crawl.status, crawl.completed, crawl.data], ["failed", 0, []])
    assert.deepStrictEqual(told(await client.getCrawlErrors(crawl.id)), { errors: [alone], robotsBlocked: [] })
    const batch = await client.batchScrape([url], { pollInterval: 1 })
    assert.deepStrictEqual(told(await client.getBatchScrapeErrors(batch.id)), { errors: [alone], robotsBlocked: [] })
  })

  it("skip a site whose robots.txt cannot be read, with a warning", async () => {
    const asked: Array<string | undefined> = []
    const address = listen((request, response) => {
      asked.push(request.url)
      response.writeHead(request.url === "/robots.txt" ? 503 : 200).end()
    })
    const inside = listen((request, response) => {
      asked.push(request.url)
      response.writeHead(302, { location: "http://127.0.0.1:9/robots.txt" }).end()
    })
    const client = sdk()
    const failure = async (url: string) => {
      const crawl = await client.crawl(url, { pollInterval: 1 })
      const { errors, robotsBlocked } = await client.getCrawlErrors(crawl.id)
      assert.deepStrictEqual(robotsBlocked, [])
      return errors.map(({ code, error }) => [code, error])
    }
    assert.deepStrictEqual(await failure(`http://${address}/page`), [
      ["CRAWL_ROBOTS_UNREADABLE", "The site's robots.txt cannot be read: it returned 503"]
    ])
    const [[code, error] = []] = await failure(`http://${inside}/page`)
    assert.strictEqual(code, "CRAWL_ROBOTS_UNREADABLE")
    assert.match(error ?? "", /^The site's robots\.txt cannot be read: the destination is not allowed/)
    assert.deepStrictEqual(new Set(asked), new Set(["/robots.txt"]))
  })

  it("apply patterns, depth, and limit, and reject patterns with backtracking", async () => {
    const { url } = site((path) => page(Number(path.slice(1)), [`/${Number(path.slice(1)) + 1}`]))
    const client = sdk()
    const crawl = (options: object) =>
      client.crawl(`${url}/0`, { sitemap: "skip", crawlEntireDomain: true, pollInterval: 1, ...options }).then((
        { data }
      ) => titles(data))
    assert.deepStrictEqual(await crawl({ maxDiscoveryDepth: 2 }), ["Page 0", "Page 1", "Page 2"])
    assert.deepStrictEqual(await crawl({ limit: 2 }), ["Page 0", "Page 1"])
    assert.deepStrictEqual(await crawl({ excludePaths: ["/2$"] }), ["Page 0", "Page 1"])
    assert.deepStrictEqual(await crawl({ includePaths: ["/[12]$"], limit: 10 }), ["Page 1", "Page 2"])
    const refused = await call("/v2/crawl", { url, includePaths: ["(a)\\1"] })
    assert.deepStrictEqual([refused.status, refused.body.details[0].path], [400, ["includePaths", 0]])
  })

  it("obey the pause of a robots.txt across all processes with one store", async () => {
    const data = mkdtempSync(join(folder, "data-"))
    const [one] = await Promise.all([run({ DUNLIN_DATA: data }), run({ DUNLIN_DATA: data })])
    const seconds = 30
    const links = numbers(40).map((number) => `/${number}`)
    const slow = site((path) => {
      if (path === "/robots.txt") return `User-agent: *\nCrawl-delay: ${seconds}`
      return /^\/\d+$/.test(path) ? page(Number(path.slice(1)), links) : undefined
    })
    const client = sdk(one)
    // before any page may be asked: however late the pages come, no more may be asked than the time since then allows
    const begun = performance.now()
    const { id } = await client.startCrawl(`${slow.url}/0`, { sitemap: "skip", crawlEntireDomain: true })
    while ((await client.getCrawlStatus(id)).completed === 0) await new Promise((resolve) => setTimeout(resolve, 20))
    const quick = site((path) => page(Number(path.slice(1))))
    await client.batchScrape(numbers(30).map((number) => `${quick.url}/${number}`), { pollInterval: 1 })
    const pages = slow.asked.filter((path) => /^\/\d+$/.test(path)).length
    assert.isAtMost(pages, 1 + Math.floor((performance.now() - begun) / 1000 / (seconds - 1)))
    assert.isTrue(await client.cancelCrawl(id))
  })

  it("stop when they are cancelled, and are listed while they run", async () => {
    const waiting: Array<() => void> = []
    const address = listen((request, response) => {
      if (request.url === "/robots.txt" || request.url === "/sitemap.xml") return response.writeHead(404).end()
      return waiting.push(() => response.end(page(1)))
    })
    const client = sdk()
    const { id } = await client.startCrawl(`http://${address}/`, { limit: 5 })
    while (waiting.length === 0) await new Promise(setImmediate)
    const active = async () => (await client.getActiveCrawls()).crawls.map((crawl) => crawl.id)
    assert.include(await active(), id)
    const metrics = await (await fetch(`${server.url}/metrics`)).text()
    assert.deepStrictEqual(problemsOf(metrics), [])
    assert.match(metrics, /^dunlin_job_pages_running\S* [1-9]/m)
    assert.match(metrics, /^dunlin_job_store_up\S* 1$/m)
    assert.isTrue(await client.cancelCrawl(id))
    for (const answer of waiting) answer()
    const status = await client.getCrawlStatus(id)
    assert.deepStrictEqual([status.status, status.completed], ["cancelled", 0])
    assert.notInclude(await active(), id)
  })

  it("stream their state, and call their webhook with signed events", async () => {
    const { url } = site((path) => path === "/" ? page(1, ["/2", "/3"]) : page(Number(path.slice(1))))
    const events: Array<{ readonly type: string; readonly isSigned: boolean }> = []
    const receiver = listen((request, response) => {
      let body = ""
      request.on("data", (chunk) => body += chunk)
      request.on("end", () => {
        const { "webhook-id": id, "webhook-signature": signature, "webhook-timestamp": at } = request.headers
        const expected = `v1,${createHmac("sha256", "secret").update(`${id}.${at}.${body}`).digest("base64")}`
        const { type, webhookId } = JSON.parse(body)
        // the header serves receivers that check signatures, the field all others
        events.push({ type, isSigned: signature === expected && webhookId === id })
        response.end("thanks")
      })
    })
    const client = sdk()
    const { id } = await client.startCrawl(`${url}/`, { sitemap: "skip", webhook: `http://${receiver}/` })
    const watcher = client.watcher(id, { kind: "crawl" })
    const seen: Array<string> = []
    watcher.on("document", (document: { readonly metadata: { readonly title: string } }) => {
      seen.push(document.metadata.title)
    })
    const ended = new Promise<{ readonly status: string }>((resolve) => watcher.on("done", resolve))
    await watcher.start()
    assert.strictEqual((await ended).status, "completed")
    assert.deepStrictEqual(seen.sort(), ["Page 1", "Page 2", "Page 3"])
    // As server-sent events, the same job from its beginning.
    const streamed = await fetch(`${server.url}/v2/crawl/${id}`, { headers: { accept: "text/event-stream" } })
    assert.match(streamed.headers.get("content-type") ?? "", /^text\/event-stream/)
    const told = (await streamed.text()).split("\n\n").filter((event) => event.startsWith("event: "))
    assert.deepStrictEqual(told.map((event) => event.split("\n")[0]), ["event: catchup", "event: done"])
    const { data } = JSON.parse(told[0]!.split("\ndata: ")[1]!) as { readonly data: ReadonlyArray<unknown> }
    assert.strictEqual(data.length, 3)
    const missing = await fetch(`${server.url}/v2/crawl/none`, { headers: { accept: "text/event-stream" } })
    assert.strictEqual(missing.status, 404)
    const count = (type: string) => events.filter((event) => event.type === type).length
    while (count("crawl.completed") === 0) await new Promise((resolve) => setTimeout(resolve, 20))
    assert.deepStrictEqual(["crawl.started", "crawl.page", "crawl.completed"].map(count), [1, 3, 1])
    assert.isTrue(events.every(({ isSigned }) => isSigned))
  })
})

describe("crawls of pages that differ only in numbers", () => {
  const invoices = () =>
    site((path) => {
      const at = /^\/invoices\/(\d+)$/.exec(path)?.[1]
      if (path === "/") return page(0, ["/invoices/1"])
      if (at === undefined || Number(at) > 9) return undefined
      return `<!doctype html><title>Invoice</title><main><h1>Invoice</h1><p>The sum of ${at}7 is due on day ${at}.</p>
        ${Number(at) < 9 ? `<a href="/invoices/${Number(at) + 1}">next</a>` : ""}</main>`
    })

  it("report that they stopped, and the option to continue", async () => {
    const { url } = invoices()
    const crawl = await sdk().crawl(url, { limit: 50, sitemap: "skip", pollInterval: 1 })
    const { body } = await call(`/v2/crawl/${crawl.id}`)
    assert.deepStrictEqual([body.completed, body.total], [6, 6])
    assert.include(body.warning, "1 URL was not followed")
    assert.include(body.warning, `${url}/invoices/6`)
    assert.include(body.warning, `"deduplicateSimilarURLs": false`)
  })

  it("read all pages with that option", async () => {
    const { url } = invoices()
    const options = { limit: 50, sitemap: "skip", deduplicateSimilarURLs: false, pollInterval: 1 } as const
    const crawl = await sdk().crawl(url, options)
    const { body } = await call(`/v2/crawl/${crawl.id}`)
    assert.deepStrictEqual([body.completed, body.total, body.warning], [10, 10, undefined])
  })
})

describe("maps", () => {
  it("list the pages of a site, ranked by the words", async () => {
    const sitemap = numbers(50).map((number) => `<url><loc>http://SITE/p/${number}</loc></url>`).join("")
    const { address, url } = site((path) =>
      path === "/sitemap.xml"
        ? `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${sitemap.replaceAll("SITE", address)}
           <url><loc>http://${address}/pricing-plans</loc></url></urlset>`
        : path === "/"
        ? page(1, ["/about", "https://other.example/", "/search?q=1"])
        : undefined
    )
    const client = sdk()
    const { links } = await client.map(url, { search: "pricing plan", limit: 20 })
    assert.strictEqual(links[0]?.url, `${url}/pricing-plans`)
    assert.strictEqual(links.length, 20)
    const all = (await client.map(url)).links.map((link) => link.url)
    assert.includeMembers(all, [`${url}/`, `${url}/about`, `${url}/p/49`])
    assert.isFalse(all.some((link) => link.includes("other.example") || link.includes("?")))
  })

  it.each(["include", "skip"] as const)("rank all pages before the limit, sitemap: %s", async (sitemap) => {
    const { url } = site((path) =>
      path === "/" ? page(1, [...numbers(60).map((number) => `/p/${number}`), "/calendar/2026/1"]) : undefined
    )
    const client = sdk()
    const first = async (limit: number) =>
      (await client.map(url, { search: "calendar", sitemap, limit })).links.map((link) => link.url)
    const few = await first(5)
    assert.strictEqual(few[0], `${url}/calendar/2026/1`)
    assert.deepStrictEqual(few, (await first(5000)).slice(0, 5))
    assert.deepStrictEqual(await first(1), few.slice(0, 1))
  })
})

it("omits what the team's threat policy blocks from a map", async () => {
  const { address } = site((path) =>
    path === "/" ? page(1, ["/a", `http://bad.${host}/b`, `http://good.${host}/c`]) : undefined
  )
  const host = `localhost:${address.split(":")[1]}`
  const data = mkdtempSync(join(folder, "data-"))
  const teams = join(data, "teams.json")
  const threatProtection = { enabled: true, policy: { mode: "normal", blacklist: ["bad.localhost"] } }
  const row = { id: "team", keys: ["key"], credits: 1000 }
  writeFileSync(teams, JSON.stringify({ teams: [{ ...row, features: { threatProtection } }] }), { mode: 0o600 })
  const own = await run({ DUNLIN_DATA: data, DUNLIN_TEAMS: teams, DUNLIN_EGRESS_ALLOW: host })
  const answer = await fetch(`${own.url}/v2/map`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: "Bearer key" },
    body: JSON.stringify({ url: `http://${host}/`, sitemap: "skip", includeSubdomains: true })
  })
  const { links, warning } = await answer.json() as any
  assert.deepStrictEqual(links.map((link: { readonly url: string }) => link.url), [
    `http://${host}/`,
    `http://${host}/a`,
    `http://good.${host}/c`
  ])
  assert.include(warning, "1 URL was blocked by the threat policy")
})

describe("version 1", () => {
  it("scrapes, maps, crawls, and batches", async () => {
    const { url } = site((path) => path === "/" ? page(1, ["/2"]) : page(Number(path.slice(1))))
    const { v1 } = sdk()
    const scraped = await v1.scrapeUrl(`${url}/`, { formats: ["markdown"] })
    assert.isTrue(scraped.success)
    const mapped = await v1.mapUrl(`${url}/`, { ignoreSitemap: true })
    assert.deepStrictEqual("links" in mapped ? mapped.links : [], [`${url}/`, `${url}/2`])
    const crawled = await v1.crawlUrl(`${url}/`, { limit: 5, maxDepth: 1, ignoreSitemap: true }, 1)
    assert.strictEqual("completed" in crawled ? crawled.completed : 0, 2)
  })
})

it("reads an uploaded file like a scraped page, for contract clients", async () => {
  const file = { filename: "waders.html", data: page(3), contentType: "text/html" }
  const document = await sdk().parse(file, { formats: ["markdown"], onlyMainContent: true })
  assert.include(document.markdown, "# Page 3")
  assert.strictEqual(document.metadata?.title, "Page 3")
  // larger than what is read with the head of a request
  const text = `${"Knots stand on the shore.\\n".repeat(10_000)}The last line.`
  const large = await sdk().parse({ filename: "knots.txt", data: text })
  assert.include(large.markdown, "The last line.")
  const table = await sdk().parse({ filename: "masses.csv", data: "bird,grams\ndunlin,48\n" })
  assert.include(table.markdown, "| dunlin | 48 |")
})

it("answers unsupported endpoints with 501 and an alternative", async () => {
  for (
    const path of ["/v2/browser", "/v1/llmstxt"]
  ) {
    const { body, status } = await call(path, {})
    assert.deepStrictEqual([status, body.code], [501, "NOT_IMPLEMENTED"], path)
  }
})

it("loses no page and charges none twice if the server is killed", async () => {
  const pages = 40
  const { asked, url } = site((path) => page(Number(path.slice(1))))
  const data = mkdtempSync(join(folder, "data-"))
  const teams = join(data, "teams.json")
  writeFileSync(teams, JSON.stringify({ teams: [{ id: "team", keys: ["key"], credits: 1000 }] }), { mode: 0o600 })
  const env = { DUNLIN_DATA: data, DUNLIN_TEAMS: teams }
  let own = await run(env)
  const urls = numbers(pages).map((number) => `${url}/${number}`)
  // Every page is fetched anew, so that a page that is done twice is seen.
  const { id } = await sdk(own).startBatchScrape(urls, { options: { maxAge: 0 } })
  for (const least of [5, 15, 25]) {
    // leaves the processor to the server, where there is one for both
    while (asked.length < least) await new Promise((resolve) => setTimeout(resolve, 5))
    await own.stop("SIGKILL")
    own = await run(env)
  }
  const client = sdk(own)
  let status = await client.getBatchScrapeStatus(id)
  while (status.status === "scraping") {
    await new Promise((resolve) => setTimeout(resolve, 200))
    status = await client.getBatchScrapeStatus(id)
  }
  assert.strictEqual(status.completed, pages)
  assert.strictEqual(new Set(titles(status.data)).size, pages)
  // what servers that were killed had reserved is free when their reservations end
  const remaining = async () => (await client.getCreditUsage()).remainingCredits
  while (await remaining() < 1000 - pages) await new Promise((resolve) => setTimeout(resolve, 500))
  assert.strictEqual(await remaining(), 1000 - pages)
})
