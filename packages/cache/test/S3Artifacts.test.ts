import { ArtifactStore, S3Artifacts } from "@dunlin/cache"
import * as testing from "@dunlin/cache/testing"
import { Health } from "@dunlin/common"
import * as NodeHttpClient from "@effect/platform-node/NodeHttpClient"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit, Layer, Redacted, Scope } from "effect"
import { TestClock } from "effect/testing"
import * as crypto from "node:crypto"
import * as vitest from "vitest"
import { afterAll, beforeAll } from "vitest"
import { needing } from "../../common/test/components.ts"
import { patiently } from "../../common/test/patiently.ts"
import * as servers from "./servers.ts"

describe("S3Artifacts on OpenStack Swift", needing("OpenStack Swift"), () => {
  const scope = Effect.runSync(Scope.make())
  let server: servers.S3Server
  beforeAll(async () => {
    server = await Effect.runPromise(Scope.provide(servers.s3, scope))
  })
  afterAll(() => Effect.runPromise(Scope.close(scope, Exit.void)))

  let buckets = 0
  const newBucket = Effect.gen(function*() {
    const bucket = `bucket-${++buckets}`
    assert.strictEqual((yield* server.ask("PUT", `/${bucket}`)).status, 200)
    return bucket
  })

  const layer = (options: Partial<S3Artifacts.Options> & { readonly bucket: string }) =>
    S3Artifacts.layer({ ...server, secretAccessKey: Redacted.make(server.secretAccessKey), ...options }).pipe(
      Layer.provide(NodeHttpClient.layerUndici),
      // the clock of a test jumps over hours, in which no probe is answered
      Layer.provide(Layer.succeed(Health.Watching, false))
    )

  const blob = { contentType: "image/png", bytes: new TextEncoder().encode("png") }
  const put = Effect.flatMap(ArtifactStore.ArtifactStore, (store) => store.put(blob, { ttl: "24 hours" }))

  testing.run(
    testing.artifactSuite("s3", () => Layer.unwrap(Effect.map(newBucket, (bucket) => layer({ bucket })))),
    vitest
  )

  it.effect("stores 30 MB", () =>
    Effect.gen(function*() {
      const bytes = new Uint8Array(crypto.randomBytes(30_000_000))
      const read = yield* Effect.gen(function*() {
        const store = yield* ArtifactStore.ArtifactStore
        const { id } = yield* store.put({ contentType: "video/mp4", bytes }, { ttl: "1 hour" })
        return yield* store.get(id)
      }).pipe(Effect.provide(layer({ bucket: yield* newBucket })))
      assert.isTrue(Buffer.from(read.bytes).equals(bytes))
    }))

  it.effect("works below a prefix of any characters, and deletes nothing outside of it", () =>
    Effect.gen(function*() {
      const bucket = yield* newBucket
      const prefix = "a b/ü+(x)!'*&?#%41/~日本=,;:@$[]/"
      yield* Effect.provide(put, layer({ bucket, prefix: "elsewhere/" }))
      yield* Effect.gen(function*() {
        const store = yield* ArtifactStore.ArtifactStore
        for (let index = 0; index < 5; index++) yield* store.put(blob, { ttl: "1 hour" })
        const { url } = yield* store.put(blob, { ttl: "2 hours" })
        yield* TestClock.adjust("1 hour")
        assert.strictEqual(yield* store.sweep, 5)
        assert.deepStrictEqual((yield* store.open(url)).bytes, blob.bytes)
      }).pipe(Effect.provide(layer({ bucket, prefix })))
      const { text } = yield* server.ask("GET", `/${bucket}?list-type=2`)
      assert.deepStrictEqual(
        Array.from(text.matchAll(/<Key>(.*?)[0-9a-f]{32}<\/Key>/g), ([, key]) => key),
        [prefix.replace("&", "&amp;"), "elsewhere/"]
      )
    }))

  describe("links to the service itself", () => {
    const wholeSecond = () => Math.floor(Date.now() / 1000) * 1000
    const statusOf = (link: string) => Effect.promise(() => fetch(link).then((response) => response.status))
    const link = (options: Partial<S3Artifacts.Options> = {}) =>
      Effect.gen(function*() {
        const bucket = yield* newBucket
        return (yield* Effect.provide(put, layer({ bucket, presign: true, prefix: "with space/ü/", ...options }))).url
      })

    it.effect("work until they expire", () =>
      Effect.gen(function*() {
        yield* TestClock.setTime(wholeSecond())
        const url = yield* link()
        assert.strictEqual(new URL(url).searchParams.get("X-Amz-Expires"), "86400")
        const bytes = yield* Effect.promise(() => fetch(url).then((response) => response.bytes()))
        assert.deepStrictEqual(bytes, blob.bytes)
        yield* TestClock.setTime(wholeSecond() - 86_401_000)
        assert.strictEqual(yield* statusOf(yield* link()), 403)
      }))

    it.effect("are rejected after any change", () =>
      Effect.gen(function*() {
        yield* TestClock.setTime(wholeSecond())
        const url = yield* link()
        assert.strictEqual(yield* statusOf(url), 200)
        for (
          const altered of [
            url.replace("Expires=86400", "Expires=86401"),
            url.replace(/Date=(\d{8})T\d{6}/, "Date=$1T000000"),
            url.replace(/Signature=./, (start) => start.endsWith("0") ? "Signature=1" : "Signature=0"),
            url.replace(/&X-Amz-Signature=.*/, ""),
            url.replace(/\?.*/, ""),
            url.replace(/[0-9a-f](?=\?)/, (digit) => digit === "0" ? "1" : "0"),
            url.replace("SignedHeaders=host", "SignedHeaders=host%3Bdate"),
            url.replace(/\/bucket-\d+\//, "/bucket-1/")
          ]
        ) {
          assert.notStrictEqual(altered, url)
          assert.include([400, 403], yield* statusOf(altered), altered)
        }
        const remove = yield* Effect.promise(() => fetch(url, { method: "DELETE" }))
        assert.strictEqual(remove.status, 403)
      }))
  })

  describe("errors are named", () => {
    const refusal = (bucket: string, options?: Partial<S3Artifacts.Options>) =>
      Effect.map(
        Effect.flip(Effect.provide(put, layer({ bucket, ...options }))),
        ({ isRetryable, message }) => ({ isRetryable, message })
      )

    it.effect("a wrong or unknown key", () =>
      Effect.gen(function*() {
        const bucket = yield* newBucket
        const wrong = "s3: the storage rejected the request: SignatureDoesNotMatch, status 403"
        const secretAccessKey = Redacted.make("wrong")
        assert.deepStrictEqual(yield* refusal(bucket, { secretAccessKey }), { isRetryable: false, message: wrong })
        assert.include((yield* refusal(bucket, { accessKeyId: "dunlin:nobody" })).message, "403")
        assert.include((yield* refusal(bucket, { region: "us-east-1" })).message, "AuthorizationHeaderMalformed")
      }))

    it.effect("a missing bucket, also for reads", () =>
      Effect.gen(function*() {
        const message = "s3: the storage rejected the request: NoSuchBucket, status 404"
        assert.deepStrictEqual(yield* refusal("missing"), { isRetryable: false, message })
        const read = Effect.flatMap(ArtifactStore.ArtifactStore, (store) => Effect.flip(store.get("0".repeat(32))))
        assert.strictEqual((yield* Effect.provide(read, layer({ bucket: "missing" }))).message, message)
      }))

    it.live("a service that is down, or stops between two requests", () =>
      Effect.gen(function*() {
        const other = yield* servers.s3
        const options = { ...other, secretAccessKey: Redacted.make(other.secretAccessKey), bucket: "bucket" }
        yield* Effect.gen(function*() {
          assert.strictEqual((yield* Effect.flip(put)).reason._tag, "Refused")
          yield* other.stop
          const { isRetryable, message } = yield* Effect.flip(put)
          assert.deepStrictEqual({ isRetryable, message }, {
            isRetryable: true,
            message: "s3: the storage did not respond"
          })
        }).pipe(Effect.provide(S3Artifacts.layer(options)), Effect.provide(NodeHttpClient.layerUndici))
      }).pipe(patiently))
  })
})
