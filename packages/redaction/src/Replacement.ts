/**
 * Puts tags, masks or nothing in the place of spans, without disturbing the markdown around them.
 *
 * @since 0.1.0
 */
import { escapeLines, mayLead } from "./internal/lineGuard.ts"
import { linePieces } from "./internal/pieces.ts"
import type { Entity, Span } from "./Span.ts"

/**
 * A stretch of the original that was replaced, and where its replacement stands in the output.
 *
 * @category models
 * @since 0.1.0
 */
export interface Segment {
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
export interface Replaced {
  readonly text: string
  readonly segments: ReadonlyArray<Segment>
}

/**
 * The tag of a finding, from its entity and its text. `isWhole`: the tag stands for all of this text; otherwise signs in
 * it stay where they are.
 *
 * @category models
 * @since 0.2.0
 */
export type TagOf = (entity: Entity, value: string, isWhole: boolean) => string

const plainTag: TagOf = (entity) => `<${entity}>`

/** A text that ends in a `\\` has one more in front of a tag with a number: `restore` takes one for the escape of the tag. */
const guardOf = (text: string, position: number, start: number, tagOf: TagOf): string =>
  tagOf !== plainTag && start > position && text[start - 1] === "\\" ? "\\" : ""

/** Whether no span is empty, each stands behind the one before, and none overlaps another, as the engines give them. */
const areDisjoint = (spans: ReadonlyArray<Span>): boolean => {
  let position = 0
  for (const { end, start } of spans) {
    if (start < position || end <= start) return false
    position = end
  }
  return true
}

/** A span that overlaps an earlier one is joined to it, so that no character survives. */
const disjoint = (spans: ReadonlyArray<Span>): ReadonlyArray<Span> => {
  if (areDisjoint(spans)) return spans
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
export const apply = (
  text: string,
  spans: ReadonlyArray<Span>,
  style: "tag" | "mask" | "remove",
  tagOf: TagOf = plainTag
): Replaced => {
  const segments: Array<Segment> = []
  let out = ""
  let position = 0
  let mayEscape = false
  const put = (start: number, end: number, replacement: string) => {
    mayEscape ||= mayLead(text, position, start)
    out += text.slice(position, start)
    segments.push({ start, end, outStart: out.length, outEnd: out.length + replacement.length })
    out += replacement
    position = end
  }
  for (const span of disjoint(spans)) {
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
  out += text.slice(position)
  if (segments.length === 0) return { text, segments }
  return mayEscape ? escapeLines(out, segments) : { text: out, segments }
}

/**
 * Replaces every span as a whole, for texts that are no markdown: titles, addresses, values of fields.
 *
 * @category constructors
 * @since 0.2.0
 */
export const applyWhole = (
  text: string,
  spans: ReadonlyArray<Span>,
  style: "tag" | "mask" | "remove",
  tagOf: TagOf = plainTag
): string => {
  let out = ""
  let position = 0
  let reached = -1
  for (const { end, entity, start } of disjoint(spans)) {
    out += text.slice(position, start)
    // what overlaps an earlier finding is one with it
    if (style === "mask") out += mask(text.slice(start, end))
    else if (style === "tag" && start !== reached) {
      out += guardOf(text, position, start, tagOf) + tagOf(entity, text.slice(start, end), true)
    }
    position = end
    reached = end
  }
  return out + text.slice(position)
}
