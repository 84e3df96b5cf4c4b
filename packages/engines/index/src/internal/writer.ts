/** Adds and removes documents, and limits the number of segments. */
import { createHash } from "node:crypto"
import type { StoredDocument, StoredImage, Written } from "../Protocol.ts"
import type { Storage } from "../Storage.ts"
import { Builder, prepare } from "./analyze.ts"
import { anchorsToText } from "./anchorsText.ts"
import * as Facet from "./facet.ts"
import { count } from "./facts.ts"
import { BLOCKS_PER_SEGMENT, type Kind, PASSAGES_PER_PAGE } from "./ids.ts"
import { cut } from "./passages.ts"
import * as Segment from "./segment.ts"
import * as SegmentMerge from "./segmentMerge.ts"

export const digest = (document: StoredDocument): string =>
  createHash("sha256").update(JSON.stringify([
    document.title,
    document.body,
    document.date ?? null,
    document.evidence ?? null,
    document.modified ?? null,
    document.language ?? null,
    document.images.map(({ alt, height, url, width }) => [url, alt, width ?? null, height ?? null]),
    ...(document.root === undefined ? [] : [document.root]),
    ...(document.anchors === undefined ? [] : [{ anchors: document.anchors }])
  ])).digest("base64")

const add = async (sql: Storage, name: string, amount: number): Promise<void> => {
  if (amount !== 0) await sql.run("update fact set value = value + ? where name = ?", amount, name)
}

const putSegment = async (sql: Storage, id: number, kind: Kind, packed: Segment.Packed): Promise<void> => {
  await sql.insert("segment", ["id", "kind", "documents", "entries", "directory", "spellings"], [
    [id, kind, packed.documents, packed.entries, packed.directory, packed.spellings]
  ])
  await sql.insert("block", ["id", "data"], packed.blocks.map((data, at) => [id * BLOCKS_PER_SEGMENT + at, data]))
}

/**
 * Returns the document of a picture. Searches find it by its text and by the title of its page. Filters treat it like
 * its page.
 */
export const pictureDocument = (page: StoredDocument, { alt, height, url, width }: StoredImage): StoredDocument => {
  const extension = Facet.extensionOf(URL.parse(url)?.pathname ?? "")
  return {
    url: page.url,
    title: alt,
    body: `${page.title}\n${Facet.readable(url, page.root)}`,
    published: page.published,
    facets: [
      ...(extension === "" ? [] : [Facet.extension(extension)]),
      ...(width === undefined || height === undefined ? [] : [Facet.size(width, height)])
    ],
    images: []
  }
}

interface Prepared {
  readonly documents: ReadonlyArray<StoredDocument>
  readonly languages: ReadonlyArray<string>
  readonly ids: ReadonlyArray<number>
  readonly hashes: ReadonlyArray<string>
  readonly passages: ReadonlyArray<ReadonlyArray<string>>
  readonly pages: Segment.Packed
  readonly pictures: { readonly packed: Segment.Packed; readonly rows: ReadonlyArray<Picture> } | undefined
}

interface Picture extends StoredImage {
  readonly id: number
  readonly page: number
}

const prepareBatch = async (
  sql: Storage,
  documents: ReadonlyArray<StoredDocument>,
  hashes: ReadonlyArray<string>
): Promise<Prepared> => {
  const languages = await prepare(documents)
  const images = documents.reduce((sum, document) => sum + document.images.length, 0)
  const ids = await sql.ids(documents.length + images)
  const passages = documents.map(({ body }) => cut(body))
  const pages = new Builder()
  documents.forEach((document, at) => pages.add(ids[at]!, document, languages[at]!, passages[at]))
  let next = documents.length
  const pictures = new Builder()
  const rows = documents.flatMap((document, at) =>
    document.images.map((image): Picture => {
      const id = ids[next++]!
      pictures.add(id, pictureDocument(document, image), languages[at]!)
      return { ...image, id, page: ids[at]! }
    })
  )
  return {
    documents,
    languages,
    ids: ids.slice(0, documents.length),
    hashes,
    passages,
    pages: pages.pack(),
    pictures: rows.length === 0 ? undefined : { packed: pictures.pack(), rows }
  }
}

/** Removes pages. Their postings are deleted when segments are merged. */
const removePages = async (sql: Storage, ids: ReadonlyArray<number>): Promise<void> => {
  if (ids.length === 0) return
  const pictures = (await sql.among("select id from picture", "page", ids)).map((row) => Number(row["id"]))
  let vectors = 0
  for (const id of ids) {
    const from = id * PASSAGES_PER_PAGE
    await sql.run("delete from passage where id >= ? and id < ?", from, from + PASSAGES_PER_PAGE)
    vectors += await sql.run("delete from vector where id >= ? and id < ?", from, from + PASSAGES_PER_PAGE)
    await sql.run("delete from page where id = ?", id)
    await sql.run("delete from picture where page = ?", id)
  }
  await count(sql, "vectorsGone", vectors)
  await sql.insert("gone", ["kind", "id"], [
    ...ids.map((id): [number, number] => [0, id]),
    ...pictures.map((id): [number, number] => [1, id])
  ])
  await add(sql, "documents", -ids.length)
  await add(sql, "images", -pictures.length)
}

