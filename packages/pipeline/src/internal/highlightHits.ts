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

/** All passages of one hit together. */
const MAX_HIGHLIGHT_CHARACTERS = 500

/**
 * Uses the text of the page if it is available: scraped, from the embedded index, or from the provider. Otherwise
 * keeps the provider's description.
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
    // Only text of the page has a position on the page.
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

/** Both texts have the same lines, so the line locates the passage. */
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

/** Returns the section of a hit's best passage, with a link. */
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

// The match offsets are positions in another text.
const unmarked = <A extends WebHit | NewsHit>({ matches: _, ...hit }: A): Omit<A, "matches"> => hit

/** Passages omit the comment mark of a line in fenced text. */
const commentMark = /^[ \t]*\/?\*+(?=[ \t]|$)/

const escaped = (line: string): string => {
  const mark = commentMark.exec(line)?.[0] ?? ""
  return mark + line.slice(mark.length).replace(/[*`\\|~]/g, "\\$&")
}

/** Passages do not contain the fences of code, so Markdown characters in it are escaped. */
const withEscapedCode = (markdown: string): string => {
  const { read } = MarkdownBlocks.reader()
  return markdown.split("\n")
    .map((line) => read(line) === "code" ? escaped(line) : line)
    .join("\n")
}

// Images are removed, and links are replaced by their text.
const readable = (markdown: string): string =>
  withEscapedCode(markdown)
    .replace(/!\[[^[\]\n]{0,1000}\]\([^()\n]{0,4000}\)/g, "")
    .replace(/\[([^[\]\n]{1,1000})\]\([^()\n]{0,4000}\)/g, "$1")

const markup =
  /(`{1,3})([^`]+)\1|\\([!-/:-@[-`{-~])|[ \t]+(\|)[ \t]+|(?<![\p{L}\p{N}])\*{1,3}(?=\S)|(?<=\S)\*{1,3}(?![\p{L}\p{N}])|~~/gu

/** Code and escaped characters stay unchanged. */
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
