/**
 * Finds the containers of each text unit, from the element that it shares with its nearest neighbours up to its
 * section. Also finds series of containers with the same shape: cards, posts, rows, menu entries.
 *
 * @since 0.1.0
 */
import type { Work } from "../survey/work.ts"
import { int32Column } from "../tape/lent.ts"
import * as Tags from "../tape/tags.ts"
import type { Tape } from "../tape/tape.ts"
import { isRunning, type Units } from "./units.ts"

const MIN_UNITS_OF_PAIR = 2
const MIN_UNITS_OF_FEW = 5
const MIN_UNITS_OF_PART = 15
const MIN_UNITS_OF_SECTION = 50
const MIN_ELEMENTS_OF_SERIES = 3

/** Offsets of the sums of a node. The sums of node `i` start at index `i * sums`. */
export const Sum = {
  Chars: 0,
  Linked: 1,
  Units: 2,
  Kept: 3,
  Prose: 4,
  Headings: 5,
  Images: 6,
  Money: 7,
  Links: 8
} as const
export const SUM_COLUMNS = 9

export interface Containers {
  readonly sum: Int32Array
  /**
   * The smallest element around a node that holds at least 2 units (`pair`), 5 (`few`), 15 (`part`) or 50
   * (`section`).
   */
  readonly pair: Int32Array
  readonly few: Int32Array
  readonly part: Int32Array
  readonly section: Int32Array
  /** The nearest element that has at least two siblings of the same shape; -1 if none exists. */
  readonly item: Int32Array
  /** The container with several units whose series has the most text; -1 if none exists. */
  readonly series: Int32Array
  readonly group: Int32Array
  readonly groupSize: Int32Array
  readonly groupChars: Int32Array
}

/**
 * Maximum number of hash table slots that are tried for a series, so that deliberate collisions stay cheap. If all
 * are occupied, the element becomes a separate series.
 */
const MAX_PROBES_FOR_SERIES = 16

export const containersOf = ({ tape }: Work, units: Units, kept: Uint8Array, shape: Int32Array): Containers => {
  const sum = sumsOf(tape, units, kept)
  const groups = groupsOf(tape, shape, sum)
  return { sum, ...groups, ...partsOf(tape, sum, groups) }
}

// Each loop is a separate function, because V8 discards compiled code when a loop reaches a statement that has not
// run before.

const sumsOf = (tape: Tape, { block, chars, count, linked, money }: Units, kept: Uint8Array): Int32Array => {
  const { n, tag } = tape
  const sum = int32Column(n * SUM_COLUMNS)
  for (let u = 0; u < count; u++) {
    const at = block[u]! * SUM_COLUMNS
    const size = chars[u]!
    sum[at + Sum.Chars]! += size
    sum[at + Sum.Linked]! += linked[u]!
    sum[at + Sum.Units]!++
    if (kept[u] === 1) sum[at + Sum.Kept]! += size
    if (isRunning(size, linked[u]!)) sum[at + Sum.Prose]! += size
    if (Tags.is(tag[block[u]!]!, Tags.HEADING)) sum[at + Sum.Headings]!++
    sum[at + Sum.Money]! += money[u]!
  }
  addUp(tape, sum)
  return sum
}

const addUp = ({ n, parent, tag }: Tape, sum: Int32Array): void => {
  for (let i = n - 1; i >= 0; i--) {
    const id = tag[i]!
    if (id === Tags.IMG) sum[i * SUM_COLUMNS + Sum.Images]!++
    else if (id === Tags.A) sum[i * SUM_COLUMNS + Sum.Links]!++
    const p = parent[i]!
    if (p < 0 || id === Tags.TEXT) continue
    if (sum[i * SUM_COLUMNS + Sum.Units] === 0) {
      sum[p * SUM_COLUMNS + Sum.Images]! += sum[i * SUM_COLUMNS + Sum.Images]!
      sum[p * SUM_COLUMNS + Sum.Links]! += sum[i * SUM_COLUMNS + Sum.Links]!
    } else for (let k = 0; k < SUM_COLUMNS; k++) sum[p * SUM_COLUMNS + k]! += sum[i * SUM_COLUMNS + k]!
  }
}

type Groups = Pick<Containers, "group" | "groupSize" | "groupChars">

const MIN_GROUP_SLOTS = 16
/** Odd multiplier (Knuth) that mixes a parent element into a hash. */
const HOLDER_FACTOR = 0x9e3779b1
/** Odd multiplier (MurmurHash) that mixes a shape into a hash. */
const SHAPE_FACTOR = 0x85ebca6b
const LOW_BITS = 7

const groupsOf = ({ n, parent, tag }: Tape, shape: Int32Array, sum: Int32Array): Groups => {
  let capacity = MIN_GROUP_SLOTS
  while (capacity < 2 * n) capacity *= 2
  const owner = int32Column(capacity + 1)
  const groupSize = int32Column(capacity + 1)
  const groupChars = int32Column(capacity + 1)
  owner.fill(-1)
  const group = int32Column(n).fill(capacity)
  const groups = { group, groupSize, groupChars }
  for (let i = 0; i < n; i++) {
    const p = parent[i]!
    if (tag[i] === Tags.TEXT || p < 0 || tag[i] === Tags.BODY || sum[i * SUM_COLUMNS + Sum.Units] === 0) continue
    let slot = Math.imul(Math.imul(p, HOLDER_FACTOR) ^ shape[i]!, SHAPE_FACTOR) >>> LOW_BITS & capacity - 1
    for (let t = 0; t < MAX_PROBES_FOR_SERIES; t++, slot = slot + 1 & capacity - 1) {
      const other = owner[slot]!
      if (other >= 0 && !(parent[other] === p && shape[other] === shape[i])) continue
      if (other < 0) owner[slot] = i
      group[i] = slot
      groupSize[slot]!++
      groupChars[slot]! += sum[i * SUM_COLUMNS + Sum.Chars]!
      break
    }
  }
  return groups
}

const partsOf = ({ n, parent, tag }: Tape, sum: Int32Array, { group, groupChars, groupSize }: Groups) => {
  const pair = int32Column(n)
  const few = int32Column(n)
  const part = int32Column(n)
  const section = int32Column(n)
  const item = int32Column(n)
  const series = int32Column(n)
  item.fill(-1)
  series.fill(-1)
  const parts = { pair, few, part, section, item, series }
  for (let i = 0; i < n; i++) {
    const size = sum[i * SUM_COLUMNS + Sum.Units]!
    if (tag[i] === Tags.TEXT || size === 0) continue
    const p = parent[i]!
    pair[i] = p < 0 || size >= MIN_UNITS_OF_PAIR ? i : pair[p]!
    few[i] = p < 0 || size >= MIN_UNITS_OF_FEW ? i : few[p]!
    part[i] = p < 0 || size >= MIN_UNITS_OF_PART ? i : part[p]!
    section[i] = p < 0 || size >= MIN_UNITS_OF_SECTION ? i : section[p]!
    if (p >= 0) {
      item[i] = item[p]!
      series[i] = series[p]!
    }
    const g = group[i]!
    if (groupSize[g]! < MIN_ELEMENTS_OF_SERIES) continue
    item[i] = i
    if (size >= 2 && (series[i]! < 0 || groupChars[g]! > groupChars[group[series[i]!]!]!)) series[i] = i
  }
  return parts
}
