/** When a page needs OCR, and what OCR saw as the content of a page. */
import type { Word as SeenWord } from "../../../pdf/Ocr.ts"
import { median } from "../page/geometry.ts"
import type { PageContent, Word } from "../page/page.ts"

/** What OCR saw on one page. */
export type OcrPage = {
  readonly number: number
  readonly picture: { readonly width: number; readonly height: number; readonly dpi: number }
  readonly words: ReadonlyArray<SeenWord>
}

const font = { name: "ocr", bold: false, italic: false, mono: false, math: false }

const strange = /[\ufffd\ue000-\uf8ff\u0000-\u0008\u000e-\u001f]/gu
// symbol fonts have their bullets there
const symbols = /[\uf020-\uf0ff]/gu

/** Letters and digits of a text. */
export const countLetters = (text: string): number => {
  let count = 0
  for (let k = 0; k < text.length; k++) {
    const code = text.charCodeAt(k)
    if (code > 0x7f) return text.match(/[\p{L}\p{N}]/gu)?.length ?? 0
    const lower = code | 0x20
    if (lower >= 0x61 && lower <= 0x7a || code >= 0x30 && code <= 0x39) count++
  }
  return count
}

/** Dots and lines that lead to a number or wait for an entry say nothing about letters. */
const leader = /^[.·…_]+$|[.·…_]{4,}/gu

const isAscii = /^[\t\n\r\x20-\x7f]*$/

/**
 * A page needs OCR when it has a picture or drawn letters but hardly any text, when its text layer is made of characters
 * that mean nothing, or when it has no word breaks to speak of. `characters` are the letters and digits it has.
 */
export const needsOcr = (content: PageContent): { readonly needsOcr: boolean; readonly characters: number } => {
  let length = 0
  let odd = 0
  let cjk = 0
  let characters = 0
  for (const word of content.words) {
    const text = word.text.replace(leader, "")
    if (text === "") continue
    length += text.length
    characters += countLetters(text)
    if (isAscii.test(text)) continue
    odd += (text.match(strange)?.length ?? 0) - (text.match(symbols)?.length ?? 0)
    if (/[\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff]/u.test(text)) cjk += text.length
  }
  const needed = length < 25
    ? content.pictures > 0.03 || content.paths > 150
    // a font whose letters have lost their meaning comes out as punctuation
    : length > 80 && characters < length * 0.6 || odd / length > 0.15 ||
      cjk < length * 0.2 && content.words.length < length / 40
  return { needsOcr: needed, characters }
}

/** The same, where only the text is known. */
export const needsOcrText = (text: string): boolean => {
  const odd = text.match(strange)?.length ?? 0
  return text.length < 25 || odd / text.length > 0.15
}

export const contentOf = (page: OcrPage): PageContent => {
  const scale = 72 / page.picture.dpi
  const lines = new Map<string, Array<OcrPage["words"][number]>>()
  for (const word of page.words.slice(0, 60_000)) {
    const key = `${word.block}.${word.paragraph}.${word.line}`
    const line = lines.get(key)
    if (line === undefined) lines.set(key, [word])
    else line.push(word)
  }
  const measured = [...lines.values()].map((line) => {
    const top = line.reduce((least, word) => Math.min(least, word.y0), Infinity)
    const bottom = line.reduce((most, word) => Math.max(most, word.y1), -Infinity)
    const bottoms = line.map((word) => word.y1).sort((a, b) => a - b)
    return { line, size: (bottom - top) * scale, y: bottoms[Math.floor(bottoms.length * 0.4)]! * scale }
  })
  // letters without ascenders make a line look small: only what clearly differs is another size
  const usual = median(measured.filter(({ line }) => line.length > 3).map(({ size }) => size)) ||
    median(measured.map(({ size }) => size))
  const words: Array<Word> = []
  for (const { line, size, y } of measured) {
    const snapped = size > usual * 0.72 && size < usual * 1.28 ? usual : size
    for (const word of line) {
      words.push({
        text: word.text,
        x0: word.x0 * scale,
        x1: word.x1 * scale,
        y,
        size: Math.max(2, snapped * 0.95),
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
