import { Brave, Engines, JsonHttp, RecordReplay, SearchProvider, Serper } from "@dunlin/providers"
import { Query } from "@dunlin/query-operators"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit, Layer, Redacted } from "effect"
import type { HttpClient } from "effect/http"
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"

const folder = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "dunlin-record-"))),
  (path) => Effect.sync(() => rmSync(path, { recursive: true, force: true }))
)

const secret = "sk-very-secret"
const apiKey = Redacted.make(secret)

const engines: ReadonlyArray<
  readonly [string, Layer.Layer<SearchProvider.SearchProvider, never, HttpClient.HttpClient>, unknown]
> = [
  ["brave", Brave.layer({ apiKey, retries: 0 }), {
    web: { results: [{ url: "https://a.example/", title: "A", description: `echo ${secret}` }] }
  }],
  ["serper", Serper.layer({ apiKey, retries: 0 }), { organic: [{ link: "https://a.example/", title: "A" }] }],
  ["serpapi", JsonHttp.layer(Engines.serpApi, { apiKey, retries: 0 }), {
    organic_results: [{ link: "https://a.example/", title: "A" }]
  }]
]

const search = (text: string) =>
  SearchProvider.SearchProvider.use((provider) =>
    provider.search({ source: "web", query: Query.parse(text).query, limit: 5, country: "US" })
  )

describe("RecordReplay", () => {
  for (const [name, layer, body] of engines) {
    it.live(`replays the response of ${name}, and stores no key`, () =>
      Effect.gen(function*() {
        const directory = yield* folder
        const options = { directory, secrets: [apiKey] }
        const engine = RecordReplay.layerFixed(() => ({
          status: 200,
          headers: { "content-type": "application/json", "set-cookie": `session=${secret}` },
          body: JSON.stringify(body)
        }))
        const recording = RecordReplay.layerRecord(options).pipe(Layer.provide([engine, NodeServices.layer]))
        const recorded = yield* search("words").pipe(Effect.provide(Layer.provide(layer, recording)))
        assert.strictEqual(recorded.hits.length, 1)

        const files = readdirSync(directory)
        assert.isAtLeast(files.length, 1)
        for (const file of files) assert.notInclude(readFileSync(join(directory, file), "utf8"), secret)

        const replaying = RecordReplay.layerReplay(options).pipe(Layer.provide(NodeServices.layer))
        const replayed = yield* search("words").pipe(Effect.provide(Layer.provide(layer, replaying)))
        assert.deepStrictEqual(replayed.hits.map((hit) => hit.url), recorded.hits.map((hit) => hit.url))
        const other = yield* Effect.exit(search("others").pipe(Effect.provide(Layer.provide(layer, replaying))))
        assert.isTrue(Exit.isFailure(other))
      }))
  }
})
