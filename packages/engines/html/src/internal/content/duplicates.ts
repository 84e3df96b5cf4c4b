/**
 * Drops blocks that a page repeats for another screen size, for print or as a cloned slide. The later copy is
 * dropped. Text is kept if it occurs more often than a page is rendered, or if it is most of the page.
 *
 * @since 0.1.0
 */
import type { Measures } from "../survey/measure.ts"
import { Drop, type Work } from "../survey/work.ts"
import { int32Column, release } from "../tape/lent.ts"
import * as Tags from "../tape/tags.ts"
import type { Tape } from "../tape/tape.ts"

/** Minimum characters of a block that is compared. Short labels repeat on purpose. */
const MIN_BLOCK_CHARACTERS = 80
/** Factor that combines a hash and a length in one number. Longer blocks count as equally long. */
const LENGTHS = 1 << 20

const candidates = new Uint8Array(Tags.UNKNOWN + 1)
for (const name of ["p", "li", "div", "section", "h2", "h3", "article"]) candidates[Tags.tagId(name)] = 1
const base = 0x01000193
/** Number of times that a page may be rendered: for a phone, a tablet, a desktop and print. */
const MAX_RENDERINGS = 4
/** Maximum share of a page's text that is dropped as duplicate. A page that is rendered three times keeps one third. */
const MAX_SHARE_OF_DUPLICATES = 0.7
/** Maximum share of a page's text in a block that repeats as boilerplate between posts. */
const MAX_BOILERPLATE_SHARE = 0.15

export const dropDuplicates = (work: Work, m: Measures): void => {
  const { drop, tape } = work
  const { end, n } = tape
  const copies = findCopies(work, m)
  if (copies.length === 0) return
  const repeated = new Map<number, { count: number; length: number }>()
  let total = 0
  for (let i = 0; i < n; i++) if (tape.tag[i] === Tags.TEXT && drop[i] === 0) total += m.length[i]!
  for (const { key, node } of copies) {
    const group = repeated.get(key)
    if (group === undefined) repeated.set(key, { count: 2, length: m.length[node]! })
    else {
      group.count++
      group.length += m.length[node]!
    }
  }
  const chosen = copies.filter(({ key }) => {
    const { count, length } = repeated.get(key)!
    return count <= MAX_RENDERINGS || length <= MAX_BOILERPLATE_SHARE * total
  })
  if (chosen.reduce((sum, { node }) => sum + m.length[node]!, 0) > MAX_SHARE_OF_DUPLICATES * total) return
  for (const { node } of chosen) {
    for (let k = node + 1; k < end[node]!; k++) if (drop[k] === 0) drop[k] = Drop.Hard
    drop[node] = Drop.Duplicate
  }
}

interface Copy {
  readonly node: number
  readonly key: number
}

const power = (exponent: number): number => {
  let out = 1
  for (let rest = exponent, square = base; rest > 0; rest >>= 1, square = Math.imul(square, square)) {
    if ((rest & 1) === 1) out = Math.imul(out, square)
  }
  return out
}

interface Hasher {
  readonly of: (from: number, to: number) => number
  readonly close: () => void
}

const hasher = ({ drop, tape: { n, tag }, texts: { hash } }: Work): Hasher => {
  const running = int32Column(n + 1)
  const counted = int32Column(n + 1)
  for (let i = 0; i < n; i++) {
    if (tag[i] === Tags.TEXT && drop[i] === 0 && hash[i] !== 0) {
      running[i + 1] = Math.imul(running[i]!, base) + hash[i]! | 0
      counted[i + 1] = counted[i]! + 1
    } else {
      running[i + 1] = running[i]!
      counted[i + 1] = counted[i]!
    }
  }
  return {
    of: (from, to) => running[to]! - Math.imul(running[from]!, power(counted[to]! - counted[from]!)) | 0,
    close: () => release(running, counted)
  }
}

/**
 * Returns whether two sections belong to one series, and so are no duplicates: they are below headings of the same
 * level and different text. References repeat text (`deferrable` below each constraint), and release notes repeat
 * headings ("Fixed Bugs" below each version). In a discussion only the nearest headings count, because posts quote
 * each other below their own headings.
 */
const areOfOneSeries = (
  { kind, tape: { end, tag } }: Work,
  hashes: Hasher,
  headings: Headings,
  first: number,
  second: number
): boolean => {
  for (let one = first, other = second; one >= 0 && other >= 0 && one !== other && tag[one] === tag[other];) {
    if (hashes.of(one, end[one]!) !== hashes.of(other, end[other]!)) return true
    if (kind.discussion) return false
    one = headings.above(one)
    other = headings.above(other)
  }
  return false
}

class Headings {
  last = -1
  private readonly tag: Tape["tag"]
  private readonly around = new Map<number, number>()

  constructor({ tag }: Tape) {
    this.tag = tag
  }

  add(heading: number): void {
    let around = this.last
    while (around >= 0 && this.tag[around]! >= this.tag[heading]!) around = this.above(around)
    this.around.set(heading, around)
    this.last = heading
  }

  above(heading: number): number {
    return this.around.get(heading) ?? -1
  }
}

const tableAround = ({ parent, tag }: Tape, i: number): number => {
  for (let p = parent[i]!; p >= 0; p = parent[p]!) if (tag[p] === Tags.TABLE || tag[p] === Tags.DL) return p
  return i
}

const findCopies = (work: Work, m: Measures): ReadonlyArray<Copy> => {
  const { drop, tape: { end, n, parent, tag } } = work
  const hashes = hasher(work)
  const seen = new Map<number, { readonly node: number; readonly heading: number }>()
  const copies: Array<Copy> = []
  const headings = new Headings(work.tape)
  for (let i = 0; i < n; i++) {
    if (drop[i] === 0 && Tags.is(tag[i]!, Tags.HEADING)) headings.add(i)
    if (drop[i] !== 0 || m.length[i]! < MIN_BLOCK_CHARACTERS || candidates[tag[i]!] === 0) continue
    const p = parent[i]!
    if (p >= 0 && m.length[p] === m.length[i]) continue
    const key = (hashes.of(i, end[i]!) >>> 0) * LENGTHS + Math.min(m.length[i]!, LENGTHS - 1)
    const first = seen.get(key)
    if (first === undefined) seen.set(key, { node: i, heading: headings.last })
    if (first === undefined || areOfOneSeries(work, hashes, headings, first.heading, headings.last)) continue
    // Two paragraphs with the same text are not duplicates, because parts that a page renders twice are in separate
    // boxes.
    if (tag[i] === Tags.P && tag[first.node] === Tags.P && parent[first.node] === p) continue
    // Rows of a table and definitions of a list repeat text about different subjects.
    if (tableAround(work.tape, i) === tableAround(work.tape, first.node)) continue
    copies.push({ node: i, key })
    i = end[i]! - 1
  }
  hashes.close()
  return copies
}
