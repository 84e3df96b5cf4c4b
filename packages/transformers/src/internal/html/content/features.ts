/**
 * What is known about a unit of text, as numbers: the text itself, what stands around it, the parts of the page it lies
 * in, and what the rules think of it and its neighbours.
 *
 * @since 0.1.0
 */
import type { NameScores } from "../names/nameScores.ts"
import { Above, type Surroundings, surroundings } from "../survey/surroundings.ts"
import { Drop, type Ruled } from "../survey/work.ts"
import { float32Column, int32Column, uint8Column } from "../tape/lent.ts"
import * as Tags from "../tape/tags.ts"
import type { Tape } from "../tape/tape.ts"
import { type Containers, containersOf, Sum, sums } from "./containers.ts"
import type { Trees } from "./trees.ts"
import { firstWords, isRunning, type Units, unitsOf } from "./units.ts"

/** Characters of a text from which saying it twice is a repetition, and not a label that is used twice. */
const LEAST_REPEATED_IN_CHARACTERS = 25
/** Copies of a text beyond which more say nothing more. */
const MOST_COPIES = 20
/** How far the headline is when a page has none, in units. */
const NO_HEADLINE = -999
/** Units on either side of one whose treatment by the rules is asked for. */
const NEIGHBOURS = 8

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

/** Features of a unit and of the element that holds it. */
const ofUnit = [
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
  "toTitle"
] as const

const ofNeighbours = [
  "keptAround",
  "next.near",
  "next.said",
  "heading.said",
  "heading.characters",
  "heading.away",
  "heading.level"
] as const

const ofPage = [
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
] as const

/** The names of the features, in the order of a row. */
export const featureNames: ReadonlyArray<string> = [
  ...ofUnit,
  ...above.map((name) => `above${name}`),
  ...["pair", "few", "part", "section"].flatMap((part) => inParts.map((name) => `${part}.${name}`)),
  ...["item", "series"].flatMap((part) => [...inParts, "siblings", "group"].map((name) => `${part}.${name}`)),
  ...ofNeighbours,
  ...ofPage
]

/** Where a feature stands in a row. */
const At = Object.fromEntries(featureNames.map((name, at) => [name, at])) as Readonly<
  Record<typeof ofUnit[number] | typeof ofNeighbours[number] | typeof ofPage[number], number>
>

// Where the features of what stands above begin in a row, and those of every part.
const firstAbove = featureNames.indexOf("aboveStrong")
const partsAt = ["pair", "few", "part", "section", "item", "series"].map((part) => featureNames.indexOf(`${part}.kept`))

export const describePage = (ruled: Ruled, trees: Trees, names: NameScores): Described => {
  const { keep, root, work } = ruled
  const { drop, kind, tape, texts } = work
  const around = surroundings(work, names)
  const units = unitsOf(work, around.unseen, around.inLink, trees.words)
  const kept = keptOf(tape, units, keep, texts.raw)
  const containers = containersOf(work, units, kept, around.shape)
  const tallies = tallyOf(tape, units, kept, containers)
  const rows = new Rows({ tape, root, around, units, kept, containers, tallies, reason: reasonsOf(tape, drop) })
  rows.writePage(ruled)
  return { units, containers, kept, manual: kind.manual, describe: (unit) => rows.describe(unit) }
}

/** What is counted over all units of a page. */
interface Tallies {
  /** How often a page says the text of a hash. */
  readonly copies: ReadonlyMap<number, number>
  /** 1 for units that repeat an earlier one. */
  readonly repeated: Uint8Array
  /** Characters of the units before each, and of those that the rules keep. */
  readonly before: Int32Array
  readonly keptBefore: Int32Array
  /** Characters in links, of running text and in series of parts, and units that name a price. */
  readonly linked: number
  readonly prose: number
  readonly listed: number
  readonly priced: number
  /** The first main heading; -1 for none. */
  readonly title: number
}

