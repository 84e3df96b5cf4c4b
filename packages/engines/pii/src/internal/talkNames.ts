/**
 * Finds names in conversations with a model that judges every word. In conversations, the rules trust capitals too
 * much and miss lower-case names.
 *
 * @since 0.2.0
 */
import * as Unit from "@dunlin/text/Unit"
import type { Span } from "../Span.ts"
import { unitAt } from "./around.ts"
import { hashOf } from "./cues.ts"
import { isCompanyHandle } from "./handleNames.ts"
import * as Lexicon from "./lexicon.ts"
import { SURE } from "./nameSure.ts"
import { type Judge, judge, wordsAround } from "./talkJudge.ts"
import { factsOf, LINE_SHARES, shapeOf, signsOf, type Word } from "./talkSigns.ts"
import { weights } from "./talkWeights.ts"

export const MIN_NAME_PROBABILITY = 0.35
export const MIN_HANDLE_PROBABILITY = 0.5
const MIN_RECALLED_PROBABILITY = 0.2
/** Score from which the model cannot reject a name: labels, titles, and names with both parts listed. */
const STANDING = SURE.labelled
/** Rules that may be wrong in conversations, because they read consecutive words. Findings of other rules are kept. */
const doubted = new Set(["list", "given-name", "handle", "tag", "lower-case"])
/** Matches words that the training data lacks: a leading initial, and letters of other scripts than Latin. */
const unlearned = /^\p{Lu}\.|(?!\p{Script=Latin})\p{L}/u

const unparted = "\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}"
/** Matches a run of letters, which counts as one word in scripts without spaces. */
const letters = new RegExp(
  `[${unparted}]+|\\p{L}(?:(?![${unparted}])[\\p{L}\\p{M}\\p{N}])*(?:['’-]\\p{Lu}(?:(?![${unparted}])[\\p{L}\\p{M}])*)*`,
  "gu"
)
const placeOfWords = /[A-Z](?:[a-z]{1,24}|[A-Z]{1,24})(?: [A-Z]|&)/y
const handle = /_{0,3}[A-Za-z]\w{1,24}/y
const MAX_UNDERSCORES = 3

/** Returns the start of a handle; -1 if the letter is not its first letter after `@ `. */
const handleStart = (text: string, letter: number): number => {
  let start = letter
  while (letter - start < MAX_UNDERSCORES && unitAt(text, start - 1) === Unit.UNDERSCORE) start--
  const isBehindSign = unitAt(text, start - 1) === Unit.SPACE && unitAt(text, start - 2) === Unit.AT_SIGN
  // "@ Madison Square" is a place.
  placeOfWords.lastIndex = start
  return isBehindSign && !placeOfWords.test(text) ? start : -1
}

const markLine = (line: ReadonlyArray<Word>): void => {
  let capitals = 0
  for (const { shape } of line) if (shape > 0) capitals++
  const share = Math.min(LINE_SHARES - 1, Math.floor(capitals * LINE_SHARES / line.length))
  for (const one of line) one.line = share
}

/** Returns the words of a text, line by line. `found` are the findings of persons, in order and without overlaps. */
export const linesOf = (text: string, found: ReadonlyArray<Span>): ReadonlyArray<ReadonlyArray<Word>> => {
  const lines: Array<Array<Word>> = []
  let line: Array<Word> = []
  let span = 0
  let lineEnd = -1
  let last = 0
  for (const { 0: run, index } of text.matchAll(letters)) {
    if (index < last) continue
    const from = handleStart(text, index)
    const start = from < 0 ? index : from
    let end = index + run.length
    if (from >= 0) {
      handle.lastIndex = from
      if (handle.test(text)) end = Math.max(end, handle.lastIndex)
    }
    last = end
    if (start > lineEnd) {
      const feed = text.indexOf("\n", start)
      lineEnd = feed < 0 ? text.length : feed
      if (line.length > 0) lines.push(line)
      line = []
    }
    while (span < found.length && found[span]!.end <= start) span++
    const shape = shapeOf(text, start, end)
    line.push({
      start,
      end,
      shape,
      facts: factsOf(text, start, end, shape),
      isHandle: from >= 0,
      span: span < found.length && found[span]!.start < end ? found[span] : undefined,
      hash: hashOf(text.slice(start, end).toLowerCase()),
      line: 0
    })
  }
  if (line.length > 0) lines.push(line)
  lines.forEach(markLine)
  return lines
}

