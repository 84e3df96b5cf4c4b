/**
 * Defines documents, searches and hits as plain data. Everything here survives a structured clone, so that the index
 * can run on another thread.
 *
 * @since 0.2.0
 */
import type { Anchor } from "@dunlin/text/Anchors"
import type { Node } from "@dunlin/text/QueryNode"
import type { Answer } from "./Hit.ts"
import type { Table } from "./internal/frozen.ts"

export type { Table } from "./internal/frozen.ts"

/** A document in the form it is stored. */
export interface StoredDocument {
  readonly url: string
  /** URL of the folder with which a file was indexed, with a trailing slash. Only for files. */
  readonly root?: string | undefined
  readonly title: string
  readonly body: string
  /** Publication date, or else the date of the last change, for time filters, in epoch milliseconds. */
  readonly published?: number | undefined
  /** The date as it was given. */
  readonly date?: string | undefined
  /** Source of the date. */
  readonly evidence?: string | undefined
  /** Time of the text's last change, as the caller gave it. */
  readonly modified?: string | undefined
  readonly language?: string | undefined
  /** Positions on the page that links can target, in text order. */
  readonly anchors?: ReadonlyArray<Anchor> | undefined
  /** Further facets, for pictures. */
  readonly facets?: ReadonlyArray<string> | undefined
  readonly images: ReadonlyArray<StoredImage>
}

export interface StoredImage {
  readonly url: string
  readonly alt: string
  readonly width?: number | undefined
  readonly height?: number | undefined
}

export interface Search {
  readonly source: "web" | "images" | "news"
  readonly nodes: ReadonlyArray<Node>
  readonly limit: number
  /** Epoch milliseconds, `from` inclusive, `to` exclusive. */
  readonly from?: number | undefined
  readonly to?: number | undefined
  readonly sortByDate: boolean
  readonly now: number
  /** Whether the last word may be incomplete, so that pages whose title starts with the query come first. */
  readonly isTyping?: boolean | undefined
  /** Whether hits of pages have their best sections. */
  readonly withSections?: boolean | undefined
  /** Vector of the query, for an index with vectors. */
  readonly meaning?: Meaning | undefined
}

/** A query vector. It is comparable only with vectors of the same model. */
export interface Meaning {
  readonly model: string
  readonly vector: ReadonlyArray<number>
}

/** A text that has no vector yet. */
export interface Passage {
  readonly id: number
  readonly text: string
}

/** The changes of a batch of documents. */
export interface Written {
  readonly added: number
  readonly updated: number
  readonly unchanged: number
}

export interface Stats {
  /** Whether pages were indexed with an older analysis and must be re-indexed. */
  readonly isOutdated: boolean
  readonly documents: number
  readonly images: number
  readonly bytes: number
}

/** A document as it is read back. */
export interface Read {
  readonly url: string
  readonly title: string
  readonly text: string
  readonly publishedAt?: string | undefined
  readonly modifiedAt?: string | undefined
  readonly dateEvidence?: string | undefined
  readonly language?: string | undefined
  readonly anchors?: ReadonlyArray<Anchor> | undefined
}

export interface Operations {
  readonly write: { readonly input: ReadonlyArray<StoredDocument>; readonly output: Written }
  readonly remove: { readonly input: ReadonlyArray<string>; readonly output: number }
  readonly search: { readonly input: Search; readonly output: Answer }
  readonly read: { readonly input: string; readonly output: Read | null }
  /** Returns URLs with a prefix, of pages with a higher id. Also returns the last id read, if there may be more. */
  readonly addresses: {
    readonly input: { readonly beginning: string; readonly after: number }
    readonly output: { readonly urls: ReadonlyArray<string>; readonly last: number | null }
  }
  readonly stats: { readonly input: null; readonly output: Stats }
  /**
   * Returns the tables that a search of pages reads. Returns `null` if a limit is exceeded: of pages, of UTF-16 units
   * of text, or of bytes of term lists.
   */
  readonly copy: {
    readonly input: { readonly documents: number; readonly units: number; readonly lists: number }
    readonly output: ReadonlyArray<Table> | null
  }
  /** Re-indexes some pages. Returns whether more pages remain. */
  readonly rebuild: { readonly input: null; readonly output: boolean }
  /**
   * Claims the index for the vectors of one model. Returns the name of another model if the index has vectors of it.
   */
  readonly claimModel: {
    readonly input: { readonly model: string; readonly isReplaced: boolean }
    readonly output: string | null
  }
  /**
   * Returns passages without a vector. `indexed` is the result of `claimModel`. If it is set, no passages are
   * returned.
   */
  readonly withoutVector: {
    readonly input: { readonly model: string; readonly after: number; readonly count: number }
    readonly output: { readonly indexed: string | null; readonly passages: ReadonlyArray<Passage> }
  }
  /** Stores vectors. Returns the name of the other model, as `claimModel` does. */
  readonly putVectors: {
    readonly input: {
      readonly model: string
      readonly vectors: ReadonlyArray<readonly [id: number, vector: ReadonlyArray<number>]>
    }
    readonly output: string | null
  }
  readonly optimize: { readonly input: null; readonly output: null }
  readonly close: { readonly input: null; readonly output: null }
}

/** The name of an operation. */
export type Operation = keyof Operations
