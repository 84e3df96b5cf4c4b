import { LocalIndex, type SearchProvider } from "@dunlin/providers"
import { run, suite } from "@dunlin/providers/testing"
import { assert, describe, it } from "@effect/vitest"
import { Cause, Effect, Exit, Option, Stream } from "effect"
import * as fc from "fast-check"
import { spawn } from "node:child_process"
import { mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { DatabaseSync } from "node:sqlite"
import * as vitest from "vitest"
import { anyText } from "../../common/test/anyText.ts"
import { needing } from "../../common/test/components.ts"
import { numbered } from "./numberedPages.ts"
import { makeHere } from "./onThisThread.ts"
import { ask } from "./questions.ts"

const folder = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "dunlin-index-"))),
  (path) => Effect.sync(() => rmSync(path, { recursive: true, force: true }))
)

/** Links to what this process has open, on Linux. */
const descriptors = "/proc/self/fd"

const isOpen = (filename: string): boolean =>
  readdirSync(descriptors).some((name) => {
    try {
      return readlinkSync(join(descriptors, name)).startsWith(filename)
    } catch {
      // Closed since it was listed.
      return false
    }
  })

const urls = (answer: SearchProvider.Answer) => answer.hits.map((hit) => hit.url)

const page = (at: number, text = "common words") => numbered(at, { title: `Page ${at}`, text: `${text} number${at}` })

run(
  suite("local index", LocalIndex.layerMemory(Array.from({ length: 30 }, (_, at) => page(at))), {
    query: "common",
    nothing: "absentword",
    sources: ["web", "news", "images"]
  }),
  vitest
)

