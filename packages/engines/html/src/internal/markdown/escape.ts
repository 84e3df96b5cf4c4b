/**
 * Escapes Markdown. A backslash is written only where CommonMark or GFM would otherwise read syntax.
 *
 * @since 0.1.0
 */
import * as Character from "../tape/characters.ts"
import { Pieces } from "./pieces.ts"

export interface EscapeContext {
  readonly cell: boolean
  /** Whether the text is inside a link, so that its brackets must be escaped. */
  readonly links: boolean
  /** Whether GFM links URLs in the text automatically. Backslashes have no effect within them. */
  readonly urls: boolean
  /** Whether other content of the paragraph precedes or follows the text. */
  readonly inner: boolean
  /** Number of asterisks in the paragraph. A single delimiter cannot open a mark. */
  readonly stars: number
  readonly lows: number
  readonly ticks: number
  readonly tildes: number
}

const punctuation = /[\p{P}\p{S}]/u
const spaces = /\s/

export const isPunctuation = (c: string): boolean => {
  const code = c.charCodeAt(0)
  if (code < Character.BEYOND_ASCII) {
    return code > Character.SPACE &&
      (code < Character.ZERO || (code > Character.NINE && code < Character.UPPER_A) ||
        (code > Character.UPPER_Z && code < Character.LOWER_A) || (code > Character.LOWER_Z && code < Character.DELETE))
  }
  return punctuation.test(c)
}

export const isSpace = (c: string): boolean => c === "" || spaces.test(c)

/** Maximum characters of a named entity. The longest one, `&CounterClockwiseContourIntegral;`, has 33. */
const MAX_ENTITY_CHARACTERS = 40

const special = /[\\`*_~[\]<&|]/
const localPart = /<[\w.!#$%&'*+/=?^`{|}~-]+@/y

/**
 * Returns whether the local part of an email address starts at an index. It contains no `<`, so all searches together
 * read the text only once.
 */
const startsAddress = (s: string, k: number): boolean => {
  localPart.lastIndex = k
  return localPart.test(s)
}

