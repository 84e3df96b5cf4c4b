/** The first format of the index: one row per document, searched through FTS5. Its texts are migrated. */
import type { DatabaseSync } from "node:sqlite"
import type { StoredDocument } from "../Protocol.ts"

/** The documents of an older index, in batches. */
type Documents = Iterable<ReadonlyArray<StoredDocument>>

const BATCH_DOCUMENTS = 500

/** Reads the documents, oldest first. */
export function* read(database: DatabaseSync): Documents {
  const pages = database.prepare(
    "select id, url, title, body, published, date, language from doc where id > ? order by id limit ?"
  )
  const pictures = database.prepare("select url, alt, width, height from image where doc = ? order by id")
  let last = 0
  for (;;) {
    const rows = pages.all(last, BATCH_DOCUMENTS)
    if (rows.length === 0) return
    last = Number(rows.at(-1)!["id"])
    yield rows.map((row): StoredDocument => ({
      url: String(row["url"]),
      title: String(row["title"]),
      body: String(row["body"]),
      ...(row["published"] === null ? {} : { published: Number(row["published"]) }),
      ...(row["date"] === null ? {} : { date: String(row["date"]) }),
      ...(row["language"] === null ? {} : { language: String(row["language"]) }),
      images: pictures.all(Number(row["id"])).map((picture) => ({
        url: String(picture["url"]),
        alt: String(picture["alt"]),
        ...(picture["width"] === null ? {} : { width: Number(picture["width"]) }),
        ...(picture["height"] === null ? {} : { height: Number(picture["height"]) })
      }))
    }))
  }
}

/** Returns new ids within the migration's transaction. */
export const ids = (database: DatabaseSync) => async (count: number): Promise<ReadonlyArray<number>> => {
  const next = Number(
    database.prepare("update fact set value = value + ? where name = 'next' returning value").get(count)!["value"]
  )
  return Array.from({ length: count }, (_, at) => next - count + at)
}

/** Removes the tables of the older format. */
export const drop = (database: DatabaseSync): void => {
  database.exec("drop table fts; drop table imagefts; drop table doc; drop table image; drop table total")
}