const tallyOf = ({ tag }: Tape, units: Units, kept: Uint8Array, { series }: Containers): Tallies => {
  const { block, chars, count } = units
  const copies = new Map<number, number>()
  const before = int32Column(count + 1)
  const keptBefore = int32Column(count + 1)
  const repeated = uint8Column(count)
  let linked = 0
  let prose = 0
  let listed = 0
  let priced = 0
  let title = -1
  for (let u = 0; u < count; u++) {
    const size = chars[u]!
    const seen = copies.get(units.hash[u]!) ?? 0
    copies.set(units.hash[u]!, seen + 1)
    if (seen > 0 && size >= LEAST_REPEATED_IN_CHARACTERS) repeated[u] = 1
    before[u + 1] = before[u]! + size
    keptBefore[u + 1] = keptBefore[u]! + (kept[u] === 1 ? size : 0)
    linked += units.linked[u]!
    if (isRunning(size, units.linked[u]!)) prose += size
    if (series[block[u]!]! >= 0) listed += size
    priced += units.money[u]!
    if (title < 0 && tag[block[u]!] === Tags.H1) title = u
  }
  return { copies, repeated, before, keptBefore, linked, prose, listed, priced, title }
}

/** What the features of a page are read from. */
interface Read {
  readonly tape: Tape
  readonly root: number
  readonly around: Surroundings
  readonly units: Units
  readonly kept: Uint8Array
  readonly containers: Containers
  readonly tallies: Tallies
  /** Why the rules drop each node. */
  readonly reason: Uint8Array
}

/** Writes the features of one unit after the other into the same row. */
class Rows {
  private readonly row = float32Column(featureNames.length)
  private readonly parts: ReadonlyArray<Int32Array>
  private readonly total: number
  private readonly from: number
  private readonly to: number
  /** The heading above the unit that is described next. */
  private heading = -1
  // Units side by side have the same elements above them, and lie in the same parts.
  private lastAbove = -1
  private readonly lastParts = int32Column(partsAt.length).fill(-2)
  private readonly read: Read

  constructor(read: Read) {
    this.read = read
    const { containers, root, tallies, tape, units } = read
    this.parts = [
      containers.pair,
      containers.few,
      containers.part,
      containers.section,
      containers.item,
      containers.series
    ]
    this.total = Math.max(1, tallies.before[units.count]!)
    this.from = root < 0 ? 0 : root
    this.to = root < 0 ? tape.n : tape.end[root]!
  }

  describe(u: number): Float32Array {
    const { around, tape: { parent, tag }, units: { block, first } } = this.read
    const b = block[u]!
    const f = first[u]!
    this.writeWords(u)
    this.writeNames(parent[f]!)
    this.writePlace(u)
    this.writeAbove(parent[f]! < 0 ? 0 : around.above[parent[f]!]!)
    for (let k = 0; k < partsAt.length; k++) this.writePart(k, this.parts[k]![b]!, f)
    this.writeNeighbours(u)
    if (Tags.is(tag[b]!, Tags.HEADING)) this.heading = u
    return this.row
  }

  /** Writes what is the same for all units of the page. */
  writePage({ remarks, work: { forum, kind } }: Ruled): void {
    const { row, total } = this
    const { tallies, units: { count } } = this.read
    row[At["page.prose"]] = tallies.prose / total
    row[At["page.cards"]] = tallies.listed / total
    row[At["page.money"]] = tallies.priced / Math.max(1, count)
    row[At["page.linked"]] = tallies.linked / total
    row[At["page.kept"]] = tallies.keptBefore[count]! / total
    row[At["page.remarks"]] = remarks
    row[At["page.forum"]] = forum ? 1 : 0
    row[At["page.depth"]] = kind.depth
    row[At["page.list"]] = kind.list ? 1 : 0
    row[At["page.listAddress"]] = kind.listAddress ? 1 : 0
    row[At["page.product"]] = kind.product ? 1 : 0
    row[At["page.productAddress"]] = kind.productAddress ? 1 : 0
    row[At["page.questions"]] = kind.questions ? 1 : 0
    row[At["page.article"]] = kind.article ? 1 : 0
    row[At["page.graph"]] = kind.graph
  }

  private writeWords(u: number): void {
    const { row } = this
    const { tallies: { copies, repeated }, tape: { tag }, units } = this.read
    const size = Math.max(1, units.chars[u]!)
    const words = Math.max(1, units.words[u]!)
    const said = units.said[u]!
    row[At.characters] = units.chars[u]!
    row[At.words] = units.words[u]!
    row[At.linked] = units.linked[u]! / size
    row[At.digits] = units.digits[u]! / size
    row[At.capitals] = units.upper[u]! / Math.max(1, units.letters[u]!)
    row[At.sentences] = units.ends[u]!
    row[At.marks] = units.marks[u]! / words
    row[At.bars] = units.bars[u]!
    row[At.last] = units.last[u]!
    row[At.money] = units.money[u]!
    row[At.said] = said
    row[At.saidMean] = said / Math.min(firstWords, words)
    row[At.element] = elementKind[tag[units.block[u]!]!]!
    row[At.copies] = Math.min(MOST_COPIES, copies.get(units.hash[u]!)!)
    row[At.repeated] = repeated[u]!
  }

