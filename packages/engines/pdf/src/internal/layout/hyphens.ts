/**
 * Keeps hyphens at line ends that are part of their word, because the document has the hyphenated word elsewhere:
 * "in-/memory" and "in-memory". A word joiner after the hyphen (U+2060) marks it until the lines are joined.
 */
import { overlap } from "../page/geometry.ts"
import { MAX_NEIGHBOURS } from "./bounds.ts"
import type { Line } from "./line.ts"
import { NEXT_LINE } from "./measures.ts"

const hyphenated = /\p{L}+(?:-\p{L}+)+/gu
const ending = /(\p{L}+(?:-\p{L}+)*)-$/u
const beginning = /^\p{Ll}+(?:-\p{L}+)*/u

const MAX_REMEMBERED_WORDS = 20_000

export const collect = (lines: ReadonlyArray<Line>, words: Set<string>): void => {
  for (const line of lines) {
    if (words.size > MAX_REMEMBERED_WORDS) return
    if (!line.text.includes("-")) continue
    for (const [word] of line.text.matchAll(hyphenated)) words.add(word.toLowerCase())
  }
}

const below = (sorted: ReadonlyArray<Line>, from: number): Line | undefined => {
  const line = sorted[from]!
  for (let k = from + 1; k < sorted.length && k < from + MAX_NEIGHBOURS; k++) {
    const other = sorted[k]!
    if (other.y - line.y > line.size * NEXT_LINE) return undefined
    if (other.y - line.y > line.size / 2 && overlap(line.x0, line.x1, other.x0, other.x1) > 0) return other
  }
  return undefined
}

export const keep = (lines: ReadonlyArray<Line>, words: ReadonlySet<string>): void => {
  if (words.size === 0 || !lines.some((line) => line.text.endsWith("-"))) return
  const sorted = [...lines].sort((a, b) => a.y - b.y)
  for (const [k, line] of sorted.entries()) {
    const first = line.mono || !line.text.endsWith("-") ? undefined : ending.exec(line.text)?.[1]
    const next = first === undefined ? undefined : below(sorted, k)
    const rest = next === undefined ? undefined : beginning.exec(next.text)?.[0]
    const last = line.pieces.at(-1)
    if (rest === undefined || last === undefined || !last.text.endsWith("-")) continue
    if (!words.has(`${first}-${rest}`.toLowerCase())) continue
    line.pieces[line.pieces.length - 1] = { ...last, text: `${last.text}\u2060` }
    line.text = `${line.text}\u2060`
  }
}
