import { CreditLedger } from "@dunlin/credits"
import { Fetcher } from "@dunlin/fetcher"
import { SiteMap } from "@dunlin/jobs"
import { Caller, Scraper } from "@dunlin/pipeline"
import { MapRequest } from "@dunlin/schema"
import { assert, it } from "@effect/vitest"
import { Effect, Layer } from "effect"

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

it.live("serves others while it looks at the links of a large page", () =>
  Effect.gen(function*() {
    let turns = 0
    let goesOn = true
    const other = () => {
      turns++
      if (goesOn) setImmediate(other)
    }
    setImmediate(other)
    /** How many links were looked at in each turn. */
    const looks = new Map<number, number>()
    const links = new Proxy(Array.from({ length: 40_000 }, (_, at) => `${url}${at}#part`), {
      get: (all, key) => {
        if (typeof key === "string" && /^\d+$/.test(key)) looks.set(turns, (looks.get(turns) ?? 0) + 1)
        return Reflect.get(all, key)
      }
    })
    const request = yield* MapRequest.decode({ url, sitemap: "skip", limit: 50_000 })
    const mapped = yield* SiteMap.map({ caller: Caller.local, request, key: "map", once: true }).pipe(
      Effect.provide(pageWith(links))
    )
    goesOn = false
    assert.strictEqual(mapped.links.length, 40_001)
    assert.strictEqual(mapped.links[40_000]?.url, `${url}39999`)
    assert.isBelow(Math.max(...looks.values()), 2100)
  }))
