/**
 * Finds the start positions for all detectors in a single pass over a text.
 *
 * @since 0.1.0
 */
import * as Unit from "@dunlin/text/Unit"
import { CJK, classes, DIGIT, LETTER, LINK, SPACE, TOKEN, UPPER } from "@dunlin/text/UnitClass"
import { unitAt } from "./around.ts"
import { hashOf, KIND_FIRST, kindOf, SECRET, step, STREET } from "./cues.ts"
import { listCode } from "./fences.ts"
import { bloom, inBloom } from "./lexicon.ts"
import { Links, linkStart } from "./linkEdges.ts"
import { MarkBits, type Marks } from "./marks.ts"
import { OffsetList, type Offsets } from "./offsets.ts"

export const NUMBERS_PER_CAPITAL = 3
export const NUMBERS_PER_CUE = 3

/** Parts of a text that the rules need. Lists are in text order, and valid only until the next scan. */
export interface Scan {
  readonly text: string
  readonly digits: Offsets
  /** Words with a capital. Each entry has the hash of the lower-case word if it is plain ASCII, and otherwise 0. */
  readonly capitals: Offsets
  readonly cues: Offsets
  readonly streets: Offsets
  readonly lower: Offsets
  /** Tokens without spaces, which may be secrets. */
  readonly tokens: Offsets
  readonly urls: Offsets
  readonly code: Offsets
  readonly marks: Marks
  readonly stretches: Offsets
  /** Bits of the kinds of marks, including those that are too frequent for a list. */
  readonly kinds: number
  readonly cjk: boolean
  readonly caseless: boolean
  readonly cyrillic: boolean
  /** Whether a word with a capital may be a particle of Belgian names: `Van`, `De`. */
  readonly particle: boolean
}

const MIN_TOKEN_CHARACTERS = 15

/** Characters of the shortest token that base64 characters split. */
const MIN_STRETCH_CHARACTERS = 26

const BACKTICK = 1
const APOSTROPHE = 1 << 7
const HYPHEN = 1 << 13

const PAIRED_FIRST = 0x14a
const PAIRED_LAST = 0x177
const LATIN_LAST_CAPITAL = 0xde

/** Returns the lower-case form of a unit, if it can be computed without a table. */
const lowerOf = (unit: number): number => {
  if (unit < Unit.BEYOND_ASCII) return unit | Unit.CASE_BIT
  if (unit >= PAIRED_FIRST && unit <= PAIRED_LAST) return unit | 1
  const isCounted = unit <= LATIN_LAST_CAPITAL || unit >= RUSSIAN_FIRST && unit <= RUSSIAN_LAST
  return isCounted ? unit + Unit.CASE_BIT : unit
}

const runEnd = (text: string, from: number, kind: number): number => {
  const table = classes()
  let end = from
  while (end < text.length && (table[text.charCodeAt(end)]! & kind) !== 0) end++
  return end
}

const hashSmall = (text: string, start: number, end: number): number => {
  let hash = 0
  for (let i = start; i < end; i++) {
    const unit = text.charCodeAt(i)
    if (unit > Unit.LAST_ASCII) return hashOf(text.slice(start, end).toLowerCase())
    hash = step(hash, unit | Unit.CASE_BIT)
  }
  return hash
}

/** Returns the end of a capitalized word, including the parts joined to it: O'Brien, Smith-Jones. */
const capitalEnd = (text: string, wordEnd: number): number => {
  const table = classes()
  const last = text.length - 1
  let end = wordEnd
  while (end < last) {
    const next = text.charCodeAt(end)
    if (next !== Unit.HYPHEN && next !== Unit.APOSTROPHE && next !== Unit.RIGHT_QUOTE) break
    if ((table[text.charCodeAt(end + 1)]! & UPPER) === 0) break
    end++
    end = runEnd(text, end, LETTER)
  }
  return end
}

const LISTED = ~(STREET | KIND_FIRST)
const ALL = ~0

