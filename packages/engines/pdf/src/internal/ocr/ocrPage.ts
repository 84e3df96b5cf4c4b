/** Decides when a page needs OCR, and converts the OCR result to page content. */
import * as CodeUnit from "@dunlin/text/CodeUnit"
import type { Word as SeenWord } from "../../Ocr.ts"
import { type Box, median, POINTS } from "../page/geometry.ts"
import type { Font, PageContent, Word } from "../page/page.ts"
import { isMeaningless } from "./meaning.ts"

export interface OcrPage {
  readonly number: number
  readonly picture: { readonly width: number; readonly height: number; readonly dpi: number }
  readonly words: ReadonlyArray<SeenWord>
}

const font = { name: "ocr", bold: false, italic: false, mono: false, math: false }

const strange = /[\ufffd\ue000-\uf8ff\u0000-\u0008\u000e-\u001f]/gu
// Matches the private use area, where symbol fonts have their bullets.
const symbols = /[\uf020-\uf0ff]/gu

export const countLetters = (text: string): number => {
  if (!CodeUnit.isAscii(text)) return text.match(/[\p{L}\p{N}]/gu)?.length ?? 0
  let count = 0
  for (let k = 0; k < text.length; k++) {
    const unit = text.charCodeAt(k)
    if (CodeUnit.isLetter(unit) || CodeUnit.isDigit(unit)) count++
  }
  return count
}

/** Matches leaders before a number or an empty field. They are not letters or signs of the text. */
const leader = /^[.·…_]+$|[.·…_]{4,}/gu

const leads = /[.·…_]/

const isAscii = /^[\t\n\r\x20-\x7f]*$/

export const NEARLY_EMPTY = 25

/** Minimum share of the page in a picture that may have text. A logo covers less. */
const MIN_PICTURE_SHARE_OF_PAGE = 0.03

/** Minimum share of the page in pictures of a scan. A photograph with text covers less. */
const MIN_SCAN_SHARE_OF_PAGE = 0.5
const MIN_SCAN_SHARE_OF_BARE_PAGE = 0.35

const TEXT_SHARE_OF_SCAN = 0.05

const LINE_HEIGHT_EM = 1.5
const MAX_POINTS_OF_TEXT = 14

/** Number of drawn paths that may be letters. */
const LETTER_PATHS = 150

const JUDGED_CHARACTERS = 80
const JUDGED_OF_FONT = 40

const MIN_ALPHANUMERIC_SHARE = 0.6
/** Minimum share of letters and digits in the text of a font with a letter mapping. */
const MIN_ALPHANUMERIC_SHARE_OF_FONT = 0.4

/** Maximum share of meaningless characters on a readable page. */
const MAX_MEANINGLESS_SHARE = 0.15

const MAX_UNMAPPED_SHARE = 0.25

/** Maximum average characters of words on a page with word breaks. */
const MAX_AVERAGE_WORD_CHARACTERS = 40
/** Minimum share of CJK letters on a page that needs no word breaks. */
const MIN_CJK_SHARE = 0.2

const SMALLEST = 2

const MAX_WORDS_OF_SCAN = 60_000

/** Rank of the baseline among the lower edges of a line's words, because some words have descenders. */
const BASELINE_RANK = 0.4

const MEASURED_WORDS = 3

const OTHER_SIZE = 0.28
const SIZE_OF_HEIGHT = 0.95

interface Count {
  length: number
  characters: number
}

/**
 * Returns the number of unreadable letters. A font is unreadable if its text has hardly any letters, unless it is for
 * formulas.
 */
const unreadable = (fonts: ReadonlyMap<Font, Count>): number => {
  let length = 0
  for (const [font, count] of fonts) {
    if (font.math || count.length < JUDGED_OF_FONT) continue
    if (count.characters < count.length * MIN_ALPHANUMERIC_SHARE_OF_FONT) length += count.length
  }
  return length
}

/** Returns the area of words. A watermark counts as at most one line. */
const areaOf = (words: ReadonlyArray<Word>): number =>
  words.reduce(
    (sum, { size, x0, x1 }) => {
      const text = Math.min(size, MAX_POINTS_OF_TEXT)
      return sum + Math.abs(x1 - x0) * (text / size) * text * LINE_HEIGHT_EM
    },
    0
  )

const isIn = ({ x0, x1, y }: Word, box: Box): boolean =>
  y > box.y0 && y < box.y1 && (x0 + x1) / 2 > box.x0 && (x0 + x1) / 2 < box.x1

