import * as Spans from "@dunlin/common/Spans"
import type { RawPage } from "@dunlin/schema/RawPage"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { CacheError, NotCached } from "../CacheError.ts"
import * as CachePlan from "../CachePlan.ts"
import type { Filter, PageStore } from "../PageStore.ts"
import type { CachedPage, FailureCodec, Options, Served } from "./cachedPage.ts"
import * as Metrics from "./metrics.ts"
import * as Reader from "./pageReader.ts"
import * as Source from "./pageSource.ts"
import * as Writer from "./pageWriter.ts"
import * as SharedFetch from "./sharedFetch.ts"

const DEFAULT_LISTED = 100
const DEFAULT_LISTED_ENTRIES = 1000

export const make = Effect.fnUntraced(function*(store: PageStore, options?: Options) {
  const scope = yield* Effect.scope
  const counters = Metrics.make(store.name)
  const reader = Reader.make(store, counters)
  const writer = Writer.make(store, counters, scope, options)
  const source = Source.make(counters, reader, writer)
  const shared = SharedFetch.make({ store, counters, reader, source, scope, options })

  const serve = <E, R>(
    plan: CachePlan.CachePlan,
    fetch: Effect.Effect<RawPage, E, R>,
    failures: FailureCodec<E> | undefined
  ): Effect.Effect<Served, CacheError | E, R> =>
    Effect.gen(function*() {
      if (plan.policy.cacheOnly === true) {
        const cached = plan.read ? yield* reader.findPage(plan.key, plan.policy) : Option.none<CachedPage>()
        if (Option.isSome(cached)) return yield* source.hit(cached.value)
        yield* counters.add("misses")
        return yield* Effect.fail(new CacheError({ store: store.name, reason: new NotCached() }))
      }
      // A request for a fresh page (no cache, or `maxAge: 0`) must not share an earlier fetch.
      if (!plan.read || (plan.policy.maxAge !== undefined && plan.policy.maxAge <= 0)) {
        return yield* source.fetch(plan, fetch, failures)
      }
      return yield* shared(plan, fetch, failures)
    })

  const getOrFetch = <E, R>(
    plan: CachePlan.CachePlan,
    fetch: Effect.Effect<RawPage, E, R>,
    failures?: FailureCodec<E>
  ): Effect.Effect<Served, CacheError | E, R> =>
    Effect.gen(function*() {
      const failed = counters.read().errors
      const served = yield* serve(plan, fetch, failures)
      return counters.read().errors > failed && served.cacheState === "miss" ? { ...served, isUnkept: true } : served
    }).pipe(
      Effect.tap((served) => Effect.annotateCurrentSpan({ "cache.state": served.cacheState, "cache.age": served.age })),
      Spans.span("PageCache.getOrFetch", { attributes: { "cache.store": store.name } })
    )

  return {
    get: Effect.fn("PageCache.get")(function*(key: string, policy: CachePlan.Policy) {
      const found = yield* reader.findPage(key, policy)
      yield* counters.add(Option.isSome(found) ? "hits" : "misses")
      return found
    }),
    set: Effect.fn("PageCache.set")(writer.set),
    getOrFetch,
    stats: Effect.map(store.size, (size) => ({ store: store.name, ...counters.read(), ...size })),
    list: (filter?: Filter, limit?: number) => store.list(filter ?? {}, limit ?? DEFAULT_LISTED),
    show: (url: string) => store.list({ url: CachePlan.canonicalUrl(url) }, DEFAULT_LISTED_ENTRIES),
    evict: writer.evict,
    purge: store.purge
  }
})
