import { PdfEngine, PdfJs } from "@dunlin/pdf"
import { endlessForms, endlessPage, line, type PageSource, write } from "@dunlin/pdf/PdfTesting"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { readFileSync } from "node:fs"
import { deflateSync } from "node:zlib"
import { testPromises } from "./promises.ts"

testPromises("pdfjs", PdfJs.layer({ processes: 2, timeout: "5 minutes" }))

const prose = [
  "The quick brown fox jumps over the lazy dog and then rests for a while",
  "in the shade of the old oak tree, where the grass is soft and green and",
  "nobody comes by before the evening bell rings from the village church,",
  "so that it sleeps until the moon stands high above the sleeping fields."
]
const body = (y = 120, x = 72, words = prose) => words.map((text, k) => line(text, x, y + 12 * k)).join("")
const rule = (x0: number, y0: number, x1: number, y1: number) => `${x0} ${792 - y0} m ${x1} ${792 - y1} l S\n`

// with the clock of a test, which nobody moves on, no document of this file is ever out of time
it.layer(PdfJs.layer({ processes: 2, memory: 512 * 1024 * 1024 }), { timeout: "10 minutes" })("PdfJs", (it) => {
  const parse = (pages: ReadonlyArray<PageSource>, source?: Parameters<typeof write>[1]) =>
    PdfEngine.PdfEngine.use((engine) => engine.parse(write(pages, source), { mode: "fast" }))
  const markdown = (content: string, source?: Parameters<typeof write>[1], entries?: string) =>
    Effect.map(parse([{ content, entries }], source), (document) => document.markdown)

  describe("text", () => {
    it.effect("joins lines to paragraphs, and removes hyphens", () =>
      Effect.gen(function*() {
        const text = yield* markdown(
          line("Layout analysis puts words that were broken by a hy-", 72, 100) +
            line("phen together again, and keeps well-", 72, 112) + line("Known names as they are.", 72, 124)
        )
        assert.include(text, "broken by a hyphen together again")
        assert.include(text, "well-Known")
      }))

    it.effect("reads columns one after the other", () =>
      Effect.gen(function*() {
        const narrow = (word: string) =>
          Array.from({ length: 12 }, (_, k) => `${word} line ${k} that fills its column ok`)
        let content = ""
        for (let k = 0; k < 12; k++) {
          content += line(narrow("left")[k]!, 72, 120 + 12 * k) + line(narrow("right")[k]!, 330, 120 + 12 * k)
        }
        const text = yield* markdown(content)
        assert.isBelow(text.indexOf("left line 11"), text.indexOf("right line 0"))
        assert.notInclude(text, "|")
      }))

    it.effect("detects headings by size and bold type", () =>
      Effect.gen(function*() {
        const text = yield* markdown(
          line("Annual Report", 72, 80, 24, "F2") + body() + line("Income", 72, 190, 14, "F2") + body(215) +
            line("Of which abroad", 72, 285, 10, "F2") + body(305)
        )
        assert.match(text, /^# Annual Report$/m)
        assert.match(text, /^## Income$/m)
        assert.match(text, /^### Of which abroad$/m)
      }))

    it.effect("uses the levels of the outline", () =>
      Effect.gen(function*() {
        const text = yield* markdown(
          line("Income", 72, 80, 14, "F2") + body() + line("Abroad", 72, 190, 14, "F2") + body(215),
          {
            catalog: "/Outlines 100 0 R",
            objects: [
              "<</Type/Outlines/First 101 0 R/Last 101 0 R/Count 2>>",
              "<</Title(Income)/Parent 100 0 R/First 102 0 R/Last 102 0 R/Count 1/Dest[1000 0 R/Fit]>>",
              "<</Title(Abroad)/Parent 101 0 R/Dest[1000 0 R/Fit]>>"
            ]
          }
        )
        assert.match(text, /^# Income$/m)
        assert.match(text, /^## Abroad$/m)
      }))

    it.effect("detects lists with their numbers", () =>
      Effect.gen(function*() {
        const text = yield* markdown(
          body(100) + line("\x95 first thing to do", 80, 180) + line("\x95 second thing to do", 80, 194) +
            line("1. open the door", 80, 230) + line("2. go through it", 80, 244)
        )
        assert.include(text, "- first thing to do\n- second thing to do")
        assert.include(text, "1. open the door\n2. go through it")
      }))

    it.effect("marks superscripts and emphasis", () =>
      Effect.gen(function*() {
        const text = yield* markdown(
          line("A fact", 72, 100) + line("1", 97.8, 96, 6) + line("that is", 104, 100) +
            line("important", 138, 100, 10, "F2") +
            line("for all of us, as everybody knows who has read about it.", 187, 100)
        )
        assert.include(text, "fact<sup>1</sup>")
        assert.include(text, "**important**")
      }))

    it.effect("fences code", () =>
      Effect.gen(function*() {
        const text = yield* markdown(
          body() + line("for (const x of y) {", 72, 200, 9, "F3") + line("  run(x)", 72, 211, 9, "F3") +
            line("}", 72, 222, 9, "F3")
        )
        assert.match(text, /```\nfor \(const x of y\) \{\n/)
        assert.match(text, /\n\}\n```/)
      }))

    it.effect("escapes Markdown characters", () =>
      Effect.gen(function*() {
        const text = yield* markdown(line("# this is no heading, 2 * 3 * 4 is <b> and `c` and [a](b)", 72, 100))
        assert.strictEqual(text.trim(), "\\# this is no heading, 2 \\* 3 \\* 4 is \\<b> and \\`c\\` and [a\\](b)")
      }))

    it.effect("reads text that is turned by 90 degrees", () =>
      Effect.gen(function*() {
        const turned = prose.map((text, k) => `BT /F1 10 Tf 0 1 -1 0 ${100 + 12 * k} 72 Tm (${text}) Tj ET\n`).join("")
        assert.include(yield* markdown(turned), prose.slice(0, 2).join(" "))
      }))
  })

  describe("tables", () => {
    const cells = [["Name", "Town", "Age"], ["Ada", "London", "36"], ["Alan", "Wilmslow", "41"], [
      "Grace",
      "New York",
      "85"
    ]]
    const table = cells.map((row, r) => row.map((text, c) => line(text, 80 + 120 * c, 134 + 20 * r)).join("")).join("")
    const expected =
      "| Name | Town | Age |\n| --- | --- | --- |\n| Ada | London | 36 |\n| Alan | Wilmslow | 41 |\n| Grace | New York | 85 |"

    it.effect("with a grid", () =>
      Effect.gen(function*() {
        let grid = ""
        for (let k = 0; k <= 4; k++) grid += rule(72, 120 + 20 * k, 432, 120 + 20 * k)
        for (let k = 0; k <= 3; k++) grid += rule(72 + 120 * k, 120, 72 + 120 * k, 200)
        assert.include(yield* markdown(grid + table + body(260)), expected)
      }))

    it.effect("with merged cells", () =>
      Effect.gen(function*() {
        let grid = ""
        for (let k = 0; k <= 4; k++) grid += rule(72, 120 + 20 * k, 432, 120 + 20 * k)
        for (const x of [72, 432]) grid += rule(x, 120, x, 200)
        for (const x of [192, 312]) grid += rule(x, 140, x, 200)
        const body = cells.slice(1).map((row, r) =>
          row.map((text, c) => line(text, 80 + 120 * c, 154 + 20 * r)).join("")
        ).join("")
        const text = yield* markdown(grid + line("People we know", 80, 134) + body)
        assert.include(
          text,
          "<tr><td colspan=\"3\">People we know</td></tr>\n<tr><td>Ada</td><td>London</td><td>36</td></tr>"
        )
      }))

    it.effect("with rules above and below only", () =>
      Effect.gen(function*() {
        const rules = rule(72, 120, 432, 120) + rule(72, 140, 432, 140) + rule(72, 202, 432, 202)
        assert.include(yield* markdown(rules + table + body(260)), expected)
      }))

    it.effect("without any rule", () =>
      Effect.gen(function*() {
        assert.include(yield* markdown(table + body(260)), expected)
      }))
  })

  describe("pages", () => {
    const page = (number: number, content: string): PageSource => ({
      content: line("The Fox Gazette, spring edition", 72, 40, 8) + content + line(`Page ${number}`, 290, 760, 8)
    })

    it.effect("drops running headers and page numbers", () =>
      Effect.gen(function*() {
        const document = yield* parse(
          [1, 2, 3, 4].map((number) => page(number, line(`Chapter ${number}`, 72, 90, 16, "F2") + body()))
        )
        assert.notInclude(document.markdown, "Gazette")
        assert.notInclude(document.markdown, "Page 2")
        assert.include(document.markdown, "Chapter 3")
        assert.strictEqual(document.pages.length, 4)
      }))

    it.effect("keeps them on a single page", () =>
      Effect.gen(function*() {
        const document = yield* parse([page(1, body())])
        assert.include(document.markdown, "Gazette")
      }))

    it.effect("joins a sentence across a page break", () =>
      Effect.gen(function*() {
        const document = yield* parse([
          { content: body(120, 72, ["This sentence is cut by the end of the page and goes on be-"]) },
          { content: body(90, 72, ["hind it, where nobody looks for the end of a sentence."]) }
        ])
        assert.include(document.markdown, "goes on behind it, where")
        assert.include(document.pages[0]!.markdown, "goes on be-")
      }))

    it.effect("joins a table across a page break", () =>
      Effect.gen(function*() {
        const rows = (from: number, y: number) =>
          [["Name", "Town"], ...Array.from({ length: 4 }, (_, k) => [`Person ${from + k}`, `Town ${from + k}`])].map((
            row,
            r
          ) => row.map((text, c) => line(text!, 80 + 150 * c, y + 20 * r, 10, r === 0 ? "F2" : "F1")).join("")).join("")
        const grid = (y: number) => {
          let out = ""
          for (let k = 0; k <= 5; k++) out += rule(72, y + 20 * k, 372, y + 20 * k)
          for (const x of [72, 222, 372]) out += rule(x, y, x, y + 100)
          return out
        }
        const document = yield* parse([
          { content: body(120) + grid(600) + rows(1, 614) },
          { content: grid(90) + rows(5, 104) + body(300) }
        ])
        assert.include(document.markdown, "| Person 4 | Town 4 |\n| Person 5 | Town 5 |")
        assert.include(document.pages[1]!.markdown, "| Name | Town |")
      }))

    it.effect("reads links, form fields, and metadata", () =>
      Effect.gen(function*() {
        const document = yield* parse([{
          content: line("Read the manual before you start.", 72, 100) + line("Name:", 72, 140),
          entries: "/Annots[100 0 R 101 0 R 102 0 R]"
        }], {
          info: "/Title(The Manual)/Author(A. Writer)",
          catalog: "/AcroForm<</Fields[101 0 R 102 0 R]/DA(/F1 10 Tf)/DR<</Font<</F1 3 0 R>>>>>>",
          objects: [
            "<</Type/Annot/Subtype/Link/Rect[95 685 160 702]/Border[0 0 0]/A<</S/URI/URI(https://example.com/manual)>>>>",
            "<</Type/Annot/Subtype/Widget/FT/Tx/T(name)/V(Ada Lovelace)/Rect[110 645 300 660]/F 4/DA(/F1 10 Tf)>>",
            "<</Type/Annot/Subtype/Link/Rect[0 0 10 10]/A<</S/JavaScript/JS(app.alert\\(1\\))>>>>"
          ]
        })
        assert.match(document.markdown, /\[(?:the )?manual\]\(https:\/\/example\.com\/manual\)/)
        assert.match(document.markdown, /Name: Ada Lovelace/)
        assert.strictEqual(document.title, "The Manual")
        assert.strictEqual(document.author, "A. Writer")
      }))

    it.effect("uses a structure tree that covers the page", () =>
      Effect.gen(function*() {
        const marked = (role: string, mark: number, content: string) =>
          `/${role} <</MCID ${mark}>> BDC\n${content}EMC\n`
        const element = (role: string, kids: string, parent: number) =>
          `<</Type/StructElem/S/${role}/P ${parent} 0 R/Pg 1000 0 R/K ${kids}>>`
        const document = yield* parse([{
          // nothing on the page tells the heading or the cells from the text
          content: marked("P", 1, body(140)) + marked("H2", 0, line("A heading like any other line", 72, 100)) +
            marked("TH", 2, line("Key", 72, 220)) + marked("TD", 3, line("One value", 150, 220)) +
            marked("TH", 4, line("Other", 72, 236)) + marked("TD", 5, line("Another value", 150, 236)),
          entries: "/StructParents 0"
        }], {
          catalog: "/MarkInfo<</Marked true>>/StructTreeRoot 100 0 R",
          objects: [
            "<</Type/StructTreeRoot/K 101 0 R/ParentTree<</Nums[0[102 0 R 103 0 R 106 0 R 107 0 R 108 0 R 109 0 R]]>>>>",
            element("Document", "[102 0 R 103 0 R 104 0 R]", 100),
            element("H2", "0", 101),
            element("P", "1", 101),
            element("Table", "[105 0 R 110 0 R]", 101),
            element("TR", "[106 0 R 107 0 R]", 104),
            element("TH", "2", 105),
            element("TD", "3", 105),
            element("TH", "4", 110),
            element("TD", "5", 110),
            element("TR", "[108 0 R 109 0 R]", 104)
          ]
        })
        assert.match(document.markdown, /^## A heading like any other line\n\nThe quick brown fox/)
        assert.include(document.markdown, "| Key | One value |\n| --- | --- |\n| Other | Another value |")
      }))

    it.effect("returns each page's markdown", () =>
      Effect.gen(function*() {
        const document = yield* parse([{ content: line("The first page.", 72, 90) }, {
          content: line("The second page.", 72, 90)
        }])
        assert.deepStrictEqual(document.pages.map((page) => page.markdown), ["The first page.", "The second page."])
        assert.strictEqual(document.markdown, "The first page.\n\nThe second page.")
      }))
  })

  describe("lines that look like a table", () => {
    const report = (page: number, count: number) =>
      Array.from(
        { length: count },
        (_, k) =>
          line(
            `Page ${page} line ${k} says the ferry leaves the harbour at ${k} past nine and is late`,
            72,
            60 + 14 * k
          )
      )
        .join("")

    it.effect("are running text without columns", () =>
      Effect.gen(function*() {
        const text = yield* markdown(report(1, 30))
        assert.notMatch(text, /[|<]/)
        assert.include(text, "says the ferry leaves the harbour at 17 past nine and is late Page 1 line 18")
      }))

    it.effect("are not running headers if they are part of the text", () =>
      Effect.gen(function*() {
        const { pages } = yield* parse(Array.from({ length: 12 }, (_, k) => ({ content: report(k + 1, 20) })))
        pages.forEach(({ markdown }, k) => assert.isTrue(markdown.startsWith(`Page ${k + 1} line 0 says`), markdown))
      }))
  })

  describe("long documents", () => {
    it.effect("of thousands of pages are read to the end, with progress per page", () =>
      Effect.gen(function*() {
        const count = 2500
        const bytes = write(
          Array.from({ length: count }, (_, k) => ({ content: line(`Leaf ${k + 1} of many`, 72, 300) }))
        )
        const told: Array<number> = []
        const document = yield* PdfEngine.PdfEngine.use((engine) =>
          engine.parse(bytes, {
            mode: "fast",
            onPage: ({ page, pages }) =>
              Effect.sync(() => {
                assert.strictEqual(pages, count)
                told.push(page)
              })
          })
        )
        assert.deepStrictEqual([document.numPages, document.totalPages, document.truncated], [count, count, false])
        assert.deepStrictEqual(told, Array.from({ length: count }, (_, k) => k + 1))
        document.pages.forEach(({ markdown, number }, k) => {
          assert.deepStrictEqual([number, markdown], [k + 1, `Leaf ${k + 1} of many`])
        })
      }))

    it.effect("keep their form fields after they are opened again", () =>
      Effect.gen(function*() {
        const { pages } = yield* parse(
          Array.from(
            { length: 1100 },
            (_, k) => ({ content: line(`Name of guest ${k + 1}:`, 72, 400), entries: "/Annots[100 0 R]" })
          ),
          {
            objects: ["<</Type/Annot/Subtype/Widget/FT/Tx/T(name)/V(Ada Lovelace)/Rect[170 388 290 402]>>"],
            catalog: "/AcroForm<</Fields[100 0 R]>>"
          }
        )
        for (const number of [1, 1000, 1001, 1100]) {
          assert.strictEqual(pages[number - 1]!.markdown, `Name of guest ${number}: Ada Lovelace`)
        }
      }))
  })

  describe("hostile documents", () => {
    const bomb = (): PageSource => {
      const filter = "/Filter/FlateDecode"
      return { content: "", encoded: { filter, bytes: deflateSync(Buffer.alloc(256 * 1024 * 1024, 32), { level: 1 }) } }
    }

    it.effect("report a missing password", () =>
      Effect.gen(function*() {
        const locked = new Uint8Array(readFileSync(new URL("fixtures/pdf-locked.pdf", import.meta.url)))
        const error = yield* Effect.flip(PdfEngine.PdfEngine.use((engine) => engine.parse(locked)))
        assert.strictEqual(error.reason._tag, "Encrypted")
      }))

    it.effect("are opened if only the owner's password protects them", () =>
      Effect.gen(function*() {
        const open = new Uint8Array(readFileSync(new URL("fixtures/pdf-owner.pdf", import.meta.url)))
        const document = yield* PdfEngine.PdfEngine.use((engine) => engine.parse(open, { mode: "fast" }))
        assert.include(document.markdown, "Only the owner may change this.")
      }))

    it.effect("without pages are reported as broken", () =>
      Effect.gen(function*() {
        const error = yield* Effect.flip(parse([]))
        assert.strictEqual(error.reason._tag, "Broken")
      }))

    it.effect("without end are stopped, and the next one is read", () =>
      Effect.gen(function*() {
        const engine = yield* PdfEngine.PdfEngine
        const error = yield* Effect.flip(engine.parse(write([endlessPage], endlessForms), { mode: "fast" }))
        assert.strictEqual(error.reason._tag, "MemoryLimit")
        const document = yield* engine.parse(write([{ content: line("Still alive.", 72, 90) }]), { mode: "fast" })
        assert.strictEqual(document.markdown, "Still alive.")
      }))

    it.effect("with an endless page lose only this page", () =>
      Effect.gen(function*() {
        const document = yield* parse([{ content: line("The first page.", 72, 90) }, bomb(), {
          content: line("The last page.", 72, 90)
        }])
        assert.strictEqual(document.markdown, "The first page.\n\nThe last page.")
        assert.deepStrictEqual(document.warnings, ["Page 2 could not be read."])
        assert.isFalse(document.truncated)
        assert.strictEqual((yield* Effect.flip(parse([bomb()]))).reason._tag, "MemoryLimit")
      }))

    it.effect("stop when interrupted", () =>
      Effect.gen(function*() {
        const engine = yield* PdfEngine.PdfEngine
        const endless = write([endlessPage], endlessForms)
        const fiber = yield* Effect.forkChild(engine.parse(endless, { mode: "fast" }))
        yield* Effect.yieldNow
        yield* Fiber.interrupt(fiber)
        const document = yield* engine.parse(write([{ content: line("Free again.", 72, 90) }]), { mode: "fast" })
        assert.strictEqual(document.markdown, "Free again.")
      }))
  })
})
