import * as Excerpt from "@dunlin/common/Excerpt"
import * as PriceTable from "@dunlin/credits/PriceTable"
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
import { saidOf } from "./copies.ts"
import { isRedacted } from "./knownText.ts"
import * as Many from "./manyQueries.ts"
import * as Receipt from "./receipt.ts"
import { redactHits } from "./redactHits.ts"
import { resultsOf } from "./results.ts"
import { unjudged, unscanned } from "./unscanned.ts"
import { warned } from "./warned.ts"

type State = Input & Authorized & Found

export const refineHits = (
  state: State,
  services: Context.Context<ThreatGuard>
): Effect.Effect<Refined & Pick<Input, "warnings">, never, ThreatGuard> => {
  const now = Context.get(services, Clock.Clock).currentTimeMillisUnsafe()
  const { condition, request: { ignoreInvalidURLs, scrapeOptions, threatProtection } } = state
  const guard = Context.get(services, ThreatGuard)
  const warnings = [...unscanned(state.caller, [threatProtection, scrapeOptions?.threatProtection], guard)]
  const leftOut: Array<string> = []
  const residuals = state.answers.map(({ question }) => residualOf(question, now))
  const isAnyAccepted = condition === undefined && residuals.every(Residual.isPlain)
  const conditions = new Map<string, Residual.Residual>()
  const accepted = state.answers.map(({ hits, question }, at) => {
    if (isAnyAccepted) return byDate(question, hits.map((hit) => labelled(hit, question)))
    const residual = residuals[at]!
    const matching = hits.filter((hit) => {
      const against = Residual.contradiction(residual, hit, now) ??
        (condition === undefined || condition.holds(hit.url) ? undefined : condition.about)
      if (against !== undefined) leftOut.push(against)
      return against === undefined
    })
    for (const hit of matching) {
      const address = addressOf(hit)
      if (!conditions.has(address)) conditions.set(address, residual)
    }
    return byDate(question, matching.map((hit) => labelled(hit, question)))
  })
  const { hostCap } = Context.get(services, SearchSettings)
  const isUsable = ignoreInvalidURLs ? isScrapable(services) : () => true
  const usableOf = (lists: ReadonlyArray<ReadonlyArray<Hit>>) => interleave(lists).filter(isUsable)
  const fused = state.many === undefined ? undefined : Many.fuse(
    state.many,
    listsOf(state, accepted).map(({ lists, ...list }) => ({
      ...list,
      hits: usableOf(lists),
      hostCap: capOf(state, list.source, hostCap)
    })),
    state.request.limit
  )
  const usable = fused?.hits ?? usableOf(accepted)
  // With several queries, each one's results were already limited per host.
  const select = (hits: ReadonlyArray<Hit>) => bySource(state, hits, fused === undefined ? hostCap : 0)
  return Effect.flatMapEager(
    withoutThreats(state, usable, select, guard),
    (guarded) =>
      Effect.flatMapEager(shown(state, guarded.hits, services), ({ hits, unredacted, warnings: guardWarnings }) => {
        const copies = copiesOf(guarded)
        const refined = {
          hits,
          scanned: guarded.scanned,
          conditions: isAnyAccepted ? undefined : conditions,
          leftOut,
          fused: fused === undefined
            ? undefined
            : Many.withCopies(fused.account(guarded.allowed, resultsIn(hits)), copies),
          ...(unredacted === undefined ? {} : { unredacted }),
          warnings: warned(state.warnings, [
            ...warnings,
            ...guarded.warnings,
            ...guardWarnings,
            ...saidOf(copies.map(({ copy, of }) => ({ url: copy.url, of: of.url })), !isRedacted(state.request))
          ])
        }
        const event = found(state, hits)
        const results = event.web + event.news + event.images
        Context.get(services, Receipt.Current)?.price(event, {
          results,
          queries: refined.fused?.results,
          scanned: guarded.scanned
        })
        return Effect.mapEager(Context.get(services, SearchEvent.SearchEvents)(event), () => refined)
      })
  )
}

interface Shown extends Pick<Refined, "hits" | "unredacted"> {
  readonly warnings: ReadonlyArray<string>
}

