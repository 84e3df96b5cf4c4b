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
