// A stage of your own in search: pages of your own sites come first, whatever the engine thinks of them.
import { type SearchState, Stage } from "@dunlin/pipeline"
import { SearchProvider } from "@dunlin/providers"
import { createClient } from "dunlin"

const ours = new Set(["docs.example.com"])
const isOurs = ({ url }: { readonly url: string }) => ours.has(new URL(url).hostname)

const oursFirst = Stage.promise("oursFirst", ({ hits }: Pick<SearchState.Refined, "hits">) => {
  const web = hits.web ?? []
  return { hits: { ...hits, web: [...web.filter(isOurs), ...web.filter((hit) => !isOurs(hit))] } }
})

// an engine that never fails; yours is `Searxng.layer({ apiUrl })`, or the embedded index when nothing is said
const provider = SearchProvider.layerMemory(
  ["https://blog.example.org/errors", "https://docs.example.com/errors"].map((url, at) => ({
    source: "web",
    url,
    title: new URL(url).hostname,
    description: "Typed errors",
    position: at + 1
  }))
)

export const program = async () => {
  const client = createClient({ provider, search: (pipeline) => pipeline.insertAfter("refine", oursFirst) })
  const { data } = await client.search("typed errors")
  await client.close()
  return data.web?.map(({ position, title }) => `${position}. ${title}`)
}

if (import.meta.main) {
  console.log(await program())
}
