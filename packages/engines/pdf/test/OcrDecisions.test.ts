import { assert, describe, it } from "@effect/vitest"
import { needsOcr } from "../src/internal/ocr/ocrPage.ts"
import type { PageContent, Word } from "../src/internal/page/page.ts"
import { sketch } from "./pdfSketch.ts"

const stamp = "  Case 1:24-cv-00017-AB Document 4 Filed 05/01/24 Page 1 of 9"

const letter = Array.from(
  { length: 24 },
  (_, k) => `  Line ${k} of a letter about the harbour and the boats that were in it on that day of the year.`
).join("\n")

const [width, height] = [595, 842]
const box = (x0: number, y0: number, x1: number, y1: number) => ({ x0, y0, x1, y1 })

/** A page with pictures behind its words. */
const over = (
  text: string,
  boxes: ReadonlyArray<ReturnType<typeof box>>,
  more: ReadonlyArray<Word> = []
): PageContent => {
  const page = sketch(text)
  const pictures = boxes.reduce((sum, { x0, x1, y0, y1 }) => sum + (x1 - x0) * (y1 - y0), 0) / (width * height)
  return { ...page, words: [...page.words, ...more], pictures, pictureBoxes: boxes }
}

const wholePage = box(0, 0, width, height)
const watermark: Word = {
  text: "CONFIDENTIAL",
  x0: 30,
  x1: 560,
  y: 500,
  size: 80,
  angle: 45,
  font: { name: "f", bold: true, italic: false, mono: false, math: false },
  spaced: false,
  index: 0,
  mark: -1
}

/** Each letter by the next one in the alphabet. */
const shifted = letter.replace(/[a-y]/gi, (letter) => String.fromCharCode(letter.charCodeAt(0) + 1))

describe("a page is read from its picture", () => {
  it.each([
    ["with a stamp", over(stamp, [wholePage])],
    ["with a large watermark", over(stamp, [wholePage], [watermark])],
    ["with a margin around it", over(stamp, [box(97, 140, 497, 700)])],
    ["in four strips", over(stamp, [0, 1, 2, 3].map((k) => box(0, k * height / 4, width, (k + 1) * height / 4)))],
    ["below half a page of text", over(letter, [box(0, 380, width, height)])],
    ["under a hidden layer of shifted letters", over(shifted, [wholePage])]
  ])("%s", (_, page) => {
    assert.isTrue(needsOcr(page).needsOcr)
  })
})

describe("a page is read from its text", () => {
  it.each([
    ["with a picture behind all of it", over(letter, [wholePage])],
    ["with a photograph below it", over(letter, [box(100, 450, 500, 700)])],
    ["with a logo and hardly any text", over(stamp, [box(40, 40, 140, 90)])]
  ])("%s", (_, page) => {
    assert.isFalse(needsOcr(page).needsOcr)
  })
})
