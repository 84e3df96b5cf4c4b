import * as EgressGuard from "@dunlin/fetcher/EgressGuard"
import * as Diversity from "@dunlin/providers/Diversity"
import type { Hit, ImageHit, NewsHit, WebHit } from "@dunlin/providers/SearchProvider"
import * as CanonicalUrl from "@dunlin/query-operators/CanonicalUrl"
import * as Residual from "@dunlin/query-operators/Residual"
import * as TimeFilter from "@dunlin/query-operators/TimeFilter"
import { session, ThreatGuard } from "@dunlin/threat-protection/ThreatGuard"
import * as ThreatPolicy from "@dunlin/threat-protection/ThreatPolicy"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import * as SearchEvent from "../SearchEvent.ts"
import { SearchSettings } from "../SearchSettings.ts"
import type { Authorized, Found, Hits, Input, PlannedQuestion, Refined } from "../SearchState.ts"

type State = Input & Authorized & Found

/**
 * Enforces on the hits what the provider may have ignored, takes out what the threat policy blocks and what is there
 * twice, keeps one host from filling the first page, and cuts each source to the limit.
 */
export const refineHits = Effect.fnUntracedEager(
  function*(
    state: State,
    services: Context.Context<ThreatGuard>
  ): Effect.fn.Return<Refined & Pick<Input, "warnings">, never, ThreatGuard> {
    const now = Context.get(services, Clock.Clock).currentTimeMillisUnsafe()
    const { hostCap } = Context.get(services, SearchSettings)
    const warnings = new Set<string>()
    const accepted = state.answers.map(({ hits, question }) => {
      const filtered = Residual.filter(residualOf(question, now), hits, now)
      for (const warning of filtered.warnings) warnings.add(warning)
      return { question, hits: byDate(question, filtered.kept.map((hit) => labelled(hit, question))) }
    })
    const usable = state.request.ignoreInvalidURLs ? yield* scrapable : () => true
    const merged = interleave(accepted.map(({ hits }) => hits)).filter((hit) => usable(hit.url))
    const guarded = yield* withoutThreats(state, merged, Context.get(services, ThreatGuard))
    for (const warning of guarded.warnings) warnings.add(warning)
    const hits = bySource(state, guarded.hits, hostCap)
    yield* Context.get(services, SearchEvent.SearchEvents)({
      _tag: "HitsFound",
      web: hits.web?.length ?? 0,
      news: hits.news?.length ?? 0,
      images: hits.images?.length ?? 0,
      toScrape: state.request.scrapeOptions === undefined
        ? 0
        : new Set([...hits.web ?? [], ...hits.news ?? []].map((hit) => hit.url)).size
    })
    return {
      hits,
      scanned: guarded.scanned,
      warnings: warnings.size === 0 ? state.warnings : [...state.warnings, ...warnings]
    }
  }
)

const residualOf = ({ query, time }: PlannedQuestion, now: number): Residual.Residual =>
  Residual.fromQuery(query, { window: time === undefined ? undefined : TimeFilter.window(time, now) })

const labelled = (hit: Hit, { category }: PlannedQuestion): Hit =>
  hit.source !== "web" || category === undefined ? hit : { ...hit, category: hit.category ?? category }

// `sbd:1` holds whatever the provider does: newest first, and hits without a date behind those that have one.
const byDate = ({ time }: PlannedQuestion, hits: ReadonlyArray<Hit>): ReadonlyArray<Hit> => {
  if (time?.sortByDate !== true) return hits
  const dated = hits.map((hit) => ({ hit, at: dateOf(hit) }))
  return dated.toSorted((left, right) => right.at - left.at).map(({ hit }) => hit)
}

const dateOf = (hit: Hit): number => {
  const text = hit.source === "web" ? hit.publishedAt : hit.source === "news" ? hit.date : undefined
  const date = text === undefined ? Option.none() : DateTime.make(text)
  return Option.match(date, { onNone: () => Number.NEGATIVE_INFINITY, onSome: DateTime.toEpochMillis })
}

/** Takes turns, so that the first category does not push the others out of the limit. */
const interleave = (lists: ReadonlyArray<ReadonlyArray<Hit>>): ReadonlyArray<Hit> => {
  if (lists.length === 1) return lists[0]!
  const longest = Math.max(0, ...lists.map((list) => list.length))
  return Array.from({ length: longest }, (_, index) => lists.flatMap((list) => list[index] ?? [])).flat()
}

/** Whether the fetcher would accept the URL; asks the guard of the application when there is one. */
const scrapable = Effect.map(Effect.serviceOption(EgressGuard.EgressGuard), (own) => {
  const guard = Option.getOrElse(own, () => EgressGuard.make())
  return (url: string) => Result.isSuccess(guard.check(url))
})

const withoutThreats = Effect.fnUntracedEager(function*(
  state: State,
  hits: ReadonlyArray<Hit>,
  { allowsAll = ThreatPolicy.allowsAll }: ThreatGuard["Service"]
) {
  if (allowsAll(state.threatPolicy)) return { hits, scanned: 0, warnings: [] }
  const { checkAll, scanned } = yield* session(state.threatPolicy)
  const urls = [...new Set(hits.map((hit) => hit.url))]
  const decisions = yield* checkAll(urls)
  const blocked = new Set(urls.filter((_, index) => decisions[index]?.allowed === false))
  return {
    hits: hits.filter((hit) => !blocked.has(hit.url)),
    scanned: yield* scanned,
    warnings: blocked.size === 0
      ? []
      : [`${blocked.size} ${blocked.size === 1 ? "result was" : "results were"} blocked by threat protection.`]
  }
})

const bySource = ({ answers, request }: State, hits: ReadonlyArray<Hit>, hostCap: number): Hits => {
  const cap = (source: Hit["source"]) =>
    answers.some(({ question }) =>
        question.source === source &&
        (question.time?.sortByDate === true || question.category !== undefined || Diversity.namesSite(question.query))
      )
      ? 0
      : hostCap
  const take = <A extends Hit>(source: A["source"], address: (hit: A) => string): ReadonlyArray<A> =>
    Diversity.spread(distinct(hits.filter((hit): hit is A => hit.source === source), address), cap(source))
      .slice(0, request.limit)
  const asked = new Set(request.sources.map((source) => source.type))
  return {
    ...(asked.has("web") ? { web: take<WebHit>("web", (hit) => hit.url) } : {}),
    ...(asked.has("news") ? { news: take<NewsHit>("news", (hit) => hit.url) } : {}),
    ...(asked.has("images") ? { images: take<ImageHit>("images", (hit) => hit.imageUrl) } : {})
  }
}

const distinct = <A>(items: ReadonlyArray<A>, address: (item: A) => string): ReadonlyArray<A> => {
  const seen = new Set<string>()
  return items.filter((item) => {
    const known = seen.size
    return seen.add(CanonicalUrl.canonical(address(item))).size > known
  })
}
