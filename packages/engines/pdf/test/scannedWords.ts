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

/** A page of dashed lines, as words make them. */
export const lined = (): Buffer => {
  const head = Buffer.from("P5 900 1200 255\n")
  const bytes = Buffer.concat([head, Buffer.alloc(900 * 1200, 255)])
  for (let row = 0; row < 30; row++) {
    for (let x = 100; x < 800; x++) {
      if ((x + row * 17) % 50 > 38) continue
      for (let dot = 0; dot < 10; dot++) bytes[head.length + (150 + row * 30 + dot) * 900 + x] = 30
    }
  }
  return bytes
}
