/**
 * Converts an index to one text that every JavaScript engine can search. For example, readers search a documentation
 * site in their browser, without a server. Terms, ranking and passages are equal to those of the source index.
 *
 * @since 0.2.0
 */
import * as Anchors from "@dunlin/text/Anchors"
import { parse } from "@dunlin/text/Query"
import type { TextRange, WebHit } from "./Hit.ts"
import * as Folder from "./internal/folder.ts"
import { read, tableNames, tableOf, thaw, write } from "./internal/frozen.ts"
import { thawParts, writeParts } from "./internal/frozenParts.ts"
import { searcher } from "./internal/query.ts"
import { Index } from "./internal/reader.ts"
import type { Storage } from "./Storage.ts"

/**
 * A passage that fits the query, with the link to it.
 *
 * @category models
 * @since 0.3.0
 */
export interface FrozenPassage {
  readonly url: string
  readonly title: string
  /** Passages that fit the query. */
  readonly description: string
  /** Ranges of the matched words in it, in UTF-16 units, in order. */
  readonly matches: ReadonlyArray<TextRange>
}

/**
 * A page that fits the query.
 *
 * @category models
 * @since 0.2.0
 */
export interface FrozenHit extends FrozenPassage {
  /**
   * Up to three sections that fit, best first; their `url` opens the page there, and their `title` is their heading. Empty
   * if the page has no heading with an `id`.
   */
  readonly sections: ReadonlyArray<FrozenPassage>
}

/**
 * @category models
 * @since 0.2.0
 */
export interface FrozenIndex {
  /** Returns the best pages. The query may contain the same operators as for other searches. @default 10 pages */
  readonly search: (query: string, limit?: number, options?: FrozenSearchOptions) => Promise<ReadonlyArray<FrozenHit>>
}

/**
 * @category options
 * @since 0.3.0
 */
export interface FrozenSearchOptions {
  /**
   * Whether the last word may be incomplete, because the user is still typing. Pages whose title starts with the query
   * come first.
   *
   * @default false
   */
  readonly isTyping?: boolean | undefined
}

/**
 * Writes the index of a storage as text: compressed, in Base64. Rejects if the storage has no index.
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
 * Opens the text that {@link freeze} wrote. Rejects with a `TypeError` if the text is invalid. For languages other than
 * English it loads `@orama/stemmers`, if the index has pages in such a language.
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
 * Opens the parts that {@link freezeParts} wrote. The function returns the content of a part by name:
 * `(name) => fetch("/search/" + name).then((response) => response.arrayBuffer())`. Each part is read once. If a part
 * cannot be read, the search fails, and the next search reads it again.
 *
 * @category constructors
 * @since 0.2.0
 */
export const openParts = async (
  readPart: (name: string) => Promise<Uint8Array | ArrayBuffer>
): Promise<FrozenIndex> => over(await thawParts(async (name) => new Uint8Array(await readPart(name))))

/**
 * URLs of the indexed pages, and their position relative to the folder.
 *
 * @category options
 * @since 0.3.0
 */
export interface FolderOptions {
  /** The URL prefix of the indexed pages, such as `https://docs.example/`. */
  readonly base?: string | undefined
  /**
   * Path from the folder to that URL, such as `../`. Hits then link to the site that contains the folder, for example
   * to a preview on another host.
   */
  readonly root?: string | undefined
}

/**
 * Writes the index of a storage as the files of a folder, by path. Put the folder on any web server; {@link openFolder}
 * searches it there. The parts of each version have a separate folder, so caches never mix two versions.
 *
 * @category constructors
 * @since 0.3.0
 */
export const freezeFolder = async (
  storage: Pick<Storage, "all">,
  options: FolderOptions = {}
): Promise<ReadonlyMap<string, Uint8Array>> => Folder.filesOf(await freezeParts(storage), options)

/**
 * Opens a folder that {@link freezeFolder} wrote, by its URL, in a browser. The browser resolves a relative URL.
 * Rejects with a `TypeError` that names the unreadable file. After an update of the folder, the next search that
 * misses a part reads the new version. In Node this function rejects, because a response could end the process
 * through Node's own `fetch`. There, read the files with {@link openParts}.
 *
 * @category constructors
 * @since 0.3.0
 */
export const openFolder = async (url: string | URL): Promise<FrozenIndex> => {
  if (globalThis.process?.versions?.node !== undefined) {
    throw new TypeError("openFolder works only in browsers; in Node, read the folder's files and use openParts")
  }
  const folder = new URL(url, typeof location === "undefined" ? undefined : location.href)
  if (!folder.pathname.endsWith("/")) folder.pathname += "/"
  return Folder.openFolder(folder, fetched, openParts)
}

const fetched: Folder.ReadFile = async (url, { isFresh }) => {
  const response = await fetch(url, isFresh ? { cache: "no-cache" } : {}).catch((cause: unknown) => {
    throw new TypeError(`${url.href} cannot be loaded: ${cause instanceof Error ? cause.message : String(cause)}`, {
      cause
    })
  })
  if (!response.ok) throw new TypeError(`${url.href} cannot be loaded: the server returned ${response.status}`)
  return response.arrayBuffer()
}

const over = (storage: Storage): FrozenIndex => {
  const search = searcher(new Index(storage))
  return {
    search: async (query, limit = 10, { isTyping = false } = {}) => {
      const { nodes } = parse(query).query
      if (nodes.length === 0) return []
      const { hits } = await search({
        source: "web",
        nodes,
        limit,
        sortByDate: false,
        now: Date.now(),
        isTyping,
        withSections: true
      })
      return hits.flatMap((hit) => hit.source === "web" ? [frozen(hit)] : [])
    }
  }
}

const frozen = ({ description, matches = [], sections = [], title, url }: WebHit): FrozenHit => ({
  url,
  title,
  description,
  matches,
  sections: sections.map(({ id, ...section }) => ({ ...section, url: Anchors.link(url, { id }) }))
})
