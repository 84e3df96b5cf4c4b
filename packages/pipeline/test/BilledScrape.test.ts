import { CreditLedger } from "@dunlin/credits"
import { BilledScrape, Caller, Scraper } from "@dunlin/pipeline"
import { ScrapeOptions } from "@dunlin/schema"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { TestClock } from "effect/testing"

const account = "team"

/** Scrapes one page, which costs one credit, while something happens to its reservation. */
const scrapedWhile = (happens: Effect.Effect<unknown, unknown, CreditLedger.CreditLedger>, once = false) => {
  let scrapes = 0
  const scraper = Layer.effect(
    Scraper.Scraper,
    Effect.map(Effect.context<CreditLedger.CreditLedger>(), (context) => ({
      scrape: () =>
        Effect.as(
          Effect.andThen(Effect.sync(() => scrapes++), Effect.orDie(Effect.provideContext(happens, context))),
          {
            document: { markdown: "text", metadata: { statusCode: 200 } },
            usage: { outcome: "delivered" as const },
            warnings: [],
            text: "text"
          }
        )
    }))
  )
  const task = {
    url: "https://site.example/",
    options: ScrapeOptions.make({}),
    caller: { ...Caller.local, team: account },
    retention: "standard",
    key: "page",
    once
  } as const
  return { scrape: BilledScrape.scrape(task), hold: BilledScrape.hold(task), scrapes: () => scrapes, scraper }
}

const ended = (what: (ledger: CreditLedger.CreditLedger["Service"]) => Effect.Effect<unknown, unknown>) =>
  Effect.flatMap(CreditLedger.CreditLedger, what)

const ways = {
  "is over": TestClock.adjust("1 hour"),
  "was given back": ended((ledger) => ledger.void({ account, key: "page" }))
}

describe("BilledScrape", () => {
  for (const [way, happens] of Object.entries(ways)) {
    it.effect(`charges a page whose reservation ${way} meanwhile, once`, () => {
      const { scrape, scraper, scrapes } = scrapedWhile(happens)
      return Effect.gen(function*() {
        const ledger = yield* CreditLedger.CreditLedger
        const { charged, paid } = yield* scrape
        assert.deepStrictEqual([charged, paid, scrapes()], [1, 1, 1])
        assert.deepInclude(yield* ledger.balance(account), { spent: 1, reserved: 0 })
        const again = yield* scrape
        assert.deepStrictEqual([again.charged, again.paid], [0, 1])
        assert.deepInclude(yield* ledger.balance(account), { spent: 1, reserved: 0 })
      }).pipe(Effect.provide(scraper), Effect.provide(CreditLedger.layerMemory({ initial: 100 })))
    })
  }

  it.effect("charges a page whose reservation the ledger dropped", () => {
    const noticed = Effect.andThen(TestClock.adjust("1 hour"), ended((ledger) => ledger.balance(account)))
    const { scrape, scraper, scrapes } = scrapedWhile(noticed, true)
    return Effect.gen(function*() {
      const ledger = yield* CreditLedger.CreditLedger
      const { charged, paid } = yield* scrape
      assert.deepStrictEqual([charged, paid, scrapes()], [1, 1, 1])
      assert.deepInclude(yield* ledger.balance(account), { spent: 1, reserved: 0 })
    }).pipe(Effect.provide(scraper), Effect.provide(CreditLedger.layerMemory({ initial: 100 })))
  })

  it.effect("charges nothing for a page that another request paid meanwhile", () => {
    const { scrape, scraper } = scrapedWhile(ended((ledger) => ledger.settle({ account, key: "page" }, 3)))
    return Effect.gen(function*() {
      const ledger = yield* CreditLedger.CreditLedger
      const { charged, paid } = yield* scrape
      assert.deepStrictEqual([charged, paid], [0, 3])
      assert.deepInclude(yield* ledger.balance(account), { spent: 3, reserved: 0 })
    }).pipe(Effect.provide(scraper), Effect.provide(CreditLedger.layerMemory({ initial: 100 })))
  })

  it.effect("fails if the credits were spent elsewhere meanwhile", () => {
    const { scrape, scraper } = scrapedWhile(ended((ledger) =>
      Effect.gen(function*() {
        yield* ledger.void({ account, key: "page" })
        yield* ledger.settle(yield* ledger.reserve({ account, amount: 100, key: "elsewhere" }), 100)
      })
    ))
    return Effect.gen(function*() {
      const ledger = yield* CreditLedger.CreditLedger
      const error = yield* Effect.flip(scrape)
      assert.strictEqual(error.reason._tag, "InsufficientCredits")
      assert.deepInclude(yield* ledger.balance(account), { spent: 100, reserved: 0 })
    }).pipe(Effect.provide(scraper), Effect.provide(CreditLedger.layerMemory({ initial: 100 })))
  })

  it.effect("gives up if a ledger stores no reservations", () => {
    let settled = 0
    const forgetful = Layer.effect(
      CreditLedger.CreditLedger,
      Effect.map(CreditLedger.CreditLedger, (ledger) => ({
        ...ledger,
        settle: (reservation: CreditLedger.ReservationId, amount: number) =>
          Effect.suspend(() => {
            settled++
            return Effect.andThen(ledger.void(reservation), ledger.settle(reservation, amount))
          })
      }))
    ).pipe(Layer.provide(CreditLedger.layerMemory({ initial: 100 })))
    const { scrape, scraper, scrapes } = scrapedWhile(Effect.void)
    return Effect.gen(function*() {
      const error = yield* Effect.flip(scrape)
      assert.deepStrictEqual([error.reason._tag, settled, scrapes()], ["AlreadyResolved", 4, 1])
    }).pipe(Effect.provide(scraper), Effect.provide(forgetful))
  })
})

describe("a held charge", () => {
  for (
    const [end, how, balance] of [
      ["is released if the scope closes first", () => Effect.void, { spent: 0, reserved: 0 }],
      ["is released on request", (held: BilledScrape.Held) => held.giveBack, { spent: 0, reserved: 0 }],
      ["is charged once, although the scope closes afterwards", (held: BilledScrape.Held) => held.take, {
        spent: 1,
        reserved: 0
      }]
    ] as const
  ) {
    it.effect(end, () => {
      const { hold, scraper } = scrapedWhile(Effect.void)
      return Effect.gen(function*() {
        const ledger = yield* CreditLedger.CreditLedger
        yield* Effect.scoped(Effect.gen(function*() {
          const held = yield* hold
          assert.isAbove((yield* ledger.balance(account)).reserved, 0)
          yield* how(held)
        }))
        assert.deepInclude(yield* ledger.balance(account), balance)
      }).pipe(Effect.provide(scraper), Effect.provide(CreditLedger.layerMemory({ initial: 100 })))
    })
  }
})
