import { LocalIndex } from "@dunlin/providers"
import { Query } from "@dunlin/query-operators"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit, Scope } from "effect"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"

type Service = LocalIndex.LocalIndex["Service"]

const page = (at: number, text: string) => ({
  url: `https://near.example/${at}`,
  title: `Page ${at}`,
  text: `${text} ${"tide harbour pilot buoy ferry quay".split(" ")[at % 6]}`
})

const ask = (index: Service, query: string, limit = 10) =>
  index.search({ source: "web", limit, country: "US", query: Query.parse(query).query })

const urls = (index: Service, query: string) => Effect.map(ask(index, query), ({ hits }) => hits.map(({ url }) => url))

/** Steps of promises that a search takes at most. */
const steps = 10_000

/** Whether an answer is there without a turn of the event loop, in which alone another thread can be heard. */
const isNear = (index: Service, query: string) =>
  Effect.promise(async () => {
    const seen = { answer: false }
    const answered = Effect.runPromise(ask(index, query)).then(() => {
      seen.answer = true
    })
    for (let step = 0; step < steps && !seen.answer; step++) await Promise.resolve()
    const isFirst = seen.answer
    await answered
    return isFirst
  })

/** Searches until the index has a copy. */
const untilNear = Effect.fnUntraced(function*(index: Service, query: string) {
  for (let asked = 0; asked < 100; asked++) if (yield* isNear(index, query)) return true
  return false
})

const inFile = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "dunlin-near-"))),
  (folder) => Effect.sync(() => rmSync(folder, { recursive: true, force: true }))
).pipe(Effect.map((folder) => join(folder, "index.sqlite")))

describe("LocalIndex answers searches of small indexes on the thread of the caller", () => {
  for (const where of ["memory", "a file"]) {
    it.live(`with what it answers otherwise, in ${where}`, () =>
      Effect.gen(function*() {
        const index = yield* LocalIndex.make(where === "memory" ? {} : { filename: yield* inFile })
        yield* index.add(Array.from({ length: 60 }, (_, at) => page(at, `Text number${at} of a walrus.`)))
        const queries = ["tide", "harbour pilot", "walruses", "number7", "pilto", "Page 12", "nothing at all"]
        const far = yield* Effect.forEach(queries, (query) => ask(index, query))
        assert.isTrue(yield* untilNear(index, "tide"))
        for (const [at, query] of queries.entries()) assert.deepStrictEqual(yield* ask(index, query), far[at], query)
      }))

    it.live(`and finds at once what was written, in ${where}`, () =>
      Effect.gen(function*() {
        const index = yield* LocalIndex.make(where === "memory" ? {} : { filename: yield* inFile })
        yield* index.add([page(1, "walrus"), page(2, "otter")])
        for (let round = 3; round < 6; round++) {
          assert.isTrue(yield* untilNear(index, "walrus"))
          yield* index.add([page(round, "walrus")])
          assert.lengthOf(yield* urls(index, "walrus"), 2)
          assert.isTrue(yield* untilNear(index, "walrus"))
          yield* index.delete([page(round, "").url])
          assert.deepStrictEqual(yield* urls(index, "walrus"), [page(1, "").url])
        }
      }))
  }

  it.live("and finds at once what another one wrote to the file", () =>
    Effect.gen(function*() {
      const filename = yield* inFile
      const index = yield* LocalIndex.make({ filename })
      yield* index.add([page(1, "walrus")])
      assert.isTrue(yield* untilNear(index, "walrus"))
      const other = yield* LocalIndex.make({ filename })
      yield* other.add([page(2, "walrus")])
      assert.lengthOf(yield* urls(index, "walrus"), 2)
    }))

  it.live("but none that has to be proven on texts, and none of a large index", () =>
    Effect.gen(function*() {
      const index = yield* LocalIndex.make()
      yield* index.add(Array.from({ length: 20 }, (_, at) => page(at, "walrus")))
      assert.isTrue(yield* untilNear(index, "walrus"))
      for (const query of ["\"a walrus\"", "walrus -tide", "walrus AND tide", "intitle:page", "w ".repeat(30)]) {
        assert.isFalse(yield* isNear(index, query), query)
      }
      yield* index.add(Array.from({ length: 1000 }, (_, at) => page(at + 20, "walrus")))
      assert.isFalse(yield* untilNear(index, "walrus"))
    }))

  it.live("and leaves nothing open behind it", () =>
    Effect.gen(function*() {
      const filename = yield* inFile
      const scope = yield* Scope.make()
      const index = yield* Scope.provide(LocalIndex.make({ filename }), scope)
      yield* index.add([page(1, "walrus")])
      assert.isTrue(yield* untilNear(index, "walrus"))
      yield* Scope.close(scope, Exit.void)
      const again = yield* LocalIndex.make({ filename })
      assert.deepStrictEqual(yield* urls(again, "walrus"), [page(1, "").url])
    }))
})
