/**
 * The one pass over a text that finds the places where the detectors start to look.
 *
 * @since 0.1.0
 */
import { isDigit, isLowerLetter, isUpperLetter } from "@dunlin/common/CodeUnit"
import { CJK, classes, DIGIT, LETTER, LINK, SPACE, TOKEN, UPPER } from "./classes.ts"
import { hashOf, kindOf, step, STREET } from "./cues.ts"
import { bloom, inBloom } from "./lexicon.ts"
import * as Unit from "./units.ts"

/** Anchors, each list in the order of the text, flat for speed. */
export interface Scan {
  readonly text: string
  /** Runs of ASCII digits: start, end. */
  readonly digits: ReadonlyArray<number>
  /** Words that begin with a capital: start, end, and the hash of the lower-case word where that is plain ASCII, or 0. */
  readonly capitals: ReadonlyArray<number>
  /** Cue words: kinds, start, end. */
  readonly cues: ReadonlyArray<number>
  /** Lower-case words that may be given names: start, end. */
  readonly lower: ReadonlyArray<number>
  /** Unbroken tokens that may be opaque: start, end. */
  readonly tokens: ReadonlyArray<number>
  /** Where the links are: start, end, without overlaps. */
  readonly urls: ReadonlyArray<number>
  /** Where the fenced code is: start, end. */
  readonly code: ReadonlyArray<number>
  /** The marks of ASCII that stand in it, as bits: see `hasMark`. */
  readonly marks: Marks
  /** Long stretches without white space: start, end. */
  readonly stretches: ReadonlyArray<number>
  /** All kinds of cue words, as bits, with those that are too frequent to be listed. */
  readonly kinds: number
  readonly cjk: boolean
  /** Whether it holds letters of a script without capitals. */
  readonly caseless: boolean
  /** Whether it holds Russian capitals. */
  readonly cyrillic: boolean
}

/** Bits of the units from 32 to 63, and of those from 64 to 127 that are no letters by their last five bits. */
export interface Marks {
  readonly low: number
  readonly high: number
}

/** Whether a mark of ASCII that is no digit stands in a text. */
export const hasMark = ({ marks }: Scan, mark: string): boolean => {
  const unit = mark.charCodeAt(0)
  return ((unit < Unit.AT_SIGN ? marks.low : marks.high) & 1 << (unit & 31)) !== 0
}

/** Characters of the shortest token that is looked at for its own sake. */
const LEAST_TOKEN = 15

/** Characters of the shortest stretch that is listed: no token that signs of base64 break is shorter. */
const LEAST_STRETCH = 26

const schemes = new Set(["http", "https", "ftp", "ssh", "git", "ws", "wss", "s3"])

/** Where the scheme before `://` begins, or -1. */
const schemeStart = (text: string, colon: number): number => {
  let start = colon
  while (start > 0 && colon - start < 6) {
    const code = text.charCodeAt(start - 1)
    if (!isLowerLetter(code) && code !== Unit.THREE) break
    start--
  }
  const before = start === 0 ? 32 : text.charCodeAt(start - 1)
  const glued = isDigit(before) || isUpperLetter(before) || isLowerLetter(before) ||
    before === Unit.UNDERSCORE
  return !glued && schemes.has(text.slice(start, colon)) ? start : -1
}

/** Where a link ends: at white space, at a bracket it did not open, at a quote unless it is the target of a markdown link. */
const linkEnd = (text: string, from: number, limit: number, target: boolean): number => {
  const table = classes()
  const last = Math.min(text.length, from + limit)
  let depth = 0
  let i = from
  for (; i < last; i++) {
    const code = text.charCodeAt(i)
    if (code === Unit.OPEN_PARENTHESIS) depth++
    else if (code === Unit.CLOSE_PARENTHESIS && --depth < 0) break
    else if ((table[code]! & SPACE) !== 0) break
    else if (
      !target &&
      (code === Unit.QUOTE || code === Unit.APOSTROPHE || code === Unit.LESS || code === Unit.GREATER ||
        code === Unit.BACKTICK || code === Unit.BAR)
    ) break
  }
  return i
}

/** The bits of three marks: "`" is of the high ones, the others of the low. */
const BACKTICK = 1
const APOSTROPHE = 1 << 7
const HYPHEN = 1 << 13

