/** The search in the browser of a reader: waits for the indexes that the page has loaded. */
import { type Ask, type Indexes, open } from "./ask.ts"

interface Store {
  readonly DUNLIN_INDEX?: Indexes
  DUNLIN_SEARCH?: Promise<Ask>
}

const store = globalThis as Store
if (store.DUNLIN_INDEX !== undefined) store.DUNLIN_SEARCH = open(store.DUNLIN_INDEX)
