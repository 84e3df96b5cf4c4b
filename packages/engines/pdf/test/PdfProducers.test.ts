import { PdfEngine, PdfJs } from "@dunlin/pdf"
import { line, type PageSource, stream, write } from "@dunlin/pdf/PdfTesting"
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"

const prose = [
  "The quick brown fox jumps over the lazy dog and then rests for a while",
  "in the shade of the old oak tree, where the grass is soft and green and",
  "nobody comes by before the evening bell rings from the village church."
]
const lines = (texts: ReadonlyArray<string>, y: number, x = 72, size = 10) =>
  texts.map((text, k) => line(text, x, y + 12 * k, size)).join("")
const row = (cells: ReadonlyArray<string>, y: number, font = "F1") =>
  cells.map((text, k) => line(text, [76, 176, 376][k]!, y, 10, font)).join("")
const box = (x0: number, x1: number, y0: number, y1: number) =>
  `0.8 0.8 0.9 rg ${x0} ${792 - y1} ${x1 - x0} ${y1 - y0} re f 0 g\n`

it.layer(PdfJs.layer({ processes: 1 }), { timeout: "10 minutes" })("programs", (it) => {
  const parse = (pages: ReadonlyArray<PageSource>, source?: Parameters<typeof write>[1]) =>
    PdfEngine.PdfEngine.use((engine) => engine.parse(write(pages, source), { mode: "fast" }))
  const markdown = (content: string, source?: Parameters<typeof write>[1]) =>
    Effect.map(parse([{ content }], source), (document) => document.markdown)

  it.effect("colour every other row of a table (jsPDF)", () =>
    Effect.gen(function*() {
      const columns: ReadonlyArray<readonly [number, number]> = [[72, 172], [172, 372], [372, 472]]
      const coloured = (y: number) => columns.map(([from, to]) => box(from, to, y, y + 20)).join("")
      const text = yield* markdown(
        coloured(100) + row(["Item", "What it is", "Price"], 114, "F2") + coloured(120) +
          row(["Rope", "of hemp", "612.00"], 134) + row(["Fender", "with a chain", "189.50"], 154) +
          box(72, 172, 160, 180) + box(172, 472, 160, 180) + row(["Buoy", "sold out until May"], 174)
      )
      assert.include(text, "<td>Rope</td><td>of hemp</td><td>612.00</td>")
      assert.include(text, "<td>Fender</td><td>with a chain</td><td>189.50</td>")
      assert.include(text, "<td>Buoy</td><td colspan=\"2\">sold out until May</td>")
    }))

  it.effect("draw a rule below every row of a table except the last (pdfmake)", () =>
    Effect.gen(function*() {
      const rule = (y: number) => `0.5 w 72 ${792 - y} m 472 ${792 - y} l S\n`
      const text = yield* markdown(
        row(["Kind", "Calls", "Share"], 110) + rule(114) + row(["Ferry", "1,811", "43 %"], 125) + rule(129) +
          row(["Tanker", "655", "20 %"], 140) + rule(144) + row(["Cruise ship", "", "4 %"], 155)
      )
      assert.match(text, /\| Tanker \| 655 \| 20 % \|\n\| Cruise ship \|\s+\| 4 % \|$/)
    }))

  it.effect("put a table note after an asterisk that is not a bullet (pdfmake)", () =>
    Effect.gen(function*() {
      const table = row(["Farm", "Wheat", "Oats"], 100, "F2") + row(["Alder", "1,811", "655 *"], 114) +
        row(["Birch", "2,240", "702"], 128) + row(["Cedar", "1,956", "689"], 142)
      const noted = yield* markdown(table + lines(["* Estimated from the area."], 170) + lines(prose, 200))
      assert.include(noted, "\n\\* Estimated from the area.\n")
      // Without a reference, and next to other items, it is a bullet.
      const listed = yield* markdown(table + lines(["* Rye", "* Barley"], 170) + lines(prose, 210))
      assert.include(listed, "- Rye\n- Barley")
    }))

  it.effect("put two addresses next to each other that are not a table (browsers)", () =>
    Effect.gen(function*() {
      const text = yield* markdown(
        lines(["Harbour Supplies Ltd.", "7 Quay Street", "Port Ellen PA42", "Scotland"], 100) +
          lines(["Northern Ferries AS", "Havnegata 12", "9008 Tromso", "Norway"], 100, 280)
      )
      assert.match(
        text,
        /^Harbour Supplies Ltd\.\s+7 Quay Street\s+Port Ellen PA42\s+Scotland\n\nNorthern Ferries AS\s/
      )
      const named = yield* markdown(
        lines(["Number:", "Customer:"], 200) + lines(["2024-117", "Northern Ferries"], 200, 150)
      )
      assert.include(named, "| Number: | 2024-117 |")
    }))

  it.effect("lower a number by half of its size (ReportLab), and draw bullets as dingbats", () =>
    Effect.gen(function*() {
      const text = yield* markdown(
        line("H", 72, 100) + line("2", 79.3, 105, 8) + line("O is what", 83.7, 100) +
          line("l", 72, 130, 10, "Z") + line("boats float on", 90, 130) +
          line("l", 72, 144, 10, "Z") + line("fish swim in", 90, 144),
        {
          resources: "/Font<</F1 3 0 R/Z 100 0 R>>",
          objects: ["<</Type/Font/Subtype/Type1/BaseFont/ZapfDingbats/Encoding/WinAnsiEncoding>>"]
        }
      )
      assert.strictEqual(text, "H<sub>2</sub>O is what\n\n- boats float on\n- fish swim in")
    }))

  it.effect("move between cells with letter spacing, and back within a number (Quartz)", () =>
    Effect.gen(function*() {
      const rule = (x: number) => `${x} 692 m ${x} 632 l S\n`
      // 40 ems behind every glyph, taken back where the next one is of the same number
      const joined = (digits: string) => [...digits].map((digit) => `(${digit})`).join(" 4000 ")
      const spaced = (first: string, second: string, y: number) =>
        `BT /F1 10 Tf 40 Tc 1 0 0 1 180 ${792 - y} Tm [(${first}) ${joined(second)}] TJ 0 Tc ET\n`
      const rows: ReadonlyArray<readonly [string, string, string]> = [
        ["Ebberport", "0", "2,248"],
        ["Lunehaven", "7", "1,135"],
        ["Osterness", "0", "103,532"]
      ]
      const frame = [72, 172, 212, 300].map(rule).join("") +
        [100, 120, 140, 160].map((y) => `72 ${792 - y} m 300 ${792 - y} l S\n`).join("")
      const text = yield* markdown(
        frame +
          rows.map(([place, few, many], k) => line(place, 76, 114 + 20 * k) + spaced(few, many, 114 + 20 * k)).join("")
      )
      for (const [place, few, many] of rows) assert.include(text, `| ${place} | ${few} | ${many} |`)
    }))

  it.effect("print bold text twice with a small offset (Word, WPS)", () =>
    Effect.gen(function*() {
      const shifts = [0, 0.4, 0.7]
      const text = yield* markdown(
        shifts.map((shift) => line("27 March 2011", 72 + shift, 100)).join("") +
          shifts.map((shift) => line("300218", 72, 120 + shift)).join("") + lines(["2222", "1.11"], 160)
      )
      assert.match(text, /^27 March 2011$/m)
      assert.notMatch(text, /300218\s*300218/)
      assert.match(text, /2222/)
      assert.match(text, /1\.11/)
    }))

  it.effect("print the end of a word, or a letter, twice (WPS)", () =>
    Effect.gen(function*() {
      // Courier: every letter is six points wide
      const text = yield* markdown(
        line("No:300218", 72, 100, 10, "F3") + line("300218", 90.2, 100.2, 10, "F3") +
          "BT /F3 10 Tf 1 0 0 1 72 660 Tm [(2) (0) (1) (3) 590 (3) (7) (7)] TJ ET\n" + lines(prose, 180)
      )
      assert.include(text, "No:300218")
      assert.notInclude(text, "300218300218")
      assert.match(text, /\b201377\b/)
    }))

  it.effect("print the parts of a number, and then the number over them", () =>
    Effect.gen(function*() {
      // Courier: every letter is six points wide
      const text = yield* markdown(
        lines(["Weight", "Length"], 80) + line("125", 200, 80, 10, "F3") + line("4", 224, 80, 10, "F3") +
          line("125.4", 200, 80, 10, "F3") + line("4.4", 200, 92, 10, "F3") + lines(prose, 130)
      )
      assert.match(text, /\b125\.4\b/)
      assert.notInclude(text, "125125")
      assert.match(text, /\b4\.4\b/)
    }))

  it.effect("letter-space a title of one word", () =>
    Effect.gen(function*() {
      const text = yield* markdown(`BT /F1 10 Tf 3 Tc 1 0 0 1 72 700 Tm (HARBOUR) Tj 0 Tc ET\n${lines(prose, 130)}`)
      assert.include(text, "HARBOUR")
    }))

  it.effect("draw letters as pictures without names (TeX)", () =>
    Effect.gen(function*() {
      const glyph = "8 0 0 0 6 7 d1 0 0 6 7 re f"
      const codes = Array.from({ length: 128 }, (_, k) => k)
      const font = `<</Type/Font/Subtype/Type3/FontBBox[0 -2 8 7]/FontMatrix[.1 0 0 .1 0 0]/FirstChar 0/LastChar 127` +
        `/Widths[${codes.map(() => 5).join(" ")}]/Encoding<</Type/Encoding/Differences[0${
          codes.map((k) => `/a${k}`).join("")
        }]>>/CharProcs<<${codes.map((k) => `/a${k} 101 0 R`).join("")}>>/Resources<<>>>>`
      const shown = (text: string, y: number, size: number) =>
        `BT /T ${size} Tf 1 0 0 1 72 ${792 - y} Tm [(${text.replaceAll(" ", ") -600 (")})] TJ ET\n`
      const text = yield* markdown(
        shown("1 Introduction", 80, 14) +
          shown("an e\\036cient \\034lter and the \\035ow of 3\\02514 litres are all that it needs to run", 100, 10) +
          shown("in the shade of the old oak tree, where the grass is soft and green and deep", 112, 10),
        { resources: "/Font<</T 100 0 R>>", objects: [font, stream("", Buffer.from(glyph))] }
      )
      assert.match(text, /^#+ 1 Introduction\n\n/)
      assert.include(text, "an efficient filter and the flow of 3–14 litres")
    }))

  it.effect("put numbers at the foot of a page into a table, next to the page number", () =>
    Effect.gen(function*() {
      const table = row(["River", "812", "790"], 726) + row(["Bank", "455", "430"], 738) +
        row(["Port", "610", "688"], 750)
      const pages = ["1", "2", "3"].map((number) => ({
        content: lines(prose, 100) + (number === "1" ? table : "") + line(number, 304, 776)
      }))
      const text = (yield* parse(pages)).markdown
      assert.match(text, /\| Bank \| 455 \| 430 \|\n\| Port \| 610 \| 688 \|/)
      assert.notMatch(text, /^\d$/m)
    }))

  it.effect("omit the running header on the title page", () =>
    Effect.gen(function*() {
      const head = line("Wind and Grain", 72, 40) + line("Miller and Reeve", 460, 40)
      const pages = ["", head, head].map((top, at) => ({
        content: top + lines([...prose, `On day ${at + 1} it ${["rains", "snows", "thaws"][at]}, as every year.`], 100)
      }))
      assert.notMatch((yield* parse(pages)).markdown, /Wind and Grain|Miller/)
    }))

  it.effect("put footnotes above a table at the foot of their column", () =>
    Effect.gen(function*() {
      const text = yield* markdown(
        line("Boats float", 72, 100) + line("1", 119.4, 96, 6) +
          line("on the water, as everybody knows who", 126, 100) +
          `72 ${792 - 600} m 150 ${792 - 600} l S\n` + line("1", 72, 609, 5) + line("Most of them.", 75.5, 612, 8) +
          line("Table 1: Boats that do not float.", 72, 660)
      )
      assert.include(text, "float[^1] on")
      assert.include(text, "[^1]: Most of them.")
      assert.include(text, "Table 1: Boats that do not float.")
    }))

  it.effect("put only the authors between title and abstract", () =>
    Effect.gen(function*() {
      const text = yield* markdown(
        line("Wind and Grain in Open Silos", 160, 80, 18) + line("Ada Miller", 160, 110, 12) +
          line("Bo de la Reeve", 360, 110, 12) + line("12 March 2024", 270, 130, 12) +
          line("Abstract", 280, 160, 10, "F2") +
          lines(prose, 180)
      )
      assert.match(text, /Silos\n\nAda Miller\n\nBo de la Reeve\n\n12 March 2024\n\n/)
    }))
})
