import { CreditLedger } from "@dunlin/credits"
import { Fetcher } from "@dunlin/fetcher"
import { Answer, Answerer, Caller, Reader, Scraper } from "@dunlin/pipeline"
import { SearchProvider } from "@dunlin/providers"
import { ScrapeRequest, SearchRequest } from "@dunlin/schema"
import { PassageFilter, Tokens } from "@dunlin/transformers"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { page, services, webHit } from "./fixtures.ts"

const answerer = (
  hits: ReadonlyArray<SearchProvider.WebHit>,
  pages: Readonly<Record<string, Fetcher.MemoryPage>> = {}
) =>
  Layer.mergeAll(Answerer.layer, Reader.layer).pipe(
    Layer.provideMerge(Scraper.layer),
    Layer.provideMerge(Layer.mergeAll(services, SearchProvider.layerMemory(hits), Fetcher.layerMemory(pages)))
  )

const answer = Effect.fnUntraced(function*(input: SearchRequest.SearchRequestInput, maxTokens: number) {
  const { request, warnings } = yield* SearchRequest.decode(input)
  const service = yield* Answerer.Answerer
  return yield* service.answer({ request, warnings, budget: { maxTokens }, caller: Caller.local })
})

const known = [
  webHit("rivers", {
    title: "Rivers",
    publishedAt: "2024-05-01",
    text: "Otters eat fish.\n\nThe longest river here is the Tay, which is 193 km long. Trains are late."
  }),
  webHit("trains", { title: "Trains", text: "Trains run along the river Tay every hour." })
]

describe("Answerer", () => {
  it.effect("answers from the index without reading a page", () =>
    Effect.gen(function*() {
      const result = yield* answer({ query: "how long is the river Tay" }, 300)
      assert.strictEqual(
        result.text,
        "[1] Rivers | https://example.com/rivers | 2024-05-01\n"
          + "Otters eat fish.\n\nThe longest river here is the Tay, which is 193 km long. Trains are late.\n\n"
          + "[2] Trains | https://example.com/trains\nTrains run along the river Tay every hour."
      )
      const [first] = result.passages
      assert.strictEqual(known[0]!.text!.slice(first!.start, first!.end), first!.text)
      assert.strictEqual(result.tokens, (yield* Tokens.counter)(result.text))
      assert.deepStrictEqual(result.sources.map(({ of, passages }) => [of, passages]), [["page", 1], ["page", 1]])
      // Two credits for a search, none for pages.
      assert.strictEqual(result.creditsUsed, 2)
      assert.isNull(result.warning)
    }).pipe(Effect.provide(answerer(known))))

  it.effect("returns what a filter chose in its order, and ranks if it chose nothing", () =>
    Effect.gen(function*() {
      const asked: Array<readonly [string, ReadonlyArray<string>]> = []
      const by = (choice: PassageFilter.Choice) => {
        const filter: PassageFilter.Filter = (question, passages) => {
          asked.push([question, passages])
          return Effect.succeed(choice)
        }
        return answer({ query: "how long is the river Tay" }, 300).pipe(
          Effect.provide(
            Answerer.layer.pipe(
              Layer.provide(Layer.succeed(PassageFilter.PassageFilter, filter)),
              Layer.provide(Scraper.layer),
              Layer.provide(Layer.mergeAll(services, SearchProvider.layerMemory(known), Fetcher.layerMemory({})))
            )
          )
        )
      }
      const one = yield* by({ kept: [1, 99] })
      assert.strictEqual(
        one.text,
        "[1] Trains | https://example.com/trains\nTrains run along the river Tay every hour."
      )
      assert.deepStrictEqual(one.sources.map(({ passages }) => passages), [0, 1])
      assert.deepStrictEqual(asked[0], ["how long is the river Tay", [
        "The longest river here is the Tay, which is 193 km long.",
        "Trains run along the river Tay every hour."
      ]])
      const both = yield* by({ kept: [1, 0] })
      assert.match(both.text, /^\[1\] Trains[^]*\[2\] Rivers/)
      const none = yield* by({ warning: "The model slept." })
      assert.match(none.text, /^\[1\] Rivers/)
      assert.strictEqual(none.warning, "The model slept.")
      assert.strictEqual((yield* by({ kept: [] })).text, none.text)
    }))

  it.effect("reads unknown pages, and uses the description of pages that cannot be read", () =>
    Effect.gen(function*() {
      const result = yield* answer({ query: "page that somebody wrote" }, 500)
      assert.deepStrictEqual(
        result.sources.map(({ error, of, url }) => [url, of, error]),
        [
          ["https://example.com/one", "page", undefined],
          ["https://example.com/gone", "description", "SCRAPE_SITE_ERROR"]
        ]
      )
      assert.include(result.text, "which is long enough to count as the main content of a page that somebody wrote")
      assert.include(result.text, "What somebody wrote of the page")
      assert.include(result.warning ?? "", "1 of 2 pages could not be scraped")
      assert.strictEqual(result.creditsUsed, 3)
    }).pipe(
      Effect.provide(answerer(
        [webHit("one"), webHit("gone", { description: "What somebody wrote of the page" })],
        { "https://example.com/one": page("one") }
      ))
    ))

  it.effect("rejects an invalid budget", () =>
    Effect.gen(function*() {
      for (const tokens of [0, 49, 200_001, 1.5, Number.NaN, "500", undefined]) {
        const error = yield* Effect.flip(Answer.checkMaxTokens(tokens))
        assert.include(error.message, "maxTokens: expected a whole number of tokens from 50 to 200000")
      }
      assert.strictEqual(yield* Answer.checkMaxTokens(500), 500)
    }))
})

