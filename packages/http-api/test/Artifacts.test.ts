import { ArtifactStore } from "@dunlin/cache"
import { assert, it } from "@effect/vitest"
import { Context, Effect, Layer, Redacted } from "effect"
import { serve } from "./stub.ts"

const publicUrl = "http://dunlin.test/artifacts"

const store = Effect.map(
  Layer.build(ArtifactStore.layerMemory({ publicUrl, signingKey: Redacted.make("signing key") })),
  Context.get(ArtifactStore.ArtifactStore)
)

const path = (url: string) => url.slice("http://dunlin.test".length)

it.live("serves a file only to clients with its link", () =>
  Effect.gen(function*() {
    const artifacts = yield* store
    // Teams and keys do not matter here: the link is the permission.
    const server = serve({ artifacts, teams: [{ id: "a", keys: ["k"] }] })
    const get = (url: string) => Effect.promise(() => server.get(path(url)))
    const picture = yield* artifacts.put(
      { contentType: "image/png", bytes: new TextEncoder().encode("picture") },
      { ttl: "1 hour" }
    )
    const found = yield* get(picture.url)
    assert.strictEqual(found.status, 200)
    assert.strictEqual(found.text, "picture")
    assert.strictEqual(found.headers.get("content-type"), "image/png")
    assert.strictEqual(found.headers.get("x-content-type-options"), "nosniff")
    assert.include(found.headers.get("content-security-policy"), "sandbox")
    assert.match(found.headers.get("cache-control") ?? "", /^private, max-age=3[56]\d\d$/)

    const codeOf = (url: string) => Effect.map(get(url), ({ body, status }) => [status, body.code])
    assert.deepStrictEqual(yield* codeOf(picture.url.slice(0, -3)), [403, "FORBIDDEN"])
    assert.deepStrictEqual(yield* codeOf(picture.url.replace(/expires=\d+/, "expires=99999999999")), [403, "FORBIDDEN"])
    assert.deepStrictEqual(yield* codeOf(`${publicUrl}/${picture.id}.png`), [403, "FORBIDDEN"])
    assert.deepStrictEqual(yield* codeOf(`${publicUrl}/..%2f..%2fetc%2fpasswd`), [403, "FORBIDDEN"])
    yield* artifacts.remove(picture.id)
    assert.deepStrictEqual(yield* codeOf(picture.url), [404, "NOT_FOUND"])
  }))

it.effect("rejects an expired link", () =>
  Effect.gen(function*() {
    const artifacts = yield* store
    const server = serve({ artifacts })
    const { url } = yield* artifacts.put({ contentType: "image/png", bytes: new Uint8Array(1) }, { ttl: "1 hour" })
    // the clock of the test, by which the link was made, stands in 1970
    const { body, status } = yield* Effect.promise(() => server.get(path(url)))
    assert.deepStrictEqual([status, body.error], [403, "This link has expired"])
  }))
