import type { NewsHit, WebHit } from "@dunlin/providers/SearchProvider"
import * as Anchors from "@dunlin/text/Anchors"
import * as MarkdownBlocks from "@dunlin/text/MarkdownBlocks"
import * as Quotation from "@dunlin/text/Quotation"
import * as Sections from "@dunlin/text/Sections"
import * as Passages from "@dunlin/transformers/Passages"
import * as Effect from "effect/Effect"
import type { Authorized, Hits, Input, Place, Planned, Refined, ScrapedPages } from "../SearchState.ts"
import { anchorsOf, pageOf, saidOf, wordsOf } from "./knownText.ts"

type State = Input & Authorized & Planned & Refined & ScrapedPages

/** For all passages of a hit together. */
const MAX_HIGHLIGHT_CHARACTERS = 500

/**
 * Takes passages from the page's text if it was scraped or the provider returned it. Otherwise, the provider's
 * description stays.
 */
export const highlightHits = (state: State): Effect.Effect<Pick<Refined, "hits" | "places">> => {
  const places = new Map<WebHit | NewsHit, Place>()
  const hits = highlighted(state, places)
  return Effect.succeed(places.size === 0 ? { hits } : { hits, places })
}

const highlighted = (state: State, places: Map<WebHit | NewsHit, Place>): Hits => {
  const { hits, plan, request, retention } = state
  const { news = [], web = [] } = hits
  const hasText = (hit: WebHit | NewsHit) => textOf(state, hit) !== undefined
  if (!request.highlights || retention === "zdr" || !(web.some(hasText) || news.some(hasText))) return hits
  const query = wordsOf(plan.query)
  if (query === "") return hits
  const improved = <A extends WebHit | NewsHit>(hit: A, replace: (passages: string) => A): A => {
    const text = textOf(state, hit)
    if (text === undefined) return hit
    const shown = readable(text)
    const best = Passages.highlighted(shown, saidOf(state, hit) ?? query, { maxLength: MAX_HIGHLIGHT_CHARACTERS })
    if (best === undefined) return hit
    const improved = replace(prose(best.text))
    const place = pageOf(state, hit) === undefined ? undefined : placeOf(state, hit, { text, shown, best })
    if (place !== undefined) places.set(improved, place)
    return improved
  }
  return {
    ...hits,
    ...(hits.web && { web: web.map((hit) => improved(hit, (description) => ({ ...unmarked(hit), description }))) }),
    ...(hits.news && { news: news.map((hit) => improved(hit, (snippet) => ({ ...unmarked(hit), snippet }))) })
  }
}

const lineOf = (text: string, place: number): number => {
  let line = 0
  for (let at = text.indexOf("\n"); at >= 0 && at < place; at = text.indexOf("\n", at + 1)) line++
  return line
}

const startOfLine = (text: string, line: number): number => {
  let start = 0
  for (let at = 0; at < line; at++) start = text.indexOf("\n", start) + 1
  return start
}

const placeOf = (
  state: State,
  hit: WebHit | NewsHit,
  { best, shown, text }: { readonly text: string; readonly shown: string; readonly best: Passages.Highlight }
): Place => {
  const start = startOfLine(text, lineOf(shown, best.start))
  const [context] = Sections.contextsAt(text, [start])
  const headings = context?.headings.map(({ title }) => title) ?? []
  const parts = text === hit.text ? hit.textParts : undefined
  const part = parts?.find(({ at, end, start: from }) => at <= start && start < at + end - from)
  const id = Anchors.at(anchorsOf(state, hit), part === undefined ? start : part.start + start - part.at)
  const link = Anchors.link(hit.url, id === undefined ? { fragment: Quotation.fragment(shown, best) } : { id })
  return { link, ...(headings.length === 0 ? {} : { headings }) }
}

// Match offsets refer to the provider's text, so they are removed with it.
const unmarked = <A extends WebHit | NewsHit>({ matches: _, ...hit }: A): Omit<A, "matches"> => hit

const commentMark = /^[ \t]*\/?\*+(?=[ \t]|$)/

const escaped = (line: string): string => {
  const mark = commentMark.exec(line)?.[0] ?? ""
  return mark + line.slice(mark.length).replace(/[*`\\|~]/g, "\\$&")
}

/** Passages omit the fences of code, so Markdown characters in the code are escaped. */
const withEscapedCode = (markdown: string): string => {
  const { read } = MarkdownBlocks.reader()
  return markdown.split("\n")
    .map((line) => read(line) === "code" ? escaped(line) : line)
    .join("\n")
}

const readable = (markdown: string): string =>
  withEscapedCode(markdown)
    .replace(/!\[[^[\]\n]{0,1000}\]\([^()\n]{0,4000}\)/g, "")
    .replace(/\[([^[\]\n]{1,1000})\]\([^()\n]{0,4000}\)/g, "$1")

const markup =
  /(`{1,3})([^`]+)\1|\\([!-/:-@[-`{-~])|[ \t]+(\|)[ \t]+|(?<![\p{L}\p{N}])\*{1,3}(?=\S)|(?<=\S)\*{1,3}(?![\p{L}\p{N}])|~~/gu

const prose = (markdown: string): string =>
  markdown.replace(
    markup,
    (_, _marks, code?: string, sign?: string, border?: string) => code ?? sign ?? (border === undefined ? "" : ", ")
  )

const textOf = (state: State, hit: WebHit | NewsHit): string | undefined => {
  const page = pageOf(state, hit)
  if (page !== undefined) return page
  return hit.source === "web" && hit.extraSnippets !== undefined && hit.extraSnippets.length > 0
    ? [hit.description, ...hit.extraSnippets].join("\n\n")
    : undefined
}
