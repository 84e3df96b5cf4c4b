/**
 * Parses the table that tesseract prints: level, page, block, paragraph, line, word, left, top, width, height,
 * confidence, text.
 */
import type { Word } from "../../Ocr.ts"

const at = { block: 2, paragraph: 3, line: 4, left: 6, top: 7, width: 8, height: 9, confidence: 10, text: 11 } as const
const FIELDS = 12
const WORD = "5"

/** Minimum confidence in percent of a word. Below it, the recogniser misread a picture or speck. */
const MIN_WORD_CONFIDENCE = 15
const CONFIDENCE_OF_SIGN = 60

/** Corrects the micro sign, which tesseract's Greek data confuses with the letter mu. */
const withGreekMu = (text: string): string =>
  text.includes("\u00b5") && /\p{Script=Greek}/u.test(text) ? text.replaceAll("\u00b5", "\u03bc") : text

/** Data files that are not languages, although they are in the same folder. */
const OTHER_DATA = new Set(["osd", "equ"])

export const isLanguage = (name: string): boolean => /^[a-z]{3}(?:_\w+)?$/.test(name) && !OTHER_DATA.has(name)

export const parse = (table: string): Array<Word> => {
  const words: Array<Word> = []
  for (const row of table.split("\n")) {
    const fields = row.split("\t")
    if (fields.length < FIELDS || fields[0] !== WORD) continue
    const number = (place: number): number => Number(fields[place])
    const text = withGreekMu(fields[at.text]!.trim())
    const confidence = number(at.confidence)
    const isSign = /^[|_~.,'`\\-]+$/.test(text)
    if (text === "" || confidence < (isSign ? CONFIDENCE_OF_SIGN : MIN_WORD_CONFIDENCE)) continue
    const [left, top] = [number(at.left), number(at.top)]
    words.push({
      text,
      confidence,
      x0: left,
      y0: top,
      x1: left + number(at.width),
      y1: top + number(at.height),
      block: number(at.block),
      paragraph: number(at.paragraph),
      line: number(at.line)
    })
  }
  return words
}
