/**
 * Checks hosts against lists of domains. A listed domain includes all its subdomains.
 *
 * @since 0.1.0
 */
import * as HostName from "@dunlin/schema/HostName"
import { asciiHost } from "@dunlin/text/OperatorValue"
import type { Query } from "@dunlin/text/Query"
import * as QueryNode from "@dunlin/text/QueryNode"

/**
 * The allowed domains of results. `include` and `exclude` are host names. An empty list sets no rule.
 *
 * @category models
 * @since 0.1.0
 */
export interface DomainRules {
  readonly include?: ReadonlyArray<string> | undefined
  readonly exclude?: ReadonlyArray<string> | undefined
}

/**
 * Returns the host of a URL in lower-case ASCII, without a trailing dot; `undefined` for a URL without a host.
 *
 * @category readers
 * @since 0.1.0
 */
export const hostOf = (url: string): string | undefined => {
  const host = HostName.ofPlainUrl(url) ?? URL.parse(url)?.hostname.replace(/\.$/, "")
  return host === "" ? undefined : host
}

/**
 * Returns whether a host is the domain or one of its subdomains.
 *
 * @category predicates
 * @since 0.1.0
 */
export const isWithin = (host: string, domain: string): boolean => {
  const site = canonical(domain)
  return site !== undefined && (host === site || host.endsWith(`.${site}`))
}

/**
 * Returns whether the rules allow a URL. A URL without a host is only allowed if `include` is empty.
 *
 * @category predicates
 * @since 0.1.0
 */
export const allows = (rules: DomainRules, url: string): boolean => {
  const host = hostOf(url)
  const include = rules.include ?? []
  if (host === undefined) return include.length === 0
  if (rules.exclude?.some((domain) => isWithin(host, domain)) === true) return false
  return include.length === 0 || include.some((domain) => isWithin(host, domain))
}

/**
 * Adds the rules to a query as `site:` operators, so that every provider receives them in its own syntax and they are
 * checked on the results. Invalid host names are dropped.
 *
 * @category combinators
 * @since 0.1.0
 */
export const restrict = (query: Query, { exclude = [], include = [] }: DomainRules): Query => {
  if (include.length === 0 && exclude.length === 0) return query
  const [first, ...rest] = sites(include).map((host) => QueryNode.site(host))
  const excluded = sites(exclude).map((host) => QueryNode.site(host, { negated: true }))
  if (first === undefined && excluded.length === 0) return query
  return { nodes: [...query.nodes, ...(first === undefined ? [] : [QueryNode.or(first, ...rest)]), ...excluded] }
}

const sites = (domains: ReadonlyArray<string>): ReadonlyArray<string> =>
  Array.from(new Set(domains.map(canonical))).filter((domain) => domain !== undefined)

const canonical = (domain: string): string | undefined =>
  asciiHost(domain.trim().replace(/^\*\./, "").replace(/\.$/, ""))
