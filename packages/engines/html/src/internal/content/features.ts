/**
 * Describes a text unit by numbers: its text, its surroundings, its containers, and the rules' decisions about it and
 * its neighbours.
 *
 * @since 0.1.0
 */
import type { NameScores } from "../names/nameScores.ts"
import { type Surroundings, surroundings } from "../survey/surroundings.ts"
import { Drop, type Ruled } from "../survey/work.ts"
import { float32Column, int32Column, uint8Column } from "../tape/lent.ts"
import * as Tags from "../tape/tags.ts"
import type { Tape } from "../tape/tape.ts"
import { type Containers, containersOf, Sum, SUM_COLUMNS } from "./containers.ts"
import { aboveBits, At, featureNames, firstAbove, firstWindow, inParts, partsAt, WINDOWS } from "./featureNames.ts"
import { heartOf, listOf, meetingOf, type Tallies, tallyOf } from "./tallies.ts"
import type { Trees } from "./trees.ts"
import { LOOKED_UP_WORDS, type Units, unitsOf } from "./units.ts"

/** Maximum number of copies of a text that count, because more copies are not further evidence. */
const MAX_COUNTED_COPIES = 20
/** The distance to the headline on a page without a headline. */
const NO_HEADLINE = -999
/** Number of neighbours on either side of a unit. */
const NEIGHBOURS = 8

export interface Described {
  readonly units: Units
  readonly containers: Containers
  readonly kept: Uint8Array
  readonly describe: (unit: number) => Float32Array
}

export const describePage = (ruled: Ruled, trees: Trees, names: NameScores): Described => {
  const { keep, root, work } = ruled
  const { drop, tape, texts } = work
  const around = surroundings(work, names)
  const units = unitsOf(work, around.unseen, around.inLink, trees.words)
  const kept = keptOf(tape, units, keep, texts.raw)
  const containers = containersOf(work, units, kept, around.shape)
  const tallies = tallyOf(tape, units, kept, containers)
  const rows = new Rows({ tape, root, around, units, kept, containers, tallies, reason: reasonsOf(tape, drop) })
  rows.writePage(ruled)
  return { units, containers, kept, describe: (unit) => rows.describe(unit) }
}

interface Read {
  readonly tape: Tape
  readonly root: number
  readonly around: Surroundings
  readonly units: Units
  readonly kept: Uint8Array
  readonly containers: Containers
  readonly tallies: Tallies
  readonly reason: Uint8Array
}

