import { Query } from "@dunlin/query-operators"
import { assert, describe, it } from "@effect/vitest"

const inside = async <A>(name: string): Promise<A> =>
  await import(new URL(`../src/internal/index/${name}.ts`, import.meta.url).href) as A

interface Sql {
  readonly all: (...asked: ReadonlyArray<unknown>) => Promise<unknown>
  readonly among: (...asked: ReadonlyArray<unknown>) => Promise<unknown>
  readonly close: () => Promise<void>
}
interface Hit {
  readonly url: string
}
interface Page {
  readonly url: string
  readonly title: string
  readonly body: string
  readonly images: ReadonlyArray<never>
}
interface Search {
  readonly source: "web"
  readonly nodes: ReturnType<typeof Query.parse>["query"]["nodes"]
  readonly limit: number
  readonly sortByDate: boolean
  readonly now: number
}

const { open } = await inside<{ open: (filename: string, refill: () => Promise<void>) => Promise<Sql> }>("sqlite")
const { write } = await inside<{ write: (sql: Sql, pages: ReadonlyArray<Page>) => Promise<unknown> }>("writer")
const { Index } = await inside<{ Index: new(sql: Sql, cacheBytes?: number) => object }>("reader")
const { searcher } = await inside<{
  searcher: (index: object) => (search: Search) => Promise<{ readonly hits: ReadonlyArray<Hit> }>
}>("query")

describe("Index", () => {
  it("keeps what a search reads until it ends, however small its cache is", async () => {
    const sql = await open(":memory:", async () => {})
    const words = (at: number) => Array.from({ length: 60 }, (_, word) => `word${(at * 7 + word * word) % 900}`)
    // Several segments, each of several blocks.
    for (let batch = 0; batch < 3; batch++) {
      await write(
        sql,
        Array.from({ length: 40 }, (_, at) => ({
          url: `https://pages.example/${batch}/${at}`,
          title: `Page ${batch} ${at}`,
          body: words(batch * 40 + at).join(" "),
          images: []
        }))
      )
    }
    const ask = (index: object, query: string) =>
      searcher(index)({
        source: "web",
        nodes: Query.parse(query).query.nodes,
        limit: 10,
        sortByDate: false,
        now: 0
      }).then(({ hits }) => hits.map(({ url }) => url))
    const [none, much] = [new Index(sql, 0), new Index(sql)]
    // Long questions look up the terms of the best pages, too.
    const queries = [0, 17, 63].map((at) => words(at).slice(0, 8).join(" "))
    const expected: Array<ReadonlyArray<string>> = []
    for (const query of queries) expected.push(await ask(much, query))
    assert.isTrue(expected.every((urls) => urls.length === 10))
    assert.deepStrictEqual(await Promise.all(queries.map((query) => ask(none, query))), expected)
    await sql.close()
  })

  it("reads the texts of all its hits at once, of short pages and of long ones", async () => {
    const sql = await open(":memory:", async () => {})
    const sentence = "The heron waits beside the pond until a frog moves. "
    await write(
      sql,
      Array.from({ length: 40 }, (_, at) => ({
        url: `https://pages.example/${at}`,
        title: `Page ${at}`,
        body: `${at % 2 === 0 ? "The heron waits, then the frog moves. " : ""}${sentence.repeat(at < 20 ? 3 : 400)}`,
        images: []
      }))
    )
    const statements = async (query: string, limit: number): Promise<readonly [asked: number, hits: number]> => {
      let asked = 0
      const counted: Sql = {
        ...sql,
        all: (...all) => {
          asked++
          return sql.all(...all)
        },
        among: (...all) => {
          asked++
          return sql.among(...all)
        }
      }
      const { hits } = await searcher(new Index(counted))({
        source: "web",
        nodes: Query.parse(query).query.nodes,
        limit,
        sortByDate: false,
        now: 0
      })
      return [asked, hits.length]
    }
    for (const query of ["heron frog", "\"heron waits, then\""]) {
      const [few, one] = await statements(query, 1)
      const [many, all] = await statements(query, 20)
      assert.deepStrictEqual([one, all], [1, 20])
      assert.isAtMost(many, few + 1, query)
    }
    await sql.close()
  })
})
