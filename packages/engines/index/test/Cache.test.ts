import { Sqlite, type Storage } from "@dunlin/search-index"
import { Query } from "@dunlin/text"
import { assert, describe, it } from "@effect/vitest"
import { DatabaseSync } from "node:sqlite"
import { searcher } from "../src/internal/query.ts"
import { Index } from "../src/internal/reader.ts"
import { write } from "../src/internal/writer.ts"

describe("Index", () => {
  it("does not evict data of a running search, however small its cache is", async () => {
    const sql = await Sqlite.open(new DatabaseSync(":memory:"))
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
    const ask = (index: Index, query: string) =>
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

  it("reads the texts of all hits together, for short and long pages", async () => {
    const sql = await Sqlite.open(new DatabaseSync(":memory:"))
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
      const counted: Storage = {
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