const rootFact = "root "

const putRoots = async (sql: Storage, documents: ReadonlyArray<StoredDocument>): Promise<void> => {
  for (const root of new Set(documents.flatMap(({ root }) => root ?? []))) {
    const name = rootFact + root
    if (await sql.run("update fact set value = 1 where name = ?", name) === 0) {
      await sql.insert("fact", ["name", "value"], [[name, 1]])
    }
  }
}

/** Returns the indexed folders, the deepest first. */
export const rootsOf = async (sql: Storage): Promise<ReadonlyArray<string>> =>
  (await sql.all("select name from fact where name like ?", `${rootFact}%`))
    .map((row) => String(row["name"]).slice(rootFact.length))
    .sort((left, right) => right.length - left.length)

const put = async (sql: Storage, batch: Prepared): Promise<void> => {
  const { documents, hashes, ids, languages, passages, pages, pictures } = batch
  await putRoots(sql, documents)
  await sql.insert(
    "page",
    [
      "id",
      "url",
      "title",
      "length",
      "passages",
      "hash",
      "published",
      "date",
      "evidence",
      "modified",
      "language",
      "detected",
      "anchors"
    ],
    documents.map((document, at) => [
      ids[at]!,
      document.url,
      document.title,
      document.body.length,
      passages[at]!.length,
      hashes[at]!,
      document.published ?? null,
      document.date ?? null,
      document.evidence ?? null,
      document.modified ?? null,
      document.language ?? null,
      languages[at]!,
      anchorsToText(document.anchors)
    ])
  )
  await sql.insert(
    "passage",
    ["id", "body"],
    passages.flatMap((texts, at) =>
      texts.map((text, order): [number, string] => [ids[at]! * PASSAGES_PER_PAGE + order, text])
    )
  )
  await putSegment(sql, ids[0]!, 0, pages)
  await add(sql, "documents", documents.length)
  if (pictures === undefined) return
  await sql.insert(
    "picture",
    ["id", "page", "url", "alt", "width", "height"],
    pictures.rows.map(({ alt, height, id, page, url, width }) => [id, page, url, alt, width ?? null, height ?? null])
  )
  await putSegment(sql, pictures.rows[0]!.id, 1, pictures.packed)
  await add(sql, "images", pictures.rows.length)
}

export const byUrl = (documents: ReadonlyArray<StoredDocument>): ReadonlyArray<StoredDocument> => [
  ...new Map(documents.map((document) => [document.url, document])).values()
]

/** Writes documents: all or none. */
export const write = async (sql: Storage, all: ReadonlyArray<StoredDocument>): Promise<Written> => {
  const documents = byUrl(all)
  const known = new Map(
    (await sql.among("select url, hash from page", "url", documents.map(({ url }) => url)))
      .map((row) => [String(row["url"]), String(row["hash"])])
  )
  const hashes = documents.map(digest)
  const changed = documents.filter(({ url }, at) => known.get(url) !== hashes[at])
  const repeated = all.length - documents.length
  if (changed.length === 0) return { added: 0, updated: repeated, unchanged: documents.length }
  const batch = await prepareBatch(sql, changed, hashes.filter((hash, at) => known.get(documents[at]!.url) !== hash))
  const updated = await sql.transaction(async (inside) => {
    const replaced = await inside.among("select id from page", "url", changed.map(({ url }) => url))
    await removePages(inside, replaced.map((row) => Number(row["id"])))
    await put(inside, batch)
    await add(inside, "version", 1)
    return replaced.length
  })
  await maintain(sql)
  return {
    added: changed.length - updated,
    updated: updated + repeated,
    unchanged: documents.length - changed.length
  }
}

/** Rewrites pages, except those that another writer has changed in the meantime. */
export const rewrite = async (
  sql: Storage,
  documents: ReadonlyArray<StoredDocument>,
  ids: ReadonlyArray<number>
): Promise<void> => {
  const batch = await prepareBatch(sql, documents, documents.map(digest))
  await sql.transaction(async (inside) => {
    const still = await inside.among("select id from page", "id", ids)
    // This is rare, so the batch is simply prepared again the next time.
    if (still.length !== ids.length) return
    await removePages(inside, ids)
    await put(inside, batch)
    await add(inside, "version", 1)
  })
}

