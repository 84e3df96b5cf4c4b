/**
 * An index as one text that anything can search which runs JavaScript: the search of a documentation site, in the
 * browser of its reader, without a server. Terms, ranking and passages are those of the embedded index.
 *
 * **Example** (From a folder of data to a text)
 *
 * ```ts
 * import { FrozenIndex } from "@dunlin/providers"
 * import { createClient } from "dunlin"
 * import { mkdtemp, rm } from "node:fs/promises"
 * import { tmpdir } from "node:os"
 * import { join } from "node:path"
 *
 * const data = await mkdtemp(join(tmpdir(), "docs-"))
 * const client = createClient({ data })
 * await client.index([{ url: "https://docs.example/pumps", title: "Pumps", text: "A pump stops at 40 bar." }])
 * await client.close()
 * const text = await FrozenIndex.freeze(join(data, "index.sqlite"))
 *
 * // later, anywhere
 * const index = await FrozenIndex.open(text)
 * const [first] = await index.search("when does a pump stop", 5)
 * console.log(first?.title) // Pumps
 * await rm(data, { recursive: true })
 * ```
 *
 * @since 0.2.0
 */
import * as NodeSqlite from "@dunlin/common/NodeSqlite"
import { parse } from "@dunlin/query-operators/Query"
import { read, tableNames, tableOf, thaw, write } from "./internal/index/frozen.ts"
import { searcher } from "./internal/index/query.ts"
import { Index } from "./internal/index/reader.ts"

/**
 * A page that fits the query.
 *
 * @category models
 * @since 0.2.0
 */
export interface FrozenHit {
  readonly url: string
  readonly title: string
  /** Passages that fit the query. */
  readonly description: string
  /** Where the words that were found are in it, in UTF-16 units, in order. */
  readonly matches: ReadonlyArray<{ readonly start: number; readonly end: number }>
}

/**
 * @category models
 * @since 0.2.0
 */
export interface FrozenIndex {
  /** The best pages, with the operators of every other search. @default 10 pages */
  readonly search: (query: string, limit?: number) => Promise<ReadonlyArray<FrozenHit>>
}

/**
 * Reads the index in a SQLite file and writes it as text: compressed, in Base64. Rejects when the file holds no index.
 *
 * @category constructors
 * @since 0.2.0
 */
export const freeze = async (filename: string): Promise<string> => {
  const database = new (NodeSqlite.load().DatabaseSync)(filename, { readOnly: true })
  try {
    return await write(
      tableNames.map((name) => tableOf(name, database.prepare(`select * from ${name}`).all()))
    )
  } finally {
    database.close()
  }
}

/**
 * Opens what {@link freeze} wrote. Rejects with a `TypeError` when the text is anything else. Words of languages other
 * than English are searched as they are stemmed by `@orama/stemmers`, which is loaded when the index has such pages.
 *
 * @category constructors
 * @since 0.2.0
 */
export const open = async (text: string): Promise<FrozenIndex> => {
  const search = searcher(new Index(thaw(await read(text))))
  return {
    search: async (query, limit = 10) => {
      const { nodes } = parse(query).query
      if (nodes.length === 0) return []
      const { hits } = await search({ source: "web", nodes, limit, sortByDate: false, now: Date.now() })
      return hits.map(({ title, url, ...hit }) => ({
        url,
        title: title ?? "",
        description: "description" in hit && typeof hit.description === "string" ? hit.description : "",
        matches: "matches" in hit && hit.matches !== undefined ? hit.matches : []
      }))
    }
  }
}