const codeOf = (text: string): Array<number> => {
  const code: Array<number> = []
  let at = 0
  while ((at = text.indexOf("```", at)) >= 0) {
    const before = text[at - 1]
    if (at === 0 || before === "\n" || before === " " || before === ">") {
      const close = text.indexOf("\n```", at + 3)
      const end = close < 0 ? text.length : close + 4
      code.push(at, end)
      at = end
    } else at += 3
  }
  return code
}

/** The range of a flat list that holds a position, as an index, or -1. */
export const indexAt = (ranges: ReadonlyArray<number>, position: number): number => {
  let low = 0
  let high = (ranges.length >> 1) - 1
  while (low <= high) {
    const middle = low + high >> 1
    if (ranges[middle * 2 + 1]! <= position) low = middle + 1
    else if (ranges[middle * 2]! > position) high = middle - 1
    else return middle * 2
  }
  return -1
}

/** Whether a position lies in one of the ranges. */
export const within = (ranges: ReadonlyArray<number>, position: number): boolean =>
  ranges.length > 0 && indexAt(ranges, position) >= 0

const www = hashOf("www")

/** Where the link begins that a `:` or `]` before a position may open, or -1. */
const linkStart = (text: string, after: number, opener: number): number => {
  const next = text.charCodeAt(after)
  if (opener === Unit.CLOSE_BRACKET) return next === Unit.OPEN_PARENTHESIS ? after + 1 : -1
  return next === Unit.SLASH && text.charCodeAt(after + 1) === Unit.SLASH ? schemeStart(text, after - 1) : -1
}

/** A capital unit in lower case, where that is a matter of counting. In Latin Extended-A most capitals stand before their small letters. */
const lowerOf = (unit: number): number => {
  if (unit < Unit.BEYOND_ASCII) return unit | Unit.CASE_BIT
  if (unit >= 0x14a && unit <= 0x177) return unit | 1
  return unit <= 222 || unit >= 0x410 && unit <= 0x42f ? unit + 32 : unit
}

/** Where the run of units of a kind ends that goes on from a position. */
const runEnd = (text: string, from: number, kind: number): number => {
  const table = classes()
  let end = from
  while (end < text.length && (table[text.charCodeAt(end)]! & kind) !== 0) end++
  return end
}

/** Where a word with a capital ends that others may be joined to: O'Brien, Smith-Jones. */
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

/** The kinds of cue whose places are listed. */
const LISTED = ~STREET

type List = Array<number>

/** The cue words found so far. */
class Cues {
  readonly list: List = []
  kinds = 0
  /** Takes a word by its hash and place. */
  add(hash: number, start: number, end: number): void {
    const kinds = kindOf(hash)
    this.kinds |= kinds
    if ((kinds & LISTED) !== 0) this.list.push(kinds, start, end)
  }
}

class Lists {
  readonly digits: List = []
  readonly capitals: List = []
  readonly lower: List = []
  readonly tokens: List = []
  readonly cues = new Cues()
}

const noCode: ReadonlyArray<number> = []

/** The marks found so far. */
class MarkBits implements Marks {
  low = 0
  high = 0
  add(unit: number): void {
    if (unit < Unit.SPACE) return
    if (unit < Unit.AT_SIGN) this.low |= 1 << (unit & 31)
    else if (unit < Unit.BEYOND_ASCII) this.high |= 1 << (unit & 31)
  }
}

/** Characters of the longest link that is read, and of the longest without a scheme. */
const LONGEST_LINK = 2048
const LONGEST_BARE_LINK = 512

/** The links found so far, and where the last of them ends. */
class Links {
  readonly text: string
  readonly list: List = []
  end = 0
  constructor(text: string) {
    this.text = text
  }
  /** Takes the link that begins at a position. */
  open(start: number, limit: number, target: boolean): void {
    this.end = linkEnd(this.text, start, limit, target)
    if (this.end > start) this.list.push(start, this.end)
  }
}

/** The long stretches found so far. */
class Stretches {
  readonly list: List = []
  from = 0
  /** Takes the stretch that ends at a position. */
  end(at: number): void {
    if (at - this.from >= LEAST_STRETCH) this.list.push(this.from, at)
    this.from = at + 1
  }
}

const CASELESS = 1
const CYRILLIC = 2
const EAST_ASIAN = 4

const scriptOf = (unit: number): number => {
  if (unit >= 0x590 && unit <= 0xe7f) return CASELESS
  return unit >= 0x410 && unit <= 0x42f ? CYRILLIC : 0
}

