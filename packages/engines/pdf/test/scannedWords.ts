import type { Ocr } from "@dunlin/pdf"

/** The words of a text as an engine finds them on a picture: side by side in one line. */
export const wordsOfLine = (text: string): ReadonlyArray<Ocr.Word> =>
  text.split(" ").map((text, k) => ({
    text,
    x0: 100 + 80 * k,
    y0: 100,
    x1: 170 + 80 * k,
    y1: 130,
    block: 1,
    paragraph: 1,
    line: 1
  }))