/** Removes pages, and returns how many documents existed. */
export const remove = async (sql: Storage, urls: ReadonlyArray<string>): Promise<number> => {
  const removed = await sql.transaction(async (inside) => {
    const ids = (await inside.among("select id from page", "url", [...new Set(urls)])).map((row) => Number(row["id"]))
    if (ids.length === 0) return 0
    await removePages(inside, ids)
    await add(inside, "version", 1)
    return ids.length
  })
  await maintain(sql)
  return removed
}

const FANOUT = 8

/** Returns segments that should be merged; an empty list if there are too few. */
const crowded = (rows: ReadonlyArray<{ readonly id: number; readonly documents: number }>) => {
  const levels = new Map<number, Array<number>>()
  for (const { documents, id } of rows) {
    const level = Math.floor(Math.log(Math.max(1, documents)) / Math.log(FANOUT))
    const ids = levels.get(level) ?? []
    ids.push(id)
    levels.set(level, ids)
  }
  return [...levels].sort(([left], [right]) => left - right).find(([, ids]) => ids.length >= FANOUT)?.[1]
}

/** Minimum share of deleted documents in the postings of a segment that is rewritten. */
const GONE_SHARE = 0.3

export const maintain = async (sql: Storage): Promise<void> => {
  for (const kind of [0, 1] as const) {
    for (;;) {
      const rows = (await sql.all("select id, documents from segment where kind = ?", kind))
        .map((row) => ({ id: Number(row["id"]), documents: Number(row["documents"]) }))
      const total = rows.reduce((sum, { documents }) => sum + documents, 0)
      const gone = Number((await sql.all("select count(*) as count from gone where kind = ?", kind))[0]!["count"])
      const chosen = gone > 0 && gone >= total * GONE_SHARE ? rows.map(({ id }) => id) : crowded(rows)
      if (chosen === undefined || !(await sql.exclusive(() => mergeSegments(sql, kind, chosen)))) break
    }
  }
}

const BLOCKS_AT_ONCE = 64

const source = async (
  sql: Storage,
  id: number,
  isDead: (id: number) => boolean
): Promise<SegmentMerge.Source | undefined> => {
  const [row] = await sql.all("select entries, directory, spellings from segment where id = ?", id)
  if (row === undefined) return undefined
  const count = Segment.readDirectory(row["directory"] as Uint8Array).length
  return {
    documents: Segment.readDocuments(row["entries"] as Uint8Array),
    isDead,
    spellings: row["spellings"] as Uint8Array,
    blocks: async function*() {
      for (let at = 0; at < count; at += BLOCKS_AT_ONCE) {
        const from = id * BLOCKS_PER_SEGMENT + at
        const rows = await sql.all(
          "select data from block where id >= ? and id < ? order by id",
          from,
          id * BLOCKS_PER_SEGMENT + Math.min(count, at + BLOCKS_AT_ONCE)
        )
        for (const block of rows) yield block["data"] as Uint8Array
      }
    }
  }
}

/** Merges segments. Returns false if another writer has changed them in the meantime. */
const mergeSegments = async (sql: Storage, kind: Kind, ids: ReadonlyArray<number>): Promise<boolean> => {
  const dead = new Set((await sql.all("select id from gone where kind = ?", kind)).map((row) => Number(row["id"])))
  const sources: Array<SegmentMerge.Source> = []
  for (const id of ids) {
    const found = await source(sql, id, (document) => dead.has(document))
    if (found === undefined) return false
    sources.push(found)
  }
  const packed = await SegmentMerge.merge(sources)
  const dropped = sources.flatMap(({ documents }) => Array.from(documents.ids).filter((id) => dead.has(id)))
  const [next] = await sql.ids(1)
  return sql.transaction(async (inside) => {
    const still = await inside.among("select id from segment", "id", ids)
    if (still.length !== ids.length) return false
    for (const id of ids) {
      await inside.run("delete from segment where id = ?", id)
      await inside.run(
        "delete from block where id >= ? and id < ?",
        id * BLOCKS_PER_SEGMENT,
        (id + 1) * BLOCKS_PER_SEGMENT
      )
    }
    for (const id of dropped) await inside.run("delete from gone where kind = ? and id = ?", kind, id)
    if (packed.documents > 0) await putSegment(inside, next!, kind, packed)
    await add(inside, "version", 1)
    return true
  })
}

/** Merges all segments, which is worthwhile after many documents were added at once. */
export const optimize = async (sql: Storage): Promise<void> => {
  for (const kind of [0, 1] as const) {
    const ids = (await sql.all("select id from segment where kind = ? order by id", kind)).map((row) =>
      Number(row["id"])
    )
    if (ids.length > 1) await mergeSegments(sql, kind, ids)
  }
  await sql.optimize()
}
