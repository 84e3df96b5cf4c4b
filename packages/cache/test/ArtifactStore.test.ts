import { ArtifactStore, CacheError, FileArtifacts, S3Artifacts } from "@dunlin/cache"
import * as testing from "@dunlin/cache/testing"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Redacted } from "effect"
import { HttpClient, HttpClientResponse } from "effect/http"
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
  it.effect("opens the links of another store with the same key only", () =>
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

  it.effect("without a given key, opens earlier links with a key that is stored in the folder", () =>
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

  it.effect("warns that links end with the process", () =>
    Effect.gen(function*() {
      const noticeOf = (layer: Layer.Layer<ArtifactStore.ArtifactStore>) =>
        Effect.provide(Effect.map(ArtifactStore.ArtifactStore, (store) => store.notice), layer)
      const backend = FileArtifacts.makeBackend("/nowhere")
      assert.include(yield* noticeOf(ArtifactStore.layerMemory()), "stored in memory")
      assert.include(yield* noticeOf(ArtifactStore.layerBackend(backend)), "no signing key")
      assert.isUndefined(yield* noticeOf(ArtifactStore.layerBackend(backend, { signingKey: "given" })))
      const signs = { ...backend, link: () => Effect.succeed("https://bucket.test/") }
      assert.isUndefined(yield* noticeOf(ArtifactStore.layerBackend(signs)))
    }))

  it.effect("rejects artifacts above the size limit", () =>
    Effect.gen(function*() {
      const store = yield* ArtifactStore.ArtifactStore
      const error = yield* Effect.flip(store.put({ contentType: "a/b", bytes: new Uint8Array(11) }, { ttl: 1 }))
      assert.deepStrictEqual(error.reason, new CacheError.TooLarge({ size: 11, limit: 10 }))
    }).pipe(Effect.provide(ArtifactStore.layerMemory({ maxBytes: 10 }))))

  it.effect("stays within its memory limit, and drops expired artifacts", () =>
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

  it.effect("copies the bytes of its caller", () =>
    Effect.gen(function*() {
      const store = yield* ArtifactStore.ArtifactStore
      const bytes = new Uint8Array([1, 2, 3])
      const { id } = yield* store.put({ contentType: "a/b", bytes }, { ttl: "1 hour" })
      bytes[0] = 9
      assert.deepStrictEqual((yield* store.get(id)).bytes, new Uint8Array([1, 2, 3]))
    }).pipe(Effect.provide(ArtifactStore.layerMemory())))
})

describe("FileArtifacts", () => {
  it.effect("rejects a truncated file, and deletes it when it expires", () =>
    Effect.scoped(Effect.gen(function*() {
      const directory = yield* folder
      yield* Effect.gen(function*() {
        const store = yield* ArtifactStore.ArtifactStore
        const { id } = yield* store.put({ contentType: "a/b", bytes: new Uint8Array(1000) }, { ttl: "1 hour" })
        const file = path.join(directory, id.slice(0, 5), id)
        assert.strictEqual(fs.statSync(file).mode & 0o777, 0o600)
        fs.truncateSync(file, 500)
        assert.strictEqual((yield* Effect.flip(store.get(id))).reason._tag, "Corrupt")
        assert.strictEqual(yield* store.sweep, 0)
        yield* TestClock.adjust("1 hour")
        assert.strictEqual(yield* store.sweep, 1)
        assert.isFalse(fs.existsSync(file))
      }).pipe(Effect.provide(FileArtifacts.layer({ directory })))
    })))

  it.effect("finds expired files by their names without reading them, and deletes empty folders", () =>
    Effect.scoped(Effect.gen(function*() {
      const directory = yield* folder
      yield* Effect.gen(function*() {
        const store = yield* ArtifactStore.ArtifactStore
        const put = (hours: number) =>
          store.put({ contentType: "a/b", bytes: new Uint8Array(10) }, { ttl: `${hours} hours` })
        for (let hours = 1; hours <= 48; hours++) yield* put(hours)
        const folders = fs.readdirSync(directory).length
        // nothing in a file says when it expires
        for (const name of fs.readdirSync(directory, { recursive: true, encoding: "utf8" })) {
          if (/[0-9a-f]{32}$/.test(name)) fs.truncateSync(path.join(directory, name), 0)
        }
        yield* TestClock.adjust("24 hours")
        assert.strictEqual(yield* store.sweep, 24)
        assert.strictEqual(yield* store.sweep, 0)
        assert.isBelow(fs.readdirSync(directory).length, folders - 18)
      }).pipe(Effect.provide(FileArtifacts.layer({ directory })))
    })))
})

describe("S3Artifacts", () => {
  it.effect("lists the bucket, and requests only expired objects", () =>
    Effect.gen(function*() {
      const objects = new Map<string, Uint8Array>()
      const asked: Array<string> = []
      const client = HttpClient.make((request, url) =>
        Effect.sync(() => {
          const name = decodeURIComponent(url.pathname.slice("/bucket/artifacts/".length))
          asked.push(request.method)
          if (request.method === "PUT" && request.body._tag === "Uint8Array") objects.set(name, request.body.body)
          if (request.method === "DELETE") objects.delete(name)
          const names = [...objects.keys()].sort()
          const from = Number(url.searchParams.get("continuation-token") ?? 0)
          const keys = names.slice(from, from + 10).map((name) => `<Contents><Key>artifacts/${name}</Key></Contents>`)
          const next = from + 10 < names.length ? `<NextContinuationToken>${from + 10}</NextContinuationToken>` : ""
          const body = request.method === "GET" ? `<ListBucketResult>${keys.join("")}${next}</ListBucketResult>` : null
          return HttpClientResponse.fromWeb(request, new Response(body, { status: 200 }))
        })
      )
      const backend = yield* Effect.provideService(
        S3Artifacts.makeBackend({
          endpoint: "https://s3.example",
          bucket: "bucket",
          accessKeyId: "key",
          secretAccessKey: Redacted.make("secret")
        }),
        HttpClient.HttpClient,
        client
      )
      const store = ArtifactStore.make(backend)
      for (let hours = 1; hours <= 100; hours++) {
        yield* store.put({ contentType: "a/b", bytes: new Uint8Array(1) }, { ttl: `${hours} hours` })
      }
      assert.deepStrictEqual([...objects.values()].map(({ length }) => length), Array.from({ length: 100 }, () => 1))
      yield* TestClock.adjust("3 hours")
      asked.length = 0
      assert.strictEqual(yield* store.sweep, 3)
      assert.deepStrictEqual(asked.toSorted(), ["DELETE", "DELETE", "DELETE", "GET"])
      asked.length = 0
      assert.strictEqual(yield* store.sweep, 0)
      assert.deepStrictEqual(asked, ["GET"])
    }))
})
