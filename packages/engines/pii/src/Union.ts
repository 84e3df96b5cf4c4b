/**
 * Joins the findings of several detectors. The result covers every character that any detector found.
 *
 * @since 0.2.0
 */
import { rankOf } from "./internal/overlap.ts"
import type { Span } from "./Span.ts"

const better = (a: Span, b: Span): boolean =>
  rankOf(a) !== rankOf(b)
    ? rankOf(a) > rankOf(b)
    : a.score !== b.score
    ? a.score > b.score
    : a.start < b.start

const push = (heap: Array<Span>, span: Span): void => {
  let at = heap.push(span) - 1
  while (at > 0) {
    const parent = at - 1 >> 1
    if (!better(heap[at]!, heap[parent]!)) return
    const other = heap[parent]!
    heap[parent] = heap[at]!
    heap[at] = other
    at = parent
  }
}

const pop = (heap: Array<Span>): void => {
  const last = heap.pop()!
  if (heap.length === 0) return
  heap[0] = last
  for (let at = 0;;) {
    let best = at
    for (const child of [at * 2 + 1, at * 2 + 2]) {
      if (child < heap.length && better(heap[child]!, heap[best]!)) best = child
    }
    if (best === at) return
    const other = heap[best]!
    heap[best] = heap[at]!
    heap[at] = other
    at = best
  }
}

/**
 * Merges spans into spans without overlaps that cover the same characters. In an overlap, the stronger entity keeps
 * its range, and the other entity gets the rest of its own range. Nearly linear for any input.
 *
 * @category combinators
 * @since 0.2.0
 */
export const union = (found: ReadonlyArray<Span>): ReadonlyArray<Span> => {
  const sorted = found.filter((span) => span.end > span.start).sort((a, b) => a.start - b.start)
  const edges = [...new Set(sorted.flatMap((span) => [span.start, span.end]))].sort((a, b) => a - b)
  const heap: Array<Span> = []
  const out: Array<Span> = []
  let owner: Span | undefined
  let next = 0
  for (let i = 0; i + 1 < edges.length; i++) {
    const from = edges[i]!
    while (next < sorted.length && sorted[next]!.start <= from) push(heap, sorted[next++]!)
    while (heap.length > 0 && heap[0]!.end <= from) pop(heap)
    const top = heap[0]
    if (top === undefined) {
      owner = undefined
      continue
    }
    const last = out[out.length - 1]
    if (top === owner && last !== undefined) out[out.length - 1] = { ...last, end: edges[i + 1]! }
    else out.push({ ...top, start: from, end: edges[i + 1]! })
    owner = top
  }
  return out
}
