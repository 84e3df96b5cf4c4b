import type { RawPage } from "@dunlin/schema/RawPage"
import * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Option from "effect/Option"
import * as Schedule from "effect/Schedule"
import type * as Schema from "effect/Schema"
import * as crypto from "node:crypto"
import { CacheError, NotCached } from "../CacheError.ts"
import * as CachePlan from "../CachePlan.ts"
import type { CachedPage, FailureCodec, Options, PageCache, Served, SetOptions } from "../PageCache.ts"
import type { Entry, PageStore } from "../PageStore.ts"
import * as Flights from "./flights.ts"
import * as Metrics from "./metrics.ts"
import * as codec from "./pageCodec.ts"

/** A clock may run ahead of the one that wrote an entry by this much; an entry from further ahead is not believed. */
const clockSkew = 60_000

/** Expired entries go at the first write after this pause, in milliseconds. */
const evictionPause = 60_000

/** Short-lived entries (missing pages, failures) live beside the page, so that they never push a good version out. */
const negativeKey = (key: string): string => `${key}-`

const isNegative = (status: number): boolean => status === 404 || status === 410

const sha256 = (bytes: Uint8Array): string => crypto.hash("sha256", bytes)

const hostOf = (url: string): string => URL.parse(url)?.hostname ?? ""

const isFailure = <E>(failures: FailureCodec<E> | undefined, error: E): Option.Option<Schema.Json> =>
  failures === undefined ? Option.none() : failures.encode(error)

type Found =
  | { readonly _tag: "Page"; readonly cached: CachedPage }
  | { readonly _tag: "Failure"; readonly json: Schema.Json }

