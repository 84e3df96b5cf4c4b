/**
 * Tokenizes HTML text into start tags, end tags and text, by the HTML standard (13.2.5).
 *
 * The ends of text, comments, quoted values and scripts are found with `indexOf`, not by character. Names are read from
 * a copy of the page as character codes, and known names need no string. Nothing is searched twice, so the time is
 * linear in the page.
 *
 * @since 0.1.0
 */
import * as Attributes from "./attributes.ts"
import * as Character from "./characters.ts"
import * as Tags from "./tags.ts"

export interface Listener {
  readonly isDone: boolean
  /** Whether the position is inside `svg` or `math`, where scripts are markup and CDATA is text. */
  readonly isForeign: boolean
  /**
   * Receives a start tag. The first `count` numbers of `attributes` hold three values for each attribute: the index of
   * its name in the page's names, and the start and end of its value in the source. Of equal names, only the first is
   * included. The array is reused for the next tag.
   */
  readonly open: (id: number, name: string, attributes: Int32Array, count: number, selfClosing: boolean) => void
  readonly close: (id: number, name: string) => void
  readonly text: (start: number, word: number, stop: number, raw: boolean) => void
}

const MAX_ATTRIBUTES = 500
/** Number of characters that a loop searches for a delimiter. For more characters, `indexOf` is faster. */
const MAX_CHARACTERS_OF_NEAR_SEARCH = 32
/** Maximum number of attributes among which duplicates are found by comparison. For more, a set is used. */
const MAX_COMPARED_ATTRIBUTES = 32

const hashWith = (hash: number, c: number): number => Math.imul(hash, 31) + (c | Character.TO_LOWER) | 0

const ATTRIBUTE_SLOTS = 2048
const slotOf = (hash: number): number => (hash ^ hash >>> 11) & ATTRIBUTE_SLOTS - 1

/**
 * Returns a hash table of names. Each slot holds an index plus one. If a slot is occupied, the name goes to the next
 * free one.
 */
const slotsOf = (names: ReadonlyArray<string>): Int32Array => {
  const out = new Int32Array(ATTRIBUTE_SLOTS)
  for (const [index, name] of names.entries()) {
    let hash = 0
    for (let k = 0; k < name.length; k++) hash = hashWith(hash, name.charCodeAt(k))
    let slot = slotOf(hash)
    while (out[slot] !== 0) slot = slot + 1 & ATTRIBUTE_SLOTS - 1
    out[slot] = index + 1
  }
  return out
}
const elements = slotsOf(Tags.tagNames)
const commonAttributes = slotsOf(Attributes.common)
// Pages are parsed one at a time, so these arrays are reused.
const attributeSlots = new Int32Array(ATTRIBUTE_SLOTS)
const attributesOfTag = new Int32Array(Attributes.WIDTH * MAX_ATTRIBUTES)
/** Maximum number of hash table slots that are tried for an attribute name. */
const MAX_PROBES_FOR_ATTRIBUTE = 8

const LT = 60
const GT = 62
const SLASH = 47
const isWhite = (c: number): boolean =>
  c <= Character.SPACE &&
  (c === Character.SPACE || c === Character.LINE_FEED || c === Character.TAB || c === Character.CARRIAGE_RETURN ||
    c === Character.FORM_FEED)
const isLetter = (c: number): boolean =>
  (c | Character.TO_LOWER) >= Character.LOWER_A && (c | Character.TO_LOWER) <= Character.LOWER_Z

/** 1 for elements whose content is text up to their end tag, and 2 if the text has entities. */
const textOnly = new Uint8Array(Tags.UNKNOWN + 1)
for (const id of [Tags.SCRIPT, Tags.STYLE, Tags.IFRAME, Tags.XMP, Tags.NOFRAMES, Tags.NOEMBED]) textOnly[id] = 1
for (const id of [Tags.TITLE, Tags.TEXTAREA]) textOnly[id] = 2

/** Number of zeros after the character codes of a page, which scanners may read. */
const SCAN_MARGIN = 4
/** Maximum characters of a page whose memory is reused. */
const MAX_REUSED_SIZE = 4_000_000
const memoryOf = (size: number) => {
  const codes = new Uint16Array(size)
  // outside of Node, for example in a browser, characters are copied individually
  return { codes, bytes: typeof Buffer === "undefined" ? undefined : Buffer.from(codes.buffer) }
}
let lasting = memoryOf(1 << 16)

/** Returns the character codes of a page, followed by zeros. They are valid until the next page is parsed. */
const codesOf = (source: string): Uint16Array => {
  const size = source.length + SCAN_MARGIN
  if (size > lasting.codes.length && size <= MAX_REUSED_SIZE) lasting = memoryOf(Math.min(MAX_REUSED_SIZE, 2 * size))
  const { bytes, codes } = size <= lasting.codes.length ? lasting : memoryOf(size)
  if (bytes === undefined) { for (let at = 0; at < source.length; at++) codes[at] = source.charCodeAt(at) }
  else bytes.write(source, "utf16le")
  for (let at = source.length; at < size; at++) codes[at] = 0
  return codes
}

