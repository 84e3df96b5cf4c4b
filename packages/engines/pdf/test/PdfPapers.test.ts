import { PdfEngine, PdfJs } from "@dunlin/pdf"
import { line, type PageSource, write } from "@dunlin/pdf/PdfTesting"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { lines, prose } from "./pdfProse.ts"

const rule = (x0: number, x1: number, y: number) => `0.5 w ${x0} ${792 - y} m ${x1} ${792 - y} l S\n`

const words = "the wind turned while somebody had read its gauge and noted".split(" ")
/** The same words in every order, so that all lines are equally wide. */
const even = (first: number): Array<string> =>
  Array.from({ length: 12 }, (_, k) => {
    const from = (first + k * 3) % words.length
    return [...words.slice(from), ...words.slice(0, from)].join(" ")
  })
const widths: Record<string, number> = {
  H: 6.5,
  A: 6,
  R: 6.5,
  B: 6,
  O: 7,
  U: 6.5,
  T: 5.5,
  I: 2.5,
  D: 6.5,
  E: 6,
  S: 6,
  " ": 2.5
}

it.layer(PdfJs.layer({ processes: 1 }), { timeout: "10 minutes" })("papers", (it) => {
  const parse = (pages: ReadonlyArray<PageSource>, source?: Parameters<typeof write>[1]) =>
    PdfEngine.PdfEngine.use((engine) => engine.parse(write(pages, source), { mode: "fast" }))
  const markdown = (...contents: ReadonlyArray<string>) =>
    Effect.map(parse(contents.map((content) => ({ content }))), (document) => document.markdown)

  it.effect("have separate columns with a narrow gap", () =>
    Effect.gen(function*() {
      const left = even(0)
      const right = even(5)
      const text = yield* markdown(
        left.map((text, k) => line(text, 72, 200 + 10 * k, 9)).join("") +
          right.map((text, k) => line(text, 327, 203 + 10.5 * k, 9)).join("")
      )
      assert.include(text, left.join(" "))
      assert.include(text, right.join(" "))
    }))

  it.effect("have one author below a title that is hardly larger than the text", () =>
    Effect.gen(function*() {
      const text = yield* markdown(
        line("Quiet Hulls in Cold Harbours", 220, 80, 12, "F2") + line("Ada Lindqvist", 270, 110, 10, "F4") +
          line("Institute of Tides", 265, 125) + line("ABSTRACT", 280, 160, 10, "F4") + lines(prose, 190)
      )
      assert.match(text, /^# Quiet Hulls in Cold Harbours\n\n\*Ada Lindqvist\*\s+Institute of Tides\n\n/)
    }))

  it.effect("have a rule below a shared table header", () =>
    Effect.gen(function*() {
      const row = (y: number, cells: ReadonlyArray<string>) =>
        cells.map((text, k) => line(text, [110, 180, 230, 280][k]!, y)).join("")
      const text = yield* markdown(
        lines(prose, 100) + rule(106, 310, 160) + line("Kind", 110, 172) + line("Measured", 194, 172) +
          line("n", 290, 172) + rule(175, 260, 177) + row(188, ["", "rising", "falling"]) + rule(106, 310, 194) +
          row(206, ["Container", "61.2", "58.4", "1287"]) + row(217, ["Tanker", "60.8", "58.1", "649"]) +
          row(228, ["Ferry", "63.0", "59.9", "1811"]) + row(239, ["Cruise", "59.2", "57.0", "171"]) +
          rule(106, 310, 246) + lines(prose, 290)
      )
      assert.include(text, "<td colspan=\"2\">Measured</td>")
      assert.include(text, "<tr><td>Container</td><td>61.2</td><td>58.4</td><td>1287</td></tr>")
      assert.include(text, "<tr><td>Tanker</td>")
    }))

  describe("and magazines", () => {
    it.effect("start with a dropped capital over three lines", () =>
      Effect.gen(function*() {
        const text = yield* markdown(
          line("W", 72, 132, 44, "F2") +
            lines(["hen the tide turns, the lamp is lit", "and somebody reads the gauge with"], 108, 118) +
            lines(["care, though nobody asked for it,"], 132, 118) + lines(prose, 144)
        )
        assert.match(text, /^When the tide turns, the lamp is lit and somebody reads the gauge with care, though/)
      }))

    it.effect("have letter-spaced words", () =>
      Effect.gen(function*() {
        let x = 72
        const drawn = [..."HARBOUR TIDES"].map((letter) => {
          const shown = letter === " " ? "" : line(letter, x, 80, 9)
          x += widths[letter]! + 2.5
          return shown
        }).join("")
        assert.match(yield* markdown(drawn + lines(prose, 120)), /^HARBOUR TIDES$/m)
      }))

    it.effect("have address lines that are not joined, and running text that is", () =>
      Effect.gen(function*() {
        const text = yield* markdown(
          lines(["Harbour Supplies", "7 Quay Street", "Port Ellen PA42 7DD"], 80) + lines(prose, 160)
        )
        assert.include(text, "Harbour Supplies  \n7 Quay Street  \nPort Ellen PA42 7DD\n\nThe quick")
        assert.include(text, "for a while in the shade")
      }))
  })

  it.effect("have labels next to values, and field values after their labels", () =>
    Effect.gen(function*() {
      const field = (name: string, value: string, y: number) =>
        `<</Type/Annot/Subtype/Widget/FT/Tx/T(${name})/V(${value})/Rect[180 ${792 - y - 4} 480 ${792 - y + 14}]>>`
      const names = ["Invoice no.", "Date", "Due"]
      const values = ["2024-117", "12 March 2024", "11 April 2024"]
      const document = yield* parse([{
        content: names.map((name, k) => line(name, 360, 76 + 17 * k) + line(values[k]!, 430, 76 + 17 * k)).join("") +
          line("INVOICE", 72, 86, 22, "F2") + line("Harbour Supplies", 72, 102) + lines(prose, 180) +
          line("Name of vessel", 72, 260) + line("Length over all", 72, 285),
        entries: `/Annots[${field("name", "Quiet Engine", 260)}${field("length", "24.5", 285)}]`
      }])
      assert.include(
        document.markdown,
        "| Invoice no. | 2024-117 |\n| --- | --- |\n| Date | 12 March 2024 |\n| Due | 11 April 2024 |"
      )
      assert.match(document.markdown, /Name of vessel Quiet Engine\s+Length over all 24\.5/)
    }))

  it.effect("with mostly leader dots need no OCR", () =>
    Effect.gen(function*() {
      const entries = Array.from({ length: 30 }, (_, k) =>
        line(`Chapter ${k + 1} ${".".repeat(60)} ${k * 7 + 1}`, 72, 80 + 14 * k))
      const document = yield* PdfEngine.PdfEngine.use((engine) =>
        engine.parse(write([{ content: entries.join("") }]))
      )
      assert.deepStrictEqual([document.warnings, document.pages[0]?.source], [[], "text"])
    }))

  it.effect("have tick boxes before their labels", () =>
    Effect.gen(function*() {
      const box = (name: string, state: string, x: number) =>
        `<</Type/Annot/Subtype/Widget/FT/Btn/T(${name})/V/${state}/AS/${state}/Rect[${x} 690 ${x + 14} 704]` +
        `/AP<</N<</Yes 3 0 R/Off 3 0 R>>>>>>`
      const { markdown } = yield* parse([{
        content: line("North", 90, 100) + line("South", 200, 100) + lines(prose, 200),
        entries: `/Annots[${box("north", "Yes", 72)}${box("south", "Off", 182)}]`
      }])
      assert.match(markdown, /^\\?\[x\\?\] North\n\n\\?\[ \\?\] South\n/)
    }))

  it.effect("are read by tags, and by layout if the tags are incomplete", () =>
    Effect.gen(function*() {
      const parts: Array<readonly [role: string, parent: number, content: string]> = [
        ["P", 101, line("A large title that is tagged as text", 72, 80, 20, "F2")],
        ["P", 101, lines(prose, 110)],
        ["P", 102, lines(["Nobody counts the tide twice."], 160, 90)],
        ["LI", 103, line("\x95 sand the hull", 72, 190)],
        ["LI", 103, line("\x95 with coarse paper", 92, 204)],
        ["LI", 103, line("\x95 paint it", 72, 218)],
        ["P", 101, lines(prose, 240)]
      ]
      const groups = ["Document", "BlockQuote", "L"]
      const kids = (parent: number) =>
        parts.flatMap(([, of], k) => of === parent ? [`${110 + k} 0 R`] : []).concat(
          parent === 101 ? ["102 0 R", "103 0 R"] : []
        )
      // in the order in which they stand
      const order = ["110 0 R", "111 0 R", "102 0 R", "103 0 R", "116 0 R"]
      const objects = [
        `<</Type/StructTreeRoot/K 101 0 R/ParentTree<</Nums[0[${parts.map((_, k) => `${110 + k} 0 R`).join(" ")}]]>>>>`,
        ...groups.map((role, k) =>
          `<</Type/StructElem/S/${role}/P ${k === 0 ? 100 : 101} 0 R/K[${
            (k === 0 ? order : kids(101 + k)).join(" ")
          }]>>`
        ),
        ...Array.from({ length: 6 }, () => "null"),
        ...parts.map(([role, parent], k) => `<</Type/StructElem/S/${role}/P ${parent} 0 R/Pg 1000 0 R/K ${k}>>`)
      ]
      const content = parts.map(([role, , shown], k) => `/${role} <</MCID ${k}>> BDC\n${shown}EMC\n`).join("")
      const { markdown } = yield* parse([{ content, entries: "/StructParents 0" }], {
        catalog: "/MarkInfo<</Marked true>>/StructTreeRoot 100 0 R",
        objects
      })
      assert.match(markdown, /^# A large title that is tagged as text\n\nThe quick/)
      assert.include(markdown, "\n\n> Nobody counts the tide twice.\n\n")
      assert.include(markdown, "- sand the hull\n  - with coarse paper\n- paint it\n")
    }))
})