class Cues {
  readonly list = new OffsetList()
  readonly streets = new OffsetList()
  kinds = 0
  clear(): void {
    this.list.clear()
    this.streets.clear()
    this.kinds = 0
  }
  add(hash: number, start: number, end: number, wanted = ALL): void {
    const kinds = kindOf(hash) & wanted
    if (kinds === 0) return
    this.kinds |= kinds
    if ((kinds & STREET) !== 0) this.streets.pair(start, kinds & KIND_FIRST)
    if ((kinds & LISTED) !== 0) this.list.triple(kinds, start, end)
  }
}

const MAX_LINK_CHARACTERS = 2048
const MAX_BARE_LINK_CHARACTERS = 512

class Stretches {
  readonly list = new OffsetList()
  from = 0
  clear(): void {
    this.list.clear()
    this.from = 0
  }
  end(at: number): void {
    if (at - this.from >= MIN_STRETCH_CHARACTERS) this.list.pair(this.from, at)
    this.from = at + 1
  }
}

const CASELESS = 1
const CYRILLIC = 2
const EAST_ASIAN = 4

const CASELESS_FIRST = 0x590
const CASELESS_LAST = 0xe7f
const RUSSIAN_FIRST = 0x410
const RUSSIAN_LAST = 0x42f

const scriptOf = (unit: number, kind: number): number => {
  if ((kind & CJK) !== 0) return EAST_ASIAN
  if (unit >= CASELESS_FIRST && unit <= CASELESS_LAST) return CASELESS
  return unit >= RUSSIAN_FIRST && unit <= RUSSIAN_LAST ? CYRILLIC : 0
}

const SMALL = LETTER | TOKEN

const MIN_LETTERS_OF_LOWERCASE_NAME = 3

/**
 * The word that is read, in parts. A change from lower case to a capital starts a new part: `apiKey`, `HTTPServer`.
 * Each part may be a cue word.
 */
class Word {
  end = 0
  partStart = 0
  hash = 0
  isAscii = true
  scripts = 0

  read(text: string, start: number, kind: number, cues: Cues): void {
    const table = classes()
    this.isAscii = true
    this.partStart = start
    const first = text.charCodeAt(start)
    if (first > Unit.LAST_ASCII) return this.readParts(text, start, 0, 0, cues)
    // Most words are ASCII: a letter followed by lower-case letters.
    let hash = step(0, first | Unit.CASE_BIT)
    let end = start + 1
    let bits = 0
    while (end < text.length) {
      const unit = text.charCodeAt(end)
      bits = table[unit]!
      if (bits !== SMALL) break
      hash = step(hash, unit)
      end++
    }
    if (end < text.length && (bits & LETTER) !== 0) {
      return this.readParts(text, end, hash, (kind & UPPER) === 0 ? 0 : 1, cues)
    }
    this.hash = hash
    this.end = end
    cues.add(hash, start, end)
  }

  /** Reads the parts of a word. The text so far is one part: capitals, and then lower-case letters. */
  private readParts(text: string, from: number, hashSoFar: number, capitalsSoFar: number, cues: Cues): void {
    const table = classes()
    let { partStart } = this
    let hash = hashSoFar
    let before = 0
    // Hash and start of the last capital with the lower-case letters after it, as in `DBpassword`.
    let behind = 0
    let behindStart = -1
    let capitals = capitalsSoFar
    let small = from - partStart - capitals
    let i = from
    while (i < text.length) {
      const unit = text.charCodeAt(i)
      const bits = table[unit]!
      if ((bits & LETTER) === 0) break
      const isCapital = (bits & UPPER) !== 0
      if (isCapital && small > 0) {
        cues.add(hash, partStart, i)
        if (behindStart >= 0) cues.add(behind, behindStart, i, SECRET)
        behindStart = -1
        partStart = i
        hash = 0
        small = 0
        capitals = 0
      } else if (!isCapital && capitals > 1 && small === 0) {
        // The last of several capitals belongs to the lower-case letters after it.
        cues.add(before, partStart, i - 1)
        partStart = i - 1
        hash = step(0, lowerOf(text.charCodeAt(i - 1)))
        capitals = 1
        behind = 0
        behindStart = i
      }
      if (isCapital) capitals++
      else small++
      if (unit > Unit.LAST_ASCII) {
        this.isAscii = false
        this.scripts |= scriptOf(unit, bits)
      }
      before = hash
      if (behindStart >= 0) behind = step(behind, unit)
      hash = step(hash, isCapital ? lowerOf(unit) : unit)
      i++
    }
    cues.add(hash, partStart, i)
    if (behindStart >= 0) cues.add(behind, behindStart, i, SECRET)
    this.hash = hash
    this.partStart = partStart
    this.end = i
  }
}

