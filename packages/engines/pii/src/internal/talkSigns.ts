/**
 * Computes the features that distinguish names from other words in conversations: the word, its neighbours, and the
 * rules' findings. `talkWeights` contains the weight of each feature.
 *
 * @since 0.2.0
 */
import { isLowerLetter } from "@dunlin/text/CodeUnit"
import * as Unit from "@dunlin/text/Unit"
import { classes, LETTER, UPPER } from "@dunlin/text/UnitClass"
import type { Span } from "../Span.ts"
import { unitAt } from "./around.ts"
import { handleSigns, SIGNS_OF_HANDLES } from "./handleNames.ts"
import * as Lexicon from "./lexicon.ts"
import { endsLikeFamily } from "./nameTokens.ts"

/** A word: a run of letters, or a handle after `@ `. */
export interface Word {
  readonly start: number
  readonly end: number
  readonly facts: number
  readonly shape: number
  readonly isHandle: boolean
  readonly span: Span | undefined
  readonly hash: number
  line: number
}

const SHAPES = 4
const LOWER = 0
const CAPITALISED = 1
const CAPITALS = 2
const MIXED = 3

let size = 0
const group = (length: number): number => {
  const first = size
  size += length
  return first
}

const KIND_BITS = 16
const NEIGHBOUR = KIND_BITS + 1 + SHAPES + 1
const MARKS = 12
const LENGTHS = 8
const LETTER_SIGNS = 27
const REASONS = 14
export const LINE_SHARES = 4
export const AROUND = 160

const OF_SHAPE = group(SHAPES)
const OF_FACTS = group(SHAPES * (KIND_BITS + 1))
const OF_BEFORE = group(2 * NEIGHBOUR)
const OF_AFTER = group(2 * NEIGHBOUR)
const OF_MARK_BEFORE = group(2 * MARKS)
const OF_MARK_AFTER = group(2 * MARKS)
const OF_LENGTH = group(SHAPES * LENGTHS)
const OF_LAST = group(2 * LETTER_SIGNS)
const OF_REASON = group(2 * REASONS)
const OF_LINE = group(SHAPES * LINE_SHARES)
const OF_JOINED = group(4)
const OF_WORD_BEFORE = group(2 * AROUND)
const OF_WORD_AFTER = group(2 * AROUND)
const OF_HANDLE = group(SIGNS_OF_HANDLES)
const OF_HANDLE_SHAPE = group(SHAPES)
const OF_HANDLE_MARK = group(2 * MARKS)
const OF_HANDLE_LENGTH = group(LENGTHS)
const OF_HANDLE_BEFORE = group(AROUND + 2)
const OF_HANDLE_AFTER = group(AROUND + 2)
const OF_HANDLE_REASON = group(1)

export const SIGNS = size

const reasons = new Map(
  ["list", "cue", "given-name", "handle", "tag", "lower-case", "repeated", "column"].map((name, index) => [name, index])
)
const WEAK_LIST = reasons.size + 1
const SCORE_OF_UNLISTED_NAME = 0.7

const reasonOf = (span: Span): number => {
  const known = reasons.get(span.reason) ?? reasons.size
  return known === 0 && span.score < SCORE_OF_UNLISTED_NAME ? WEAK_LIST : known
}

/** Returns the mark next to a word, as seen from the word's edge. */
const markAt = (text: string, at: number, step: 1 | -1): number => {
  if (at < 0 || at >= text.length) return 0
  let unit = unitAt(text, at)
  if (unit === Unit.LINE_FEED) return 0
  const isSpaced = unit === Unit.SPACE
  if (isSpaced) unit = unitAt(text, at + step)
  if (unit === Unit.LINE_FEED) return 0
  switch (unit) {
    case Unit.AT_SIGN:
      return 1
    case Unit.HASH:
      return 2
    case Unit.COMMA:
      return 3
    case Unit.POINT:
      return 4
    case Unit.EXCLAMATION:
    case Unit.QUESTION:
      return 5
    case Unit.COLON:
      return 6
    case Unit.APOSTROPHE:
    case Unit.RIGHT_QUOTE:
      return 7
    case Unit.UNDERSCORE:
    case Unit.SLASH:
    case Unit.HYPHEN:
      return 8
    case Unit.QUOTE:
    case Unit.LEFT_DOUBLE_QUOTE:
    case Unit.OPEN_PARENTHESIS:
    case Unit.CLOSE_PARENTHESIS:
      return 9
  }
  return (classes()[unit]! & LETTER) !== 0 ? isSpaced ? 10 : 8 : 11
}

const MIN_LETTERS_OF_LONG_WORD = 15

