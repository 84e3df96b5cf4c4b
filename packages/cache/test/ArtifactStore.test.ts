import { ArtifactStore, CacheError, FileArtifacts, S3Artifacts } from "@dunlin/cache"
import * as testing from "@dunlin/cache/testing"
import * as NodeHttpClient from "@effect/platform-node/NodeHttpClient"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Redacted } from "effect"
import { TestClock } from "effect/testing"
import * as fs from "node:fs"
import * as os from "node:os"
import * as path from "node:path"
import * as s3Fake from "./s3Fake.ts"

const folder = Effect.acquireRelease(
  Effect.sync(() => fs.mkdtempSync(path.join(os.tmpdir(), "dunlin-artifacts-"))),
  (folder) => Effect.sync(() => fs.rmSync(folder, { recursive: true, force: true }))
)

const s3 = (endpoint: string, options?: Partial<S3Artifacts.Options>) =>
  S3Artifacts.layer({
    endpoint,
    bucket: "bucket",
    region: "eu-central-1",
    accessKeyId: s3Fake.accessKeyId,
    secretAccessKey: Redacted.make(s3Fake.secretAccessKey),
    ...options
  }).pipe(Layer.provide(NodeHttpClient.layerUndici))

testing.artifactSuite("memory", () => ArtifactStore.layerMemory())
testing.artifactSuite(
  "files",
  () => Layer.unwrap(Effect.map(folder, (directory) => FileArtifacts.layer({ directory })))
)
testing.artifactSuite("s3", () => Layer.unwrap(Effect.map(s3Fake.make, ({ endpoint }) => s3(endpoint))))

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

  it.effect("refuses what is too large", () =>
    Effect.gen(function*() {
      const store = yield* ArtifactStore.ArtifactStore
      const error = yield* Effect.flip(store.put({ contentType: "a/b", bytes: new Uint8Array(11) }, { ttl: 1 }))
      assert.deepStrictEqual(error.reason, new CacheError.TooLarge({ size: 11, limit: 10 }))
    }).pipe(Effect.provide(ArtifactStore.layerMemory({ maxBytes: 10 }))))

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

describe("S3Artifacts", () => {
  const blob = { contentType: "image/png", bytes: new TextEncoder().encode("png") }

  it.effect("signs links that the service itself answers", () =>
    Effect.scoped(Effect.gen(function*() {
      const fake = yield* s3Fake.make
      yield* TestClock.setTime(1_700_000_000_000)
      const layer = s3(fake.endpoint, { presign: true, prefix: "with space/ü/" })
      yield* Effect.gen(function*() {
        const store = yield* ArtifactStore.ArtifactStore
        const { url } = yield* store.put(blob, { ttl: "24 hours" })
        assert.strictEqual(new URL(url).searchParams.get("X-Amz-Expires"), "86400")
        const read = (link: string) => Effect.promise(() => fetch(link).then((response) => response.status))
        assert.strictEqual(yield* read(url), 200)
        assert.strictEqual(yield* read(url.replace("86400", "86401")), 403)
      }).pipe(Effect.provide(layer))
    })))

  it.effect("sweeps over several pages of a listing, and only under its prefix", () =>
    Effect.scoped(Effect.gen(function*() {
      const fake = yield* s3Fake.make
      fake.objects.set("elsewhere", { body: Buffer.alloc(0), headers: {} })
      fake.objects.set("artifacts/readme.txt", { body: Buffer.alloc(0), headers: {} })
      yield* Effect.gen(function*() {
        const store = yield* ArtifactStore.ArtifactStore
        for (let index = 0; index < 5; index++) yield* store.put(blob, { ttl: "1 hour" })
        yield* store.put(blob, { ttl: "2 hours" })
        yield* TestClock.adjust("1 hour")
        assert.strictEqual(yield* store.sweep, 5)
        assert.strictEqual(fake.objects.size, 3)
      }).pipe(Effect.provide(s3(fake.endpoint)))
    })))

  it.effect("works below a prefix of any characters", () =>
    Effect.scoped(Effect.gen(function*() {
      const fake = yield* s3Fake.make
      const prefix = "a b/ü+(x)!'*&?#%41/日本/"
      yield* Effect.gen(function*() {
        const store = yield* ArtifactStore.ArtifactStore
        const stored: Array<ArtifactStore.Stored> = []
        for (let index = 0; index < 5; index++) stored.push(yield* store.put(blob, { ttl: "1 hour" }))
        assert.isTrue(fake.objects.has(prefix + stored[0]!.id))
        assert.deepStrictEqual((yield* store.open(stored[0]!.url)).bytes, blob.bytes)
        yield* TestClock.adjust("1 hour")
        assert.strictEqual(yield* store.sweep, 5)
        assert.strictEqual(fake.objects.size, 0)
      }).pipe(Effect.provide(s3(fake.endpoint, { prefix })))
    })))

  it.effect("says Unavailable when the key is refused or nobody answers", () =>
    Effect.scoped(Effect.gen(function*() {
      const fake = yield* s3Fake.make
      const put = Effect.flatMap(ArtifactStore.ArtifactStore, (store) => Effect.flip(store.put(blob, { ttl: 1000 })))
      const refused = yield* Effect.provide(put, s3(fake.endpoint, { secretAccessKey: Redacted.make("wrong") }))
      assert.strictEqual(refused.reason._tag, "Unavailable")
      const silent = yield* Effect.provide(put, s3("http://127.0.0.1:1"))
      assert.strictEqual(silent.reason._tag, "Unavailable")
      assert.strictEqual(silent.message, "s3: the storage did not answer")
    })))
})
