import { LocalIndex } from "@dunlin/providers"
import { Query } from "@dunlin/query-operators"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit, Scope } from "effect"
import { existsSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"

const inside = async <A>(name: string): Promise<A> =>
  await import(new URL(`../src/internal/index/${name}.ts`, import.meta.url).href) as A

type Service = LocalIndex.LocalIndex["Service"]

interface Client {
  readonly call: (operation: string, input: unknown) => Effect.Effect<unknown, unknown>
}
interface Near {
  readonly search: (search: object) => Effect.Effect<unknown, unknown>
  readonly writer: Client
}
const { make: makeClient } = await inside<{
  make: (place: { readonly filename: string }) => Effect.Effect<Client, never, Scope.Scope>
}>("client")
const { make: makeNear } = await inside<{
  make: (
    parts: { readonly place: { readonly filename: string }; readonly reader: Client; readonly writer: Client }
  ) => Effect.Effect<Near, never, Scope.Scope>
}>("near")

const page = (at: number, text: string) => ({
  url: `https://near.example/${at}`,
  title: `Page ${at}`,
  text: `${text} ${"tide harbour pilot buoy ferry quay".split(" ")[at % 6]}`
})

const ask = (index: Service, query: string, limit = 10) =>
  index.search({ source: "web", limit, country: "US", query: Query.parse(query).query })

const urls = (index: Service, query: string) => Effect.map(ask(index, query), ({ hits }) => hits.map(({ url }) => url))

const pictured = { url: "https://near.example/harbour.png", alt: "A harbour with a ferry" }

/** Traditional characters, in pages of Chinese and of English; a query may have the simplified ones. */
const inChinese = [
  {
    url: "https://near.example/zh/1",
    title: "臺灣鐵路時刻表",
    text: "臺灣鐵路的時刻表與票價,每公里十五元。火車從臺北開往高雄。"
  },
  { url: "https://near.example/zh/2", title: "鐵路", text: "這一頁關於鐵路的歷史,也關於火車與車站。" },
  { url: "https://near.example/zh/3", title: "火車站 harbour", text: "從港口到火車站的距離是三公里,鐵路沿著海岸。" },
  {
    url: "https://near.example/en/1",
    title: "The railway 鐵路 of the harbour",
    text: "The harbour railway (鐵路) carries 300 kg of fish for $20, 5 km from the quay to the ferry.",
    images: [pictured]
  },
  { url: "https://near.example/en/2", title: "Prices", text: "A pilot costs 20 dollars, a ferry of 300 kg 15 euros." }
]

/** Those without Chinese come first: what is kept of the texts that they read must not change what the others find. */
const queries = [
  ..."tide,harbour pilot,walruses,number7,number3,pilto,Page 12,nothing at all".split(","),
  ..."walrus -tide,pilot -number12 -walruses,+tide walrus,+tide -harbour text,walrus AND tide,walrus -7,railway -鐵路"
    .split(","),
  ..."the of a,the railway of the harbour,300 kg,$20,5 km,20 dollars".split(","),
  ..."鐵路,铁路,火车站,臺灣鐵路時刻表,台湾铁路时刻表,harbour 铁路,railway 鐵路,三公里".split(",")
]

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

describe("LocalIndex in memory", () => {
  it("is opened without a thread, and stays without one until it is used", () => {
    const opened = Effect.runSyncExit(Effect.scoped(LocalIndex.make()))
    assert.isTrue(Exit.isSuccess(opened))
  })
})

describe("LocalIndex runs searches of small indexes on the caller's thread", () => {
  for (const where of ["memory", "a file"]) {
    it.live(`with the same results, in ${where}`, () =>
      Effect.gen(function*() {
        const index = yield* LocalIndex.make(where === "memory" ? {} : { filename: yield* inFile })
        // Several segments, with pages that are replaced and removed.
        for (let batch = 0; batch < 6; batch++) {
          yield* index.add(
            Array.from({ length: 10 }, (_, at) => page(batch * 10 + at, `Text number${batch * 10 + at} of a walrus.`))
          )
        }
        yield* index.add([page(3, "Another text, of the otter that was number3."), ...inChinese.slice(0, 2)])
        yield* index.add(inChinese.slice(2))
        yield* index.delete([page(7, "").url, page(31, "").url, inChinese[1]!.url])
        const far = yield* Effect.forEach(queries, (query) => ask(index, query))
        assert.isTrue(yield* untilNear(index, "tide"))
        for (const [at, query] of queries.entries()) {
          assert.deepStrictEqual(yield* ask(index, query), far[at], query)
          // Where nothing is found, the thread is asked whether there is anything.
          if (far[at]!.hits.length > 0) assert.isTrue(yield* isNear(index, query), query)
        }
      }))

    it.live(`and finds written pages immediately, in ${where}`, () =>
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

  it.live("and finds pages immediately that another process wrote to the file", () =>
    Effect.gen(function*() {
      const filename = yield* inFile
      const index = yield* LocalIndex.make({ filename })
      yield* index.add([page(1, "walrus")])
      assert.isTrue(yield* untilNear(index, "walrus"))
      const other = yield* LocalIndex.make({ filename })
      yield* other.add([page(2, "walrus")])
      assert.lengthOf(yield* urls(index, "walrus"), 2)
    }))

  it.live("but not searches that must check texts, or of a large index", () =>
    Effect.gen(function*() {
      const index = yield* LocalIndex.make()
      yield* index.add(Array.from({ length: 20 }, (_, at) => page(at, "walrus")))
      assert.isTrue(yield* untilNear(index, "walrus"))
      for (
        const query of [
          "\"a walrus\"",
          // Terms are those of `organ`, too.
          "walrus -organization",
          "walrus +organization",
          "walrus -c++",
          "walrus AND organization",
          "intitle:page",
          "wal*",
          "wal*/tide",
          "w ".repeat(30)
        ]
      ) {
        assert.isFalse(yield* isNear(index, query), query)
      }
      yield* index.add(Array.from({ length: 1000 }, (_, at) => page(at + 20, "walrus")))
      assert.isFalse(yield* untilNear(index, "walrus"))
    }))

  it.live("and does not damage the file, whatever is closed last", () =>
    Effect.gen(function*() {
      const filename = yield* inFile
      const [threads, watching] = [yield* Scope.make(), yield* Scope.make()]
      const client = yield* Scope.provide(makeClient({ filename }), threads)
      const { search } = yield* Scope.provide(
        makeNear({ place: { filename }, reader: client, writer: client }),
        watching
      )
      yield* client.call("write", [{ url: page(1, "").url, title: "Page", body: "walrus", images: [] }])
      yield* search({ source: "web", nodes: Query.parse("walrus").query.nodes, limit: 1, sortByDate: false, now: 0 })
      // As when the thread has rested.
      yield* Scope.close(threads, Exit.void)
      yield* Scope.close(watching, Exit.void)
      assert.isTrue(existsSync(filename))
      assert.isFalse(existsSync(`${filename}-wal`))
    }))

  it.live("and stops watching a file that stays too large, but checks its size again", () =>
    Effect.gen(function*() {
      const filename = yield* inFile
      const calls: Record<string, number> = { copy: 0 }
      const client = yield* makeClient({ filename })
      const counting: Client = {
        call: (operation, input) => {
          calls[operation] = (calls[operation] ?? 0) + 1
          return operation === "search" ? Effect.succeed(null) : client.call(operation, input)
        }
      }
      const { search } = yield* makeNear({ place: { filename }, reader: counting, writer: counting })
      const asked = { source: "web", nodes: Query.parse("walrus").query.nodes, limit: 1, sortByDate: false, now: 0 }
      const write = (from: number) =>
        client.call(
          "write",
          Array.from({ length: 600 }, (_, at) => ({
            url: page(from + at, "").url,
            title: "Page",
            body: "walrus",
            images: []
          }))
        )
      const searches = (count: number) => Effect.forEach(Array.from({ length: count }), () => search(asked))
      yield* write(0)
      yield* write(600)
      yield* searches(8)
      assert.strictEqual(calls["copy"], 1)
      // What is written changes its state; a thousand searches do not look.
      yield* write(1200)
      yield* searches(1000)
      assert.strictEqual(calls["copy"], 1)
      yield* searches(8)
      assert.strictEqual(calls["copy"], 2)
    }))

  it.live("but seldom copies data that changes before a copy is used", () =>
    Effect.gen(function*() {
      const calls: Record<string, number> = { copy: 0, search: 0 }
      const client = yield* makeClient({ filename: ":memory:" })
      const counting: Client = {
        call: (operation, input) => {
          calls[operation] = (calls[operation] ?? 0) + 1
          return client.call(operation, input)
        }
      }
      const { search, writer } = yield* makeNear({
        place: { filename: ":memory:" },
        reader: counting,
        writer: counting
      })
      const asked = { source: "web", nodes: Query.parse("walrus").query.nodes, limit: 1, sortByDate: false, now: 0 }
      const write = (round: number) =>
        writer.call("write", [{ url: page(round, "").url, title: "Page", body: "walrus", images: [] }])
      for (let round = 0; round < 40; round++) {
        yield* write(round)
        for (let times = 0; times < 8; times++) yield* search(asked)
      }
      assert.strictEqual(calls["copy"], 1)
      for (let before = -1; before !== calls["search"]; yield* search(asked)) before = calls["search"]!
      assert.strictEqual(calls["copy"], 2)
      // Who has had answers of a copy gets the next as early as the first.
      yield* write(40)
      for (let times = 0; times < 8; times++) yield* search(asked)
      assert.strictEqual(calls["copy"], 3)
    }))

  it.live("and leaves nothing open", () =>
    Effect.gen(function*() {
      const filename = yield* inFile
      const scope = yield* Scope.make()
      const index = yield* Scope.provide(LocalIndex.make({ filename }), scope)
      yield* index.add([page(1, "walrus")])
      assert.isTrue(yield* untilNear(index, "walrus"))
      yield* Scope.close(scope, Exit.void)
      assert.isFalse(existsSync(`${filename}-wal`))
      const again = yield* LocalIndex.make({ filename })
      assert.deepStrictEqual(yield* urls(again, "walrus"), [page(1, "").url])
    }))
})
