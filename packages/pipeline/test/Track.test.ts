import { SnapshotStore } from "@dunlin/cache"
import { Caller, Scraper } from "@dunlin/pipeline"
import { type RawPage, ScrapeOptions } from "@dunlin/schema"
import { ModelFormats } from "@dunlin/transformers"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Option, Ref } from "effect"
import { TestClock } from "effect/testing"
import { changing, services } from "./fixtures.ts"

const url = "https://example.com/prices"

const html = (price: number, note = "Prices hold for a whole season.") =>
  `<html lang="en"><head><title>Prices</title></head><body><main><h1>Prices</h1><p>${note} They include water and ` +
  `electricity, and they are paid at the office of the harbour.</p><ul><li>Berth: ${price}</li><li>Slipway: 5</li>` +
  "</ul></main></body></html>"

interface Answer {
  readonly status: number
  readonly body: string
}

/** One page that can be edited, and scraped a minute after each edit. */
const watched = Effect.fnUntraced(function*(models?: Layer.Layer<ModelFormats.ModelFormats>) {
  const answer = yield* Ref.make<Answer>({ status: 200, body: html(12) })
  const fetcher = changing(
    { [url]: html(12) },
    (page) =>
      Effect.map(Ref.get(answer), ({ body, status }): RawPage.RawPage => ({
        ...page,
        status,
        body: new TextEncoder().encode(body)
      }))
  )
  const layer = Scraper.layer.pipe(
    Layer.provideMerge(models === undefined ? services : Layer.merge(services, models)),
    Layer.provideMerge(fetcher)
  )
  const context = yield* Layer.build(layer)
  const scrape = (
    tracking: object = {},
    input: ScrapeOptions.ScrapeOptionsInput = {},
    caller = Caller.local
  ) =>
    Effect.gen(function*() {
      yield* TestClock.adjust("1 minute")
      const scraper = yield* Scraper.Scraper
      return yield* scraper.scrape({
        url,
        options: ScrapeOptions.make({ formats: ["markdown", { type: "changeTracking", ...tracking }], ...input }),
        caller
      })
    }).pipe(Effect.provide(context))
  return { answer, context, scrape }
})

describe("changeTracking", () => {
  it.effect("reports new, same, changed, and removed for an edited page", () =>
    Effect.gen(function*() {
      const { answer, scrape } = yield* watched()
      const status = (scraped: Effect.Success<ReturnType<typeof scrape>>) => scraped.document.changeTracking
      assert.deepEqual(status(yield* scrape()), { previousScrapeAt: null, changeStatus: "new", visibility: "visible" })
      assert.deepEqual(status(yield* scrape({ modes: ["git-diff"] })), {
        previousScrapeAt: "1970-01-01T00:01:00.000Z",
        changeStatus: "same",
        visibility: "visible"
      })
      yield* Ref.set(answer, { status: 200, body: html(21) })
      const changed = status(yield* scrape({ modes: ["git-diff"] }))
      assert.deepInclude(changed, { changeStatus: "changed", previousScrapeAt: "1970-01-01T00:02:00.000Z" })
      assert.match(changed?.diff?.text ?? "", /^-- Berth: 12$/m)
      assert.match(changed?.diff?.text ?? "", /^\+- Berth: 21$/m)
      const changes = changed?.diff?.json.files[0]?.chunks[0]?.changes.filter(({ type }) => type !== "normal")
      assert.deepEqual(changes, [
        { type: "del", content: "-- Berth: 12", ln: 5 },
        { type: "add", content: "+- Berth: 21", ln: 5 }
      ])
      yield* Ref.set(answer, { status: 404, body: "<p>gone</p>" })
      assert.deepEqual(status(yield* scrape({ modes: ["git-diff"] })), {
        previousScrapeAt: "1970-01-01T00:03:00.000Z",
        changeStatus: "removed",
        visibility: "hidden"
      })
      yield* Ref.set(answer, { status: 200, body: html(21) })
      assert.strictEqual(status(yield* scrape())?.changeStatus, "new")
    }).pipe(Effect.scoped))

  it.effect("compares each of ten edits with the previous version", () =>
    Effect.gen(function*() {
      const { answer, scrape } = yield* watched()
      yield* scrape()
      for (let price = 13; price < 23; price++) {
        yield* Ref.set(answer, { status: 200, body: html(price) })
        const { document } = yield* scrape({ modes: ["git-diff"] })
        const edits = document.changeTracking?.diff?.text.split("\n").filter((line) => /^[-+]-/.test(line)) ?? []
        assert.deepEqual(edits.slice(edits.length - 2), [`-- Berth: ${price - 1}`, `+- Berth: ${price}`])
      }
    }).pipe(Effect.scoped))

  it.effect("separates tags and teams", () =>
    Effect.gen(function*() {
      const { answer, scrape } = yield* watched()
      const other = { ...Caller.local, team: "other" }
      yield* scrape({ tag: "a" })
      yield* Ref.set(answer, { status: 200, body: html(21) })
      assert.strictEqual((yield* scrape({ tag: "b" })).document.changeTracking?.changeStatus, "new")
      assert.strictEqual((yield* scrape({ tag: "a" }, {}, other)).document.changeTracking?.changeStatus, "new")
      assert.strictEqual((yield* scrape({ tag: "a" })).document.changeTracking?.changeStatus, "changed")
      assert.strictEqual((yield* scrape({ tag: "b" })).document.changeTracking?.changeStatus, "same")
    }).pipe(Effect.scoped))

  it.effect("stores nothing with zero retention, with a warning", () =>
    Effect.gen(function*() {
      const { context, scrape } = yield* watched()
      const { document } = yield* scrape({}, { zeroDataRetention: true })
      assert.isUndefined(document.changeTracking)
      assert.include(document.warning, "changeTracking stores page versions")
      const snapshots = yield* SnapshotStore.SnapshotStore.pipe(Effect.provide(context))
      assert.isTrue(Option.isNone(yield* snapshots.latest({ team: Caller.local.team, url })))
    }).pipe(Effect.scoped))

  it.effect("does not count a failed page as a version", () =>
    Effect.gen(function*() {
      const { answer, scrape } = yield* watched()
      yield* scrape()
      yield* Ref.set(answer, { status: 503, body: "<p>Try again later, we are busy at the moment.</p>" })
      const { document } = yield* scrape()
      assert.isUndefined(document.changeTracking)
      assert.include(document.warning, "returned status 503")
      yield* Ref.set(answer, { status: 200, body: html(12) })
      assert.strictEqual((yield* scrape()).document.changeTracking?.changeStatus, "same")
    }).pipe(Effect.scoped))

  it.effect("never uses the cache", () =>
    Effect.gen(function*() {
      const { answer, scrape } = yield* watched()
      yield* scrape({}, { maxAge: 3_600_000 })
      yield* Ref.set(answer, { status: 200, body: html(21) })
      const { document } = yield* scrape({}, { maxAge: 3_600_000 })
      assert.strictEqual(document.changeTracking?.changeStatus, "changed")
      assert.strictEqual(document.metadata?.cacheState, "miss")
    }).pipe(Effect.scoped))
})

