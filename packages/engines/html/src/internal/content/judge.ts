/**
 * The last word on what is content: the learned judgement of every unit of text, given what the rules found.
 *
 * @since 0.1.0
 */
import { NameScores } from "../names/nameScores.ts"
import { isArticle } from "../survey/kind.ts"
import { Drop, type Ruled, type Work } from "../survey/work.ts"
import { float32Column, float64Column, int32Column, uint8Column } from "../tape/lent.ts"
import * as Tags from "../tape/tags.ts"
import { concealed as unseenOf } from "../visibility/concealed.ts"
import { sums } from "./containers.ts"
import { type Described, describePage } from "./features.ts"
import { evidence, type Nodes, type Trees } from "./trees.ts"
import type { Units } from "./units.ts"

/** A page of more units or nodes is left to the rules. */
export const mostUnits = 50_000
export const mostNodes = 150_000
/** What is less likely than this is not kept on any page. */
const lowest = 0.26
/** What is at least this likely stays where all around it stays. */
const doubted = 0.3
/** What is less likely than this stays out even right above what is kept. */
const unlikely = 0.08
/** A page of which no choice is expected to be better than this F1 is left to the rules. */
const unclear = 0.3
/** Share of the items of a list that is not left out alone. */
const fewOut = 0.25
/** Characters of a cell beyond which a table is no table of data. */
const longestCell = 300
/** Steps from a block to the cell or the item that holds it. */
const STEPS_TO_HOLDER = 4
/** A dropped text up to this length says nothing about the picture beside it. */
const caption = 200

/** How much trees are believed on a page. */
interface Trust {
  /** Share of their log-odds that counts. */
  readonly share: number
  /** Log-odds by which the rules are believed where the trees would bring back what the rules dropped. */
  readonly caution: number
}

/**
 * Trees know the pages they learned from, and are surer of others than they may be. Most of those are articles, so that
 * what declares to be one may be judged nearly as surely; of listings, forums and the like a half is believed. Chosen on
 * fresh pages: word F1 .8840 with a half everywhere, .8858 so; phrases .9137 and .9151.
 */
const TRUST_ON_ARTICLES: Trust = { share: 0.8, caution: 0.6 }
const TRUST_ON_PRODUCTS: Trust = { share: 0.7, caution: 0.3 }
const TRUST_ELSEWHERE: Trust = { share: 0.5, caution: 0.3 }

const tables = new WeakMap<Trees, NameScores>()

/** What trees know about class names and ids. */
export const namesOf = (trees: Trees): NameScores => {
  const known = tables.get(trees)
  if (known !== undefined) return known
  const made = new NameScores(trees.names)
  tables.set(trees, made)
  return made
}

/** 1 for every node that belongs to the content; `undefined` when the page is left to the rules. */
export const judge = (ruled: Ruled, trees: Trees): Uint8Array | undefined => {
  if (ruled.work.tape.n > mostNodes) return undefined
  const described = describePage(ruled, trees, namesOf(trees))
  const { count } = described.units
  if (count === 0 || count > mostUnits) return undefined
  const chances = chancesOf(described, trees.nodes, trustIn(ruled.work))
  const best = bestOf(described.units, chances)
  if (best < unclear) return undefined
  const chosen = decide(described.units, chances, best)
  // Most pages that the trees learned from are articles: they doubt signatures, rows and repeated words of a reference.
  if (ruled.work.reference) { for (let u = 0; u < count; u++) if (described.kept[u] === 1) chosen[u] = 1 }
  keepTogether(ruled, described, chances, chosen)
  keepCodeWhole(ruled, described, chosen)
  keepTablesWhole(ruled, described, chosen)
  keepListsWhole(ruled, described, chosen)
  keepSigns(ruled, described, chosen)
  dropMenuOfLayout(ruled, described, chosen)
  return keepOf(ruled, described, chosen)
}

/** How much of what the trees say of a page is believed. */
export const trustIn = ({ kind }: Work): Trust =>
  kind.product || kind.productAddress ? TRUST_ON_PRODUCTS : isArticle(kind) ? TRUST_ON_ARTICLES : TRUST_ELSEWHERE

