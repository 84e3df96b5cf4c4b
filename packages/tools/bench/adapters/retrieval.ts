/** The embedded index in the shape of bench/search/retrieval: `index(docs) -> {search(query, k), close()}`. */
import * as LocalIndex from "@dunlin/providers/LocalIndex"
import * as Query from "@dunlin/query-operators/Query"
import * as ManagedRuntime from "effect/ManagedRuntime"

export interface Document {
  readonly id: string
  readonly title: string
  readonly text: string
}

const prefix = "https://bench.example/"

export const index = async (
  documents: ReadonlyArray<Document>,
  options?: LocalIndex.Options
): Promise<{
  readonly search: (query: string, k: number) => Promise<Array<string>>
  readonly close: () => Promise<void>
}> => {
  const runtime = ManagedRuntime.make(LocalIndex.layerIndex(options))
  await runtime.runPromise(
    LocalIndex.LocalIndex.use((local) =>
      local.add(documents.map(({ id, text, title }) => ({ url: prefix + encodeURIComponent(id), title, text })))
    )
  )
  return {
    search: async (query, k) => {
      // The harness asks with plain sentences: what looks like an operator in them is a word.
      const nodes = query.split(/\s+/).filter((word) => word !== "")
        .map((value) => ({ _tag: "Word", value, negated: false }) as const)
      const answer = await runtime.runPromise(
        LocalIndex.LocalIndex.use((local) =>
          local.search({ source: "web", query: Query.make(nodes), limit: k, country: "US" })
        )
      )
      return answer.hits.map((hit) => decodeURIComponent(hit.url.slice(prefix.length)))
    },
    close: () => runtime.dispose()
  }
}
