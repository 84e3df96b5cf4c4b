import { assert, describe, it } from "@effect/vitest"
import { markdownOf, markdownOfPicture, sketch } from "./pdfSketch.ts"

describe("tables without rules", () => {
  it("have a column for each number, below spanning headers", () => {
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

  it("keep the headers below a shared header", () => {
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

  it("are not detected in lines of prose next to each other", () => {
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
  it("have a row for each entry in a frame below their header", () => {
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

  it("have one cell for a note in such a frame", () => {
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

  it("separate the lines of a list inside a cell", () => {
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

  it("join unlabelled rows with the bold label above", () => {
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

  it("do not join unlabelled rows without bold labels or far below", () => {
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

describe("tagged tables", () => {
  /** Pages of one table, each with the whole tree, in which rows of other pages have no marks, as pdf.js has it. */
  const pagesOf = (rows: number, perPage: number): Array<string> =>
    Array.from({ length: Math.ceil(rows / perPage) }, (_, page) => {
      const from = page * perPage
      const to = Math.min(rows, from + perPage)
      const tree = Array.from({ length: rows }, (_, row) => {
        const mark = (row - from) * 2
        return row < from || row >= to ? "(TR (TD) (TD))" : `(TR (TD ${mark}) (TD ${mark + 1}))`
      })
      const lines = Array.from(
        { length: to - from },
        (_, k) => `{=${2 * k}}Berth ${from + k}          {=${2 * k + 1}}${(from + k) * 37} crowns\n`
      )
      return `@ tree (Document (Table ${tree.join(" ")}))\n@ step 12\n${lines.join("")}`
    })

  it("have every row across any number of pages", () => {
    const markdown = markdownOfPicture(pagesOf(900, 45).join("====\n"))
    const missing = Array.from({ length: 900 }, (_, row) => `| Berth ${row} | ${row * 37} crowns |`)
      .filter((row) => !markdown.includes(row))
    assert.deepStrictEqual(missing, [])
    assert.lengthOf(markdown.match(/^\| ---/gm)!, 1)
  })

  it("with too many rows on one page for the tree are laid out as drawn", () => {
    const markdown = markdownOfPicture(pagesOf(450, 450)[0]!.replace("@ step 12", "@ step 12\n@ page 595 6000"))
    const missing = Array.from({ length: 450 }, (_, row) => `${row * 37} crowns`).filter((row) =>
      !markdown.includes(row)
    )
    assert.deepStrictEqual(missing, [])
  })

  it("keep cells that span rows of the previous page in their column", () => {
    const markdown = markdownOf(sketch(`
  @ tree (Document (Table (TR (TD:1:4) (TD)) (TR (TD)) (TR (TD 0)) (TR (TD 1)) (TR (TD 2) (TD 3)) (TR (TD 4) (TD 5))))
                      {=0}12 tonnes of oak and of pine for the yard
                      {=1}17 tonnes of rope and sail for the yard
  {=2}Harbour         {=3}24 tonnes of stone
  {=4}Quay            {=5}48 tonnes of stone
`))
    assert.include(markdown, "|  | 12 tonnes of oak and of pine for the yard |")
    assert.include(markdown, "| Harbour | 24 tonnes of stone |")
  })
})
