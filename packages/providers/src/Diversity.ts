/**
 * Limits how many of the first results come from one site.
 *
 * @since 0.1.0
 */
import * as Domains from "@dunlin/query-operators/Domains"
import type { Query } from "@dunlin/query-operators/Query"
import type { Node } from "@dunlin/query-operators/QueryNode"

const FIRST_PAGE = 10

/**
 * Limits the first ten hits to `cap` per host. The other hits of the host follow directly after these ten. 0 leaves the
 * order unchanged.
 *
 * @category combinators
 * @since 0.1.0
 */
export const spread = <A extends { readonly url: string }>(hits: ReadonlyArray<A>, cap: number): ReadonlyArray<A> => {
  if (cap <= 0) return hits
  const counts = new Map<string, number>()
  const first: Array<A> = []
  const over: Array<A> = []
  let at = 0
  for (; at < hits.length && first.length < FIRST_PAGE; at++) {
    const hit = hits[at]!
    const host = Domains.hostOf(hit.url) ?? ""
    const count = counts.get(host) ?? 0
    counts.set(host, count + 1)
    if (count < cap) first.push(hit)
    else over.push(hit)
  }
  return over.length === 0 ? hits : [...first, ...over, ...hits.slice(at)]
}

/**
 * Returns whether a query asks for pages of a site, at any position and not negated. The user then wants many hits of
 * one host.
 *
 * @category predicates
 * @since 0.1.0
 */
export const namesSite = ({ nodes }: Query): boolean => nodes.some(isSite)

const isSite = (node: Node): boolean => {
  if (node.negated) return false
  return node._tag === "Operator"
    ? node.name === "site"
    : (node._tag === "And" || node._tag === "Or") && node.items.some(isSite)
}
