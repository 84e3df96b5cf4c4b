import { assert, describe, it } from "@effect/vitest"
import type { Block } from "../src/internal/layout/blocks.ts"
import { areLabels } from "../src/internal/layout/order.ts"
import { markdownOf, type Options, sketch } from "./pdfSketch.ts"

/** The first words of the parts of a page, in the order in which it is read. */
const order = (picture: string, options?: Options): string =>
  markdownOf(sketch(picture, options)).split("\n\n").map((part) => /[\p{L}\p{N}]+/u.exec(part)?.[0]).join(" ")

const twoColumns = `
  Alpha begins the first of the columns     Delta begins the other column and
  here and fills it to its right edge,      it fills that one to its edge too,
  and goes on for a line more of it.        and it goes on for one line more.

  Beta is the next part of this column      and so does this, which has no head
  which is read before anything that        but stands lower than its neighbour
  stands at the right of it, up there.      at the left, and has three lines.

  Gamma ends the column at the left and     Epsilon ends the column that is at
  has as many lines as all the others,      the right, and with it the page on
  which is three, if anybody counts it.     which both of these columns stand.
`

/** A block of lines at these heights. */
const block = (...heights: ReadonlyArray<number>): Block => {
  const lines = heights.map((y0) => ({ y0 }))
  return { x0: 0, x1: 10, y0: heights[0]!, y1: heights.at(-1)! + 10, lines } as unknown as Block
}

describe("blocks at the left margin", () => {
  const texts = [block(150, 162, 174), block(300, 312, 324), block(400, 412, 424), block(500, 512, 524)]
  const names = [block(300), block(400), block(500)]

  it("are labels if most of them have a text at the same height", () => {
    assert.isTrue(areLabels({ left: names, right: texts }))
    assert.isTrue(areLabels({ left: [block(100), block(120), block(135), ...names], right: texts }))
  })

  it("are not labels if as many are between the texts", () => {
    assert.isFalse(areLabels({ left: [block(200), block(250), ...names], right: texts }))
  })
})

describe("reading order", () => {
  it("is column by column, in any order of drawing", () => {
    for (const written of ["rows", "columns"] as const) {
      assert.strictEqual(order(twoColumns, { written }), "Alpha Beta Gamma Delta and Epsilon", written)
    }
  })

  it("continues below an element across both columns", () => {
    const picture = `
  Alpha begins the first of the columns     Beta begins the other column and so
  here and fills it to its right edge,      it fills that one to its edge too,
  and goes on for a line more of it.        and it goes on for one line more.

  Across both of them stands what everybody has to read before going on to the rest of it, as here.

  Gamma ends the column at the left and     Delta ends the column that is at
  has as many lines as all the others,      the right, and with it the page on
  which is three, if anybody counts it.     which both of these columns stand.
`
    assert.strictEqual(order(picture, { written: "rows" }), "Alpha Beta Across Gamma Delta")
  })

  it("is row by row if labels precede their values", () => {
    const picture = `
  Aims             To know what the boat is made of, and to learn what it
                   is that keeps it afloat in all kinds of weather, here.

  Knowledge        To understand how wood, steel and cloth wear at sea and
                   what is to be done about each of them in due time.

  Skills           To mend a sail, to caulk a seam and to splice a rope so
                   that all of them hold for another year of sailing.

  Attitude         To go to the boat on days on which it is cold and wet,
                   and to do today what can be put off until tomorrow.
`
    assert.strictEqual(order(picture, { written: "rows" }), "Aims To Knowledge To Skills To Attitude To")
  })

  it("puts the notes below both columns last", () => {
    const page = sketch(twoColumns, { written: "rows" })
    const notes = sketch(
      `
  1 The first note, which is at the left    3 The third note, which is at right
  of the page and has two lines of text.    and has two lines of text as well.
`,
      { written: "rows" }
    )
    const below = notes.words.map((word) => ({
      ...word,
      y: word.y + 220,
      size: 8,
      index: word.index + page.words.length
    }))
    const markdown = markdownOf({ ...page, words: [...page.words, ...below] })
    assert.isBelow(markdown.indexOf("Epsilon"), markdown.indexOf("The first note"))
    assert.isBelow(markdown.indexOf("The first note"), markdown.indexOf("The third note"))
  })

  it("starts with a panel that was drawn before the text next to it", () => {
    const page = sketch(`
  #Sailing

  She was built of oak in a yard that             *Anna
  is no more, and has been at sea for
  longer than anybody who sails on her     {b _5}Length     {_5}12.40 m
  today has been alive so far, as said.
                                           {b _5}Draught    {_5}1.80 m
  #Mending
                                           {b _5}Wood       {_5}oak
  Part of her was changed, some of it
  twice, and who looks for the year in     {b _5}Built      {_5}1904
  which she was built finds it on the
  bell alone, which is as loud today.      {b _5}Sold       {_5}never

  #Landing

  Who wants to see her asks at the man
  of the harbour, where the key of the
  shed hangs, and brings it back again.
`)
    // browsers draw what floats first, and titles last
    const rank = ({ size, x0 }: { readonly size: number; readonly x0: number }) => x0 > 250 ? 0 : size > 12 ? 2 : 1
    const words = page.words.toSorted((a, b) => rank(a) - rank(b) || a.index - b.index)
    const written = { ...page, words: words.map((word, index) => ({ ...word, index })) }
    const markdown = markdownOf(written)
    const text = (first: RegExp) => markdown.search(first)
    assert.isAtLeast(text(/Anna/), 0)
    assert.isBelow(text(/# Sailing/), text(/Anna/))
    assert.isBelow(text(/Sold/), text(/She was built/))
    assert.isBelow(text(/# Mending/), text(/Part of her/))
  })
})
