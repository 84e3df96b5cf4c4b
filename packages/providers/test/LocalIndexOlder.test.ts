import { LocalIndex } from "@dunlin/providers"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { ask, names } from "./questions.ts"

describe("LocalIndex finds what was meant", () => {
  it.live("reads pages of an older analysis anew", () =>
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

  it.live("has the words of a file address below the folder it was indexed with, and no others", () =>
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

  it.live("takes over an index of the first format", () =>
    Effect.gen(function*() {
      const directory = mkdtempSync(join(tmpdir(), "dunlin-legacy-"))
      yield* Effect.addFinalizer(() => Effect.sync(() => rmSync(directory, { recursive: true, force: true })))
      const filename = join(directory, "index.sqlite")
      const old = new DatabaseSync(filename)
      old.exec(`pragma application_id = ${0x44756e6c}; pragma user_version = 1;
        create table doc(id integer primary key, url text, title text, body text, length integer, published integer, date text, language text);
        create table image(id integer primary key, doc integer, url text, alt text, width integer, height integer);
        create table total(name text primary key, value integer) without rowid;
        create virtual table fts using fts5(title); create virtual table imagefts using fts5(title);
        insert into doc values (1, 'https://old.example/', 'Old', 'Kept words', 10, null, null, null);
        insert into image values (1, 1, 'https://old.example/a.png', 'A kept picture', 10, 10)`)
      old.close()
      const index = yield* LocalIndex.make({ filename })
      assert.deepStrictEqual(names(yield* ask(index, "kept")), ["old"])
      assert.deepStrictEqual(names(yield* ask(index, "picture", { source: "images" })), ["old"])
      assert.deepStrictEqual((yield* index.stats).documents, 1)
    }))
})
