/**
 * Formats JSON for readers, with a line per member.
 *
 * @since 0.2.0
 */
import * as Unit from "./Unit.ts"

/** Maximum nesting depth, because the indent of each line grows with depth. */
const MAX_DEPTH = 64

/**
 * Number of pieces after which strings are joined. A text of 48 MB has twenty million pieces, each with more memory
 * overhead than content.
 */
const PIECES_AT_ONCE = 16_384

const isSpace = (code: number): boolean => code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09
const opens = (code: number): boolean => code === 0x7b || code === 0x5b
const closes = (code: number): boolean => code === 0x7d || code === 0x5d

/**
 * Returns the end of a string. A regular expression would store a backtracking state per character, which is too much
 * memory for 8 million characters.
 */
const endOfString = (source: string, quote: number): number => {
  let at = quote + 1
  while (at < source.length) {
    const code = source.charCodeAt(at)
    if (code === Unit.QUOTE) break
    at += code === Unit.BACKSLASH ? 2 : 1
  }
  return at + 1
}

const endOfValue = (source: string, start: number): number => {
  if (source.charCodeAt(start) === Unit.QUOTE) return endOfString(source, start)
  let at = start
  for (; at < source.length; at++) {
    const code = source.charCodeAt(at)
    if (isSpace(code) || code === Unit.COMMA || code === Unit.COLON || opens(code) || closes(code)) break
  }
  return at
}

const lines = Array.from({ length: MAX_DEPTH + 1 }, (_, depth) => `\n${"  ".repeat(depth)}`)

/**
 * Returns JSON with one member per line, from the original tokens. Numbers keep their digits, and duplicate members
 * stay. A text that is not JSON, or is nested deeper than 64 levels, is returned unchanged.
 *
 * @category conversions
 * @since 0.2.0
 */
export const indented = (source: string): string => {
  try {
    JSON.parse(source)
  } catch {
    return source
  }
  const written: Array<string> = []
  let pieces: Array<string> = []
  let depth = 0
  let opened = false
  let at = 0
  while (at < source.length) {
    const code = source.charCodeAt(at)
    if (isSpace(code)) {
      at++
      continue
    }
    if (closes(code)) {
      depth--
      if (!opened) pieces.push(lines[depth]!)
      opened = false
      pieces.push(source[at++]!)
      continue
    }
    if (opened) pieces.push(lines[depth]!)
    opened = opens(code)
    if (opened) {
      if (++depth > MAX_DEPTH) return source
      pieces.push(source[at++]!)
    } else if (code === Unit.COLON) {
      pieces.push(": ")
      at++
    } else if (code === Unit.COMMA) {
      pieces.push(",", lines[depth]!)
      at++
    } else {
      const end = endOfValue(source, at)
      pieces.push(source.slice(at, end))
      at = end
    }
    if (pieces.length > PIECES_AT_ONCE) {
      written.push(pieces.join(""))
      pieces = []
    }
  }
  written.push(pieces.join(""))
  return written.join("")
}
