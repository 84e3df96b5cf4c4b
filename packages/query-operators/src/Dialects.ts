/**
 * Defines the dialects of known search providers, from their documentation and client libraries.
 *
 * @since 0.1.0
 */
import type { Operator } from "@dunlin/text/QueryNode"
import type { Dialect, Support } from "./Dialect.ts"

const native = "native" satisfies Support
const parameter = "parameter" satisfies Support
const residual = "residual" satisfies Support

/** Days are request parameters. Negated ones are checked on the results. */
const days = { before: parameter, "-before": residual, after: parameter, "-after": residual } as const

const common = {
  phrase: native,
  "-word": native,
  or: native,
  site: native,
  filetype: native,
  inurl: native,
  intitle: native
} as const

/** Several providers forward the query to Google. */
const google = {
  ...common,
  intext: native,
  before: native,
  after: native,
  imagesize: native
} satisfies Dialect["supports"]

// searx treats !engine, ?engine, :language and <seconds as commands at the start of any word, even inside quotation
// marks.
const searxCommand = /(^|\s)(?:[!?:]|<\d)/
const searxCommands = /(^|\s)(?:[!?:]+|<(?=\d))+/g

const searxHarmless = (text: string): string => text.replaceAll("\"", "").replace(searxCommands, "$1")

/**
 * SearXNG and searx. Their engines support different syntax, so everything is checked on the results.
 *
 * @category dialects
 * @since 0.1.0
 */
export const searxng: Dialect = {
  name: "SearXNG",
  trusted: false,
  supports: common,
  // A leading quotation mark is sufficient.
  escapeWord: (word) =>
    /\s/.test(word) ? `"${searxHarmless(word)}"` : searxCommand.test(word) ? `"${word.replaceAll("\"", "")}"` : word,
  escapePhrase: searxHarmless
}

/**
 * Brave Search: at most 400 characters and 50 words.
 *
 * @see https://api-dashboard.search.brave.com/documentation/resources/search-operators
 * @category dialects
 * @since 0.1.0
 */
export const brave: Dialect = {
  name: "Brave",
  supports: {
    phrase: native,
    "-word": native,
    or: native,
    site: native,
    filetype: native,
    intitle: native,
    intext: native,
    ...days
  },
  limits: { characters: 400, words: 50 },
  write: (operator: Operator) => (operator.name === "intext" ? `inbody:${spaced(operator.value)}` : undefined)
}

/**
 * Serper, which uses Google. `larger:` becomes the `isz:lt` part of its `tbs` parameter.
 *
 * @category dialects
 * @since 0.1.0
 */
export const serper: Dialect = {
  name: "Serper",
  supports: { ...google, larger: parameter, "-larger": residual }
}

/**
 * SerpApi with its Google engines.
 *
 * @category dialects
 * @since 0.1.0
 */
export const serpApi: Dialect = {
  name: "SerpApi",
  supports: { ...google, larger: parameter, "-larger": residual }
}

/**
 * Tavily: a semantic engine with domain and date parameters; quoted text uses its `exact_match`.
 *
 * @category dialects
 * @since 0.1.0
 */
export const tavily: Dialect = {
  name: "Tavily",
  semantic: true,
  supports: {
    phrase: native,
    site: parameter,
    "-site": parameter,
    ...days
  },
  limits: { characters: 400, domains: 150 }
}

/**
 * Exa: a semantic engine with domain, text and date parameters.
 *
 * @category dialects
 * @since 0.1.0
 */
export const exa: Dialect = {
  name: "Exa",
  semantic: true,
  supports: {
    phrase: parameter,
    "-word": parameter,
    site: parameter,
    "-site": parameter,
    ...days
  },
  limits: { domains: 1200 }
}

/**
 * You.com.
 *
 * @see https://you.com/docs/guides/search/search-operators
 * @category dialects
 * @since 0.1.0
 */
export const you: Dialect = {
  name: "You.com",
  supports: {
    phrase: native,
    "-word": native,
    or: native,
    site: parameter,
    "-site": parameter,
    filetype: native,
    ...days
  },
  // You.com rejects a request with both lists of domains.
  limits: { domains: 500, eitherDomains: true }
}

/**
 * Kagi.
 *
 * @category dialects
 * @since 0.1.0
 */
export const kagi: Dialect = {
  name: "Kagi",
  supports: {
    ...common,
    after: parameter,
    "-after": residual
  }
}

/**
 * Mojeek, which has no OR.
 *
 * @see https://www.mojeek.com/support/api/search/request_parameters.html
 * @category dialects
 * @since 0.1.0
 */
export const mojeek: Dialect = {
  name: "Mojeek",
  supports: {
    phrase: native,
    "-word": native,
    site: native,
    ...days
  }
}

/**
 * Marginalia, which has no OR and writes file types as `file:`.
 *
 * @category dialects
 * @since 0.1.0
 */
export const marginalia: Dialect = {
  name: "Marginalia",
  supports: { phrase: native, "-word": native, site: native, filetype: native },
  write: (operator: Operator) => (operator.name === "filetype" ? `file:${operator.value}` : undefined)
}

/**
 * Linkup: a semantic engine with domain and date parameters.
 *
 * @category dialects
 * @since 0.1.0
 */
export const linkup: Dialect = {
  name: "Linkup",
  semantic: true,
  supports: {
    site: parameter,
    "-site": parameter,
    ...days
  }
}

/**
 * Perplexity: a semantic engine with up to 20 domains, either to include or to exclude.
 *
 * @category dialects
 * @since 0.1.0
 */
