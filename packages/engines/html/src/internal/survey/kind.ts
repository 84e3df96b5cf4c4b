/**
 * Determines the kind of a page from its URL and declarations.
 *
 * @since 0.1.0
 */
import * as Character from "../tape/characters.ts"
import * as Tags from "../tape/tags.ts"
import { attr, type Tape } from "../tape/tape.ts"
import type { Survey } from "./survey.ts"

const MAX_PARTS_OF_PATH = 20

export interface Kind {
  readonly article: boolean
  readonly product: boolean
  readonly questions: boolean
  readonly list: boolean
  readonly graph: number
  readonly listAddress: boolean
  readonly productAddress: boolean
  readonly discussion: boolean
  readonly depth: number
}

const Graph = { Unsaid: 0, Article: 1, Product: 2, Website: 3, Other: 4 } as const

const graphOf = (type: string): number =>
  type === "article"
    ? Graph.Article
    : /^(?:og:)?product/.test(type)
    ? Graph.Product
    : type === "website"
    ? Graph.Website
    : Graph.Other

const listAddress = /\/(?:collections?|category|categories|c|shop|store|browse|tag|tags|topics?)(?:\/|$)/i
const productAddress = /\/(?:products?|p|item|dp)\//i
const forumHost = /^[a-z]+:\/\/(?:[^/]*forums?|(?:[^/]*\.)?(?:community|discuss(?:ions?)?|answers|boards?|talk))\./i
/**
 * Matches paths of forums. `topic`, `t` and `thread-` count only with a number, because they also occur on other
 * pages.
 */
const forumPath =
  /\/(?:forums?|discuss(?:ions?)?|answers|boards?|talk|threads?|questions?|viewtopic|showthread|comments)[/.?]|\/thread-\d|\/t\/(?:[^/]+\/)?\d|[/?&]topics?[/=]\d/i

const articles = [
  "\"Article\"",
  "\"NewsArticle\"",
  "\"BlogArticle\"",
  "\"TechArticle\"",
  "\"ReportArticle\"",
  "\"BlogPosting\""
]
const products = ["\"Product\"", "\"ProductGroup\""]
const discussions = ["\"DiscussionForumPosting\"", "\"QAPage\""]
const lists = ["\"ItemList\"", "\"CollectionPage\"", "\"OfferCatalog\""]

export const kindOf = (tape: Tape, { declarations }: Survey, url: string | undefined): Kind => {
  let article = false
  let product = false
  let questions = false
  let list = false
  let discussion = url !== undefined && (forumHost.test(url) || forumPath.test(url))
  let graph: number = Graph.Unsaid
  for (const i of declarations) {
    const id = tape.tag[i]!
    if (id === Tags.META && graph === Graph.Unsaid && attr(tape, i, "property") === "og:type") {
      graph = graphOf(attr(tape, i, "content") ?? "")
    } else if (
      id === Tags.SCRIPT && i + 1 < tape.n && tape.parent[i + 1] === i &&
      attr(tape, i, "type") === "application/ld+json"
    ) {
      const data = tape.text[i + 1]!
      article ||= holdsOne(data, articles)
      product ||= holdsOne(data, products)
      questions ||= data.includes("\"FAQPage\"")
      list ||= holdsOne(data, lists)
      discussion ||= holdsOne(data, discussions)
    }
  }
  const page = url === undefined ? "" : withoutQuery(url)
  const path = page.replace(/^[a-z]+:\/\/[^/]*/i, "")
  return {
    article,
    product,
    questions,
    list,
    graph,
    listAddress: listAddress.test(path),
    productAddress: productAddress.test(path),
    discussion,
    depth: Math.min(partsOf(path), MAX_PARTS_OF_PATH)
  }
}

export const isArticle = ({ article, graph }: Kind): boolean => article || graph === 1

const holdsOne = (data: string, words: ReadonlyArray<string>): boolean => {
  for (let k = 0; k < words.length; k++) if (data.includes(words[k]!)) return true
  return false
}

const withoutQuery = (url: string): string => {
  for (let k = 0; k < url.length; k++) {
    const c = url.charCodeAt(k)
    if (c === Character.QUESTION || c === Character.HASH) return url.slice(0, k)
  }
  return url
}

const partsOf = (path: string): number => {
  let parts = 0
  for (let k = 0; k < path.length; k++) {
    if (path.charCodeAt(k) !== Character.SLASH && (k === 0 || path.charCodeAt(k - 1) === Character.SLASH)) parts++
  }
  return parts
}
