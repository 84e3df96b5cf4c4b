/** The table tesseract prints: level, page, block, paragraph, line, word, left, top, width, height, confidence, text. */
import type { Word } from "../../../pdf/Ocr.ts"

export const parse = (table: string): Array<Word> => {
  const words: Array<Word> = []
  for (const row of table.split("\n")) {
    const fields = row.split("\t")
    if (fields.length < 12 || fields[0] !== "5") continue
    const [block, paragraph, line, left, top, width, height, confidence] = [2, 3, 4, 6, 7, 8, 9, 10].map((k) =>
      Number(fields[k])
    ) as [number, number, number, number, number, number, number, number]
    const text = fields[11]!.trim()
    // what a picture or a speck was taken for
    if (text === "" || confidence < 15 || /^[|_~.,'`\\-]+$/.test(text) && confidence < 60) continue
    words.push({ text, x0: left, y0: top, x1: left + width, y1: top + height, block, paragraph, line })
  }
  return words
}
