import { assert, type Suite, suite } from "@dunlin/common/testing"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as TestClock from "effect/testing/TestClock"
import * as crypto from "node:crypto"
import { ArtifactStore } from "../../ArtifactStore.ts"

export const artifactSuite = (
  name: string,
  open: () => Layer.Layer<ArtifactStore, unknown>,
  options?: { readonly ownLinks?: boolean }
): Suite<never> => {
  const withStore = <A, E>(program: Effect.Effect<A, E, ArtifactStore>) => Effect.provide(program, Layer.fresh(open()))
  const start = 1_700_000_000_000
  const image = () => ({ contentType: "image/png", bytes: new Uint8Array(crypto.randomBytes(5000)) })

  return suite(`ArtifactStore (${name})`, (it) => {
    it.effect("returns stored files by their id", () =>
      withStore(Effect.gen(function*() {
        const store = yield* ArtifactStore
        yield* TestClock.setTime(start)
        for (const blob of [image(), { contentType: "application/pdf", bytes: new Uint8Array(0) }]) {
          const stored = yield* store.put(blob, { ttl: "24 hours" })
          assert.match(stored.id, /^[0-9a-f]{32}$/)
          assert.strictEqual(stored.expiresAt, start + 86_400_000)
          assert.deepStrictEqual(yield* store.get(stored.id), { ...blob, expiresAt: stored.expiresAt })
        }
      })))

    it.effect("deletes a file at the end of its lifetime, not before", () =>
      withStore(Effect.gen(function*() {
        const store = yield* ArtifactStore
        yield* TestClock.setTime(start)
        const { id } = yield* store.put(image(), { ttl: "1 hour" })
        yield* TestClock.adjust(3_599_999)
        yield* store.get(id)
        assert.strictEqual(yield* store.sweep, 0)
        yield* TestClock.adjust(1)
        assert.strictEqual((yield* Effect.flip(store.get(id))).reason._tag, "NotFound")
        assert.strictEqual(yield* store.sweep, 1)
        assert.strictEqual(yield* store.sweep, 0)
      })))

    it.effect("removes files, and rejects unknown ids", () =>
      withStore(Effect.gen(function*() {
        const store = yield* ArtifactStore
        yield* TestClock.setTime(start)
        const { id } = yield* store.put(image(), { ttl: "1 hour" })
        yield* store.remove(id)
        yield* store.remove(id)
        for (const unknown of [id, "0".repeat(32), "../../etc/passwd", "", "A".repeat(32), `${id}/..`]) {
          assert.strictEqual((yield* Effect.flip(store.get(unknown))).reason._tag, "NotFound")
          yield* store.remove(unknown)
        }
      })))

    if (options?.ownLinks === false) return

    it.effect("opens its links until they expire", () =>
      withStore(Effect.gen(function*() {
        const store = yield* ArtifactStore
        yield* TestClock.setTime(start)
        const blob = image()
        const { expiresAt, url } = yield* store.put(blob, { ttl: "1 hour" })
        const path = url.slice(new URL(url).origin.length)
        for (const link of [url, path]) assert.deepStrictEqual(yield* store.open(link), { ...blob, expiresAt })
        yield* TestClock.adjust(3_599_999)
        yield* store.open(url)
        yield* TestClock.adjust(1)
        const error = yield* Effect.flip(store.open(url))
        assert.deepInclude(error.reason, { _tag: "LinkRefused", why: "expired" })
        assert.isFalse(error.isRetryable)
      })))

    it.effect("rejects links that were changed anywhere", () =>
      withStore(Effect.gen(function*() {
        const store = yield* ArtifactStore
        yield* TestClock.setTime(start)
        const one = yield* store.put(image(), { ttl: "1 hour" })
        const two = yield* store.put(image(), { ttl: "2 hours" })
        const altered = alterationsOf(one.url, two.url)
        for (const link of altered) {
          const error = yield* Effect.flip(store.open(link))
          assert.deepInclude(error.reason, { _tag: "LinkRefused", why: "invalid" }, link)
          assert.notInclude(JSON.stringify(error), one.id)
        }
        yield* store.open(one.url)
      })))
  })
}

const alterationsOf = (one: string, two: string): ReadonlyArray<string> => {
  const edit = (change: (url: URL) => void) => {
    const url = new URL(one)
    change(url)
    return url.href
  }
  const signature = new URL(one).searchParams.get("signature")!
  return [
    edit((url) => url.searchParams.set("expires", new URL(two).searchParams.get("expires")!)),
    edit((url) => url.searchParams.set("expires", "9999999999")),
    edit((url) => url.searchParams.set("expires", `0${url.searchParams.get("expires")}`)),
    edit((url) => url.searchParams.delete("expires")),
    edit((url) => url.searchParams.delete("signature")),
    edit((url) => url.searchParams.set("signature", "")),
    edit((url) => url.searchParams.set("signature", signature.slice(0, -2))),
    edit((url) =>
      url.searchParams.set(
        "signature",
        signature.startsWith("A") ? `B${signature.slice(1)}` : `A${signature.slice(1)}`
      )
    ),
    edit((url) => url.searchParams.set("signature", new URL(two).searchParams.get("signature")!)),
    edit((url) => {
      url.pathname = new URL(two).pathname
    }),
    "not a link at all",
    ""
  ]
}