export const make = Effect.fnUntraced(function*(store: PageStore, options?: Options) {
  const scope = yield* Effect.scope
  const maxBytes = options?.maxBytes ?? 2 * 1024 * 1024 * 1024
  const maxEntryBytes = options?.maxEntryBytes ?? 64 * 1024 * 1024
  const versions = Math.max(1, options?.versions ?? 2)
  const negativeTtl = Duration.toMillis(options?.negativeTimeToLive ?? "60 seconds")
  const leaseTtl = Duration.toMillis(options?.leaseTimeToLive ?? "10 seconds")
  const flights = Flights.make(scope)
  const counters = Metrics.make(store.name)

  const drop = (entry: Entry) =>
    Effect.andThen(counters.add("corrupt"), Effect.ignore(store.remove(entry.key, entry.cachedAt)))

  /** Bytes that do not match their checksum, or that we cannot read, are dropped: a miss, never an answer. */
  const open = Effect.fnUntraced(function*(entry: Entry, now: number) {
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
    const age = Math.max(0, now - entry.cachedAt)
    return Option.some<Found>({ _tag: "Page", cached: { page: page.value, cachedAt: entry.cachedAt, age } })
  })

  const find = Effect.fnUntraced(function*(key: string, policy: CachePlan.Policy, since?: number) {
    if (policy.maxAge !== undefined && policy.maxAge <= 0 && since === undefined) return Option.none<Found>()
    const now = yield* Clock.currentTimeMillis
    const fresh = policy.maxAge === undefined ? -Infinity : now - policy.maxAge
    const minAge = policy.minAge ?? 0
    const entry = yield* store.read({
      key,
      // `since`: a page fetched after the caller arrived is as good as one fetched for it.
      after: since === undefined ? fresh : Math.min(fresh, since - 1),
      until: minAge > 1 ? now - minAge : now + clockSkew,
      now,
      touch: policy.trace !== false
    })
    return Option.isNone(entry) ? Option.none<Found>() : yield* open(entry.value, now)
  })

  const asPage = (found: Option.Option<Found>): Option.Option<CachedPage> =>
    Option.flatMap(found, (found) => found._tag === "Page" ? Option.some(found.cached) : Option.none())

  /** A broken store must not break a fetch. */
  const survive = <A>(effect: Effect.Effect<A, CacheError>, otherwise: A): Effect.Effect<A> =>
    Effect.catch(effect, () => Effect.as(counters.add("errors"), otherwise))

  // Evicting follows writing: a cache that is not written to does not grow, and needs no timer.
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
    if (unevicted > maxBytes / 16 || now - evictedAt >= evictionPause) {
      unevicted = 0
      evictedAt = now
      yield* Effect.forkIn(survive(evict, 0), scope)
    }
  })

  const set = Effect.fnUntraced(function*(key: string, page: RawPage, options?: SetOptions) {
    const negative = isNegative(page.status)
    if (options?.storeInCache === false || (!negative && (page.status < 200 || page.status > 299))) {
      return yield* counters.add("skipped")
    }
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

  const hit = Effect.fnUntraced(function*(cached: CachedPage) {
    yield* counters.add("hits")
    return { ...cached, cacheState: "hit" } as Served
  })

  /** What a missing page or a failure left behind for the next minute. */
  const recall = Effect.fnUntraced(function*<E>(
    plan: CachePlan.CachePlan,
    failures: FailureCodec<E> | undefined
  ) {
    const found = yield* survive(find(negativeKey(plan.key), plan.policy), Option.none())
    if (Option.isNone(found)) return Option.none<Served>()
    if (found.value._tag === "Page") {
      yield* counters.add("negativeHits")
      return Option.some<Served>({ ...found.value.cached, cacheState: "hit" })
    }
    const error = failures === undefined ? Option.none<E>() : failures.decode(found.value.json)
    if (Option.isNone(error)) return Option.none<Served>()
    yield* counters.add("negativeHits")
    return yield* Effect.fail(error.value)
  })

  const fetchAndStore = Effect.fnUntraced(function*<E, R>(
    plan: CachePlan.CachePlan,
    fetch: Effect.Effect<RawPage, E, R>,
    failures: FailureCodec<E> | undefined
  ) {
    yield* counters.add("misses")
    const page = yield* plan.write
      ? Effect.tapError(fetch, (error) =>
        Option.match(isFailure(failures, error), {
          onNone: () => Effect.void,
          onSome: (json) => survive(remember(plan, json), undefined)
        }))
      : fetch
    if (plan.write) yield* survive(set(plan.key, page, { url: plan.url }), undefined)
    return { page, cachedAt: page.fetchedAt, age: 0, cacheState: "miss" } as Served
  })

  /** Waits while another process fetches the same page; answers with its page, or `None` with the lease in our hands. */
  const await_ = Effect.fnUntraced(function*(plan: CachePlan.CachePlan, owner: string, since: number) {
    let pause = 25
    while (!(yield* survive(store.lease(plan.key, owner, leaseTtl), true))) {
      yield* counters.add("waits")
      yield* Effect.sleep(pause)
      pause = Math.min(pause * 1.5, 500)
      const found = asPage(yield* survive(find(plan.key, plan.policy, since), Option.none()))
      if (Option.isSome(found)) return found
    }
    // Whoever held the lease may have stored the page between our last look and now.
    return asPage(yield* survive(find(plan.key, plan.policy, since), Option.none()))
  })

  const lead = <E, R>(
    plan: CachePlan.CachePlan,
    fetch: Effect.Effect<RawPage, E, R>,
    failures: FailureCodec<E> | undefined
  ): Effect.Effect<Served, E, R> => {
    if (!plan.write) return fetchAndStore(plan, fetch, failures)
    const owner = crypto.randomUUID()
    return Effect.gen(function*() {
      const since = yield* Clock.currentTimeMillis
      const theirs = yield* await_(plan, owner, since)
      if (Option.isSome(theirs)) return yield* hit(theirs.value)
      const missing = yield* recall(plan, failures)
      if (Option.isSome(missing)) return missing.value
      const renewal = Effect.repeat(
        survive(store.lease(plan.key, owner, leaseTtl), true),
        Schedule.spaced(leaseTtl / 3)
      )
      return yield* Effect.raceFirst(
        fetchAndStore(plan, fetch, failures),
        Effect.andThen(Effect.sleep(leaseTtl / 3), Effect.andThen(renewal, Effect.never))
      )
    }).pipe(Effect.ensuring(survive(store.release(plan.key, owner), undefined)))
  }

  const shared = <E, R>(
    plan: CachePlan.CachePlan,
    fetch: Effect.Effect<RawPage, E, R>,
    failures: FailureCodec<E> | undefined,
    again: boolean
  ): Effect.Effect<Served, E, R> =>
    Effect.gen(function*() {
      const cached = asPage(yield* survive(find(plan.key, plan.policy), Option.none()))
      if (Option.isSome(cached)) return yield* hit(cached.value)
      const missing = yield* recall(plan, failures)
      if (Option.isSome(missing)) return missing.value
      const { exit, led } = yield* flights.join(
        `${plan.key} ${plan.write} ${plan.sharing}`,
        lead(plan, fetch, failures),
        counters.add("joined")
      )
      if (Exit.isSuccess(exit)) return exit.value
      // Somebody else's failure may be of its own making (a shorter deadline): the group tries once more.
      if (!led && !again && !Cause.hasInterrupts(exit.cause)) return yield* shared(plan, fetch, failures, true)
      return yield* Effect.failCause(exit.cause)
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
      Effect.withSpan("PageCache.getOrFetch", { attributes: { "cache.store": store.name } })
    )

  const serve = <E, R>(
    plan: CachePlan.CachePlan,
    fetch: Effect.Effect<RawPage, E, R>,
    failures: FailureCodec<E> | undefined
  ): Effect.Effect<Served, CacheError | E, R> =>
    Effect.gen(function*() {
      if (plan.policy.cacheOnly === true) {
        const cached = plan.read ? asPage(yield* find(plan.key, plan.policy)) : Option.none<CachedPage>()
        if (Option.isSome(cached)) return yield* hit(cached.value)
        yield* counters.add("misses")
        return yield* Effect.fail(new CacheError({ store: store.name, reason: new NotCached() }))
      }
      // A request that wants a page of its own (bypass, or `maxAge: 0`) never shares another one's fetch.
      if (!plan.read || (plan.policy.maxAge !== undefined && plan.policy.maxAge <= 0)) {
        return yield* fetchAndStore(plan, fetch, failures)
      }
      return yield* shared(plan, fetch, failures, false)
    })

  const service: PageCache["Service"] = {
    get: Effect.fn("PageCache.get")(function*(key, policy) {
      const found = asPage(yield* find(key, policy))
      yield* counters.add(Option.isSome(found) ? "hits" : "misses")
      return found
    }),
    set: Effect.fn("PageCache.set")(set),
    getOrFetch,
    stats: Effect.map(store.size, (size) => ({ store: store.name, ...counters.read(), ...size })),
    list: (filter, limit) => store.list(filter ?? {}, limit ?? 100),
    show: (url) => store.list({ url: CachePlan.canonicalUrl(url) }, 1000),
    evict,
    purge: store.purge
  }
  return service
})
