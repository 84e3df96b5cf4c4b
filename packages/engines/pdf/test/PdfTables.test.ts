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

describe("drawn tables", () => {
  it("have a row for each entry in a frame below their head", () => {
    const markdown = markdownOf(sketch(`
      +---------+--------------+--------------------------------+----------+
      | Number  | Payee        | What for                       | Amount   |
      +---------+--------------+--------------------------------+----------+
      | DH1901    Citibank       Staff transportation             920.68   |
      |                          Airfare from Kansas City                  |
      |                          to Washington and return                  |
      | DH1902    Citibank       Staff transportation             907.96   |
      |                          Airfare to Kansas City                    |
      | DH1903    A. Velez       Office supplies                   34.10   |
      | DH1904    B. Kishi       Intern from Sept. 18             446.87   |
      +--------------------------------------------------------------------+
`))
    assert.include(
      markdown,
      "| DH1901 | Citibank | Staff transportation Airfare from Kansas City to Washington and return | 920.68 |"
    )
    assert.include(markdown, "| DH1904 | B. Kishi | Intern from Sept. 18 | 446.87 |")
    assert.lengthOf(markdown.split("\n").filter((row) => row.includes("DH19")), 4)
  })

  it("keep a note in such a frame in one cell", () => {
    const markdown = markdownOf(sketch(`
      +---------+--------------+--------------------------------+----------+
      | Number  | Payee        | What for                       | Amount   |
      +---------+--------------+--------------------------------+----------+
      | All of this was paid in the second half of the year, but for what  |
      | was in doubt at the end of it, which comes in the next report, and |
      | for what has been paid back, which is listed in the first annex.   |
      +--------------------------------------------------------------------+
`))
    assert.match(markdown, /colspan="4">All of this .* annex\.</)
  })

  it("keep the lines of a list inside a cell apart", () => {
    const markdown = markdownOf(sketch(`
      +------------------------------+------------------------------+
      | Offices                      | Judges                       |
      +------------------------------+------------------------------+
      | Governor                     | Appeals                      |
      | Neel Kashkari     REP   247  | J. Liu            YES    90  |
      | Edmund Brown      DEM    69  | M. Cuellar        YES    86  |
      | Gavin Newsom      DEM    64  | K. Werdegar       YES   121  |
      | Ron Nehring       REP   248  |                              |
      +------------------------------+------------------------------+
`))
    assert.include(markdown, "Neel Kashkari REP 247<br>Edmund Brown DEM 69<br>")
    assert.include(markdown, "J. Liu YES 90<br>M. Cuellar YES 86<br>")
  })

  /** Rows that stand as far apart as browsers set those of a box of names. */
  const spread = (picture: string) => {
    const page = sketch(picture)
    return { ...page, words: page.words.map((word) => ({ ...word, y: word.y * 1.6 - 40 })) }
  }

  it("keep what has no name of its own with the name in bold above it", () => {
    const markdown = markdownOf(spread(`
      *Reign        959 to 975
      *Born         943 in England
      *Spouses      Wulfthryth
                    Aethelflaed
                    Aelfthryth
      *House        Wessex
      *Father       Edmund
`))
    assert.include(markdown, "| Spouses | Wulfthryth Aethelflaed Aelfthryth |")
    assert.lengthOf(markdown.split("\n").filter((row) => row.startsWith("|")), 6)
  })

  it("leave rows without a name apart where the names are not in bold, and where another is far below", () => {
    const plain = markdownOf(spread(`
      Reign         959 to 975
      Born          943 in England
      Spouses       Wulfthryth
                    Aethelflaed
                    Aelfthryth
      House         Wessex
      Father        Edmund
`))
    assert.notInclude(plain, "Wulfthryth Aethelflaed")
    const far = markdownOf(sketch(`
      *Reign        959 to 975

      *Born         943 in England

      *Spouses      Wulfthryth

                    Aethelflaed

      *House        Wessex

      *Father       Edmund
`))
    assert.notInclude(far, "Wulfthryth Aethelflaed")
  })
})
