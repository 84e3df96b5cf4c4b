// A server whose settings name a real Redis and a real PostgreSQL.
import { ArtifactStore } from "@dunlin/cache"
import * as Services from "dunlin/Services"
import { ConfigProvider, Effect, Layer, Redacted } from "effect"
import { mkdtempSync, readdirSync, rmSync } from "node:fs"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { assert, describe, it } from "vitest"
import * as servers from "../../cache/test/servers.ts"
import { openWay } from "../../cache/test/ways.ts"
import { needing } from "../../common/test/components.ts"
import { until } from "../../common/test/until.ts"
import { type Running, start, startWorker } from "./serverProcess.ts"

const folder = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "dunlin-backends-"))),
  (path) => Effect.sync(() => rmSync(path, { recursive: true, force: true, maxRetries: 5 }))
)

/** A page that counts how often it was asked for. */
const site = Effect.acquireRelease(
  Effect.promise(() =>
    new Promise<{ readonly host: string; readonly visits: () => number; readonly close: () => void }>((resolve) => {
      let visits = 0
      const server = createServer((request, response) => {
        if (request.url?.startsWith("/avocet") === true) visits++
        response.setHeader("content-type", "text/html")
        response.end(
          "<title>Avocet</title><main><h1>Avocet</h1><p>An avocet sweeps its bill from side to side.</p></main>"
        )
      })
      server.listen(0, "127.0.0.1", () =>
        resolve({
          host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
          visits: () => visits,
          close: () => {
            server.closeAllConnections()
            server.close()
          }
        }))
    })
  ),
  ({ close }) => Effect.sync(close)
)

const running = (env: Record<string, string>) =>
  Effect.acquireRelease(
    Effect.promise(() => start(env)),
    (server) => Effect.promise(() => server.stop("SIGKILL"))
  )

/** What a machine says that left its Redis no turn for five seconds; it is asked again then. */
const unheard = "this page's history could not be read"

/** How often it is asked. */
const mostTries = 5

/** The first answer that knows the history of its page; what was not heard of may have been kept. */
const scrape = (server: Running, urlOf: (tries: number) => string) =>
  Effect.promise(async () => {
    for (let tries = 1; tries <= mostTries; tries++) {
      const url = urlOf(tries)
      const response = await fetch(`${server.url}/v2/scrape`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ url, formats: ["markdown", { type: "changeTracking" }] })
      })
      const text = await response.text()
      assert.strictEqual(response.status, 200, text)
      if (!text.includes(unheard)) return { ...JSON.parse(text) as any, url, tries }
    }
    return assert.fail(`${mostTries} times ${unheard}`)
  })

const left = (server: Running) =>
  Effect.promise(async () => {
    const response = await fetch(`${server.url}/v2/team/credit-usage`)
    const text = await response.text()
    assert.strictEqual(response.status, 200, text)
    return JSON.parse(text).data
  })

describe("a server on Redis and PostgreSQL", needing("Redis", "PostgreSQL"), () => {
  it(
    "shares pages, versions, and credits with the next process, and stores none of them in its folder",
    () =>
      Effect.gen(function*() {
        const redis = yield* servers.redis({ durable: false })
        const postgres = yield* servers.postgres({ durable: false })
        const { host, visits } = yield* site
        const data = yield* folder
        const env = {
          DUNLIN_DATA: data,
          DUNLIN_EGRESS_ALLOW: host,
          DUNLIN_REDIS_URL: Redacted.value(redis.url),
          DUNLIN_DATABASE_URL: Redacted.value(postgres.url)
        }
        const one = yield* running(env)
        // a page that nobody has asked for before
        const first = yield* scrape(one, (tries) => `http://${host}/avocet/${tries}`)
        assert.include(first.data.markdown, "avocet")
        assert.strictEqual(first.data.changeTracking.changeStatus, "new")
        const [one_, other] = [yield* left(one), yield* running({ ...env, DUNLIN_DATA: yield* folder })]
        const second = yield* scrape(other, () => first.url)
        assert.strictEqual(second.data.changeTracking.changeStatus, "same")
        assert.deepStrictEqual(yield* left(other), one_)
        assert.strictEqual(visits(), first.tries + second.tries)
        const kept = readdirSync(data)
        assert.notInclude(kept, "cache.sqlite")
        assert.notInclude(kept, "credits.sqlite")
      }).pipe(Effect.scoped, Effect.runPromise)
  )
})

