import { LocalIndex } from "@dunlin/providers"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { ask } from "./questions.ts"

describe("LocalIndex with an older index", () => {
  it.live("re-indexes pages of an older analysis", () =>
    Effect.gen(function*() {
      const directory = mkdtempSync(join(tmpdir(), "dunlin-analysis-"))
      yield* Effect.addFinalizer(() => Effect.sync(() => rmSync(directory, { recursive: true, force: true })))
      const filename = join(directory, "index.sqlite")
      const count = 450
      yield* Effect.scoped(Effect.flatMap(LocalIndex.make({ filename }), (index) =>
        index.add(
          Array.from({ length: count }, (_, at) => ({
            url: `https://old.example/${at}`,
            title: `Page ${at}`,
            text: `Kept words number${at}.`,
            images: [{ url: `https://old.example/${at}.png`, alt: "kept picture" }]
          }))
        )))
      // Terms of another analysis: those of a title that the pages no longer have.
      const old = new DatabaseSync(filename)
      old.exec("delete from fact where name = 'analysis'; update page set title = 'Kestrel ' || title")
      old.close()
      const index = yield* LocalIndex.make({ filename })
      const kestrels = Effect.map(ask(index, "kestrel", { limit: 100 }), ({ hits }) => hits.length)
      yield* Effect.repeat(kestrels, { until: (found) => found === 100 })
      const last = ask(index, `intitle:kestrel "number${count - 1}"`)
      yield* Effect.repeat(last, { until: ({ hits }) => hits.length === 1 })
      assert.strictEqual((yield* index.stats).documents, count)
      assert.strictEqual((yield* index.stats).images, count)
      const [hit] = (yield* last).hits
      assert.strictEqual(hit?.source === "web" ? hit.text : "", `Kept words number${count - 1}.`)
    }))

  it.live("indexes only the words of a file's path below its folder", () =>
    Effect.gen(function*() {
      const directory = mkdtempSync(join(tmpdir(), "dunlin-roots-"))
      yield* Effect.addFinalizer(() => Effect.sync(() => rmSync(directory, { recursive: true, force: true })))
      const filename = join(directory, "index.sqlite")
      const root = "file:///home/ann/invoices/a"
      const file = (title: string, name: string, more: object = { root }) => ({
        url: `${root}/${name}`,
        title,
        text: "Kept words.",
        images: [{ url: `${root}/pictures/${name}.png`, alt: "kept" }],
        ...more
      })
      const documents = [file("x", "x.md"), file("y", "ledgers/y.md"), file("u", "ledgers/unrooted.md", {}), {
        url: "https://site.example/invoices/z",
        title: "z",
        text: "Kept words."
      }]
      const titles = (index: Parameters<typeof ask>[0], query: string, options = {}) =>
        Effect.map(ask(index, query, options), ({ hits }) => hits.map(({ title }) => title).sort())
      const check = Effect.fnUntraced(function*(index: Parameters<typeof ask>[0], rooted: ReadonlyArray<string>) {
        assert.deepStrictEqual(yield* titles(index, "invoices"), ["z"])
        assert.deepStrictEqual(yield* titles(index, "inurl:invoices"), ["z"])
        assert.deepStrictEqual(yield* titles(index, "home ann"), [])
        assert.deepStrictEqual(yield* titles(index, "ledgers"), rooted)
        assert.deepStrictEqual(yield* titles(index, "inurl:ledgers"), rooted)
        assert.deepStrictEqual(yield* titles(index, "unrooted"), ["u"])
        assert.deepStrictEqual(yield* titles(index, "invoices", { source: "images" }), [])
      })
      yield* Effect.scoped(Effect.gen(function*() {
        const index = yield* LocalIndex.make({ filename })
        yield* index.add(documents)
        yield* check(index, ["y"])
        assert.deepInclude(yield* index.add(documents), { unchanged: documents.length })
      }))
      // By the next analysis the file without a folder lies in one that is known.
      const old = new DatabaseSync(filename)
      old.exec("delete from fact where name = 'analysis'; update page set title = 'x changed' where title = 'x'")
      old.close()
      const index = yield* LocalIndex.make({ filename })
      yield* Effect.repeat(titles(index, "intitle:changed"), { until: (found) => found.length === 1 })
      yield* check(index, ["u", "y"])
    }))

  it.live("rejects an index of another format, and leaves it unchanged", () =>
    Effect.gen(function*() {
      const directory = mkdtempSync(join(tmpdir(), "dunlin-format-"))
      yield* Effect.addFinalizer(() => Effect.sync(() => rmSync(directory, { recursive: true, force: true })))
      for (const format of [1, 99]) {
        const filename = join(directory, `${format}.sqlite`)
        const other = new DatabaseSync(filename)
        other.exec(
          `pragma application_id = ${0x44756e6c}; pragma user_version = ${format}; create table doc(id integer)`
        )
        other.close()
        const before = readFileSync(filename)
        const error = yield* Effect.flip(Effect.scoped(LocalIndex.make({ filename })))
        assert.include(
          error.message,
          `file ${filename} is not an index of this version: choose another file, or move it away and index again`
        )
        assert.isTrue(before.equals(readFileSync(filename)))
      }
    }))
})
