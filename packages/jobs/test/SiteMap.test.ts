import { CreditLedger } from "@dunlin/credits"
import { Fetcher } from "@dunlin/fetcher"
import { KnownPages, SiteMap } from "@dunlin/jobs"
import { Caller, Scraper } from "@dunlin/pipeline"
import { MapRequest } from "@dunlin/schema"
import { assert, it } from "@effect/vitest"
import { Effect, Fiber, Layer } from "effect"
import { TestClock } from "effect/testing"
import { countTurns } from "../../common/test/turns.ts"

const url = "https://example.com/"

/** A page with these links, without a site. */
const pageWith = (links: ReadonlyArray<string>) =>
  Layer.mergeAll(
    Layer.succeed(Scraper.Scraper, {
      scrape: () =>
        Effect.succeed({
          document: { links, metadata: { sourceURL: url, url, statusCode: 200 } },
          usage: { outcome: "delivered" as const },
          warnings: [],
          text: ""
        })
    }),
    CreditLedger.layerMemory({ initial: "unlimited" }),
    Fetcher.layerMemory({})
  )

/** A list, and the most of it that was looked at in one turn of the event loop. */
const watched = <A>(list: ReadonlyArray<A>) => {
  const counted = countTurns()
  return {
    list: new Proxy(list, {
      get: (all, key) => {
        if (typeof key === "string" && /^\d+$/.test(key)) counted.note()
        return Reflect.get(all, key)
      }
    }),
    most: () => counted.end().most
  }
}

it.live("yields to other work while it reads the links of a large page", () =>
  Effect.gen(function*() {
    const { list, most } = watched(Array.from({ length: 40_000 }, (_, at) => `${url}${at}#part`))
    const request = yield* MapRequest.decode({ url, sitemap: "skip", limit: 50_000 })
    const mapped = yield* SiteMap.map({ caller: Caller.local, request, key: "map", once: true }).pipe(
      Effect.provide(pageWith(list))
    )
    assert.strictEqual(mapped.links.length, 40_001)
    assert.strictEqual(mapped.links[40_000]?.url, `${url}39999`)
    assert.isBelow(most(), 2100)
  }))

it.live("yields to other work while it reads many known pages", () =>
  Effect.gen(function*() {
    const { list, most } = watched(Array.from({ length: 40_000 }, (_, at) => ({ url: `${url}${at}`, title: `${at}` })))
    const request = yield* MapRequest.decode({ url, sitemap: "skip", limit: 50_000 })
    const mapped = yield* SiteMap.map({ caller: Caller.local, request, key: "map", once: true }).pipe(
      Effect.provideService(KnownPages.KnownPages, () => Effect.succeed(list)),
      Effect.provide(pageWith([]))
    )
    assert.strictEqual(mapped.links.length, 40_001)
    assert.deepStrictEqual(mapped.links[40_000], { url: `${url}39999`, title: "39999" })
    assert.isBelow(most(), 2100)
  }))

it.effect("a map costs nothing if the caller leaves while sitemaps are read", () =>
  Effect.gen(function*() {
    const ledger = yield* CreditLedger.CreditLedger
    const request = yield* MapRequest.decode({ url })
    const map = (key: string) =>
      SiteMap.map({ caller: { ...Caller.local, team: "team" }, request, key, once: true }).pipe(
        Effect.provideService(KnownPages.KnownPages, () => Effect.delay(Effect.succeed([]), "10 seconds"))
      )
    const leaving = yield* Effect.forkChild(map("left"))
    yield* TestClock.adjust("5 seconds")
    assert.deepInclude(yield* ledger.balance("team"), { spent: 0, reserved: 7 })
    yield* Fiber.interrupt(leaving)
    assert.deepInclude(yield* ledger.balance("team"), { spent: 0, reserved: 0 })
    const staying = yield* Effect.forkChild(map("told"))
    yield* TestClock.adjust("10 seconds")
    assert.strictEqual((yield* Fiber.join(staying)).charged, 1)
    assert.deepInclude(yield* ledger.balance("team"), { spent: 1, reserved: 0 })
  }).pipe(Effect.provide(pageWith([]))))