const lengthOf = ({ end, start }: Word): number => Math.min(end - start, MIN_LETTERS_OF_LONG_WORD) >> 1

const BEFORE_LETTERS = 0x60

const lastLetter = (text: string, { end }: Word): number => {
  const unit = unitAt(text, end - 1) | Unit.CASE_BIT
  return isLowerLetter(unit) ? unit - BEFORE_LETTERS : 0
}

export const shapeOf = (text: string, start: number, end: number): number => {
  const table = classes()
  let upper = 0
  for (let i = start; i < end; i++) if ((table[text.charCodeAt(i)]! & UPPER) !== 0) upper++
  if (upper === 0) return LOWER
  if (upper > 1 && upper >= end - start - 1) return CAPITALS
  return (table[text.charCodeAt(start)]! & UPPER) !== 0 && upper === 1 ? CAPITALISED : MIXED
}

export const factsOf = (text: string, start: number, end: number, shape: number): number => {
  const facts = Lexicon.factsOf(text.slice(start, end))
  return facts === 0 && shape === CAPITALISED && endsLikeFamily(text, start, end) ? Lexicon.FAMILY : facts
}

type Take = (sign: number) => void

const factSigns = (first: number, facts: number, take: Take): void => {
  if (facts === 0) take(first + KIND_BITS)
  for (let bit = 0; bit < KIND_BITS; bit++) if ((facts >> bit & 1) !== 0) take(first + bit)
}

const neighbourSigns = (first: number, word: Word | undefined, take: Take): void => {
  if (word === undefined) return take(first + NEIGHBOUR - 1)
  factSigns(first, word.facts, take)
  take(first + KIND_BITS + 1 + word.shape)
}

const isSpanOf = (span: Span | undefined, word: Word | undefined): boolean =>
  span !== undefined && word !== undefined && word.span === span

export const signsOf = (
  text: string,
  word: Word,
  before: Word | undefined,
  after: Word | undefined,
  around: ReadonlyMap<number, number>,
  take: Take
): void => {
  const markBefore = markAt(text, word.start - 1, -1)
  const markAfter = markAt(text, word.end, 1)
  const wordBefore = before === undefined ? AROUND : around.get(before.hash) ?? AROUND + 1
  const wordAfter = after === undefined ? AROUND : around.get(after.hash) ?? AROUND + 1
  if (word.isHandle) {
    const lead = text.lastIndexOf("@", word.start - 1)
    take(OF_HANDLE_SHAPE + word.shape)
    take(OF_HANDLE_MARK + markAt(text, lead - 1, -1))
    take(OF_HANDLE_MARK + MARKS + markAfter)
    take(OF_HANDLE_LENGTH + lengthOf(word))
    take(OF_HANDLE_BEFORE + wordBefore)
    take(OF_HANDLE_AFTER + wordAfter)
    if (word.span !== undefined) take(OF_HANDLE_REASON)
    const bits = handleSigns(text.slice(word.start, word.end))
    for (let bit = 0; bit < SIGNS_OF_HANDLES; bit++) if ((bits >> bit & 1) !== 0) take(OF_HANDLE + bit)
    return
  }
  const kind = word.shape === LOWER ? 0 : 1
  take(OF_SHAPE + word.shape)
  factSigns(OF_FACTS + word.shape * (KIND_BITS + 1), word.facts, take)
  neighbourSigns(OF_BEFORE + kind * NEIGHBOUR, before, take)
  neighbourSigns(OF_AFTER + kind * NEIGHBOUR, after, take)
  take(OF_MARK_BEFORE + kind * MARKS + markBefore)
  take(OF_MARK_AFTER + kind * MARKS + markAfter)
  take(OF_LENGTH + word.shape * LENGTHS + lengthOf(word))
  take(OF_LAST + kind * LETTER_SIGNS + lastLetter(text, word))
  take(OF_LINE + word.shape * LINE_SHARES + word.line)
  if (wordBefore < AROUND) take(OF_WORD_BEFORE + kind * AROUND + wordBefore)
  if (wordAfter < AROUND) take(OF_WORD_AFTER + kind * AROUND + wordAfter)
  const { span } = word
  if (span !== undefined) {
    const first = !isSpanOf(span, before)
    take(OF_REASON + (first ? 0 : REASONS) + reasonOf(span))
    take(OF_JOINED + (first && !isSpanOf(span, after) ? 0 : 1))
  }
  if (before?.span !== undefined && !isSpanOf(before.span, word)) take(OF_JOINED + 2)
  if (after?.span !== undefined && !isSpanOf(after.span, word)) take(OF_JOINED + 3)
}