/** Redacts hits for the response. The query is still checked on the original hits. */
const shown = (state: State, hits: Hits, services: Context.Context<never>): Effect.Effect<Shown> => {
  const redactPII = state.request.scrapeOptions?.redactPII ?? false
  if (redactPII === false) return Effect.succeed({ hits, warnings: [] })
  const all = [...hits.web ?? [], ...hits.news ?? [], ...hits.images ?? []]
  return Effect.map(redactHits(all, redactPII, services), ({ hits: redacted, warnings }) => {
    const of = <A extends Hit>(source: A["source"]) => redacted.filter((hit): hit is A => hit.source === source)
    return {
      hits: {
        ...(hits.web === undefined ? {} : { web: of<WebHit>("web") }),
        ...(hits.news === undefined ? {} : { news: of<NewsHit>("news") }),
        ...(hits.images === undefined ? {} : { images: of<ImageHit>("images") })
      },
      unredacted: new Map(all.map((hit) => [addressOf(hit), hit])),
      warnings
    }
  })
}

export const addressOf = (hit: Hit): string => `${hit.source} ${hit.source === "images" ? hit.imageUrl : hit.url}`

const found = ({ request }: State, hits: Hits) => {
  const { images = [], news = [], web = [] } = hits
  return {
    _tag: "HitsFound" as const,
    hits: resultsOf(hits),
    web: web.length,
    news: news.length,
    images: images.length,
    toScrape: request.scrapeOptions === undefined ? 0 : new Set([...web, ...news].map((hit) => hit.url)).size
  }
}

export const resultsIn = ({ images = [], news = [], web = [] }: Hits): number =>
  images.length + news.length + web.length

const residualOf = ({ query, time }: PlannedQuestion, now: number): Residual.Residual =>
  Residual.fromQuery(query, { window: time === undefined ? undefined : TimeFilter.window(time, now) })

const labelled = (hit: Hit, { category }: PlannedQuestion): Hit =>
  hit.source !== "web" || category === undefined ? hit : { ...hit, category: hit.category ?? category }

// `sbd:1` sorts the hits of every provider: newest first, hits without a date last.
const byDate = ({ time }: PlannedQuestion, hits: ReadonlyArray<Hit>): ReadonlyArray<Hit> => {
  if (time?.sortByDate !== true) return hits
  const dated = hits.map((hit) => ({ hit, at: dateOf(hit) }))
  return dated.toSorted((left, right) => right.at - left.at).map(({ hit }) => hit)
}

const dateOf = (hit: Hit): number => {
  const text = hit.source === "images"
    ? undefined
    : (hit.source === "web" ? hit.publishedAt : hit.date) ?? hit.modifiedAt
  const date = text === undefined ? Option.none() : DateTime.make(text)
  return Option.match(date, { onNone: () => Number.NEGATIVE_INFINITY, onSome: DateTime.toEpochMillis })
}

/** Takes hits from the categories in turn, because the first one could otherwise fill the whole limit. */
const interleave = (lists: ReadonlyArray<ReadonlyArray<Hit>>): ReadonlyArray<Hit> => {
  if (lists.length === 1) return lists[0]!
  const longest = Math.max(0, ...lists.map((list) => list.length))
  return Array.from({ length: longest }, (_, index) => lists.flatMap((list) => list[index] ?? [])).flat()
}

const isScrapable = (services: Context.Context<ThreatGuard>): (hit: Hit) => boolean => {
  const guard = Option.getOrElse(Context.getOption(services, EgressGuard.EgressGuard), () => EgressGuard.make())
  return ({ url }) => Result.isSuccess(guard.check(url))
}

interface Guarded extends Pick<Refined, "scanned"> {
  readonly hits: Hits
  readonly allowed: ReadonlyArray<Hit>
  readonly warnings: ReadonlyArray<string>
}

type Select = (hits: ReadonlyArray<Hit>) => Hits

const withoutThreats = (
  state: State,
  hits: ReadonlyArray<Hit>,
  select: Select,
  { allowsAll = ThreatPolicy.allowsAll }: ThreatGuard["Service"]
): Effect.Effect<Guarded, never, ThreatGuard> =>
  allowsAll(state.threatPolicy)
    ? Effect.succeed({ hits: select(hits), allowed: hits, scanned: 0, warnings: [] })
    : withoutBlocked(state, hits, select)

/**
 * Checks the hits to return, and the hits that replace blocked ones. Credits were reserved for one scan per result,
 * so no more are scanned. Hits that were not scanned are not returned.
 */
