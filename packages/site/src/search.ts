/** The search of the site: the index of Dunlin, frozen when the site was built, in the browser of its reader. */
import * as FrozenIndex from "@dunlin/providers/FrozenIndex"
import { inOrder } from "./order.ts"
import { origin } from "./origin.ts"

/** Results that are shown of the pages that explain, and of those of the API. */
const MOST_PAGES = 6
const MOST_MODULES = 4

/** Results of one kind, best first. */
export interface Group {
  readonly name: string
  readonly hits: ReadonlyArray<FrozenIndex.FrozenHit>
}

interface Store {
  readonly DUNLIN_INDEX?: { readonly pages: string; readonly api: string }
  DUNLIN_SEARCH?: (query: string) => Promise<ReadonlyArray<Group>>
}

const store = globalThis as Store
const pages = FrozenIndex.open(store.DUNLIN_INDEX?.pages ?? "")
const modules = FrozenIndex.open(store.DUNLIN_INDEX?.api ?? "")

const ask = async (index: Promise<FrozenIndex.FrozenIndex>, query: string, most: number) => {
  const hits = await (await index).search(query, most)
  return inOrder(hits.map((hit) => ({ ...hit, url: hit.url.replace(origin, "") })), query)
}

store.DUNLIN_SEARCH = async (query) => {
  const explaining = { name: "Pages", hits: await ask(pages, query, MOST_PAGES) }
  const api = { name: "API", hits: await ask(modules, query, MOST_MODULES) }
  // Who writes the name of a module wants the module.
  const isModule = api.hits.some(({ title }) => title.split(" ")[0]?.toLowerCase() === query.toLowerCase())
  return (isModule ? [api, explaining] : [explaining, api]).filter(({ hits }) => hits.length > 0)
}
