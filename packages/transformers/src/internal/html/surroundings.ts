/**
 * What stands around every node of a page: the elements above it and what their names speak for.
 *
 * @since 0.1.0
 */
import * as Names from "./names.ts"
import * as Tags from "./tags.ts"
import { attr, attrName, attrValue } from "./tape.ts"
import { isHidden, isShadowRoot } from "./visible.ts"
import type { Work } from "./work.ts"

/** Elements and roles above a node, one bit each. */
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
const roles: ReadonlyArray<readonly [number, number]> = [
  [Names.STRONG, Above.Strong],
  [Names.WEAK, Above.Weak],
  [Names.COMMENTS, Above.Comments],
  [Names.POSITIVE | Names.ARTICLE_BODY, Above.Positive],
  [Names.CHROME, Above.Chrome],
  [Names.LEAD, Above.Lead]
]
const landmarks = new Set(
  "navigation banner contentinfo search dialog alertdialog menu menubar complementary tooltip".split(" ")
)

/** Words of class names and ids that a model knows: single ones and neighbours joined by a hyphen. */
export const wordsOfName = (value: string): ReadonlyArray<string> => {
  const out = new Set<string>()
  let count = 0
  for (const name of value.split(/\s+/)) {
    if (++count > 24) break
    if (name === "" || name.length > 50 || name.includes("[") || name.includes(":")) continue
    let last = ""
    let from = 0
    let words = 0
    for (let k = 0; k <= name.length && words < 6; k++) {
      const c = k < name.length ? name.charCodeAt(k) : 45
      const capital = c >= 65 && c <= 90
      const letter = capital || (c >= 97 && c <= 122)
      const hump = capital && k > from && name.charCodeAt(k - 1) > 96
      if (letter && !hump) continue
      if (k - from >= 2 && k - from <= 20) {
        const word = name.slice(from, k).toLowerCase()
        words++
        out.add(word)
        if (last !== "") out.add(`${last}-${word}`)
        last = word
      }
      from = letter ? k : k + 1
    }
  }
  return [...out]
}

/** What the names of an element speak for, remembered per model. */
export class NameScores {
  readonly #weights: ReadonlyMap<string, number>
  readonly #known = new Map<string, number>()
  constructor(weights: ReadonlyMap<string, number>) {
    this.#weights = weights
  }
  of(value: string): number {
    const known = this.#known.get(value)
    if (known !== undefined) return known
    let score = 0
    for (const word of wordsOfName(value)) score += this.#weights.get(word) ?? 0
    if (this.#known.size > 20_000) this.#known.clear()
    // A copy as key, because a piece of a page would keep the whole page in memory.
    this.#known.set(value.length < 13 ? value : Buffer.from(value).toString(), score)
    return score
  }
}

export interface Surroundings {
  readonly above: Int32Array
  readonly depth: Uint16Array
  /** 1 for nodes that are never shown. */
  readonly unseen: Uint8Array
  readonly inLink: Uint8Array
  /** What the names above speak for: the nearest that say anything, all together, the worst and the best. */
  readonly near: Float32Array
  readonly sum: Float32Array
  readonly worst: Float32Array
  readonly best: Float32Array
  /** Equal for elements of one name and one first class. */
  readonly shape: Int32Array
}

export const surroundings = (work: Work, scores: NameScores): Surroundings => {
  const { excluded, noscript, tape, texts: { raw } } = work
  const { attrsAt, n, parent, tag } = tape
  const above = new Int32Array(n)
  const depth = new Uint16Array(n)
  const unseen = new Uint8Array(n)
  const inLink = new Uint8Array(n)
  const near = new Float32Array(n)
  const sum = new Float32Array(n)
  const worst = new Float32Array(n)
  const best = new Float32Array(n)
  const shape = new Int32Array(n)
  for (const i of excluded) unseen[i] = 1
  for (let i = 0; i < n; i++) {
    const p = parent[i]!
    const id = tag[i]!
    if (p >= 0) {
      above[i] = above[p]!
      if (unseen[p] === 1) unseen[i] = 1
      inLink[i] = inLink[p]!
      depth[i] = depth[p]! + 1
      near[i] = near[p]!
      sum[i] = sum[p]!
      worst[i] = worst[p]!
      best[i] = best[p]!
    }
    if (id === Tags.TEXT || unseen[i] === 1) continue
    if (
      Tags.is(id, Tags.EMBEDDED) || (Tags.is(id, Tags.INVISIBLE) && !isShadowRoot(tape, i) &&
        !(id === Tags.NOSCRIPT && noscript))
    ) {
      unseen[i] = 1
      continue
    }
    let bits = bitOf[id]!
    if (id === Tags.A && attr(tape, i, "href") !== undefined) inLink[i] = 1
    shape[i] = id
    // What holds no text is never asked about.
    if (raw[i] === 0) continue
    const stop = attrsAt[i + 1]!
    if (attrsAt[i] !== stop) {
      let className: string | undefined
      let name: string | undefined
      for (let k = attrsAt[i]!; k < stop; k++) {
        switch (attrName(tape, k)) {
          case "class":
            className = attrValue(tape, k)
            break
          case "id":
            name = attrValue(tape, k)
            break
          case "role": {
            const role = attrValue(tape, k)
            if (landmarks.has(role)) bits |= Above.Landmark
            else if (role === "button") bits |= Above.Button
            break
          }
          case "hidden":
          case "style":
            if (isHidden(tape, i)) bits |= Above.Hidden
            break
          default:
            break
        }
      }
      if ((className !== undefined || name !== undefined) && id !== Tags.BODY && id !== Tags.HTML) {
        const named = Names.rolesOf(className, name)
        if (named !== 0) { for (const [from, to] of roles) if ((named & from) !== 0) bits |= to }
        const score = Math.max(
          -4,
          Math.min(
            4,
            (className === undefined || className.length > 400 ? 0 : scores.of(className)) +
              (name === undefined || name.length > 40 ? 0 : scores.of(name))
          )
        )
        if (score !== 0) {
          near[i] = score
          sum[i]! += score
          if (score < worst[i]!) worst[i] = score
          if (score > best[i]!) best[i] = score
        }
      }
      if (className !== undefined) shape[i] = firstWord(className, id)
    }
    above[i]! |= bits
  }
  return { above, depth, unseen, inLink, near, sum, worst, best, shape }
}

const firstWord = (className: string, seed: number): number => {
  let h = seed
  let k = 0
  while (k < className.length && className.charCodeAt(k) <= 32) k++
  for (let size = 0; k < className.length && size < 40; k++, size++) {
    const c = className.charCodeAt(k)
    if (c <= 32) break
    h = Math.imul(h, 31) + c | 0
  }
  return h
}