/** How likely every unit is content. */
export const chancesOf = (
  { describe, kept, units: { count } }: Described,
  nodes: Nodes,
  { caution, share }: Trust
): Float32Array => {
  const chances = float32Column(count)
  for (let u = 0; u < count; u++) {
    chances[u] = 1 / (1 + Math.exp(-share * evidence(nodes, describe(u)) + (kept[u] === 1 ? 0 : caution)))
  }
  return chances
}

/**
 * What the rules keep and the trees merely doubt is not taken out of what is kept: a heading from the text below it, a
 * quote or a label from between two texts.
 */
const keepTogether = (
  ruled: Ruled,
  { containers: { few }, kept, units }: Described,
  chances: Float32Array,
  chosen: Uint8Array
): void => {
  const { end, parent, tag } = ruled.work.tape
  const around = (block: number, id: number): number => {
    let p = block
    for (let up = 0; up < STEPS_TO_HOLDER && p >= 0; up++, p = parent[p]!) if (tag[p] === id) return p
    return -1
  }
  let last = -1
  let before = 0
  for (let u = 0; u < units.count; u++) {
    if (kept[u] === 0) continue
    const now = chosen[u]!
    if (
      last >= 0 && now === 1 && chosen[last] === 0 && chances[last]! > doubted &&
      (before === 1 || Tags.is(tag[units.block[last]!]!, Tags.HEADING))
    ) chosen[last] = 1
    before = last < 0 ? 0 : chosen[last]!
    last = u
  }
  // Headings right above what is kept, in the same part.
  for (let u = units.count - 2; u >= 0; u--) {
    const b = units.block[u]!
    if (chosen[u] === 1 || chosen[u + 1] === 0 || chances[u]! <= unlikely || !Tags.is(tag[b]!, Tags.HEADING)) continue
    const next = parent[units.block[u + 1]!]!
    if (parent[b] === next || next >= 0 && parent[b] === parent[next]) chosen[u] = 1
    // Page builders put a heading and its text into boxes of their own.
    else if (
      u > 0 && chosen[u - 1] === 1 && few[b] === few[units.block[u + 1]!] && few[b] === few[units.block[u - 1]!]
    ) chosen[u] = 1
  }
  // The words of an item above the list that it holds.
  for (let u = units.count - 2; u >= 0; u--) {
    const b = units.block[u]!
    if (chosen[u] === 1 || chosen[u + 1] === 0 || chances[u]! <= unlikely || tag[b] !== Tags.LI) continue
    if (units.first[u + 1]! < end[b]!) chosen[u] = 1
  }
  // The last line of a quote, which says whose words it holds, and notes, the only asides that the rules keep.
  for (let u = 1; u < units.count; u++) {
    if (chosen[u] === 1 || chosen[u - 1] === 0 || kept[u] === 0) continue
    const block = units.block[u]!
    const quote = around(block, Tags.BLOCKQUOTE)
    if (
      quote >= 0 && quote === around(units.block[u - 1]!, Tags.BLOCKQUOTE) || around(block, Tags.ASIDE) >= 0
    ) chosen[u] = 1
  }
}

/** Of a list that is nearly all kept, the few items that the rules keep and the trees do not are kept too. */
const keepListsWhole = (
  { work: { tape: { end, n, tag } } }: Ruled,
  { kept, units }: Described,
  chosen: Uint8Array
): void => {
  const { count, first } = units
  let u = 0
  for (let i = 0; i < n; i++) {
    if (tag[i] !== Tags.UL && tag[i] !== Tags.OL) continue
    while (u < count && first[u]! < i) u++
    const from = u
    let own = 0
    let left = 0
    for (; u < count && first[u]! < end[i]!; u++) {
      if (kept[u] === 0) continue
      own++
      if (chosen[u] === 0) left++
    }
    if (left > 0 && left <= fewOut * own) { for (let k = from; k < u; k++) if (kept[k] === 1) chosen[k] = 1 }
    i = end[i]! - 1
  }
}

/** Signs without words, the full stop behind a link, are kept with the words of the same block. */
const keepSigns = ({ work: { tape: { n } } }: Ruled, { units }: Described, chosen: Uint8Array): void => {
  const { block, count, digits, letters } = units
  const worded = uint8Column(n)
  for (let u = 0; u < count; u++) if (chosen[u] === 1) worded[block[u]!] = 1
  for (let u = 0; u < count; u++) if (letters[u] === 0 && digits[u] === 0) chosen[u] = worded[block[u]!]!
}

