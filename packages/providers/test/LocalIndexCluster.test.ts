import * as Health from "@dunlin/common/Health"
import { LocalIndex } from "@dunlin/providers"
import { run } from "@dunlin/providers/testing"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import * as vitest from "vitest"
import { fakeOpenSearch } from "./fakeOpenSearch.ts"
import { answersAsEmbedded, page, providerSuite, search } from "./sharedIndexSuite.ts"

const pages = (count: number) => Array.from({ length: count }, (_, at) => page(at))

const failureOf = <A, E extends { readonly message: string }, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.map(Effect.flip(effect), ({ message }) => message)

describe("LocalIndex on an OpenSearch-compatible server", () => {
  run(
    providerSuite(
      "index on a fake of OpenSearch",
      Layer.unwrap(Effect.map(fakeOpenSearch, ({ url }) => LocalIndex.layerOpenSearch({ url })))
    ),
    vitest
  )

  answersAsEmbedded(Effect.map(fakeOpenSearch, ({ url }) => (index) => LocalIndex.makeOpenSearch({ url, index })))

  it.live("waits while the cluster is busy, and then stores every page", () =>
    Effect.gen(function*() {
      const server = yield* fakeOpenSearch
      const index = yield* LocalIndex.makeOpenSearch({ url: server.url })
      const busy = { error: { type: "rejected_execution_exception" }, status: 429 }
      server.replies.push(
        { ending: "/_bulk", reply: { status: 429, body: busy } },
        { ending: "/_bulk", reply: { status: 200, body: { errors: true, items: [{ index: busy }] } } }
      )
      assert.strictEqual((yield* index.add(pages(5))).added, 5)
      assert.strictEqual((yield* index.stats).documents, 5)
      assert.lengthOf(server.asked.filter(({ path }) => path.startsWith("/_bulk")), 3)
    }))

  it.live("is reported as lost while the cluster fails, and not after it responds again", () =>
    Effect.gen(function*() {
      const server = yield* fakeOpenSearch
      const index = yield* LocalIndex.makeOpenSearch({ url: server.url })
      yield* index.add(pages(2))
      assert.deepStrictEqual(yield* Health.losses, [])
      const failed = { status: 500, body: { error: { type: "no_shard_available_action_exception" }, status: 500 } }
      server.replies.push({ ending: "/_stats/store", reply: failed })
      yield* Effect.flip(index.stats)
      const [loss] = yield* Health.losses
      assert.deepInclude(loss, { part: "provider", name: "local", isEssential: false })
      assert.include(loss?.consequence, "searches of the index fail")
      // the probe finds that the cluster responds again
      yield* Effect.repeat(Effect.andThen(Effect.sleep("20 millis"), Health.losses), {
        until: (losses) => losses.length === 0
      })
    }).pipe(Effect.scoped, Effect.provideService(Health.Health, new Map())))

  it.live("creates an index with the requested shards and replicas", () =>
    Effect.gen(function*() {
      const server = yield* fakeOpenSearch
      yield* LocalIndex.makeOpenSearch({ url: server.url, index: "docs", shards: 3, replicas: 2 })
      const name = server.indices().find((each) => each.startsWith("docs-pages"))!
      const { number_of_replicas: replicas, number_of_shards: shards } = server.created.get(name).settings.index
      assert.deepStrictEqual([shards, replicas], [3, 2])
    }))

  it.live("reports a refused connection, a rejected password, and an invalid index name", () =>
    Effect.gen(function*() {
      const closed = yield* Effect.scoped(fakeOpenSearch)
      assert.match(
        yield* failureOf(LocalIndex.makeOpenSearch({ url: closed.url })),
        /OpenSearch cannot be reached \(ECONNREFUSED\)/
      )
      const server = yield* fakeOpenSearch
      server.replies.push({ ending: "-pages", reply: { status: 401, body: { error: "Unauthorized" } } })
      assert.match(
        yield* failureOf(LocalIndex.makeOpenSearch({ url: server.url })),
        /rejected the credentials or their permissions \(401\)/
      )
      assert.match(
        yield* failureOf(LocalIndex.makeOpenSearch({ url: server.url, index: "Docs" })),
        /"Docs" is not a valid index name/
      )
    }))

  it.live("names a failed search by its status, and searches again afterwards", () =>
    Effect.gen(function*() {
      const server = yield* fakeOpenSearch
      const index = yield* LocalIndex.makeOpenSearch({ url: server.url })
      yield* index.add(pages(3))
      const failed = { error: { type: "search_phase_execution_exception" }, status: 503 }
      server.replies.push({ ending: "/_msearch", reply: { status: 200, body: { responses: [failed] } } })
      assert.match(yield* failureOf(search(index, "common")), /503 search_phase_execution_exception/)
      assert.lengthOf((yield* search(index, "common")).urls, 3)
    }))

  it.live("assigns higher ids than stored ones if the counter of ids was lost", () =>
    Effect.gen(function*() {
      const server = yield* fakeOpenSearch
      yield* Effect.scoped(
        Effect.flatMap(
          LocalIndex.makeOpenSearch({ url: server.url }),
          (index) => Effect.forEach(pages(4), (each) => index.add([each]))
        )
      )
      yield* Effect.promise(() => fetch(`${server.url}/dunlin_index-ids`, { method: "DELETE" }))
      const index = yield* LocalIndex.makeOpenSearch({ url: server.url })
      yield* index.add([{ ...page(3), text: "replaced" }])
      assert.deepStrictEqual((yield* search(index, "replaced")).urls, [page(3).url])
    }))

  it.live("rebuilds an index with an older analysis during searches and writes", () =>
    Effect.gen(function*() {
      const server = yield* fakeOpenSearch
      yield* Effect.scoped(
        Effect.flatMap(LocalIndex.makeOpenSearch({ url: server.url }), (index) => index.add(pages(450)))
      )
      const current = server.indices().find((name) => name.includes("-pages-a"))!
      const version = Number(/\d+$/.exec(current)![0])
      server.rename((name) => name.replace(`-a${version}`, `-a${version - 1}`))
      const index = yield* LocalIndex.makeOpenSearch({ url: server.url })
      assert.strictEqual((yield* search(index, "page 12 of net")).urls[0], page(12).url)
      yield* index.add([{ ...page(13), text: "written meanwhile" }])
      yield* index.delete([page(440).url])
      // The old indices are deleted as the last step.
      while (server.indices().some((name) => name.endsWith(`-a${version - 1}`))) yield* Effect.sleep("20 millis")
      assert.include(server.indices(), current)
      assert.strictEqual((yield* index.stats).documents, 449)
      assert.deepStrictEqual((yield* search(index, "\"written meanwhile\"")).urls, [page(13).url])
      assert.deepStrictEqual((yield* search(index, "\"number440\"")).urls, [])
      assert.strictEqual((yield* search(index, "page 12 of net")).urls[0], page(12).url)
    }))
})
