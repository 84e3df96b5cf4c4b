import { Listener } from "@dunlin/http-api"
import { afterAll, assert, it } from "@effect/vitest"
import * as Serve from "dunlin/Serve"
import { ConfigProvider, Context, Effect, Layer } from "effect"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { until } from "../../common/test/until.ts"

const folder = mkdtempSync(join(tmpdir(), "dunlin-book-"))
const ends: Array<() => void> = []
afterAll(() => {
  for (const end of ends) end()
  rmSync(folder, { recursive: true, maxRetries: 5 })
})

const GRANTED = 1000

/** A site, and an engine that finds pages of it. */
const site = Effect.promise(() =>
  new Promise<string>((resolve) => {
    const server = createServer((request, response) => {
      const own = `http://${request.headers.host}`
      const { pathname } = new URL(request.url ?? "/", own)
      if (pathname === "/search") {
        const results = [1, 2, 3].map((at) => ({ url: `${own}/found/${at}`, title: `Found ${at}`, content: "waders" }))
        response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify({ results }))
        return
      }
      const status = /gone|robots|sitemap/.test(pathname) ? 404 : 200
      const links = [1, 2, 3, 4].map((at) => `<a href="/page/${at}">Page ${at}</a>`).join(" ")
      const text = "Waders of the coast feed at low tide. ".repeat(10)
      response.writeHead(status, { "content-type": "text/html" })
      response.end(`<title>${pathname}</title><main><h1>${pathname}</h1><p>${text}</p>${links}</main>`)
    })
    server.listen(0, "127.0.0.1", () => {
      ends.push(() => server.closeAllConnections(), () => server.close())
      resolve(`127.0.0.1:${(server.address() as AddressInfo).port}`)
    })
  })
)

const authorization = { authorization: "Bearer key" }

const clientOf = (url: string) => {
  const call = async (path: string, body?: unknown, headers: Record<string, string> = {}) => {
    const response = await fetch(url + path, {
      ...(body === undefined ? {} : { method: "POST", body: JSON.stringify(body) }),
      headers: { ...authorization, "content-type": "application/json", ...headers }
    })
    return { response, body: await response.json() as any }
  }
  /** Credits that a job says it cost, when it has ended. */
  const job = async (path: string, body: unknown): Promise<number> => {
    const { id } = (await call(path, body)).body
    for (;;) {
      const status = (await call(`${path}/${id}`)).body
      if (status.status !== "scraping") return status.creditsUsed
    }
  }
  /** Reads events of a search until one has this name, and leaves. */
  const leaveAt = async (name: string) => {
    const leaving = new AbortController()
    const response = await fetch(`${url}/v2/search`, {
      method: "POST",
      body: JSON.stringify({ query: "waders", scrapeOptions: { formats: ["markdown"] } }),
      headers: { ...authorization, "content-type": "application/json", accept: "text/event-stream" },
      signal: leaving.signal
    })
    let text = ""
    for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
      text += chunk
      if (text.includes(`event: ${name}`)) break
    }
    leaving.abort()
    return text
  }
  const metric = async () =>
    (await (await fetch(`${url}/metrics`, { headers: authorization })).text()).split("\n").reduce((sum, line) => {
      const value = /^dunlin_credits_charged_total\{.*\} (\d+)/.exec(line)?.[1]
      return sum + Number(value ?? 0)
    }, 0)
  return { call, job, leaveAt, metric }
}

it.live(
  "the ledger, the metric, the audit log, and the responses have the same sum, with jobs and dropped streams",
  () =>
    Effect.gen(function*() {
      const address = yield* site
      const teams = join(folder, "teams.json")
      writeFileSync(teams, JSON.stringify({ teams: [{ id: "acme", keys: ["key"], credits: GRANTED, audit: true }] }))
      const env = {
        DUNLIN_DATA: folder,
        DUNLIN_PORT: "0",
        DUNLIN_TEAMS: teams,
        DUNLIN_EGRESS_ALLOW: address,
        DUNLIN_PROVIDER: "searxng",
        DUNLIN_SEARXNG_URL: `http://${address}`,
        DUNLIN_LOG_LEVEL: "None"
      }
      const context = yield* Layer.build(Serve.layer()).pipe(
        Effect.provide(ConfigProvider.layer(ConfigProvider.fromUnknown(env)))
      )
      const { call, job, leaveAt, metric } = clientOf(Context.get(context, Listener.Listener).url)
      const audit = new DatabaseSync(join(folder, "audit.sqlite"), { readOnly: true })
      ends.unshift(() => audit.close())
      const audited = () => {
        const credits = "COALESCE(SUM(json_extract(event, '$.credits')), 0)"
        return Number(audit.prepare(`SELECT ${credits} AS credits FROM audit_events`).get()?.credits)
      }
      // other tests of the process count in the same metric
      const before = yield* Effect.promise(metric)
      const sums = Effect.promise(async () => {
        const { body } = await call("/v2/team/credit-usage")
        return { ledger: GRANTED - body.data.remainingCredits, metric: await metric() - before }
      })

      const told = yield* Effect.promise(async () => {
        const url = `http://${address}/page/1`
        const scraped = (await call("/v2/scrape", { url }, { "idempotency-key": "one" })).body
        const again = await call("/v2/scrape", { url }, { "idempotency-key": "one" })
        assert.strictEqual(again.response.headers.get("idempotent-replayed"), "true")
        const searched = (await call("/v2/search", { query: "waders", scrapeOptions: { formats: ["markdown"] } })).body
        const streamed = JSON.parse(/event: done\ndata: (.*)/.exec(await leaveAt("done\ndata"))?.[1] ?? "{}")
        // the answer of a map has no field for credits: it costs a page
        const mapped = (await call("/v2/map", { url })).body.links.length > 0 ? 1 : 0
        const urls = [1, 2, 3].map((at) => `http://${address}/batch/${at}`)
        const batch = await job("/v2/batch/scrape", { urls: [...urls, `http://${address}/gone`] })
        const crawl = await job("/v2/crawl", { url: `http://${address}/`, limit: 3 })
        assert.deepStrictEqual([batch, crawl], [3, 3])
        return scraped.data.metadata.creditsUsed + searched.creditsUsed + streamed.creditsUsed + mapped + batch + crawl
      })
      yield* until(() => audited() >= told)
      assert.deepStrictEqual(
        { ...yield* sums, audit: audited() },
        { ledger: told, metric: told, audit: told }
      )

      // A reader that leaves pays for what it was handed.
      for (const event of ["hits-found", "page-finished", "page-started"]) yield* Effect.promise(() => leaveAt(event))
      let books = yield* sums
      while (books.ledger < told + 6 || audited() < books.ledger) {
        books = yield* sums
      }
      assert.deepStrictEqual({ ...books, audit: audited() }, {
        ledger: books.ledger,
        metric: books.ledger,
        audit: books.ledger
      })
    }).pipe(Effect.scoped, Effect.orDie),
  120_000
)