/** Lines of code are kept or let go together, by what was chosen of most of them. */
const keepCodeWhole = ({ work: { tape: { end, n, tag } } }: Ruled, { units }: Described, chosen: Uint8Array): void => {
  const { chars, count, first } = units
  let u = 0
  for (let i = 0; i < n; i++) {
    if (tag[i] !== Tags.PRE) continue
    while (u < count && first[u]! < i) u++
    const from = u
    let all = 0
    let kept = 0
    for (; u < count && first[u]! < end[i]!; u++) {
      all += chars[u]!
      if (chosen[u] === 1) kept += chars[u]!
    }
    chosen.fill(2 * kept > all ? 1 : 0, from, u)
    i = end[i]! - 1
  }
}

/** A table that is mostly kept is kept whole, and so is a row: its cells mean nothing without each other. */
const keepTablesWhole = (
  { work: { tape: { end, n, tag } } }: Ruled,
  { units }: Described,
  chosen: Uint8Array
): void => {
  const { chars, count, first } = units
  const fill = (id: number): void => {
    let u = 0
    for (let i = 0; i < n; i++) {
      if (tag[i] !== id || !isFlat(i)) continue
      while (u < count && first[u]! < i) u++
      const from = u
      let all = 0
      let kept = 0
      let longest = 0
      for (; u < count && first[u]! < end[i]!; u++) {
        all += chars[u]!
        longest = Math.max(longest, chars[u]!)
        if (chosen[u] === 1) kept += chars[u]!
      }
      if (kept < all && 2 * kept > all && longest <= longestCell) chosen.fill(1, from, u)
      i = end[i]! - 1
    }
  }
  /** Whether an element holds two cells or more, and nothing that only the cells of layouts hold. */
  const isFlat = (i: number): boolean => {
    let cells = 0
    for (let k = i + 1; k < end[i]!; k++) {
      if (tag[k] === Tags.TABLE || tag[k] === Tags.FORM || Tags.is(tag[k]!, Tags.HEADING)) return false
      if (tag[k] === Tags.TD || tag[k] === Tags.TH) cells++
    }
    return cells > 1
  }
  fill(Tags.TABLE)
  fill(Tags.TR)
}

/**
 * A row of a table that is one cell of links between bars, above all else that is content, is the menu of a page that is
 * laid out by tables. Where another one follows it, both are entries of a list, as are those below the text.
 */
const dropMenuOfLayout = (
  { work: { tape: { end, parent, tag } } }: Ruled,
  { units: { bars, block, chars, count, ends, linked } }: Described,
  chosen: Uint8Array
): void => {
  const isAlone = (cell: number): boolean => {
    const row = parent[cell]!
    if (row < 0 || tag[row] !== Tags.TR) return false
    for (let k = row + 1; k < end[row]!; k = end[k]!) if (k !== cell && tag[k] !== Tags.TEXT) return false
    return true
  }
  const isMenu = (u: number): boolean =>
    bars[u]! >= 2 && ends[u] === 0 && 2 * linked[u]! > chars[u]! && tag[block[u]!] === Tags.TD &&
    isAlone(block[u]!)
  const first = chosen.indexOf(1)
  if (first < 0 || first >= count || !isMenu(first)) return
  const second = chosen.indexOf(1, first + 1)
  if (second >= 0 && second < count && !isMenu(second)) chosen[first] = 0
}

/** The best F1 that a choice of the units of a page is expected to reach. */
export const bestOf = ({ chars, count }: Units, chances: Float32Array): number => {
  const steps = 64
  const size = float64Column(steps + 1)
  const right = float64Column(steps + 1)
  let expected = 0
  for (let u = 0; u < count; u++) {
    const at = Math.floor(chances[u]! * steps)
    size[at]! += chars[u]!
    right[at]! += chars[u]! * chances[u]!
    expected += chars[u]! * chances[u]!
  }
  let best = 0
  for (let at = steps, kept = 0, hits = 0; at >= 0; at--) {
    kept += size[at]!
    hits += right[at]!
    if (kept > 0) best = Math.max(best, 2 * hits / (kept + expected))
  }
  return best
}

/** 1 for every unit that is kept: the best expected F1 comes from keeping what is likelier than half of it. */
export const decide = ({ count }: Units, chances: Float32Array, best: number): Uint8Array => {
  const out = uint8Column(count)
  const least = Math.max(lowest, best / 2)
  for (let u = 0; u < count; u++) if (chances[u]! > least) out[u] = 1
  return out
}

