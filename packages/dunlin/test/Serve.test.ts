import { assert, describe, it } from "@effect/vitest"
import * as Serve from "dunlin/Serve"
import { ConfigProvider, Effect, Layer } from "effect"
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs"
import { createServer } from "node:http"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { zstdDecompressSync } from "node:zlib"
import { problemsOf } from "./metricRules.ts"
import type { Running } from "./serverProcess.ts"
import { call, serving } from "./serving.ts"

const { data, folder, listen, run, site } = serving()

/** Why a server with these settings does not start. */
const whyNot = (env: Record<string, string>) =>
  Layer.build(Serve.layer()).pipe(
    Effect.scoped,
    Effect.provide(ConfigProvider.layer(ConfigProvider.fromUnknown({ DUNLIN_DATA: data(), DUNLIN_PORT: "0", ...env }))),
    Effect.flip,
    Effect.map((error) => error instanceof Error ? error.message : String(error))
  )

describe("dunlin serve", () => {
  it("works without settings, logs an unknown one, and stops after running requests", async () => {
    const asked = Promise.withResolvers<void>()
    const released = Promise.withResolvers<void>()
    const address = await site(() => {
      asked.resolve()
      return released.promise
    })
    const server = await run({ DUNLIN_EGRESS_ALLOW: address, DUNLIN_HOME: "/srv" })
    assert.match(server.output(), /unknown setting, ignored.*"variable":"DUNLIN_HOME"/)
    await run({ DUNLIN_PORTS: "80" }).then(
      () => assert.fail("a server started without the setting that was meant"),
      (error) => assert.match(String(error), /ended with 2:\n.*DUNLIN_PORTS: .*rename it to DUNLIN_PORT,/s)
    )
    const health = await fetch(`${server.url}/health`)
    assert.strictEqual(health.headers.get("keep-alive"), "timeout=65", "longer than load balancers keep theirs")
    const trace = "0af7651916cd43dd8448eb211c80319c"
    const traceparent = `00-${trace}-b7ad6b7169203331-01`
    const { body, status } = await call(server, "/v2/search", { query: "anything" }, { traceparent })
    assert.strictEqual(status, 200)
    assert.deepStrictEqual(body.data, { web: [] })
    assert.strictEqual(body.creditsUsed, 0)
    const answer = call(server, "/v2/scrape", { url: `http://${address}/held` })
    await asked.promise
    const ended = server.stop("SIGTERM")
    // As npm and its group do at the same time.
    void server.stop("SIGTERM")
    await server.stopsListening()
    released.resolve()
    const scraped = await answer
    assert.strictEqual(scraped.status, 200)
    assert.include(scraped.body.data.markdown, "Text of /held")
    assert.strictEqual(await ended, 0)
    assert.match(server.output(), /"stopping: new requests are rejected/)
    assert.include(server.output(), `"traceId":"${trace}"`, "of the client, where the server has no tracer")
  })

  it("drops running requests at a second signal, and releases their credits", async () => {
    const teams = join(folder, "impatient-teams.json")
    writeFileSync(teams, JSON.stringify({ teams: [{ id: "acme", keys: ["key"], credits: 50 }] }))
    const address = await listen(createServer(() => {}))
    const env = { DUNLIN_TEAMS: teams, DUNLIN_EGRESS_ALLOW: address, DUNLIN_DATA: data() }
    const server = await run(env)
    const key = { authorization: "Bearer key" }
    const dropped = call(server, "/v2/scrape", { url: `http://${address}/` }, key).then(() => false, () => true)
    const left = async (server: Running) =>
      (await call(server, "/v2/team/credit-usage", undefined, key)).body.data.remainingCredits
    while (await left(server) === 50) await new Promise((resolve) => setTimeout(resolve, 50))
    const ended = server.stop("SIGTERM")
    await server.stopsListening()
    const again = setInterval(() => void server.stop("SIGTERM"), 300)
    assert.isTrue(await dropped)
    clearInterval(again)
    assert.strictEqual(await ended, 0)
    assert.strictEqual(await left(await run(env)), 50)
  })

  it.effect("names an invalid setting, and why", () =>
    Effect.gen(function*() {
      const taken = yield* Effect.promise(() => site())
      const cases: ReadonlyArray<[Record<string, string>, RegExp]> = [
        [
          { DUNLIN_PROVIDER: "altavista" },
          /DUNLIN_PROVIDER: unknown provider "altavista"; expected one of local, searxng/
        ],
        [{ DUNLIN_PROVIDER: "searxng" }, /DUNLIN_SEARXNG_URL: provider searxng requires the URL/],
        [{ DUNLIN_PROVIDER: "local,brave" }, /DUNLIN_BRAVE_KEY: provider brave requires a key/],
        [{ DUNLIN_PORT: "70000" }, /^DUNLIN_PORT: expected a whole number from 0 to 65535, got "70000"$/],
        [{ DUNLIN_PORT: "many" }, /DUNLIN_PORT/],
        [{ DUNLIN_PROVIDER_MODE: "some" }, /DUNLIN_PROVIDER_MODE/],
        [{ DUNLIN_PUBLIC_URL: "example.com" }, /DUNLIN_PUBLIC_URL: expected an http or https URL/],
        [{ DUNLIN_TEAMS: "/no/such/file.json" }, /DUNLIN_TEAMS: .*\/no\/such\/file\.json.*does not exist/],
        [{ DUNLIN_PAPERS: "openalex,library" }, /DUNLIN_PAPERS: unknown source "library"; expected one of openalex, /],
        [{ DUNLIN_PORT: taken.slice(taken.indexOf(":") + 1) }, /DUNLIN_PORT: port \d+ is in use/],
        [{ DUNLIN_HOST: "203.0.113.1" }, /DUNLIN_HOST: cannot listen on 203\.0\.113\.1:0 \(EADDRNOTAVAIL\)/],
        [
          { OTEL_EXPORTER_OTLP_ENDPOINT: "collector:4318" },
          /OTEL_EXPORTER_OTLP_ENDPOINT: expected an http or https URL/
        ],
        [{ DUNLIN_DATABASE_URL: "mysql://x" }, /DUNLIN_DATABASE_URL: expected a URL that begins with postgres/],
        [{ DUNLIN_REDIS_URL: "localhost:6379" }, /DUNLIN_REDIS_URL: expected a URL that begins with redis/],
        [{ DUNLIN_MODEL_URL: "http://127.0.0.1:1/v1" }, /DUNLIN_MODEL: a model name is required/],
        [{ DUNLIN_MODEL: "small" }, /DUNLIN_MODEL_URL: an endpoint URL is required/],
        [{ DUNLIN_DATA: "/dev/null/data" }, /DUNLIN_DATA: the folder cannot be created \(ENOTDIR\)/]
      ]
      for (const [env, expected] of cases) assert.match(yield* whyNot(env), expected)
    }))

  it("warns only if the server is open to everybody", async () => {
    const teams = join(folder, "known.json")
    writeFileSync(teams, JSON.stringify({ teams: [{ id: "one", keys: ["key-one"] }] }))
    const warned = async (env: Record<string, string>) =>
      (await run(env)).output().split("\n").filter((line) => line.includes("anyone who can reach it can use it"))
    const everybody = await warned({ DUNLIN_HOST: "0.0.0.0" })
    assert.lengthOf(everybody, 1)
    assert.match(everybody[0]!, /"level":"WARN".*"host":"0\.0\.0\.0"/)
    assert.match(everybody[0]!, /set DUNLIN_TEAMS to a file of teams with keys, or DUNLIN_HOST to 127\.0\.0\.1/)
    assert.isEmpty(await warned({ DUNLIN_HOST: "0.0.0.0", DUNLIN_TEAMS: teams }))
    assert.isEmpty(await warned({}))
  })

  it("separates teams", async () => {
    const address = await site()
    const teams = join(folder, "teams.json")
    writeFileSync(
      teams,
      JSON.stringify({
        teams: [{ id: "one", keys: ["key-one"], credits: 50 }, { id: "two", keys: ["key-two"], credits: 50 }]
      })
    )
    const server = await run({ DUNLIN_TEAMS: teams, DUNLIN_EGRESS_ALLOW: address, DUNLIN_MAX_UPLOAD: "1" })
    const as = (team: string) => ({ authorization: `Bearer key-${team}` })
    const left = async (team: string) =>
      (await call(server, "/v2/team/credit-usage", undefined, as(team))).body.data.remainingCredits
    const key = { "idempotency-key": "same" }
    const url = `http://${address}/page`
    assert.strictEqual((await call(server, "/v2/scrape", { url }, { ...as("one"), ...key })).status, 200)
    assert.deepStrictEqual([await left("one"), await left("two")], [49, 50])
    // The same key of another team is another key, also for another body.
    assert.strictEqual((await call(server, "/v2/scrape", { url: `${url}2` }, { ...as("two"), ...key })).status, 200)
    assert.deepStrictEqual([await left("one"), await left("two")], [49, 49])
    assert.strictEqual((await call(server, "/v2/scrape", { url })).status, 401)
    assert.deepInclude((await call(server, "/dunlin/profiles", undefined, as("one"))).body, {
      data: [],
      quota: { profiles: 1000, bytes: 256 * 1024 ** 2 }
    })
    const form = new FormData()
    form.append("file", new Blob(["x".repeat(1_100_000)]), "long.txt")
    const refused = await fetch(`${server.url}/v2/parse`, { method: "POST", body: form, headers: as("one") })
    assert.strictEqual(refused.status, 413)
  })
})

describe("metrics", () => {
  it("have as many series after a thousand different requests as after the first hundreds", async () => {
    const TEAMS = 150
    const teams = join(folder, "many-teams.json")
    const team = (at: number) => ({ id: `team-${at}`, keys: [`key-${at}`], credits: at % 2 })
    writeFileSync(teams, JSON.stringify({ teams: Array.from({ length: TEAMS }, (_, at) => team(at)) }))
    const server = await run({ DUNLIN_TEAMS: teams })
    const series = async () => {
      const headers = { authorization: "Bearer key-1" }
      const text = await (await fetch(`${server.url}/metrics`, { headers })).text()
      const samples = text.split("\n").filter((line) => line !== "" && !line.startsWith("#"))
      // kinds of garbage collection, and parts that a busy machine makes slow, appear when they happen, whatever is requested
      const isOfRequests = (name: string) => !/_gc_|condition="slow"/.test(name)
      return new Set(samples.map((line) => line.slice(0, line.lastIndexOf(" "))).filter(isOfRequests))
    }
    const ask = async (at: number, wave: string) => {
      const key = {
        authorization: `Bearer key-${at}`,
        "user-agent": `agent-${wave}-${at}`,
        "x-request-id": `${wave}-${at}`
      }
      const body = (values: object) => ({ method: "POST", body: JSON.stringify(values) })
      const requests: ReadonlyArray<readonly [string, RequestInit]> = [
        [`/${wave}/${at}?q=${at}`, {}],
        [`/v2/crawl/${wave}-${at}`, { method: at % 2 === 0 ? "GET" : "DELETE" }],
        ["/v2/search", body({ query: `${wave} ${at}`, limit: 1 + at % 50 })],
        ["/v2/scrape", body({ url: `http://10.0.${at % 250}.1:${8000 + at}/${wave}` })],
        ["/v2/search", { ...body({ query: wave }), headers: { authorization: `Bearer nobody-${wave}-${at}` } }]
      ]
      for (const [path, request] of requests) {
        const headers = { "content-type": "application/json", ...key, ...request.headers as object }
        await (await fetch(server.url + path, { ...request, headers })).text()
      }
    }
    const wave = (name: string) => Promise.all(Array.from({ length: TEAMS }, (_, at) => ask(at, name)))
    await wave("first")
    const before = await series()
    await wave("second")
    const after = await series()
    assert.deepStrictEqual([...after].filter((name) => !before.has(name)), [])
    const named = new Set([...after].flatMap((name) => /team="([^"]*)"/.exec(name)?.[1] ?? []))
    assert.isAtMost(named.size, 101)
    assert.isAbove(named.size, 50)
  })
})

describe("a search provider", () => {
  it("receives no trace headers without a trace", async () => {
    const headers: Array<string> = []
    const engine = await listen(createServer((request, response) => {
      headers.push(...Object.keys(request.headers))
      response.setHeader("content-type", "application/json")
      response.end(JSON.stringify({ results: [] }))
    }))
    const server = await run({ DUNLIN_PROVIDER: "searxng", DUNLIN_SEARXNG_URL: `http://${engine}` })
    assert.strictEqual((await call(server, "/v2/search", { query: "anything" })).status, 200)
    assert.include(headers, "host")
    assert.notInclude(headers, "traceparent")
    assert.notInclude(headers, "b3")
  })
})

describe("two servers with one cache", () => {
  it("run a request with an Idempotency-Key once, and both repeat the response", async () => {
    let asked = 0
    const address = await listen(createServer((_request, response) => {
      asked++
      response.writeHead(200, { "content-type": "text/html" })
      response.end(
        `<main><h1>Answer ${asked}</h1><p>Text long enough to be taken for the content of a page.</p></main>`
      )
    }))
    const env = { DUNLIN_DATA: data(), DUNLIN_EGRESS_ALLOW: address }
    const [one, two] = [await run(env), await run(env)]
    const key = { "idempotency-key": "a key of two servers" }
    const request = { url: `http://${address}/page`, maxAge: 0 }
    const first = await call(one, "/v2/scrape", request, key)
    const second = await call(two, "/v2/scrape", request, key)
    assert.strictEqual(first.status, 200)
    assert.deepStrictEqual(second, first)
    assert.strictEqual(asked, 1)
    assert.strictEqual((await call(two, "/v2/scrape", { ...request, maxAge: 1 }, key)).status, 409)
  })
})

describe("threat protection", () => {
  it("never requests the third redirect of a chain if the policy blocks it", async () => {
    const asked: Array<string> = []
    const address = await listen(createServer((request, response) => {
      asked.push(request.url ?? "")
      const next = { "/first": "/second", "/second": `http://localhost:${address.split(":")[1]}/third` }[request.url!]
      if (next === undefined) response.end("<main>Reached</main>")
      else response.writeHead(302, { location: next }).end()
    }))
    const teams = join(folder, "guarded-teams.json")
    const policy = { mode: "normal", blacklist: ["localhost"] }
    const threatProtection = { enabled: true, enforced: true, allowOverrides: false, policy }
    writeFileSync(teams, JSON.stringify({ teams: [{ id: "acme", keys: ["key"], features: { threatProtection } }] }))
    const server = await run({
      DUNLIN_TEAMS: teams,
      DUNLIN_EGRESS_ALLOW: `${address},localhost:${address.split(":")[1]}`
    })
    const { body, status } = await call(server, "/v2/scrape", { url: `http://${address}/first` }, {
      authorization: "Bearer key"
    })
    assert.strictEqual(status, 403)
    assert.strictEqual(body.code, "unsafe_domain_blocked")
    assert.deepStrictEqual(asked, ["/first", "/second"])
  })
})

/** Every byte below a folder, as text; what is compressed is opened, also inside of SQLite. */
const everything = (path: string): string => {
  if (statSync(path).isDirectory()) return readdirSync(path).map((name) => everything(join(path, name))).join("\n")
  const raw = readFileSync(path).toString("latin1")
  if (!path.endsWith(".sqlite")) return raw
  const database = new DatabaseSync(path, { readOnly: true })
  const tables = database.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").all() as Array<
    { name: string }
  >
  const values = tables.flatMap(({ name }) =>
    database.prepare(`SELECT * FROM "${name}"`).all().flatMap((row) =>
      Object.values(row).map((value) => {
        if (!(value instanceof Uint8Array)) return String(value)
        try {
          return zstdDecompressSync(value).toString("latin1")
        } catch {
          return Buffer.from(value).toString("latin1")
        }
      })
    )
  )
  database.close()
  return [raw, ...values].join("\n")
}

describe("zero data retention", () => {
  it("leaves no query, URL or page text in any log, span, metric, file or error", async () => {
    const collected: Array<string> = []
    const collector = await listen(createServer((request, response) => {
      const chunks: Array<Buffer> = []
      request.on("data", (chunk) => chunks.push(chunk))
      request.on("end", () => {
        collected.push(Buffer.concat(chunks).toString())
        response.end("{}")
      })
    }))
    const address = await site()
    const folderOfData = data()
    const teams = join(folder, "private-teams.json")
    writeFileSync(
      teams,
      JSON.stringify({
        teams: [{ id: "acme", keys: ["key"], audit: true, features: { zdr: true, anon: true } }]
      })
    )
    const server = await run({
      DUNLIN_DATA: folderOfData,
      DUNLIN_TEAMS: teams,
      DUNLIN_EGRESS_ALLOW: address,
      DUNLIN_LOG_LEVEL: "Trace",
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://${collector}`
    })
    const send = (path: string, body: unknown) =>
      call(server, path, body, {
        authorization: "Bearer key",
        "idempotency-key": `key of ${JSON.stringify(body).length}`
      })
    const page = (name: string) => `http://${address}/${name}`

    // What may be kept is there: the search below would find the rest if it were.
    await send("/v2/scrape", { url: page("control-page"), auditMetadata: { username: "somebody" } })
    await send("/v2/search", {
      query: "controlquery",
      scrapeOptions: { formats: ["markdown"], auditMetadata: { username: "somebody" } }
    })

    const secret = "quokka"
    const statuses = [
      await send("/v2/scrape", { url: page(`${secret}-zdr`), zeroDataRetention: true }),
      await send("/v2/scrape", { url: page(`missing-${secret}`), zeroDataRetention: true }),
      await send("/v2/scrape", { url: `http://127.0.0.1:1/${secret}`, zeroDataRetention: true }),
      await send("/v2/scrape", { url: page(`${secret}-lockdown`), lockdown: true }),
      await send("/v2/search", {
        query: `${secret} one`,
        enterprise: ["zdr"],
        scrapeOptions: { formats: ["markdown"] }
      }),
      await send("/v2/search", { query: `${secret} two`, enterprise: ["anon"] }),
      await send("/v2/search", { query: `${secret} three`, scrapeOptions: { formats: ["markdown"], lockdown: true } }),
      await send("/v2/search", { query: `${secret} four`, enterprise: ["zdr"], tbs: `qdr:${secret}` })
    ]
    assert.deepStrictEqual(statuses.map(({ status }) => status).slice(0, 7), [200, 200, 403, 404, 200, 200, 200])
    assert.include(statuses[0]?.body.data.markdown, secret)
    assert.notInclude(JSON.stringify(statuses[2]?.body), secret)
    assert.notInclude(JSON.stringify(statuses[3]?.body), secret)

    const metrics = await (await fetch(`${server.url}/metrics`, { headers: { authorization: "Bearer key" } })).text()
    assert.deepStrictEqual(problemsOf(metrics), [])
    await server.stop("SIGTERM")
    const left = {
      output: server.output(),
      telemetry: collected.join("\n"),
      metrics,
      files: everything(folderOfData)
    }
    assert.include(left.files, "control-page")
    assert.include(left.files, "controlquery")
    assert.include(left.files, "somebody")
    assert.include(left.telemetry, "Searcher.search")
    for (const [where, text] of Object.entries(left)) assert.notInclude(text.toLowerCase(), secret, where)
  })
})
