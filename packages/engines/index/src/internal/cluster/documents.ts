/** Converts pages and pictures to documents of a cluster, and back. */
import { createHash } from "node:crypto"
import type { StoredDocument } from "../../Protocol.ts"
import { Builder } from "../analyze.ts"
import { anchorsToText } from "../anchorsText.ts"
import { Reader, Writer } from "../bytes.ts"
import * as Language from "../language.ts"
import type { Page } from "../pageRow.ts"
import { cut } from "../passages.ts"
import type { Picture } from "../searched.ts"
import * as Segment from "../segment.ts"
import { digest, pictureDocument } from "../writer.ts"

/** Returns the id of a document: the hash of its URL, because a URL may exceed the limit of an id. */
export const keyOf = (url: string): string => createHash("sha256").update(url).digest("base64url")

export const pictureKey = (url: string, at: number): string => `${keyOf(url)}.${at}`

export interface Lists {
  readonly documents: Segment.Documents
  readonly blocks: ReadonlyArray<{ readonly data: Uint8Array; readonly terms: ReadonlyMap<string, Segment.Place> }>
  readonly bytes: number
}

const frame = ({ blocks, entries }: Segment.Packed): string => {
  const out = new Writer()
  for (const part of [entries, ...blocks]) {
    out.number(part.length)
    out.bytes(part)
  }
  return Buffer.from(out.finish()).toString("base64")
}

export const unframe = (packed: string): Lists => {
  const data = Buffer.from(packed, "base64")
  const from = new Reader(data)
  const parts: Array<Uint8Array> = []
  while (from.at < data.length) {
    const length = from.number()
    parts.push(data.subarray(from.at, from.at + length))
    from.at += length
  }
  const [entries = new Uint8Array([0]), ...blocks] = parts
  return {
    documents: Segment.readDocuments(entries),
    blocks: blocks.map((block) => ({ data: block, terms: Segment.readBlock(block) })),
    bytes: data.length
  }
}

export const listOf = ({ blocks }: Lists, term: string): Segment.List | undefined => {
  for (const { data, terms } of blocks) {
    const place = terms.get(term)
    if (place !== undefined) return Segment.readList(data, place)
  }
  return undefined
}

/** Repeats a term as often as it occurs in one field of the given pieces. */
const repeated = (
  terms: ReadonlyMap<string, Segment.List>,
  isHead: boolean,
  countOf: (packed: number) => number
): ReadonlyArray<string> => {
  const out: Array<string> = []
  for (const [term, { counts, pieces }] of terms) {
    let times = 0
    for (let at = 0; at < pieces.length; at++) if ((pieces[at] === 0) === isHead) times += countOf(counts[at]!)
    for (; times > 0; times--) out.push(term)
  }
  return out
}

let shared = new Builder()

/** Returns an empty builder. It is reused, because creating one for each document would take most of the time. */
const emptyBuilder = (): Builder => {
  if (shared.isCurrent) shared.clear()
  else shared = new Builder()
  return shared
}

const searched = (id: number, document: StoredDocument, language: string) => {
  const builder = emptyBuilder()
  builder.add(id, document, language)
  const { entries: [entry], packed, spellings, terms } = builder.content()
  return {
    packed: frame(packed),
    terms: [...terms.keys()],
    title_terms: repeated(terms, true, Segment.firstOf),
    address_terms: repeated(terms, true, Segment.secondOf),
    text_terms: repeated(terms, false, Segment.firstOf),
    heading_terms: repeated(terms, false, Segment.secondOf),
    spellings: spellings.map(({ word }) => word),
    title_spellings: spellings.filter(({ titles }) => titles > 0).map(({ word }) => word),
    words: entry!.passages.reduce((sum, words) => sum + words, 0),
    title_words: entry!.title,
    pieces: entry!.passages.length,
    language_number: Language.numberOf(language)
  }
}

export interface PageSource {
  readonly id: number
  readonly url: string
  readonly root?: string | null
  readonly title: string
  readonly length: number
  readonly passages: ReadonlyArray<string>
  readonly count: number
  readonly hash: string
  readonly published: number | null
  readonly date: string | null
  readonly evidence: string | null
  readonly modified: string | null
  readonly language: string | null
  readonly detected: string
  readonly anchors: string | null
  readonly images: ReadonlyArray<{
    readonly id: number
    readonly url: string
    readonly alt: string
    readonly width: number | null
    readonly height: number | null
  }>
}

/** Replaces halves of surrogate pairs, because servers reject JSON with them. */
const wellFormed = (text: string): string => text.toWellFormed()

export const documentsOf = (given: StoredDocument, language: string, ids: ReadonlyArray<number>) => {
  const [id = 0, ...imageIds] = ids
  const document = {
    ...given,
    title: wellFormed(given.title),
    body: wellFormed(given.body),
    images: given.images.map((image) => ({ ...image, url: wellFormed(image.url), alt: wellFormed(image.alt) }))
  }
  const passages = cut(document.body)
  const images = document.images.map(({ alt, height, url, width }, at) => ({
    id: imageIds[at]!,
    url,
    alt,
    width: width ?? null,
    height: height ?? null
  }))
  const source: PageSource = {
    id,
    url: document.url,
    root: document.root ?? null,
    title: wellFormed(document.title),
    length: document.body.length,
    passages,
    count: passages.length,
    hash: digest(given),
    published: document.published ?? null,
    date: document.date ?? null,
    evidence: document.evidence ?? null,
    modified: document.modified ?? null,
    language: document.language ?? null,
    detected: language,
    anchors: anchorsToText(document.anchors),
    images
  }
  return {
    page: { ...source, ...searched(id, document, language) },
    pictures: document.images.map((image, at) => ({
      page: id,
      ...images[at]!,
      ...searched(images[at]!.id, pictureDocument(document, image), language)
    }))
  }
}

export const pageFields = [
  "id",
  "url",
  "title",
  "length",
  "count",
  "detected",
  "published",
  "date",
  "evidence",
  "modified",
  "anchors"
]

export const pageOf = (source: PageSource): Page => ({
  id: source.id,
  url: source.url,
  title: source.title,
  length: source.length,
  count: source.count,
  language: source.detected,
  published: source.published,
  date: source.date,
  evidence: source.evidence,
  modified: source.modified,
  anchors: source.anchors
})

export const pictureFields = ["id", "page", "url", "alt", "width", "height"]

export type PictureSource = Picture & { readonly id: number }
