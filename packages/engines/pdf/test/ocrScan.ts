/** Scans in any alphabetic script: pages that are one picture of a text. */
import { PdfPoppler } from "@dunlin/pdf"
import { stream, write } from "@dunlin/pdf/PdfTesting"
import { Effect, Option } from "effect"
import { deflateSync } from "node:zlib"

/** Size of the letters and distance of the lines, in points. */
const FONT_SIZE = 12
const LINE_HEIGHT = 20

const RESOLUTION_DPI = 200

/** Width of every letter, in thousandths of the font size. */
const LETTER_WIDTH = 600

/** Codes from this one on are assigned to the letters of a text. */
const FIRST_CODE = 33

/** A PDF of lines, whose letters are named by their code points in the encoding of the font. */
const printed = (lines: ReadonlyArray<string>): Uint8Array => {
  const letters = [...new Set(lines.join(""))].filter((letter) => letter !== " ")
  const names = letters.map((letter) => `/uni${letter.codePointAt(0)!.toString(16).toUpperCase().padStart(4, "0")}`)
  const codeOf = (letter: string): number => letter === " " ? 32 : FIRST_CODE + letters.indexOf(letter)
  const hex = (text: string) => Buffer.from([...text].map(codeOf)).toString("hex")
  const operators = lines.map((text, k) =>
    `BT /F9 ${FONT_SIZE} Tf 1 0 0 1 60 ${700 - LINE_HEIGHT * k} Tm <${hex(text)}> Tj ET`
  )
  return write([{ content: "/Fm Do" }], {
    resources: "/XObject<</Fm 100 0 R>>",
    objects: [
      stream(
        "/Type/XObject/Subtype/Form/BBox[0 0 612 792]/Resources<</Font<</F9 101 0 R>>>>",
        Buffer.from(operators.join("\n"))
      ),
      // DejaVu has letters of every script. Other fonts that the renderer may substitute have no names for them.
      `<</Type/Font/Subtype/Type1/BaseFont/DejaVuSansMono/FirstChar 32/LastChar ${FIRST_CODE + names.length - 1}` +
      `/Widths[${`${LETTER_WIDTH} `.repeat(names.length + 1)}]` +
      `/Encoding<</Type/Encoding/Differences[32/space ${FIRST_CODE}${names.join("")}]>>>>`
    ]
  })
}

/** A PDF whose only page is a grey picture of a PDF's first page. */
export const scanned = Effect.fnUntraced(function*(original: Uint8Array) {
  const renderer = Option.getOrThrow(yield* PdfPoppler.make())
  const { bytes, height, width } = yield* Effect.scoped(
    Effect.flatMap(renderer.open(original), (pages) => pages.render(1, RESOLUTION_DPI))
  )
  const pixels = bytes.subarray(bytes.length - width * height)
  return write([{ content: "q 612 0 0 792 0 0 cm /Im Do Q" }], {
    resources: "/XObject<</Im 100 0 R>>",
    objects: [stream(
      `/Type/XObject/Subtype/Image/Width ${width}/Height ${height}/ColorSpace/DeviceGray/BitsPerComponent 8/Filter/FlateDecode`,
      deflateSync(pixels)
    )]
  })
})

/** A scan of a text in lines. */
export const scanOf = (lines: ReadonlyArray<string>) => scanned(printed(lines))