describe("Reader", () => {
  const long = `<html><head><title>Long</title></head><body><main><h1>Long</h1>${
    Array.from({ length: 60 }, (_, at) =>
      `<p>Paragraph ${at} tells of otters, of rivers and of the winter of ${1900 + at}.</p>`)
      .join("")
  }</main></body></html>`
  const services = answerer([], { "https://example.com/long": long })
  const read = Effect.fnUntraced(function*(
    fields: { readonly maxTokens: number; readonly offset?: number | undefined; readonly query?: string },
    url = "https://example.com/long"
  ) {
    const { url: target, ...options } = yield* ScrapeRequest.decode({ url })
    const service = yield* Reader.Reader
    const { maxTokens, offset, query } = fields
    return yield* service.read({ url: target, options, budget: { maxTokens }, offset, query })
  })

  it.effect("continues exactly where it ended, and charges each part", () =>
    Effect.gen(function*() {
      const whole = yield* read({ maxTokens: 100_000 })
      assert.strictEqual(whole.length, whole.text.length)
      assert.isUndefined(whole.next)
      let text = ""
      let offset: number | undefined = 0
      let readings = 0
      while (offset !== undefined) {
        const piece: Reader.PageReading = yield* read({ maxTokens: 200, offset })
        assert.isAtMost(piece.tokens, 200)
        text += piece.text
        offset = piece.next
        readings++
      }
      assert.strictEqual(text, whole.text)
      assert.isAbove(readings, 3)
      const ledger = yield* CreditLedger.CreditLedger
      assert.deepInclude(yield* ledger.balance("local"), { spent: readings + 1, reserved: 0 })
    }).pipe(Effect.provide(services)))

  it.effect("reads only passages about a question", () =>
    Effect.gen(function*() {
      const { next, passages } = yield* read({ maxTokens: 500, query: "winter of 1917" })
      assert.include(passages.map(({ text }) => text).join(), "1917")
      assert.isTrue(next === undefined || next > 0)
      const nothing = yield* read({ maxTokens: 500, query: "zebra" })
      assert.strictEqual(nothing.text, "")
    }).pipe(Effect.provide(services)))

  it.effect("releases the reservation of a page that cannot be read", () =>
    Effect.gen(function*() {
      const error = yield* Effect.flip(read({ maxTokens: 500 }, "https://example.com/none"))
      assert.strictEqual(error._tag, "ScrapeError")
      const ledger = yield* CreditLedger.CreditLedger
      assert.deepInclude(yield* ledger.balance("local"), { spent: 0, reserved: 0 })
    }).pipe(Effect.provide(services)))
})
