import { Sqlite, type Storage } from "@dunlin/search-index"
import { assert, describe, it } from "@effect/vitest"
import { DatabaseSync } from "node:sqlite"
import { Index } from "../src/internal/reader.ts"
import { missing, put, Vectors } from "../src/internal/vectors.ts"
import { remove, write } from "../src/internal/writer.ts"
import type { Row } from "../src/Storage.ts"

type Vector = ReadonlyArray<number>

const pages = 100
const urlOf = (at: number) => `https://pages.example/${at}`

/** Every page is about one of these. */
const topics = 20
const vectorOf = (at: number): Vector => Array.from({ length: topics }, (_, topic) => (at % topics === topic ? 1 : 0))

/** An index of pages with vectors, and what is read of them. */
const make = async () => {
  const plain = await Sqlite.open(new DatabaseSync(":memory:"))
  let read = 0
  const counted = async (sql: string, rows: Promise<ReadonlyArray<Row>>) => {
    if (/ from vector/.test(sql)) read += (await rows).length
    return rows
  }
  const sql: Storage = {
    ...plain,
    all: (text, ...values) => counted(text, plain.all(text, ...values)),
    among: (text, key, keys) => counted(text, plain.among(text, key, keys))
  }
  const documents = Array.from({ length: pages }, (_, at) => ({
    url: urlOf(at),
    title: `Page ${at}`,
    body: "text",
    images: []
  }))
  await write(plain, documents)
  const index = new Index(sql)
  const ids = (await missing(index, -1, pages)).map(({ id }) => id)
  return {
    sql: plain,
    index,
    fill: (from: number, to: number) => put(plain, "m", ids.slice(from, to).map((id, at) => [id, vectorOf(from + at)])),
    /** Pages that are near, warnings, and how many vectors were read for them. */
    ask: async (vectors: InstanceType<typeof Vectors>, at: number) => {
      const before = read
      await index.refresh()
      const { found, warnings } = await vectors.nearest(
        { model: "m", vector: vectorOf(at) },
        pages,
        () => undefined
      )
      return { found: found.length, warnings, read: read - before }
    }
  }
}

describe("Vectors", () => {
  it("reads new vectors, and all of them only after many deletions or late ones", async () => {
    const { ask, fill, index, sql } = await make()
    const vectors = new Vectors(index)
    await fill(1, 80)
    assert.deepInclude(await ask(vectors, 5), { read: 79, warnings: [] })
    await fill(80, 100)
    const all = await ask(vectors, 5)
    assert.strictEqual(all.read, 20)
    assert.strictEqual(all.found, pages / topics)
    assert.strictEqual((await ask(vectors, 5)).read, 0)
    // Of a page before the others.
    await fill(0, 1)
    assert.strictEqual((await ask(vectors, 0)).read, 100)
    await remove(sql, [urlOf(5)])
    const fewer = await ask(vectors, 5)
    assert.deepStrictEqual([fewer.read, fewer.found], [0, all.found - 1])
    await remove(sql, Array.from({ length: 20 }, (_, at) => urlOf(60 + at)))
    assert.strictEqual((await ask(vectors, 5)).read, 79)
    assert.strictEqual((await ask(vectors, 5)).read, 0)
    await sql.close()
  })

  it("finds the same in parts and as a whole", async () => {
    const { ask, fill, index, sql } = await make()
    const growing = new Vectors(index)
    for (let from = 0; from < pages; from += 7) {
      await fill(from, from + 7)
      await ask(growing, from)
    }
    for (const at of [1, 30, 99]) {
      assert.strictEqual((await ask(growing, at)).found, pages / topics)
      assert.strictEqual((await ask(new Vectors(index), at)).found, pages / topics)
    }
    await sql.close()
  })

  it("stays within its memory limit, with a warning", async () => {
    const { ask, fill, index, sql } = await make()
    await fill(0, 100)
    const vectors = new Vectors(index, topics * 30)
    const { read, warnings } = await ask(vectors, 5)
    // One more tells that there are more.
    assert.strictEqual(read, 31)
    assert.deepStrictEqual(warnings, [
      "local: the index has more vectors than the 30 that fit in memory; newer pages were found by words only."
    ])
    assert.strictEqual((await ask(vectors, 5)).read, 0)
    await sql.close()
  })
})
