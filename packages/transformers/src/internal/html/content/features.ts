/**
 * What is known about a unit of text, as numbers: the text itself, what stands around it, the parts of the page it lies
 * in, and what the rules think of it and its neighbours.
 *
 * @since 0.1.0
 */
import type { NameScores } from "../names/nameScores.ts"
import { Above, surroundings } from "../survey/surroundings.ts"
import { Drop, type Ruled } from "../survey/work.ts"
import { float32Column, int32Column, uint8Column } from "../tape/lent.ts"
import * as Tags from "../tape/tags.ts"
import type { Tape } from "../tape/tape.ts"
import { type Containers, containersOf, Sum, sums } from "./containers.ts"
import type { Model } from "./trees.ts"
import { type Units, unitsOf } from "./units.ts"

/** The units of a page and the features of each. */
export interface Described {
  readonly units: Units
  readonly containers: Containers
  /** 1 for units that the rules keep. */
  readonly kept: Uint8Array
  /** The page is documentation by its address. */
  readonly manual: boolean
  /** The features of a unit, to be asked for in the order of the units; the row is used again for the next one. */
  readonly describe: (unit: number) => Float32Array
}

const above: ReadonlyArray<keyof typeof Above> = [
  "Strong",
  "Weak",
  "Comments",
  "Positive",
  "Chrome",
  "Lead",
  "Header",
  "Footer",
  "Main",
  "Article",
  "Form",
  "Table",
  "Quote",
  "Button",
  "Landmark",
  "Hidden"
]
const aboveBits = above.map((name) => Above[name])
const inParts = ["kept", "share", "names", "units", "prose", "linked", "headings", "images", "money", "links", "at"]

/** The names of the features, in the order of a row. */
export const featureNames: ReadonlyArray<string> = [
  "characters",
  "words",
  "linked",
  "digits",
  "capitals",
  "sentences",
  "marks",
  "bars",
  "last",
  "money",
  "said",
  "saidMean",
  "namesNear",
  "namesSum",
  "namesWorst",
  "namesBest",
  "element",
  "copies",
  "repeated",
  "depth",
  "kept",
  "reason",
  "inRoot",
  "side",
  "place",
  "unit",
  "toTitle",
  ...above.map((name) => `above${name}`),
  ...["pair", "few", "part", "section"].flatMap((part) => inParts.map((name) => `${part}.${name}`)),
  ...["item", "series"].flatMap((part) => [...inParts, "siblings", "group"].map((name) => `${part}.${name}`)),
  "keptAround",
  "next.near",
  "next.said",
  "heading.said",
  "heading.characters",
  "heading.away",
  "heading.level",
  "page.prose",
  "page.cards",
  "page.money",
  "page.linked",
  "page.kept",
  "page.remarks",
  "page.forum",
  "page.depth",
  "page.list",
  "page.listAddress",
  "page.product",
  "page.productAddress",
  "page.questions",
  "page.article",
  "page.graph"
]

// Where the features of each kind begin in a row, and those of every part.
const ofAbove = featureNames.indexOf("aboveStrong")
const partsAt = ["pair", "few", "part", "section", "item", "series"].map((part) => featureNames.indexOf(`${part}.kept`))
const ofNeighbours = featureNames.indexOf("keptAround")
const ofPage = featureNames.indexOf("page.prose")

