/** What the index and its worker thread say to each other; everything here survives a structured clone. */
import type { Node } from "@dunlin/query-operators/QueryNode"
import type { Answer } from "../../SearchProvider.ts"

/** A document in the form it is stored. */
export interface StoredDocument {
  readonly url: string
  readonly title: string
  readonly body: string
  /** Epoch milliseconds. */
  readonly published?: number | undefined
  /** The date as it was given. */
  readonly date?: string | undefined
  readonly language?: string | undefined
  readonly images: ReadonlyArray<{
    readonly url: string
    readonly alt: string
    readonly width?: number | undefined
    readonly height?: number | undefined
  }>
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
}

/** Totals over the collection, kept in the same transaction as the rows they count; lengths in UTF-16 units. */
export interface Totals {
  readonly documents: number
  readonly titles: number
  readonly bodies: number
  readonly images: number
}

/** What a batch of documents changed. */
export interface Written {
  readonly added: number
  readonly updated: number
  readonly unchanged: number
}

export interface Stats extends Totals {
  readonly bytes: number
}

export interface Operations {
  readonly write: { readonly input: ReadonlyArray<StoredDocument>; readonly output: Written }
  readonly remove: { readonly input: ReadonlyArray<string>; readonly output: number }
  readonly search: { readonly input: Search; readonly output: Answer }
  readonly stats: { readonly input: null; readonly output: Stats }
  readonly optimize: { readonly input: null; readonly output: null }
  readonly close: { readonly input: null; readonly output: null }
}

export type Operation = keyof Operations

export interface Request {
  readonly id: number
  readonly operation: Operation
  readonly input: unknown
}

export type Reply =
  | { readonly id: number; readonly ok: true; readonly output: unknown }
  | { readonly id: number; readonly ok: false; readonly detail: string }
