import type { EntryInfo, Filter } from "../PageStore.ts"

export const selects = (filter: Filter, entry: EntryInfo): boolean =>
  (filter.key === undefined || filter.key === entry.key) &&
  (filter.url === undefined || filter.url === entry.url) &&
  (filter.host === undefined || filter.host === entry.host) &&
  (filter.cachedBefore === undefined || entry.cachedAt <= filter.cachedBefore)
