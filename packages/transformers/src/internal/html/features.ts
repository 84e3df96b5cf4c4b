/**
 * What is known about a unit of text, as numbers: the text itself, what stands around it, the parts of the page it lies
 * in, and what the rules think of it and its neighbours.
 *
 * @since 0.1.0
 */
import { float32Column, int32Column, uint8Column } from "./columns.ts"
import { type Containers, containersOf, Sum, sums } from "./containers.ts"
import { kindOf } from "./kind.ts"
import type { Model } from "./model.ts"
import type { NameScores } from "./nameScores.ts"
import { Above, surroundings } from "./surroundings.ts"
import * as Tags from "./tags.ts"
import { type Units, unitsOf } from "./units.ts"
import type { Ruled } from "./work.ts"

/** The units of a page and the features of each. */
export interface Described {
  readonly units: Units
  readonly containers: Containers
  /** 1 for units that the rules keep. */
  readonly kept: Uint8Array
  /** The page is documentation by its address. */
  readonly manual: boolean
  /** Writes the features of a unit into `row`; to be called in the order of the units. */
  readonly describe: (unit: number, row: Float32Array) => void
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

export const describePage = (ruled: Ruled, url: string | undefined, model: Model, names: NameScores): Described => {
  const { keep, remarks, root, work } = ruled
  const { drop, forum, tape, texts } = work
  const { end, n, parent, tag } = tape
  const around = surroundings(work, names)
  const units = unitsOf(work, around.unseen, around.inLink, model.words)
  const { block, chars, count, first, linked } = units
  // Why the rules drop a node: the reason of the topmost part it lies in.
  const reason = uint8Column(n)
  for (let i = 0; i < n; i++) {
    const p = parent[i]!
    reason[i] = p >= 0 && reason[p] !== 0 ? reason[p]! : drop[i]!
  }
  const kept = uint8Column(count)
  const keptChars = int32Column(count)
  for (let i = 0; i < n; i++) if (keep[i] === 1 && units.of[i]! >= 0) keptChars[units.of[i]!]! += texts.raw[i]!
  for (let u = 0; u < count; u++) kept[u] = 2 * keptChars[u]! > chars[u]! ? 1 : 0
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
  const kind = kindOf(tape, url)
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
  const from = root < 0 ? 0 : root
  const to = root < 0 ? n : end[root]!
  let heading = -1

  // Neighbours lie in the same parts, which are described once.
  const partWidth = inParts.length + 2
  const ofParts = float32Column(6 * partWidth)
  const lastParts = int32Column(6).fill(-2)
  const describePart = (part: number, from: number): void => {
    if (part < 0) {
      ofParts.fill(-1, from, from + partWidth)
      return
    }
    const at = part * sums
    const all = Math.max(1, sum[at + Sum.Chars]!)
    const within = Math.max(1, sum[at + Sum.Units]!)
    let c = from
    ofParts[c++] = sum[at + Sum.Kept]! / all
    ofParts[c++] = all / total
    ofParts[c++] = around.near[part]!
    ofParts[c++] = within
    ofParts[c++] = sum[at + Sum.Prose]! / all
    ofParts[c++] = sum[at + Sum.Linked]! / all
    ofParts[c++] = sum[at + Sum.Headings]! / within
    ofParts[c++] = sum[at + Sum.Images]! / within
    ofParts[c++] = sum[at + Sum.Money]! / within
    ofParts[c++] = sum[at + Sum.Links]! / within
    // Where in the part a unit stands is not the same for all.
    c++
    ofParts[c++] = groupSize[group[part]!]!
    ofParts[c] = groupChars[group[part]!]! / total
  }

  const describe = (u: number, row: Float32Array): void => {
    const b = block[u]!
    const f = first[u]!
    const id = tag[b]!
    const size = Math.max(1, chars[u]!)
    const words = Math.max(1, units.words[u]!)
    let c = 0
    row[c++] = chars[u]!
    row[c++] = units.words[u]!
    row[c++] = linked[u]! / size
    row[c++] = units.digits[u]! / size
    row[c++] = units.upper[u]! / Math.max(1, units.letters[u]!)
    row[c++] = units.ends[u]!
    row[c++] = units.marks[u]! / words
    row[c++] = units.bars[u]!
    row[c++] = units.last[u]!
    row[c++] = units.money[u]!
    row[c++] = units.said[u]!
    row[c++] = units.said[u]! / Math.min(16, words)
    row[c++] = around.near[f]!
    row[c++] = around.sum[f]!
    row[c++] = around.worst[f]!
    row[c++] = around.best[f]!
    row[c++] = elementKind[id]!
    row[c++] = Math.min(20, copies.get(units.hash[u]!)!)
    row[c++] = repeated[u]!
    row[c++] = around.depth[b]!
    row[c++] = kept[u]!
    row[c++] = kept[u] === 1 ? 0 : reason[f]!
    row[c++] = b >= from && b < to ? 1 : 0
    row[c++] = b < from ? -1 : b >= to ? 1 : 0
    row[c++] = before[u]! / total
    row[c++] = u / count
    row[c++] = title < 0 ? -999 : u - title
    const bits = around.above[f]!
    for (const bit of aboveBits) row[c++] = (bits & bit) !== 0 ? 1 : 0
    for (let k = 0; k < 6; k++) {
      const part = k < 4 ? parts[k]![b]! : series[k - 4]![b]!
      if (part !== lastParts[k]) {
        lastParts[k] = part
        describePart(part, k * partWidth)
      }
      const stop = c + (k < 4 ? inParts.length : inParts.length + 2)
      for (let from = k * partWidth; c < stop;) row[c++] = ofParts[from++]!
      if (part >= 0) row[stop - (k < 4 ? 1 : 3)] = (f - part) / (end[part]! - part)
    }
    const low = Math.max(0, u - 8)
    const high = Math.min(count, u + 9)
    row[c++] = (keptBefore[high]! - keptBefore[low]!) / Math.max(1, before[high]! - before[low]!)
    const next = u + 1 < count ? block[u + 1]! : -1
    row[c++] = next < 0 ? -1 : parent[b] === parent[next] ? 2 : containers.few[b] === containers.few[next] ? 1 : 0
    row[c++] = next < 0 ? 0 : units.said[u + 1]!
    row[c++] = heading < 0 ? 0 : units.said[heading]!
    row[c++] = heading < 0 ? 0 : chars[heading]!
    row[c++] = heading < 0 ? -1 : u - heading
    row[c++] = heading < 0 ? 0 : tag[block[heading]!]! - Tags.H1 + 1
    for (let k = 0; k < page.length; k++) row[c++] = page[k]!
    if (Tags.is(id, Tags.HEADING)) heading = u
  }
  return { units, containers, kept, manual: kind.manual, describe }
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
