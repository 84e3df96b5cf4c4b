/**
 * An index as one text that every JavaScript engine can search: the search of a documentation site, in the browser of its
 * reader, without a server. Terms, ranking and passages are those of the index it was made from.
 *
 * @since 0.2.0
 */
import { parse } from "@dunlin/text/Query"
import { read, tableNames, tableOf, thaw, write } from "./internal/frozen.ts"
import { thawParts, writeParts } from "./internal/frozenParts.ts"
import { searcher } from "./internal/query.ts"
import { Index } from "./internal/reader.ts"
import type { Storage } from "./Storage.ts"

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
 * Writes the index of a storage as text: compressed, in Base64. Rejects when the storage holds no index.
 *
 * @category constructors
 * @since 0.2.0
 */
export const freeze = async ({ all }: Pick<Storage, "all">): Promise<string> => {
  const tables = []
  for (const name of tableNames) tables.push(tableOf(name, await all(`select * from ${name}`)))
  return write(tables)
}

/**
 * Opens what {@link freeze} wrote. Rejects with a `TypeError` when the text is anything else. Words of languages other
 * than English are searched as they are stemmed by `@orama/stemmers`, which is loaded when the index has such pages.
 *
 * @category constructors
 * @since 0.2.0
 */
export const open = async (text: string): Promise<FrozenIndex> => over(thaw(await read(text)))

/**
 * Writes the index of a storage in parts. Returns the compressed bytes of each part by its name; store each in one file. A
 * reader loads the part `index`, the terms of a query, and the candidate pages. Rejects if the storage has no index.
 *
 * @category constructors
 * @since 0.2.0
 */
export const freezeParts = ({ all }: Pick<Storage, "all">): Promise<ReadonlyMap<string, Uint8Array>> => writeParts(all)

/**
 * Opens what {@link freezeParts} wrote, by a function that reads the part of a name:
 * `(name) => fetch("/search/" + name).then((response) => response.arrayBuffer())`. Each part is read once. A part that
 * cannot be read fails the search, and is read again by the next one.
 *
 * @category constructors
 * @since 0.2.0
 */
export const openParts = async (
  readPart: (name: string) => Promise<Uint8Array | ArrayBuffer>
): Promise<FrozenIndex> => over(await thawParts(async (name) => new Uint8Array(await readPart(name))))

const over = (storage: Storage): FrozenIndex => {
  const search = searcher(new Index(storage))
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
