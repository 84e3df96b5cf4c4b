import * as Query from "@dunlin/query-operators/Query"
import * as QueryNode from "@dunlin/query-operators/QueryNode"
import type { Category } from "@dunlin/schema/Category"

/** The academic sites of the `research` category. */
const researchHosts = [
  "arxiv.org",
  "scholar.google.com",
  "pubmed.ncbi.nlm.nih.gov",
  "researchgate.net",
  "nature.com",
  "science.org",
  "ieee.org",
  "acm.org",
  "springer.com",
  "wiley.com",
  "sciencedirect.com",
  "plos.org",
  "biorxiv.org",
  "medrxiv.org"
]

const hosts = {
  github: ["github.com"],
  research: researchHosts,
  developer: ["github.com", "stackoverflow.com", "developer.mozilla.org"]
}

/** The query restricted to what a category covers. */
export const restrict = (query: Query.Query, category: Category["type"]): Query.Query => {
  if (category === "pdf") return Query.make([...query.nodes, QueryNode.text("filetype", "pdf")])
  const [first, ...rest] = hosts[category].map((host) => QueryNode.site(host))
  return first === undefined ? query : Query.make([...query.nodes, QueryNode.or(first, ...rest)])
}
