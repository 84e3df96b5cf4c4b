/** Finds the text of hits, and the query words in it. */
import type { NewsHit, WebHit } from "@dunlin/providers/SearchProvider"
import * as Query from "@dunlin/query-operators/Query"
import type { Node } from "@dunlin/query-operators/QueryNode"
import type { SearchRequest } from "@dunlin/schema/SearchRequest"
import * as Anchors from "@dunlin/text/Anchors"
import { ScrapeError } from "../ScrapeError.ts"
import type { Input, Refined, ScrapedPages } from "../SearchState.ts"

export const isRedacted = ({ scrapeOptions }: SearchRequest): boolean =>
  scrapeOptions !== undefined && scrapeOptions.redactPII !== false

export const pageOf = (state: Input & ScrapedPages, hit: WebHit | NewsHit): string | undefined => {
  const page = state.pages.get(hit.url)
  if (page !== undefined && !(page instanceof ScrapeError)) return page.text
  return isRedacted(state.request) ? undefined : hit.text
}

export const anchorsOf = (state: Input & ScrapedPages, hit: WebHit | NewsHit): ReadonlyArray<Anchors.Anchor> => {
  const page = state.pages.get(hit.url)
  if (page === undefined || page instanceof ScrapeError) return hit.anchors ?? []
  return page.marks === undefined || page.text === undefined ? [] : Anchors.locate(page.text, page.marks)
}

export const saidOf = (
  { fused, many }: Pick<Input & Refined, "fused" | "many">,
  hit: WebHit | NewsHit
): string | undefined =>
  fused === undefined || many === undefined
    ? undefined
    : fused.queriesOf(hit).map((at) => wordsOf(Query.parse(many.queries[at]!).query)).join(" ")

export const wordsOf = (query: Query.Query): string => {
  const words: Array<string> = []
  addWords(query.nodes, words)
  return words.join(" ")
}

const addWords = (nodes: ReadonlyArray<Node>, words: Array<string>): void => {
  for (const node of nodes) {
    if (node.negated) continue
    switch (node._tag) {
      case "Word":
      case "Phrase":
        words.push(node.value)
        break
      case "Operator":
        if (node.name === "intitle" || node.name === "intext") words.push(node.value)
        else if (node.name === "allintitle") words.push(...node.value)
        break
      default:
        addWords(node.items, words)
    }
  }
}