export const perplexity: Dialect = {
  name: "Perplexity",
  semantic: true,
  supports: {
    site: parameter,
    "-site": parameter,
    ...days
  },
  limits: { domains: 20, eitherDomains: true }
}

/**
 * Jina search, with sites to include as a repeatable parameter.
 *
 * @category dialects
 * @since 0.1.0
 */
export const jina: Dialect = {
  name: "Jina",
  supports: {
    phrase: native,
    "-word": native,
    or: native,
    site: parameter,
    "-site": native,
    filetype: native,
    intitle: native
  }
}

/**
 * GitHub's REST search of repositories and code: 256 characters without qualifiers, five `AND`, `OR` or `NOT`, no
 * parentheses. A `site:` of GitHub becomes `user:` or `repo:`.
 *
 * @see https://docs.github.com/en/rest/search/search
 * @category dialects
 * @since 0.1.0
 */
export const github: Dialect = {
  name: "GitHub",
  supports: {
    phrase: native,
    "-word": native,
    site: native,
    ...days
  },
  limits: { characters: 256, booleans: 5 },
  exclude: (text) => `NOT ${text}`,
  write: (operator: Operator) => (operator.name === "site" ? githubQualifier(operator.value) : undefined)
}

/**
 * GitHub's REST search of issues and pull requests, which also supports alternatives.
 *
 * @category dialects
 * @since 0.1.0
 */
export const githubIssues: Dialect = { ...github, supports: { ...github.supports, or: native } }

const githubQualifier = ({ host, path }: { readonly host: string; readonly path: string }): string => {
  const [owner, repository] = path.split("/").filter((part) => part !== "")
  if (host !== "github.com" || owner === undefined || !/^[\w.-]+$/.test(owner)) return ""
  return repository === undefined || !/^[\w.-]+$/.test(repository) ? `user:${owner}` : `repo:${owner}/${repository}`
}

/**
 * Stack Exchange's question search. Its free text has different rules, so every condition is checked on the results.
 *
 * @see https://api.stackexchange.com/docs/advanced-search
 * @category dialects
 * @since 0.1.0
 */
export const stackExchange: Dialect = {
  name: "Stack Exchange",
  trusted: false,
  supports: {
    phrase: native,
    "-word": native,
    ...days
  }
}

/**
 * MediaWiki with CirrusSearch, as on Wikipedia: at most 300 characters.
 *
 * @see https://www.mediawiki.org/wiki/Help:CirrusSearch
 * @category dialects
 * @since 0.1.0
 */
export const mediaWiki: Dialect = {
  name: "MediaWiki",
  supports: { phrase: native, "-word": native, intitle: native },
  limits: { characters: 300 }
}

/**
 * OpenSearch and Elasticsearch with `simple_query_string`. Their fields differ between indexes, so everything is
 * checked on the results.
 *
 * @see https://docs.opensearch.org/latest/query-dsl/full-text/simple-query-string/
 * @category dialects
 * @since 0.2.0
 */
export const openSearch: Dialect = {
  name: "OpenSearch",
  trusted: false,
  supports: { phrase: native, "-word": native, ...days }
}

/**
 * Typesense, which excludes words and quoted text after `-`.
 *
 * @see https://typesense.org/docs/30.1/api/search.html
 * @category dialects
 * @since 0.2.0
 */
export const typesense: Dialect = {
  name: "Typesense",
  trusted: false,
  supports: { phrase: native, "-word": native, ...days }
}

/**
 * Meilisearch, which excludes words and quoted text after `-`.
 *
 * @see https://www.meilisearch.com/docs/reference/api/search
 * @category dialects
 * @since 0.2.0
 */
export const meilisearch: Dialect = {
  name: "Meilisearch",
  trusted: false,
  supports: { phrase: native, "-word": native, ...days }
}

/**
 * Algolia with its advanced syntax.
 *
 * @see https://www.algolia.com/doc/api-reference/api-parameters/advancedSyntax
 * @category dialects
 * @since 0.2.0
 */
export const algolia: Dialect = {
  name: "Algolia",
  trusted: false,
  supports: { phrase: native, "-word": native, ...days }
}

/**
 * Parallel: a semantic engine with domains, either to include or to exclude, and a first day.
 *
 * @see https://docs.parallel.ai/search/advanced-search-settings
 * @category dialects
 * @since 0.2.0
 */
export const parallel: Dialect = {
  name: "Parallel",
  semantic: true,
  supports: { site: parameter, "-site": parameter, after: parameter, "-after": residual },
  limits: { characters: 200, domains: 200, eitherDomains: true }
}

/**
 * SearchApi with its Google engines.
 *
 * @category dialects
 * @since 0.2.0
 */
export const searchApi: Dialect = { name: "SearchApi", supports: google }

/**
 * DataForSEO with its Google engines. A query with a Google operator costs five times as much, so `site:` is the only
 * named operator that is sent. The others are checked on the results if possible.
 *
 * @see https://docs.dataforseo.com/v3/serp/google/organic/live/advanced/
 *
 * @category dialects
 * @since 0.2.0
 */
export const dataForSeo: Dialect = {
  name: "DataForSEO",
  supports: { phrase: native, "-word": native, or: native, site: native },
  limits: { characters: 700 }
}

/**
 * An unknown engine: it receives only the words, and everything else is checked on its results.
 *
 * @category dialects
 * @since 0.1.0
 */
export const plain: Dialect = { name: "The provider", semantic: true, supports: {} }

const spaced = (value: string): string => (value.includes(" ") ? `"${value}"` : value)
