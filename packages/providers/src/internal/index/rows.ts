/** Documents as they are read from the tables, and the hits that are made of them. */
import type { Hit, WebHit } from "../../SearchProvider.ts"
import { prepareFor } from "./fold.ts"
import * as Language from "./language.ts"
import type { Operations, Search } from "./protocol.ts"
import { readLength } from "./rank.ts"
import { type Index, type Loaded, numberOrNull, type Page, type Prose } from "./reader.ts"
import type { Found } from "./score.ts"
import { plain, snippet, type Token, tokensOf } from "./snippet.ts"
import type { Sql } from "./sql.ts"
import * as Vocabularies from "./vocabulary.ts"
import type { Vocabulary } from "./vocabulary.ts"
import { type Kind, passagesPerPage } from "./writer.ts"

export interface Row extends Page {
  /** The best passage. */
  readonly passage: string
  /** The numbers of the best passages, best first. */
  readonly passages: ReadonlyArray<number>
  readonly score: number
  readonly image: Picture | undefined
  /** Where its terms are. */
  readonly segment: Loaded
  readonly document: number
}

interface Picture {
  readonly page: number
  readonly url: string
  readonly alt: string
  readonly width: number | null
  readonly height: number | null
}

const picturesOf = async (index: Index, ids: ReadonlyArray<number>): Promise<ReadonlyMap<number, Picture>> => {
  const rows = await index.sql.among("select id, page, url, alt, width, height from picture", "id", ids)
  await prepareFor(rows.map((row) => String(row["alt"])))
  return new Map(rows.map((row) => [Number(row["id"]), {
    page: Number(row["page"]),
    url: String(row["url"]),
    alt: String(row["alt"]),
    width: numberOrNull(row["width"]),
    height: numberOrNull(row["height"])
  }]))
}

/** Reads what was found, in its order, without what was removed meanwhile. */
export const load = async (index: Index, kind: Kind, found: ReadonlyArray<Found>): Promise<ReadonlyArray<Row>> => {
  const segments = index.segments(kind).all
  const idOf = ({ document, segment }: Found) => segments[segment]!.documents.ids[document]!
  // Passages of a page are counted from its head.
  const placeOf = ({ document, segment }: Found, piece: number) =>
    piece - segments[segment]!.documents.heads[document]! - 1
  const passageOf = (each: Found) =>
    idOf(each) * passagesPerPage + (each.passages.length === 0 ? 0 : placeOf(each, each.passages[0]!))
  const ids = found.map(idOf)
  const pictures = kind === 0 ? undefined : await picturesOf(index, ids)
  const pages = await index.rows(pictures === undefined ? ids : [...pictures.values()].map(({ page }) => page))
  const texts = kind === 0 ? await index.passages(found.map(passageOf)) : undefined
  const out: Array<Row> = []
  found.forEach((each, at) => {
    const image = pictures?.get(ids[at]!)
    const page = pages.get(pictures === undefined ? ids[at]! : image?.page ?? -1)
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
      passage: (texts?.get(passageOf(each)) ?? "").slice(0, readLength),
      passages: kind === 1 ? [] : each.passages.map((piece) => placeOf(each, piece)),
      score: each.score,
      image,
      segment: segments[each.segment]!,
      document: each.document
    })
  })
  return out
}

/** What tells a row from others of one search: its page, and its picture where it is one. */
export const keyOf = ({ id, image }: Row): string => (image === undefined ? String(id) : `${id} ${image.url}`)

/** The whole text of a document. */
export const body = async (index: Index, { count, id }: Pick<Row, "count" | "id">): Promise<string> => {
  if (count === 1) return (await index.passages([id * passagesPerPage])).get(id * passagesPerPage) ?? ""
  const numbers = Array.from({ length: count }, (_, at) => id * passagesPerPage + at)
  const texts = await index.passages(numbers)
  return numbers.map((number) => texts.get(number) ?? "").join("")
}

/** A hit carries the whole text up to this length, and of longer ones the best passages. */
const longestText = 12_000

const betweenParts = "\n\n"

/** Where the passages of a page begin, the end of the last one included; they are not stored. */
const startsOf = async (index: Index, { count, id }: Row): Promise<ReadonlyArray<number>> => {
  const known = index.starts.get(id)
  if (known !== undefined) return known
  const numbers = Array.from({ length: count }, (_, at) => id * passagesPerPage + at)
  const texts = await index.passages(numbers)
  const out = [0]
  for (const number of numbers) out.push(out.at(-1)! + (texts.get(number)?.length ?? 0))
  index.starts.set(id, out, out.length)
  return out
}

