/**
 * Converts code point offsets to UTF-16 offsets.
 *
 * @since 0.1.0
 */
import { isHighSurrogate, isLowSurrogate } from "@dunlin/text/CodeUnit"
import type { Entity } from "../Span.ts"

/** Offset outside of the text. The finding is rejected. */
const OUTSIDE = -1

interface Counted {
  readonly start: number
  readonly end: number
  readonly entity: Entity
  readonly score: number
}

export const inUnits = (text: string): (found: Counted) => Counted => {
  const at = codePointOffsets(text)
  return ({ end, entity, score, start }) => ({
    start: at(start) ?? OUTSIDE,
    end: at(end) ?? OUTSIDE,
    entity,
    score: Math.min(1, score)
  })
}

export const codePointOffsets = (text: string): (offset: number) => number | undefined => {
  const inside = (offset: number, length: number) => Number.isInteger(offset) && offset >= 0 && offset <= length
  if (!/[\ud800-\udbff]/.test(text)) return (offset) => inside(offset, text.length) ? offset : undefined
  const units = new Int32Array(text.length + 1)
  let points = 0
  for (let i = 0; i < text.length; points++) {
    units[points] = i
    const code = text.charCodeAt(i)
    const next = text.charCodeAt(i + 1)
    i += isHighSurrogate(code) && isLowSurrogate(next) ? 2 : 1
  }
  units[points] = text.length
  return (offset) => inside(offset, points) ? units[offset] : undefined
}
