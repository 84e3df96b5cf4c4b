/**
 * Re-indexes pages of an older analysis with other stemmers or terms. It runs in batches, each in a separate
 * transaction, so that searches and writes continue. If the process dies, it resumes at the same batch.
 */
import type { StoredDocument } from "../Protocol.ts"
import { analysis, type Row, type Storage } from "../Storage.ts"
import { anchorsOfText } from "./anchorsText.ts"
import type { Index } from "./reader.ts"
import * as Rows from "./rows.ts"
import * as Writer from "./writer.ts"

const BATCH_PAGES = 200

const fact = async (sql: Storage, name: string): Promise<number | undefined> => {
  const [row] = await sql.all("select value from fact where name = ?", name)
  return row === undefined ? undefined : Number(row["value"])
}

const put = async (sql: Storage, name: string, value: number): Promise<void> => {
  if (await sql.run("update fact set value = ? where name = ?", value, name) === 0) {
    await sql.insert("fact", ["name", "value"], [[name, value]])
  }
}

export const isDue = async (sql: Storage): Promise<boolean> => {
  if (await fact(sql, "rebuild") !== undefined) return true
  return (await fact(sql, "analysis") ?? 1) !== analysis && (await fact(sql, "documents") ?? 0) > 0
}

const textOrUndefined = (value: unknown): string | undefined =>
  value === null || value === undefined ? undefined : String(value)
const numberOrUndefined = (value: unknown): number | undefined =>
  value === null || value === undefined ? undefined : Number(value)

const documentOf = async (
  index: Index,
  row: Row,
  pictures: ReadonlyArray<Row>,
  roots: ReadonlyArray<string>
): Promise<StoredDocument> => ({
  url: String(row["url"]),
  root: roots.find((root) => String(row["url"]).startsWith(root)),
  title: String(row["title"]),
  body: await Rows.body(index, { id: Number(row["id"]), count: Number(row["passages"]) }),
  published: numberOrUndefined(row["published"]),
  date: textOrUndefined(row["date"]),
  evidence: textOrUndefined(row["evidence"]),
  modified: textOrUndefined(row["modified"]),
  language: textOrUndefined(row["language"]),
  ...(textOrUndefined(row["anchors"]) === undefined ? {} : { anchors: anchorsOfText(String(row["anchors"])) }),
  images: pictures.filter((picture) => Number(picture["page"]) === Number(row["id"])).map((picture) => ({
    url: String(picture["url"]),
    alt: String(picture["alt"]),
    width: numberOrUndefined(picture["width"]),
    height: numberOrUndefined(picture["height"])
  }))
})

const columns = "id, url, title, passages, published, date, evidence, modified, language, anchors"

/** Returns whether pages remain. While another process re-indexes, it returns false. */
export const step = async (index: Index): Promise<boolean> => {
  const { sql } = index
  const more = await sql.exclusive(async () => {
    if (!await isDue(sql)) return false
    let until = await fact(sql, "rebuild")
    if (until === undefined) {
      // Pages written from now on have higher ids.
      const [next] = await sql.ids(1)
      until = next!
      await sql.transaction(async (inside) => {
        await put(inside, "rebuild", next!)
        await put(inside, "analysis", analysis)
      })
    }
    const rows = await sql.all(`select ${columns} from page where id < ? order by id limit ?`, until, BATCH_PAGES)
    if (rows.length === 0) {
      await sql.run("delete from fact where name = 'rebuild'")
      return false
    }
    const pictures = await sql.among(
      "select id, page, url, alt, width, height from picture",
      "page",
      rows.map((row) => Number(row["id"]))
    )
    const roots = await Writer.rootsOf(sql)
    const documents: Array<StoredDocument> = []
    for (const row of rows) documents.push(await documentOf(index, row, pictures, roots))
    await Writer.rewrite(sql, documents, rows.map((row) => Number(row["id"])))
    return true
  })
  if (more === true) await Writer.maintain(sql)
  return more === true
}
