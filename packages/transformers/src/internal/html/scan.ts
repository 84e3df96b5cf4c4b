/**
 * From HTML text to start tags, end tags and text, as the HTML standard (13.2.5) reads them.
 *
 * Long runs (text, comments, quoted values, scripts) are found with `indexOf`, never character by character, and no
 * string is made for a name that was seen before. Nothing is searched twice, so the time is linear in the page.
 *
 * @since 0.1.0
 */
import { decodeHTMLAttribute } from "entities"
import { owned } from "./owned.ts"
import * as Tags from "./tags.ts"

/** Attributes as name, value, name, value, ... in source order, names in lower case, the first of equal names only. */
export type Attributes = ReadonlyArray<string>

/** What is told about a page, in the order of its source. */
export interface Listener {
  /** Nothing more is wanted. */
  readonly isDone: boolean
  /** Inside `svg` or `math`, where scripts and the like are markup and CDATA is text. */
  readonly isForeign: boolean
  readonly open: (id: number, name: string, attributes: Attributes | null, selfClosing: boolean) => void
  readonly close: (id: number, name: string) => void
  /** Text from one index of the source up to another; entities in it count unless it is `raw`. */
  readonly text: (start: number, stop: number, raw: boolean) => void
}

const maxAttributes = 1000
/** Up to here equal names are found by comparing, beyond with a set. */
const fewAttributes = 32

/** Names that were read lately, by hash; each slot keeps one. */
const recent: Array<string> = Array.from({ length: 2048 }, () => "")

const sameName = (source: string, start: number, stop: number, name: string): boolean => {
  if (stop - start !== name.length) return false
  for (let k = start; k < stop; k++) {
    const c = source.charCodeAt(k)
    const wanted = name.charCodeAt(k - start)
    if (c !== wanted && !(c >= 65 && c <= 90 && c + 32 === wanted)) return false
  }
  return true
}

const nameAt = (source: string, start: number, stop: number, hash: number): string => {
  const slot = hash & 2047
  const known = recent[slot]!
  if (sameName(source, start, stop, known)) return known
  const name = source.slice(start, stop).toLowerCase()
  // A name that is kept beyond the page must not keep the page.
  if (name.length <= 64) recent[slot] = owned(name)
  return name
}

const GT = 62
const SLASH = 47
const isWhite = (c: number): boolean => c === 32 || c === 10 || c === 9 || c === 13 || c === 12
const isLetter = (c: number): boolean => (c | 32) >= 97 && (c | 32) <= 122

/** Elements whose content is text up to their end tag. */
const textOnly = new Uint8Array(Tags.UNKNOWN + 1)
for (const id of [Tags.SCRIPT, Tags.STYLE, Tags.IFRAME, Tags.XMP, Tags.NOFRAMES, Tags.NOEMBED]) textOnly[id] = 1
/** The same, but entities count. */
for (const id of [Tags.TITLE, Tags.TEXTAREA]) textOnly[id] = 2

