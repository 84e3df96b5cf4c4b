import { PdfEngine, PdfJs } from "@dunlin/pdf"
import { line, type PageSource, stream, write } from "@dunlin/pdf/PdfTesting"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"

const prose = [
  "The quick brown fox jumps over the lazy dog and then rests for a while",
  "in the shade of the old oak tree, where the grass is soft and green and",
  "nobody comes by before the evening bell rings from the village church."
]
const body = (y: number) => prose.map((text, k) => line(text, 72, y + 12 * k)).join("")

/** A font in which a code is the letter itself, written across or down. */
const unicodeFont = (encoding: "Identity-H" | "Identity-V") =>
  `<</Type/Font/Subtype/Type0/BaseFont/Sample/Encoding/${encoding}/ToUnicode 102 0 R/DescendantFonts[<</Type/Font/Subtype/CIDFontType2/BaseFont/Sample/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>/DW 600/FontDescriptor<</Type/FontDescriptor/FontName/Sample/Flags 4/Ascent 800/Descent -200/FontBBox[0 -200 1000 800]/ItalicAngle 0/CapHeight 700/StemV 80>>>>]>>`
const hex = (text: string) => [...text].map((letter) => letter.codePointAt(0)!.toString(16).padStart(4, "0")).join("")
const shown = (text: string, x: number, y: number) => `BT /U 12 Tf 1 0 0 1 ${x} ${792 - y} Tm <${hex(text)}> Tj ET\n`

const ranges = Array.from({ length: 256 }, (_, k) => {
  const high = k.toString(16).padStart(2, "0")
  return `<${high}00> <${high}ff> <${high}00>`
})
const toUnicode = Buffer.from(
  `/CIDInit /ProcSet findresource begin begincmap 1 begincodespacerange <0000> <ffff> endcodespacerange ${
    [0, 100, 200].map((from) => {
      const part = ranges.slice(from, from + 100)
      return `${part.length} beginbfrange ${part.join("\n")} endbfrange`
    }).join("\n")
  } endcmap`
)

