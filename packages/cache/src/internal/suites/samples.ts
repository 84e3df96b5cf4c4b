/** Provides pages, plans and helpers for the suites. */
import { RawPage } from "@dunlin/schema/RawPage"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as TestClock from "effect/testing/TestClock"
import * as crypto from "node:crypto"
import { CacheError } from "../../CacheError.ts"
import * as CachePlan from "../../CachePlan.ts"
import type { CacheStats, Options, PageCache } from "../../PageCache.ts"

export const page = (fetchedAt: number, fields: Partial<ConstructorParameters<typeof RawPage>[0]> = {}): RawPage =>
  new RawPage({
    sourceUrl: "https://example.com/a",
    url: "https://example.com/a",
    status: 200,
    headers: { "content-type": "text/html; charset=utf-8" },
    contentType: "text/html",
    charset: "utf-8",
    body: new TextEncoder().encode(`<p>Fetched at ${fetchedAt}</p>`),
    redirects: [],
    fetchedAt,
    engine: "http",
    proxyUsed: "basic",
    warnings: [],
    ...fields
  })

export const fullPage = (fetchedAt: number, bodyBytes = 2048): RawPage =>
  page(fetchedAt, {
    url: "https://example.com/b?q=1",
    redirects: [{ url: "https://example.com/a", status: 301 }],
    engine: "browser",
    proxyUsed: "stealth",
    warnings: ["A sentence with an umlaut: ü."],
    body: new Uint8Array(crypto.randomBytes(bodyBytes)),
    screenshot: { contentType: "image/png", bytes: new Uint8Array(crypto.randomBytes(300)) },
    computedStyles: { body: { color: "rgb(0, 0, 0)" } },
    actions: {
      screenshots: [
        { contentType: "image/png", bytes: new Uint8Array(0) },
        { contentType: "image/jpeg", bytes: new Uint8Array(crypto.randomBytes(100)) }
      ],
      scrapes: [{ url: "https://example.com/c", html: "<p>c</p>" }],
      javascriptReturns: [{ type: "object", value: { a: [1, null, "x"] } }],
      pdfs: [{ contentType: "application/pdf", bytes: new Uint8Array(crypto.randomBytes(50)) }]
    }
  })

export const wrongBy = (time: number) => <A, E, R>(work: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  TestClock.setTime(time).pipe(Effect.andThen(work), Effect.provide(TestClock.layer()))

export const ahead = 3_600_000

export const hour = 3_600_000
export const day = 24 * hour
export const url = "https://example.com/a"

export const tagOf = <A, E>(exit: Exit.Exit<A, E>): string => {
  if (Exit.isSuccess(exit)) return "Success"
  const error = Cause.squash(exit.cause)
  return error instanceof CacheError ? error.reason._tag : String(error)
}

export const plan = (
  options: CachePlan.PageOptions = {},
  extra: { readonly team?: string; readonly url?: string } = {}
) => CachePlan.make({ url, options, ...extra })

export const text = (served: { readonly page: RawPage }) => new TextDecoder().decode(served.page.body)

export const counted = () => {
  let count = 0
  const fetch = Effect.gen(function*() {
    count++
    return page(yield* Effect.clockWith((clock) => clock.currentTimeMillis))
  })
  return { fetch, count: () => count }
}

export const until = (
  cache: PageCache["Service"],
  predicate: (stats: CacheStats) => boolean
): Effect.Effect<void, CacheError> =>
  Effect.gen(function*() {
    while (!predicate(yield* cache.stats)) yield* Effect.sleep("5 millis")
  })

export type Open = (store: string, options?: Options) => Layer.Layer<PageCache, unknown>

export const makeWithCache =
  (open: Open) =>
  <A, E>(program: Effect.Effect<A, E, PageCache>, store: string = crypto.randomUUID(), options?: Options) =>
    Effect.provide(program, Layer.fresh(open(store, options)))

export type WithCache = ReturnType<typeof makeWithCache>