/** Reads a page to its end, or until the listener is done. */
export const scan = (source: string, listener: Listener): void => {
  const length = source.length
  const scratch: Array<string> = []
  let count = 0
  let attributes: Attributes | null = null
  let selfClosing = false

  let seen: Set<string> | undefined

  const isRepeated = (name: string): boolean => {
    if (count < 2 * fewAttributes) {
      for (let k = 0; k < count; k += 2) if (scratch[k] === name) return true
      return false
    }
    if (count === 2 * fewAttributes) seen = new Set(scratch.slice(0, count).filter((_, k) => k % 2 === 0))
    const repeated = seen!.has(name)
    seen!.add(name)
    return repeated
  }

  const add = (name: string, value: string) => {
    if (count >= 2 * maxAttributes || isRepeated(name)) return
    scratch[count++] = name
    scratch[count++] = value.includes("&") ? decodeHTMLAttribute(value) : value
  }

  /** Reads attributes up to the end of the tag; returns the index behind it, or -1 when the page ends before. */
  const readAttributes = (from: number): number => {
    let at = from
    count = 0
    selfClosing = false
    for (;;) {
      let c = source.charCodeAt(at)
      while (isWhite(c) || c === SLASH) {
        selfClosing = c === SLASH
        c = source.charCodeAt(++at)
      }
      if (c === GT) break
      if (at >= length) return -1
      selfClosing = false
      const start = at
      let hash = 0
      // An equals sign in front is part of the name.
      do {
        hash = Math.imul(hash, 31) + (c | 32) | 0
        c = source.charCodeAt(++at)
      } while (at < length && c !== 61 && c !== GT && c !== SLASH && !isWhite(c))
      const stop = at
      while (isWhite(c)) c = source.charCodeAt(++at)
      if (c !== 61) {
        add(nameAt(source, start, stop, hash), "")
        continue
      }
      c = source.charCodeAt(++at)
      while (isWhite(c)) c = source.charCodeAt(++at)
      const name = nameAt(source, start, stop, hash)
      if (c === 34 || c === 39) {
        const close = source.indexOf(c === 34 ? "\"" : "'", at + 1)
        if (close < 0) return -1
        add(name, source.slice(at + 1, close))
        at = close + 1
      } else {
        const begin = at
        while (at < length && c !== GT && !isWhite(c)) c = source.charCodeAt(++at)
        if (at >= length) return -1
        add(name, source.slice(begin, at))
      }
    }
    attributes = count === 0 ? null : scratch.slice(0, count)
    return at + 1
  }

  /** The index behind a comment that begins at `from`, behind its `<!--`. */
  const endOfComment = (from: number): number => {
    if (source.charCodeAt(from) === GT) return from + 1
    if (source.startsWith("->", from)) return from + 2
    for (let at = source.indexOf("--", from); at >= 0; at = source.indexOf("--", at + 1)) {
      const c = source.charCodeAt(at + 2)
      if (c === GT) return at + 3
      if (c === 33 && source.charCodeAt(at + 3) === GT) return at + 4
    }
    return length
  }

  const behind = (s: string, from: number): number => {
    const at = source.indexOf(s, from)
    return at < 0 ? length : at + s.length
  }

  /** Where the end tag of a text-only element begins, or the end of the page. */
  const endOfText = (name: string, from: number): number => {
    for (let at = source.indexOf("</", from); at >= 0; at = source.indexOf("</", at + 2)) {
      const c = source.charCodeAt(at + 2 + name.length)
      if ((c === GT || c === SLASH || isWhite(c)) && sameName(source, at + 2, at + 2 + name.length, name)) return at
    }
    return length
  }

  let from = 0
  let at = source.indexOf("<")
  while (at >= 0 && !listener.isDone) {
    const next = source.charCodeAt(at + 1)
    const closing = next === SLASH
    const first = closing ? source.charCodeAt(at + 2) : next
    if (isLetter(first)) {
      if (at > from) listener.text(from, at, false)
      const start = closing ? at + 2 : at + 1
      let stop = start
      let hash = 0
      let c = first
      while (stop < length && c !== GT && c !== SLASH && !isWhite(c)) {
        hash = Math.imul(hash, 31) + (c | 32) | 0
        c = source.charCodeAt(++stop)
      }
      const name = nameAt(source, start, stop, hash)
      const id = Tags.tagId(name)
      from = readAttributes(stop)
      if (from < 0) {
        from = length
        break
      }
      if (closing) listener.close(id, name)
      else {
        const foreign = listener.isForeign
        listener.open(id, name, attributes, selfClosing)
        if (textOnly[id] !== 0 && !foreign) {
          const end = endOfText(name, from)
          if (end > from) listener.text(from, end, textOnly[id] === 1)
          from = end
        } else if (id === Tags.PLAINTEXT && !foreign) {
          if (from < length) listener.text(from, length, true)
          from = length
        }
      }
      at = source.indexOf("<", from)
      continue
    }
    if (closing ? at + 2 < length : next === 33 || next === 63) {
      if (at > from) listener.text(from, at, false)
      if (closing || next === 63) from = behind(">", at + 2)
      else if (source.startsWith("--", at + 2)) from = endOfComment(at + 4)
      else if (listener.isForeign && source.startsWith("[CDATA[", at + 2)) {
        const close = source.indexOf("]]>", at + 9)
        const end = close < 0 ? length : close
        if (end > at + 9) listener.text(at + 9, end, true)
        from = Math.min(length, end + 3)
      } else from = behind(">", at + 2)
      at = source.indexOf("<", from)
      continue
    }
    at = source.indexOf("<", at + 1)
  }
  if (from < length && !listener.isDone) listener.text(from, length, false)
}
