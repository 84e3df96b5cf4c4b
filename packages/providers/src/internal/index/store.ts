/** The tables of the index and everything that touches them. Runs inside a worker thread: `node:sqlite` blocks. */
import * as NodeSqlite from "@dunlin/schema/NodeSqlite"
import { closeSync, openSync } from "node:fs"
import type { DatabaseSync, StatementSync } from "node:sqlite"
import * as Facet from "./facet.ts"
import type { StoredDocument, Totals, Written } from "./protocol.ts"
import { indexed } from "./text.ts"

const version = 1
/** "Dunl" */
const applicationId = 0x44756e6c

const fullText = (name: string) =>
  `create virtual table ${name} using fts5(title, body, urlw, facet, content='', contentless_delete=1,
     tokenize="porter unicode61 remove_diacritics 2 categories 'L* N* Co Mn Mc'");
   insert into ${name}(${name}, rank) values('rank', 'bm25(4.0, 1.0, 0.5, 0.0)');
   insert into ${name}(${name}, rank) values('hashsize', 16777216);`

const schema = `
  pragma application_id = ${applicationId};
  pragma user_version = ${version};
  create table doc(
    id integer primary key, url text not null unique, title text not null, body text not null, length integer not null,
    published integer, date text, language text
  );
  create table image(
    id integer primary key, doc integer not null, url text not null, alt text not null, width integer, height integer
  );
  create index image_doc on image(doc);
  create table total(name text primary key, value integer not null) without rowid;
  insert into total values ('documents', 0), ('titles', 0), ('bodies', 0), ('images', 0);
  ${fullText("fts")}
  ${fullText("imagefts")}
`

/** A connection with its statements, prepared once each. */
export class Store {
  readonly database: DatabaseSync
  private readonly statements = new Map<string, StatementSync>()

  constructor(filename: string) {
    // Readable by its owner only, as the files that SQLite puts beside it.
    if (filename !== ":memory:" && filename !== "") closeSync(openSync(filename, "a", 0o600))
    this.database = new (NodeSqlite.load().DatabaseSync)(filename, { timeout: 10_000 })
    // Nothing is changed in a file before it is known to be an index or empty.
    if (!this.isEmpty() && !this.isIndex()) {
      this.database.close()
      throw new Error("the file is not an index of this version")
    }
    this.database.exec(
      "pragma journal_mode = wal; pragma synchronous = normal; pragma cache_size = -65536; pragma temp_store = memory"
    )
    this.transaction(() => {
      // Another process may have been faster.
      if (this.isEmpty()) this.database.exec(schema)
    })
    this.database.exec(
      "create virtual table temp.terms using fts5vocab(main, fts, row); " +
        "create virtual table temp.imageterms using fts5vocab(main, imagefts, row)"
    )
  }

  prepare(sql: string): StatementSync {
    let statement = this.statements.get(sql)
    if (statement === undefined) {
      statement = this.database.prepare(sql)
      this.statements.set(sql, statement)
    }
    return statement
  }

  private number(sql: string, column: string): number {
    return Number(this.database.prepare(sql).get()?.[column] ?? 0)
  }

  private isEmpty(): boolean {
    return this.number("select count(*) as tables from sqlite_master", "tables") === 0
  }

  private isIndex(): boolean {
    return this.number("pragma user_version", "user_version") === version &&
      this.number("pragma application_id", "application_id") === applicationId
  }

  transaction<A>(body: () => A): A {
    this.database.exec("begin immediate")
    try {
      const value = body()
      this.database.exec("commit")
      return value
    } catch (cause) {
      if (this.database.isTransaction) this.database.exec("rollback")
      throw cause
    }
  }

  close(): void {
    this.statements.clear()
    this.database.close()
  }
}

export const totals = (store: Store): Totals => {
  const out = { documents: 0, titles: 0, bodies: 0, images: 0 }
  for (const row of store.prepare("select name, value from total").all()) {
    out[row["name"] as keyof Totals] = Number(row["value"])
  }
  return out
}

const addTo = (store: Store, name: keyof Totals, amount: number): void => {
  if (amount !== 0) store.prepare("update total set value = value + ? where name = ?").run(amount, name)
}

const withoutMark = (text: string): string => text.includes(Facet.mark) ? text.replaceAll(Facet.mark, "") : text

const searchable = (text: string): string => indexed(withoutMark(text))

interface Change {
  documents: number
  titles: number
  bodies: number
  images: number
}

const removeRow = (store: Store, id: number, row: Record<string, unknown>, change: Change): void => {
  store.prepare("delete from fts where rowid = ?").run(id)
  store.prepare("delete from doc where id = ?").run(id)
  for (const image of store.prepare("select id from image where doc = ?").all(id)) {
    store.prepare("delete from imagefts where rowid = ?").run(Number(image["id"]))
    change.images--
  }
  store.prepare("delete from image where doc = ?").run(id)
  change.documents--
  change.titles -= Number(row["titleLength"])
  change.bodies -= Number(row["length"])
}

