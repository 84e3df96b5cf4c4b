/**
 * Provides a full-text index over a storage. It stores documents, and searches them with queries in everyday syntax.
 *
 * @since 0.2.0
 */
import { describe, parse } from "@dunlin/text/Query"
import type { Answer } from "./Hit.ts"
import * as Operations from "./Operations.ts"
import type { Read, Search, Stats, StoredDocument, Written } from "./Protocol.ts"
import type { Storage } from "./Storage.ts"

/**
 * A picture on a page.
 *
 * @category models
 * @since 0.2.0
 */
export interface Image {
  /** Absolute URL. */
  readonly url: string
  /** The text alternative. Searches for pictures match it, and the title of the page. */
  readonly alt?: string | undefined
  /** Pixels. */
  readonly width?: number | undefined
  /** Pixels. */
  readonly height?: number | undefined
}

/**
 * A page to index.
 *
 * @category models
 * @since 0.2.0
 */
export interface Document {
  /** Absolute URL. A document replaces another one with the same URL; the fragment is not part of it. */
  readonly url: string
  readonly title: string
  /** Markdown or plain text. */
  readonly text: string
  /** ISO 8601 date or date-time. Time filters and news find only documents with a date. */
  readonly publishedAt?: string | undefined
  /** BCP 47 tag. Without it the language is detected. */
  readonly language?: string | undefined
  readonly images?: ReadonlyArray<Image> | undefined
}

/**
 * How a search selects and orders its hits. Each field is optional.
 *
 * @category options
 * @since 0.2.0
 */
export interface SearchOptions {
  /** @default "web" */
  readonly source?: Search["source"] | undefined
  /** @default 10 */
  readonly limit?: number | undefined
  /** Only documents that were published at this time or later. */
  readonly from?: Date | undefined
  /** Only documents that were published before this time. */
  readonly to?: Date | undefined
  /**
   * Sorts the newest hits first, instead of the best.
   *
   * @default false
   */
  readonly sortByDate?: boolean | undefined
  /**
   * Whether the last word may be incomplete, because the user is still typing. Pages whose title starts with the query
   * come first.
   *
   * @default false
   */
  readonly isTyping?: boolean | undefined
}

/**
 * An index that is open.
 *
 * @category models
 * @since 0.2.0
 */
export interface SearchIndex {
  /** Adds documents, and replaces those with the same URL. If it rejects, no document is stored. */
  readonly add: (documents: Iterable<Document>) => Promise<Written>
  /** Removes documents by URL. Returns how many existed. */
  readonly remove: (urls: Iterable<string>) => Promise<number>
  /**
   * Searches documents. Words affect ranking, and match in any inflection. `"phrases"`, `-words` and operators
   * (`site:`, `intitle:`, `filetype:`, `before:`, `OR`, ...) must match exactly.
   */
  readonly search: (query: string, options?: SearchOptions) => Promise<Answer>
  /** Returns the document with a URL; `undefined` if the index does not contain it. */
  readonly read: (url: string) => Promise<Read | undefined>
  readonly stats: () => Promise<Stats>
  /** Merges all segments into one. This is worthwhile after you add many documents at once. */
  readonly optimize: () => Promise<void>
  readonly close: () => Promise<void>
}

const addressOf = (url: string): string => {
  const parsed = new URL(url)
  parsed.hash = ""
  return parsed.href
}

const storedOf = ({ images = [], language, publishedAt, text, title, url }: Document): StoredDocument => {
  const published = publishedAt === undefined ? undefined : Date.parse(publishedAt)
  if (Number.isNaN(published)) throw new TypeError(`${url}: publishedAt is not an ISO 8601 date`)
  return {
    url: addressOf(url),
    title,
    body: text,
    ...(published === undefined ? {} : { published, date: publishedAt }),
    ...(language === undefined ? {} : { language }),
    images: images.map(({ alt = "", height, url, width }) => ({ url, alt, width, height }))
  }
}

const USUAL_LIMIT = 10

const searchOf = (nodes: Search["nodes"], options: SearchOptions): Search => ({
  source: options.source ?? "web",
  nodes,
  limit: options.limit ?? USUAL_LIMIT,
  from: options.from?.getTime(),
  to: options.to?.getTime(),
  sortByDate: options.sortByDate === true,
  isTyping: options.isTyping === true,
  now: Date.now()
})

/**
 * Opens the index of a storage, or the operations that `OpenSearch.open` returns. Operations run one at a time.
 *
 * **Example** (An index in memory)
 *
 * ```ts
 * import { open, Sqlite } from "@dunlin/search-index"
 * import type { Answer, Document, Image, SearchIndex, SearchOptions } from "@dunlin/search-index"
 * import { DatabaseSync } from "node:sqlite"
 *
 * const index: SearchIndex = await open(await Sqlite.open(new DatabaseSync(":memory:")))
 * const image: Image = { url: "https://docs.example/pump.png", alt: "A red pump" }
 * const page: Document = {
 *   url: "https://docs.example/pumps",
 *   title: "Pumps",
 *   text: "A pump stops at 40 bar.",
 *   images: [image]
 * }
 * await index.add([page])
 * const options: SearchOptions = { limit: 5 }
 * const { hits }: Answer = await index.search("when do pumps stop", options)
 * console.log(hits[0]?.title) // Pumps
 * await index.close()
 * ```
 *
 * @category constructors
 * @since 0.2.0
 */
export const open = async (
  storage: Storage | Operations.Handlers,
  options: Operations.Options = {}
): Promise<SearchIndex> => {
  const operations = "write" in storage ? storage : Operations.make(storage, options)
  // A storage has only one connection, so a search during a write would read incomplete data.
  let last: Promise<unknown> = Promise.resolve()
  const inTurn = <A>(run: () => Promise<A>): Promise<A> => {
    const result = last.then(run)
    last = result.catch(() => undefined)
    return result
  }
  while (await operations.rebuild(null)) { /* pages of an older analysis, batch by batch */ }
  return {
    add: (documents) => inTurn(async () => operations.write(Array.from(documents, storedOf))),
    remove: (urls) => inTurn(async () => operations.remove(Array.from(urls, addressOf))),
    search: (query, options = {}) =>
      inTurn(async () => {
        const { query: { nodes }, warnings } = parse(query)
        const answer = await operations.search(searchOf(nodes, options))
        return { ...answer, warnings: [...warnings.map(describe), ...answer.warnings] }
      }),
    read: (url) => inTurn(async () => await operations.read(addressOf(url)) ?? undefined),
    stats: () => inTurn(() => operations.stats(null)),
    optimize: () => inTurn(async () => void await operations.optimize(null)),
    close: () => inTurn(async () => void await operations.close(null))
  }
}
