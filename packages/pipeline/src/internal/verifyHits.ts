import type { ImageHit, NewsHit, WebHit } from "@dunlin/providers/SearchProvider"
import * as Residual from "@dunlin/query-operators/Residual"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { ScrapeError } from "../ScrapeError.ts"
import type { Hits, Input, Refined, ScrapedPages } from "../SearchState.ts"
import { copiesIn, saidOf } from "./copies.ts"
import { isRedacted } from "./knownText.ts"
import * as Many from "./manyQueries.ts"
import { addressOf, resultsIn } from "./refineHits.ts"
import { warned } from "./warned.ts"

type State = Input & Refined & ScrapedPages
type AnyHit = WebHit | NewsHit | ImageHit

type Verified = Pick<Refined, "hits" | "fused"> & ScrapedPages & Pick<Input, "warnings">

/**
 * Uses pages to check conditions that titles and snippets could not decide. Removes hits that contradict the query.
 * Of results with the same text, the first stays, and a warning names the others.
 */
export const verifyHits = (state: State, services: Context.Context<never>): Effect.Effect<Verified> => {
  const now = Context.get(services, Clock.Clock).currentTimeMillisUnsafe()
  const reasons: Array<string> = []
  const open: Array<{ residual: Residual.Residual; candidate: Residual.Candidate }> = []
  const verified = <A extends AnyHit>(hits: ReadonlyArray<A>): ReadonlyArray<A> =>
    state.conditions === undefined ? hits : hits.filter((hit) => {
      const residual = state.conditions?.get(addressOf(hit))
      if (residual === undefined) return true
      const candidate = evidenceOf(state, hit)
      const against = Residual.contradiction(residual, candidate, now)
      if (against === undefined) open.push({ residual, candidate })
      else reasons.push(against)
      return against === undefined
    })
  const copies: Array<Many.Folded> = []
  const once = <A extends WebHit | NewsHit>(hits: ReadonlyArray<A>): ReadonlyArray<A> => {
    const originals = copiesIn(hits.map((hit) => ({ title: hit.title, text: textOf(state, hit) })))
    return hits.filter((hit, at) => {
      const original = originals[at]
      if (original !== undefined) copies.push({ copy: hit, of: hits[original]! })
      return original === undefined
    })
  }
  const { images, news, web } = state.hits
  const hits: Hits = {
    ...(web === undefined ? {} : { web: once(verified(web)) }),
    ...(news === undefined ? {} : { news: once(verified(news)) }),
    ...(images === undefined ? {} : { images: verified(images) })
  }
  const remaining = resultsIn(hits)
  const warnings = [
    ...Residual.unproven(open, now),
    ...(reasons.length === 0 ? [] : [`${onPages(reasons.length)} omitted because of ${list(reasons)}.`]),
    ...(remaining === 0 && reasons.length === 0 ? nothingLeft(state.leftOut ?? []) : []),
    ...saidOf(copies.map(({ copy, of }) => ({ url: copy.url, of: of.url })), !isRedacted(state.request))
  ]
  return Effect.succeed({
    hits,
    ...(state.fused === undefined ? {} : {
      fused: {
        ...Many.withCopies(state.fused, copies),
        omitted: state.fused.omitted + resultsIn(state.hits) - remaining
      }
    }),
    pages: reasons.length === 0 && copies.length === 0 ? state.pages : delivered(state, hits),
    warnings: warned(state.warnings, warnings)
  })
}

const textOf = (state: State, hit: WebHit | NewsHit): string | undefined => {
  const page = state.pages.get(hit.url)
  return page === undefined || page instanceof ScrapeError ? undefined : page.text
}

/** Pages of removed hits are not charged. */
const delivered = ({ pages }: State, { news = [], web = [] }: Hits): ScrapedPages["pages"] => {
  const urls = new Set([...web, ...news].map(({ url }) => url))
  return new Map([...pages].filter(([url]) => urls.has(url)))
}

const nothingLeft = (reasons: ReadonlyArray<string>): ReadonlyArray<string> =>
  reasons.length === 0
    ? []
    : [
      `${reasons.length === 1 ? "The only result was" : `All ${reasons.length} results were`} omitted because of ` +
      `${list(reasons)}.`
    ]

const onPages = (count: number): string =>
  count === 1
    ? "1 result does not match the query on its page and was"
    : `${count} results do not match the query on their pages and were`

const list = (reasons: ReadonlyArray<string>): string => {
  const counts = new Map<string, number>()
  for (const reason of reasons) counts.set(reason, (counts.get(reason) ?? 0) + 1)
  return counts.size === 1
    ? reasons[0]!
    : [...counts].map(([reason, count]) => `${reason} (${count})`).join(", ")
}

/** Uses the original hit, because redaction removes words. A redacted page text never counts as whole. */
const evidenceOf = (state: State, shown: AnyHit): Residual.Candidate => {
  const hit = state.unredacted?.get(addressOf(shown)) ?? shown
  if (hit.source === "images") return hit
  const page = state.pages.get(hit.url)
  if (page === undefined || page instanceof ScrapeError) return hit
  const { metadata } = page.document
  const date = (hit.source === "web" ? hit.publishedAt : hit.date) ?? metadata?.publishedTime ?? hit.modifiedAt ??
    metadata?.modifiedTime
  const text = page.text === undefined || page.text === ""
    ? {}
    : { text: page.text, textIsWhole: !isRedacted(state.request) }
  return {
    ...hit,
    ...text,
    ...(date === undefined ? {} : { publishedAt: date })
  }
}