/** Passages that follow one another are one part. */
const partsOf = async (index: Index, row: Row, numbers: ReadonlyArray<number>) => {
  const texts = await index.passages(numbers.map((number) => row.id * passagesPerPage + number))
  const starts = await startsOf(index, row)
  const parts: Array<{ at: number; start: number; end: number }> = []
  let text = ""
  for (const number of numbers) {
    const passage = texts.get(row.id * passagesPerPage + number)
    const start = starts[number]
    if (passage === undefined || start === undefined) continue
    const last = parts.at(-1)
    if (last !== undefined && last.end === start) last.end += passage.length
    else {
      if (last !== undefined) text += betweenParts
      parts.push({ at: text.length, start, end: start + passage.length })
    }
    text += passage
  }
  return { text, textParts: parts }
}

const textOf = async (index: Index, row: Row): Promise<Pick<WebHit, "text" | "textIsWhole" | "textParts">> => {
  if (row.length <= longestText) return { text: await body(index, row), textIsWhole: true }
  const numbers = row.passages.length === 0 ? [0] : row.passages.toSorted((a, b) => a - b)
  return { ...await partsOf(index, row, numbers), textIsWhole: false }
}

const dates = ({ date, evidence, modified }: Row) => ({
  ...(date === null ? {} : { publishedAt: date }),
  ...(modified === null ? {} : { modifiedAt: modified }),
  ...(evidence === null ? {} : { dateEvidence: evidence })
})

/** The best passage as prose, read once while it is remembered. */
const prose = (index: Index, row: Row, vocabulary: Vocabulary): Prose => {
  const number = row.id * passagesPerPage + (row.passages[0] ?? 0)
  const known = index.prose.get(number)
  if (known?.generation === vocabulary.generation) return known
  const text = plain(row.passage)
  const read = { text, places: vocabulary.places(text), generation: vocabulary.generation }
  index.prose.set(number, read, text.length * 2)
  return read
}

/** Finds words that have one of these terms. */
class Shown {
  private readonly terms: ReadonlySet<string>
  private readonly numbers = new Map<Vocabulary, ReadonlyArray<number>>()

  constructor(terms: ReadonlySet<string>) {
    this.terms = terms
  }

  /** For who types no accents words have second terms, which are not among the numbers. */
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

const hit = async (
  index: Index,
  row: Row,
  position: number,
  search: Search,
  wanted: Shown
): Promise<Hit> => {
  const shared = { url: row.url, position }
  if (search.source === "images") {
    const { alt, height, url, width } = row.image!
    return {
      source: "images",
      ...shared,
      title: alt === "" ? row.title : alt,
      imageUrl: url,
      ...(width === null ? {} : { imageWidth: width }),
      ...(height === null ? {} : { imageHeight: height })
    }
  }
  const vocabulary = Vocabularies.of(row.language)
  const read = prose(index, row, vocabulary)
  const passage = snippet(read.text, wanted.tokens(read, row.language, vocabulary))
  const matches = passage.matches.length === 0 ? {} : { matches: passage.matches }
  const text = { ...matches, ...await textOf(index, row), isChecked: true }
  if (search.source === "web") {
    return { source: "web", ...shared, title: row.title, description: passage.text, ...dates(row), ...text }
  }
  const image = (await index.sql.all("select url from picture where page = ? order by id limit 1", row.id))[0]
  return {
    source: "news",
    ...shared,
    title: row.title,
    snippet: passage.text,
    ...(row.date === null && row.modified === null ? {} : { date: row.date ?? row.modified! }),
    ...(row.modified === null ? {} : { modifiedAt: row.modified }),
    ...(row.evidence === null ? {} : { dateEvidence: row.evidence }),
    ...(image === undefined ? {} : { imageUrl: String(image["url"]) }),
    ...text
  }
}

/** The hits of a search, in the order of the rows. */
export const hits = async (
  index: Index,
  rows: ReadonlyArray<Row>,
  search: Search,
  terms: ReadonlySet<string>
): Promise<ReadonlyArray<Hit>> => {
  const out: Array<Hit> = []
  const wanted = new Shown(terms)
  for (const [at, row] of rows.entries()) out.push(await hit(index, row, at + 1, search, wanted))
  return out
}

/** Addresses that are listed at once. */
const ADDRESSES_AT_ONCE = 10_000

/** See the protocol. */
export const addresses = async (
  sql: Sql,
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
