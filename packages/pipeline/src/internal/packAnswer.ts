import type { NewsHit, WebHit } from "@dunlin/providers/SearchProvider"
import type * as Anchors from "@dunlin/text/Anchors"
import * as Budget from "@dunlin/transformers/Budget"
import { PassageFilter } from "@dunlin/transformers/PassageFilter"
import * as Tokens from "@dunlin/transformers/Tokens"
import * as Effect from "effect/Effect"
import type { Answer, Answered, Budgeted, Source } from "../Answer.ts"
import type { Citation } from "../Citation.ts"
import { ScrapeError } from "../ScrapeError.ts"
import type { Found, Input, Planned, Refined, ScrapedPages, Settled } from "../SearchState.ts"
import { citing } from "./cite.ts"
import { coverageOf, warningsOf } from "./coverage.ts"
import { anchorsOf, pageOf, wordsOf } from "./knownText.ts"
import { queriesOf } from "./settleSearch.ts"

type State = Input & Budgeted & Planned & Pick<Found, "suggestion"> & Refined & ScrapedPages & Settled

interface Candidate {
  readonly source: Omit<Source, "passages">
  readonly text: string
  readonly parts?: Budget.Page["parts"]
  readonly rank: number
  readonly anchors: ReadonlyArray<Anchors.Anchor>
}

const SHOWN_TOKENS_PER_LIMIT = 4
const MAX_SHOWN_TOKENS = 12_000

export const packAnswer = Effect.fnUntraced(function*(state: State): Effect.fn.Return<Answered> {
  const { creditsUsed, id, warning } = state.response
  const candidates = candidatesOf(state)
  const queryWords = wordsOf(state.plan.query)
  const { selection, warning: unfiltered } = yield* selected(
    candidates.map(({ parts, rank, source, text }) => ({ ...source, rank, text, parts })),
    queryWords === "" ? state.request.query : queryWords,
    { ...state.budget, count: yield* Tokens.counter }
  )
  const quoted = new Map<string, number>()
  for (const { url } of selection.passages) quoted.set(url, (quoted.get(url) ?? 0) + 1)
  const known = coverageOf(
    state,
    [...state.hits.web ?? [], ...state.hits.news ?? []],
    () => selection.passages.map(({ headings, text, title }) => [title, ...headings, text].join("\n"))
  )
  const answer: Answer = {
    id,
    text: selection.text,
    tokens: selection.tokens,
    passages: cited(candidates, selection.passages),
    leftOut: selection.leftOut,
    missing: [],
    ...known,
    sources: candidates.map(({ source }) => ({ ...source, passages: quoted.get(source.url) ?? 0 })),
    warning: [warning, unfiltered, ...warningsOf({ ...known, missing: [] }, [])].reduce<string | null>(joined, null),
    creditsUsed
  }
  return { answer }
})

const cited = (
  candidates: ReadonlyArray<Candidate>,
  passages: ReadonlyArray<Budget.Passage>
): ReadonlyArray<Citation> => {
  const known = new Map<string, ReturnType<typeof citing>>()
  return passages.map((passage) => {
    const { url } = passage
    let cite = known.get(url)
    if (cite === undefined) {
      const { anchors, parts, source, text } = candidates.find(({ source }) => source.url === url)!
      cite = citing({ url, text, anchors, parts, isPage: source.of === "page" })
      known.set(url, cite)
    }
    return cite(passage)
  })
}

const joined = (warning: string | null, other: string | null | undefined): string | null =>
  other === undefined || other === null ? warning : warning === null ? other : `${warning} ${other}`

const selected = Effect.fnUntraced(function*(
  pages: ReadonlyArray<Budget.Page>,
  query: string,
  options: Budget.Options
): Effect.fn.Return<{ readonly selection: Budget.Selection; readonly warning?: string | undefined }> {
  const filter = yield* PassageFilter
  const ranked = () => Budget.select(pages, query, options)
  if (filter === undefined) return { selection: ranked() }
  const maxTokens = Math.max(options.maxTokens, Math.min(MAX_SHOWN_TOKENS, options.maxTokens * SHOWN_TOKENS_PER_LIMIT))
  const { leftOut, passages } = Budget.select(pages, query, { ...options, maxTokens, fills: false })
  const { kept = [], warning } = yield* filter(query, passages.map(({ text }) => text))
  const packed = Budget.pack(pages, kept.flatMap((at) => passages[at] ?? []), options)
  return packed.tokens === 0
    ? { selection: ranked(), warning }
    : { selection: { ...packed, leftOut: leftOut + packed.leftOut }, warning }
})

const candidatesOf = (state: State): ReadonlyArray<Candidate> => {
  const found = [...state.hits.web ?? [], ...state.hits.news ?? []]
  const places = new Map<string, number>()
  return found.flatMap((hit) => {
    // Ranks the hits of each source separately, so that the best hits of all sources are equal.
    const rank = (places.get(hit.source) ?? 0) + 1
    places.set(hit.source, rank)
    return toCandidate(state, hit, rank)
  }).toSorted((x, y) => x.rank - y.rank)
}

const toCandidate = (state: State, hit: WebHit | NewsHit, rank: number): Candidate => {
  const page = state.pages.get(hit.url)
  const metadata = page === undefined || page instanceof ScrapeError ? undefined : page.document.metadata
  const known = hit.source === "web" ? hit.publishedAt : hit.date
  const date = known ?? oneOf(metadata?.publishedTime) ?? oneOf(metadata?.modifiedTime)
  const text = pageOf(state, hit)
  const description = hit.source === "web"
    ? [hit.description, ...hit.extraSnippets ?? []].join("\n\n")
    : hit.snippet
  return {
    rank,
    text: text ?? description,
    anchors: text === undefined ? [] : anchorsOf(state, hit),
    ...(text !== undefined && text === hit.text ? { parts: hit.textParts } : {}),
    source: {
      url: hit.url,
      title: hit.title,
      ...(date === undefined ? {} : { date }),
      ...queriesOf(state, hit),
      // Without a page text, the provider's description is used.
      of: text === undefined ? "description" : "page",
      ...(page instanceof ScrapeError ? { error: page.code } : {})
    }
  }
}

const oneOf = (value: string | ReadonlyArray<string> | null | undefined): string | undefined =>
  typeof value === "string" ? value : value?.[0]
