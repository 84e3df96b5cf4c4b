import {
  BatchRequest,
  CrawlRequest,
  MapRequest,
  Monitor,
  Papers,
  ScrapeOptions,
  ScrapeRequest,
  SearchRequest
} from "@dunlin/schema"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"

/** As a service hands on what it was asked. */
const handedOn: { readonly limit?: number | undefined; readonly maxAge?: number | undefined } = { limit: undefined }

describe("undefined fields", () => {
  it.effect("count as absent at any depth", () =>
    Effect.gen(function*() {
      const input: SearchRequest.SearchRequestInput = {
        query: "waders",
        limit: handedOn.limit,
        country: undefined,
        sources: [{ type: "web", tbs: undefined }],
        scrapeOptions: {
          maxAge: handedOn.maxAge,
          formats: ["markdown", { type: "json", prompt: "x", schema: undefined }]
        }
      }
      const given = yield* SearchRequest.decode(input)
      const plain = yield* SearchRequest.decode({
        query: "waders",
        sources: [{ type: "web" }],
        scrapeOptions: { formats: ["markdown", { type: "json", prompt: "x" }] }
      })
      assert.deepStrictEqual(given, plain)
    }))

  it.effect("count as absent in every other request", () =>
    Effect.gen(function*() {
      const url = "https://example.com/"
      assert.deepStrictEqual(
        yield* ScrapeRequest.decode({ url, maxAge: undefined }),
        yield* ScrapeRequest.decode({ url })
      )
      assert.deepStrictEqual(
        yield* CrawlRequest.decode({ url, scrapeOptions: { mobile: undefined } }),
        yield* CrawlRequest.decode({ url, scrapeOptions: {} })
      )
      assert.deepStrictEqual(ScrapeOptions.make({ waitFor: undefined }), ScrapeOptions.make())
    }))

  it.effect("do not hide other errors", () =>
    Effect.gen(function*() {
      const error = yield* Effect.flip(SearchRequest.decode({ query: undefined, limit: 0, country: undefined }))
      assert.deepStrictEqual(error.issues.map(({ path }) => path), [["query"], ["limit"]])
    }))

  it.effect("are accepted in endless input", () =>
    Effect.gen(function*() {
      const endless: Record<string, unknown> = { limit: undefined }
      endless.endless = endless
      const error = yield* Effect.flip(SearchRequest.decode({ query: 1, scrapeOptions: endless }))
      assert.strictEqual(error._tag, "InvalidRequest")
    }))
})

/** A request with a fault, and the fields that are named of it. */
const namedOf = (
  decode: (input: unknown) => Effect.Effect<unknown, { readonly issues: ReadonlyArray<{ readonly path: unknown }> }>,
  input: unknown
) => Effect.map(Effect.flip(decode(input)), ({ issues }) => issues.map(({ path }) => path))

/** Sets the value at a path of a request. */
const put = (input: object, [key, ...rest]: ReadonlyArray<string | number>, value: unknown): unknown => {
  const copy: Record<string | number, unknown> | Array<unknown> = Array.isArray(input) ? [...input] : { ...input }
  const inner = (copy as Record<string | number, unknown>)[key!]
  ;(copy as Record<string | number, unknown>)[key!] = rest.length === 0 ? value : put(inner as object, rest, value)
  return copy
}

const url = "https://example.com/"

const page = {
  maxAge: 1,
  minAge: 1,
  waitFor: 1,
  timeout: 2000,
  formats: [
    { type: "screenshot", quality: 50, viewport: { width: 800, height: 600 } },
    { type: "json", prompt: "x", schema: { type: "object", maxProperties: 3 } }
  ],
  actions: [{ type: "wait", milliseconds: 5 }, { type: "screenshot", viewport: { width: 800, height: 600 } }],
  parsers: [{ type: "pdf", maxPages: 3 }],
  includeTags: ["main"],
  mobile: true,
  location: { country: "DE", languages: ["de"] }
}

const requests: ReadonlyArray<readonly [string, (input: unknown) => Effect.Effect<unknown, any>, object]> = [
  ["search", SearchRequest.decode, {
    query: "waders",
    limit: 3,
    timeout: 1000,
    country: "DE",
    includeDomains: ["example.com"],
    sources: [{ type: "web", tbs: "qdr:w" }],
    scrapeOptions: page
  }],
  ["scrape", ScrapeRequest.decode, { url, ...page }],
  ["batch", BatchRequest.decode, { urls: [url], maxConcurrency: 3, ...page }],
  ["crawl", CrawlRequest.decode, {
    url,
    limit: 3,
    delay: 1,
    maxDiscoveryDepth: 2,
    maxConcurrency: 2,
    includePaths: ["a"],
    scrapeOptions: page
  }],
  ["map", MapRequest.decode, { url, limit: 3, timeout: 1000, search: "x" }],
  ["papers", (input) => Papers.decode(input as { readonly query: string }), {
    query: "waders",
    k: 3
  }]
]

/** Every place of a request that holds a plain value. */
const leaves = (value: unknown, path: ReadonlyArray<string | number> = []): ReadonlyArray<typeof path> =>
  typeof value !== "object" || value === null
    ? [path]
    : Array.isArray(value)
    ? value.flatMap((item, index) => leaves(item, [...path, index]))
    : Object.entries(value).flatMap(([key, inner]) => leaves(inner, [...path, key]))

