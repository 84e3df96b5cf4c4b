/**
 * What the address and the declarations of a page say about its kind.
 *
 * @since 0.1.0
 */
import type { Survey } from "./survey.ts"
import * as Tags from "./tags.ts"
import { attr, type Tape } from "./tape.ts"

export interface Kind {
  readonly article: boolean
  readonly product: boolean
  readonly questions: boolean
  readonly list: boolean
  /** `og:type`: 1 article, 2 product, 3 website, 4 something else, 0 not said. */
  readonly graph: number
  readonly listAddress: boolean
  readonly productAddress: boolean
  /** The address is that of documentation. */
  readonly manual: boolean
  /** Parts of the path. */
  readonly depth: number
}

const listAddress = /\/(?:collections?|category|categories|c|shop|store|browse|tag|tags|topics?)(?:\/|$)/i
const productAddress = /\/(?:products?|p|item|dp)\//i
const manualAddress =
  /^(?:[a-z]+:)?\/\/(?:[^/]*\.)?(?:docs?|documentation|api|developers?|wiki|help|manual|readthedocs)\.|\/(?:docs?|documentation|reference|manual|api|wiki|guides?|learn|tutorials?|help)(?:\/|$)/i

export const kindOf = (tape: Tape, { declarations }: Survey, url: string | undefined): Kind => {
  let article = false
  let product = false
  let questions = false
  let list = false
  let graph = 0
  for (const i of declarations) {
    const id = tape.tag[i]!
    if (id === Tags.META && graph === 0 && attr(tape, i, "property") === "og:type") {
      const type = attr(tape, i, "content") ?? ""
      graph = type === "article" ? 1 : /^(?:og:)?product/.test(type) ? 2 : type === "website" ? 3 : 4
    } else if (
      id === Tags.SCRIPT && i + 1 < tape.n && tape.parent[i + 1] === i &&
      attr(tape, i, "type") === "application/ld+json"
    ) {
      const data = tape.text[i + 1]!
      article ||= /"(?:News|Blog|Tech|Report)?Article"|"BlogPosting"/.test(data)
      product ||= /"Product(?:Group)?"/.test(data)
      questions ||= data.includes("\"FAQPage\"")
      list ||= /"(?:ItemList|CollectionPage|OfferCatalog)"/.test(data)
    }
  }
  const path = url === undefined ? "" : url.replace(/^[a-z]+:\/\/[^/?#]*/i, "").replace(/[?#].*$/s, "")
  let depth = 0
  for (const part of path.split("/")) if (part !== "") depth++
  return {
    article,
    product,
    questions,
    list,
    graph,
    listAddress: listAddress.test(path),
    productAddress: productAddress.test(path),
    manual: url !== undefined && manualAddress.test(url.replace(/[?#].*$/s, "")),
    depth: Math.min(depth, 20)
  }
}
