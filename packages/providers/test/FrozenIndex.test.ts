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
  it.effect("returns the same results as its index, in the same order and with the same passages", () =>
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

  it.effect("loads only the parts that a query needs, each once, with the same results", () =>
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
        const before = read.length
        const typing = yield* Effect.promise(() => index.search("machine 21", 5, { isTyping: true }))
        for (const { title } of typing) assert.match(title, /^Machine 21/)
        assert.lengthOf(typing, 5)
        assert.strictEqual(typing[0]?.title, "Machine 21")
        assert.isBelow(read.length - before, 12)
      })
    ))

  it.effect("links to the best sections, with their headings and passages, in parts as in one text", () =>
    inFile((filename) =>
      Effect.gen(function*() {
        const filler = "Each of these sentences describes an ordinary part of the machine in plain words. ".repeat(20)
        const text = [
          "# Manual {#top}",
          `## Pressure {#pressure}\n\nThe valve opens at 40 bar. ${filler}`,
          `## Cleaning {#cleaning}\n\nRinse the filter with water. ${filler}`,
          `## Spare parts {#spare-parts}\n\nOrder gaskets by number. ${filler}`
        ].join("\n\n")
        yield* Effect.scoped(Effect.gen(function*() {
          const index = yield* LocalIndex.make({ filename })
          yield* index.add([...documents, { url: "https://manual.example/", title: "Manual", text }])
          // Only parts of this page are read for a hit.
          const long = `${text}\n\n## Disposal {#disposal}\n\nReturn the accumulator. ${filler.repeat(8)}`
          yield* index.add([{ url: "https://long.example/", title: "Long manual", text: long }])
          yield* index.optimize
        }))
        const whole = yield* Effect.promise(async () => FrozenIndex.open(await FrozenIndex.freeze(filename)))
        const parts = yield* Effect.promise(() => FrozenIndex.freezeParts(filename))
        const index = yield* Effect.promise(() => FrozenIndex.openParts(async (name) => parts.get(name)!))
        for (const each of [whole, index]) {
          const hits = yield* Effect.promise(() => each.search("rinse the filters"))
          assert.deepStrictEqual(
            hits.map(({ sections }) => sections.map(({ title, url }) => [title, url])),
            [[["Cleaning", "https://manual.example/#cleaning"]], [["Cleaning", "https://long.example/#cleaning"]]]
          )
          const [section] = hits[0]!.sections
          assert.include(section!.description, "Rinse the filter with water.")
          assert.deepStrictEqual(
            section!.matches.map(({ end, start }) => section!.description.slice(start, end)),
            ["Rinse", "filter"]
          )
          const [disposal] = yield* Effect.promise(() => each.search("accumulator"))
          assert.deepStrictEqual(disposal?.sections.map(({ url }) => url), ["https://long.example/#disposal"])
        }
        const [plain] = yield* Effect.promise(() => index.search("lazy evaluation"))
        assert.deepStrictEqual(plain?.sections, [])
      })
    ))

  it("fails a search whose part cannot be loaded, and loads it again for the next one", async () => {
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

  it("rejects text that is not an index", async () => {
    const failure = await FrozenIndex.open("[]").then(() => undefined, (error) => error)
    assert.instanceOf(failure, TypeError)
    assert.include(String(failure), "not an index")
  })

  it.effect("rejects a file that is not an index", () =>
    inFile((filename) =>
      Effect.promise(async () => {
        const failure = await FrozenIndex.freeze(filename).then(() => undefined, (error) => error)
        assert.isDefined(failure)
      })
    ))
})
