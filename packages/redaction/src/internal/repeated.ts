/**
 * Finds other mentions of strings that were found once.
 *
 * @since 0.1.0
 */
import { kinds } from "@dunlin/pii/Entity"
import type { Span } from "../Span.ts"
import { LOOK, Pace, type Work } from "./work.ts"

const MAX_STRINGS = 200

export function* repeating(text: string, found: ReadonlyArray<Span>): Work<ReadonlyArray<Span>> {
  const pace = new Pace()
  const strings = new Map<string, Span>()
  for (const span of found) {
    if (pace.spend(LOOK)) yield
    if (!kinds[span.entity].isRepeated) continue
    const value = text.slice(span.start, span.end)
    if (value.length < 4 || value.length > 100 || /\n/.test(value)) continue
    strings.set(value, span)
    if (strings.size >= MAX_STRINGS) break
  }
  const out: Array<Span> = []
  for (const [value, span] of strings) {
    if (pace.spend(text.length)) yield
    for (let at = text.indexOf(value); at >= 0; at = text.indexOf(value, at + value.length)) {
      if (pace.spend(LOOK)) yield
      const end = at + value.length
      if (/[\p{L}\p{N}]/u.test(text[at - 1] ?? "") || /[\p{L}\p{N}]/u.test(text[end] ?? "")) continue
      out.push({ ...span, start: at, end, reason: "repeated" })
    }
  }
  return out
}
