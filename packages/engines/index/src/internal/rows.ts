/** Reads documents from the tables, and makes hits of them. */
import * as Anchors from "@dunlin/text/Anchors"
import type * as Sections from "@dunlin/text/Sections"
import type { Hit, WebHit } from "../Hit.ts"
import type { Operations, Search } from "../Protocol.ts"
import type { Storage } from "../Storage.ts"
import { anchorsOfText } from "./anchorsText.ts"
import { type Kind, PASSAGES_PER_PAGE } from "./ids.ts"
import * as Language from "./language.ts"
import { fenceOf, type Layout, layoutOf, noLayout, opening } from "./layout.ts"
import type { Page } from "./pageRow.ts"
import { READ_LENGTH } from "./rank.ts"
import type { Loaded, Prose } from "./reader.ts"
import type { Found } from "./score.ts"
import type { Picture, Searched } from "./searched.ts"
import { readerOf, sectionsOf } from "./sections.ts"
import { plain, type Snippet, snippet, type Token, tokensOf } from "./snippet.ts"
import * as Vocabularies from "./vocabulary.ts"
import type { Vocabulary } from "./vocabulary.ts"

export interface Row extends Page {
  readonly passage: string
  readonly passages: ReadonlyArray<number>
  readonly score: number
  readonly isTitled: boolean
  readonly image: Picture | undefined
  readonly segment: Loaded
  readonly document: number
}

/** Loads the rows of hits. Documents that were deleted in the meantime are omitted. */
export const load = async (index: Searched, kind: Kind, found: ReadonlyArray<Found>): Promise<ReadonlyArray<Row>> => {
  if (found.length === 0) return []
  const segments = index.segments(kind).all
  const idOf = ({ document, segment }: Found) => segments[segment]!.documents.ids[document]!
  // Returns the place of a passage. The first piece of a page is its head, so passages are numbered from the next
  // piece.
  const placeOf = ({ document, segment }: Found, piece: number) =>
    piece - segments[segment]!.documents.heads[document]! - 1
  const passageOf = (each: Found) =>
    idOf(each) * PASSAGES_PER_PAGE + (each.passages.length === 0 ? 0 : placeOf(each, each.passages[0]!))
  const ids = found.map(idOf)
  const pictures = kind === 0 ? undefined : await index.pictures(ids)
  const pages = await index.rows(pictures === undefined ? ids : ids.map((id) => pictures.get(id)?.page ?? -1))
  const texts = kind === 0 ? await index.passages(found.map(passageOf)) : undefined
  const out: Array<Row> = []
  found.forEach((each, at) => {
    const page = pages[at]
    if (page === undefined) return
    out.push({
      id: page.id,
      url: page.url,
      title: page.title,
      length: page.length,
      count: page.count,
      language: page.language,
      published: page.published,
      date: page.date,
      evidence: page.evidence,
      modified: page.modified,
      anchors: page.anchors,
      passage: (texts?.[at] ?? "").slice(0, READ_LENGTH),
      passages: kind === 1 ? [] : each.passages.map((piece) => placeOf(each, piece)),
      score: each.score,
      isTitled: each.isTitled,
      image: pictures?.get(ids[at]!),
      segment: segments[each.segment]!,
      document: each.document
    })
  })
  return out
}

export const keyOf = ({ id, image }: Row): string => (image === undefined ? String(id) : `${id} ${image.url}`)

const allOf = ({ count, id }: Pick<Row, "count" | "id">): ReadonlyArray<number> => {
  const out: Array<number> = []
  for (let at = 0; at < count; at++) out.push(id * PASSAGES_PER_PAGE + at)
  return out
}

export const otherPassages = ({ id, passages }: Pick<Row, "id" | "passages">): ReadonlyArray<number> =>
  passages.slice(1).map((at) => id * PASSAGES_PER_PAGE + at)

// Joins texts by concatenation, which is copied only when it is read, unlike the result of `join`. Most hits are
// never read.
const together = (texts: ReadonlyArray<string | undefined>): string =>
  texts.reduce<string>((sum, text) => sum + (text ?? ""), "")

export const body = async (index: Searched, row: Pick<Row, "count" | "id">): Promise<string> =>
  together(await index.passages(allOf(row)))

/** Maximum characters of a text that a hit contains as a whole. Of a longer text, it contains the best passages. */
const MAX_WHOLE_TEXT_CHARACTERS = 12_000

const betweenParts = "\n\n"

const UNITS_PER_READ = 1_000_000

const firstBatch = (rows: ReadonlyArray<Row>): ReadonlyArray<Row> => {
  let length = 0
  const end = rows.findIndex((row, at) => {
    length += row.length
    return at > 0 && length > UNITS_PER_READ
  })
  return end < 0 ? rows : rows.slice(0, end)
}

export const readAhead = async (index: Searched, rows: ReadonlyArray<Row>): Promise<ReadonlyArray<Row>> => {
  const batch = firstBatch(rows)
  await index.passages(batch.flatMap(allOf))
  return batch
}

