/**
 * Exports an index that any JavaScript program can search without a server. An example is the browser of a
 * documentation site's reader. Terms, ranking and passages are those of the embedded index.
 *
 * **Example** (Export an index as text)
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
 * Exports the index in a SQLite file as text: compressed, in Base64. Rejects if the file contains no index.
 *
 * @category constructors
 * @since 0.2.0
 */
export const freeze = (filename: string): Promise<string> => reading(filename, Frozen.freeze)

/**
 * Exports the index in a SQLite file as parts, by name. Each part is one file; readers load only the parts that a
 * query needs. Call `optimize` on the index first. Rejects if the file contains no index.
 *
 * @category constructors
 * @since 0.2.0
 */
export const freezeParts = (filename: string): Promise<ReadonlyMap<string, Uint8Array>> =>
  reading(filename, Frozen.freezeParts)

/**
 * Exports the index in a SQLite file as the files of a folder, by path. `openFolder` and the search box of
 * `@dunlin/search-index/SearchBox` search the folder on any web server. Call `optimize` on the index first.
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