const www = hashOf("www")

const particleHeads = new Uint8Array(Unit.BEYOND_ASCII)
const particles = new Set<number>()
for (const word of "Van De Den Der Ter Ten Op".split(" ")) {
  particleHeads[word.charCodeAt(0)] = 1
  particles.add(hashOf(word.toLowerCase()))
}

/** One scan of a text. Each method reads the text from one index and returns the next index. */
class Pass {
  text = ""
  readonly digits = new OffsetList()
  readonly capitals = new OffsetList()
  readonly lower = new OffsetList()
  readonly tokens = new OffsetList()
  readonly code = new OffsetList()
  readonly cues = new Cues()
  readonly links = new Links()
  readonly marks = new MarkBits()
  readonly stretches = new Stretches()
  readonly word = new Word()
  hasParticle = false
  tokenStart = 0
  tokenEnd = -1

  begin(text: string): void {
    this.text = text
    this.digits.clear()
    this.capitals.clear()
    this.lower.clear()
    this.tokens.clear()
    this.code.clear()
    this.cues.clear()
    this.links.clear()
    this.marks.clear()
    this.stretches.clear()
    this.word.scripts = 0
    this.hasParticle = false
    this.tokenStart = 0
    this.tokenEnd = -1
  }

  gap(at: number, unit: number, kind: number): number {
    this.marks.add(unit)
    if ((kind & SPACE) !== 0) this.stretches.end(at)
    const next = at + 1
    if ((kind & LINK) !== 0 && next > this.links.end) {
      const start = linkStart(this.text, next, unit)
      if (start >= this.links.end) this.links.open(this.text, start, MAX_LINK_CHARACTERS, unit === Unit.CLOSE_BRACKET)
    }
    return next
  }

  /** Ends the token at an index, unless it continues there. */
  cutToken(at: number): void {
    if (at === this.tokenEnd) return
    if (this.tokenEnd - this.tokenStart >= MIN_TOKEN_CHARACTERS) this.tokens.pair(this.tokenStart, this.tokenEnd)
    this.tokenStart = at
  }

  endToken(at: number): void {
    if (this.tokenEnd - this.tokenStart >= MIN_TOKEN_CHARACTERS) this.tokens.pair(this.tokenStart, this.tokenEnd)
    this.tokenStart = at
    this.tokenEnd = -1
  }

  number(at: number): number {
    const end = runEnd(this.text, at, DIGIT)
    this.digits.pair(at, end)
    this.tokenEnd = end
    return end
  }

  joint(at: number, unit: number): number {
    this.marks.add(unit)
    this.tokenEnd = at + 1
    return at + 1
  }

  /** Reads a word that starts in lower case. Most such words are plain ASCII, so they are read only once. */
  smallWord(start: number, first: number): number {
    const { text } = this
    const { length } = text
    const table = classes()
    let hash = step(0, first)
    let end = start + 1
    let bits = 0
    while (end < length) {
      const unit = text.charCodeAt(end)
      bits = table[unit]!
      if (bits !== SMALL) break
      hash = step(hash, unit)
      end++
    }
    this.cutToken(start)
    if (end < length && (bits & LETTER) !== 0) return this.readWord(start, SMALL)
    this.cues.add(hash, start, end)
    if (end - start >= MIN_LETTERS_OF_LOWERCASE_NAME) this.small(start, end, hash)
    this.tokenEnd = end
    return end
  }

