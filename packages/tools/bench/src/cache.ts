/**
 * Compares the page cache with plain stores: sets and gets per second for 200 kB pages, in one process and one run.
 *
 * Usage: node --no-warnings packages/tools/bench/src/cache.ts [pages]
 *
 * Every store gets the same pages. "bare" stores get values that were compressed before the measurement, which a page
 * cache cannot do. "+ zstd" ones compress, hash and verify during the measurement, as the page cache does. lmdb,
 * cacache and better-sqlite3 are installed in a scratch folder at the first run, or loaded from the folder in
 * `DUNLIN_BENCH_PEERS`. A peer that cannot be loaded is skipped with a message.
 */
import { CachePlan, PageCache, SqliteCache } from "@dunlin/cache"
import { page } from "@dunlin/cache/testing"
import { Context, Effect, Exit, Layer, Option, Scope } from "effect"
import * as crypto from "node:crypto"
import * as fs from "node:fs"
import { createRequire } from "node:module"
import * as os from "node:os"
import * as path from "node:path"
import { DatabaseSync } from "node:sqlite"
import * as zlib from "node:zlib"
import { median } from "./measure.ts"
import { run } from "./sharedData.ts"

interface Store {
  readonly set: (key: string, index: number) => unknown
  readonly get: (key: string) => unknown
  readonly close: () => unknown
}

const count = Number(process.argv[2] ?? 150)
const CACHE_ROUNDS = 15
const folder = fs.mkdtempSync(path.join(os.tmpdir(), "dunlin-bench-"))

const words = Array.from({ length: 3000 }, (_, index) => `${crypto.hash("md5", String(index)).slice(0, 3 + index % 7)}`)
let seed = 7
const random = () => (seed = (seed * 1103515245 + 12345) & 0x7fffffff) / 0x7fffffff
const html = () => {
  let text = "<!doctype html><html><body>"
  while (text.length < 200_000) {
    text += `<p class="${words[(random() * 50) | 0]}"><a href="/${words[(random() * 300) | 0]}">`
    for (let word = 0; word < 30; word++) text += `${words[(random() ** 3 * words.length) | 0]} `
    text += "</a></p>\n"
  }
  return Buffer.from(text.slice(0, 200_000))
}
const bodies = Array.from({ length: 40 }, html)
const pages = bodies.map((body, index) => page(index, { body }))
const values = bodies.map((body) => zlib.zstdCompressSync(body))
const sha256 = (bytes: Uint8Array) => crypto.hash("sha256", bytes)

const sqlite = (compress: boolean): Store => {
  const database = new DatabaseSync(path.join(folder, `bare-${compress}.db`), { timeout: 5000 })
  database.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL")
  database.exec("CREATE TABLE c (k TEXT PRIMARY KEY, v BLOB NOT NULL, h TEXT NOT NULL, t INTEGER NOT NULL)")
  const set = database.prepare("INSERT OR REPLACE INTO c VALUES (?, ?, ?, ?)")
  const get = database.prepare("SELECT v, h FROM c WHERE k = ?")
  return {
    set: (key, index) => {
      const value = compress ? zlib.zstdCompressSync(bodies[index]!) : values[index]!
      set.run(key, value, compress ? sha256(value) : "", index)
    },
    get: (key) => {
      const row = get.get(key) as { v: Uint8Array; h: string } | undefined
      if (row === undefined) throw new Error("miss")
      if (!compress) return row.v
      if (sha256(row.v) !== row.h) throw new Error("damaged")
      return zlib.zstdDecompressSync(row.v)
    },
    close: () => database.close()
  }
}

const ours = async (layer: Layer.Layer<PageCache.PageCache, unknown>): Promise<Store> => {
  const scope = Effect.runSync(Scope.make())
  const context = await Effect.runPromise(Layer.buildWithScope(layer, scope))
  const cache = Context.get(context, PageCache.PageCache)
  return {
    set: (key, index) => Effect.runPromise(cache.set(key, pages[index]!)),
    get: async (key) => {
      const found = await Effect.runPromise(cache.get(key, {}))
      if (Option.isNone(found)) throw new Error("miss")
      return found.value
    },
    close: () => Effect.runPromise(Scope.close(scope, Exit.void))
  }
}

const stores: Array<readonly [string, () => Promise<Store> | Store]> = [
  ["node:sqlite, bare, values compressed before", () => sqlite(false)],
  ["node:sqlite, bare + zstd + sha256", () => sqlite(true)],
  ["PageCache on SQLite (ours)", () => ours(SqliteCache.layer({ filename: path.join(folder, "ours.db") }))],
  ["PageCache in memory (ours)", () => ours(PageCache.layerMemory())]
]

