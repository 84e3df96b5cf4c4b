/**
 * Grows spans to end a chain in which every redaction reveals another finding.
 *
 * @since 0.1.0
 */
import type { Span } from "../Span.ts"
import { LOOK, Pace, type Work } from "./work.ts"

/** Limits of a widened span: a sequence without white space, a line, the whole text. */
const edges: ReadonlyArray<RegExp | undefined> = [/\s/, /\n/, undefined]

const UNWIDENED = 4
const PASSES_PER_EDGE = 3

/**
 * Widens spans while redaction reveals new findings, by a range that grows with each pass. A web page needs one or
 * two passes, and its spans do not grow. A text that is built to need thousands loses the whole range.
 */
export function* widening(text: string, spans: ReadonlyArray<Span>, pass: number): Work<ReadonlyArray<Span>> {
  if (pass < UNWIDENED) return spans
  const pace = new Pace()
  const edge = edges[Math.min(edges.length - 1, Math.floor((pass - UNWIDENED) / PASSES_PER_EDGE))]
  const out: Array<Span> = []
  for (const span of spans) {
    if (pace.spend(LOOK)) yield
    const last = out[out.length - 1]
    if (last !== undefined && span.start < last.end) continue
    let start = edge === undefined ? 0 : span.start
    let end = edge === undefined ? text.length : span.end
    if (edge !== undefined) {
      const floor = last?.end ?? 0
      while (start > floor && !edge.test(text[start - 1]!)) {
        start--
        if (pace.spend(1)) yield
      }
      while (end < text.length && !edge.test(text[end]!)) {
        end++
        if (pace.spend(1)) yield
      }
    }
    out.push({ ...span, start, end })
  }
  return out
}
