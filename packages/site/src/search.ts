/** The search of the site: the index of Dunlin, frozen when the site was built, in the browser of its reader. */
import * as FrozenIndex from "@dunlin/providers/FrozenIndex"
import { origin } from "./origin.ts"

/** Pages that are shown. */
const MOST_HITS = 8

interface Store {
  readonly DUNLIN_INDEX?: string
  DUNLIN_SEARCH?: (query: string) => Promise<ReadonlyArray<FrozenIndex.FrozenHit>>
}

const store = globalThis as Store
const opened = FrozenIndex.open(store.DUNLIN_INDEX ?? "")

store.DUNLIN_SEARCH = async (query) => {
  const index = await opened
  const hits = await index.search(query, MOST_HITS)
  return hits.map((hit) => ({ ...hit, url: hit.url.replace(origin, "") }))
}
