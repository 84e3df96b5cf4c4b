import type { ArtifactStore, PageCache, SnapshotStore } from "@dunlin/cache"
import * as cache from "@dunlin/cache/testing"
import { run } from "@dunlin/common/testing"
import type { CreditLedger } from "@dunlin/credits"
import * as credits from "@dunlin/credits/testing"
import * as fetcher from "@dunlin/fetcher/testing"
import { LocalIndex } from "@dunlin/providers"
import * as providers from "@dunlin/providers/testing"
import * as redaction from "@dunlin/redaction/testing"
import * as threats from "@dunlin/threat-protection/testing"
import { PdfJs } from "@dunlin/transformers"
import { pdfEngineSuite } from "@dunlin/transformers/testing"
import { assert, it } from "@effect/vitest"
import { createClient, Services } from "dunlin"
import { Effect, Layer } from "effect"
import { randomUUID } from "node:crypto"
import { once } from "node:events"
import { mkdirSync, mkdtempSync, rmSync } from "node:fs"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as vitest from "vitest"
import { afterAll } from "vitest"

const { artifactsIn, cacheIn, creditsIn } = await import(
  new URL("../src/internal/defaults.ts", import.meta.url).href
) as {
  readonly artifactsIn: (directory: string | undefined) => Layer.Layer<ArtifactStore.ArtifactStore, unknown>
  readonly cacheIn: (
    filename: string | undefined
  ) => Layer.Layer<PageCache.PageCache | SnapshotStore.SnapshotStore, unknown>
  readonly creditsIn: (filename: string | undefined, initial: number) => Layer.Layer<CreditLedger.CreditLedger, unknown>
}

// What somebody gets who composes nothing: every port as it comes out of the composition, not as its parts are tested.

const folder = mkdtempSync(join(tmpdir(), "dunlin-conformance-"))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** The composition without and with a folder for its data. */
const compositions: ReadonlyArray<readonly [name: string, options: Services.Options]> = [
  ["composed in memory", {}],
  ["composed in a folder", { data: join(folder, "composed") }]
]

const inFolder = (store: string, file: string) => {
  mkdirSync(join(folder, store), { recursive: true })
  return join(folder, store, file)
}

const documents = Array.from({ length: 6 }, (_, at) => ({
  url: `https://site${at}.example/`,
  title: `Title ${at}`,
  text: `Some common words and number${at}.`
}))

const withDocuments = Layer.effectDiscard(
  Effect.flatMap(LocalIndex.LocalIndex, (index) => index.add(documents))
)

for (const [name, options] of compositions) {
  const composed = Services.layer(options)
  run(threats.suite(name, composed), vitest)
  run(
    redaction.suite(name, Layer.orDie(composed), [
      {
        text: "Write to ann@example.com, Dr. Mara Quill.",
        found: [["ann@example.com", "EMAIL"], ["Mara Quill", "PERSON"]]
      }
    ]),
    vitest
  )
  run(
    providers.suite(name, Layer.provideMerge(withDocuments, composed), { query: "common", nothing: "absentword" }),
    vitest
  )
  run(fetcher.suite(name, ({ target }) => Services.layer({ ...options, allow: [target] })), vitest)
}

run(pdfEngineSuite("as composed", PdfJs.layer()), vitest)

// What keeps something gets an empty store for each test, and limits of the suite: the parts as they are composed.
run(cache.suite("default in memory", () => cacheIn(undefined), { shared: false, bounded: false }), vitest)
run(cache.suite("default in a folder", (store) => cacheIn(inFolder(store, "cache.sqlite")), { bounded: false }), vitest)
run(cache.snapshotSuite("default in memory", () => cacheIn(undefined)), vitest)
run(cache.snapshotSuite("default in a folder", (store) => cacheIn(inFolder(store, "cache.sqlite"))), vitest)
run(cache.artifactSuite("default in memory", () => artifactsIn(undefined)), vitest)
run(cache.artifactSuite("default in a folder", () => artifactsIn(inFolder(randomUUID(), "artifacts"))), vitest)
run(credits.suite("default in memory", creditsIn(undefined, 0)), vitest)
run(credits.suite("default in a folder", creditsIn(inFolder("ledger", "credits.sqlite"), 0)), vitest)

it("a page that was allowed is rejected after it is blocked, wherever it was cached", async () => {
  const data = join(folder, "closed")
  const server = createServer((_request, response) => void response.end("<h1>Inside</h1>")).listen(0, "127.0.0.1")
  await once(server, "listening")
  const target = `127.0.0.1:${(server.address() as AddressInfo).port}`
  const page = `http://${target}/`
  const opened = createClient({ data, allow: [target] })
  assert.include((await opened.scrape(page)).markdown, "Inside")
  await opened.close()
  const closed = createClient({ data })
  const refusals = await Promise.all([page, `${page}another`].map((url) => closed.scrape(url).catch((error) => error)))
  await closed.close()
  server.close()
  assert.deepStrictEqual(refusals.map(({ code }) => code), ["FORBIDDEN", "FORBIDDEN"])
})