const peers: ReadonlyArray<readonly [string, string, (module: any) => Store]> = [
  ["lmdb", "3.5.6", (lmdb) => {
    const database = lmdb.open({ path: path.join(folder, "lmdb"), encoding: "binary", mapSize: 2 ** 33 })
    return {
      set: (key, index) => database.put(key, values[index]),
      get: (key) => database.getBinary(key),
      close: () => database.close()
    }
  }],
  ["cacache", "21.0.2", (cacache) => {
    const directory = path.join(folder, "cacache")
    return {
      set: (key, index) => cacache.put(directory, key, values[index]),
      get: (key) => cacache.get(directory, key),
      close: () => undefined
    }
  }],
  ["better-sqlite3", "13.2.0", (Database) => {
    const database = new Database(path.join(folder, "better.db"))
    database.pragma("journal_mode = WAL")
    database.pragma("synchronous = NORMAL")
    database.exec("CREATE TABLE c (k TEXT PRIMARY KEY, v BLOB NOT NULL)")
    const set = database.prepare("INSERT OR REPLACE INTO c VALUES (?, ?)")
    const get = database.prepare("SELECT v FROM c WHERE k = ?")
    return {
      set: (key, index) => set.run(key, values[index]),
      get: (key) => get.get(key).v,
      close: () => database.close()
    }
  }]
]

const peerFolder = async (): Promise<string> => {
  const given = process.env["DUNLIN_BENCH_PEERS"]
  if (given !== undefined) return path.resolve(given)
  const target = path.join(os.tmpdir(), "dunlin-bench", "cache-peers")
  if (!fs.existsSync(path.join(target, "node_modules"))) {
    fs.mkdirSync(target, { recursive: true })
    fs.writeFileSync(path.join(target, "package.json"), "{\"private\":true}")
    const wanted = peers.map(([name, version]) => `${name}@${version}`)
    await run("npm", ["install", "--no-audit", "--no-fund", "--loglevel=error", ...wanted], target)
      .catch((error: Error) => console.log(`peers not installed: ${error.message}`))
  }
  return target
}

const require = createRequire(path.join(await peerFolder(), "index.js"))
for (const [name, , open] of peers) {
  try {
    const store = open(require(name))
    stores.push([`${name}, values compressed before`, () => store])
  } catch (error) {
    console.log(`without ${name}: ${(error as Error).message.split("\n")[0]}`)
  }
}

const keys = Array.from(
  { length: count },
  (_, index) => CachePlan.key({ url: `https://example.com/${index}`, options: {} })
)
const percentile = (list: ReadonlyArray<number>, at: number) =>
  list.toSorted((left, right) => left - right)[Math.floor((list.length - 1) * at)]!

/** The stores alternate by round, so that other load on the machine affects all of them. */
const opened: Array<
  { name: string; store: Store; sets: Array<number>; gets: Array<number>; waits: Array<number>; reads: Array<number> }
> = []
for (const [name, open] of stores) opened.push({ name, store: await open(), sets: [], gets: [], waits: [], reads: [] })
for (let round = 0; round < CACHE_ROUNDS; round++) {
  for (const { gets, reads, sets, store, waits } of opened) {
    let start = performance.now()
    for (let index = 0; index < count; index++) {
      const before = performance.now()
      await store.set(keys[index]!, index % pages.length)
      waits.push(performance.now() - before)
    }
    sets.push(count / (performance.now() - start) * 1000)
    start = performance.now()
    for (let index = 0; index < count * 2; index++) {
      const before = performance.now()
      await store.get(keys[(index * 7919) % count]!)
      reads.push(performance.now() - before)
    }
    gets.push(count * 2 / (performance.now() - start) * 1000)
  }
}

const bare = opened[1]!
console.log(
  `${count} pages of 200 kB, ${
    (bodies[0]!.length / values[0]!.length).toFixed(2)
  }:1 by zstd, median of ${CACHE_ROUNDS} rounds, ` +
    `Node ${process.version}, load ${os.loadavg()[0]!.toFixed(1)}`
)
const half = (list: ReadonlyArray<number>) => percentile(list, 0.5)
console.table(opened.map(({ gets, name, reads, sets, waits }) => ({
  store: name,
  "set/s": Math.round(median(sets)),
  "get/s": Math.round(median(gets)),
  "set p50/p99 ms": `${half(waits).toFixed(3)}/${percentile(waits, 0.99).toFixed(1)}`,
  "get p50/p99 ms": `${half(reads).toFixed(3)}/${percentile(reads, 0.99).toFixed(1)}`,
  "p50, x bare + zstd": `${(half(bare.waits) / half(waits)).toFixed(2)}/${(half(bare.reads) / half(reads)).toFixed(2)}`
})))
for (const { store } of opened) await store.close()
fs.rmSync(folder, { recursive: true, force: true })
