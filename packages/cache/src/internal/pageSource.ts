import type { RawPage } from "@dunlin/schema/RawPage"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type * as CachePlan from "../CachePlan.ts"
import type { CachedPage, FailureCodec, Served } from "./cachedPage.ts"
import { type Counters, survive } from "./metrics.ts"
import type { Reader } from "./pageReader.ts"
import { negativeKey, type Writer } from "./pageWriter.ts"

export const make = (counters: Counters, reader: Reader, writer: Writer) => {
  const hit = Effect.fnUntraced(function*(cached: CachedPage) {
    yield* counters.add("hits")
    return { ...cached, cacheState: "hit" } as Served
  })

  const recall = Effect.fnUntraced(function*<E>(
    plan: CachePlan.CachePlan,
    failures: FailureCodec<E> | undefined
  ) {
    const found = yield* survive(counters, reader.find(negativeKey(plan.key), plan.policy), Option.none())
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

  const fetch = Effect.fnUntraced(function*<E, R>(
    plan: CachePlan.CachePlan,
    run: Effect.Effect<RawPage, E, R>,
    failures: FailureCodec<E> | undefined
  ) {
    yield* counters.add("misses")
    const page = yield* plan.write
      ? Effect.tapError(run, (error) =>
        Option.match(failures?.encode(error) ?? Option.none(), {
          onNone: () => Effect.void,
          onSome: (json) => survive(counters, writer.remember(plan, json), undefined)
        }))
      : run
    if (plan.write) yield* survive(counters, writer.set(plan.key, page, { url: plan.url }), undefined)
    return { page, cachedAt: page.fetchedAt, age: 0, cacheState: "miss" } as Served
  })

  return { hit, recall, fetch }
}

export type PageSource = ReturnType<typeof make>
