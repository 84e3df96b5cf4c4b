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

/** Number of values per entry in the list of capitalized words. */
export const NUMBERS_PER_CAPITAL = 3
/** Number of values per entry in the list of cue words. */
export const NUMBERS_PER_CUE = 3

/** Start positions of several kinds. Each list is in text order, and is valid only until the next scan. */
export interface Scan {
  readonly text: string
  /** Runs of ASCII digits: start, end. */
  readonly digits: Offsets
  /** Capitalized words: start, end, and the hash of the lower-case word if it is plain ASCII, otherwise 0. */
  readonly capitals: Offsets
  /** Cue words: kinds, start, end. */
  readonly cues: Offsets
  /** Start of each word for a street or direction, and whether it precedes the street's name. */
  readonly streets: Offsets
  /** Start and end of lower-case words that may be given names. */
  readonly lower: Offsets
  /** Start and end of tokens without spaces that may be secrets. */
  readonly tokens: Offsets
  /** Start and end of the links, without overlaps. */
  readonly urls: Offsets
  /** Ranges of fenced code: start, end. */
  readonly code: Offsets
  /** The ASCII marks in the text, as bits: see `hasMark`. */
  readonly marks: Marks
  /** Long stretches without white space: start, end. */
  readonly stretches: Offsets
  /** Kinds of all cue words in the text, as bits. Includes kinds that are too frequent to be listed. */
  readonly kinds: number
  readonly cjk: boolean
  /** Whether the text contains letters of a script without capitals. */
  readonly caseless: boolean
  /** Whether it contains Russian capitals. */
  readonly cyrillic: boolean
}

/** Minimum number of characters of a listed token. */
const MIN_TOKEN_CHARACTERS = 15

/**
 * Minimum number of characters of a listed run. It is the length of the shortest token that base64 characters split.
 */
const MIN_STRETCH_CHARACTERS = 26

/** Bit of the backtick in the high half of the marks. */
const BACKTICK = 1
/** Bit of the apostrophe in the low half. */
const APOSTROPHE = 1 << 7
/** Bit of the hyphen in the low half. */
const HYPHEN = 1 << 13

/** First unit of Latin Extended-A at which each capital precedes its lower-case letter. */
const PAIRED_FIRST = 0x14a
/** Last unit of Latin Extended-A at which each capital precedes its lower-case letter. */
const PAIRED_LAST = 0x177
/**
 * The last capital of Latin-1. The distance from its capitals to the lower-case letters is the same as in ASCII and
 * Russian.
 */
const LATIN_LAST_CAPITAL = 0xde

/** Returns the lower case of a capital, if it can be computed without a table. */
const lowerOf = (unit: number): number => {
  if (unit < Unit.BEYOND_ASCII) return unit | Unit.CASE_BIT
  if (unit >= PAIRED_FIRST && unit <= PAIRED_LAST) return unit | 1
  const isCounted = unit <= LATIN_LAST_CAPITAL || unit >= RUSSIAN_FIRST && unit <= RUSSIAN_LAST
  return isCounted ? unit + Unit.CASE_BIT : unit
}

/** Returns the end of a run of characters of one kind. */
const runEnd = (text: string, from: number, kind: number): number => {
  const table = classes()
  let end = from
  while (end < text.length && (table[text.charCodeAt(end)]! & kind) !== 0) end++
  return end
}

/** Returns the hash of a part of a text in lower case. */
const hashSmall = (text: string, start: number, end: number): number => {
  let hash = 0
  for (let i = start; i < end; i++) {
    const unit = text.charCodeAt(i)
    if (unit > Unit.LAST_ASCII) return hashOf(text.slice(start, end).toLowerCase())
    hash = step(hash, unit | Unit.CASE_BIT)
  }
  return hash
}

/** Returns the end of a capitalised word, with the parts joined to it: O'Brien, Smith-Jones. */
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

/** The cue kinds whose positions are listed. */
const LISTED = ~(STREET | KIND_FIRST)
/** All cue kinds. */
const ALL = ~0

/** The cue words found so far. */
class Cues {
  readonly list = new OffsetList()
  readonly streets = new OffsetList()
  kinds = 0
  clear(): void {
    this.list.clear()
    this.streets.clear()
    this.kinds = 0
  }
  /** Adds a word by its hash and range, if it is of a requested kind. */
  add(hash: number, start: number, end: number, asked = ALL): void {
    const kinds = kindOf(hash) & asked
    if (kinds === 0) return
    this.kinds |= kinds
    if ((kinds & STREET) !== 0) this.streets.pair(start, kinds & KIND_FIRST)
    if ((kinds & LISTED) !== 0) this.list.triple(kinds, start, end)
  }
}

