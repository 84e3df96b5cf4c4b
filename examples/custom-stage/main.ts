// A stage of your own in the scrape pipeline: it needs `document`, it adds `document`, and it compiles only after
// `transform`, which provides it.
import { Fetcher } from "@dunlin/fetcher"
import { Pipeline, ScrapePipeline, Scraper, type ScrapeState, Stage } from "@dunlin/pipeline"
import { ScrapeOptions } from "@dunlin/schema"
import { NodeRuntime } from "@effect/platform-node"
import { Services } from "dunlin"
import { Console, Effect, Layer } from "effect"

const signature = Stage.make("signature", ({ document }: Pick<ScrapeState.Transformed, "document">) =>
  Effect.succeed({
    document: { ...document, markdown: `${document.markdown}\n\n*Read by a robot.*` }
  }))

const scraper = Scraper.layerPipeline(ScrapePipeline.scrape.pipe(Pipeline.insertAfter("transform", signature)))

export const program = Effect.gen(function*() {
  const { scrape } = yield* Scraper.Scraper
  const { document } = yield* scrape({ url: "https://example.com/", options: ScrapeOptions.make() })
  return document.markdown
}).pipe(
  Effect.provide(scraper.pipe(
    Layer.provide(Services.layer({
      fetcher: Fetcher.layerMemory({ "https://example.com/": "<main><h1>Hello</h1><p>Some text.</p></main>" })
    }))
  ))
)

if (import.meta.main) {
  NodeRuntime.runMain(Effect.flatMap(program, Console.log))
}
