/**
 * Makes the final decision about content. The trees judge every text unit, given the result of the rules.
 *
 * @since 0.1.0
 */
import { NameScores } from "../names/nameScores.ts"
import { isArticle } from "../survey/kind.ts"
import { Drop, type Ruled, type Work } from "../survey/work.ts"
import { float32Column, float64Column, int32Column, uint8Column } from "../tape/lent.ts"
import * as Tags from "../tape/tags.ts"
import { concealed as unseenOf } from "../visibility/concealed.ts"
import { SUM_COLUMNS } from "./containers.ts"
import { type Described, describePage } from "./features.ts"
import { isDataTable, MAX_LINKED_SHARE_OF_CONTENT } from "./ownContent.ts"
import { evidence, type Nodes, type Trees } from "./trees.ts"
import type { Units } from "./units.ts"

/** Maximum number of units that the trees judge. On larger pages, only the rules decide. */
export const MAX_UNITS = 50_000
export const MAX_NODES_OF_JUDGE = 150_000
/** Units below this probability are dropped on every page. */
const MIN_PROBABILITY = 0.26
/** Units from this probability on are kept if all units around them are kept. */
const MIN_PROBABILITY_AMONG_KEPT = 0.3
/** Units below this probability are dropped even directly above kept units. */
const MIN_PROBABILITY_ABOVE_KEPT = 0.08
/** Minimum expected F1 of the trees' best choice. Otherwise only the rules decide. */
const MIN_EXPECTED_F1 = 0.3
/** Maximum share of dropped items in a list that is kept as a whole. */
const MAX_DROPPED_SHARE_OF_LIST = 0.25
const MAX_DATA_CELL_CHARACTERS = 300
const STEPS_TO_HOLDER = 4
/** Maximum characters of a dropped text that may be a caption, so that the picture next to it is kept. */
const MAX_CAPTION_CHARACTERS = 200

interface Trust {
  readonly share: number
  /** Subtracted from the log-odds of units that the rules dropped. */
  readonly caution: number
}

/**
 * The trees are overconfident on pages unlike their training pages, most of which are articles. So declared articles
 * use a high share of the trees' judgement, and other pages half. Chosen on unseen pages: word F1 .8840 with half
 * everywhere, .8858 with these values.
 */
const TRUST_ON_ARTICLES: Trust = { share: 0.8, caution: 0.6 }
const TRUST_ON_PRODUCTS: Trust = { share: 0.7, caution: 0.3 }
const TRUST_ELSEWHERE: Trust = { share: 0.5, caution: 0.3 }

const tables = new WeakMap<Trees, NameScores>()

export const namesOf = (trees: Trees): NameScores => {
  const known = tables.get(trees)
  if (known !== undefined) return known
  const made = new NameScores(trees.names)
  tables.set(trees, made)
  return made
}

/** Returns `undefined` if the page is too large or no choice is confident. The rules then decide. */
export const judge = (ruled: Ruled, trees: Trees): Uint8Array | undefined => {
  if (ruled.work.tape.n > MAX_NODES_OF_JUDGE) return undefined
  const described = describePage(ruled, trees, namesOf(trees))
  const { count } = described.units
  if (count === 0 || count > MAX_UNITS) return undefined
  const chances = chancesOf(described, trees.nodes, trustIn(ruled.work))
  const best = bestOf(described.units, chances)
  if (best < MIN_EXPECTED_F1) return undefined
  const chosen = decide(described.units, chances, best)
  // The trees were trained mostly on articles, and are unreliable on reference documentation. There, all units that
  // the rules keep are kept.
  if (ruled.work.reference) { for (let u = 0; u < count; u++) if (described.kept[u] === 1) chosen[u] = 1 }
  keepTogether(ruled, described, chances, chosen)
  keepCodeWhole(ruled, described, chosen)
  keepTablesWhole(ruled, described, chosen)
  keepTablesAmongText(ruled, described, chances, chosen)
  keepListsWhole(ruled, described, chosen)
  keepSigns(ruled, described, chosen)
  dropMenuOfLayout(ruled, described, chosen)
  return keepOf(ruled, described, chosen)
}

export const trustIn = ({ kind }: Work): Trust =>
  kind.product || kind.productAddress ? TRUST_ON_PRODUCTS : isArticle(kind) ? TRUST_ON_ARTICLES : TRUST_ELSEWHERE

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
 * Keeps units that the trees only doubt if dropping them would split kept text: a heading above its text, or a quote
 * or label between two texts.
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
      last >= 0 && now === 1 && chosen[last] === 0 && chances[last]! > MIN_PROBABILITY_AMONG_KEPT &&
      (before === 1 || Tags.is(tag[units.block[last]!]!, Tags.HEADING))
    ) chosen[last] = 1
    before = last < 0 ? 0 : chosen[last]!
    last = u
  }
  for (let u = units.count - 2; u >= 0; u--) {
    const b = units.block[u]!
    if (
      chosen[u] === 1 || chosen[u + 1] === 0 || chances[u]! <= MIN_PROBABILITY_ABOVE_KEPT ||
      !Tags.is(tag[b]!, Tags.HEADING)
    ) continue
    const next = parent[units.block[u + 1]!]!
    if (parent[b] === next || next >= 0 && parent[b] === parent[next]) chosen[u] = 1
    // Page builders put a heading and its text into separate boxes.
    else if (
      u > 0 && chosen[u - 1] === 1 && few[b] === few[units.block[u + 1]!] && few[b] === few[units.block[u - 1]!]
    ) chosen[u] = 1
  }
  for (let u = units.count - 2; u >= 0; u--) {
    const b = units.block[u]!
    if (chosen[u] === 1 || chosen[u + 1] === 0 || chances[u]! <= MIN_PROBABILITY_ABOVE_KEPT || tag[b] !== Tags.LI) {
      continue
    }
    if (units.first[u + 1]! < end[b]!) chosen[u] = 1
  }
  // Keeps notes, and the last line of a quote, which names the quote's author.
  for (let u = 1; u < units.count; u++) {
    if (chosen[u] === 1 || chosen[u - 1] === 0 || kept[u] === 0) continue
    const block = units.block[u]!
    const quote = around(block, Tags.BLOCKQUOTE)
    if (
      quote >= 0 && quote === around(units.block[u - 1]!, Tags.BLOCKQUOTE) || around(block, Tags.ASIDE) >= 0
    ) chosen[u] = 1
  }
}

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
    if (left > 0 && left <= MAX_DROPPED_SHARE_OF_LIST * own) {
      for (let k = from; k < u; k++) if (kept[k] === 1) chosen[k] = 1
    }
    i = end[i]! - 1
  }
}