/** Maximum number of characters of a link. */
const MAX_LINK_CHARACTERS = 2048
/** Maximum number of characters of a link without a scheme. */
const MAX_BARE_LINK_CHARACTERS = 512

/** The long stretches found so far. */
class Stretches {
  readonly list = new OffsetList()
  from = 0
  clear(): void {
    this.list.clear()
    this.from = 0
  }
  /** Ends the current range before an index. */
  end(at: number): void {
    if (at - this.from >= MIN_STRETCH_CHARACTERS) this.list.pair(this.from, at)
    this.from = at + 1
  }
}

/** Bit of scripts without capitals. */
const CASELESS = 1
/** Bit of Cyrillic. */
const CYRILLIC = 2
/** Bit of East Asian scripts. */
const EAST_ASIAN = 4

/** First unit of the scripts without capitals: Hebrew. */
const CASELESS_FIRST = 0x590
/** Last unit of the scripts without capitals: Lao. */
const CASELESS_LAST = 0xe7f
/** The first Russian capital. */
const RUSSIAN_FIRST = 0x410
/** The last Russian capital. */
const RUSSIAN_LAST = 0x42f

const scriptOf = (unit: number, kind: number): number => {
  if ((kind & CJK) !== 0) return EAST_ASIAN
  if (unit >= CASELESS_FIRST && unit <= CASELESS_LAST) return CASELESS
  return unit >= RUSSIAN_FIRST && unit <= RUSSIAN_LAST ? CYRILLIC : 0
}

/** Entry of the table for a small letter of ASCII. */
const SMALL = LETTER | TOKEN

/** Minimum number of letters of a lower-case given name. */
const MIN_LETTERS_OF_LOWERCASE_NAME = 3

/**
 * The word that is read. At a change from lower case to a capital, a new part starts: `apiKey`, `HTTPServer`. Each
 * part may be a cue word.
 */
class Word {
  end = 0
  /** Start of the last part, and the hash of this part in lower case. */
  partStart = 0
  hash = 0
  isAscii = true
  /** Scripts of all words read so far, as bits. */
  scripts = 0

  /** Reads the word that starts at an index, and adds its cue words to the cues. */
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

  /**
   * Continues a word that may have several parts. The text so far is one part: some capitals, and lower-case letters.
   */
  private readParts(text: string, from: number, hashSoFar: number, capitalsSoFar: number, cues: Cues): void {
    const table = classes()
    let { partStart } = this
    let hash = hashSoFar
    let before = 0
    // Hash and start of the lower-case letters after several capitals, together with the last capital (`DBpassword`).
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

/** Collects the results of a scan. Each method reads the text from one index and returns the next index. */
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
  /** Start and end of the last run in a token. */
  tokenStart = 0
  tokenEnd = -1

  /** Starts a text. */
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
    this.tokenStart = 0
    this.tokenEnd = -1
  }

  /** Reads white space, or a mark that does not belong to a token. */
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

  /** Ends the token before an index, unless the token continues there. */
  cutToken(at: number): void {
    if (at === this.tokenEnd) return
    if (this.tokenEnd - this.tokenStart >= MIN_TOKEN_CHARACTERS) this.tokens.pair(this.tokenStart, this.tokenEnd)
    this.tokenStart = at
  }

  /** Ends the token before an index, even if a letter follows directly that does not belong to a token. */
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

  /** A `_` or `-`. */
  joint(at: number, unit: number): number {
    this.marks.add(unit)
    this.tokenEnd = at + 1
    return at + 1
  }

  /** Reads an ASCII word that starts in lower case. Most such words are plain, so they are read only once. */
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

  /** Starts a token at the ASCII letters that end an East Asian word, because no space separates them. */
  private openToken(start: number, end: number): void {
    const table = classes()
    let from = end
    while (from > start && (table[this.text.charCodeAt(from - 1)]! & TOKEN) !== 0) from--
    if (from === end || from === start || (table[this.text.charCodeAt(from - 1)]! & CJK) === 0) return
    this.tokenStart = from
    this.tokenEnd = end
  }

  /** Reads a capitalized word, and words joined to it. */
  private capital(start: number): number {
    const { capitals, cues, marks, text, word } = this
    const end = capitalEnd(text, word.end)
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

  /** Handles a lower-case word. */
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
      cyrillic: (scripts & CYRILLIC) !== 0
    }
  }
}

const pass = new Pass()

/** Scans a text in linear time: every unit is read once. */
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