/** The nodes that the kept units need, and what stands between them without text of its own: pictures, breaks, rules. */
const keepOf = (ruled: Ruled, described: Described, chosen: Uint8Array): Uint8Array => {
  const keep = uint8Column(ruled.work.tape.n)
  // What a reader of the page does not see is not brought back, however much it reads like content: language models obey it.
  const concealed = concealedOf(ruled.work)
  keepBetween(ruled, described, concealed, keep, keepUnits(ruled, described, chosen, concealed, keep))
  return keep
}

/**
 * 1 for what a reader of the page does not see, for what whoever asks leaves out, for links that the page itself calls links
 * to something else, and for what buyers say of the product that the page is about.
 */
const concealedOf = ({ drop, excluded, tape }: Work): Uint8Array => {
  const { n, parent } = tape
  const concealed = uint8Column(n)
  for (const i of excluded) concealed[i] = 1
  // Within what was let go for another reason, the reasons of the rules do not tell what is hidden.
  const unseen = unseenOf(tape).nodes
  for (let i = 0; i < n; i++) {
    const p = parent[i]!
    const why = drop[i]
    if (
      unseen[i] === 1 || why === Drop.Hidden || why === Drop.Control || why === Drop.Announced ||
      why === Drop.Reviewed ||
      p >= 0 && concealed[p] === 1
    ) concealed[i] = 1
  }
  return concealed
}

/** Keeps the nodes that the chosen units need; returns how many characters of every node are kept. */
const keepUnits = (
  ruled: Ruled,
  { kept: ruledIn, units }: Described,
  chosen: Uint8Array,
  concealed: Uint8Array,
  keep: Uint8Array
): Int32Array => {
  const { tape: { n, parent }, texts } = ruled.work
  const kept = int32Column(n)
  for (let i = n - 1; i >= 0; i--) {
    const u = units.of[i]!
    // Of a unit that the rules keep, what they take out of its words stays out: the link "edit" of a heading.
    const isCut = u >= 0 && ruledIn[u] === 1 && ruled.keep[i] === 0
    if (u >= 0 && chosen[u] === 1 && concealed[i] === 0 && !isCut) {
      keep[i] = 1
      kept[i] = texts.raw[i]!
    }
    const p = parent[i]!
    if (p < 0) continue
    if (keep[i] === 1) keep[p] = 1
    kept[p]! += kept[i]!
  }
  return kept
}

/** Keeps what has no text of its own where most of the text around it is kept: pictures, breaks, rules. */
const keepBetween = (
  ruled: Ruled,
  { containers, units }: Described,
  concealed: Uint8Array,
  keep: Uint8Array,
  kept: Int32Array
): void => {
  const { drop, forum, tape: { n, parent, tag } } = ruled.work
  const { sum } = containers
  // Whether most of the text around a node is kept, and whether the rules drop something between that text and the node.
  const mostly = uint8Column(n)
  const cut = uint8Column(n)
  const pictures: Array<number> = []
  for (let i = 0; i < n; i++) {
    const p = parent[i]!
    const id = tag[i]!
    const size = sum[i * sums]!
    if (id !== Tags.TEXT && size > 0) {
      const most = 2 * kept[i]! >= size
      // The caption that is dropped does not take its picture with it; who wrote a post takes his portrait and his ranks.
      mostly[i] = most ? 1 : p >= 0 && size <= caption && ruled.keep[i] === 1 && !forum ? mostly[p]! : 0
      continue
    }
    if (p < 0) continue
    mostly[i] = mostly[p]!
    cut[i] = cut[p] === 1 || (drop[i] !== 0 && drop[p] === 0) || Tags.is(id, Tags.INVISIBLE) ? 1 : 0
    if (units.of[i]! >= 0 || mostly[i] === 0 || cut[i] === 1 || concealed[i] === 1) continue
    if (keep[p] === 1) keep[i] = 1
    else if (id === Tags.IMG || id === Tags.VIDEO || id === Tags.AUDIO || id === Tags.IFRAME) pictures.push(i)
  }
  for (const i of pictures) for (let k = i; k >= 0 && keep[k] === 0; k = parent[k]!) keep[k] = 1
}
