import { assert, describe, it } from "@effect/vitest"
import type { Rule } from "../src/internal/pdf/page/page.ts"
import { LETTER, MARGIN, markdownOf, sketch, STEP } from "./pdfSketch.ts"

describe("tables without rules", () => {
  it("have a column for each number, whatever runs over them in the head", () => {
    const markdown = markdownOf(sketch(`
  Country       Average yearly growth        Inflow
  Cambodia          7.5%      50.6%           1,272
  Indonesia         9.4%       4.7%           9,651
  Malaysia         18.6%       6.9%           1,454
  Myanmar           2.7%     102.7%           2,250
  Thailand          0.9%      11.4%           8,067
  Vietnam          11.5%      14.8%          17,200
`))
    assert.include(markdown, "<td>Country</td><td colspan=\"2\">Average yearly growth</td><td>Inflow</td>")
    assert.include(markdown, "<td>Cambodia</td><td>7.5%</td><td>50.6%</td><td>1,272</td>")
  })

  it("keep the heads below a head that they share", () => {
    const markdown = markdownOf(sketch(`
  Country      Growth                   Inflow
               2000       2010
  Cambodia     7.5%       50.6%          1,272
  Indonesia    9.4%        4.7%          9,651
  Malaysia     18.6%       6.9%          1,454
  Myanmar      2.7%      102.7%          2,250
`))
    assert.match(markdown, /colspan="2"[^>]*>Growth</)
    assert.match(markdown, />2000<[^]*>2010</)
    assert.notInclude(markdown, "Growth 2000")
  })

  it("are none where lines of prose stand beside each other", () => {
    const markdown = markdownOf(sketch(`
  Alpha begins the first of the columns     Beta begins the other column and so
  here and fills it to its right edge,      it fills that one to its edge too,
  and goes on for a line more of it.        and it goes on for one line more.
`))
    assert.notInclude(markdown, "|")
    assert.notInclude(markdown, "<table")
  })
})

/** A ruling at a column or a row of the picture. */
const down = (column: number, from: number, to: number): Rule => ({
  at: MARGIN + column * LETTER,
  from: MARGIN + from * STEP - STEP / 2,
  to: MARGIN + to * STEP - STEP / 2
})
const over = (row: number, from: number, to: number): Rule => ({
  at: MARGIN + row * STEP - STEP / 2,
  from: MARGIN + from * LETTER,
  to: MARGIN + to * LETTER
})

describe("drawn tables", () => {
  const entries = `
    Number    Payee          What for                      Amount
    DH1901    Citibank       Staff transportation          920.68
                             Airfare from Kansas City
                             to Washington and return
    DH1902    Citibank       Staff transportation          907.96
                             Airfare to Kansas City
    DH1903    A. Velez       Office supplies                34.10
    DH1904    B. Kishi       Intern from Sept. 18          446.87
`
  const head = [over(0, 3, 65), over(1, 3, 65), over(8, 3, 65), over(0, 3, 65)]
  const rulings = {
    horizontal: head,
    vertical: [down(3, 0, 8), down(65, 0, 8), down(13, 0, 1), down(28, 0, 1), down(57, 0, 1)]
  }

  it("have a row for each entry in a frame below their head", () => {
    const markdown = markdownOf(sketch(entries, { left: 0, ...rulings }))
    assert.include(
      markdown,
      "| DH1901 | Citibank | Staff transportation Airfare from Kansas City to Washington and return | 920.68 |"
    )
    assert.include(markdown, "| DH1904 | B. Kishi | Intern from Sept. 18 | 446.87 |")
    assert.lengthOf(markdown.split("\n").filter((row) => row.includes("DH19")), 4)
  })

  it("keep a note in such a frame in one cell", () => {
    const note = `
    Number    Payee          What for                      Amount
    All of this was paid in the second half of the year, but for what was
    still in doubt by the end of it, which comes in the next report, and
    for what has been paid back, of which there is a list in the annex.
`
    const frame = {
      horizontal: [over(0, 3, 75), over(1, 3, 75), over(4, 3, 75)],
      vertical: [down(3, 0, 4), down(75, 0, 4), down(13, 0, 1), down(28, 0, 1), down(57, 0, 1)]
    }
    assert.match(markdownOf(sketch(note, { left: 0, ...frame })), /colspan="4">All of this .* annex\.</)
  })

  it("keep the lines of a list inside a cell apart", () => {
    const picture = `
    Offices                        Judges
    Governor                       Appeals
    Neel Kashkari     REP   247    J. Liu            YES    90
    Edmund Brown      DEM    69    M. Cuellar        YES    86
    Gavin Newsom      DEM    64    K. Werdegar       YES   121
    Ron Nehring       REP   248
`
    const grid = {
      horizontal: [over(0, 3, 65), over(1, 3, 65), over(6, 3, 65)],
      vertical: [down(3, 0, 6), down(33, 0, 6), down(65, 0, 6)]
    }
    const markdown = markdownOf(sketch(picture, { left: 0, ...grid }))
    assert.include(markdown, "Neel Kashkari REP 247<br>Edmund Brown DEM 69<br>")
    assert.include(markdown, "J. Liu YES 90<br>M. Cuellar YES 86<br>")
  })
})
