/**
 * Collects, in one pass over a page, data that several selection steps need: its names, its declarations, the elements
 * used by a few rules, and how many other elements precede each node.
 *
 * @since 0.1.0
 */
import { Naming } from "../names/naming.ts"
import * as Attributes from "../tape/attributes.ts"
import { int32Column } from "../tape/lent.ts"
import * as Tags from "../tape/tags.ts"
import { attrValue, type Tape } from "../tape/tape.ts"

export interface Survey {
  readonly naming: Naming
  /** Index of the `body` element, or else of the `html` element; -1 if there is neither. */
  readonly body: number
  /** Every `title`, `meta` and `script`. */
  readonly declarations: ReadonlyArray<number>
  readonly noscripts: ReadonlyArray<number>
  readonly headers: ReadonlyArray<number>
  readonly mains: ReadonlyArray<number>
  readonly articles: ReadonlyArray<number>
  readonly texts: ReadonlyArray<number>
  readonly headlines: ReadonlyArray<number>
  readonly links: Int32Array
  readonly marked: Int32Array
  readonly pictures: Int32Array
}

export const holdsHeadline = ({ headlines }: Survey, { end }: Tape, i: number): boolean => {
  let low = 0
  let high = headlines.length
  while (low < high) {
    const middle = low + high >> 1
    if (headlines[middle]! < i) low = middle + 1
    else high = middle
  }
  return low < headlines.length && headlines[low]! < end[i]!
}

const Link = 1
const Marked = 2
const Picture = 4
const Listed = 8

const kinds = new Uint8Array(Tags.UNKNOWN + 1)
for (let id = 0; id <= Tags.UNKNOWN; id++) if (Tags.is(id, Tags.HEADING)) kinds[id] = Marked
kinds[Tags.A] = Link
kinds[Tags.IMG] = Marked | Picture
kinds[Tags.H1] = Marked | Listed
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

const telling = Attributes.common.map(() => "")
telling[Attributes.ID] = "main-content"
telling[Attributes.ROLE] = "main"
telling[Attributes.ITEMPROP] = "articleBody"
telling[Attributes.PROPERTY] = "content:encoded"

export const surveyOf = (tape: Tape): Survey => {
  const { n } = tape
  const naming = new Naming(tape)
  const counts = {
    links: int32Column(n + 1),
    marked: int32Column(n + 1),
    pictures: int32Column(n + 1)
  }
  const lists: Lists = {
    declarations: [],
    noscripts: [],
    headers: [],
    headlines: [],
    mains: [],
    articles: [],
    bodies: [],
    roots: []
  }
  countElements(tape, counts, lists)
  const attributes = readAttributes(tape, naming)
  const { articles, bodies, declarations, headers, headlines, mains, noscripts, roots } = lists
  return {
    ...counts,
    naming,
    body: bodies[0] ?? roots[0] ?? -1,
    declarations,
    noscripts,
    headers,
    headlines,
    mains: inOrder([...mains, ...attributes.mains]),
    articles,
    texts: inOrder(attributes.texts)
  }
}

type Counts = Pick<Survey, "links" | "marked" | "pictures">
type Lists = Readonly<
  Record<
    "declarations" | "noscripts" | "headers" | "headlines" | "mains" | "articles" | "bodies" | "roots",
    Array<number>
  >
>

// These loops are short, and rare cases are in other functions, so that V8 optimizes the loops early.

const countElements = ({ n, tag }: Tape, { links, marked, pictures }: Counts, lists: Lists): void => {
  for (let i = 0; i < n; i++) {
    const kind = kinds[tag[i]!]!
    links[i + 1] = links[i]! + (kind & 1)
    marked[i + 1] = marked[i]! + (kind >> 1 & 1)
    pictures[i + 1] = pictures[i]! + (kind >> 2 & 1)
    if (kind >= Listed) listOf(lists, tag[i]!).push(i)
  }
}

const listOf = (lists: Lists, id: number): Array<number> => {
  switch (id) {
    case Tags.NOSCRIPT:
      return lists.noscripts
    case Tags.HEADER:
      return lists.headers
    case Tags.H1:
      return lists.headlines
    case Tags.MAIN:
      return lists.mains
    case Tags.ARTICLE:
      return lists.articles
    case Tags.BODY:
      return lists.bodies
    case Tags.HTML:
      return lists.roots
    default:
      return lists.declarations
  }
}

const readAttributes = (tape: Tape, { classes, ids }: Naming) => {
  const { attrs, attrsAt, n } = tape
  const mains: Array<number> = []
  const texts: Array<number> = []
  const collected = { mains, texts }
  for (let i = 0; i < n; i++) {
    const stop = attrsAt[i + 1]!
    for (let k = attrsAt[i]!; k < stop; k++) {
      const name = attrs[Attributes.WIDTH * k]!
      if (name === Attributes.CLASS) classes.add(i, k)
      else if (name === Attributes.ID) ids.add(i, k)
      if (name < telling.length && telling[name] !== "" && isValue(tape, k, telling[name]!)) {
        if (name === Attributes.ID || name === Attributes.ROLE) mains.push(i)
        else texts.push(i)
      }
    }
  }
  return collected
}

const inOrder = (nodes: ReadonlyArray<number>): ReadonlyArray<number> => [...new Set(nodes)].sort((a, b) => a - b)

const isValue = (tape: Tape, k: number, value: string): boolean => {
  const start = tape.attrs[Attributes.WIDTH * k + 1]!
  const length = tape.attrs[Attributes.WIDTH * k + 2]! - start
  return length === value.length
    ? tape.source.startsWith(value, start)
    : length > value.length && attrValue(tape, k) === value
}
