/**
 * Merges the results of several queries. A page ranks higher if more queries find it, or if it is on a preferred
 * domain.
 *
 * @since 0.3.0
 */

/** The `k` of reciprocal rank fusion. `Fuse` of the providers has the same value. */
const RANK_OFFSET = 10

/** A preferred domain counts like one further query that ranks the page first. */
const WORTH_OF_PREFERENCE = 1 / (RANK_OFFSET + 1)

const hostOf = (url: string): string => URL.parse(url)?.hostname.replace(/\.$/, "") ?? ""

const isPreferred = (url: string, domains: ReadonlyArray<string>): boolean => {
  const host = hostOf(url)
  return domains.some((domain) => host === domain || host.endsWith(`.${domain}`))
}

/**
 * @category options
 * @since 0.3.0
 */
export interface Options<Result> {
  /** Returns a key. Results with the same key are the same page. */
  readonly keyOf: (result: Result) => string
  /** Preferred hostnames in lower case, without a dot at the end. */
  readonly preferDomains: ReadonlyArray<string>
}

/**
 * A page, with the result of the query that ranked it highest.
 *
 * @category models
 * @since 0.3.0
 */
export interface Entry<Result, Query> {
  readonly result: Result
  /** The queries that found the page, in the order of the lists. */
  readonly of: ReadonlyArray<Query>
}

/**
 * Merges the lists into one, best first. Also returns the number of results that occur in more than one list.
 *
 * **Example** (Two queries and a preferred site)
 *
 * ```ts
 * import { QueryFusion } from "@dunlin/pipeline"
 *
 * const page = (url: string) => ({ url })
 * const lists = [
 *   { of: "pumps", results: [page("https://a.example/"), page("https://b.example/")] },
 *   { of: "valves", results: [page("https://c.example/"), page("https://b.example/")] }
 * ]
 * const options: QueryFusion.Options<{ url: string }> = { keyOf: ({ url }) => url, preferDomains: ["c.example"] }
 * const { duplicates, entries } = QueryFusion.fuse(lists, options)
 * console.log(entries.map(({ of, result }) => `${result.url} ${of.length}`), duplicates)
 * // [ 'https://c.example/ 1', 'https://b.example/ 2', 'https://a.example/ 1' ] 1
 * ```
 *
 * @category merging
 * @since 0.3.0
 */
export const fuse = <Result extends { readonly url: string }, Query>(
  lists: ReadonlyArray<{ readonly of: Query; readonly results: ReadonlyArray<Result> }>,
  { keyOf, preferDomains }: Options<Result>
): { readonly entries: ReadonlyArray<Entry<Result, Query>>; readonly duplicates: number } => {
  const entries = new Map<string, { result: Result; rank: number; score: number; readonly of: Array<Query> }>()
  let returned = 0
  for (const { of, results } of lists) {
    results.forEach((result, rank) => {
      returned++
      const key = keyOf(result)
      const known = entries.get(key)
      const worth = 1 / (RANK_OFFSET + rank + 1)
      if (known === undefined) {
        const preference = isPreferred(result.url, preferDomains) ? WORTH_OF_PREFERENCE : 0
        entries.set(key, { result, rank, score: worth + preference, of: [of] })
        return
      }
      known.score += worth
      if (known.of.at(-1) !== of) known.of.push(of)
      if (rank >= known.rank) return
      known.result = result
      known.rank = rank
    })
  }
  const best = [...entries.values()].sort((one, other) => other.score - one.score)
  return { entries: best.map(({ of, result }) => ({ of, result })), duplicates: returned - entries.size }
}
