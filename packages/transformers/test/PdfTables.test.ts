import { assert, describe, it } from "@effect/vitest"
import { markdownOf, sketch } from "./pdfSketch.ts"

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