const isJoined = (text: string, left: Word, right: Word): boolean =>
  !left.isHandle && !right.isHandle &&
  (left.span !== undefined && left.span === right.span ||
    right.start - left.end === 1 && unitAt(text, left.end) === Unit.SPACE)

const OTHERS = Lexicon.PRODUCT | Lexicon.STOP | Lexicon.ORGANISATION

/** Returns whether a word is a tag (`<b>`, `</b>`) or a placeholder of redacted text, and so not a name. */
const isTag = (text: string, start: number): boolean =>
  unitAt(text, unitAt(text, start - 1) === Unit.SLASH ? start - 2 : start - 1) === Unit.LESS

const mayBeName = (text: string, { end, facts, isHandle, span, start }: Word): boolean =>
  isHandle
    ? !isCompanyHandle(text.slice(start, end))
    : span !== undefined || (facts & OTHERS) === 0 && !isTag(text, start)

const isCertain = (text: string, { end, reason, start }: Span): boolean =>
  !doubted.has(reason) || unlearned.test(text.slice(start, end))

/** Marks all words of a name that the rules found if one of them is marked. */
const complete = (line: ReadonlyArray<Word>, isName: Array<boolean>): void => {
  let to = 0
  for (let from = 0; from < line.length; from = to) {
    const { span } = line[from]!
    let isMarked = false
    for (to = from; to < line.length && line[to]!.span === span; to++) isMarked ||= isName[to]!
    if (span !== undefined && isMarked) isName.fill(true, from, to)
  }
}

/** Returns the findings that the model confirms or adds. `found` must be the findings that were used for `lines`. */
export const judged = (
  text: string,
  found: ReadonlyArray<Span>,
  lines: ReadonlyArray<ReadonlyArray<Word>>,
  likely: Judge,
  least: number,
  around: ReadonlyMap<number, number>
): ReadonlyArray<Span> => {
  const out = found.filter((span) => isCertain(text, span))
  const standing = new Set(out)
  for (const line of lines) {
    const isName = line.map((word, i) => {
      const { isHandle, span } = word
      if (span !== undefined && standing.has(span)) return false
      return span !== undefined && span.score >= STANDING || mayBeName(text, word) &&
          likely((take) => signsOf(text, word, line[i - 1], line[i + 1], around, take)) >=
            (isHandle ? MIN_HANDLE_PROBABILITY : least)
    })
    complete(line, isName)
    let left: Word | undefined
    line.forEach((word, i) => {
      if (isName[i]) {
        const score = Math.max(word.span?.score ?? 0, SURE.placed)
        const last = out[out.length - 1]
        if (left !== undefined && last !== undefined && isJoined(text, left, word)) {
          out[out.length - 1] = { ...last, end: word.end, score: Math.max(last.score, score) }
        } else {
          out.push({ start: word.start, end: word.end, entity: "PERSON", score, reason: word.span?.reason ?? "talk" })
        }
      }
      left = isName[i] ? word : undefined
    })
  }
  return out
}

let learned: Judge | undefined

export const talkNames = (text: string, found: ReadonlyArray<Span>, recall: boolean): ReadonlyArray<Span> =>
  judged(
    text,
    found,
    linesOf(text, found),
    learned ??= judge(weights),
    recall ? MIN_RECALLED_PROBABILITY : MIN_NAME_PROBABILITY,
    wordsAround()
  )
