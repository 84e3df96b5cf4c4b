/**
 * Evaluates conditions on text and language, for all elements of a page at once.
 *
 * @since 0.1.0
 */
import * as Tags from "../tape/tags.ts"
import { attr, type Tape } from "../tape/tape.ts"
import { failuresOf } from "./strings.ts"

/** Maximum characters of a language tag. The longest registered one has 35. */
const MAX_CHARACTERS_OF_ELEMENT_LANGUAGE = 100

const isApart = (tag: number): boolean => tag === Tags.SCRIPT || tag === Tags.STYLE || tag === Tags.TEMPLATE

/**
 * Returns the elements that contain a text. Text in scripts, styles and templates counts only for the script, style
 * or template itself. The first occurrence that starts in an element also ends first, so only its end is compared
 * with the element's end.
 */
export const containingText = (tape: Tape, needle: string, ignoreCase: boolean): Uint8Array => {
  const { n, tag } = tape
  const out = new Uint8Array(n)
  if (needle === "") {
    for (let i = 0; i < n; i++) if (tag[i] !== Tags.TEXT) out[i] = 1
    return out
  }
  const at = new Int32Array(n)
  const failures = failuresOf(needle)
  searchWithin(tape, -1, needle, failures, ignoreCase, at, out)
  for (let i = 0; i < n; i++) if (isApart(tag[i]!)) searchWithin(tape, i, needle, failures, ignoreCase, at, out)
  return out
}

const searchWithin = (
  { end, n, tag, text }: Tape,
  root: number,
  needle: string,
  failures: Int32Array,
  ignoreCase: boolean,
  at: Int32Array,
  out: Uint8Array
): void => {
  const stop = root < 0 ? n : end[root]!
  const first = Math.max(root, 0)
  const starts: Array<number> = []
  let read = 0
  let k = 0
  const look = (piece: string) => {
    for (let i = 0; i < piece.length; i++) {
      const c = piece.charCodeAt(i)
      while (k > 0 && c !== needle.charCodeAt(k)) k = failures[k - 1]!
      if (c === needle.charCodeAt(k)) k++
      if (k === needle.length) {
        starts.push(read + i + 1 - needle.length)
        k = failures[k - 1]!
      }
    }
    read += piece.length
  }
  for (let i = first; i < stop; i++) {
    at[i] = read
    if (tag[i] === Tags.TEXT) look(ignoreCase ? text[i]!.toLowerCase() : text[i]!)
    else if (tag[i] === Tags.BR) look("\n")
    else if (i !== root && isApart(tag[i]!)) i = end[i]! - 1
  }
  if (starts.length === 0) return
  let next = 0
  for (let i = first; i < stop; i++) {
    if (tag[i] === Tags.TEXT) continue
    if (i !== root && isApart(tag[i]!)) {
      i = end[i]! - 1
      continue
    }
    while (next < starts.length && starts[next]! < at[i]!) next++
    if (next === starts.length) return
    const until = end[i]! < stop ? at[end[i]!]! : read
    if (starts[next]! + needle.length <= until) out[i] = 1
  }
}

export const emptyElements = ({ n, parent, tag, text }: Tape): Uint8Array => {
  const out = new Uint8Array(n)
  for (let i = 0; i < n; i++) {
    const above = parent[i]!
    if (tag[i] !== Tags.TEXT) out[i] = 1
    if (above >= 0 && (tag[i] !== Tags.TEXT || /[^ \t\r\n\f]/.test(text[i]!))) out[above] = 0
  }
  return out
}

/** Returns the elements in a language. An element without a language has that of its nearest ancestor with one. */
export const inLanguages = (tape: Tape, ranges: ReadonlyArray<ReadonlyArray<string>>): Uint8Array => {
  const { n, parent, tag } = tape
  const out = new Uint8Array(n)
  const none = ranges.some(([first]) => first === "") ? 1 : 0
  for (let i = 0; i < n; i++) {
    if (tag[i] === Tags.TEXT) continue
    const own = attr(tape, i, "xml:lang") ?? attr(tape, i, "lang")
    if (own === undefined) out[i] = parent[i]! < 0 ? none : out[parent[i]!]!
    else if (own === "") out[i] = none
    else {
      const tags = own.slice(0, MAX_CHARACTERS_OF_ELEMENT_LANGUAGE).toLowerCase().split("-")
      out[i] = ranges.some((range) => isWithin(tags, range)) ? 1 : 0
    }
  }
  return out
}

/** Returns whether a language tag is in a language range, by extended filtering (RFC 4647, 3.3.2). */
const isWithin = (tags: ReadonlyArray<string>, range: ReadonlyArray<string>): boolean => {
  if (range[0] !== "*" && range[0] !== tags[0]) return false
  let at = 1
  for (const part of range.slice(1)) {
    if (part === "*") continue
    while (at < tags.length && tags[at] !== part) {
      if (tags[at]!.length <= 1) return false
      at++
    }
    if (at >= tags.length) return false
    at++
  }
  return true
}
