import { PageCache, PageStore, SnapshotStore } from "@dunlin/cache"
import * as testing from "@dunlin/cache/testing"

const stores = new Map<string, PageStore.PageStore>()

/** The same store for the same name, as if it were shared between processes. */
const storeOf = (name: string) => {
  const store = stores.get(name) ?? PageStore.makeMemory()
  stores.set(name, store)
  return store
}

testing.suite("memory", (name, options) => PageCache.layerStore(storeOf(name), options))
testing.snapshotSuite("memory", () => SnapshotStore.layerMemory)
