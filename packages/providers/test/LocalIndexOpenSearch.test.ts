import { outcomes } from "@dunlin/common/testing"
import { LocalIndex } from "@dunlin/providers"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit, Layer, Scope } from "effect"
import * as vitest from "vitest"
import { needing } from "../../common/test/components.ts"
import { type Node, openSearch } from "../../common/test/openSearch.ts"
import { answersAsEmbedded, page, providerSuite, search } from "./sharedIndexSuite.ts"

/** Kills the node while pages are written one by one. */
const losesNothing = Effect.fnUntraced(function*(node: Node) {
  const index = yield* LocalIndex.makeOpenSearch({ url: node.url, index: "killed" })
  const acknowledged: Array<string> = []
  const write = Effect.forEach(
    Array.from({ length: 200 }, (_, at) => page(at)),
    (each) => Effect.tap(index.add([each]), () => Effect.sync(() => acknowledged.push(each.url))),
    { discard: true }
  )
  const crash = Effect.gen(function*() {
    while (acknowledged.length < 20) yield* Effect.sleep("5 millis")
    yield* node.crash
  })
  yield* Effect.all([Effect.ignore(write), crash], { concurrency: "unbounded" })
  const stored = new Set(yield* index.addresses("https://"))
  assert.deepStrictEqual(acknowledged.filter((url) => !stored.has(url)), [])
  const { urls } = yield* search(index, "page 12 of net")
  assert.strictEqual(urls[0], page(12).url)
})

describe("LocalIndex on OpenSearch", needing("OpenSearch"), () => {
  const scope = Effect.runSync(Scope.make())
  let node: Node
  let indices = 0
  vitest.beforeAll(async () => {
    node = await Effect.runPromise(Scope.provide(openSearch, scope))
  })
  vitest.afterAll(() => Effect.runPromise(Scope.close(scope, Exit.void)))

  const shared = Layer.unwrap(
    Effect.sync(() => LocalIndex.layerOpenSearch({ url: node.url, index: `own${indices++}` }))
  )

  // one test, because a machine without Java would skip each promise of the suite; a fake passes them one by one
  it.live("passes the conformance suite", () =>
    Effect.gen(function*() {
      const found = yield* outcomes(providerSuite("index on OpenSearch", shared))
      assert.isAbove(found.length, 5)
      assert.deepStrictEqual(found.filter(({ failure }) => failure !== undefined), [])
    }))

  answersAsEmbedded(Effect.succeed((index) => LocalIndex.makeOpenSearch({ url: node.url, index })))

  // No other test searches while the node is down.
  describe("whose node is killed", { concurrent: false }, () => {
    it.live("loses no confirmed page", () => losesNothing(node))
  })
})
