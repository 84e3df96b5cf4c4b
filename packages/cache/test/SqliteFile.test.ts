import { CacheError, CachePlan, PageCache, SnapshotStore, SqliteCache } from "@dunlin/cache"
import * as testing from "@dunlin/cache/testing"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit, Layer, Option } from "effect"
import { TestClock } from "effect/testing"
import * as fs from "node:fs"
import * as os from "node:os"
import * as path from "node:path"
import { DatabaseSync } from "node:sqlite"

const folder = Effect.acquireRelease(
  Effect.sync(() => fs.mkdtempSync(path.join(os.tmpdir(), "dunlin-sqlite-"))),
  (folder) => Effect.sync(() => fs.rmSync(folder, { recursive: true, force: true }))
)

const planOf = (index: number) => CachePlan.make({ url: `https://example.com/${index}`, options: {} })

const using = <A, E>(filename: string, program: Effect.Effect<A, E, PageCache.PageCache>) =>
  Effect.provide(program, Layer.fresh(SqliteCache.layer({ filename })))

const fill = (filename: string, count: number) =>
  using(
    filename,
    Effect.gen(function*() {
      const cache = yield* PageCache.PageCache
      for (let index = 0; index < count; index++) {
        yield* cache.set(planOf(index).key, testing.fullPage(0, 20_000), { url: planOf(index).url })
      }
    })
  )

const hits = (count: number) =>
  Effect.gen(function*() {
    const cache = yield* PageCache.PageCache
    let found = 0
    for (let index = 0; index < count; index++) {
      if (Option.isSome(yield* cache.get(planOf(index).key, {}))) found++
    }
    return found
  })

const aside = (filename: string) =>
  fs.readdirSync(path.dirname(filename)).filter((name) => name.includes(".corrupt-") && !name.endsWith("-shm"))

const withFile = <A, E>(body: (filename: string) => Effect.Effect<A, E>) =>
  Effect.scoped(Effect.flatMap(folder, (folder) => body(path.join(folder, "cache.db"))))

it.live("only the owner can read a database and its journal files", () =>
  withFile((filename) => {
    const modes = Effect.sync(() =>
      ["", "-wal", "-shm"].map((suffix) => (fs.statSync(filename + suffix).mode & 0o777).toString(8))
    )
    return Effect.gen(function*() {
      // A file that is there from before, perhaps empty.
      fs.writeFileSync(filename, "", { mode: 0o644 })
      assert.deepStrictEqual(yield* using(filename, modes), ["600", "600", "600"])
    })
  }))

describe("a damaged SQLite file", () => {
  const damages: ReadonlyArray<readonly [string, (filename: string) => void]> = [
    ["cut in half", (filename) => fs.truncateSync(filename, Math.floor(fs.statSync(filename).size / 2))],
    ["cut to 100 bytes", (filename) => fs.truncateSync(filename, 100)],
    ["something else altogether", (filename) => fs.writeFileSync(filename, "not a database, ".repeat(5000))]
  ]
  for (const [name, damage] of damages) {
    it.effect(`${name} is moved aside, and a new one created`, () =>
      withFile((filename) =>
        Effect.gen(function*() {
          yield* fill(filename, 20)
          damage(filename)
          const found = yield* using(filename, hits(20))
          assert.strictEqual(found, 0)
          assert.strictEqual(aside(filename).length, 1)
          yield* fill(filename, 20)
          assert.strictEqual(yield* using(filename, hits(20)), 20)
          assert.strictEqual(aside(filename).length, 1)
        })
      ))
  }

  it.effect("that breaks while it is open is replaced without an error", () =>
    withFile((filename) =>
      Effect.gen(function*() {
        yield* fill(filename, 40)
        yield* using(
          filename,
          Effect.gen(function*() {
            const cache = yield* PageCache.PageCache
            // Everything behind the first page, under the feet of the open connection.
            const file = fs.openSync(filename, "r+")
            const size = fs.fstatSync(file).size
            fs.writeSync(file, Buffer.alloc(size - 4096, 0xa5), 0, size - 4096, 4096)
            fs.closeSync(file)
            assert.strictEqual(yield* hits(40), 0)
            yield* cache.set(planOf(0).key, testing.page(0))
            assert.strictEqual(yield* hits(1), 1)
          })
        )
        assert.isAtLeast(aside(filename).length, 1)
      })
    ))

  it.effect("never returns changed bytes: one flipped bit is a miss and deletes the entry", () =>
    withFile((filename) =>
      Effect.gen(function*() {
        yield* fill(filename, 3)
        const database = new DatabaseSync(filename)
        const { bytes, id } = database.prepare(
          "SELECT bodies.id, bytes FROM bodies JOIN pages USING (id) WHERE key = ?"
        ).get(planOf(1).key) as { bytes: Uint8Array; id: number }
        bytes[bytes.length >> 1]! ^= 1
        database.prepare("UPDATE bodies SET bytes = ? WHERE id = ?").run(bytes, id)
        database.close()
        yield* using(
          filename,
          Effect.gen(function*() {
            const cache = yield* PageCache.PageCache
            assert.strictEqual(yield* hits(3), 2)
            const { corrupt, entries } = yield* cache.stats
            assert.deepStrictEqual([corrupt, entries], [1, 2])
          })
        )
      })
    ))
})