const insertRow = (store: Store, document: StoredDocument, change: Change): void => {
  const { body, date, language, published, title, url } = document
  const { lastInsertRowid } = store.prepare(
    "insert into doc(url, title, body, length, published, date, language) values(?, ?, ?, ?, ?, ?, ?)"
  ).run(url, title, body, body.length, published ?? null, date ?? null, language ?? null)
  const id = Number(lastInsertRowid)
  const dates = published === undefined ? [] : Facet.ofDate(new Date(published).toISOString())
  const facets = [...Facet.ofUrl(url), ...dates]
  store.prepare("insert into fts(rowid, title, body, urlw, facet) values(?, ?, ?, ?, ?)").run(
    id,
    searchable(title),
    searchable(body),
    searchable(Facet.urlWords(url)),
    facets.map((facet) => Facet.mark + facet).join(" ")
  )
  for (const image of document.images) insertImage(store, id, document, dates, image)
  change.documents++
  change.images += document.images.length
  change.titles += title.length
  change.bodies += body.length
}

const insertImage = (
  store: Store,
  doc: number,
  document: StoredDocument,
  dates: ReadonlyArray<string>,
  image: StoredDocument["images"][number]
): void => {
  const { alt, height, url, width } = image
  const { lastInsertRowid } = store.prepare(
    "insert into image(doc, url, alt, width, height) values(?, ?, ?, ?, ?)"
  ).run(doc, url, alt, width ?? null, height ?? null)
  const extension = Facet.extensionOf(URL.parse(url)?.pathname ?? "")
  const facets = [
    ...Facet.ofUrl(document.url),
    ...dates,
    ...(extension === "" ? [] : [Facet.extension(extension)]),
    ...(width === undefined || height === undefined ? [] : [Facet.size(width, height)])
  ]
  store.prepare("insert into imagefts(rowid, title, body, urlw, facet) values(?, ?, ?, ?, ?)").run(
    Number(lastInsertRowid),
    searchable(alt),
    searchable(document.title),
    searchable(`${Facet.urlWords(document.url)} ${Facet.urlWords(url)}`),
    facets.map((facet) => Facet.mark + facet).join(" ")
  )
}

const same = (store: Store, id: number, row: Record<string, unknown>, document: StoredDocument): boolean => {
  if (
    row["title"] !== document.title || row["body"] !== document.body || row["date"] !== (document.date ?? null) ||
    row["language"] !== (document.language ?? null)
  ) return false
  const images = store.prepare("select url, alt, width, height from image where doc = ? order by id").all(id)
  return images.length === document.images.length && images.every((image, at) => {
    const other = document.images[at]!
    return image["url"] === other.url && image["alt"] === other.alt && image["width"] === (other.width ?? null) &&
      image["height"] === (other.height ?? null)
  })
}

const settle = (store: Store, change: Change): void => {
  for (const name of ["documents", "titles", "bodies", "images"] as const) addTo(store, name, change[name])
}

/** Adds documents and replaces those whose address is known already, all or nothing. */
export const write = (store: Store, documents: ReadonlyArray<StoredDocument>): Written =>
  store.transaction(() => {
    const change: Change = { documents: 0, titles: 0, bodies: 0, images: 0 }
    let added = 0
    let updated = 0
    let unchanged = 0
    for (const document of documents) {
      const row = store.prepare(
        "select id, title, length(title) as titleLength, body, length, date, language from doc where url = ?"
      ).get(document.url)
      if (row === undefined) {
        added++
      } else if (same(store, Number(row["id"]), row, document)) {
        unchanged++
        continue
      } else {
        updated++
        removeRow(store, Number(row["id"]), { ...row, titleLength: String(row["title"]).length }, change)
      }
      insertRow(store, document, change)
    }
    settle(store, change)
    return { added, updated, unchanged }
  })

/** Removes documents by address and tells how many there were. */
export const remove = (store: Store, urls: ReadonlyArray<string>): number =>
  store.transaction(() => {
    const change: Change = { documents: 0, titles: 0, bodies: 0, images: 0 }
    for (const url of urls) {
      const row = store.prepare("select id, title, length from doc where url = ?").get(url)
      if (row !== undefined) {
        removeRow(store, Number(row["id"]), { ...row, titleLength: String(row["title"]).length }, change)
      }
    }
    settle(store, change)
    return -change.documents
  })

/** Bytes the file takes, without its write-ahead log. */
export const bytes = (store: Store): number =>
  Number(
    store.prepare("select page_count * page_size as size from pragma_page_count(), pragma_page_size()").get()
      ?.["size"] ?? 0
  )

/** Merges the full-text segments into one: slow on a large index, and worth it after a bulk load. */
export const optimize = (store: Store): void =>
  store.database.exec(
    "insert into fts(fts) values('optimize'); insert into imagefts(imagefts) values('optimize'); pragma wal_checkpoint(truncate)"
  )
