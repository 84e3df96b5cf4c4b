import * as LocalIndex from "@dunlin/providers/LocalIndex"
import * as Query from "@dunlin/query-operators/Query"
import * as ManagedRuntime from "effect/ManagedRuntime"
import MiniSearch from "minisearch"
import { DatabaseSync } from "node:sqlite"

export interface Page {
  readonly id: string
  readonly url: string
  readonly title: string
  readonly text: string
}

export interface Engine {
  readonly name: string
  readonly search: (query: string, most: number) => Promise<ReadonlyArray<string>> | ReadonlyArray<string>
  readonly close: () => Promise<void> | void
}

export const dunlin = async (pages: ReadonlyArray<Page>): Promise<Engine> => {
  const runtime = ManagedRuntime.make(LocalIndex.layerIndex())
  await runtime.runPromise(LocalIndex.LocalIndex.use((index) => index.add(pages)))
  const byUrl = new Map(pages.map(({ id, url }) => [new URL(url).href, id]))
  return {
    name: "dunlin",
    search: async (query, most) => {
      const question = { source: "web", query: Query.parse(query).query, limit: most, country: "US" } as const
      const { hits } = await runtime.runPromise(LocalIndex.LocalIndex.use((index) => index.search(question)))
      return hits.flatMap(({ url }) => byUrl.get(url) ?? [])
    },
    close: () => runtime.dispose()
  }
}

const wordsOf = (query: string): ReadonlyArray<string> => query.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []

export const fts5 = (pages: ReadonlyArray<Page>): Engine => {
  const database = new DatabaseSync(":memory:")
  database.exec("create virtual table page using fts5(title, body, tokenize='porter unicode61 remove_diacritics 2')")
  const insert = database.prepare("insert into page(rowid, title, body) values(?, ?, ?)")
  database.exec("begin")
  pages.forEach(({ text, title }, at) => insert.run(at + 1, title, text))
  database.exec("commit; insert into page(page) values('optimize')")
  const select = database.prepare(
    "select rowid as id from page where page match ? order by bm25(page, 4.0, 1.0) limit ?"
  )
  return {
    name: "FTS5, title x4",
    search: (query, most) => {
      const words = wordsOf(query)
      if (words.length === 0) return []
      return select.all(words.map((word) => `"${word}"`).join(" OR "), most).map(({ id }) => pages[Number(id) - 1]!.id)
    },
    close: () => database.close()
  }
}

export const miniSearch = (pages: ReadonlyArray<Page>): Engine => {
  const engine = new MiniSearch<Page>({
    fields: ["title", "text"],
    searchOptions: { boost: { title: 4 }, fuzzy: 0.2, prefix: true }
  })
  engine.addAll(pages)
  return {
    name: "MiniSearch, fuzzy + prefix",
    search: (query, most) => engine.search(query).slice(0, most).map(({ id }) => String(id)),
    close: () => {}
  }
}