describe("LocalIndex storage", () => {
  it.live("adds, replaces and removes documents, and counts them", () =>
    Effect.gen(function*() {
      const index = yield* LocalIndex.make()
      assert.deepStrictEqual(yield* index.add([page(1), page(2), { ...page(3), url: "no address" }]), {
        added: 2,
        updated: 0,
        unchanged: 0,
        invalid: 1
      })
      assert.deepStrictEqual(yield* index.add([page(1), { ...page(2), text: "replaced" }]), {
        added: 0,
        updated: 1,
        unchanged: 1,
        invalid: 0
      })
      assert.deepStrictEqual(urls(yield* ask(index, "\"number2\"")), [])
      assert.deepStrictEqual(urls(yield* ask(index, "replaced")), [page(2).url])
      assert.strictEqual(yield* index.delete([page(2).url, "https://unknown.example/"]), 1)
      assert.deepStrictEqual(urls(yield* ask(index, "replaced")), [])
      assert.deepStrictEqual(urls(yield* ask(index, "picture", { source: "images" })), [page(1).url])
      const { documents, images } = yield* index.stats
      assert.deepStrictEqual([documents, images], [1, 1])
    }))

  it.live("reports that it is empty, until it has a page", () =>
    Effect.gen(function*() {
      const index = yield* LocalIndex.make()
      const empty = yield* ask(index, "number1")
      assert.deepStrictEqual(urls(empty), [])
      assert.match(empty.warnings.join(), /is empty: add pages/)
      yield* index.add([page(1)])
      assert.deepStrictEqual((yield* ask(index, "nothing")).warnings, [])
    }))

  it.live("treats a page with and without a fragment as the same page", () =>
    Effect.gen(function*() {
      const index = yield* LocalIndex.make()
      yield* index.add([{ ...page(1), url: `${page(1).url}#a` }])
      assert.strictEqual((yield* index.add([page(1)])).unchanged, 1)
      assert.strictEqual(yield* index.delete([`${page(1).url}#b`]), 1)
    }))

  it.live("accepts a stream", () =>
    Effect.gen(function*() {
      const index = yield* LocalIndex.make()
      const added = yield* index.addStream(Stream.map(Stream.range(1, 250), (at) => page(at)))
      assert.strictEqual(added.added, 250)
    }))

  it.live("stores documents in a file, and reads what another connection writes", () =>
    Effect.gen(function*() {
      const filename = join(yield* folder, "index.db")
      yield* Effect.scoped(Effect.flatMap(LocalIndex.make({ filename }), (index) => index.add([page(1)])))
      const reader = yield* LocalIndex.make({ filename })
      assert.deepStrictEqual(urls(yield* ask(reader, "common")), [page(1).url])
      yield* Effect.scoped(Effect.flatMap(LocalIndex.make({ filename }), (index) => index.add([page(2)])))
      assert.strictEqual((yield* ask(reader, "common")).hits.length, 2)
      yield* reader.optimize
      assert.strictEqual((yield* ask(reader, "common")).hits.length, 2)
    }))

  it.live(
    "searches and writes again after its threads were idle",
    () =>
      Effect.gen(function*() {
        const filename = join(yield* folder, "rested.db")
        const index = yield* LocalIndex.make({ filename })
        yield* index.add([page(1)])
        assert.deepStrictEqual(urls(yield* ask(index, "common")), [page(1).url])
        assert.isTrue(isOpen(filename))
        // A thread that ends closes the file; one that never does is seen by the limit of the test.
        while (isOpen(filename)) yield* Effect.sleep("100 millis")
        yield* index.add([page(2)])
        assert.sameMembers([...urls(yield* ask(index, "common"))], [page(1).url, page(2).url])
      }),
    needing("Linux")
  )

  it.live("does not open other files", () =>
    Effect.gen(function*() {
      const directory = yield* folder
      const text = join(directory, "text.db")
      writeFileSync(text, "this is not a database ".repeat(100))
      const other = join(directory, "other.db")
      const database = new DatabaseSync(other)
      database.exec("create table mine(x); pragma user_version = 7")
      database.close()
      const foreign = join(directory, "foreign.db")
      const untouched = new DatabaseSync(foreign)
      untouched.exec("create table mine(x)")
      untouched.close()
      const before = readFileSync(foreign)
      for (const filename of [text, other, foreign, join(directory, "absent", "index.db")]) {
        const exit = yield* Effect.exit(Effect.scoped(LocalIndex.make({ filename })))
        const error = Exit.isFailure(exit) ? Option.getOrUndefined(Cause.findErrorOption(exit.cause)) : undefined
        assert.strictEqual(error?.reason._tag, "Unavailable", filename)
      }
      assert.deepStrictEqual(readFileSync(foreign), before)
    }))

  it.live("loses nothing confirmed when the process is killed", () =>
    Effect.gen(function*() {
      const directory = yield* folder
      for (let round = 0; round < 3; round++) {
        const filename = join(directory, `killed${round}.db`)
        const acknowledged = yield* Effect.callback<number>((resume) => {
          const child = spawn(process.execPath, [
            new URL("./fixtures/indexWriter.ts", import.meta.url).pathname,
            filename
          ])
          let last = 0
          createInterface(child.stdout).on("line", (line) => {
            last = Number(line)
            if (last >= 100 + round * 60) child.kill("SIGKILL")
          })
          // after `exit` there may be more to read
          child.once("close", () => resume(Effect.succeed(last)))
        })
        assert.isAtLeast(acknowledged, 100)
        const index = yield* LocalIndex.make({ filename })
        const stats = yield* index.stats
        assert.isAtLeast(stats.documents, acknowledged)
        assert.strictEqual(stats.images, stats.documents)
        const batch = acknowledged / 20 - 1
        assert.strictEqual((yield* ask(index, `inurl:"${batch}/19"`)).hits.length, 1)
        const database = new DatabaseSync(filename)
        assert.strictEqual(database.prepare("pragma integrity_check").get()?.["integrity_check"], "ok")
        const lost = "select count(*) as count from block where id / 1048576 not in (select id from segment)"
        assert.strictEqual(database.prepare(lost).get()?.["count"], 0)
        database.close()
      }
    }))

  it.live("accepts any query", () =>
    Effect.gen(function*() {
      const index = yield* LocalIndex.make()
      yield* index.add([page(1), { ...page(2), text: "\ue000a0 \ue000hexample0 日本語 ไทย \u0000 \ud800" }])
      const piece = fc.oneof(
        anyText({ maxLength: 12 }),
        fc.constantFrom(
          "\"",
          "\" ",
          "(",
          ")",
          " OR ",
          "-",
          "*",
          "^",
          "NEAR(",
          "title:",
          "intitle:",
          "-site:",
          "site:a.b/c",
          "inurl:",
          "filetype:pdf",
          "after:2020",
          "before:2030-01-01",
          "related:site1.example",
          "larger:1x1",
          "imagesize:1x1",
          "\ue000a",
          "common",
          "東京",
          "ไทย",
          "{x}",
          ";--",
          "'"
        )
      )
      yield* Effect.promise(() =>
        fc.assert(
          fc.asyncProperty(
            fc.array(piece, { maxLength: 12 }),
            fc.constantFrom("web", "images", "news"),
            (pieces, source) =>
              Effect.runPromise(Effect.asVoid(ask(index, pieces.join(""), { source: source as SearchProvider.Source })))
          ),
          { numRuns: 400 }
        )
      )
      // No text on a page is a facet.
      assert.deepStrictEqual(urls(yield* ask(index, "site:example")).sort(), [page(1).url, page(2).url].sort())
      assert.deepStrictEqual(urls(yield* ask(index, "site:hexample")), [])
    }))

  it.live("finds text without spaces", () =>
    Effect.gen(function*() {
      const index = yield* makeHere
      const texts: ReadonlyArray<readonly [string, string, string]> = [
        ["ja", "東京大学で自然言語処理の研究を行っている。", "言語処理"],
        ["zh", "北京是中华人民共和国的首都。", "共和国"],
        ["ko", "서울은 대한민국의 수도이다.", "대한민국"],
        ["th", "กรุงเทพมหานครเป็นเมืองหลวงของประเทศไทย", "เมืองหลวง"],
        ["hi", "नई दिल्ली भारत की राजधानी है।", "राजधानी"],
        ["de", "Die Straße führt über die Brücke.", "brucke"],
        ["el", "Η Αθήνα είναι η πρωτεύουσα.", "αθηνα"],
        ["fw", "ＦＵＬＬ ｗｉｄｔｈ", "full"]
      ]
      yield* index.add(texts.map(([language, text]) => ({
        url: `https://${language}.example/`,
        title: language,
        text,
        language
      })))
      for (const [language, , query] of texts) {
        assert.deepStrictEqual(urls(yield* ask(index, query)), [`https://${language}.example/`], query)
        assert.deepStrictEqual(urls(yield* ask(index, `"${query}"`)), [`https://${language}.example/`], query)
      }
    }))

  it.live("ranks new articles first among equals in news, and sorts by date on request", () =>
    Effect.gen(function*() {
      const index = yield* makeHere
      const article = (name: string, publishedAt: string): LocalIndex.IndexDocument => ({
        url: `https://news.example/${name}`,
        title: "Election results",
        text: `All votes of the election are counted, says ${name}.`,
        publishedAt
      })
      yield* index.add([
        article("old", "2020-01-01"),
        article("new", new Date(Date.now() - 3_600_000).toISOString()),
        article("middle", "2024-06-01"),
        { url: "https://news.example/undated", title: "Election", text: "election" }
      ])
      const news = yield* ask(index, "election", { source: "news" })
      assert.strictEqual(urls(news)[0], "https://news.example/new")
      assert.strictEqual(news.hits.length, 3)
      const sorted = yield* ask(index, "election", { time: { sortByDate: true } })
      assert.deepStrictEqual(urls(sorted).slice(0, 3).map((url) => url.split("/").at(-1)), ["new", "middle", "old"])
      const hour = yield* ask(index, "election", { time: { range: { unit: "hour", count: 2 } } })
      assert.deepStrictEqual(urls(hour), ["https://news.example/new"])
      const until = yield* ask(index, "election", { time: { from: "2020-01-01", to: "2024-06-01" } })
      assert.strictEqual(until.hits.length, 2)
    }))

  it.live("stores and filters by the date of a page's change, with its source", () =>
    Effect.gen(function*() {
      const index = yield* makeHere
      const text = "The tide table."
      const page = (name: string, dates: Partial<LocalIndex.IndexDocument>): LocalIndex.IndexDocument => ({
        url: `https://dates.example/${name}`,
        title: name,
        text,
        ...dates
      })
      yield* index.add([
        page("both", { publishedAt: "2020-01-01", modifiedAt: "2026-02-03T10:00:00Z", dateEvidence: "page" }),
        page("changed", { modifiedAt: "2026-02-03", dateEvidence: "sitemap" }),
        page("undated", { dateEvidence: "page" })
      ])
      const found = ({ hits }: SearchProvider.Answer) =>
        Object.fromEntries(hits.map((hit) => {
          const published = hit.source === "web" ? hit.publishedAt : undefined
          const modified = hit.source === "images" ? [] : [hit.modifiedAt, hit.dateEvidence]
          return [hit.title ?? "", [published, ...modified]]
        }))
      const both = ["2020-01-01", "2026-02-03T10:00:00.000Z", "page"]
      const changed = [undefined, "2026-02-03", "sitemap"]
      assert.deepStrictEqual(found(yield* ask(index, "tide")), {
        both,
        changed,
        undated: [undefined, undefined, undefined]
      })
      assert.deepStrictEqual(found(yield* ask(index, "tide after:2026-01-01")), { changed })
      assert.deepStrictEqual(found(yield* ask(index, "tide before:2021-01-01")), { both })
      assert.deepStrictEqual(yield* index.read("https://dates.example/both"), {
        url: "https://dates.example/both",
        title: "both",
        text,
        publishedAt: "2020-01-01",
        modifiedAt: "2026-02-03T10:00:00.000Z",
        dateEvidence: "page",
        language: "en"
      })
    }))

  it.live("returns pages like those of the host for related:, without the host", () =>
    Effect.gen(function*() {
      const index = yield* makeHere
      const pages = (host: string, text: string) =>
        [1, 2].map((at) => ({ url: `https://${host}/${at}`, title: `${host} ${at}`, text: `${text} Part ${at}.` }))
      yield* index.add([
        ...pages("cats.example", "Kittens purr and sleep; a feline needs a scratching post and whiskers."),
        ...pages("felines.example", "Every feline has whiskers, kittens purr when they sleep."),
        ...pages("engines.example", "Pistons move in the cylinder of a combustion engine.")
      ])
      const like = yield* ask(index, "related:cats.example")
      assert.isTrue(like.hits.length >= 2)
      assert.isTrue(urls(like).slice(0, 2).every((url) => url.includes("felines")))
      assert.isFalse(urls(like).some((url) => url.includes("cats.example")))
      const unknown = yield* ask(index, "related:unknown.example")
      assert.deepStrictEqual(unknown.hits, [])
      assert.strictEqual(unknown.warnings.length, 1)
    }))

  it.live("returns a passage about the query, as plain text", () =>
    Effect.gen(function*() {
      const index = yield* makeHere
      const filler = "Nothing to see in this sentence at all. ".repeat(40)
      yield* index.add([{
        url: "https://a.example/",
        title: "Long",
        text: `${filler}\n\n## The **needle** is [in the haystack](https://b.example/x)\n\n${filler}`
      }])
      const [hit] = (yield* ask(index, "needle haystack")).hits
      const description = hit?.source === "web" ? hit.description : ""
      assert.include(description, "needle is in the haystack")
      assert.isBelow(description.length, 320)
    }))
})

it.live("a search does not wait for a long write", () =>
  Effect.gen(function*() {
    const index = yield* LocalIndex.make({ filename: join(yield* folder, "index.db") })
    yield* index.add([page(1)])
    const text = Array.from({ length: 400 }, (_, at) => `word${at}`).join(" ")
    const first = yield* Effect.raceFirst(
      Effect.as(index.add(Array.from({ length: 10_000 }, (_, at) => page(at, text))), "write"),
      Effect.as(ask(index, "common"), "search")
    )
    assert.strictEqual(first, "search")
  }))
