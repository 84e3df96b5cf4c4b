import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Option from "effect/Option"
import type * as Schema from "effect/Schema"
import * as crypto from "node:crypto"
import type * as CachePlan from "../CachePlan.ts"
import type { Entry, PageStore, ReadEntry } from "../PageStore.ts"
import type { CachedPage } from "./cachedPage.ts"
import type { Counters } from "./metrics.ts"
import * as codec from "./pageCodec.ts"

/** Maximum lead of a writer's clock. Entries from further in the future are ignored. */
const CLOCK_SKEW = 60_000

export const sha256 = (bytes: Uint8Array): string => crypto.hash("sha256", bytes)

export type Found =
  | { readonly _tag: "Page"; readonly cached: CachedPage }
  | { readonly _tag: "Failure"; readonly json: Schema.Json }

export const make = (store: PageStore, counters: Counters) => {
  const drop = (entry: Entry) =>
    Effect.andThen(counters.add("corrupt"), Effect.ignore(store.remove(entry.key, entry.cachedAt)))

  const open = Effect.fnUntraced(function*(entry: ReadEntry, now: number) {
    if (sha256(entry.bytes) !== entry.sha256) {
      yield* drop(entry)
      return Option.none<Found>()
    }
    if (entry.kind === "failure") {
      const json = yield* Effect.option(Effect.try({
        try: () => JSON.parse(Buffer.from(entry.bytes).toString()) as Schema.Json,
        catch: () => "unreadable" as const
      }))
      return Option.map(json, (json): Found => ({ _tag: "Failure", json }))
    }
    const page = yield* Effect.exit(codec.decode(entry.bytes, store.name))
    if (Exit.isFailure(page)) {
      yield* drop(entry)
      return Option.none<Found>()
    }
    const age = Math.max(0, entry.age ?? now - entry.cachedAt)
    return Option.some<Found>({ _tag: "Page", cached: { page: page.value, cachedAt: entry.cachedAt, age } })
  })

  const find = Effect.fnUntraced(function*(key: string, policy: CachePlan.Policy, since?: number) {
    if (policy.maxAge !== undefined && policy.maxAge <= 0 && since === undefined) return Option.none<Found>()
    const now = yield* Clock.currentTimeMillis
    const fresh = policy.maxAge === undefined ? -Infinity : now - policy.maxAge
    const minAge = policy.minAge ?? 0
    const entry = yield* store.read({
      key,
      // With `since`, a page that was fetched after that time is accepted even if the policy allows only younger
      // ones.
      after: since === undefined ? fresh : Math.min(fresh, since - 1),
      until: minAge > 1 ? now - minAge : now + CLOCK_SKEW,
      now,
      touch: policy.trace !== false
    })
    return Option.isNone(entry) ? Option.none<Found>() : yield* open(entry.value, now)
  })

  const findPage = (key: string, policy: CachePlan.Policy, since?: number) =>
    Effect.map(
      find(key, policy, since),
      Option.flatMap((found) => found._tag === "Page" ? Option.some(found.cached) : Option.none())
    )

  return { find, findPage }
}

export type Reader = ReturnType<typeof make>