/** Returns whether a page is a bare scan: pictures without text cover most of it, even with a stamp or frame. */
const isBareScan = ({ height, pictureBoxes, pictures, width, words }: PageContent): boolean => {
  if (pictures < MIN_SCAN_SHARE_OF_BARE_PAGE) return false
  const page = width * height
  if (areaOf(words) < page * pictures * TEXT_SHARE_OF_SCAN) return true
  let bare = 0
  for (const box of pictureBoxes ?? []) {
    const across = Math.min(width, box.x1) - Math.max(0, box.x0)
    const down = Math.min(height, box.y1) - Math.max(0, box.y0)
    if (across <= 0 || down <= 0 || across * down < page * MIN_PICTURE_SHARE_OF_PAGE) continue
    if (areaOf(words.filter((word) => isIn(word, box))) < across * down * TEXT_SHARE_OF_SCAN) bare += across * down
  }
  return bare > page * MIN_SCAN_SHARE_OF_PAGE
}

export const needsOcr = (
  content: PageContent
): { readonly needsOcr: boolean; readonly isScan: boolean; readonly characters: number } => {
  let length = 0
  let odd = 0
  let cjk = 0
  let characters = 0
  const fonts = new Map<Font, Count>()
  for (const word of content.words) {
    const text = leads.test(word.text) ? word.text.replace(leader, "") : word.text
    if (text === "") continue
    const letters = countLetters(text)
    length += text.length
    characters += letters
    const count = fonts.get(word.font)
    if (count === undefined) fonts.set(word.font, { length: text.length, characters: letters })
    else {
      count.length += text.length
      count.characters += letters
    }
    if (isAscii.test(text)) continue
    odd += (text.match(strange)?.length ?? 0) - (text.match(symbols)?.length ?? 0)
    if (/[\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff]/u.test(text)) cjk += text.length
  }
  const needed = length < NEARLY_EMPTY
    ? content.pictures > MIN_PICTURE_SHARE_OF_PAGE || content.paths > LETTER_PATHS
    : length > JUDGED_CHARACTERS && characters < length * MIN_ALPHANUMERIC_SHARE ||
      odd / length > MAX_MEANINGLESS_SHARE ||
      unreadable(fonts) > length * MAX_UNMAPPED_SHARE ||
      cjk < length * MIN_CJK_SHARE && content.words.length < length / MAX_AVERAGE_WORD_CHARACTERS ||
      isMeaningless(content.words, content.pictures > MIN_SCAN_SHARE_OF_PAGE)
  const isScan = !needed && isBareScan(content)
  return { needsOcr: needed || isScan, isScan, characters }
}

export const needsOcrText = (text: string): boolean => {
  const odd = text.match(strange)?.length ?? 0
  return text.length < NEARLY_EMPTY || odd / text.length > MAX_MEANINGLESS_SHARE
}

export const contentOf = (page: OcrPage): PageContent => {
  const scale = POINTS / page.picture.dpi
  const lines = new Map<string, Array<OcrPage["words"][number]>>()
  for (const word of page.words.slice(0, MAX_WORDS_OF_SCAN)) {
    const key = `${word.block}.${word.paragraph}.${word.line}`
    const line = lines.get(key)
    if (line === undefined) lines.set(key, [word])
    else line.push(word)
  }
  const measured = [...lines.values()].map((line) => {
    const top = line.reduce((least, word) => Math.min(least, word.y0), Infinity)
    const bottom = line.reduce((most, word) => Math.max(most, word.y1), -Infinity)
    const bottoms = line.map((word) => word.y1).sort((a, b) => a - b)
    return { line, size: (bottom - top) * scale, y: bottoms[Math.floor(bottoms.length * BASELINE_RANK)]! * scale }
  })
  // Lines without ascenders look small, so only a clear difference counts as another size.
  const usual = median(measured.filter(({ line }) => line.length > MEASURED_WORDS).map(({ size }) => size)) ||
    median(measured.map(({ size }) => size))
  const words: Array<Word> = []
  for (const { line, size, y } of measured) {
    const snapped = size > usual * (1 - OTHER_SIZE) && size < usual * (1 + OTHER_SIZE) ? usual : size
    for (const word of line) {
      words.push({
        text: word.text,
        x0: word.x0 * scale,
        x1: word.x1 * scale,
        y,
        size: Math.max(SMALLEST, snapped * SIZE_OF_HEIGHT),
        angle: 0,
        font,
        spaced: true,
        index: words.length,
        mark: -1
      })
    }
  }
  return {
    number: page.number,
    width: page.picture.width * scale,
    height: page.picture.height * scale,
    words,
    horizontal: [],
    vertical: [],
    boxes: [],
    dots: [],
    pictures: 1,
    paths: 0,
    links: [],
    tree: undefined
  }
}