/** Returns the starts of passages. They are not stored, so one read loads all pages whose starts are not cached. */
const startsOf = async (
  index: Searched,
  rows: ReadonlyArray<Row>
): Promise<ReadonlyMap<number, Layout>> => {
  const out = new Map<number, Layout>()
  const missing = rows.filter(({ id }) => {
    const known = index.starts.get(id)
    if (known !== undefined) out.set(id, known)
    return known === undefined
  })
  for (let at = 0; at < missing.length;) {
    const batch = firstBatch(missing.slice(at))
    const texts = await index.passages(batch.flatMap(allOf))
    let from = 0
    for (const { count, id } of batch) {
      const starts = [0]
      const own = texts.slice(from, from += count)
      for (const text of own) starts.push(starts.at(-1)! + (text?.length ?? 0))
      const layout = layoutOf(together(own), starts)
      index.starts.set(id, layout, starts.length * 2)
      out.set(id, layout)
    }
    at += batch.length
  }
  return out
}

const carried = (row: Row): ReadonlyArray<number> =>
  row.length <= MAX_WHOLE_TEXT_CHARACTERS
    ? allOf(row)
    : (row.passages.length === 0 ? [0] : row.passages.toSorted((a, b) => a - b)).map((at) =>
      row.id * PASSAGES_PER_PAGE + at
    )

const partsOf = (
  row: Row,
  numbers: ReadonlyArray<number>,
  texts: ReadonlyArray<string | undefined>,
  { contexts, leads, starts }: Layout
) => {
  const parts: Array<{ at: number; start: number; end: number }> = []
  let text = ""
  let end: Sections.Context | undefined
  const close = () => {
    if (end?.fence !== undefined) text += `\n${fenceOf(end.fence)}`
  }
  numbers.forEach((number, at) => {
    const passage = texts[at]
    const start = starts[number - row.id * PASSAGES_PER_PAGE]
    if (passage === undefined || start === undefined) return
    const last = parts.at(-1)
    if (last !== undefined && last.end === start) last.end += passage.length
    else {
      close()
      if (last !== undefined) text += betweenParts
      text += opening(contexts[number - row.id * PASSAGES_PER_PAGE])
      for (const lead of leads[number - row.id * PASSAGES_PER_PAGE] ?? []) {
        if (lead.start < (parts.at(-1)?.end ?? 0)) continue
        parts.push({ at: text.length, start: lead.start, end: lead.end })
        text += `${lead.text}\n\n`
      }
      parts.push({ at: text.length, start, end: start + passage.length })
    }
    text += passage
    end = contexts[number - row.id * PASSAGES_PER_PAGE + 1]
  })
  close()
  return { text, textParts: parts }
}

type Writable<A> = { -readonly [K in keyof A]: A[K] }

type Text = Pick<WebHit, "text" | "textIsWhole" | "textParts">

const anchorsOf = ({ anchors }: Row, { textParts }: Text): Pick<WebHit, "anchors"> => {
  if (anchors === null) return {}
  const all = anchorsOfText(anchors)
  return { anchors: textParts === undefined ? all : Anchors.within(all, textParts) }
}

/** Returns the passages of all rows, which are read together, because each read is a round trip to the database. */
const textsOf = async (index: Searched, rows: ReadonlyArray<Row>): Promise<ReadonlyArray<Text>> => {
  const wholes = rows.map(({ id, length }) => length <= MAX_WHOLE_TEXT_CHARACTERS ? index.wholes.get(id) : undefined)
  if (!wholes.includes(undefined)) return wholes.map((text) => ({ text: text!, textIsWhole: true }))
  const starts = await startsOf(index, rows.filter(({ length }) => length > MAX_WHOLE_TEXT_CHARACTERS))
  const numbers = rows.map((row, at) => wholes[at] === undefined ? carried(row) : nothing)
  const texts = await index.passages(numbers.flat())
  let from = 0
  return rows.map((row, at): Text => {
    const known = wholes[at]
    if (known !== undefined) return { text: known, textIsWhole: true }
    const own = numbers[at]!
    const read = texts.slice(from, from += own.length)
    if (row.length > MAX_WHOLE_TEXT_CHARACTERS) {
      return { ...partsOf(row, own, read, starts.get(row.id) ?? noLayout), textIsWhole: false }
    }
    const text = together(read)
    if (!read.includes(undefined)) index.wholes.set(row.id, text, text.length)
    return { text, textIsWhole: true }
  })
}

const nothing: ReadonlyArray<number> = []

const webHit = (
  row: Row,
  position: number,
  { matches, text }: Snippet,
  ofText: Text
): Hit => {
  const { date, evidence, modified, title, url } = row
  const out: Writable<WebHit> = { source: "web", url, position, title, description: text }
  if (date !== null) out.publishedAt = date
  if (modified !== null) out.modifiedAt = modified
  if (evidence !== null) out.dateEvidence = evidence
  if (matches.length > 0) out.matches = matches
  return Object.assign(out, ofText, anchorsOf(row, ofText), { isChecked: true })
}

