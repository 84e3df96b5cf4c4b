/** Running text for pages that tests draw. */
import { line } from "@dunlin/pdf/PdfTesting"

export const prose = [
  "The quick brown fox jumps over the lazy dog and then rests for a while",
  "in the shade of the old oak tree, where the grass is soft and green and",
  "nobody comes by before the evening bell rings from the village church."
]

/** Lines below each other, from `y` down. */
export const lines = (texts: ReadonlyArray<string>, y: number, x = 72, size = 10, font = "F1"): string =>
  texts.map((text, k) => line(text, x, y + 12 * k, size, font)).join("")
