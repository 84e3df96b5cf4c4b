import type { Row } from "../Storage.ts"

export interface Page {
  readonly id: number
  readonly url: string
  readonly title: string
  readonly length: number
  readonly count: number
  readonly language: string
  readonly published: number | null
  readonly date: string | null
  readonly evidence: string | null
  readonly modified: string | null
  readonly anchors: string | null
}

export const pageColumns = "id, url, title, length, passages, published, date, evidence, modified, detected, anchors"

export const numberOrNull = (
  value: unknown
): number | null => (value === null || value === undefined ? null : Number(value))
const textOrNull = (value: unknown): string | null => (value === null || value === undefined ? null : String(value))

/** Returns the page of a row. Each column is read once, because reading a row of a database is slow. */
export const pageOf = (row: Row): Page => ({
  id: Number(row["id"]),
  url: String(row["url"]),
  title: String(row["title"]),
  length: Number(row["length"]),
  count: Number(row["passages"]),
  language: String(row["detected"]),
  published: numberOrNull(row["published"]),
  date: textOrNull(row["date"]),
  evidence: textOrNull(row["evidence"]),
  modified: textOrNull(row["modified"]),
  anchors: textOrNull(row["anchors"])
})