const prose = (index: Searched, row: Row, vocabulary: Vocabulary): Prose => {
  const number = row.id * PASSAGES_PER_PAGE + (row.passages[0] ?? 0)
  const known = index.prose.get(number)
  if (known?.generation === vocabulary.generation) return known
  const { parts, text } = plain(row.passage)
  const read = { text, parts, places: vocabulary.places(text), generation: vocabulary.generation }
  index.prose.set(number, read, text.length * 2)
  return read
}

class Shown {
  private readonly terms: ReadonlySet<string>
  private readonly numbers = new Map<Vocabulary, ReadonlyArray<number>>()

  constructor(terms: ReadonlySet<string>) {
    this.terms = terms
  }

  /**
   * Returns the wanted words of a text without the numbers of terms. Queries typed without accents have further terms
   * without a number. Text without spaces also needs this.
   */
  private slowly(text: string, language: string): ReadonlyArray<Token> {
    const words = Language.words(language)
    const known = new Map<string, boolean>()
    return tokensOf(text, (word) => {
      let isWanted = known.get(word)
      if (isWanted === undefined) {
        isWanted = words.of(word).some((term) => this.terms.has(term))
        known.set(word, isWanted)
      }
      return isWanted
    })
  }

  tokens({ places, text }: Prose, language: string, vocabulary: Vocabulary): ReadonlyArray<Token> {
    if (places === undefined) return this.slowly(text, language)
    const numbers = this.numbers.get(vocabulary) ?? [...this.terms].map((term) => vocabulary.of(term))
    this.numbers.set(vocabulary, numbers)
    const { marks } = vocabulary.scratch
    for (const number of numbers) marks[number] = 1
    const out: Array<Token> = []
    for (let at = 0; at < places.tokens.length; at++) {
      if (marks[places.tokens[at]!] === 1) out.push({ at: places.starts[at]!, word: places.tokens[at]! })
    }
    for (const number of numbers) marks[number] = 0
    return out.length === 0 && Language.words(language).hasSecond ? this.slowly(text, language) : out
  }
}

const pictureHit = (row: Row, position: number): Hit => {
  const { alt, height, url, width } = row.image!
  return {
    source: "images",
    url: row.url,
    position,
    title: alt === "" ? row.title : alt,
    imageUrl: url,
    ...(width === null ? {} : { imageWidth: width }),
    ...(height === null ? {} : { imageHeight: height })
  }
}

const hit = (
  index: Searched,
  row: Row,
  position: number,
  ofText: Text,
  wanted: Shown,
  pictures: ReadonlyMap<number, string> | undefined
): Hit => {
  const vocabulary = Vocabularies.of(row.language)
  const read = prose(index, row, vocabulary)
  const passage = snippet(read, wanted.tokens(read, row.language, vocabulary))
  if (pictures === undefined) return webHit(row, position, passage, ofText)
  const matches = passage.matches.length === 0 ? {} : { matches: passage.matches }
  const image = pictures.get(row.id)
  return {
    source: "news",
    url: row.url,
    position,
    title: row.title,
    snippet: passage.text,
    ...(row.date === null && row.modified === null ? {} : { date: row.date ?? row.modified! }),
    ...(row.modified === null ? {} : { modifiedAt: row.modified }),
    ...(row.evidence === null ? {} : { dateEvidence: row.evidence }),
    ...(image === undefined ? {} : { imageUrl: image }),
    ...matches,
    ...ofText,
    ...anchorsOf(row, ofText),
    isChecked: true
  }
}

export const hits = async (
  index: Searched,
  rows: ReadonlyArray<Row>,
  search: Search,
  terms: ReadonlySet<string>
): Promise<ReadonlyArray<Hit>> => {
  if (search.source === "images") return rows.map((row, at) => pictureHit(row, at + 1))
  const texts = await textsOf(index, rows)
  const pictures = search.source === "news" ? await index.firstPictures(rows.map(({ id }) => id)) : undefined
  const wanted = new Shown(terms)
  return rows.map((row, at) => {
    const found = hit(index, row, at + 1, texts[at]!, wanted, pictures)
    if (search.withSections !== true || found.source !== "web") return found
    const words = Language.words(row.language)
    return { ...found, sections: sectionsOf(row.title, found, readerOf((word) => words.of(word), terms)) }
  })
}

const ADDRESSES_AT_ONCE = 10_000

export const addresses = async (
  sql: Storage,
  { after, beginning }: Operations["addresses"]["input"]
): Promise<Operations["addresses"]["output"]> => {
  const rows = await sql.all(
    "select id, url from page where id > ? and substr(url, 1, ?) = ? order by id limit ?",
    after,
    Array.from(beginning).length,
    beginning,
    ADDRESSES_AT_ONCE
  )
  return {
    urls: rows.map((row) => String(row["url"])),
    last: rows.length < ADDRESSES_AT_ONCE ? null : Number(rows.at(-1)!["id"])
  }
}
