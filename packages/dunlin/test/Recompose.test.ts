import { Fetcher } from "@dunlin/fetcher"
import { ScrapePipeline, Scraper, type ScrapeState, Searcher, SearchPipeline, Stage } from "@dunlin/pipeline"
import { SearchProvider } from "@dunlin/providers"
import { ScrapeOptions, SearchRequest } from "@dunlin/schema"
import { assert, describe, it } from "@effect/vitest"
import { createClient, Services } from "dunlin"
import { Effect, Layer } from "effect"

const url = "https://example.com/"

const options = {
  provider: SearchProvider.layerMemory([{ source: "web", url, title: "Example", description: "", position: 1 }]),
  fetcher: Fetcher.layerMemory({ [url]: "<main><h1>Waders</h1><p>Three small birds.</p></main>" })
}

const count = Stage.make(
  "count",
  ({ document }: Pick<ScrapeState.Transformed, "document">) =>
    Effect.succeed({ document: { ...document, words: document.markdown?.match(/\w+/g)?.length ?? 0 } })
)

const scraper = Scraper.layerPipeline(ScrapePipeline.scrape.insertAfter("redact", count))

/** What is there of the field in both answers, whatever their types say. */
const both = Effect.gen(function*() {
  const { scrape } = yield* Scraper.Scraper
  const { search } = yield* Searcher.Searcher
  const { document } = yield* scrape({ url, options: ScrapeOptions.make() })
  const task = yield* SearchRequest.decode({ query: "waders", scrapeOptions: { formats: ["markdown"] } })
  const { data } = yield* search(task)
  return [document, ...data.web ?? []].map((found) => "words" in found ? found.words : undefined)
})

const services = Services.layer(options)

describe("a stage that is inserted into scraping is used by search", () => {
  const ways = {
    "an option of the layer": Services.layer({
      ...options,
      scrape: (pipeline) => pipeline.insertAfter("redact", count)
    }),
    "merged over the services": scraper.pipe(Layer.provideMerge(services)),
    "with a searcher of its own": Searcher.layer.pipe(Layer.provideMerge(scraper), Layer.provideMerge(services)),
    "with a fresh searcher": Layer.fresh(Searcher.layer).pipe(
      Layer.provideMerge(scraper),
      Layer.provideMerge(services)
    ),
    "with the pipeline of the searches": Searcher.layerPipeline(SearchPipeline.search).pipe(
      Layer.provideMerge(scraper),
      Layer.provideMerge(services)
    ),
    "merged beside the services": Layer.merge(services, scraper.pipe(Layer.provide(services)))
  }
  for (const [name, layer] of Object.entries(ways)) {
    it.effect(name, () =>
      Effect.gen(function*() {
        assert.deepStrictEqual(yield* both, [4, 4])
      }).pipe(Effect.provide(layer)))
  }

  it.effect("if provided to the program before the services", () =>
    Effect.gen(function*() {
      assert.deepStrictEqual(yield* both.pipe(Effect.provide(scraper), Effect.provide(services)), [4, 4])
    }))

  it.effect("if provided to a searcher alone", () =>
    Effect.gen(function*() {
      const searcher = Searcher.layer.pipe(Layer.provide(scraper), Layer.provideMerge(services))
      assert.deepStrictEqual(yield* Effect.provide(both, searcher), [undefined, 4])
    }))

  it("if it is an option of a client", async () => {
    const client = createClient({ ...options, scrape: (pipeline) => pipeline.insertAfter("redact", count) })
    const document = await client.scrape(url)
    const { data } = await client.search("waders", { scrapeOptions: { formats: ["markdown"] } })
    const words: [number, number | undefined] = [document.words, data.web?.[0]?.words]
    assert.deepStrictEqual(words, [4, 4])
    await client.close()
  })

  it("if it is a function without Effect", async () => {
    const counted = Stage.promise("count", async ({ document }: Pick<ScrapeState.Transformed, "document">) => ({
      document: { ...document, letters: document.markdown?.length ?? 0 }
    }))
    const client = createClient({ ...options, scrape: (pipeline) => pipeline.insertAfter("redact", counted) })
    const { letters } = await client.scrape(url)
    assert.strictEqual(letters, "# Waders\n\nThree small birds.".length)
    await client.close()
  })

  it.effect("and the keys of a composition are typed", () => {
    const composition = Services.compose({ ...options, scrape: (pipeline) => pipeline.insertAfter("redact", count) })
    return Effect.gen(function*() {
      const { scrape } = yield* composition.Scraper
      const { search } = yield* composition.Searcher
      const { document } = yield* scrape({ url, options: ScrapeOptions.make() })
      const { data } = yield* search(
        yield* SearchRequest.decode({ query: "waders", scrapeOptions: { formats: ["markdown"] } })
      )
      const words: [number, number | undefined] = [document.words, data.web?.[0]?.words]
      assert.deepStrictEqual(words, [4, 4])
    }).pipe(Effect.provide(composition.layer))
  })
})

describe("pipelines of a client", () => {
  it("a failing stage fails its page, and not the search", async () => {
    const broken = Stage.promise("broken", async (_: Pick<ScrapeState.Transformed, "document">): Promise<{}> => {
      throw new Error("no")
    })
    const client = createClient({ ...options, scrape: (pipeline) => pipeline.insertAfter("redact", broken) })
    const error = await client.scrape(url).catch((error: unknown) => error)
    assert.deepInclude(error, { _tag: "ScrapeError", code: "UNKNOWN_ERROR" })
    const { data } = await client.search("waders", { scrapeOptions: { formats: ["markdown"] } })
    assert.match(data.web?.[0]?.metadata?.error ?? "", /stage broken failed/)
    await client.close()
  })

  it("a search pipeline can be changed, too", async () => {
    const polite = Stage.promise("polite", ({ response }: { readonly response: Searcher.ResponseOf<{}> }) => ({
      response: { ...response, thanks: true }
    }))
    const client = createClient({ ...options, search: (pipeline) => pipeline.insertAfter("settle", polite) })
    const { thanks } = await client.search("waders")
    assert.isTrue(thanks)
    await client.close()
  })
})
