/**
 * The port between a search and the index that it searches. `Index` has every document; an index in a cluster loads the
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

/** Documents that a search may return: those that fulfil the conditions, best first, or newest first without a term. */
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
  /** Numbers of the words of a passage (its number) or a title (minus the id of its page). */
  readonly tokens: Recent<number, { readonly generation: object; readonly tokens: Int32Array }>
  /** Titles made ready for comparing, by minus the id of their page. */
  readonly titles: Recent<number, Title>
  /** Start of the passages of a page, by its id. */
  readonly starts: Recent<number, Layout>
  /** Texts of short pages, by their ids. */
  readonly wholes: Recent<number, string>
  /** Passages as prose, by their numbers. */
  readonly prose: Recent<number, Prose>
}

export interface Searched extends Memory {
  /** Makes all writes since its last call visible, by any process. */
  readonly refresh: () => Promise<void>
  /** All documents of one kind, or those that were loaded so far. */
  readonly segments: (kind: Kind) => Segments
  /** Number of candidates whose texts a search reads, if each read is a request. */
  readonly ranked?: number | undefined
  /** Loads documents for {@link segments}. Absent if all are in memory. */
  readonly gather?: ((wanted: Wanted) => Promise<void>) | undefined
  /** Counts documents, up to `most`. Absent if all are in memory. */
  readonly count?: ((wanted: Wanted) => Promise<number>) | undefined
  /** Loads these terms, so that {@link lists} and {@link frequency} have them. */
  readonly fetch: (kind: Kind, terms: Iterable<string>) => Promise<void>
  /** Number of documents that have a loaded term. */
  readonly frequency: (kind: Kind, term: string) => number
  /** The lists of a loaded term. */
  readonly lists: (kind: Kind, term: string) => Lists
  /** Terms with a prefix, up to `most`. */
  readonly beginning: (kind: Kind, prefix: string, most: number) => Promise<ReadonlyArray<string>>
  /** Ids of some pages that have a term. */
  readonly pagesWith: (term: string, most: number) => Promise<ReadonlyArray<number>>
  /** Texts of passages in the order of their numbers; undefined for deleted pages. */
  readonly passages: (numbers: ReadonlyArray<number>) => Promise<ReadonlyArray<string | undefined>>
  /** Pages in the order of their ids; undefined for deleted pages. */
  readonly rows: (ids: ReadonlyArray<number>) => Promise<ReadonlyArray<Page | undefined>>
  readonly pictures: (ids: ReadonlyArray<number>) => Promise<ReadonlyMap<number, Picture>>
  /** The URL of the first picture of each page that has one. */
  readonly firstPictures: (pages: ReadonlyArray<number>) => Promise<ReadonlyMap<number, string>>
}