/** What a log says of PostgreSQL, in order. */
const saidOf = (log: string): string => (log.match(/(?<=postgres is )(?:lost|back)/g) ?? []).join(" ")

/** Never the same twice in a row; a machine that stands still for seconds may lose its database in between. */
const eachOnce = /^lost back(?: lost back)*$/

/** A database that says another time, by an hour, with each of the functions that stores ask it. */
const late = Effect.fnUntraced(function*(server: Pick<servers.Server, "url">) {
  yield* Effect.promise(() =>
    servers.query(
      server,
      `CREATE SCHEMA late;
       CREATE FUNCTION late.clock_timestamp() RETURNS timestamptz VOLATILE LANGUAGE sql
         AS $$ SELECT pg_catalog.clock_timestamp() - interval '1 hour' $$;
       CREATE FUNCTION late.statement_timestamp() RETURNS timestamptz STABLE LANGUAGE sql
         AS $$ SELECT pg_catalog.statement_timestamp() - interval '1 hour' $$`
    )
  )
  const address = new URL(Redacted.value(server.url))
  address.searchParams.set("options", "-c search_path=late,pg_catalog,public")
  return Redacted.make(address.href)
})

describe("a server whose PostgreSQL stops and returns", needing("PostgreSQL"), () => {
  it("logs each once, is degraded meanwhile, and warns about a different clock", () =>
    Effect.gen(function*() {
      const postgres = yield* servers.postgres({ durable: false })
      const way = yield* openWay(yield* late(postgres))
      const server = yield* running({ DUNLIN_DATA: yield* folder, DUNLIN_DATABASE_URL: Redacted.value(way.url) })
      const health = Effect.promise(async () => await (await fetch(`${server.url}/health`)).json() as any)
      /** Waits until these parts are lost; a busy machine makes others slow. */
      const loses = Effect.fnUntraced(function*(...parts: ReadonlyArray<string>) {
        for (;;) {
          const said = yield* health
          const lost = (said.degraded ?? []).filter(({ condition }: { condition: string }) => condition !== "slow")
          assert.strictEqual(said.status, said.degraded === undefined ? "ok" : "degraded")
          if (lost.map(({ part }: { part: string }) => part).join() === parts.join()) return { ...said, lost }
          yield* Effect.sleep("20 millis")
        }
      })
      yield* until(() =>
        /This process's clock is 3[56]\d\d(?:\.\d)? s ahead of the clock of postgres/.test(server.output())
      )
      const { clocks } = yield* loses()
      assert.deepStrictEqual(clocks.map(({ part }: { part: string }) => part), ["postgres"])
      assert.approximately(clocks[0].aheadSeconds, 3600, 600)
      const metrics = yield* Effect.promise(async () => await (await fetch(`${server.url}/metrics`)).text())
      assert.match(metrics, /^dunlin_clock_ahead_seconds\{store="postgres"\} 3[56]\d\d/m)
      way.isCut = true
      way.cut()
      const { lost } = yield* loses("postgres")
      assert.match(lost[0].consequence, /503/)
      const refused = yield* Effect.promise(() =>
        fetch(`${server.url}/v2/search`, {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: "{\"query\":\"avocet\"}"
        })
      )
      assert.strictEqual(refused.status, 503)
      way.isCut = false
      yield* loses()
      assert.isAbove((yield* left(server)).remainingCredits, 0)
      yield* until(() => server.output().includes("postgres is back"))
      assert.match(saidOf(server.output()), eachOnce)
      assert.notInclude(server.output(), Redacted.value(way.url))
    }).pipe(Effect.scoped, Effect.runPromise))
})

