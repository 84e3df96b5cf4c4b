import * as Spelling from "@dunlin/schema/Spelling"
import type { StoredDocument } from "@dunlin/search-index/Protocol"
import * as Anchors from "@dunlin/text/Anchors"
import * as DateTime from "effect/DateTime"
import type { IndexDocument } from "../../LocalIndex.ts"
import * as Dates from "../dates.ts"

const MAX_TITLE_CHARACTERS = 1000
const MAX_UNITS_OF_DOCUMENT = 1_000_000
const MAX_EVIDENCE_CHARACTERS = 100

export const address = (url: string): string | undefined => {
  const parsed = URL.parse(url)
  if (parsed === null) return undefined
  parsed.hash = ""
  return parsed.href
}

export const problemOf = (document: unknown): string | undefined => {
  if (typeof document !== "object" || document === null) return "it is not an object"
  const { text, title, url } = document as { readonly [Key in keyof IndexDocument]?: unknown }
  if (typeof url !== "string" || !URL.canParse(url)) return `its url is not an absolute URL${meantBy(document, "url")}`
  if (typeof title !== "string") return `its title is not a string${meantBy(document, "title")}`
  if (typeof text !== "string") return `its text is not a string${meantBy(document, "text")}`
  return undefined
}

const meantBy = (document: object, needed: keyof IndexDocument): string => {
  if (Object.hasOwn(document, needed)) return ""
  const key = Object.keys(document).find((key) => Spelling.meant(key, [needed]) !== undefined)
  return key === undefined ? "" : `; did you mean ${needed} by ${key}?`
}

const dateFields = ["publishedAt", "modifiedAt"] as const

const dateOf = (value: unknown): string | undefined => (typeof value === "string" ? Dates.absolute(value) : undefined)

export const undatedBecause = (document: IndexDocument): ReadonlyArray<string> =>
  dateFields.flatMap((field) => {
    const value: unknown = document[field]
    if (value === undefined || value === null || value === "" || dateOf(value) !== undefined) return []
    return [`indexed without ${field}: ${written(value)} is not a valid ISO 8601 date`]
  })

const MAX_DATE_CHARACTERS = 60

const written = (value: unknown): string =>
  typeof value === "string" ? JSON.stringify(value.slice(0, MAX_DATE_CHARACTERS)) : `a value of type ${typeof value}`

const rootOf = (url: string, root: unknown): string | undefined => {
  const folder = typeof root === "string" && url.startsWith("file:") ? address(root)?.replace(/\/*$/, "/") : undefined
  return folder !== undefined && url.startsWith(folder) ? folder : undefined
}

const stored = (document: IndexDocument): StoredDocument | undefined => {
  const url = problemOf(document) === undefined ? address(document.url) : undefined
  if (url === undefined) return undefined
  const root = rootOf(url, document.root)
  const date = dateOf(document.publishedAt)
  const modified = dateOf(document.modifiedAt)
  const stated = date ?? modified
  return {
    url,
    ...(root === undefined ? {} : { root }),
    title: document.title.trim().slice(0, MAX_TITLE_CHARACTERS),
    body: document.text.slice(0, MAX_UNITS_OF_DOCUMENT),
    ...(stated === undefined ? {} : { published: DateTime.toEpochMillis(DateTime.makeUnsafe(stated)) }),
    ...(stated === undefined || document.dateEvidence === undefined
      ? {}
      : { evidence: document.dateEvidence.slice(0, MAX_EVIDENCE_CHARACTERS) }),
    ...(date === undefined ? {} : { date }),
    ...(modified === undefined ? {} : { modified }),
    ...(document.language === undefined ? {} : { language: document.language }),
    ...anchorsOf(document),
    images: (document.images ?? []).flatMap(({ alt, height, url, width }) =>
      URL.canParse(url) ? [{ url, alt: alt ?? "", width: whole(width), height: whole(height) }] : []
    )
  }
}

const anchorsOf = ({ anchors, text }: IndexDocument): Pick<StoredDocument, "anchors"> => {
  const known = anchors ?? Anchors.locate(text, [])
  return known.length === 0 ? {} : { anchors: known.map(({ end, id, start }) => ({ id, start, end })) }
}

const whole = (pixels: number | undefined): number | undefined =>
  pixels !== undefined && Number.isInteger(pixels) && pixels > 0 ? pixels : undefined

/** A batch is one transaction and one message to the thread. Larger ones are slower. */
const BATCH_DOCUMENTS = 2000
const BATCH_LENGTH = 8_000_000

export function* batches(
  documents: Iterable<IndexDocument>
): Generator<{ documents: Array<StoredDocument>; invalid: number }> {
  let batch: Array<StoredDocument> = []
  let length = 0
  let invalid = 0
  for (const document of documents) {
    const entry = stored(document)
    if (entry === undefined) {
      invalid++
      continue
    }
    batch.push(entry)
    length += entry.title.length + entry.body.length
    if (batch.length >= BATCH_DOCUMENTS || length >= BATCH_LENGTH) {
      yield { documents: batch, invalid }
      batch = []
      length = 0
      invalid = 0
    }
  }
  if (batch.length > 0 || invalid > 0) yield { documents: batch, invalid }
}
