/**
 * Puts tags, masks or nothing in the place of spans, piece by piece.
 *
 * @since 0.2.0
 */
import type { Replaced, Segment, TagOf } from "../Replacement.ts"
import type { Span } from "../Span.ts"
import { escaping, mayLead } from "./lineGuard.ts"
import { linePieces } from "./pieces.ts"
import { FINDING, Joined, LOOK, Pace, type Work } from "./work.ts"

export const plainTag: TagOf = (entity) => `<${entity}>`

/** A text that ends in a `\\` has one more in front of a tag with a number: `restore` takes one for the escape of the tag. */
const guardOf = (text: string, position: number, start: number, tagOf: TagOf): string =>
  tagOf !== plainTag && start > position && text[start - 1] === "\\" ? "\\" : ""

/** Whether no span is empty, each stands behind the one before, and none overlaps another, as the engines give them. */
function* areDisjoint(spans: ReadonlyArray<Span>, pace: Pace): Work<boolean> {
  let position = 0
  for (const { end, start } of spans) {
    if (start < position || end <= start) return false
    position = end
    if (pace.spend(LOOK)) yield
  }
  return true
}

/** A span that overlaps an earlier one is joined to it, so that no character survives. */
function* disjoint(spans: ReadonlyArray<Span>, pace: Pace): Work<ReadonlyArray<Span>> {
  if (yield* areDisjoint(spans, pace)) return spans
  const sorted = spans.filter((span) => span.end > span.start).sort((a, b) => a.start - b.start || b.end - a.end)
  const out: Array<Span> = []
  for (const span of sorted) {
    if (pace.spend(LOOK)) yield
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

export function* replacing(
  text: string,
  spans: ReadonlyArray<Span>,
  style: "tag" | "mask" | "remove",
  tagOf: TagOf = plainTag
): Work<Replaced> {
  const pace = new Pace()
  const segments: Array<Segment> = []
  const out = new Joined()
  let position = 0
  let mayEscape = false
  const put = (start: number, end: number, replacement: string) => {
    mayEscape ||= mayLead(text, position, start)
    out.add(text.slice(position, start))
    segments.push({ start, end, outStart: out.length, outEnd: out.length + replacement.length })
    out.add(replacement)
    position = end
  }
  for (const span of yield* disjoint(spans, pace)) {
    if (pace.spend(FINDING + span.end - position)) yield
    let tag: string | undefined
    const pieces = linePieces(text, span)
    const [only] = pieces
    for (const piece of pieces) {
      if (style !== "mask") {
        if (style === "tag") {
          tag ??= only !== undefined && pieces.length === 1
            ? tagOf(span.entity, text.slice(only.start, only.end), true)
            : tagOf(span.entity, text.slice(span.start, span.end), false)
        }
        put(
          piece.start,
          piece.end,
          piece.drop ? "" : tag === undefined ? "" : guardOf(text, position, piece.start, tagOf) + tag
        )
      } else {
        // every line on its own, so that each can be guarded
        for (const line of text.slice(piece.start, piece.end).matchAll(/[^\n]+/g)) {
          const start = piece.start + line.index + (line.index > 0 ? /^[ \t>]*/.exec(line[0])![0].length : 0)
          const end = piece.start + line.index + line[0].length
          if (end > start) put(start, end, mask(text.slice(start, end)))
        }
      }
    }
  }
  out.add(text.slice(position))
  if (segments.length === 0) return { text, segments }
  const joined = out.text
  // whatever is done with a long text that was just copied is done in a turn of its own
  if (pace.spend(joined.length)) yield
  return mayEscape ? yield* escaping(joined, segments, pace) : { text: joined, segments }
}

export function* replacingWhole(
  text: string,
  spans: ReadonlyArray<Span>,
  style: "tag" | "mask" | "remove",
  tagOf: TagOf = plainTag
): Work<string> {
  const pace = new Pace()
  const out = new Joined()
  let position = 0
  let reached = -1
  for (const { end, entity, start } of yield* disjoint(spans, pace)) {
    if (pace.spend(FINDING + end - position)) yield
    out.add(text.slice(position, start))
    // what overlaps an earlier finding is one with it
    if (style === "mask") out.add(mask(text.slice(start, end)))
    else if (style === "tag" && start !== reached) {
      out.add(guardOf(text, position, start, tagOf) + tagOf(entity, text.slice(start, end), true))
    }
    position = end
    reached = end
  }
  out.add(text.slice(position))
  return out.text
}