const schema = { type: "object", properties: { berth: { type: "number" }, slipway: { type: "number" } } } as const
const fields = { modes: ["json"], schema }

describe("changeTracking of fields", () => {
  it.effect("reports changed fields only, reads them from the page, and charges them", () =>
    Effect.gen(function*() {
      const { answer, scrape } = yield* watched()
      assert.strictEqual((yield* scrape(fields)).document.metadata?.creditsUsed, 5)
      yield* Ref.set(answer, { status: 200, body: html(21) })
      const { document } = yield* scrape(fields)
      assert.deepEqual(document.changeTracking?.json, { berth: { previous: 12, current: 21 } })
      assert.isUndefined(document.changeTracking?.diff)
      assert.strictEqual(document.metadata?.creditsUsed, 5)
      // Nothing changed, but the fields were taken.
      assert.strictEqual((yield* scrape(fields)).document.metadata?.creditsUsed, 5)
    }).pipe(Effect.scoped))

  it.effect("remembers fields after a scrape without them", () =>
    Effect.gen(function*() {
      const tracked = yield* Ref.make<{ readonly berth: number } | undefined>({ berth: 1 })
      const models = Layer.succeed(ModelFormats.ModelFormats, {
        derive: () =>
          Effect.map(Ref.get(tracked), (json) => ({
            fields: {},
            ...(json === undefined ? {} : { tracked: json }),
            warnings: json === undefined ? ["changeTracking: the language model did not respond."] : []
          }))
      })
      const { scrape } = yield* watched(models)
      yield* scrape(fields)
      yield* Ref.set(tracked, undefined)
      const failed = yield* scrape(fields)
      assert.deepInclude(failed.document.changeTracking, { changeStatus: "same" })
      assert.strictEqual(failed.document.metadata?.creditsUsed, 1)
      yield* Ref.set(tracked, { berth: 2 })
      const { document } = yield* scrape(fields)
      assert.deepEqual(document.changeTracking?.json, { berth: { previous: 1, current: 2 } })
    }).pipe(Effect.scoped))

  it.effect("compares the text before a model cleaned it", () =>
    Effect.gen(function*() {
      let count = 0
      const models = Layer.succeed(ModelFormats.ModelFormats, {
        derive: () => Effect.sync(() => ({ fields: {}, markdown: `# Cleaned ${count++}`, warnings: [] }))
      })
      const { scrape } = yield* watched(models)
      yield* scrape({}, { onlyCleanContent: true })
      const { document } = yield* scrape({}, { onlyCleanContent: true })
      assert.strictEqual(document.markdown, "# Cleaned 1")
      assert.strictEqual(document.changeTracking?.changeStatus, "same")
    }).pipe(Effect.scoped))
})
