// The same search as an Effect: services in the context, typed errors in the error channel.
import { Fetcher } from "@dunlin/fetcher"
import { Searcher } from "@dunlin/pipeline"
import { SearchProvider } from "@dunlin/providers"
import { SearchRequest } from "@dunlin/schema"
import { NodeRuntime } from "@effect/platform-node"
import { Services } from "dunlin"
import { Console, Effect } from "effect"

const services = Services.layer({
  provider: SearchProvider.layerMemory([
    { source: "web", url: "https://example.com/", title: "Example", description: "An example page", position: 1 }
  ]),
  fetcher: Fetcher.layerMemory({
    "https://example.com/": "<main><h1>Hello</h1><p>This <b>page</b> came from a fake.</p></main>"
  })
})

export const program = Effect.gen(function*() {
  const searcher = yield* Searcher.Searcher
  const task = yield* SearchRequest.decode({ query: "example", scrapeOptions: { formats: ["markdown"] } })
  const { data } = yield* searcher.search(task)
  return data.web?.[0]?.markdown ?? "nothing"
}).pipe(
  Effect.catchReason("SearchError", "RateLimited", () => Effect.succeed("later")),
  Effect.provide(services),
  Effect.catch((error) => Effect.succeed(error.message))
)

if (import.meta.main) {
  NodeRuntime.runMain(Effect.flatMap(program, Console.log))
}