  readWord(start: number, kind: number): number {
    const { text, word } = this
    word.read(text, start, kind, this.cues)
    const isCapital = (kind & UPPER) !== 0
    const end = isCapital ? this.capital(start) : word.end
    if (!isCapital && word.partStart === start && end - start >= MIN_LETTERS_OF_LOWERCASE_NAME) {
      this.small(start, word.end, word.hash)
    }
    this.tokenEnd = word.isAscii ? end : -1
    if ((word.scripts & EAST_ASIAN) !== 0 && !word.isAscii) this.openToken(start, end)
    return end
  }

  /** Starts a token. No space separates East Asian words from ASCII letters. */
  private openToken(start: number, end: number): void {
    const table = classes()
    let from = end
    while (from > start && (table[this.text.charCodeAt(from - 1)]! & TOKEN) !== 0) from--
    if (from === end || from === start || (table[this.text.charCodeAt(from - 1)]! & CJK) === 0) return
    this.tokenStart = from
    this.tokenEnd = end
  }

  private capital(start: number): number {
    const { capitals, cues, marks, text, word } = this
    const end = capitalEnd(text, word.end)
    if (particleHeads[text.charCodeAt(start)] === 1 && particles.has(word.hash)) this.hasParticle = true
    const isJoined = end > word.end
    if (isJoined) {
      marks.low |= APOSTROPHE | HYPHEN
      // Joined words may also contain words for streets and keys: "Bruxelles-Rue de la Loi 16", "X-Auth-Token".
      for (let from = word.end; from < end;) {
        // An apostrophe inside a word is not part of a token.
        if (text.charCodeAt(from) !== Unit.HYPHEN) word.isAscii = false
        const last = runEnd(text, ++from, LETTER)
        cues.add(hashSmall(text, from, last), from, last, STREET | KIND_FIRST | SECRET)
        from = last
      }
    }
    capitals.triple(start, end, word.isAscii && !isJoined && word.partStart === start ? word.hash : 0)
    return end
  }

  private small(start: number, end: number, hash: number): void {
    const { links, text } = this
    if (inBloom(bloom(), hash)) this.lower.pair(start, end)
    if (
      hash === www && end - start === MIN_LETTERS_OF_LOWERCASE_NAME && unitAt(text, end) === Unit.POINT &&
      start >= links.end
    ) {
      links.open(text, start, MAX_BARE_LINK_CHARACTERS, false)
    }
  }

  finish(): Scan {
    const { capitals, code, cues, digits, links, lower, marks, stretches, text, tokens, word: { scripts } } = this
    this.cutToken(text.length + 1)
    stretches.end(text.length)
    if ((marks.high & BACKTICK) !== 0) listCode(text, code)
    digits.close()
    capitals.close()
    cues.streets.close()
    this.text = ""
    return {
      text,
      digits,
      capitals,
      cues: cues.list,
      streets: cues.streets,
      lower,
      tokens,
      urls: links.list,
      code,
      marks: { low: marks.low, high: marks.high },
      stretches: stretches.list,
      kinds: cues.kinds,
      cjk: (scripts & EAST_ASIAN) !== 0,
      caseless: (scripts & CASELESS) !== 0,
      cyrillic: (scripts & CYRILLIC) !== 0,
      particle: this.hasParticle
    }
  }
}

const pass = new Pass()

export const scan = (text: string): Scan => {
  const table = classes()
  pass.begin(text)
  let at = 0
  while (at < text.length) {
    const unit = text.charCodeAt(at)
    if (unit === Unit.SPACE) {
      pass.stretches.end(at++)
      continue
    }
    const kind = table[unit]!
    if (kind === SMALL) {
      at = pass.smallWord(at, unit)
      continue
    }
    if ((kind & (LETTER | TOKEN)) === 0) {
      at = pass.gap(at, unit, kind)
      continue
    }
    if ((kind & TOKEN) !== 0) pass.cutToken(at)
    else pass.endToken(at)
    if ((kind & LETTER) !== 0) at = pass.readWord(at, kind)
    else if ((kind & DIGIT) !== 0) at = pass.number(at)
    else at = pass.joint(at, unit)
  }
  return pass.finish()
}
