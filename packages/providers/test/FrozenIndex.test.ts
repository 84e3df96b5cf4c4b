import { FrozenIndex, LocalIndex } from "@dunlin/providers"
import { Query } from "@dunlin/query-operators"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { pages } from "./pages.ts"

const queries = [
  "lazy evaluation",
  "naive bayes draft",
  "\"search engines\" -site:example.org",
  "intitle:notes streams",
  "fibrs",
  "c++ filetype:md",
  "nothing of the kind anywhere xyzzyq",
  ""
]

const inFile = <A>(body: (file: string) => Effect.Effect<A, unknown>) =>
  Effect.acquireUseRelease(
    Effect.sync(() => mkdtempSync(join(tmpdir(), "dunlin-frozen-"))),
    (folder) => body(join(folder, "index.sqlite")),
    (folder) => Effect.sync(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))
  )

const documents = pages.map(({ text, title, url }) => ({ url, title, text }))

describe("FrozenIndex", () => {
  it.effect("finds what the index finds that it was made of, in the same order and with the same passages", () =>
    inFile((filename) =>
      Effect.gen(function*() {
        const expected = yield* Effect.scoped(Effect.gen(function*() {
          const index = yield* LocalIndex.make({ filename })
          yield* index.add(documents)
          // One that is gone has to stay so.
          yield* index.delete([documents[0]!.url])
          return yield* Effect.forEach(queries, (text) =>
            Effect.map(
              index.search({ source: "web", query: Query.parse(text).query, limit: 5, page: 1 } as never),
              ({ hits }) => hits.map((hit) => [hit.url, hit.title, "description" in hit ? hit.description : ""])
            ))
        }))
        const frozen = yield* Effect.promise(async () => FrozenIndex.open(await FrozenIndex.freeze(filename)))
        const found = yield* Effect.promise(() =>
          Promise.all(queries.map(async (text) =>
            (await frozen.search(text, 5)).map(({ description, title, url }) => [url, title, description])
          ))
        )
        assert.deepStrictEqual(found, expected)
        assert.isAbove(found.flat().length, 5)
      })
    ))

  it.effect("reads of its parts those that a query needs, each once, and finds the same", () =>
    inFile((filename) =>
      Effect.gen(function*() {
        const numbered = Array.from({ length: 300 }, (_, at) => ({
          url: `https://many.example/${at}`,
          title: `Machine ${at}`,
          text: `Manual of machine ${at}, whose part${at} turns. `.repeat(10)
        }))
        yield* Effect.scoped(Effect.gen(function*() {
          const index = yield* LocalIndex.make({ filename })
          yield* index.add([...documents, ...numbered])
          yield* index.delete([documents[0]!.url])
          yield* index.optimize
        }))
        const parts = yield* Effect.promise(() => FrozenIndex.freezeParts(filename))
        const whole = yield* Effect.promise(async () => FrozenIndex.open(await FrozenIndex.freeze(filename)))
        const read: Array<string> = []
        const index = yield* Effect.promise(() =>
          FrozenIndex.openParts(async (name) => {
            read.push(name)
            return parts.get(name)!
          })
        )
        assert.deepStrictEqual(read, ["index"])
        const found = yield* Effect.promise(() => index.search("part217", 5))
        assert.deepStrictEqual(found.map(({ url }) => url), ["https://many.example/217"])
        assert.isBelow(read.length, 10)
        for (const query of queries) {
          const expected = yield* Effect.promise(() => whole.search(query, 5))
          assert.deepStrictEqual(yield* Effect.promise(() => index.search(query, 5)), expected, query)
        }
        assert.lengthOf(read, new Set(read).size)
        assert.isBelow(read.length, parts.size / 2)
      })
    ))

  it("fails a search whose part cannot be read, and reads it again for the next one", async () => {
    const folder = mkdtempSync(join(tmpdir(), "dunlin-frozen-"))
    const filename = join(folder, "index.sqlite")
    await Effect.runPromise(
      Effect.scoped(Effect.flatMap(LocalIndex.make({ filename }), (index) => index.add(documents)))
    )
    const parts = await FrozenIndex.freezeParts(filename)
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
    let isDown = false
    const index = await FrozenIndex.openParts(async (name) => {
      if (isDown) throw new TypeError("Failed to fetch")
      return parts.get(name)!
    })
    isDown = true
    assert.include(String(await index.search("lazy evaluation").then(() => "", String)), "Failed to fetch")
    isDown = false
    assert.isNotEmpty(await index.search("lazy evaluation"))
  })

  it("refuses text that is no index", async () => {
    const failure = await FrozenIndex.open("[]").then(() => undefined, (error) => error)
    assert.instanceOf(failure, TypeError)
    assert.include(String(failure), "not an index")
  })

  it.effect("refuses a file that is no index", () =>
    inFile((filename) =>
      Effect.promise(async () => {
        const failure = await FrozenIndex.freeze(filename).then(() => undefined, (error) => error)
        assert.isDefined(failure)
      })
    ))
})
