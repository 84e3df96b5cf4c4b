import { CachePlan } from "@dunlin/cache"
import { ScrapeOptions } from "@dunlin/schema"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"

const decode = Schema.decodeUnknownEffect(ScrapeOptions.ScrapeOptions)
const url = "https://example.com/a?b=1&a=2"

const keyOf = (written: unknown, at = url, team?: string) =>
  Effect.map(decode(written), (options) => CachePlan.key({ url: at, options, team }))

describe("the cache key", () => {
  const different: ReadonlyArray<unknown> = [
    { mobile: true },
    { waitFor: 500 },
    { waitFor: 501 },
    { blockAds: false },
    { skipTlsVerification: false },
    { location: { country: "DE" } },
    { location: { languages: ["de"] } },
    { location: { languages: ["de", "en"] } },
    { location: { languages: ["en", "de"] } },
    { formats: ["screenshot"] },
    { formats: [{ type: "screenshot", fullPage: true }] },
    { formats: [{ type: "screenshot", quality: 50 }] },
    { formats: [{ type: "screenshot", viewport: { width: 800, height: 600 } }] },
    { formats: ["branding"] }
  ]
  const same: ReadonlyArray<unknown> = [
    { formats: ["html", "links", "summary"] },
    { onlyMainContent: false },
    { includeTags: ["main"], excludeTags: ["nav"] },
    { maxAge: 1000, minAge: 5 },
    { lockdown: true },
    { storeInCache: false },
    { timeout: 5000 },
    { proxy: "basic" },
    { parsers: [] },
    { parsers: [{ type: "pdf", maxPages: 3 }] },
    { removeBase64Images: false },
    { redactPII: true },
    { location: { country: "us" } },
    { blockAds: true, mobile: false, waitFor: 0 }
  ]

  it.effect("differs exactly where the bytes of the page can differ", () =>
    Effect.gen(function*() {
      const plain = yield* keyOf({})
      assert.match(plain, /^[0-9a-f]{64}$/)
      const keys = yield* Effect.forEach(different, (options) => keyOf(options))
      assert.strictEqual(new Set([plain, ...keys]).size, different.length + 1)
      for (const options of same) assert.strictEqual(yield* keyOf(options), plain, JSON.stringify(options))
    }))

  it.effect("is equal for all spellings of a URL", () =>
    Effect.gen(function*() {
      const plain = yield* keyOf({})
      for (const at of ["HTTPS://EXAMPLE.com:443/a?b=1&a=2", `${url}#section`, "https://example.com/x/../a?b=1&a=2"]) {
        assert.strictEqual(yield* keyOf({}, at), plain, at)
      }
      const others = [
        "http://example.com/a?b=1&a=2",
        "https://example.com/a?a=2&b=1",
        "https://example.com/a/?b=1&a=2",
        "https://example.com:8443/a?b=1&a=2",
        `${url}#/route`,
        `${url}#!route`
      ]
      const keys = yield* Effect.forEach(others, (at) => keyOf({}, at))
      assert.strictEqual(new Set([plain, ...keys]).size, others.length + 1)
      assert.notStrictEqual(yield* keyOf({}, url, "team"), plain)
    }))
})

describe("the cache plan", () => {
  it.effect("states what a request may read and write", () =>
    Effect.gen(function*() {
      const plan = (written: unknown, extra: { readonly forget?: boolean; readonly url?: string } = {}) =>
        Effect.map(decode(written), (options) => {
          const { policy, read, write } = CachePlan.make({ url, options, ...extra })
          return { read, write, ...policy }
        })
      const usual = { read: true, write: true, maxAge: 172_800_000, cacheOnly: false, trace: true }
      assert.deepStrictEqual(yield* plan({}), usual)
      assert.deepStrictEqual(yield* plan({ maxAge: 5 }), { ...usual, maxAge: 5 })
      assert.deepStrictEqual(yield* plan({ storeInCache: false }), { ...usual, write: false })
      assert.deepStrictEqual(yield* plan({ lockdown: true }), {
        read: true,
        write: false,
        maxAge: 63_072_000_000,
        cacheOnly: true,
        trace: false
      })
      assert.deepStrictEqual(yield* plan({ minAge: 7 }), {
        read: true,
        write: true,
        minAge: 7,
        cacheOnly: true,
        trace: true
      })
      const forgotten = { ...usual, write: false, trace: false }
      assert.deepStrictEqual(yield* plan({ zeroDataRetention: true }), forgotten)
      assert.deepStrictEqual(yield* plan({}, { forget: true }), forgotten)
      const bypassed = { ...usual, read: false, write: false }
      assert.deepStrictEqual(yield* plan({ headers: { cookie: "a" } }), bypassed)
      assert.deepStrictEqual(yield* plan({ actions: [{ type: "wait", milliseconds: 5 }] }), bypassed)
      assert.deepStrictEqual(yield* plan({ profile: { name: "a" } }), bypassed)
      assert.deepStrictEqual(yield* plan({}, { url: "https://user:secret@example.com/" }), bypassed)
    }))
})