export const describePage = (ruled: Ruled, model: Model, names: NameScores): Described => {
  const { keep, remarks, root, work } = ruled
  const { drop, forum, kind, tape, texts } = work
  const { end, n, parent, tag } = tape
  const around = surroundings(work, names)
  const units = unitsOf(work, around.unseen, around.inLink, model.words)
  const { block, chars, count, first, linked } = units
  const reason = reasonsOf(tape, drop)
  const kept = keptOf(tape, units, keep, texts.raw)
  const containers = containersOf(work, units, kept, around.shape)
  const { group, groupChars, groupSize, item, sum } = containers
  const parts = [containers.pair, containers.few, containers.part, containers.section]
  const series = [item, containers.series]

  const copies = new Map<number, number>()
  const before = int32Column(count + 1)
  const keptBefore = int32Column(count + 1)
  const repeated = uint8Column(count)
  let links = 0
  let prose = 0
  let listed = 0
  let priced = 0
  let title = -1
  for (let u = 0; u < count; u++) {
    const size = chars[u]!
    const seen = copies.get(units.hash[u]!) ?? 0
    copies.set(units.hash[u]!, seen + 1)
    if (seen > 0 && size >= 25) repeated[u] = 1
    before[u + 1] = before[u]! + size
    keptBefore[u + 1] = keptBefore[u]! + (kept[u] === 1 ? size : 0)
    links += linked[u]!
    if (size >= 60 && linked[u]! < 0.4 * size) prose += size
    if (containers.series[block[u]!]! >= 0) listed += size
    priced += units.money[u]!
    if (title < 0 && tag[block[u]!] === Tags.H1) title = u
  }
  const total = Math.max(1, before[count]!)
  const page = [
    prose / total,
    listed / total,
    priced / Math.max(1, count),
    links / total,
    keptBefore[count]! / total,
    remarks,
    forum ? 1 : 0,
    kind.depth,
    kind.list ? 1 : 0,
    kind.listAddress ? 1 : 0,
    kind.product ? 1 : 0,
    kind.productAddress ? 1 : 0,
    kind.questions ? 1 : 0,
    kind.article ? 1 : 0,
    kind.graph
  ]
  const row = float32Column(featureNames.length)
  row.set(page, ofPage)
  const from = root < 0 ? 0 : root
  const to = root < 0 ? n : end[root]!
  let heading = -1

  const describeWords = (u: number): void => {
    const b = block[u]!
    const f = first[u]!
    const size = Math.max(1, chars[u]!)
    const words = Math.max(1, units.words[u]!)
    const said = units.said[u]!
    row[0] = chars[u]!
    row[1] = units.words[u]!
    row[2] = linked[u]! / size
    row[3] = units.digits[u]! / size
    row[4] = units.upper[u]! / Math.max(1, units.letters[u]!)
    row[5] = units.ends[u]!
    row[6] = units.marks[u]! / words
    row[7] = units.bars[u]!
    row[8] = units.last[u]!
    row[9] = units.money[u]!
    row[10] = said
    row[11] = said / Math.min(16, words)
    const e = parent[f]!
    row[12] = e < 0 ? 0 : around.near[e]!
    row[13] = e < 0 ? 0 : around.sum[e]!
    row[14] = e < 0 ? 0 : around.worst[e]!
    row[15] = e < 0 ? 0 : around.best[e]!
    row[16] = elementKind[tag[b]!]!
    row[17] = Math.min(20, copies.get(units.hash[u]!)!)
    row[18] = repeated[u]!
    row[19] = around.depth[b]!
    row[20] = kept[u]!
    row[21] = kept[u] === 1 ? 0 : reason[f]!
    row[22] = b >= from && b < to ? 1 : 0
    row[23] = b < from ? -1 : b >= to ? 1 : 0
    row[24] = before[u]! / total
    row[25] = u / count
    row[26] = title < 0 ? -999 : u - title
  }

  // Units side by side have the same elements above them, and lie in the same parts.
  let lastAbove = -1
  const describeAbove = (bits: number): void => {
    if (bits === lastAbove) return
    lastAbove = bits
    for (let k = 0; k < aboveBits.length; k++) row[ofAbove + k] = (bits & aboveBits[k]!) !== 0 ? 1 : 0
  }

  const lastParts = int32Column(partsAt.length).fill(-2)
  const describePart = (k: number, part: number, node: number): void => {
    let c = partsAt[k]!
    const isSeries = k >= parts.length
    if (part !== lastParts[k]) {
      lastParts[k] = part
      if (part < 0) row.fill(-1, c, c + inParts.length + (isSeries ? 2 : 0))
      else {
        const at = part * sums
        const all = Math.max(1, sum[at + Sum.Chars]!)
        const within = Math.max(1, sum[at + Sum.Units]!)
        row[c++] = sum[at + Sum.Kept]! / all
        row[c++] = all / total
        row[c++] = around.near[part]!
        row[c++] = within
        row[c++] = sum[at + Sum.Prose]! / all
        row[c++] = sum[at + Sum.Linked]! / all
        row[c++] = sum[at + Sum.Headings]! / within
        row[c++] = sum[at + Sum.Images]! / within
        row[c++] = sum[at + Sum.Money]! / within
        row[c++] = sum[at + Sum.Links]! / within
        if (isSeries) {
          row[c + 1] = groupSize[group[part]!]!
          row[c + 2] = groupChars[group[part]!]! / total
        }
      }
    }
    // Where in the part a unit stands is not the same for all.
    if (part >= 0) row[partsAt[k]! + inParts.length - 1] = (node - part) / (end[part]! - part)
  }

  const describeNeighbours = (u: number): void => {
    const b = block[u]!
    const low = Math.max(0, u - 8)
    const high = Math.min(count, u + 9)
    const next = u + 1 < count ? block[u + 1]! : -1
    let c = ofNeighbours
    row[c++] = (keptBefore[high]! - keptBefore[low]!) / Math.max(1, before[high]! - before[low]!)
    row[c++] = next < 0 ? -1 : parent[b] === parent[next] ? 2 : containers.few[b] === containers.few[next] ? 1 : 0
    row[c++] = next < 0 ? 0 : units.said[u + 1]!
    row[c++] = heading < 0 ? 0 : units.said[heading]!
    row[c++] = heading < 0 ? 0 : chars[heading]!
    row[c++] = heading < 0 ? -1 : u - heading
    row[c] = heading < 0 ? 0 : tag[block[heading]!]! - Tags.H1 + 1
  }

  const describe = (u: number): Float32Array => {
    const b = block[u]!
    const f = first[u]!
    describeWords(u)
    describeAbove(parent[f]! < 0 ? 0 : around.above[parent[f]!]!)
    for (let k = 0; k < parts.length; k++) describePart(k, parts[k]![b]!, f)
    for (let k = 0; k < series.length; k++) describePart(parts.length + k, series[k]![b]!, f)
    describeNeighbours(u)
    if (Tags.is(tag[b]!, Tags.HEADING)) heading = u
    return row
  }
  return { units, containers, kept, manual: kind.manual, describe }
}