export const scan = (source: string, listener: Listener): ReadonlyArray<string> => {
  const scanner = new Scanner(source, listener)
  scanner.run()
  return scanner.names
}

class Scanner {
  readonly names: Array<string> = [...Attributes.common]
  private readonly source: string
  private readonly length: number
  private readonly codes: Uint16Array
  private readonly listener: Listener
  private readonly known = attributeSlots
  private readonly attributes = attributesOfTag
  private nameEnd = 0
  private count = 0
  private selfClosing = false
  private seen: Set<string> | undefined
  /**
   * Index where the last `noscript` ends. A browser with scripts parses its content as text, so no element extends
   * beyond it.
   */
  private noscriptEnd = 0

  constructor(source: string, listener: Listener) {
    this.source = source
    this.length = source.length
    this.codes = codesOf(source)
    this.known.set(commonAttributes)
    this.listener = listener
  }

  run(): void {
    const { codes, length, listener } = this
    let from = 0
    let at = this.find(LT, "<", 0)
    while (at >= 0 && !listener.isDone) {
      const next = codes[at + 1]!
      const closing = next === SLASH
      if (isLetter(closing ? codes[at + 2]! : next)) {
        if (at > from) this.addText(from, at, false)
        from = closing ? this.endTag(at + 2) : this.startTag(at + 1)
      } else if (closing ? at + 2 < length : next === Character.BANG || next === Character.QUESTION) {
        if (at > from) this.addText(from, at, false)
        from = this.declaration(at)
      } else {
        at = this.find(LT, "<", at + 1)
        continue
      }
      at = this.find(LT, "<", from)
    }
    if (from < length && !listener.isDone) this.addText(from, length, false)
  }

  private addText(from: number, stop: number, raw: boolean): void {
    const { codes } = this
    let word = from
    while (word < stop && isWhite(codes[word]!)) word++
    this.listener.text(from, word, stop, raw)
  }

  private find(code: number, character: string, from: number): number {
    const { codes, source } = this
    const stop = from + MAX_CHARACTERS_OF_NEAR_SEARCH
    for (let at = from; at < stop; at++) {
      const c = codes[at]
      if (c === code) return at
      if (c === 0) return source.indexOf(character, at)
    }
    return source.indexOf(character, stop)
  }

  private startTag(start: number): number {
    const { length, listener } = this
    const id = this.readName(start)
    const stop = this.nameEnd
    const name = id === Tags.UNKNOWN ? this.written(start, stop) : Tags.tagNames[id]!
    const from = this.readAttributes(stop)
    if (from < 0) return length
    const foreign = listener.isForeign
    listener.open(id, name, this.attributes, this.count, this.selfClosing)
    if (id === Tags.NOSCRIPT && from > this.noscriptEnd) this.noscriptEnd = this.endOfText(name, from, length)
    if (foreign || textOnly[id] === 0 && id !== Tags.PLAINTEXT) return from
    const limit = from <= this.noscriptEnd ? this.noscriptEnd : length
    const end = id === Tags.PLAINTEXT ? limit : this.endOfText(name, from, limit)
    if (end > from) this.addText(from, end, textOnly[id] !== 2)
    return end
  }

  private endTag(start: number): number {
    const id = this.readName(start)
    const stop = this.nameEnd
    const from = this.codes[stop] === GT ? stop + 1 : this.readAttributes(stop)
    if (from < 0) return this.length
    this.listener.close(id, id === Tags.UNKNOWN ? this.written(start, stop) : Tags.tagNames[id]!)
    return from
  }

  private declaration(at: number): number {
    const { length, listener, source } = this
    if (this.codes[at + 1] !== Character.BANG) return this.behind(">", at + 2)
    if (source.startsWith("--", at + 2)) return this.endOfComment(at + 4)
    if (!listener.isForeign || !source.startsWith("[CDATA[", at + 2)) return this.behind(">", at + 2)
    const close = source.indexOf("]]>", at + 9)
    const end = close < 0 ? length : close
    if (end > at + 9) this.addText(at + 9, end, true)
    return Math.min(length, end + 3)
  }

  private written(start: number, stop: number): string {
    return this.source.slice(start, stop).toLowerCase()
  }

  private readName(start: number): number {
    const { codes, length } = this
    let stop = start
    let hash = 0
    for (let c = codes[stop]!; stop < length && c !== GT && c !== SLASH && !isWhite(c); c = codes[++stop]!) {
      hash = hashWith(hash, c)
    }
    this.nameEnd = stop
    for (let slot = slotOf(hash);; slot = slot + 1 & ATTRIBUTE_SLOTS - 1) {
      const id = elements[slot]! - 1
      if (id < 0) return Tags.UNKNOWN
      if (this.contains(start, stop, Tags.tagNames[id]!)) return id
    }
  }

