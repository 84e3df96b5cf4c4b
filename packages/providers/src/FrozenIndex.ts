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
import * as Frozen from "@dunlin/search-index/FrozenIndex"

export type {
  FolderOptions,
  FrozenHit,
  FrozenIndex,
  FrozenPassage,
  FrozenSearchOptions
} from "@dunlin/search-index/FrozenIndex"
export { open, openFolder, openParts } from "@dunlin/search-index/FrozenIndex"

/**
 * Reads the index in a SQLite file and writes it as text: compressed, in Base64. Rejects when the file holds no index.
 *
 * @category constructors
 * @since 0.2.0
 */
export const freeze = (filename: string): Promise<string> => reading(filename, Frozen.freeze)

/**
 * Reads the index in a SQLite file and writes it as parts, by their names: one file each, from which a reader loads those
 * that a query needs. Call `optimize` on the index before. Rejects when the file holds no index.
 *
 * @category constructors
 * @since 0.2.0
 */
export const freezeParts = (filename: string): Promise<ReadonlyMap<string, Uint8Array>> =>
  reading(filename, Frozen.freezeParts)

/**
 * Reads the index in a SQLite file and writes it as the files of a folder, by their paths in it: `openFolder` and the
 * search box of `@dunlin/search-index/SearchBox` search it on any web server. Call `optimize` on the index before.
 *
 * @category constructors
 * @since 0.3.0
 */
export const freezeFolder = (
  filename: string,
  options: Frozen.FolderOptions = {}
): Promise<ReadonlyMap<string, Uint8Array>> => reading(filename, (storage) => Frozen.freezeFolder(storage, options))

const reading = async <A>(
  filename: string,
  use: (storage: Parameters<typeof Frozen.freeze>[0]) => Promise<A>
): Promise<A> => {
  const database = new (NodeSqlite.load().DatabaseSync)(filename, { readOnly: true })
  try {
    return await use({ all: async (sql) => database.prepare(sql).all() })
  } finally {
    database.close()
  }
}