describe("large values", () => {
  const large = testing.fullPage(0, 3_000_000)
  const store = Effect.flatMap(PageCache.PageCache, (cache) => cache.set(planOf(0).key, large, { url: planOf(0).url }))
  const files = (filename: string) =>
    fs.existsSync(`${filename}.blobs`)
      ? fs.readdirSync(`${filename}.blobs`, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
      : []

  it.effect("are files next to the database, and are deleted with their entry", () =>
    withFile((filename) =>
      using(
        filename,
        Effect.gen(function*() {
          const cache = yield* PageCache.PageCache
          yield* store
          assert.strictEqual(files(filename).length, 1)
          assert.isBelow(fs.statSync(filename).size, 1_000_000)
          assert.strictEqual(yield* cache.purge({ host: "example.com" }), 1)
          assert.strictEqual(files(filename).length, 0)
        })
      )
    ))

  const damages: ReadonlyArray<readonly [string, (file: string) => void]> = [
    ["truncated", (file) => fs.truncateSync(file, 1000)],
    ["deleted", (file) => fs.rmSync(file)]
  ]
  for (const [name, damage] of damages) {
    it.effect(`that were ${name} are a miss`, () =>
      withFile((filename) =>
        using(
          filename,
          Effect.gen(function*() {
            const cache = yield* PageCache.PageCache
            yield* store
            const file = files(filename)[0]!
            damage(path.join(file.parentPath, file.name))
            assert.strictEqual(yield* hits(1), 0)
            assert.deepStrictEqual((yield* cache.stats).entries, 0)
            assert.strictEqual(files(filename).length, 0)
          })
        )
      ))
  }

  it.effect("without an entry are deleted after some time", () =>
    withFile((filename) =>
      Effect.gen(function*() {
        yield* using(filename, store)
        const orphan = path.join(`${filename}.blobs`, "00", "0".repeat(64))
        fs.mkdirSync(path.dirname(orphan), { recursive: true })
        fs.writeFileSync(orphan, "left behind")
        yield* TestClock.setTime(Date.now() + 60_000)
        yield* using(
          filename,
          Effect.gen(function*() {
            yield* (yield* PageCache.PageCache).evict
            assert.isTrue(fs.existsSync(orphan), "its entry may be about to be written")
          })
        )
        yield* TestClock.setTime(Date.now() + 7_200_000)
        yield* using(
          filename,
          Effect.gen(function*() {
            yield* (yield* PageCache.PageCache).evict
            assert.strictEqual(files(filename).length, 1)
            assert.strictEqual(yield* hits(1), 1)
          })
        )
      })
    ))
})

/** Changes a file that nobody has open. */
const change = (filename: string, statements: string): void => {
  const database = new DatabaseSync(filename)
  database.exec(statements)
  database.close()
}

describe("the schema of the file", () => {
  it.effect("is migrated with its content", () =>
    withFile((filename) =>
      Effect.gen(function*() {
        yield* fill(filename, 3)
        // What the first version of the schema did not have.
        change(filename, "DROP TABLE leases; DROP TABLE snapshots; DROP TABLE answers; PRAGMA user_version = 1")
        assert.strictEqual(yield* using(filename, hits(3)), 3)
        const latest = Effect.flatMap(SnapshotStore.SnapshotStore, (store) => store.latest({ team: "a", url: "b" }))
        assert.deepStrictEqual(
          yield* Effect.provide(latest, Layer.fresh(SqliteCache.layer({ filename }))),
          Option.none()
        )
      })
    ))

  it.effect("of a newer version is rejected, and the file stays unchanged", () =>
    withFile((filename) =>
      Effect.gen(function*() {
        yield* fill(filename, 3)
        change(filename, "PRAGMA user_version = 99")
        const exit = yield* Effect.exit(using(filename, hits(3)))
        assert.isTrue(Exit.isFailure(exit))
        const found = yield* Effect.flip(using(filename, hits(3)))
        assert.instanceOf(found, CacheError.CacheError)
        assert.deepStrictEqual(found.reason, new CacheError.Incompatible({ found: 99, supported: 3 }))
        assert.deepStrictEqual(aside(filename), [])
      })
    ))
})

describe("a store that fails", () => {
  const broken = Effect.gen(function*() {
    const unavailable = Effect.fail(
      new CacheError.CacheError({ store: "broken", reason: new CacheError.Unavailable({}) })
    )
    return yield* PageCache.make({
      name: "broken",
      read: () => unavailable,
      write: () => unavailable,
      remove: () => unavailable,
      list: () => unavailable,
      purge: () => unavailable,
      size: unavailable,
      evict: () => unavailable,
      lease: () => unavailable,
      release: () => unavailable
    })
  })

  it.effect("does not prevent a fetch", () =>
    Effect.scoped(Effect.gen(function*() {
      const cache = yield* broken
      const served = yield* cache.getOrFetch(planOf(0), Effect.succeed(testing.page(0)))
      assert.strictEqual(served.cacheState, "miss")
    })))

  it.effect("does not let a request contact the target if it allows only cached pages", () =>
    Effect.scoped(Effect.gen(function*() {
      const cache = yield* broken
      const plan = CachePlan.make({ url: "https://example.com/", options: { lockdown: true } })
      const error = yield* Effect.flip(cache.getOrFetch(plan, Effect.die("contacted")))
      assert.deepStrictEqual(error.reason, new CacheError.Unavailable({}))
      assert.isTrue(error.isRetryable)
      assert.notInclude(error.message, "example")
    })))
})

describe("a request with zero retention", () => {
  it.effect("leaves nothing in any file after a hit, a miss, or a failure", () =>
    withFile((filename) =>
      Effect.gen(function*() {
        const options = { zeroDataRetention: true }
        const secret = CachePlan.make({ url: "https://secret-host.test/secret-path", options })
        const shared = CachePlan.make({ url: planOf(0).url, options })
        yield* fill(filename, 1)
        const used = () => {
          const database = new DatabaseSync(filename)
          const row = database.prepare("SELECT used_at FROM pages").all()
          database.close()
          return row
        }
        const before = used()
        yield* TestClock.setTime(5_000_000)
        yield* using(
          filename,
          Effect.gen(function*() {
            const cache = yield* PageCache.PageCache
            const page = testing.page(0, { body: new TextEncoder().encode("secret text") })
            assert.strictEqual((yield* cache.getOrFetch(secret, Effect.succeed(page))).cacheState, "miss")
            assert.strictEqual((yield* cache.getOrFetch(shared, Effect.die("cached"))).cacheState, "hit")
            const failures = { encode: () => Option.some("secret reason"), decode: () => Option.none() }
            yield* Effect.exit(cache.getOrFetch(secret, Effect.fail("x"), failures))
            yield* cache.evict
            assert.strictEqual((yield* cache.stats).entries, 1)
          })
        )
        assert.deepStrictEqual(used(), before)
        const written = fs.readdirSync(path.dirname(filename), { recursive: true, withFileTypes: true })
          .filter((entry) => entry.isFile())
          .map((entry) => fs.readFileSync(path.join(entry.parentPath, entry.name)))
        assert.isAtLeast(written.length, 1)
        for (const bytes of written) {
          for (const trace of ["secret", secret.key]) assert.isFalse(bytes.includes(trace), trace)
        }
      })
    ))
})