  private contains(start: number, stop: number, name: string): boolean {
    if (stop - start !== name.length) return false
    const { codes } = this
    for (let k = start; k < stop; k++) {
      const c = codes[k]!
      const wanted = name.charCodeAt(k - start)
      if (c !== wanted && !(c >= Character.UPPER_A && c <= Character.UPPER_Z && c + Character.TO_LOWER === wanted)) {
        return false
      }
    }
    return true
  }

  private readAttributes(from: number): number {
    const { codes, length } = this
    let at = from
    this.count = 0
    this.selfClosing = false
    for (;;) {
      let c = codes[at]!
      let slash = false
      while (isWhite(c) || c === SLASH) {
        slash = c === SLASH
        c = codes[++at]!
      }
      if (at >= length) return -1
      if (c === GT) {
        this.selfClosing = slash
        return at + 1
      }
      const start = at
      let hash = 0
      do {
        hash = hashWith(hash, c)
        c = codes[++at]!
      } while (at < length && c !== Character.EQUALS && c !== GT && c !== SLASH && !isWhite(c))
      const stop = at
      while (isWhite(c)) c = codes[++at]!
      if (c !== Character.EQUALS) {
        this.add(this.attributeOf(start, stop, hash), stop, stop)
        continue
      }
      c = codes[++at]!
      while (isWhite(c)) c = codes[++at]!
      const name = this.attributeOf(start, stop, hash)
      if (c === Character.DOUBLE_QUOTE || c === Character.APOSTROPHE) {
        const close = this.find(c, c === Character.DOUBLE_QUOTE ? "\"" : "'", at + 1)
        if (close < 0) return -1
        this.add(name, at + 1, close)
        at = close + 1
      } else {
        const begin = at
        while (at < length && c !== GT && !isWhite(c)) c = codes[++at]!
        if (at >= length) return -1
        this.add(name, begin, at)
      }
    }
  }

  /** Returns the index of an attribute name. A name that finds no free slot gets a new index each time. */
  private attributeOf(start: number, stop: number, hash: number): number {
    const { known, names } = this
    let slot = slotOf(hash)
    for (let t = 0; t < MAX_PROBES_FOR_ATTRIBUTE; t++, slot = slot + 1 & ATTRIBUTE_SLOTS - 1) {
      const index = known[slot]! - 1
      if (index < 0) {
        known[slot] = names.length + 1
        break
      }
      if (this.contains(start, stop, names[index]!)) return index
    }
    return names.push(this.source.slice(start, stop).toLowerCase()) - 1
  }

  private add(name: number, start: number, stop: number): void {
    if (this.count >= Attributes.WIDTH * MAX_ATTRIBUTES || this.isRepeated(name)) return
    const { attributes } = this
    attributes[this.count] = name
    attributes[this.count + 1] = start
    attributes[this.count + 2] = stop
    this.count += Attributes.WIDTH
  }

  private isRepeated(name: number): boolean {
    const { attributes, count, names } = this
    if (count < Attributes.WIDTH * MAX_COMPARED_ATTRIBUTES) {
      const common = name < Attributes.common.length
      for (let k = 0; k < count; k += Attributes.WIDTH) {
        if (attributes[k] === name || (!common && names[attributes[k]!] === names[name])) return true
      }
      return false
    }
    if (count === Attributes.WIDTH * MAX_COMPARED_ATTRIBUTES || this.seen === undefined) {
      this.seen = new Set()
      for (let k = 0; k < count; k += Attributes.WIDTH) this.seen.add(names[attributes[k]!]!)
    }
    if (this.seen.has(names[name]!)) return true
    this.seen.add(names[name]!)
    return false
  }

  private endOfComment(from: number): number {
    const { codes, length, source } = this
    if (codes[from] === GT) return from + 1
    if (source.startsWith("->", from)) return from + 2
    for (let at = source.indexOf("--", from); at >= 0; at = source.indexOf("--", at + 1)) {
      const c = codes[at + 2]!
      if (c === GT) return at + 3
      if (c === Character.BANG && codes[at + 3] === GT) return at + 4
    }
    return length
  }

  private behind(s: string, from: number): number {
    const at = this.source.indexOf(s, from)
    return at < 0 ? this.length : at + s.length
  }

  private endOfText(name: string, from: number, limit: number): number {
    const { codes, length, source } = this
    for (let at = source.indexOf("</", from); at >= 0 && at < limit; at = source.indexOf("</", at + 2)) {
      const stop = at + 2 + name.length
      if (stop >= length) break
      const c = codes[stop]!
      if ((c === GT || c === SLASH || isWhite(c)) && this.contains(at + 2, stop, name)) return at
    }
    return limit
  }
}