/** Why the rules drop a node: the reason of the topmost part it lies in. */
const reasonsOf = ({ n, parent }: Tape, drop: Uint8Array): Uint8Array => {
  const reason = uint8Column(n)
  for (let i = 0; i < n; i++) {
    const p = parent[i]!
    // To the trees, links that a paragraph announces are like those below a heading.
    const own = drop[i] === Drop.Announced ? Drop.Headed : drop[i]!
    reason[i] = p >= 0 && reason[p] !== 0 ? reason[p]! : own
  }
  return reason
}

/** 1 for units of which the rules keep more than half; of a heading any of it, since its tools may be longer than its words. */
const keptOf = (
  { n, tag }: Tape,
  { block, chars, count, of }: Units,
  keep: Uint8Array,
  raw: Int32Array
): Uint8Array => {
  const kept = uint8Column(count)
  const keptChars = int32Column(count)
  for (let i = 0; i < n; i++) {
    const u = of[i]!
    if (u >= 0 && keep[i] === 1) keptChars[u]! += raw[i]!
  }
  for (let u = 0; u < count; u++) {
    kept[u] = keptChars[u]! > 0 && (2 * keptChars[u]! > chars[u]! || Tags.is(tag[block[u]!]!, Tags.HEADING)) ? 1 : 0
  }
  return kept
}

const elementKind = new Uint8Array(512).fill(9)
{
  const kinds: ReadonlyArray<readonly [number, string]> = [
    [1, "p"],
    [2, "li"],
    [3, "div"],
    [4, "td th"],
    [5, "dt dd"],
    [6, "pre"],
    [7, "figcaption"],
    [8, "h1 h2 h3 h4 h5 h6"]
  ]
  for (const [kind, names] of kinds) for (const name of names.split(" ")) elementKind[Tags.tagId(name)] = kind
}
