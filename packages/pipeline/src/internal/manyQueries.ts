import * as Diversity from "@dunlin/providers/Diversity"
import type { SearchError } from "@dunlin/providers/SearchError"
import type { Answer, Hit } from "@dunlin/providers/SearchProvider"
import * as CanonicalUrl from "@dunlin/query-operators/CanonicalUrl"
import * as Result from "effect/Result"
import * as QueryFusion from "../QueryFusion.ts"
import type { Found, Fused, Many, PlannedQuestion } from "../SearchState.ts"

const quoted = (queries: ReadonlyArray<string>, of: Iterable<number>): string =>
  [...of].map((at) => JSON.stringify(queries[at])).join(", ")

/** Returns each warning once, and names failed queries. */
export const accountOf = (
  queries: ReadonlyArray<string>,
  questions: ReadonlyArray<PlannedQuestion>,
  results: ReadonlyArray<Result.Result<Answer, SearchError>>
): Pick<Found, "failed"> & { readonly warnings: ReadonlyArray<string> } => {
  const queriesByMessage = new Map<string, Set<number>>()
  const say = (message: string, of: number) =>
    queriesByMessage.set(message, (queriesByMessage.get(message) ?? new Set()).add(of))
  const failed = new Map<number, string>()
  const answered = new Set<number>()
  for (const [at, result] of results.entries()) {
    const { category, of = 0, source } = questions[at]!
    if (Result.isFailure(result)) {
      const why = result.failure.message.replace(/[.]$/, "")
      failed.set(of, why)
      say(`No results for ${category === undefined ? `the source ${source}` : `the category ${category}`}: ${why}.`, of)
      continue
    }
    answered.add(of)
    const { suggestion, warnings } = result.success
    for (const warning of warnings) say(warning, of)
    if (suggestion !== undefined) say(`Words were searched in another spelling: ${JSON.stringify(suggestion)}.`, of)
  }
  for (const of of answered) failed.delete(of)
  return {
    failed,
    warnings: [...queriesByMessage].map(([message, of]) =>
      of.size === queries.length ? message : `${quoted(queries, of)}: ${message}`
    )
  }
}

/** A hit that was omitted because a shown hit has the same text. */
export interface Folded {
  readonly copy: Hit
  readonly of: Hit
}

/** The shown hit also names the queries that found its copies, because it replaces them. */
export const withCopies = (fused: Fused, copies: ReadonlyArray<Folded>): Fused => {
  const found = new Map<string, Array<number>>()
  for (const { copy, of } of copies) {
    found.set(keyOf(of), [...found.get(keyOf(of)) ?? [], ...fused.queriesOf(copy)])
  }
  return {
    ...fused,
    queriesOf: (hit) => {
      const more = found.get(keyOf(hit))
      const own = fused.queriesOf(hit)
      return more === undefined ? own : [...new Set([...own, ...more])].sort((one, other) => one - other)
    }
  }
}

const keyOf = (hit: Hit): string =>
  `${hit.source} ${CanonicalUrl.canonical(hit.source === "images" ? hit.imageUrl : hit.url)}`

const listOf = (hits: ReadonlyArray<Hit>, cap: number, limit: number): ReadonlyArray<Hit> => {
  const once = new Map<string, Hit>()
  for (const hit of hits) if (!once.has(keyOf(hit))) once.set(keyOf(hit), hit)
  return Diversity.spread([...once.values()], cap).slice(0, limit)
}

export const fuse = (
  { preferDomains, queries }: Many,
  lists: ReadonlyArray<{ readonly of: number; readonly hits: ReadonlyArray<Hit>; readonly hostCap: number }>,
  limit: number
) => {
  const limited = lists.map(({ hits, hostCap, of }) => ({ of, results: listOf(hits, hostCap, limit) }))
  const { duplicates: _, entries } = QueryFusion.fuse(limited, { keyOf, preferDomains })
  const queriesOf = new Map(entries.map(({ of, result }) => [keyOf(result), of] as const))
  const none: ReadonlyArray<number> = []
  return {
    hits: entries.map(({ result }) => result),
    account: (allowed: ReadonlyArray<Hit>, shown: number): Fused => {
      const results = queries.map((_, at) =>
        allowed.filter((hit) => queriesOf.get(keyOf(hit))?.includes(at) === true).length
      )
      return {
        queriesOf: (hit) => queriesOf.get(keyOf(hit)) ?? none,
        results,
        duplicates: results.reduce((sum, count) => sum + count, 0) - allowed.length,
        omitted: allowed.length - shown
      }
    }
  }
}
