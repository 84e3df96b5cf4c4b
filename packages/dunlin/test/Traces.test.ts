import { ArtifactStore } from "@dunlin/cache"
import { Batch, JobStore } from "@dunlin/jobs"
import { Caller, Scraper, Searcher } from "@dunlin/pipeline"
import { BatchRequest, ScrapeRequest, SearchRequest } from "@dunlin/schema"
import { afterAll, assert, it } from "@effect/vitest"
import * as Worker from "dunlin/Worker"
import { Cause, ConfigProvider, Effect, Exit, Logger, Tracer } from "effect"
import { mkdtempSync, rmSync } from "node:fs"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { until } from "../../common/test/until.ts"

const folder = mkdtempSync(join(tmpdir(), "dunlin-traces-"))
afterAll(() => rmSync(folder, { recursive: true, maxRetries: 5 }))

// Media are looked for by YtDlp as well, where it is installed.
const SECRET = "s3cr3tplatypus"

const page = `<main><h1>Waders</h1><p>${"Waders of the coast feed at low tide. ".repeat(20)}</p>
  <video src="/media/film.mp4?token=${SECRET}"></video></main>`

/** What each service answers, by the first part of its path. */
const answers: Readonly<Record<string, { readonly type: string; readonly body: string }>> = {
  engine: {
    type: "application/json",
    body: JSON.stringify({ results: [{ url: "https://found.example/", title: "Found", content: "waders" }] })
  },
  model: {
    type: "application/json",
    body: JSON.stringify({ choices: [{ finish_reason: "stop", message: { role: "assistant", content: "Short." } }] })
  },
  bucket: { type: "application/xml", body: "" },
  hook: { type: "text/plain", body: "" },
  media: { type: "video/mp4", body: "film" },
  page: { type: "text/html", body: page }
}

const services = Effect.acquireRelease(
  Effect.promise(() =>
    new Promise<{ readonly address: string; readonly asked: Set<string>; readonly close: () => void }>((resolve) => {
      const asked = new Set<string>()
      const server = createServer((request, response) => {
        const name = /^\/(\w+)/.exec(request.url ?? "")?.[1] ?? ""
        // those alone that were sent the secret
        if (JSON.stringify([request.url, request.headers]).includes(SECRET) || name === "bucket") asked.add(name)
        const answer = answers[name]
        request.resume().on("end", () => {
          response.writeHead(answer === undefined ? 404 : 200, { "content-type": answer?.type ?? "text/plain" })
          response.end(answer?.body)
        })
      })
      server.listen(0, "127.0.0.1", () => {
        const address = `127.0.0.1:${(server.address() as AddressInfo).port}`
        resolve({
          address,
          asked,
          close: () => {
            server.closeAllConnections()
            server.close()
          }
        })
      })
    })
  ),
  ({ close }) => Effect.sync(close)
)

it.live("no client puts a secret of its URL or its headers into a span or the log", () =>
  Effect.gen(function*() {
    const { address, asked } = yield* services
    const spans: Array<Tracer.NativeSpan> = []
    const logs: Array<unknown> = []
    const tracer = Tracer.make({
      span: (options) => {
        const span = new Tracer.NativeSpan(options)
        spans.push(span)
        return span
      }
    })
    const env = {
      DUNLIN_DATA: folder,
      DUNLIN_EGRESS_ALLOW: address,
      DUNLIN_PROVIDER: "searxng",
      DUNLIN_SEARXNG_URL: `http://${address}/engine/${SECRET}`,
      DUNLIN_MODEL_URL: `http://${address}/model/${SECRET}/v1`,
      DUNLIN_MODEL: "small",
      DUNLIN_MODEL_KEY: SECRET,
      DUNLIN_S3_URL: `http://${address}`,
      DUNLIN_S3_BUCKET: "bucket",
      DUNLIN_S3_ACCESS_KEY: "access",
      DUNLIN_S3_SECRET_KEY: SECRET
    }
    const url = `http://${address}/page?token=${SECRET}`
    const caller = Caller.local
    yield* Effect.gen(function*() {
      const { request } = yield* SearchRequest.decode({ query: `waders ${SECRET}` })
      yield* (yield* Searcher.Searcher).search({ id: "search", request, caller })
      const { options } = yield* ScrapeRequest.decode({
        url,
        formats: ["summary", "video"],
        timeout: 300_000,
        headers: { authorization: `Bearer ${SECRET}` }
      }).pipe(Effect.map(({ url: _, ...options }) => ({ options })))
      yield* Effect.ignore((yield* Scraper.Scraper).scrape({ url, options, caller }))
      const { put } = yield* ArtifactStore.ArtifactStore
      yield* put({ bytes: new Uint8Array(4), contentType: "image/png" }, { ttl: "1 hour" })
      const batch = yield* BatchRequest.decode({
        urls: [url],
        webhook: `http://u:${SECRET}@${address}/hook?key=${SECRET}`
      })
      yield* Batch.submit({ id: "batch", caller, request: batch })
      const store = yield* JobStore.JobStore
      yield* until(() => asked.has("hook"))
      yield* Effect.ignore(store.get({ team: caller.team, job: "batch" }))
    }).pipe(
      Effect.provide(Worker.layer()),
      Effect.provide(ConfigProvider.layer(ConfigProvider.fromUnknown(env))),
      Effect.withSpan("all"),
      Effect.provideService(Tracer.Tracer, tracer),
      Effect.provide(Logger.layer([Logger.make(({ cause, message }) => void logs.push([message, String(cause)]))]))
    )
    assert.deepStrictEqual([...asked].sort(), ["bucket", "engine", "hook", "media", "model", "page"])
    assert.isAbove(spans.length, 10)
    // what exporters send: of an exit its failure
    const told = spans.map(({ attributes, events, name, status }) => {
      const failure = status._tag === "Ended" && Exit.isFailure(status.exit) ? Cause.pretty(status.exit.cause) : ""
      return JSON.stringify([name, [...attributes], events, failure])
    })
    assert.deepStrictEqual(told.filter((text) => text.includes(SECRET)), [])
    assert.notInclude(JSON.stringify(logs), SECRET)
  }).pipe(Effect.scoped, Effect.orDie))
