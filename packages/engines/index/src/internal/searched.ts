/**
 * Defines the port between a search and an index. `Index` has every document. An index in a cluster loads only the
 * documents that a search may return.
 */
import type { Kind } from "./ids.ts"
import type { Layout } from "./layout.ts"
import type { Page } from "./pageRow.ts"
import type { Condition } from "./plan.ts"
import type { Lists, Prose, Segments } from "./reader.ts"
import type { Recent } from "./recent.ts"
import type { Scored } from "./score.ts"
import type { Title } from "./titles.ts"

/**
 * Criteria of documents that a search may return: they fulfil the conditions. Best first, or newest first without
 * terms.
 */
export interface Wanted {
  readonly kind: Kind
  readonly scored: ReadonlyArray<Scored>
  readonly conditions: ReadonlyArray<Condition>
  /** Whether documents without any of the terms also match. */
  readonly isWordless: boolean
  readonly most: number
}

/** A picture of a page. */
export interface Picture {
  readonly page: number
  readonly url: string
  readonly alt: string
  readonly width: number | null
  readonly height: number | null
}

/** Cached data of documents. A changed document gets another id, so entries never become stale. */
export interface Memory {
  /** Word numbers of passages, by passage number, and of titles, by the negative page id. */
  readonly tokens: Recent<number, { readonly generation: object; readonly tokens: Int32Array }>
  /** Titles prepared for comparison, by the negative page id. */
  readonly titles: Recent<number, Title>
  /** Starts of the passages of a page, by page id. */
  readonly starts: Recent<number, Layout>
  /** Texts of short pages, by their ids. */
  readonly wholes: Recent<number, string>
  /** Passages as prose, by their numbers. */
  readonly prose: Recent<number, Prose>
}

export interface Searched extends Memory {
  /** Makes all writes of any process visible. */
  readonly refresh: () => Promise<void>
  /** All documents of one kind, or those loaded so far. */
  readonly segments: (kind: Kind) => Segments
  /** Number of candidates whose texts a search reads, if each read is a separate request. */
  readonly ranked?: number | undefined
  /** Loads documents for {@link segments}. Absent if all are in memory. */
  readonly gather?: ((wanted: Wanted) => Promise<void>) | undefined
  /** Counts documents, up to `most`. Absent if all are in memory. */
  readonly count?: ((wanted: Wanted) => Promise<number>) | undefined
  /** Loads these terms, which {@link lists} and {@link frequency} require. */
  readonly fetch: (kind: Kind, terms: Iterable<string>) => Promise<void>
  /** Returns the number of documents that have a loaded term. */
  readonly frequency: (kind: Kind, term: string) => number
  /** The lists of a loaded term. */
  readonly lists: (kind: Kind, term: string) => Lists
  /** Terms with a prefix, up to `most`. */
  readonly beginning: (kind: Kind, prefix: string, most: number) => Promise<ReadonlyArray<string>>
  /** Returns the ids of some pages that have a term. */
  readonly pagesWith: (term: string, most: number) => Promise<ReadonlyArray<number>>
  /** Returns the texts of passages in the order of their numbers; `undefined` for deleted pages. */
  readonly passages: (numbers: ReadonlyArray<number>) => Promise<ReadonlyArray<string | undefined>>
  /** Returns pages in the order of their ids; `undefined` for deleted pages. */
  readonly rows: (ids: ReadonlyArray<number>) => Promise<ReadonlyArray<Page | undefined>>
  readonly pictures: (ids: ReadonlyArray<number>) => Promise<ReadonlyMap<number, Picture>>
  /** Returns the URL of the first picture of each page that has a picture. */
  readonly firstPictures: (pages: ReadonlyArray<number>) => Promise<ReadonlyMap<number, string>>
}