/** Keeps punctuation without words, such as the full stop after a link, if the words of the same block are kept. */
const keepSigns = ({ work: { tape: { n } } }: Ruled, { units }: Described, chosen: Uint8Array): void => {
  const { block, count, digits, letters } = units
  const worded = uint8Column(n)
  for (let u = 0; u < count; u++) if (chosen[u] === 1) worded[block[u]!] = 1
  for (let u = 0; u < count; u++) if (letters[u] === 0 && digits[u] === 0) chosen[u] = worded[block[u]!]!
}

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

/** Keeps a table or row as a whole if most of its text is kept, because cells depend on each other. */
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
      if (kept < all && 2 * kept > all && longest <= MAX_DATA_CELL_CHARACTERS) chosen.fill(1, from, u)
      i = end[i]! - 1
    }
  }
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
 * Restores a data table or a list of terms that the rules keep and the trees only doubt, if the texts directly before
 * and after it are kept. A short table in the middle of a text resembles the boxes next to one.
 */
const keepTablesAmongText = (
  { work: { tape } }: Ruled,
  { kept, units: { chars, count, first, linked } }: Described,
  chances: Float32Array,
  chosen: Uint8Array
): void => {
  const { end, n, tag } = tape
  let u = 0
  for (let i = 0; i < n; i++) {
    if (tag[i] !== Tags.TABLE && tag[i] !== Tags.DL) continue
    while (u < count && first[u]! < i) u++
    const from = u
    let all = 0
    let links = 0
    let likely = 0
    let isOfRules = true
    for (; u < count && first[u]! < end[i]!; u++) {
      all += chars[u]!
      links += linked[u]!
      likely += chars[u]! * chances[u]!
      isOfRules &&= kept[u] === 1 && chars[u]! <= MAX_DATA_CELL_CHARACTERS
    }
    const table = i
    i = end[i]! - 1
    if (
      isOfRules && from > 0 && u < count && u - from > 1 && chosen[from - 1] === 1 && chosen[u] === 1 &&
      (isDataTable(tape, table) ||
        links <= MAX_LINKED_SHARE_OF_CONTENT * all && likely >= MIN_PROBABILITY_AMONG_KEPT * all)
    ) chosen.fill(1, from, u)
  }
}

/**
 * Drops the menu of a page with a table layout: a row with one cell of links between bars, above all other content.
 * If another such row follows, or the row is below the text, the rows are entries of a list.
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

/** Returns the choice with the best expected F1: every unit whose probability is above half of that F1. */
export const decide = ({ count }: Units, chances: Float32Array, best: number): Uint8Array => {
  const out = uint8Column(count)
  const least = Math.max(MIN_PROBABILITY, best / 2)
  for (let u = 0; u < count; u++) if (chances[u]! > least) out[u] = 1
  return out
}

const keepOf = (ruled: Ruled, described: Described, chosen: Uint8Array): Uint8Array => {
  const keep = uint8Column(ruled.work.tape.n)
  // Hidden text is never restored, even if it looks like content, because language models may follow instructions in
  // it.
  const concealed = concealedOf(ruled.work)
  keepBetween(ruled, described, concealed, keep, keepUnits(ruled, described, chosen, concealed, keep))
  return keep
}

const concealedOf = ({ drop, excluded, tape }: Work): Uint8Array => {
  const { n, parent } = tape
  const concealed = uint8Column(n)
  for (const i of excluded) concealed[i] = 1
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

/** Returns the number of kept characters of every node. */
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
    // Words that the rules remove from a kept unit, such as the link "edit" of a heading, stay removed.
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

const keepBetween = (
  ruled: Ruled,
  { containers, units }: Described,
  concealed: Uint8Array,
  keep: Uint8Array,
  kept: Int32Array
): void => {
  const { drop, forum, tape: { n, parent, tag } } = ruled.work
  const { sum } = containers
  const mostly = uint8Column(n)
  const cut = uint8Column(n)
  const pictures: Array<number> = []
  for (let i = 0; i < n; i++) {
    const p = parent[i]!
    const id = tag[i]!
    const size = sum[i * SUM_COLUMNS]!
    if (id !== Tags.TEXT && size > 0) {
      const most = 2 * kept[i]! >= size
      // A dropped caption does not drop its picture, but a dropped author of a post drops the portrait and ranks as
      // well.
      mostly[i] = most ? 1 : p >= 0 && size <= MAX_CAPTION_CHARACTERS && ruled.keep[i] === 1 && !forum ? mostly[p]! : 0
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
