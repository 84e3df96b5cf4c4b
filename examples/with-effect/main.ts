// The same search as an Effect: services in the context, typed errors in the error channel.
import { Searcher } from "@dunlin/pipeline"
import { LocalIndex } from "@dunlin/providers"
import { SearchRequest } from "@dunlin/schema"
import { NodeRuntime } from "@effect/platform-node"
import { Services } from "dunlin"
import { Console, Effect } from "effect"

export const program = Effect.gen(function*() {
  const index = yield* LocalIndex.LocalIndex
  yield* index.add([
    {
      url: "https://example.com/errors",
      title: "Typed errors",
      text: "A typed error tells what can be done about it."
    },
    { url: "https://example.com/layers", title: "Layers", text: "A layer builds a service and its dependencies." }
  ])
  const searcher = yield* Searcher.Searcher
  const task = yield* SearchRequest.decode({ query: "typed error", limit: 1 })
  const { data } = yield* searcher.search(task)
  return data.web?.[0]?.title ?? "nothing"
}).pipe(
  Effect.catchReason("SearchError", "RateLimited", () => Effect.succeed("later")),
  Effect.provide(Services.layer())
)

if (import.meta.main) {
  NodeRuntime.runMain(Effect.flatMap(program, Console.log))
}
