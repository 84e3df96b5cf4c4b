/**
 * Puts tags, masks or nothing in the place of spans, without disturbing the markdown around them.
 *
 * @since 0.1.0
 */
import { escapeLines } from "./internal/lineGuard.ts"
import { linePieces } from "./internal/pieces.ts"
import type { Span } from "./Span.ts"

/**
 * A stretch of the original that was replaced, and where its replacement stands in the output.
 *
 * @category models
 * @since 0.1.0
 */
export type Segment = {
  readonly start: number
  readonly end: number
  readonly outStart: number
  readonly outEnd: number
}

/**
 * The output and the stretches that differ from the original, in order. Everything else is unchanged.
 *
 * @category models
 * @since 0.1.0
 */
export type Replaced = {
  readonly text: string
  readonly segments: ReadonlyArray<Segment>
}

/** A span that overlaps an earlier one is joined to it, so that no character survives. */
const disjoint = (spans: ReadonlyArray<Span>): Array<Span> => {
  const sorted = spans.filter((span) => span.end > span.start).sort((a, b) => a.start - b.start || b.end - a.end)
  const out: Array<Span> = []
  for (const span of sorted) {
    const last = out[out.length - 1]
    if (last !== undefined && span.start < last.end) {
      if (span.end > last.end) out.push({ ...span, start: last.end })
      continue
    }
    out.push(span)
  }
  return out
}

const mask = (text: string): string => text.replace(/[^\s]/gu, "*")

/**
 * Replaces every span. Line breaks, table pipes, code ticks, emphasis marks and link brackets inside a
 * span stay; a line that would become a block of its own through the replacement is escaped with `\`.
 *
 * @category constructors
 * @since 0.1.0
 */
export const apply = (text: string, spans: ReadonlyArray<Span>, style: "tag" | "mask" | "remove"): Replaced => {
  const segments: Array<Segment> = []
  let out = ""
  let position = 0
  for (const span of disjoint(spans)) {
    for (const piece of linePieces(text, span)) {
      out += text.slice(position, piece.start)
      const outStart = out.length
      if (!piece.drop) {
        if (style === "tag") out += `<${span.entity}>`
        else if (style === "mask") out += mask(text.slice(piece.start, piece.end))
      } else if (style === "mask") out += mask(text.slice(piece.start, piece.end))
      segments.push({ start: piece.start, end: piece.end, outStart, outEnd: out.length })
      position = piece.end
    }
  }
  out += text.slice(position)
  return segments.length === 0 ? { text, segments } : escapeLines(out, segments)
}
