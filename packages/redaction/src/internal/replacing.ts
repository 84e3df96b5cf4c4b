/**
 * Replaces spans by tags, masks or nothing, piece by piece.
 *
 * @since 0.2.0
 */
import type { Replaced, Segment, TagOf } from "../Replacement.ts"
import type { Span } from "../Span.ts"
import { perEntity } from "./kinds.ts"
import { escaping, mayLead } from "./lineGuard.ts"
import { isWhole, linePieces, type Piece } from "./pieces.ts"
import { FINDING, Joined, LOOK, Pace, type Work } from "./work.ts"

const tags = perEntity((entity) => `<${entity}>`)

export const plainTag: TagOf = (entity) => tags[entity]

/** `restore` treats a single backslash before a tag as the tag's escape. */
const guardOf = (text: string, position: number, start: number, tagOf: TagOf): string =>
  tagOf !== plainTag && start > position && text[start - 1] === "\\" ? "\\" : ""

const valueOf = (text: string, { end, start }: { readonly start: number; readonly end: number }): string =>
  text.slice(start, end)

/** Pieces without a character between them share one tag. */
const adjoined = (pieces: ReadonlyArray<Piece>): ReadonlyArray<Piece> => {
  const out: Array<Piece> = []
  for (const piece of pieces) {
    const last = out.at(-1)
    if (last !== undefined && piece.drop && piece.start === last.end) out[out.length - 1] = { ...last, end: piece.end }
    else out.push(piece)
  }
  return out
}

const TOGETHER = 1024

/** Findings are in order and not empty, as engines return them. */
const areApart = (spans: ReadonlyArray<Span>, from: number, to: number): boolean => {
  let position = from === 0 ? 0 : spans[from - 1]!.end
  for (let i = from; i < to; i++) {
    const { end, start } = spans[i]!
    if (start < position || end <= start) return false
    position = end
  }
  return true
}

function* areDisjoint(spans: ReadonlyArray<Span>, pace: Pace): Work<boolean> {
  for (let from = 0; from < spans.length; from += TOGETHER) {
    const to = Math.min(from + TOGETHER, spans.length)
    if (!areApart(spans, from, to)) return false
    if (pace.spend(LOOK * (to - from))) yield
  }
  return true
}

/** Most texts have few findings without overlaps. */
const areFewApart = (spans: ReadonlyArray<Span>): boolean =>
  spans.length <= TOGETHER && areApart(spans, 0, spans.length)

/** Merges overlapping spans, so that each of their characters is replaced. */
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

class Output {
  readonly segments: Array<Segment> = []
  readonly joined = new Joined()
  position = 0
  mayEscape = false
  readonly text: string
  constructor(text: string) {
    this.text = text
  }

  put(start: number, end: number, replacement: string): void {
    const { joined, position, text } = this
    if (start > position) {
      this.mayEscape ||= mayLead(text, position, start)
      joined.add(text.slice(position, start))
    } else this.mayEscape = true
    const outStart = joined.length
    joined.add(replacement)
    this.segments.push({ start, end, outStart, outEnd: joined.length })
    this.position = end
  }

  /** Masks line by line, so that each line can be escaped. */
  mask(from: number, to: number): void {
    const { text } = this
    for (const line of text.slice(from, to).matchAll(/[^\n]+/g)) {
      const start = from + line.index + (line.index > 0 ? /^[ \t>]*/.exec(line[0])![0].length : 0)
      const end = from + line.index + line[0].length
      if (end > start) this.put(start, end, mask(text.slice(start, end)))
    }
  }

  tag(span: Span, tagOf: TagOf): void {
    const { text } = this
    const pieces = linePieces(text, span)
    if (tagOf === plainTag) {
      for (const { drop, end, start } of pieces) this.put(start, end, drop ? "" : plainTag(span.entity, "", true))
      return
    }
    const [only] = pieces
    if (only !== undefined && pieces.length === 1) {
      return this.numbered(only, tagOf(span.entity, valueOf(text, only), true), tagOf)
    }
    for (const piece of adjoined(pieces)) {
      const part = { text: valueOf(text, piece), isContinued: piece.drop }
      this.numbered(piece, tagOf(span.entity, valueOf(text, span), false, part), tagOf)
    }
  }

  private numbered({ end, start }: Piece, tag: string, tagOf: TagOf): void {
    this.put(start, end, guardOf(this.text, this.position, start, tagOf) + tag)
  }

  finish(): Replaced {
    this.joined.add(this.text.slice(this.position))
    return { text: this.joined.text, segments: this.segments }
  }
}

export function* replacing(
  text: string,
  spans: ReadonlyArray<Span>,
  style: "tag" | "mask" | "remove",
  tagOf: TagOf = plainTag
): Work<Replaced> {
  const pace = new Pace()
  const output = new Output(text)
  const found = areFewApart(spans) ? spans : yield* disjoint(spans, pace)
  for (let i = 0; i < found.length; i++) {
    const span = found[i]!
    if (pace.spend(FINDING + span.end - output.position)) yield
    if (style === "tag" && tagOf === plainTag && isWhole(text, span.start, span.end)) {
      output.put(span.start, span.end, plainTag(span.entity, "", true))
    } else if (style === "tag") output.tag(span, tagOf)
    else {
      for (const { end, start } of linePieces(text, span)) {
        if (style === "mask") output.mask(start, end)
        else output.put(start, end, "")
      }
    }
  }
  if (output.segments.length === 0) return { text, segments: output.segments }
  const { mayEscape } = output
  const replaced = output.finish()
  // A long copied text fills the step, so escaping starts in the next one.
  if (pace.spend(replaced.text.length)) yield
  return mayEscape ? yield* escaping(replaced.text, replaced.segments, pace) : replaced
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
    // Merged findings are replaced once, but each keeps its number.
    if (style === "mask") out.add(mask(text.slice(start, end)))
    else if (style === "tag" && (tagOf !== plainTag || start !== reached)) {
      out.add(guardOf(text, position, start, tagOf) + tagOf(entity, text.slice(start, end), true))
    }
    position = end
    reached = end
  }
  out.add(text.slice(position))
  return out.text
}