describe("a worker whose PostgreSQL stops and returns", needing("PostgreSQL"), () => {
  it("logs both", () =>
    Effect.gen(function*() {
      const postgres = yield* servers.postgres({ durable: false })
      const way = yield* openWay(postgres.url)
      const env = { DUNLIN_DATA: yield* folder, DUNLIN_DATABASE_URL: Redacted.value(way.url) }
      const worker = yield* Effect.acquireRelease(
        Effect.sync(() => startWorker(env)),
        ({ stop }) => Effect.promise(() => stop("SIGKILL"))
      )
      const says = (what: string) => until(() => worker.output().includes(what))
      // One that loses its database while it starts ends, and says why.
      yield* says("working on jobs")
      // Its watch is there when the database knows it.
      const watched = "SELECT 1 FROM pg_stat_activity WHERE application_name = 'dunlin-watch'"
      while ((yield* Effect.promise(() => servers.query(postgres, watched))).length === 0) {
        yield* Effect.sleep("50 millis")
      }
      way.isCut = true
      way.cut()
      yield* says("postgres is lost")
      way.isCut = false
      yield* says("postgres is back")
      assert.match(saidOf(worker.output()), eachOnce)
      assert.notInclude(worker.output(), Redacted.value(way.url))
    }).pipe(Effect.scoped, Effect.runPromise))
})

describe("files with a configured bucket", needing("OpenStack Swift"), () => {
  it("are stored there, and returned by their links", () =>
    Effect.gen(function*() {
      const server = yield* servers.s3
      yield* server.ask("PUT", "/bucket")
      const environment = {
        DUNLIN_DATA: yield* folder,
        DUNLIN_S3_URL: server.endpoint,
        DUNLIN_S3_BUCKET: "bucket",
        DUNLIN_S3_REGION: server.region,
        DUNLIN_S3_ACCESS_KEY: server.accessKeyId,
        DUNLIN_S3_SECRET_KEY: server.secretAccessKey,
        DUNLIN_SIGNING_KEY: "a key of more than thirty-two characters"
      }
      const settings = ConfigProvider.layer(ConfigProvider.fromUnknown(environment))
      const picture = { bytes: new TextEncoder().encode("picture"), contentType: "image/png" }
      const link = yield* Effect.flatMap(ArtifactStore.ArtifactStore, (store) => store.put(picture, { ttl: "1 hour" }))
        .pipe(
          Effect.map(({ url }) => url),
          Effect.provide(Layer.provide(Services.layerConfig(), settings))
        )
      assert.lengthOf((yield* server.ask("GET", "/bucket?list-type=2")).text.match(/<Key>/g) ?? [], 1)
      // Another process has the same bucket and the same signing key.
      const found = yield* Effect.flatMap(ArtifactStore.ArtifactStore, (store) => store.open(link)).pipe(
        Effect.provide(Layer.provide(Services.layerConfig(), settings))
      )
      assert.deepStrictEqual(Buffer.from(found.bytes).toString(), "picture")
    }).pipe(Effect.scoped, Effect.runPromise))
})

describe("a server whose configured store is missing", () => {
  const unreachable = [
    ["DUNLIN_REDIS_URL", "redis://:hunter2@127.0.0.1:1"],
    ["DUNLIN_DATABASE_URL", "postgres://avocet:hunter2@127.0.0.1:1/avocet"]
  ] as const
  for (const [variable, address] of unreachable) {
    it(`names ${variable} without its password`, () =>
      Effect.gen(function*() {
        const Serve = yield* Effect.promise(() => import("dunlin/Serve"))
        const environment = { DUNLIN_DATA: yield* folder, DUNLIN_PORT: "0", [variable]: address }
        const failure = yield* Effect.flip(
          Effect.scoped(Layer.build(Serve.layer())).pipe(
            Effect.provide(ConfigProvider.layer(ConfigProvider.fromUnknown(environment)))
          )
        )
        const text = failure instanceof Error ? failure.message : String(failure)
        assert.include(text, variable)
        assert.include(text, "ECONNREFUSED")
        assert.notInclude(text, "hunter2")
      }).pipe(Effect.scoped, Effect.runPromise))
  }
})
