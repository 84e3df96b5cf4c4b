/**
 * From HTML text to start tags, end tags and text, as the HTML standard (13.2.5) reads them.
 *
 * Long runs (text, comments, quoted values, scripts) are found with `indexOf`, never character by character, and no
 * string is made for a name that was seen before. Nothing is searched twice, so the time is linear in the page.
 *
 * @since 0.1.0
 */
import { owned } from "./owned.ts"
import * as Tags from "./tags.ts"

/** What is told about a page, in the order of its source. */
export interface Listener {
  /** Nothing more is wanted. */
  readonly isDone: boolean
  /** Inside `svg` or `math`, where scripts and the like are markup and CDATA is text. */
  readonly isForeign: boolean
  /**
   * A start tag. The first `count` numbers of `attributes` are, for each attribute, the index of its name in the names
   * of the page and where in the source its value begins and ends; the first of equal names only. The numbers are used
   * again for the next tag.
   */
  readonly open: (id: number, name: string, attributes: Int32Array, count: number, selfClosing: boolean) => void
  readonly close: (id: number, name: string) => void
  /** Text from one index of the source up to another; entities in it count unless it is `raw`. */
  readonly text: (start: number, stop: number, raw: boolean) => void
}

const maxAttributes = 500
/** Up to here equal names are found by comparing, beyond with a set. */
const fewAttributes = 32

const slots = 2048
const slotOf = (hash: number): number => (hash ^ hash >>> 11) & slots - 1
/** Names that were read lately, by hash; each slot keeps one, whatever pages may hold. */
const recent: Array<string> = Array.from({ length: slots }, () => "")
// The very strings that the rest of this package asks for compare fastest.
for (
  const name of [
    ..."class id href src style role hidden title alt type name content property rel width height srcset lang dir"
      .split(" "),
    ..."aria-hidden aria-label aria-modal itemprop itemtype itemscope data-src colspan rowspan align target media"
      .split(" ")
  ]
) {
  let hash = 0
  for (let k = 0; k < name.length; k++) hash = Math.imul(hash, 31) + (name.charCodeAt(k) | 32) | 0
  recent[slotOf(hash)] = name
}

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
  const slot = slotOf(hash)
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

/** Reads a page to its end, or until the listener is done. Returns the names of its attributes. */
export const scan = (source: string, listener: Listener): ReadonlyArray<string> => {
  const length = source.length
  const names: Array<string> = []
  // The index of the name in each slot of `recent`, plus one, as far as this page knows it.
  const known = new Int32Array(slots)
  const attributes = new Int32Array(3 * maxAttributes)
  let count = 0
  let selfClosing = false
  let seen: Set<string> | undefined

  const indexOf = (start: number, stop: number, hash: number): number => {
    const slot = slotOf(hash)
    const index = known[slot]! - 1
    if (index >= 0 && sameName(source, start, stop, names[index]!)) return index
    names.push(nameAt(source, start, stop, hash))
    known[slot] = names.length
    return names.length - 1
  }

  const isRepeated = (name: number): boolean => {
    if (count < 3 * fewAttributes) {
      for (let k = 0; k < count; k += 3) {
        if (attributes[k] === name || names[attributes[k]!] === names[name]) return true
      }
      return false
    }
    if (count === 3 * fewAttributes) {
      seen = new Set()
      for (let k = 0; k < count; k += 3) seen.add(names[attributes[k]!]!)
    }
    if (seen!.has(names[name]!)) return true
    seen!.add(names[name]!)
    return false
  }

  const add = (name: number, start: number, stop: number) => {
    if (count >= 3 * maxAttributes || isRepeated(name)) return
    attributes[count++] = name
    attributes[count++] = start
    attributes[count++] = stop
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
        add(indexOf(start, stop, hash), stop, stop)
        continue
      }
      c = source.charCodeAt(++at)
      while (isWhite(c)) c = source.charCodeAt(++at)
      const name = indexOf(start, stop, hash)
      if (c === 34 || c === 39) {
        const close = source.indexOf(c === 34 ? "\"" : "'", at + 1)
        if (close < 0) return -1
        add(name, at + 1, close)
        at = close + 1
      } else {
        const begin = at
        while (at < length && c !== GT && !isWhite(c)) c = source.charCodeAt(++at)
        if (at >= length) return -1
        add(name, begin, at)
      }
    }
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
        listener.open(id, name, attributes, count, selfClosing)
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
  return names
}