it.layer(PdfJs.layer({ processes: 1 }), { timeout: "10 minutes" })(
  "the text of PDFs",
  (it) => {
    const parse = (pages: ReadonlyArray<PageSource>, source?: Parameters<typeof write>[1]) =>
      PdfEngine.PdfEngine.use((engine) => engine.parse(write(pages, source), { mode: "fast" }))
    const markdown = (content: string, source?: Parameters<typeof write>[1], entries?: string) =>
      Effect.map(parse([{ content, entries }], source), (document) => document.markdown)
    const inUnicode = (content: string, encoding: "Identity-H" | "Identity-V" = "Identity-H") =>
      markdown("/X Do", {
        resources: "/XObject<</X 100 0 R>>",
        objects: [
          stream(
            "/Type/XObject/Subtype/Form/BBox[0 0 612 792]/Resources<</Font<</U 101 0 R>>>>",
            Buffer.from(content)
          ),
          unicodeFont(encoding),
          stream("", toUnicode)
        ]
      })

    describe("in other scripts", () => {
      it.effect("reverses Hebrew in visual order", () =>
        Effect.gen(function*() {
          const seen = [..."שלום עולם"].reverse().join("")
          assert.strictEqual(yield* inUnicode(shown(seen, 300, 100)), "שלום עולם")
        }))

      it.effect("does not reverse numbers in Hebrew", () =>
        Effect.gen(function*() {
          const seen = `${[..."ספרים"].reverse().join("")} 1984 ${[..."שנת"].reverse().join("")}`
          assert.strictEqual(yield* inUnicode(shown(seen, 200, 100)), "שנת 1984 ספרים")
        }))

      it.effect("mirrors brackets and places full stops in Hebrew, whatever their names", () =>
        Effect.gen(function*() {
          const seen = `.(7 ${[..."מספר"].reverse().join("")})`
          assert.strictEqual(yield* inUnicode(shown(seen, 200, 100)), "(מספר 7).")
          const named = `.)7 ${[..."מספר"].reverse().join("")}(`
          assert.strictEqual(yield* inUnicode(shown(named, 200, 100)), "(מספר 7).")
        }))

      it.effect("replaces radicals of Chinese characters with the characters", () =>
        Effect.gen(function*() {
          assert.strictEqual(yield* inUnicode(shown("\u2f08\u2fa8\u2ed1", 72, 100)), "人門長")
        }))

      it.effect("replaces Arabic presentation forms with letters", () =>
        Effect.gen(function*() {
          // salam in its initial, final, isolated forms, as they are seen from the left
          assert.strictEqual(yield* inUnicode(shown("\ufee1\ufefc\ufeb3", 300, 100)), "سلام")
        }))

      it.effect("keeps the order of two Arabic letters in one glyph", () =>
        Effect.gen(function*() {
          // kala: an alef, and the ligature of lam and alef, as they are seen from the left
          const map = "begincmap 1 begincodespacerange <00> <ff> endcodespacerange 3 beginbfchar " +
            "<41> <06440627> <42> <0627> <43> <0643> endbfchar endcmap"
          const text = yield* markdown("BT /U 12 Tf 1 0 0 1 300 692 Tm (ABC) Tj ET", {
            resources: "/Font<</U 100 0 R>>",
            objects: [
              "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/ToUnicode 101 0 R>>",
              stream("", Buffer.from(map))
            ]
          })
          assert.strictEqual(text, "كالا")
        }))

      it.effect("does not reorder a left-to-right line with Hebrew", () =>
        Effect.gen(function*() {
          const seen = [..."שלום עולם"].reverse().join("")
          assert.strictEqual(yield* inUnicode(shown(`A note ${seen} here.`, 72, 100)), "A note שלום עולם here.")
        }))

      it.effect("adds no spaces at Chinese line breaks", () =>
        Effect.gen(function*() {
          const text = yield* inUnicode(
            shown("人人生而自由在尊严和权利上一律平等他们赋有理性和良心", 72, 100) +
              shown("并应以兄弟关系的精神相对待。", 72, 116)
          )
          assert.strictEqual(text, "人人生而自由在尊严和权利上一律平等他们赋有理性和良心并应以兄弟关系的精神相对待。")
        }))

      it.effect("reads columns of vertical text from the right", () =>
        Effect.gen(function*() {
          const text = yield* inUnicode(
            shown("吾輩は猫である。", 400, 100) + shown("名前はまだ無い。", 370, 100),
            "Identity-V"
          )
          assert.strictEqual(text.replaceAll(/\s/g, ""), "吾輩は猫である。名前はまだ無い。")
        }))
    })

    it.effect("splits ligatures", () =>
      Effect.gen(function*() {
        assert.strictEqual(yield* inUnicode(shown("e\ufb03cient \ufb02ow", 72, 100)), "efficient flow")
      }))

    it.effect("nests lists", () =>
      Effect.gen(function*() {
        const items: ReadonlyArray<readonly [string, number]> = [["one", 72], ["one of one", 92], ["two of one", 92], [
          "two",
          72
        ]]
        const text = yield* markdown(items.map(([item, x], k) => line(`\x95 ${item}`, x, 100 + 14 * k)).join(""))
        assert.strictEqual(text, "- one\n  - one of one\n  - two of one\n- two")
      }))

    it.effect("marks a superscript number of the text's size", () =>
      Effect.gen(function*() {
        const text = yield* markdown(
          "BT /F1 10 Tf 72 700 Td (They were printed in 1833) Tj 4 Ts (1) Tj 0 Ts ( by order.) Tj ET"
        )
        assert.match(text, /1833<sup>1<\/sup> ?by order\./)
      }))

    it.effect("separates letters that Ghostscript sets with a word space", () =>
      Effect.gen(function*() {
        const text = yield* markdown(
          "BT /F1 10 Tf 72 700 Td (tw) Tj 10 0 Td 3.3 Tc (oh) Tj 14.42 0 Td 0 Tc (igh) Tj ET"
        )
        assert.strictEqual(text, "two high")
      }))

    it.effect("drops the page numbers of two pages at any position of the footer", () =>
      Effect.gen(function*() {
        const { markdown } = yield* parse([1, 2].map((page) => ({ content: body(100) + line(String(page), 300, 690) })))
        assert.notMatch(markdown, /^\d$/m)
        const single = yield* parse([{ content: body(100) + line("1", 300, 690) }])
        assert.match(single.markdown, /^1$/m)
      }))

    it.effect("drops running headers that alternate between left and right", () =>
      Effect.gen(function*() {
        const pages = Array.from({ length: 8 }, (_, k) => ({
          content: (k % 2 === 0
            ? line("A. Author", 72, 40) + line(String(k + 1), 540, 40)
            : line(String(k + 1), 72, 40) + line("The Title of the Book", 430, 40)) + body(100 + k)
        }))
        const { markdown } = yield* parse(pages)
        assert.notMatch(markdown, /A\. Author|The Title of the Book/)
      }))

    it.effect("separates the caption of a figure from the text", () =>
      Effect.gen(function*() {
        const text = yield* markdown(
          body(100) + line("Figure 1: The lamp room in winter.", 72, 160, 8) + body(190)
        )
        assert.match(text, /^Figure 1: The lamp room in winter\.$/m)
      }))

    it.effect("makes one link of a target across two lines", () =>
      Effect.gen(function*() {
        const link = (x0: number, y0: number, x1: number, y1: number) =>
          `<</Subtype/Link/Rect[${x0} ${792 - y1} ${x1} ${792 - y0}]/A<</S/URI/URI(https://example.com/a)>>>>`
        const text = yield* markdown(
          line("Read more about it in the catalogue", 72, 100) + line("of stations, which is new.", 72, 112),
          {},
          `/Annots[${link(175, 90, 240, 103)}${link(72, 103, 126, 115)}]`
        )
        assert.include(text, "catalogue of stations,](https://example.com/a)")
      }))

    describe("of a structure tree", () => {
      const marked = (content: string, mark: number, x: number, y: number) =>
        `/P <</MCID ${mark}>> BDC ${line(content, x, y)} EMC\n`
      const tree = (kids: string, count: number): Parameters<typeof write>[1] => ({
        catalog: "/MarkInfo<</Marked true>>/StructTreeRoot 100 0 R",
        objects: [
          "<</Type/StructTreeRoot/K 101 0 R/ParentTree 102 0 R>>",
          `<</Type/StructElem/S/Document/P 100 0 R/K[${kids}]>>`,
          `<</Nums[0[${"101 0 R ".repeat(count)}]]>>`
        ]
      })
      const element = (role: string, kids: string) => `<</Type/StructElem/S/${role}/P 101 0 R/Pg 1000 0 R/K[${kids}]>>`

      it.effect("includes separate full stops, and the caption of a table", () =>
        Effect.gen(function*() {
          const cells = [["Harbour", "Spring"], ["Ebberport", "4.21"], ["Lunehaven", "3.87"]]
          let mark = 2
          const rows = cells.map((row) => element("TR", row.map(() => element("TD", String(mark++))).join("")))
          const sentence = "BT /F1 10 Tf 72 700 Td (An honest sentence that is long enough to be believed) Tj (.) Tj ET"
          const content = `/P <</MCID 0>> BDC ${sentence} EMC\n` +
            marked("Table 1: Mean ranges", 1, 72, 130) +
            cells.map((row, r) =>
              row.map((cell, k) => marked(cell, 2 + r * 2 + k, 72 + 100 * k, 150 + 14 * r)).join("")
            ).join("")
          const kids = element("P", "0") + element("Table", element("Caption", "1") + rows.join(""))
          const text = yield* markdown(content, tree(kids, 8), "/StructParents 0")
          assert.strictEqual(
            text,
            "An honest sentence that is long enough to be believed.\n\nTable 1: Mean ranges\n\n" +
              "| Harbour | Spring |\n| --- | --- |\n| Ebberport | 4.21 |\n| Lunehaven | 3.87 |"
          )
        }))
    })

    it.effect("reads 3000 pages within limits, reports each, and stops on request", () =>
      Effect.gen(function*() {
        const bytes = write(
          Array.from({ length: 3000 }, (_, k) => ({ content: line(`Text of page ${k + 1}`, 72, 300) }))
        )
        const engine = yield* PdfEngine.PdfEngine
        let told = 0
        const document = yield* engine.parse(bytes, {
          mode: "fast",
          maxPages: 2500,
          onPage: ({ page, pages }) =>
            Effect.sync(() => {
              assert.strictEqual(page, ++told)
              assert.strictEqual(pages, 2500)
            })
        })
        assert.deepStrictEqual([told, document.numPages, document.totalPages, document.truncated], [
          2500,
          2500,
          3000,
          true
        ])
        assert.include(document.pages[2499]!.markdown, "Text of page 2500")
      }))
  }
)
