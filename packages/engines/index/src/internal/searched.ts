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

/** The hits to return: the best, or the newest if there are no terms. */
export interface Wanted {
  readonly kind: Kind
  readonly scored: ReadonlyArray<Scored>
  readonly conditions: ReadonlyArray<Condition>
  readonly isWordless: boolean
  readonly most: number
}

export interface Picture {
  readonly page: number
  readonly url: string
  readonly alt: string
  readonly width: number | null
  readonly height: number | null
}

/** Cached data by document. A changed document gets another id, so entries never become stale. */
export interface Memory {
  readonly tokens: Recent<number, { readonly generation: object; readonly tokens: Int32Array }>
  readonly titles: Recent<number, Title>
  readonly starts: Recent<number, Layout>
  readonly wholes: Recent<number, string>
  readonly prose: Recent<number, Prose>
}

export interface Searched extends Memory {
  readonly refresh: () => Promise<void>
  readonly segments: (kind: Kind) => Segments
  /** Number of candidates to rank, if each read is a separate request. */
  readonly ranked?: number | undefined
  /** Collects the hits; absent if all documents are in memory. */
  readonly gather?: ((wanted: Wanted) => Promise<void>) | undefined
  /** Counts hits up to `most`; absent if all documents are in memory. */
  readonly count?: ((wanted: Wanted) => Promise<number>) | undefined
  readonly fetch: (kind: Kind, terms: Iterable<string>) => Promise<void>
  readonly frequency: (kind: Kind, term: string) => number
  readonly lists: (kind: Kind, term: string) => Lists
  readonly beginning: (kind: Kind, prefix: string, most: number) => Promise<ReadonlyArray<string>>
  readonly pagesWith: (term: string, most: number) => Promise<ReadonlyArray<number>>
  /** Returns the text of passages; `undefined` for deleted pages. */
  readonly passages: (numbers: ReadonlyArray<number>) => Promise<ReadonlyArray<string | undefined>>
  /** Returns the rows of pages; `undefined` for deleted pages. */
  readonly rows: (ids: ReadonlyArray<number>) => Promise<ReadonlyArray<Page | undefined>>
  readonly pictures: (ids: ReadonlyArray<number>) => Promise<ReadonlyMap<number, Picture>>
  readonly firstPictures: (pages: ReadonlyArray<number>) => Promise<ReadonlyMap<number, string>>
}
