/**
 * Reads the JSON texts of a page.
 *
 * @since 0.3.0
 */
import * as Character from "./characters.ts"
import * as Tags from "./tags.ts"
import { attr, type Tape } from "./tape.ts"

/** Maximum characters of a JSON text. */
const MAX_CHARACTERS_OF_JSON = 4_000_000
/**
 * Maximum depth of JSON in a page. Application states have some dozen levels. Parsing deeper JSON takes more than
 * linear time.
 */
const MAX_DEPTH_OF_JSON = 500

export const jsonLd = (tape: Tape): ReadonlyArray<unknown> => {
  const out: Array<unknown> = []
  for (let i = 0; i < tape.n; i++) {
    if (tape.tag[i] !== Tags.SCRIPT || i + 1 >= tape.end[i]!) continue
    if ((attr(tape, i, "type") ?? "").trim().toLowerCase() !== "application/ld+json") continue
    const value = parseJson(tape.text[i + 1]!)
    if (value !== undefined) out.push(value)
  }
  return out
}

const isTooDeep = (source: string): boolean => {
  let depth = 0
  for (let k = 0; k < source.length; k++) {
    const c = source.charCodeAt(k)
    if (c === Character.DOUBLE_QUOTE) {
      for (k++; k < source.length && source.charCodeAt(k) !== Character.DOUBLE_QUOTE; k++) {
        if (source.charCodeAt(k) === Character.BACKSLASH) k++
      }
    } else if (c === Character.OPEN_BRACE || c === Character.OPEN_BRACKET) {
      if (++depth > MAX_DEPTH_OF_JSON) return true
    } else if (c === Character.CLOSE_BRACE || c === Character.CLOSE_BRACKET) depth--
  }
  return false
}

/**
 * Parses JSON as pages contain it: in CDATA or a comment, with raw control characters, or with a trailing semicolon.
 */
export const parseJson = (source: string): unknown => {
  if (source.length > MAX_CHARACTERS_OF_JSON || isTooDeep(source)) return undefined
  const body = source.trim().replace(/^(?:\/\/\s*)?<!\[CDATA\[|^<!--/, "").replace(/(?:\/\/\s*)?\]\]>$|-->$|;$/, "")
  try {
    return JSON.parse(body)
  } catch {
    try {
      return JSON.parse(body.replace(/[\u0000-\u001f]+/g, " "))
    } catch {
      return undefined
    }
  }
}