describe("values that JSON cannot contain", () => {
  describe.each(requests)("in a %s", (_, decode, input) => {
    it.effect("is a valid request without them", () => decode(input))

    it.effect.each(leaves(input).map((path) => [path.join("."), path] as const))(
      "NaN in %s is reported",
      ([, path]) =>
        Effect.gen(function*() {
          const named = yield* namedOf(decode, put(input, path, Number.NaN))
          assert.isAbove(named.length, 0)
          assert.strictEqual((named[0] as ReadonlyArray<unknown>)[0], path[0])
          const more = yield* namedOf(decode, { ...put(input, path, Number.NaN) as object, origin: undefined })
          assert.deepStrictEqual(more, named)
        })
    )
  })

  it.effect("limits reads of computed fields", () =>
    Effect.gen(function*() {
      let reads = 0
      const input = {
        query: "waders",
        limit: 0,
        get scrapeOptions() {
          reads++
          return { formats: ["markdown"] }
        }
      }
      assert.deepStrictEqual(yield* namedOf(SearchRequest.decode, input), [["limit"]])
      assert.isBelow(reads, 10)
      const fresh = (): object => ({
        get left() {
          reads++
          return fresh()
        },
        get right() {
          reads++
          return fresh()
        }
      })
      reads = 0
      assert.deepStrictEqual(yield* namedOf(SearchRequest.decode, { query: 1, scrapeOptions: fresh() }), [["query"]])
      assert.isBelow(reads, 100_000)
    }))

  const shared = (title?: string) => (): object => {
    let node: object = { type: "string", title }
    for (let level = 0; level < 40; level++) node = { left: node, right: node }
    return node
  }

  const cyclic = (): object => {
    const node: Record<string, unknown> = { type: "object", title: undefined }
    node.left = node
    node.right = [node, node]
    return node
  }

  it.effect.each(
    [
      ["shared", shared()],
      ["shared and plain", shared("x")],
      ["cyclic", cyclic]
    ] as const
  )("visits %s once", ([, make]) =>
    Effect.gen(function*() {
      const odd = make()
      assert.deepStrictEqual(yield* namedOf(SearchRequest.decode, { query: 1, odd }), [["query"]])
      assert.deepStrictEqual(yield* namedOf(SearchRequest.decode, { query: "x", limit: 0, scrapeOptions: odd }), [[
        "limit"
      ]])
      const named = yield* namedOf(ScrapeRequest.decode, { url, formats: [{ type: "json", schema: odd }] })
      assert.deepStrictEqual((named[0] as ReadonlyArray<unknown>).slice(0, 3), ["formats", 0, "schema"])
    }))
})

describe("optional fields that are null", () => {
  it.effect("count as absent at any depth, as clients in Rust, Java, and Go send them", () =>
    Effect.gen(function*() {
      const given = yield* SearchRequest.decode({
        query: "waders",
        limit: null,
        sources: [{ type: "web", tbs: null }],
        scrapeOptions: { maxAge: null, location: null, formats: [{ type: "json", prompt: "x", schema: null }] }
      })
      const plain = yield* SearchRequest.decode({
        query: "waders",
        sources: [{ type: "web" }],
        scrapeOptions: { formats: [{ type: "json", prompt: "x" }] }
      })
      assert.deepStrictEqual(given, plain)
    }))

  it.effect("count as absent in every kind of request", () =>
    Effect.gen(function*() {
      const url = "https://example.com/"
      assert.deepStrictEqual(
        yield* ScrapeRequest.decode({
          url,
          formats: null,
          profile: null,
          actions: [{ type: "scroll", direction: null }]
        }),
        yield* ScrapeRequest.decode({ url, actions: [{ type: "scroll" }] })
      )
      assert.deepStrictEqual(
        yield* CrawlRequest.decode({ url, limit: null, scrapeOptions: { mobile: null } }),
        yield* CrawlRequest.decode({ url, scrapeOptions: {} })
      )
      const schedule = { cron: "0 * * * *" }
      const monitor = (given: object) => ({
        name: "Prices",
        schedule: given,
        targets: [{ type: "scrape", urls: [url] }]
      })
      assert.deepStrictEqual(
        yield* Monitor.decode({ ...monitor({ ...schedule, timezone: null, text: null }), webhook: null }),
        yield* Monitor.decode(monitor(schedule))
      )
    }))

  it.effect("do not hide a missing required field or another error", () =>
    Effect.gen(function*() {
      const error = yield* Effect.flip(SearchRequest.decode({ query: null, limit: 0, country: null }))
      assert.deepStrictEqual(error.issues.map(({ path }) => path), [["query"], ["limit"]])
      const header = yield* Effect.flip(
        ScrapeRequest.decode({ url: "https://example.com/", headers: { cookie: null } })
      )
      assert.deepStrictEqual(header.issues.map(({ path }) => path), [["headers", "cookie"]])
    }))

  it.effect("keep their meaning if the contract defines null", () =>
    Effect.gen(function*() {
      const request = yield* ScrapeRequest.decode({
        url: "https://example.com/",
        mobile: null,
        formats: [{ type: "json", schema: { enum: ["a", null], default: null } }]
      })
      assert.deepStrictEqual(request.formats, [{ type: "json", schema: { enum: ["a", null], default: null } }])
    }))
})