  /** Writes what the names around an element speak for; -1 for none. */
  private writeNames(e: number): void {
    const { row } = this
    const { best, near, sum, worst } = this.read.around
    row[At.namesNear] = e < 0 ? 0 : near[e]!
    row[At.namesSum] = e < 0 ? 0 : sum[e]!
    row[At.namesWorst] = e < 0 ? 0 : worst[e]!
    row[At.namesBest] = e < 0 ? 0 : best[e]!
  }

  private writePlace(u: number): void {
    const { from, row, to, total } = this
    const { around, kept, reason, tallies: { before, title }, units: { block, count, first } } = this.read
    const b = block[u]!
    row[At.depth] = around.depth[b]!
    row[At.kept] = kept[u]!
    row[At.reason] = kept[u] === 1 ? 0 : reason[first[u]!]!
    row[At.inRoot] = b >= from && b < to ? 1 : 0
    row[At.side] = b < from ? -1 : b >= to ? 1 : 0
    row[At.place] = before[u]! / total
    row[At.unit] = u / count
    row[At.toTitle] = title < 0 ? NO_HEADLINE : u - title
  }

  private writeAbove(bits: number): void {
    if (bits === this.lastAbove) return
    this.lastAbove = bits
    for (let k = 0; k < aboveBits.length; k++) this.row[firstAbove + k] = (bits & aboveBits[k]!) !== 0 ? 1 : 0
  }

  private writePart(k: number, part: number, node: number): void {
    const { lastParts, row } = this
    const { end } = this.read.tape
    const at = partsAt[k]!
    if (part !== lastParts[k]) {
      lastParts[k] = part
      this.writeSums(
        at,
        part,
        this.parts[k] === this.read.containers.item || this.parts[k] === this.read.containers.series
      )
    }
    // Where in the part a unit stands is not the same for all.
    if (part >= 0) row[at + inParts.length - 1] = (node - part) / (end[part]! - part)
  }

  /** Writes what is summed up in a part, -1 for none, from a place in the row on. */
  private writeSums(place: number, part: number, isSeries: boolean): void {
    const { row, total } = this
    const { around, containers: { group, groupChars, groupSize, sum } } = this.read
    let c = place
    if (part < 0) {
      row.fill(-1, c, c + inParts.length + (isSeries ? 2 : 0))
      return
    }
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
    if (!isSeries) return
    row[c + 1] = groupSize[group[part]!]!
    row[c + 2] = groupChars[group[part]!]! / total
  }

  private writeNeighbours(u: number): void {
    const { heading, row } = this
    const { containers: { few }, tallies: { before, keptBefore }, tape: { parent, tag }, units } = this.read
    const { block, count } = units
    const b = block[u]!
    const low = Math.max(0, u - NEIGHBOURS)
    const high = Math.min(count, u + NEIGHBOURS + 1)
    const next = u + 1 < count ? block[u + 1]! : -1
    row[At.keptAround] = (keptBefore[high]! - keptBefore[low]!) / Math.max(1, before[high]! - before[low]!)
    row[At["next.near"]] = next < 0 ? -1 : parent[b] === parent[next] ? 2 : few[b] === few[next] ? 1 : 0
    row[At["next.said"]] = next < 0 ? 0 : units.said[u + 1]!
    row[At["heading.said"]] = heading < 0 ? 0 : units.said[heading]!
    row[At["heading.characters"]] = heading < 0 ? 0 : units.chars[heading]!
    row[At["heading.away"]] = heading < 0 ? -1 : u - heading
    row[At["heading.level"]] = heading < 0 ? 0 : tag[block[heading]!]! - Tags.H1 + 1
  }
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

/** What the block around a unit is, by the place of its name here, from 1 on; what stands nowhere is the last kind. */
const kindsOfElements = ["p", "li", "div", "td th", "dt dd", "pre", "figcaption", "h1 h2 h3 h4 h5 h6"]
const elementKind = new Uint8Array(Tags.UNKNOWN + 1).fill(kindsOfElements.length + 1)
for (const [k, names] of kindsOfElements.entries()) {
  for (const name of names.split(" ")) elementKind[Tags.tagId(name)] = k + 1
}
