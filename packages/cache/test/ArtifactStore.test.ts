import { ArtifactStore, CacheError, FileArtifacts } from "@dunlin/cache"
import * as testing from "@dunlin/cache/testing"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Redacted } from "effect"
import { TestClock } from "effect/testing"
import * as fs from "node:fs"
import * as os from "node:os"
import * as path from "node:path"
import * as vitest from "vitest"

const folder = Effect.acquireRelease(
  Effect.sync(() => fs.mkdtempSync(path.join(os.tmpdir(), "dunlin-artifacts-"))),
  (folder) => Effect.sync(() => fs.rmSync(folder, { recursive: true, force: true }))
)

testing.run(testing.artifactSuite("memory", () => ArtifactStore.layerMemory()), vitest)
testing.run(
  testing.artifactSuite(
    "files",
    () => Layer.unwrap(Effect.map(folder, (directory) => FileArtifacts.layer({ directory })))
  ),
  vitest
)

describe("ArtifactStore", () => {
  it.effect("shares links between stores with one key, and with no other", () =>
    Effect.scoped(Effect.gen(function*() {
      const directory = yield* folder
      const open = (key: string) =>
        Effect.provide(
          ArtifactStore.ArtifactStore,
          FileArtifacts.layer({ directory, signingKey: Redacted.make(key), publicUrl: "https://dunlin.test/files" })
        )
      const [first, second, stranger] = [yield* open("one"), yield* open("one"), yield* open("other")]
      const { id, url } = yield* first.put({ contentType: "image/jpeg", bytes: new Uint8Array(3) }, { ttl: 60_000 })
      assert.isTrue(url.startsWith(`https://dunlin.test/files/${id}.jpg?expires=60&signature=`), url)
      assert.strictEqual((yield* second.open(url)).bytes.length, 3)
      assert.deepInclude((yield* Effect.flip(stranger.open(url))).reason, { _tag: "LinkRefused", why: "invalid" })
    })))

  it.effect("without a key, answers the links of an earlier process, by a key that is kept in the folder", () =>
    Effect.scoped(Effect.gen(function*() {
      const directory = path.join(yield* folder, "artifacts")
      const open = Effect.provide(ArtifactStore.ArtifactStore, Layer.fresh(FileArtifacts.layer({ directory })))
      const { url } = yield* (yield* open).put({ contentType: "image/png", bytes: new Uint8Array(3) }, { ttl: 60_000 })
      const later = yield* open
      assert.strictEqual((yield* later.open(url)).bytes.length, 3)
      assert.isUndefined(later.notice)
      assert.strictEqual(fs.statSync(path.join(directory, "signing.key")).mode & 0o777, 0o600)
      yield* TestClock.adjust("2 minutes")
      yield* later.sweep
      assert.deepStrictEqual(fs.readdirSync(directory).filter((name) => name.endsWith(".key")), ["signing.key"])
    })))

  it.effect("says of links that end with the process that they do", () =>
    Effect.gen(function*() {
      const noticeOf = (layer: Layer.Layer<ArtifactStore.ArtifactStore>) =>
        Effect.provide(Effect.map(ArtifactStore.ArtifactStore, (store) => store.notice), layer)
      const backend = FileArtifacts.makeBackend("/nowhere")
      assert.include(yield* noticeOf(ArtifactStore.layerMemory()), "kept in memory")
      assert.include(yield* noticeOf(ArtifactStore.layerBackend(backend)), "no signing key")
      assert.isUndefined(yield* noticeOf(ArtifactStore.layerBackend(backend, { signingKey: "given" })))
      const signs = { ...backend, link: () => Effect.succeed("https://bucket.test/") }
      assert.isUndefined(yield* noticeOf(ArtifactStore.layerBackend(signs)))
    }))

  it.effect("refuses what is too large", () =>
    Effect.gen(function*() {
      const store = yield* ArtifactStore.ArtifactStore
      const error = yield* Effect.flip(store.put({ contentType: "a/b", bytes: new Uint8Array(11) }, { ttl: 1 }))
      assert.deepStrictEqual(error.reason, new CacheError.TooLarge({ size: 11, limit: 10 }))
    }).pipe(Effect.provide(ArtifactStore.layerMemory({ maxBytes: 10 }))))

  it.effect("never takes more memory than it may, and lets go of what has expired", () =>
    Effect.gen(function*() {
      const store = yield* ArtifactStore.ArtifactStore
      const put = (size: number, ttl: number) =>
        Effect.map(store.put({ contentType: "a/b", bytes: new Uint8Array(size) }, { ttl }), ({ id }) => id)
      const isThere = (id: string) => Effect.isSuccess(store.get(id))
      const first = yield* put(40, 60_000)
      const second = yield* put(40, 60_000)
      const third = yield* put(40, 60_000)
      assert.deepStrictEqual(yield* Effect.forEach([first, second, third], isThere), [false, true, true])
      yield* store.remove(second)
      const fourth = yield* put(60, 1_000)
      assert.deepStrictEqual(yield* Effect.forEach([third, fourth], isThere), [true, true])
      yield* TestClock.adjust("2 minutes")
      yield* put(1, 1_000)
      assert.strictEqual(yield* store.sweep, 0)
    }).pipe(Effect.provide(ArtifactStore.layerMemory({ capacity: 100 }))))

  it.effect("does not share memory with its caller", () =>
    Effect.gen(function*() {
      const store = yield* ArtifactStore.ArtifactStore
      const bytes = new Uint8Array([1, 2, 3])
      const { id } = yield* store.put({ contentType: "a/b", bytes }, { ttl: "1 hour" })
      bytes[0] = 9
      assert.deepStrictEqual((yield* store.get(id)).bytes, new Uint8Array([1, 2, 3]))
    }).pipe(Effect.provide(ArtifactStore.layerMemory())))
})

describe("FileArtifacts", () => {
  it.effect("refuses a truncated file and sweeps it", () =>
    Effect.scoped(Effect.gen(function*() {
      const directory = yield* folder
      yield* Effect.gen(function*() {
        const store = yield* ArtifactStore.ArtifactStore
        const { id } = yield* store.put({ contentType: "a/b", bytes: new Uint8Array(1000) }, { ttl: "1 hour" })
        const file = path.join(directory, id.slice(0, 2), id)
        assert.strictEqual(fs.statSync(file).mode & 0o777, 0o600)
        fs.truncateSync(file, 500)
        assert.strictEqual((yield* Effect.flip(store.get(id))).reason._tag, "Corrupt")
        assert.strictEqual(yield* store.sweep, 1)
        assert.isFalse(fs.existsSync(file))
      }).pipe(Effect.provide(FileArtifacts.layer({ directory })))
    })))
})
