/**
 * Splits a text into overlapping parts for a model, and merges their findings.
 *
 * @since 0.1.0
 */
import { isHighSurrogate, isLetter, isLowSurrogate } from "@dunlin/text/CodeUnit"
import * as Unit from "@dunlin/text/Unit"

export interface Chunk {
  readonly start: number
  readonly end: number
}

const cuts = ["\n\n", "\n", " "]

/** Splits at a blank line, a line end or a space, and never inside a surrogate pair. */
const cutBefore = (text: string, from: number, limit: number): number => {
  for (const cut of cuts) {
    const at = text.lastIndexOf(cut, limit - cut.length)
    if (at > from + (limit - from) / 2) return at + cut.length
  }
  const code = text.charCodeAt(limit - 1)
  return isHighSurrogate(code) ? limit - 1 : limit
}

/** A longer sequence is an encoded value, which needs a token per two letters. */
const MAX_LETTERS_OF_WORD = 24

/**
 * Estimates the tokens of a character, in quarters and rather too high: four English letters per token, two digits or
 * punctuation marks. Other scripts may need one token per UTF-8 byte.
 */
const quartersOf = (code: number, run: number): number => {
  if (code >= 0x800) return 12
  if (code >= Unit.BEYOND_ASCII) return 8
  return code === Unit.SPACE || isLetter(code) && run <= MAX_LETTERS_OF_WORD ? 1 : 2
}

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

export interface Limits {
  readonly maxLength: number
  readonly maxTokens?: number | undefined
}

/** Each part starts `overlap` units before the end of the previous one, but at most half a part. */
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