const entity = /^&(?:#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6}|[a-zA-Z][a-zA-Z0-9]{1,31});/
const word = (code: number): boolean =>
  (code >= Character.ZERO && code <= Character.NINE) || (code >= Character.UPPER_A && code <= Character.UPPER_Z) ||
  (code >= Character.LOWER_A && code <= Character.LOWER_Z) || code > Character.DELETE

const literal = /(?<=^|[\s(])(?:https?:\/\/|www\.)[a-z0-9-]+(?:\.[a-z0-9-]+)*(?:[/?#:][^\s<]*)?/gi

/** Returns the URLs that GFM links. It does not link a URL after an open bracket. */
const addresses = (s: string, bracketed: boolean): ReadonlyArray<RegExpExecArray> => {
  const all = [...s.matchAll(literal)]
  if (bracketed) return all
  let open = 0
  let from = 0
  return all.filter((match) => {
    for (; from < match.index; from++) {
      const c = s.charCodeAt(from)
      if (c === Character.OPEN_BRACKET) open++
      else if (c === Character.CLOSE_BRACKET && open > 0) open--
    }
    return open === 0
  })
}
const endOf = (match: RegExpExecArray): number => match.index + match[0].replace(/[?!.,:*_~'")\]&;]+$/, "").length

/** Returns whether no character needs an escape, except syntax at the start of a line. */
export const isPlain = (s: string): boolean => !special.test(s)

const standsAlone = (s: string, at: number, context: EscapeContext): boolean =>
  isBlank(s, at - 1, context) && isBlank(s, at + 1, context)

const isBlank = (s: string, at: number, context: EscapeContext): boolean => {
  if (at < 0 || at >= s.length) return !context.inner
  const code = s.charCodeAt(at)
  return code === Character.SPACE || code === Character.LINE_FEED
}

export const escapeText = (s: string, context: EscapeContext): string => {
  if (isPlain(s)) return s
  const out = new Pieces()
  let from = 0
  const bracketed = context.links || (s.includes("[") && (s.includes("](") || s.includes("][")))
  const literals = context.urls && !context.links && (s.includes("://") || s.includes("www."))
    ? addresses(s, bracketed)
    : []
  let next = 0
  let after = -1
  let stop = literals.length > 0 ? endOf(literals[0]!) : -1
  for (let k = 0; k < s.length; k++) {
    if (stop >= 0 && k >= literals[next]!.index) {
      if (k < stop && !context.cell && (k > 0 || !context.inner)) {
        k = stop - 1
        after = stop
        continue
      }
      next++
      stop = next < literals.length ? endOf(literals[next]!) : -1
    }
    const c = s.charCodeAt(k)
    let escape = false
    switch (c) {
      case Character.BACKSLASH:
        escape = k + 1 === s.length ? false : isPunctuation(s[k + 1]!)
        break
      case Character.BACKTICK:
        escape = context.ticks > 1
        break
      case Character.STAR:
        escape = context.stars > 1 && !standsAlone(s, k, context)
        break
      case Character.UNDERSCORE:
        escape = context.lows > 1 && !(word(s.charCodeAt(k - 1)) && word(s.charCodeAt(k + 1)))
          && !standsAlone(s, k, context)
        if (k > 0 && s.charCodeAt(k - 1) === Character.UNDERSCORE && s.charCodeAt(k + 1) === Character.UNDERSCORE) {
          escape = context.lows > 1
        }
        break
      case Character.TILDE:
        escape = context.tildes > 1
        break
      case Character.OPEN_BRACKET:
      case Character.CLOSE_BRACKET:
        escape = bracketed
        break
      case Character.LESS_THAN: {
        const next = s.charCodeAt(k + 1)
        escape = (next >= Character.UPPER_A && next <= Character.UPPER_Z) ||
          (next >= Character.LOWER_A && next <= Character.LOWER_Z) || next === Character.SLASH ||
          next === Character.BANG || next === Character.QUESTION || startsAddress(s, k)
        break
      }
      case Character.AMPERSAND:
        escape = entity.test(s.slice(k, k + MAX_ENTITY_CHARACTERS))
        break
      case Character.PIPE:
        escape = context.cell
        break
      default:
        continue
    }
    if (k === after && (c === Character.STAR || c === Character.UNDERSCORE || c === Character.TILDE)) escape = false
    if (escape && c === Character.LESS_THAN && k === after) {
      // A backslash here would become part of the preceding URL.
      out.add(s.slice(from, k))
      out.add("&lt;")
      from = k + 1
    } else if (escape) {
      out.add(s.slice(from, k))
      out.add("\\")
      from = k
    }
  }
  out.add(s.slice(from))
  return out.text()
}

/** Returns whether a text ends in an odd number of backslashes, which would escape the next character. */
export const endsInBackslash = (s: string): boolean => {
  let k = s.length
  while (k > 0 && s.charCodeAt(k - 1) === Character.BACKSLASH) k--
  return (s.length - k) % 2 === 1
}

const lineStart =
  /^(?:(#{1,6})(?=[ \t]|$)|([-+*])(?=[ \t]|$)|(\d{1,9})([.)])(?=[ \t]|$)|(>)|([=|:]|-{2,}|[*_]{3,})(?=[-=|: *_]*$)|(\[)(?=[^\]\n]{1,200}\]:|[ xX]\] ))/

export const escapeLineStarts = (s: string): string => {
  const c = s.charCodeAt(0)
  const risky = c < Character.UPPER_A || c > Character.LOWER_Z || c === Character.OPEN_BRACKET ||
    c === Character.UNDERSCORE || c === Character.BACKTICK
  if (!s.includes("\n")) return risky ? escapeStart(s) : s
  const out = new Pieces()
  let written = 0
  let before = ""
  for (let from = 0; from <= s.length;) {
    const feed = s.indexOf("\n", from)
    const stop = feed < 0 ? s.length : feed
    const line = s.slice(from, stop)
    const escaped = escapeStart(line, before !== "")
    if (escaped !== line) {
      out.add(s.slice(written, from))
      out.add(escaped)
      written = stop
    }
    before = line
    from = stop + 1
  }
  out.add(s.slice(written))
  return out.text()
}

const escapeStart = (line: string, continued = false): string => {
  const match = lineStart.exec(line)
  // Only item 1 of a numbered list can interrupt a paragraph.
  if (match === null || continued && match[3] !== undefined && match[3] !== "1") return line
  if (match[3] !== undefined) return `${match[3]}\\${line.slice(match[3].length)}`
  return `\\${line}`
}

/** Maximum depth of parentheses in a destination. CommonMark requires 3, and cmark accepts 32. */
const MAX_PARENTHESES = 30

/** Writes a link destination, in angle brackets if it has spaces. Unbalanced parentheses are escaped. */
export const destination = (address: string): string => {
  if (address === "") return "<>"
  if (/[\s<>\u0000-\u001f]/.test(address)) {
    if (!/[\n\r<>]/.test(address) && / /.test(address)) return `<${address.replace(/\\/g, "\\\\")}>`
    // A backslash before an encoded character would escape its percent sign, so the encoded URL is processed again.
    return destination(address.replace(/[\s<>\u0000-\u001f]/g, (c) => encodeURIComponent(c)))
  }
  let s = address.includes("\\") || address.includes("&")
    ? address.replace(/\\(?=[!-/:-@[-`{-~])|&(?=(?:#\w+|[a-zA-Z]\w*);)/g, "\\$&")
    : address
  if (!s.includes("(") && !s.includes(")")) return s
  let depth = 0
  let balanced = true
  for (let k = 0; k < s.length && balanced; k++) {
    const c = s.charCodeAt(k)
    if (c === Character.OPEN_PARENTHESIS) balanced = ++depth <= MAX_PARENTHESES
    else if (c === Character.CLOSE_PARENTHESIS) balanced = --depth >= 0
  }
  if (!balanced || depth !== 0) s = s.replace(/[()]/g, "\\$&")
  return s
}

export const title = (s: string | undefined, exact = false): string => {
  // A title may contain line feeds, but no blank lines.
  const clean = exact && s !== undefined && !/\n[ \t]*\n/.test(s) ? s : s?.replace(/\s+/g, " ").trim()
  if (clean === undefined || clean === "") return ""
  return ` "${clean.replace(/["\\]|&(?=(?:#\w+|[a-zA-Z]\w*);)/g, "\\$&")}"`
}
