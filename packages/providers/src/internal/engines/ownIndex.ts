/** Maps documents of an index that another program fills to hits. */
import * as Schema from "effect/Schema"
import * as Hits from "../../Hits.ts"
import type { Hit } from "../../SearchProvider.ts"

export interface Fields {
  /** The field with a document's URL. Documents without a URL are dropped. @default "url" */
  readonly url?: string | undefined
  readonly title?: string | ReadonlyArray<string> | undefined
  readonly text?: string | ReadonlyArray<string> | undefined
  readonly date?: string | undefined
}

const TITLES = ["title", "name", "hierarchy.lvl6", "hierarchy.lvl5", "hierarchy.lvl4", "hierarchy.lvl3"]
const HEADINGS = ["hierarchy.lvl2", "hierarchy.lvl1", "hierarchy.lvl0"]
const TEXTS = ["text", "content", "body", "description"]
const DATES = ["publishedAt", "published_at", "date"]

const listOf = (names: string | ReadonlyArray<string> | undefined, usual: ReadonlyArray<string>) =>
  names === undefined ? usual : typeof names === "string" ? [names] : names

export const fieldsOf = ({ date, text, title, url = "url" }: Fields = {}) => ({
  url,
  titles: listOf(title, [...TITLES, ...HEADINGS]),
  texts: listOf(text, TEXTS),
  dates: listOf(date, DATES),
  searched: [...listOf(title, []), ...listOf(text, [])],
  filtered: date
})

export type Read = ReturnType<typeof fieldsOf>

export const Document = Schema.Record(Schema.String, Schema.Unknown)

type Document = typeof Document.Type

/** A field whose name contains the dot takes precedence over a path. */
const at = (document: Document, path: string): unknown => {
  if (Object.hasOwn(document, path)) return document[path]
  let value: unknown = document
  for (const name of path.split(".")) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, name)) return undefined
    value = (value as Record<string, unknown>)[name]
  }
  return value
}

const first = <A>(
  document: Document,
  names: ReadonlyArray<string>,
  is: (value: unknown) => value is A
): A | undefined => {
  for (const name of names) {
    const value = at(document, name)
    const single = Array.isArray(value) ? value[0] : value
    if (is(single)) return single
  }
  return undefined
}

const isText = (value: unknown): value is string => typeof value === "string" && value.trim() !== ""
const isDate = (value: unknown): value is string | number => isText(value) || typeof value === "number"

/** Used if the engine returns no snippet. */
const MAX_UNITS_OF_DESCRIPTION = 300

export const hitOf = (
  document: Document,
  { dates, texts, titles, url }: Read,
  { now, snippet }: { readonly now: number; readonly snippet?: string | undefined }
): ReadonlyArray<Hit> => {
  const text = first(document, texts, isText)
  return Hits.web({
    url: first(document, [url], isText),
    title: Hits.plain(first(document, titles, isText) ?? ""),
    description: Hits.plain(snippet ?? text?.slice(0, MAX_UNITS_OF_DESCRIPTION) ?? ""),
    publishedAt: Hits.date(first(document, dates, isDate), now),
    text
  })
}

const SECOND_MS = 1000

export const secondsOf = (day: string): number => Date.parse(`${day}T00:00:00Z`) / SECOND_MS

const SECONDS_OF_DAY = 86_400

export const secondsIn = (
  field: string,
  days: { readonly from?: string | undefined; readonly to?: string | undefined },
  sign: { readonly atLeast: string; readonly below: string; readonly and: string }
): string =>
  [
    ...(days.from === undefined ? [] : [`${field}${sign.atLeast}${secondsOf(days.from)}`]),
    ...(days.to === undefined ? [] : [`${field}${sign.below}${secondsOf(days.to) + SECONDS_OF_DAY}`])
  ].join(sign.and)
