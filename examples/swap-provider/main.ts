// One line decides who answers: the embedded index, or an engine of your own written in a few lines.
import { SearchProvider } from "@dunlin/providers"
import { Query } from "@dunlin/query-operators"
import { createClient } from "dunlin"
import { Effect, Layer } from "effect"

const parrot = Layer.succeed(
  SearchProvider.SearchProvider,
  SearchProvider.make({
    name: "parrot",
    search: (question) =>
      Effect.succeed({
        hits: [{
          source: "web",
          url: "https://example.com/echo",
          title: Query.print(question.query),
          description: "You said it",
          position: 1
        }],
        warnings: []
      })
  })
)

export const program = async () => {
  const client = createClient({ provider: parrot })
  const { data } = await client.search("hello \"dear parrot\"")
  await client.close()
  return data.web?.[0]?.title
}

if (import.meta.main) {
  console.log(await program())
}
