/**
 * Defines the categories of results: the sites of each, and the category of a result.
 *
 * @since 0.1.0
 */
import type { Category as Requested } from "@dunlin/schema/Category"
import type { Query } from "@dunlin/text/Query"
import * as QueryNode from "@dunlin/text/QueryNode"
import * as UrlEvidence from "@dunlin/text/UrlEvidence"
import { isWithin } from "./Domains.ts"

/**
 * A category. `github` is all of GitHub, `research` academic sites, and `pdf` PDF files. `developer` is GitHub, sites
 * with questions and answers, and documentation.
 *
 * @category models
 * @since 0.1.0
 */
export type Category = Requested["type"]

/**
 * The academic sites of `research`. They are few enough for the query limits of every engine. PubMed Central is below
 * `ncbi.nlm.nih.gov`, at its new and old URLs.
 *
 * @category constants
 * @since 0.1.0
 */
export const researchHosts: ReadonlyArray<string> = [
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
  "medrxiv.org",
  "semanticscholar.org",
  "openreview.net",
  "ncbi.nlm.nih.gov",
  "europepmc.org"
]

/**
 * The sites of `developer`, those with most answers first.
 *
 * @category constants
 * @since 0.1.0
 */
export const developerHosts: ReadonlyArray<string> = [
  "github.com",
  "stackoverflow.com",
  "developer.mozilla.org",
  "learn.microsoft.com",
  "stackexchange.com",
  "superuser.com",
  "serverfault.com",
  "askubuntu.com",
  "docs.python.org",
  "readthedocs.io",
  "nodejs.org",
  "npmjs.com",
  "pypi.org",
  "docs.rs",
  "doc.rust-lang.org",
  "pkg.go.dev",
  "go.dev",
  "cppreference.com",
  "docs.oracle.com",
  "developer.apple.com",
  "developer.android.com",
  "docs.docker.com",
  "kubernetes.io",
  "docs.aws.amazon.com",
  "cloud.google.com",
  "postgresql.org",
  "sqlite.org",
  "typescriptlang.org",
  "react.dev",
  "gitlab.com"
]

const hosts: Record<Exclude<Category, "pdf">, ReadonlyArray<string>> = {
  github: ["github.com"],
  research: researchHosts,
  developer: developerHosts
}

/**
 * Restricts a query to results of the given categories. An empty list changes nothing.
 *
 * **Details**
 *
 * Every provider supports a single category; several need a provider with `OR`.
 *
 * @category combinators
 * @since 0.1.0
 */
export const restrict = (query: Query, categories: ReadonlyArray<Category>): Query => {
  const [first, ...rest] = Array.from(new Set(categories)).flatMap((category): ReadonlyArray<QueryNode.Node> =>
    category === "pdf"
      ? [QueryNode.text("filetype", "pdf")]
      : hosts[category].map((host) => QueryNode.site(host))
  )
  return first === undefined ? query : { nodes: [...query.nodes, QueryNode.or(first, ...rest)] }
}

const order: ReadonlyArray<Category> = ["github", "research", "pdf", "developer"]

/**
 * Returns the category of a result among the requested ones. If several match, the first in the order `github`,
 * `research`, `pdf`, `developer` is returned.
 *
 * @category readers
 * @since 0.1.0
 */
export const label = (
  result: { readonly url: string; readonly title?: string | undefined },
  categories: ReadonlyArray<Category>
): Category | undefined => {
  const url = UrlEvidence.read(result.url)
  if (url === undefined) return undefined
  return order.find((category) =>
    categories.includes(category) &&
    (category === "pdf"
      ? UrlEvidence.isFileType(url, result.title ?? "", "pdf", true) !== false
      : hosts[category].some((host) => isWithin(url.hostname, host)))
  )
}
