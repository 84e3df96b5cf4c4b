/**
 * Decides between findings that share characters.
 *
 * @since 0.1.0
 */
import * as Ascending from "@dunlin/text/Ascending"
import { kinds } from "../Entity.ts"
import type { Span } from "../Span.ts"

/** Maximum score of a secret whose only evidence is a cue. */
const WEAK_SECRET = 0.7
const WEAK_SECRET_RANK = 2.5
const SEPARATORS = 8
const MIN_CHARACTERS_OF_ADDRESS_REST = 8

/**
 * Returns the rank of a finding. A secret whose only evidence is a cue ranks below a number with a checksum, and a
 * place ranks below a name.
 */
export const rankOf = (span: Span): number => {
  if (span.reason === "place") return 0
  return span.entity === "SECRET" && span.score <= WEAK_SECRET ? WEAK_SECRET_RANK : kinds[span.entity].rank
}

const order = (a: Span, b: Span): number =>
  rankOf(b) - rankOf(a) || b.score - a.score || b.end - b.start - (a.end - a.start) || a.start - b.start

const MANY = 12

/** Order of findings. Of two with the same start, the longer one comes first. */
const byPlace = (a: Span, b: Span): number => a.start - b.start || b.end - a.end

/** Sorts findings. Most texts have only a few, which are almost in order. */
const inOrder = (found: ReadonlyArray<Span>): ReadonlyArray<Span> => {
  if (found.length >= MANY) return found.filter((span) => span.end > span.start).sort(byPlace)
  const sorted: Array<Span> = []
  for (const span of found) {
    if (span.end <= span.start) continue
    let at = sorted.length
    sorted.push(span)
    for (; at > 0 && byPlace(sorted[at - 1]!, span) > 0; at--) sorted[at] = sorted[at - 1]!
    sorted[at] = span
  }
  return sorted
}

const areApart = (sorted: ReadonlyArray<Span>): boolean => {
  for (let i = 1; i < sorted.length; i++) if (sorted[i]!.start < sorted[i - 1]!.end) return false
  return true
}

/** Resolves overlaps of findings. The rest of the worse one is also kept, if it is long enough. */
export const disjoint = (found: ReadonlyArray<Span>, text: string): ReadonlyArray<Span> => {
  const sorted = inOrder(found)
  if (areApart(sorted)) return sorted
  const chosen: Array<Span> = []
  let i = 0
  while (i < sorted.length) {
    let end = sorted[i]!.end
    let j = i + 1
    while (j < sorted.length && sorted[j]!.start < end) {
      if (sorted[j]!.end > end) end = sorted[j]!.end
      j++
    }
    if (j === i + 1) chosen.push(sorted[i]!)
    else chosen.push(...resolve(sorted.slice(i, j), text))
    i = j
  }
  return chosen
}

/** Resolves a group of findings that overlap. `chosen` is sorted, so that this takes nearly linear time. */
const resolve = (group: Array<Span>, text: string): Array<Span> => {
  const chosen: Array<Span> = []
  for (const span of group.sort(order)) {
    const low = Ascending.countWhile(chosen.length, (at) => chosen[at]!.start < span.start)
    const left = chosen[low - 1]
    const right = chosen[low]
    const cutLeft = left !== undefined && left.end > span.start
    const cutRight = right !== undefined && right.start < span.end
    if (!cutLeft && !cutRight) {
      chosen.splice(low, 0, span)
      continue
    }
    if (cutLeft && !cutRight && left.entity === span.entity && span.end > left.end && left.start <= span.start) {
      chosen[low - 1] = { ...left, end: span.end }
    } else if (
      cutRight && !cutLeft && right.entity === span.entity && span.end <= right.end && span.start < right.start
    ) {
      chosen[low] = { ...right, start: span.start }
    } else if (cutLeft && !cutRight && span.entity === "LOCATION") {
      // The number was of another kind, so the address starts after it.
      const start = left.end + /^[\s,;.|·]*/.exec(text.slice(left.end, left.end + SEPARATORS))![0].length
      if (span.end - start >= MIN_CHARACTERS_OF_ADDRESS_REST && /\d/.test(text.slice(start, span.end))) {
        chosen.splice(low, 0, { ...span, start })
      }
    }
  }
  return chosen
}

interface Range {
  readonly start: number
  readonly end: number
}

/** Returns a function that finds the ranges that overlap another one, in ascending order. */
export const overlapsOf = <A extends Range>(
  ranges: ReadonlyArray<A>
): (start: number, end: number) => ReadonlyArray<A> => {
  const ascending = ranges.toSorted((one, other) => one.start - other.start)
  let last = 0
  // A range may contain the next ones, so the largest end so far is stored.
  const ends = ascending.map(({ end }) => last = Math.max(last, end))
  return (start, end) => {
    const from = Ascending.countWhile(ends.length, (at) => ends[at]! <= start)
    const to = Ascending.countWhile(ascending.length, (at) => ascending[at]!.start < end)
    return ascending.slice(from, to).filter((range) => range.end > start)
  }
}
