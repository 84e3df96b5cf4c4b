import { PdfEngine, PdfJs } from "@dunlin/pdf"
import { line, type PageSource, stream, write } from "@dunlin/pdf/PdfTesting"
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"

const grey = Buffer.alloc(100, 200)
const image = stream(
  "/Type/XObject/Subtype/Image/Width 10/Height 10/ColorSpace/DeviceGray/BitsPerComponent 8",
  grey
)
const mask = stream(
  "/Type/XObject/Subtype/Image/Width 16/Height 16/ImageMask true/BitsPerComponent 1",
  Buffer.alloc(32, 170)
)
const form = (entries: string, content: string) =>
  stream(
    `/Type/XObject/Subtype/Form${entries}/Resources<</XObject<</Im 100 0 R/Inner 104 0 R>>>>`,
    Buffer.from(content)
  )
const pattern = (entries: string, content: string) =>
  stream(
    `/Type/Pattern/PatternType 1/PaintType 1/TilingType 1/BBox[0 0 612 792]/XStep 612/YStep 792${entries}` +
      "/Resources<</XObject<</Im 100 0 R>>>>",
    Buffer.from(content)
  )

const source: Parameters<typeof write>[1] = {
  resources: "/XObject<</Im 100 0 R/Mask 101 0 R/Unit 102 0 R/Scaled 103 0 R/Whole 105 0 R/Group 108 0 R>>" +
    "/Pattern<</P 106 0 R/Q 107 0 R>>/ExtGState<</a0 <</CA 1/ca 1>>>>/Properties<</MC0 <</Type/OCG/Name(Scan)>>>>",
  objects: [
    image,
    mask,
    form("/BBox[0 0 1 1]", "/Im Do"),
    form("/BBox[0 0 1 1]/Matrix[612 0 0 792 0 0]", "/Im Do"),
    form("/BBox[0 0 612 792]", "q 612 0 0 792 0 0 cm /a0 gs /Im Do Q"),
    form("/BBox[0 0 612 792]", "/Inner Do"),
    pattern("", "q 612 0 0 792 0 0 cm /Im Do Q"),
    pattern("/Matrix[1 0 0 1 0 0]", "612 0 0 792 0 0 cm /Im Do"),
    form("/BBox[0 0 1 1]/Group<</S/Transparency>>", "/Im Do")
  ]
}

const place = "612 0 0 792 0 0 cm"
const inline = `BI /W 10 /H 10 /CS /G /BPC 8 /F /AHx ID ${"c8".repeat(100)}> EI`

/** Ways in which programs say that a page is one picture. */
const scans: Record<string, string> = {
  "in a state of its own": `q ${place} /Im Do Q`,
  "without a state of its own": `${place} /Im Do`,
  "behind a graphics state (cairo)": `q ${place} /a0 gs /Im Do Q`,
  "behind a graphics state in a form (cairo)": "/Whole Do",
  "in a form of one unit": `q ${place} /Unit Do Q`,
  "in a form that scales": "/Scaled Do",
  "in a transparency group": `q ${place} /Group Do Q`,
  "behind a clip (Quartz)": `q ${place} q 0 0 1 1 re W n /Perceptual ri /Im Do Q Q`,
  "as an inline picture": `q ${place} ${inline} Q`,
  "as a mask (JBIG2)": `q 0 g ${place} /Mask Do Q`,
  "in marked content, with an empty text object": `/Artifact BMC q ${place} /Im Do Q EMC BT ET`,
  "as a layer": `/OC /MC0 BDC q ${place} /Im Do Q EMC`,
  "as the pattern of a filled page (cairo)": "/Pattern cs /P scn 0 0 612 792 re f",
  "as a pattern with a matrix": "/Pattern cs /Q scn 0 0 612 792 re f",
  "in strips": Array.from({ length: 8 }, (_, k) => `q 612 0 0 99 0 ${99 * k} cm /Im Do Q`).join("\n"),
  "turned upside down": "q -612 0 0 -792 612 792 cm /Im Do Q",
  "behind a page number": `${line("7", 300, 780)}q ${place} /Im Do Q`,
  "behind a stamp": `q ${place} /Im Do Q${line("Case 1:24-cv-00017-AB Document 4 Filed 05/01/24 Page 1 of 9", 40, 20)}`,
  "before a white page was drawn": `1 1 1 rg 0 0 612 792 re f q ${place} /Im Do Q`
}

it.layer(PdfJs.layer({ processes: 1 }), { timeout: "10 minutes" })("a page that is a picture", (it) => {
  const parse = (pages: ReadonlyArray<PageSource>) =>
    PdfEngine.PdfEngine.use((engine) => engine.parse(write(pages, source), { mode: "fast" }))

  for (const [name, content] of Object.entries(scans)) {
    it.effect(`is reported if it is drawn ${name}`, () =>
      Effect.gen(function*() {
        const { readPages, warnings } = yield* parse([{ content }])
        assert.deepStrictEqual(warnings, [
          "Page 1 was not read in full: it shows pictures, or letters that form no words. The mode \"fast\" does not use OCR."
        ])
        assert.strictEqual(readPages, 0)
      }))
  }

  it.effect("is reported by its number among text pages, and is not charged", () =>
    Effect.gen(function*() {
      const text = { content: line("A page with enough text to be one that was read.", 72, 90) }
      const scan = { content: `q ${place} /Im Do Q` }
      const { numPages, readPages, warnings } = yield* parse([scan, text, scan, scan, text, scan])
      assert.match(warnings.join(), /^Pages 1, 3 to 4 and 6 were not read in full/)
      assert.deepStrictEqual([numPages, readPages], [6, 2])
    }))

  const honest: Record<string, string> = {
    "is empty": "",
    "has text all over a picture": `${
      Array.from({ length: 20 }, (_, k) =>
        line(`Line ${k} of a page with enough text to be one that was read.`, 72, 90 + 14 * k)).join("")
    }q ${place} /Im Do Q`,
    "has a small logo": "q 60 0 0 40 500 700 cm /Im Do Q",
    "is a drawing in coordinates of its own": "q 0.24 0 0 0.24 0 0 cm 100 100 m 900 900 l S Q",
    "was begun and not drawn": "q 1 0 0 -1 0 792 cm q Q Q"
  }
  for (const [name, content] of Object.entries(honest)) {
    it.effect(`is not reported if it ${name}`, () =>
      Effect.gen(function*() {
        const { readPages, warnings } = yield* parse([{ content }])
        assert.deepStrictEqual(warnings, [])
        assert.strictEqual(readPages, 1)
      }))
  }
})