const finished = (text: string, lists: Lists, urls: List, stretches: List, marks: Marks, scripts: number): Scan => {
  const { capitals, cues, digits, lower, tokens } = lists
  return {
    text,
    digits,
    capitals,
    cues: cues.list,
    lower,
    tokens,
    urls,
    code: (marks.high & BACKTICK) === 0 ? noCode : codeOf(text),
    marks,
    stretches,
    kinds: cues.kinds,
    cjk: (scripts & EAST_ASIAN) !== 0,
    caseless: (scripts & CASELESS) !== 0,
    cyrillic: (scripts & CYRILLIC) !== 0
  }
}

/** Scans a text. Linear: every unit is looked at once. */
export const scan = (text: string): Scan => {
  const table = classes()
  const filter = bloom()
  const { capitals, cues, digits, lower, tokens } = new Lists()
  const { length } = text
  let scripts = 0
  let tokenStart = 0
  let tokenEnd = -1
  const links = new Links(text)
  const marks = new MarkBits()
  const stretches = new Stretches()
  let i = 0
  while (i < length) {
    const code = text.charCodeAt(i)
    const kind = table[code]!
    if ((kind & (LETTER | DIGIT)) === 0) marks.add(code)
    if ((kind & (LETTER | TOKEN)) === 0) {
      if ((kind & SPACE) !== 0) stretches.end(i)
      i++
      const start = (kind & LINK) === 0 || i <= links.end ? -1 : linkStart(text, i, code)
      if (start >= links.end) links.open(start, LONGEST_LINK, code === Unit.CLOSE_BRACKET)
      continue
    }
    if (i !== tokenEnd && (kind & TOKEN) !== 0) {
      if (tokenEnd - tokenStart >= LEAST_TOKEN) tokens.push(tokenStart, tokenEnd)
      tokenStart = i
    }
    if ((kind & DIGIT) !== 0) {
      tokenEnd = runEnd(text, i, DIGIT)
      digits.push(i, tokenEnd)
      i = tokenEnd
      continue
    }
    if ((kind & LETTER) === 0) {
      i++
      tokenEnd = i
      continue
    }
    const start = i
    let hash = 0
    let before = 0
    let wordStart = i
    let uppers = 0
    let lowers = 0
    let ascii = true
    let bits = kind
    let unit = code
    while (true) {
      if ((bits & UPPER) !== 0) {
        if (lowers > 0) {
          cues.add(hash, wordStart, i)
          wordStart = i
          hash = 0
          lowers = 0
          uppers = 0
        }
        uppers++
      } else {
        if (uppers > 1 && lowers === 0) {
          cues.add(before, wordStart, i - 1)
          const last = text.charCodeAt(i - 1)
          hash = step(0, last < Unit.BEYOND_ASCII ? last | Unit.CASE_BIT : last + 32)
          wordStart = i - 1
          uppers = 1
        }
        lowers++
      }
      if (unit > Unit.LAST_ASCII) {
        ascii = false
        scripts |= scriptOf(unit)
      }
      if ((bits & CJK) !== 0) scripts |= EAST_ASIAN
      before = hash
      hash = step(hash, (bits & UPPER) === 0 ? unit : lowerOf(unit))
      i++
      if (i >= length) break
      unit = text.charCodeAt(i)
      bits = table[unit]!
      if ((bits & LETTER) === 0) break
    }
    cues.add(hash, wordStart, i)
    if ((kind & UPPER) !== 0) {
      const end = capitalEnd(text, i)
      // an apostrophe inside is no part of a token
      if (end > i && ascii) ascii = !/['\u2019]/.test(text.slice(i, end))
      capitals.push(start, end, ascii && end === i && wordStart === start ? hash : 0)
      if (end > i) marks.low |= APOSTROPHE | HYPHEN
      i = end
    } else if (wordStart === start && i - start >= 3) {
      if (inBloom(filter, hash)) lower.push(start, i)
      const isHost = i - start === 3 && hash === www && text.charCodeAt(i) === Unit.POINT
      if (isHost && start >= links.end) links.open(start, LONGEST_BARE_LINK, false)
    }
    tokenEnd = ascii ? i : -1
  }
  if (tokenEnd - tokenStart >= LEAST_TOKEN) tokens.push(tokenStart, tokenEnd)
  stretches.end(length)
  return finished(text, { capitals, cues, digits, lower, tokens }, links.list, stretches.list, marks, scripts)
}
