/**
 * What one look over a page tells the steps of the selection: its names, its declarations, the elements that a few rules
 * ask about, and how many of others stand before each node.
 *
 * @since 0.1.0
 */
import * as Attributes from "./attributes.ts"
import { int32Column } from "./columns.ts"
import { Naming } from "./naming.ts"
import * as Tags from "./tags.ts"
import { attrValue, type Tape } from "./tape.ts"

export interface Survey {
  readonly naming: Naming
  /** The `body`, or else the `html`; -1 when there is neither. */
  readonly body: number
  /** Every `title`, `meta` and `script`. */
  readonly declarations: ReadonlyArray<number>
  readonly noscripts: ReadonlyArray<number>
  readonly headers: ReadonlyArray<number>
  /** What says that it is the main part of the page. */
  readonly mains: ReadonlyArray<number>
  readonly articles: ReadonlyArray<number>
  /** What says that it is the text of an article. */
  readonly texts: ReadonlyArray<number>
  /** How many links stand before a node; the pictures and headings, all that shows something, and the main headings. */
  readonly links: Int32Array
  readonly marked: Int32Array
  readonly pictures: Int32Array
  readonly headlines: Int32Array
}

const Link = 1
const Marked = 2
const Picture = 4
const Headline = 8
const Listed = 16

/** What an element counts as, by its id. */
const kinds = new Uint8Array(Tags.UNKNOWN + 1)
for (let id = 0; id <= Tags.UNKNOWN; id++) if (Tags.is(id, Tags.HEADING)) kinds[id] = Marked
kinds[Tags.A] = Link
kinds[Tags.IMG] = Marked | Picture
kinds[Tags.H1] = Marked | Headline
for (const id of [Tags.VIDEO, Tags.PICTURE, Tags.IFRAME]) kinds[id] = Picture
for (
  const id of [
    Tags.TITLE,
    Tags.META,
    Tags.SCRIPT,
    Tags.NOSCRIPT,
    Tags.HEADER,
    Tags.MAIN,
    Tags.ARTICLE,
    Tags.BODY,
    Tags.HTML
  ]
) kinds[id] = Listed

export const surveyOf = (tape: Tape): Survey => {
  const { attrs, attrsAt, n, tag } = tape
  const naming = new Naming(tape)
  let html = -1
  let body = -1
  const declarations: Array<number> = []
  const noscripts: Array<number> = []
  const headers: Array<number> = []
  const mains: Array<number> = []
  const articles: Array<number> = []
  const texts: Array<number> = []
  const links = int32Column(n + 1)
  const marked = int32Column(n + 1)
  const pictures = int32Column(n + 1)
  const headlines = int32Column(n + 1)
  for (let i = 0; i < n; i++) {
    const kind = kinds[tag[i]!]!
    links[i + 1] = links[i]! + (kind & 1)
    marked[i + 1] = marked[i]! + (kind >> 1 & 1)
    pictures[i + 1] = pictures[i]! + (kind >> 2 & 1)
    headlines[i + 1] = headlines[i]! + (kind >> 3 & 1)
    if (kind >= Listed) {
      const id = tag[i]!
      if (id === Tags.NOSCRIPT) noscripts.push(i)
      else if (id === Tags.HEADER) headers.push(i)
      else if (id === Tags.MAIN) mains.push(i)
      else if (id === Tags.ARTICLE) articles.push(i)
      else if (id === Tags.BODY) body = body < 0 ? i : body
      else if (id === Tags.HTML) html = html < 0 ? i : html
      else declarations.push(i)
    }
    const stop = attrsAt[i + 1]!
    for (let k = attrsAt[i]!; k < stop; k++) {
      switch (attrs[3 * k]) {
        case Attributes.CLASS:
          naming.classes.add(i, k)
          break
        case Attributes.ID:
          naming.ids.add(i, k)
          if (isValue(tape, k, "main-content")) add(mains, i)
          break
        case Attributes.ROLE:
          if (isValue(tape, k, "main")) add(mains, i)
          break
        case Attributes.ITEMPROP:
          if (isValue(tape, k, "articleBody")) add(texts, i)
          break
        case Attributes.PROPERTY:
          if (isValue(tape, k, "content:encoded")) add(texts, i)
          break
        default:
          break
      }
    }
  }
  return {
    naming,
    body: body < 0 ? html : body,
    declarations,
    noscripts,
    headers,
    mains,
    articles,
    texts,
    links,
    marked,
    pictures,
    headlines
  }
}

const add = (nodes: Array<number>, i: number): void => {
  if (nodes[nodes.length - 1] !== i) nodes.push(i)
}

const isValue = (tape: Tape, k: number, value: string): boolean => {
  const start = tape.attrs[3 * k + 1]!
  const length = tape.attrs[3 * k + 2]! - start
  return length === value.length
    ? tape.source.startsWith(value, start)
    : length > value.length && attrValue(tape, k) === value
}
