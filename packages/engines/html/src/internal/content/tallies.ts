/**
 * Counts values over the whole page that the features of every unit need. Also finds the page's running text and its
 * longest series.
 *
 * @since 0.2.0
 */
import { int32Column, uint8Column } from "../tape/lent.ts"
import * as Tags from "../tape/tags.ts"
import type { Tape } from "../tape/tape.ts"
import { type Containers, Sum, SUM_COLUMNS } from "./containers.ts"
import { isRunning, type Units } from "./units.ts"

/** Minimum length of a repeated text. Shorter ones are labels. */
const MIN_REPEATED_CHARACTERS = 25
/** Distance in units at and beyond which running text counts as far away. */
const FAR = 200
/** Minimum number of elements of a series that is the page's list. */
const MIN_LISTED = 4

export interface Tallies {
  readonly copies: ReadonlyMap<number, number>
  readonly repeated: Uint8Array
  readonly before: Int32Array
  readonly keptBefore: Int32Array
  readonly linked: number
  readonly prose: number
  readonly listed: number
  readonly priced: number
  readonly title: number
  readonly proseBefore: Int32Array
  readonly linkedBefore: Int32Array
  readonly moneyBefore: Int32Array
  readonly headingsBefore: Int32Array
  readonly lastProse: Int32Array
  readonly nextProse: Int32Array
}

export const tallyOf = ({ tag }: Tape, units: Units, kept: Uint8Array, { series }: Containers): Tallies => {
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
  const proseBefore = int32Column(count + 1)
  const linkedBefore = int32Column(count + 1)
  const moneyBefore = int32Column(count + 1)
  const headingsBefore = int32Column(count + 1)
  const lastProse = int32Column(count)
  const nextProse = int32Column(count)
  let last = -FAR
  for (let u = 0; u < count; u++) {
    const isProse = isRunning(chars[u]!, units.linked[u]!)
    proseBefore[u + 1] = proseBefore[u]! + (isProse ? chars[u]! : 0)
    linkedBefore[u + 1] = linkedBefore[u]! + units.linked[u]!
    moneyBefore[u + 1] = moneyBefore[u]! + units.money[u]!
    headingsBefore[u + 1] = headingsBefore[u]! + (Tags.is(tag[block[u]!]!, Tags.HEADING) ? 1 : 0)
    if (isProse) last = u
    lastProse[u] = Math.min(FAR, u - last)
  }
  let next = count + FAR
  for (let u = count - 1; u >= 0; u--) {
    if (isRunning(chars[u]!, units.linked[u]!)) next = u
    nextProse[u] = Math.min(FAR, next - u)
  }
  for (let u = 0; u < count; u++) {
    const size = chars[u]!
    const seen = copies.get(units.hash[u]!) ?? 0
    copies.set(units.hash[u]!, seen + 1)
    if (seen > 0 && size >= MIN_REPEATED_CHARACTERS) repeated[u] = 1
    before[u + 1] = before[u]! + size
    keptBefore[u + 1] = keptBefore[u]! + (kept[u] === 1 ? size : 0)
    linked += units.linked[u]!
    if (isRunning(size, units.linked[u]!)) prose += size
    if (series[block[u]!]! >= 0) listed += size
    priced += units.money[u]!
    if (title < 0 && tag[block[u]!] === Tags.H1) title = u
  }
  return {
    copies,
    repeated,
    before,
    keptBefore,
    linked,
    prose,
    listed,
    priced,
    title,
    proseBefore,
    linkedBefore,
    moneyBefore,
    headingsBefore,
    lastProse,
    nextProse
  }
}

export const meetingOf = ({ n, parent }: Tape, to: number): Int32Array => {
  const onWay = uint8Column(n)
  for (let p = to; p >= 0; p = parent[p]!) onWay[p] = 1
  const meeting = int32Column(n)
  for (let i = 0; i < n; i++) {
    const p = parent[i]!
    meeting[i] = onWay[i] === 1 ? i : p < 0 ? -1 : meeting[p]!
  }
  return meeting
}

/**
 * Returns the part with most of the running text: from the top of the page, the child with the most text is followed.
 */
export const heartOf = ({ end, n, tag }: Tape, sum: Int32Array): number => {
  let at = -1
  for (;;) {
    const stop = at < 0 ? n : end[at]!
    let best = -1
    for (let c = at + 1; c < stop; c = end[c]!) {
      if (
        tag[c] !== Tags.TEXT && (best < 0 || sum[c * SUM_COLUMNS + Sum.Prose]! > sum[best * SUM_COLUMNS + Sum.Prose]!)
      ) best = c
    }
    if (best < 0 || sum[best * SUM_COLUMNS + Sum.Prose] === 0) return at
    if (at >= 0 && 2 * sum[best * SUM_COLUMNS + Sum.Prose]! <= sum[at * SUM_COLUMNS + Sum.Prose]!) return at
    at = best
  }
}

export const listOf = ({ n, parent, tag }: Tape, { group, groupChars, groupSize, sum }: Containers): number => {
  let best = -1
  let most = 0
  for (let i = 0; i < n; i++) {
    if (tag[i] === Tags.TEXT || sum[i * SUM_COLUMNS + Sum.Units]! < 2) continue
    const g = group[i]!
    if (groupSize[g]! < MIN_LISTED || groupChars[g]! <= most) continue
    most = groupChars[g]!
    best = parent[i]!
  }
  return best
}
