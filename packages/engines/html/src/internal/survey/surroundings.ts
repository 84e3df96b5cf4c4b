/**
 * Describes the surroundings of every node: its ancestors and the scores of their names.
 *
 * @since 0.1.0
 */
import type { NameScores } from "../names/nameScores.ts"
import { Speech } from "../names/naming.ts"
import * as Names from "../names/verdicts.ts"
import * as Attributes from "../tape/attributes.ts"
import { float32Column, int32Column, uint16Column, uint8Column } from "../tape/lent.ts"
import * as Tags from "../tape/tags.ts"
import { attrValue, hasAttr, type Tape } from "../tape/tape.ts"
import { concealed } from "../visibility/concealed.ts"
import type { Work } from "./work.ts"

export const Above = {
  Nav: 1,
  Header: 2,
  Footer: 4,
  Aside: 8,
  Main: 16,
  Article: 32,
  Form: 64,
  Table: 128,
  List: 256,
  Figure: 512,
  Quote: 1024,
  Button: 2048,
  Heading: 4096,
  Link: 8192,
  Landmark: 1 << 14,
  Hidden: 1 << 15,
  Strong: 1 << 16,
  Weak: 1 << 17,
  Comments: 1 << 18,
  Positive: 1 << 19,
  Chrome: 1 << 20,
  Lead: 1 << 21
} as const

const bitOf = new Int32Array(512)
const elements: ReadonlyArray<readonly [number, string]> = [
  [Above.Nav, "nav menu"],
  [Above.Header, "header"],
  [Above.Footer, "footer"],
  [Above.Aside, "aside"],
  [Above.Main, "main"],
  [Above.Article, "article"],
  [Above.Form, "form"],
  [Above.Table, "table"],
  [Above.List, "ul ol dl"],
  [Above.Figure, "figure figcaption"],
  [Above.Quote, "blockquote"],
  [Above.Button, "button label summary"],
  [Above.Heading, "h1 h2 h3 h4 h5 h6"]
]
for (const [bit, names] of elements) for (const name of names.split(" ")) bitOf[Tags.tagId(name)]! |= bit
const bitsOfRoles = (roles: number): number =>
  ((roles & Names.STRONG) !== 0 ? Above.Strong : 0) |
  ((roles & Names.WEAK) !== 0 ? Above.Weak : 0) |
  ((roles & Names.COMMENTS) !== 0 ? Above.Comments : 0) |
  ((roles & (Names.POSITIVE | Names.ARTICLE_BODY)) !== 0 ? Above.Positive : 0) |
  ((roles & Names.CHROME) !== 0 ? Above.Chrome : 0) |
  ((roles & Names.LEAD) !== 0 ? Above.Lead : 0)
const landmarks = new Set(
  "navigation banner contentinfo search dialog alertdialog menu menubar complementary tooltip".split(" ")
)

const telling = new Uint8Array(Attributes.common.length)
telling[Attributes.ROLE] = 1

const bitsOfAttribute = (tape: Tape, k: number): number => {
  const role = attrValue(tape, k)
  return landmarks.has(role) ? Above.Landmark : role === "button" ? Above.Button : 0
}

export interface Surroundings {
  readonly above: Int32Array
  readonly depth: Uint16Array
  readonly unseen: Uint8Array
  readonly inLink: Uint8Array
  readonly near: Float32Array
  readonly sum: Float32Array
  readonly worst: Float32Array
  readonly best: Float32Array
  /** Number of an element's name and first class. */
  readonly shape: Int32Array
}

export const surroundings = (work: Work, names: NameScores): Surroundings => {
  const { excluded, noscript, survey: { naming }, tape, texts: { raw } } = work
  const { roles } = naming
  const speech = new Speech(naming, names)
  const { attrs, attrsAt, n, parent, tag } = tape
  const above = int32Column(n)
  const shape = int32Column(n)
  const near = float32Column(n)
  const sum = float32Column(n)
  const worst = float32Column(n)
  const best = float32Column(n)
  const depth = uint16Column(n)
  const unseen = uint8Column(n)
  const inLink = uint8Column(n)
  const { nodes } = concealed(tape)
  for (const i of excluded) unseen[i] = 1
  for (let i = 0; i < n; i++) {
    const p = parent[i]!
    const id = tag[i]!
    if (nodes[i] === 1) unseen[i] = 1
    if (p >= 0) {
      if (unseen[p] === 1) unseen[i] = 1
      inLink[i] = inLink[p]!
      if (id === Tags.TEXT || unseen[i] === 1) continue
      above[i] = above[p]!
      depth[i] = depth[p]! + 1
      near[i] = near[p]!
      sum[i] = sum[p]!
      worst[i] = worst[p]!
      best[i] = best[p]!
    }
    if (id === Tags.TEXT || unseen[i] === 1) continue
    if (
      Tags.is(id, Tags.EMBEDDED) || (Tags.is(id, Tags.INVISIBLE) &&
        !(id === Tags.NOSCRIPT && noscript))
    ) {
      unseen[i] = 1
      continue
    }
    let bits = bitOf[id]!
    if (id === Tags.A && hasAttr(tape, i, Attributes.HREF)) inLink[i] = 1
    shape[i] = id
    if (raw[i] === 0) continue
    const stop = attrsAt[i + 1]!
    if (attrsAt[i] !== stop) {
      for (let k = attrsAt[i]!; k < stop; k++) {
        const name = attrs[Attributes.WIDTH * k]!
        if (name < telling.length && telling[name] === 1) bits |= bitsOfAttribute(tape, k)
      }
      if (id !== Tags.BODY && id !== Tags.HTML) {
        bits |= bitsOfRoles(roles.of(i))
        const score = speech.of(i)
        if (score !== 0) {
          near[i] = score
          sum[i]! += score
          if (score < worst[i]!) worst[i] = score
          if (score > best[i]!) best[i] = score
        }
      }
      shape[i] = speech.shapeOf(i, id)
    }
    above[i]! |= bits
  }
  return { above, depth, unseen, inLink, near, sum, worst, best, shape }
}
