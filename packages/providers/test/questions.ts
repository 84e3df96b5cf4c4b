/** Questions as a pipeline asks them. */
import type { LocalIndex, SearchProvider } from "@dunlin/providers"
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

/** Asks an index. */
export const ask = (
  index: LocalIndex.LocalIndex["Service"],
  query: string,
  extra: Partial<SearchProvider.Question> = {}
) => index.search(question(query, extra))

/** The names of the hosts that an index answered, in order. */
export const names = (answer: SearchProvider.Answer) =>
  answer.hits.map(({ url }) => new URL(url).hostname.split(".")[0])
