// A pipeline of three stages of your own. Leave `find` out and it does not compile: `print` lacks `hits`.
import { Pipeline, Stage } from "@dunlin/pipeline"
import { SearchProvider } from "@dunlin/providers"
import { Query } from "@dunlin/query-operators"
import { NodeRuntime } from "@effect/platform-node"
import { Console, Effect } from "effect"

const read = Stage.make(
  "read",
  (state: { readonly text: string }) => Effect.succeed({ query: Query.parse(state.text).query })
)

const find = Stage.make(
  "find",
  Effect.fnUntraced(function*(state: { readonly query: Query.Query }) {
    const provider = yield* SearchProvider.SearchProvider
    const { hits } = yield* provider.search({ source: "web", query: state.query, limit: 5, country: "US" })
    return { hits }
  }),
  { timeout: "5 seconds", retries: 2 }
)

const print = Stage.make(
  "print",
  (state: { readonly hits: ReadonlyArray<SearchProvider.Hit> }) =>
    Effect.succeed({ lines: state.hits.map((hit) => `${hit.position}. ${hit.title}`) })
)

export const pipeline = Pipeline.make<{ readonly text: string }>()(read, find, print)

export const program = Pipeline.run(pipeline, { text: "hello site:example.com" })

if (import.meta.main) {
  const hits = SearchProvider.layerMemory([
    { source: "web", url: "https://example.com/", title: "Hello", description: "", position: 1 }
  ])
  NodeRuntime.runMain(program.pipe(Effect.flatMap(({ lines }) => Console.log(lines.join("\n"))), Effect.provide(hits)))
}
