import type { RawPage } from "@dunlin/schema/RawPage"
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type * as Schema from "effect/Schema"
import type * as Scope from "effect/Scope"
import * as CachePlan from "../CachePlan.ts"
import type { Entry, PageStore } from "../PageStore.ts"
import type { Options, SetOptions } from "./cachedPage.ts"
import { type Counters, survive } from "./metrics.ts"
import * as codec from "./pageCodec.ts"
import { sha256 } from "./pageReader.ts"

const EVICTION_PAUSE = 60_000

/** Eviction also runs whenever this share of the maximum bytes was written. */
const EVICTION_SHARE = 1 / 16

const DEFAULT_MAX_BYTES = 2 * 1024 * 1024 * 1024
const DEFAULT_MAX_ENTRY_BYTES = 64 * 1024 * 1024
const DEFAULT_VERSIONS = 2

/** Short-lived entries (missing pages, failures) have a separate key, so that they never replace a valid version. */
export const negativeKey = (key: string): string => `${key}-`

const isNegative = (status: number): boolean => status === 404 || status === 410

const isKeptStatus = (status: number): boolean => isNegative(status) || (status >= 200 && status <= 299)

const hostOf = (url: string): string => URL.parse(url)?.hostname ?? ""

export const make = (store: PageStore, counters: Counters, scope: Scope.Scope, options: Options | undefined) => {
  const maxBytes = options?.maxBytes ?? DEFAULT_MAX_BYTES
  const maxEntryBytes = options?.maxEntryBytes ?? DEFAULT_MAX_ENTRY_BYTES
  const versions = Math.max(1, options?.versions ?? DEFAULT_VERSIONS)
  const negativeTtl = Duration.toMillis(options?.negativeTimeToLive ?? "60 seconds")

  // Runs after writes, because a store without writes does not grow.
  let unevicted = 0
  let evictedAt = -Infinity
  const evict = Effect.gen(function*() {
    const now = yield* Clock.currentTimeMillis
    const gone = yield* store.evict({ now, maxBytes })
    if (gone > 0) yield* counters.add("evicted", gone)
    return gone
  })

  const write = Effect.fnUntraced(function*(entry: Omit<Entry, "sha256" | "size" | "host">) {
    yield* store.write(
      { ...entry, host: hostOf(entry.url), size: entry.bytes.length, sha256: sha256(entry.bytes) },
      versions
    )
    yield* counters.add("writes")
    unevicted += entry.bytes.length
    const now = yield* Clock.currentTimeMillis
    if (unevicted > maxBytes * EVICTION_SHARE || now - evictedAt >= EVICTION_PAUSE) {
      unevicted = 0
      evictedAt = now
      yield* Effect.forkIn(survive(counters, evict, 0), scope)
    }
  })

  /** A page must have been read completely to be stored. */
  const set = Effect.fnUntraced(function*(key: string, page: RawPage, options?: SetOptions) {
    const isKept = isKeptStatus(page.status) && page.isUnfinished !== true
    if (options?.storeInCache === false || !isKept) return yield* counters.add("skipped")
    const negative = isNegative(page.status)
    const bytes = yield* codec.encode(page)
    if (bytes.length > maxEntryBytes) return yield* counters.add("skipped")
    const now = yield* Clock.currentTimeMillis
    const cachedAt = Math.min(page.fetchedAt, now)
    yield* write({
      key: negative ? negativeKey(key) : key,
      kind: "page",
      url: CachePlan.canonicalUrl(options?.url ?? page.sourceUrl),
      status: page.status,
      cachedAt,
      expiresAt: negative ? now + negativeTtl : null,
      bytes
    })
  })

  const remember = Effect.fnUntraced(function*(plan: CachePlan.CachePlan, json: Schema.Json) {
    const now = yield* Clock.currentTimeMillis
    yield* write({
      key: negativeKey(plan.key),
      kind: "failure",
      url: plan.url,
      status: 0,
      cachedAt: now,
      expiresAt: now + negativeTtl,
      bytes: Buffer.from(JSON.stringify(json))
    })
  })

  return { set, remember, evict }
}

export type Writer = ReturnType<typeof make>
