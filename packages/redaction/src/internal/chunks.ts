/**
 * Cuts a text into overlapping parts a model can take, and joins what it found in them.
 *
 * @since 0.1.0
 */
import { isHighSurrogate, isLetter, isLowSurrogate } from "@dunlin/text/CodeUnit"
import * as Unit from "@dunlin/text/Unit"

/** A part of a text: start and end in UTF-16 units. */
export interface Chunk {
  readonly start: number
  readonly end: number
}

const cuts = ["\n\n", "\n", " "]

/** The best place to cut before `limit`: a blank line, a line, a space; never inside a surrogate pair. */
const cutBefore = (text: string, from: number, limit: number): number => {
  for (const cut of cuts) {
    const at = text.lastIndexOf(cut, limit - cut.length)
    if (at > from + (limit - from) / 2) return at + cut.length
  }
  const code = text.charCodeAt(limit - 1)
  return isHighSurrogate(code) ? limit - 1 : limit
}

/** A run of letters longer than this is no word: an encoded value, which takes a token every other letter. */
const LONGEST_WORD = 24

/**
 * Tokens of a unit in quarters, from above: English words have about four letters a token, figures and signs two. A
 * unit of another script may take as many tokens as UTF-8 takes bytes for it, since some vocabularies are of bytes.
 */
const quartersOf = (code: number, run: number): number => {
  if (code >= 0x800) return 12
  if (code >= Unit.BEYOND_ASCII) return 8
  return code === Unit.SPACE || isLetter(code) && run <= LONGEST_WORD ? 1 : 2
}

/** The largest end of a part from `start` on that keeps to both limits. */
const reach = (text: string, start: number, { maxLength, maxTokens }: Limits): number => {
  const end = Math.min(text.length, start + maxLength)
  if (maxTokens === undefined) return end
  let quarters = 0
  let run = 0
  for (let at = start; at < end; at++) {
    const code = text.charCodeAt(at)
    run = code <= Unit.SPACE ? 0 : run + 1
    quarters += quartersOf(code, run)
    if (quarters > maxTokens * 4) return at
  }
  return end
}

/** What a part may hold: UTF-16 units, and tokens. */
export interface Limits {
  readonly maxLength: number
  readonly maxTokens?: number | undefined
}

/** Parts within the limits; each begins `overlap` units, at most half a part, before the end of the one before. */
export const chunks = (text: string, limits: Limits, overlap: number): ReadonlyArray<Chunk> => {
  const parts: Array<Chunk> = []
  let start = 0
  while (start < text.length) {
    const limit = reach(text, start, limits)
    const end = limit === text.length ? limit : cutBefore(text, start, limit)
    parts.push({ start, end })
    if (end === text.length) break
    const back = Math.max(start + 1, end - Math.min(overlap, (end - start) >> 1))
    const space = text.indexOf(" ", back)
    start = space >= 0 && space + 1 < end ? space + 1 : back
    const code = text.charCodeAt(start)
    if (isLowSurrogate(code)) start++
  }
  return parts
}