const withoutBlocked = Effect.fnUntraced(function*(state: State, hits: ReadonlyArray<Hit>, select: Select) {
  const { checkAll, scanned, unjudged: notJudged } = yield* session(state.threatPolicy)
  const mostScans = PriceTable.mostResults(state.request)
  const allowed = new Map<string, boolean>()
  let isAnyUnjudged = false
  const isAllowed = (hit: Hit) => allowed.get(hit.url) === true
  let rest = hits
  while (true) {
    const chosen = select(rest)
    const unknown = urlsOf(chosen).filter((url) => !allowed.has(url))
    const affordable = unknown.slice(0, Math.max(0, mostScans - (yield* scanned)))
    const decisions = yield* checkAll(affordable)
    for (const [index, url] of affordable.entries()) allowed.set(url, decisions[index]?.allowed === true)
    isAnyUnjudged ||= decisions.some(({ allowed, reason }) => !allowed && reason === "failure")
    if (affordable.length === 0) {
      const blocked = [...allowed.values()].filter((is) => !is).length
      return {
        hits: select(rest.filter(isAllowed)),
        allowed: rest,
        scanned: yield* scanned,
        warnings: [
          ...blocked === 0
            ? []
            : [`${blocked} ${blocked === 1 ? "result was" : "results were"} blocked by threat protection.`],
          ...isAnyUnjudged ? ["Some results could not be scanned and were blocked (failurePolicy closed)."] : [],
          ...unjudged(yield* notJudged)
        ]
      }
    }
    rest = rest.filter(({ url }) => allowed.get(url) !== false)
  }
})

const urlsOf = ({ images = [], news = [], web = [] }: Hits): ReadonlyArray<string> => [
  ...new Set([...web, ...news, ...images].map(({ url }) => url))
]

const capOf = ({ answers }: State, source: Hit["source"], hostCap: number): number =>
  answers.some(({ question }) =>
      question.source === source &&
      (question.time?.sortByDate === true || question.category !== undefined || Diversity.namesSite(question.query))
    )
    ? 0
    : hostCap

const listsOf = ({ answers, many, request }: State, accepted: ReadonlyArray<ReadonlyArray<Hit>>) =>
  (many?.queries ?? []).flatMap((_, of) =>
    [...new Set(request.sources.map(({ type }) => type))].map((source) => ({
      of,
      source,
      lists: accepted.filter((_, at) => answers[at]!.question.of === of && answers[at]!.question.source === source)
    }))
  ).filter(({ lists }) => lists.length > 0)

const bySource = (state: State, hits: ReadonlyArray<Hit>, hostCap: number): Hits => {
  const { request } = state
  const take = <A extends Hit>(source: A["source"], address: (hit: A) => string): ReadonlyArray<A> =>
    Diversity.spread(
      originalsIn(distinct(hits.filter((hit): hit is A => hit.source === source), address)),
      capOf(state, source, hostCap)
    )
      .slice(0, request.limit)
  const asks = (source: Hit["source"]) => request.sources.some(({ type }) => type === source)
  return {
    ...(asks("web") ? { web: take<WebHit>("web", (hit) => hit.url) } : {}),
    ...(asks("news") ? { news: take<NewsHit>("news", (hit) => hit.url) } : {}),
    ...(asks("images") ? { images: take<ImageHit>("images", (hit) => hit.imageUrl) } : {})
  }
}

const excerptOf = (hit: Hit) => ({
  url: hit.url,
  title: hit.title,
  snippet: hit.source === "web" ? hit.description : hit.source === "news" ? hit.snippet : ""
})

const originalsIn = <A extends Hit>(hits: ReadonlyArray<A>): ReadonlyArray<A> => {
  const originals = Excerpt.copiesIn(hits.map(excerptOf))
  return hits.filter((_, at) => originals[at] === undefined)
}

const copiesOf = ({ allowed, hits }: Guarded): ReadonlyArray<Many.Folded> =>
  [hits.web ?? [], hits.news ?? []].flatMap((shown) => {
    const urls = new Set(shown.map(({ url }) => url))
    const all = distinct<Hit>(allowed.filter(({ source }) => source === shown[0]?.source), ({ url }) => url)
    const originals = Excerpt.copiesIn(all.map(excerptOf))
    return all.flatMap((copy, at) => {
      const of = originals[at] === undefined ? undefined : all[originals[at]]!
      return of !== undefined && urls.has(of.url) ? [{ copy, of }] : []
    })
  })

const distinct = <A>(items: ReadonlyArray<A>, address: (item: A) => string): ReadonlyArray<A> => {
  const seen = new Set<string>()
  return items.filter((item) => {
    const known = seen.size
    return seen.add(CanonicalUrl.canonical(address(item))).size > known
  })
}
