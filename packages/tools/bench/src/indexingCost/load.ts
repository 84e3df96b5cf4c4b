/** Loads pages into one engine and prints its cost: `node load.ts DATA PAGES [TREE]`. Without a tree, it loads FTS5. */
import type * as Local from "@dunlin/providers/LocalIndex"
import type * as Runtime from "effect/ManagedRuntime"
import { createHash } from "node:crypto"
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { gunzipSync } from "node:zlib"
import { wholeBelow } from "../../../../common/test/random.ts"

export interface Loaded {
  readonly seconds: number
  readonly megabytes: number
  readonly bytes: number
  readonly digest: string
}

interface Page {
  readonly url: string
  readonly title: string
  readonly text: string
}

const SETS = ["cacm", "cranfield", "scifact"]
const MIN_CHARACTERS_OF_SENTENCE = 30
const MIN_SENTENCES = 5
const SENTENCE_RANGE = 6
const TITLE_CHARACTERS = 60
const HOSTS = 50
const PAGES_PER_TRANSACTION = 1000
const DIGEST_CHARACTERS = 12

const sentencesOf = (data: string): ReadonlyArray<string> =>
  SETS.flatMap((set) =>
    gunzipSync(readFileSync(join(data, "retrieval/data", set, "corpus.jsonl.gz"))).toString().trim().split("\n")
      .flatMap((line) => {
        const { text, title } = JSON.parse(line) as { title: string; text: string }
        return `${title}. ${text}`.replace(/\s+/g, " ").split(/(?<=[.;])\s/)
      })
  ).filter((sentence) => sentence.length > MIN_CHARACTERS_OF_SENTENCE)

const syllables = "ka re mo ti lu san ber dor vin pel gra sto qui zen har fol".split(" ")

function* pagesOf(sentences: ReadonlyArray<string>, count: number): Generator<Page> {
  const below = wholeBelow(99)
  const name = () => Array.from({ length: 3 + below(2) }, () => syllables[below(syllables.length)]).join("")
  const sentence = () => sentences[below(sentences.length)]!
  for (let at = 0; at < count; at++) {
    const title = `${sentence().slice(0, TITLE_CHARACTERS)} ${name()}`
    const text = Array.from({ length: MIN_SENTENCES + below(SENTENCE_RANGE) }, sentence).join(" ")
    yield { url: `https://s${at % HOSTS}.example/p${at}`, title, text: `${text} ${name()} ${name()}` }
  }
}

const loadFts5 = (file: string, pages: Iterable<Page>): void => {
  const database = new DatabaseSync(file)
  database.exec(`
    pragma journal_mode = wal; pragma synchronous = normal;
    create table page(url text primary key, title text, text text);
    create virtual table words using fts5(title, text, content = page, tokenize = 'porter unicode61');
    create trigger added after insert on page begin
      insert into words(rowid, title, text) values (new.rowid, new.title, new.text);
    end;
  `)
  const insert = database.prepare("insert into page values (?, ?, ?)")
  database.exec("begin")
  let count = 0
  for (const { text, title, url } of pages) {
    insert.run(url, title, text)
    if (++count % PAGES_PER_TRANSACTION === 0) database.exec("commit; begin")
  }
  database.exec("commit")
  database.close()
}

const loadIndex = async (tree: string, file: string, pages: Iterable<Page>): Promise<void> => {
  const load = async <A>(path: string): Promise<A> => await import(join(tree, path)) as A
  const { LocalIndex, layerIndex } = await load<typeof Local>("packages/providers/src/LocalIndex.ts")
  const { make } = await load<typeof Runtime>("packages/providers/node_modules/effect/dist/ManagedRuntime.js")
  const runtime = make(layerIndex({ filename: file }))
  await runtime.runPromise(LocalIndex.use((index) => index.add(pages)))
  await runtime.dispose()
}

const peakMegabytes = (): number => Number(/VmHWM:\s+(\d+)/.exec(readFileSync("/proc/self/status", "utf8"))?.[1]) / 1024

const digestOf = (file: string): string => {
  const database = new DatabaseSync(file, { readOnly: true })
  const hash = createHash("sha256")
  for (const table of ["page", "passage", "segment", "block"]) {
    for (const row of database.prepare(`select * from ${table} order by id`).iterate()) {
      for (const value of Object.values(row)) hash.update(value instanceof Uint8Array ? value : String(value))
    }
  }
  database.close()
  return hash.digest("hex").slice(0, DIGEST_CHARACTERS)
}

const [data = "", count = "0", tree = ""] = process.argv.slice(2)
const folder = mkdtempSync(join(tmpdir(), "dunlin-indexing-"))
try {
  const file = join(folder, "index.db")
  const sentences = sentencesOf(data)
  const before = process.cpuUsage()
  const pages = pagesOf(sentences, Number(count))
  if (tree === "") loadFts5(file, pages)
  else await loadIndex(tree, file, pages)
  const { system, user } = process.cpuUsage(before)
  const loaded: Loaded = {
    seconds: (system + user) / 1e6,
    megabytes: peakMegabytes(),
    bytes: readdirSync(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0),
    digest: tree === "" ? "" : digestOf(file)
  }
  console.log(JSON.stringify(loaded))
} finally {
  rmSync(folder, { recursive: true, force: true })
}