class Rows {
  private readonly row = float32Column(featureNames.length)
  private readonly parts: ReadonlyArray<Int32Array>
  private readonly total: number
  private readonly from: number
  private readonly to: number
  private heading = -1
  // The last results are cached, because adjacent units share their ancestors and containers.
  private lastAbove = -1
  private readonly lastParts = int32Column(partsAt.length).fill(-2)
  private readonly read: Read
  private readonly title: Int32Array
  private readonly heart: Int32Array
  private readonly list: Int32Array
  private readonly listed: number
  private chapter = -1

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
    this.title = meetingOf(tape, tallies.title < 0 ? -1 : units.block[tallies.title]!)
    this.heart = meetingOf(tape, heartOf(tape, containers.sum))
    this.listed = listOf(tape, containers)
    this.list = meetingOf(tape, this.listed)
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
    this.writeWindows(u)
    this.writeCourse(u)
    if (Tags.is(tag[b]!, Tags.HEADING)) {
      this.heading = u
      if (tag[b]! <= Tags.H1 + 1) this.chapter = u
    }
    return this.row
  }

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
    const nameCount = units.said[u]!
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
    row[At.said] = nameCount
    row[At.saidMean] = nameCount / Math.min(LOOKED_UP_WORDS, words)
    row[At.element] = elementKind[tag[units.block[u]!]!]!
    row[At.copies] = Math.min(MAX_COUNTED_COPIES, copies.get(units.hash[u]!)!)
    row[At.repeated] = repeated[u]!
  }

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
    if (part >= 0) row[at + inParts.length - 1] = (node - part) / (end[part]! - part)
  }

  private writeSums(place: number, part: number, isSeries: boolean): void {
    const { row, total } = this
    const { around, containers: { group, groupChars, groupSize, sum } } = this.read
    let c = place
    if (part < 0) {
      row.fill(-1, c, c + inParts.length + (isSeries ? 2 : 0))
      return
    }
    const at = part * SUM_COLUMNS
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

  private writeWindows(u: number): void {
    const { row } = this
    const { tallies: { before, headingsBefore, linkedBefore, moneyBefore, proseBefore }, units: { count } } = this.read
    let c = firstWindow
    for (let k = 0; k < WINDOWS.length; k++) {
      const low = Math.max(0, u - WINDOWS[k]!)
      const high = Math.min(count, u + WINDOWS[k]! + 1)
      const size = Math.max(1, before[high]! - before[low]!)
      row[c++] = (proseBefore[high]! - proseBefore[low]!) / size
      row[c++] = (linkedBefore[high]! - linkedBefore[low]!) / size
      row[c++] = (moneyBefore[high]! - moneyBefore[low]!) / (high - low)
      row[c++] = (headingsBefore[high]! - headingsBefore[low]!) / (high - low)
      row[c++] = size / (high - low)
    }
  }

  private writeCourse(u: number): void {
    const { chapter, heart, list, listed, row, title, total } = this
    const { around, containers: { sum }, root, tallies, tape: { parent }, units } = this.read
    const b = units.block[u]!
    const all = Math.max(1, tallies.prose)
    row[At["prose.before"]] = tallies.proseBefore[u]! / all
    row[At["prose.after"]] = (tallies.prose - tallies.proseBefore[u + 1]!) / all
    row[At["prose.last"]] = tallies.lastProse[u]!
    row[At["prose.next"]] = tallies.nextProse[u]!
    row[At.titled] = units.titled[u]! / Math.max(1, Math.min(LOOKED_UP_WORDS, units.words[u]!))
    const t = title[b]!
    row[At["title.share"]] = t < 0 ? 2 : sum[t * SUM_COLUMNS + Sum.Chars]! / total
    row[At["title.prose"]] = t < 0 ? 2 : sum[t * SUM_COLUMNS + Sum.Prose]! / all
    row[At["title.up"]] = t < 0 ? -1 : around.depth[b]! - around.depth[t]!
    const h = heart[b]!
    row[At["heart.share"]] = h < 0 ? 2 : sum[h * SUM_COLUMNS + Sum.Chars]! / total
    row[At["heart.prose"]] = h < 0 ? 2 : sum[h * SUM_COLUMNS + Sum.Prose]! / all
    row[At["heart.up"]] = h < 0 ? -1 : around.depth[b]! - around.depth[h]!
    const l = list[b]!
    row[At["list.share"]] = l < 0 ? 2 : sum[l * SUM_COLUMNS + Sum.Chars]! / total
    row[At["list.up"]] = l < 0 ? -1 : around.depth[b]! - around.depth[l]!
    row[At["list.in"]] = l >= 0 && l === listed ? 1 : 0
    row[At["prev.characters"]] = u === 0 ? -1 : units.chars[u - 1]!
    row[At["prev.linked"]] = u === 0 ? -1 : units.linked[u - 1]! / Math.max(1, units.chars[u - 1]!)
    row[At["next.characters"]] = u + 1 >= units.count ? -1 : units.chars[u + 1]!
    row[At["next.linked"]] = u + 1 >= units.count ? -1 : units.linked[u + 1]! / Math.max(1, units.chars[u + 1]!)
    row[At["chapter.said"]] = chapter < 0 ? 0 : units.said[chapter]!
    row[At["chapter.away"]] = chapter < 0 ? -1 : u - chapter
    row[At["chapter.names"]] = chapter < 0 || parent[units.first[chapter]!]! < 0
      ? 0
      : around.sum[parent[units.first[chapter]!]!]!
    row[At["root.share"]] = root < 0 ? 1 : sum[root * SUM_COLUMNS + Sum.Chars]! / total
    row[At["root.prose"]] = root < 0 ? 1 : sum[root * SUM_COLUMNS + Sum.Prose]! / all
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

const reasonsOf = ({ n, parent }: Tape, drop: Uint8Array): Uint8Array => {
  const reason = uint8Column(n)
  for (let i = 0; i < n; i++) {
    const p = parent[i]!
    // The trees were trained with two older names of reasons: `Headed` for announced links, and a name for reviews.
    const own = drop[i] === Drop.Announced ? Drop.Headed : drop[i] === Drop.Reviewed ? Drop.Named : drop[i]!
    reason[i] = p >= 0 && reason[p] !== 0 ? reason[p]! : own
  }
  return reason
}

/**
 * Returns which units the rules keep: those of which they keep more than half. Of a heading, any kept text suffices,
 * because its edit links and permalinks may be longer than its words.
 */
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

const kindsOfElements = ["p", "li", "div", "td th", "dt dd", "pre", "figcaption", "h1 h2 h3 h4 h5 h6"]
const elementKind = new Uint8Array(Tags.UNKNOWN + 1).fill(kindsOfElements.length + 1)
for (const [k, names] of kindsOfElements.entries()) {
  for (const name of names.split(" ")) elementKind[Tags.tagId(name)] = k + 1
}
