/** Questions as a pipeline asks them. */
import type { SearchProvider } from "@dunlin/providers"
import { Query } from "@dunlin/query-operators"

export const question = (
  query: string,
  extra: Partial<SearchProvider.Question> = {}
): SearchProvider.Question => ({
  source: "web",
  limit: 10,
  country: "US",
  ...extra,
  query: Query.parse(query).query
})
