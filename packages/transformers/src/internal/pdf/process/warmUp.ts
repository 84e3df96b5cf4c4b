/**
 * Work for a parser process that has nothing to do yet: a document of its own, read until the code for it is compiled.
 * A process that steps in for another is then as fast as the one it follows.
 */
import { deflateSync } from "node:zlib"

/** Fonts to embed, a TrueType and a compact one: most documents bring theirs, and reading them is much of the work. */
export interface Fonts {
  readonly trueType: Uint8Array
  readonly compact: Uint8Array
}

const prose = "The quick brown fox jumps over the lazy dog, rests for a while and goes on to the next page."

/** Glyphs of the TrueType font are numbered in the order of ASCII, from the space, which is the third. */
const glyphs = (text: string): string =>
  `<${[...text].map((letter) => (letter.charCodeAt(0) - 29).toString(16).padStart(4, "0")).join("")}>`

const line = (text: string, x: number, y: number, size: number, font: number): string =>
  `BT /F${font} ${size} Tf 1 0 0 1 ${x} ${y} Tm ${font === 1 ? glyphs(text) : `(${text})`} Tj ET\n`

const head = (number: number): string =>
  line("A head that runs", 72, 760, 8, 3) + line(`${number}`, 300, 30, 8, 3) + line(`Section ${number}`, 72, 720, 18, 2)

/** A heading, paragraphs, a list and two tables, with rules and without. */
const tables = (): string => {
  let out = head(1)
  for (let k = 0; k < 20; k++) out += line(`${prose} [${k}]`, 72, 690 - 12 * k, 10, 1)
  for (let k = 0; k < 6; k++) out += line(`\\225 an item of a list, number ${k}`, 80, 440 - 13 * k, 10, 3)
  for (let row = 0; row < 8; row++) {
    for (let column = 0; column < 4; column++) {
      out += line(`cell ${row}.${column}`, 80 + 110 * column, 330 - 15 * row, 9, row === 0 ? 2 : 1)
      out += line(`${row * 7 + column}.${column}0`, 80 + 90 * column, 170 - 13 * row, 9, 3)
    }
    out += `72 ${342 - 15 * row} m 512 ${342 - 15 * row} l S\n`
  }
  for (let column = 0; column < 5; column++) out += `${72 + 110 * column} 342 m ${72 + 110 * column} 237 l S\n`
  return out
}

/** Two columns, word by word, with a caption and a footnote. */
const columns = (): string => {
  let out = head(2)
  for (const left of [72, 320]) {
    for (let row = 0; row < 40; row++) {
      let x = left
      for (const word of prose.slice(0, 48).split(" ")) {
        out += line(word, x, 680 - 13 * row, 10, 1)
        x += 5 * word.length + 3
      }
    }
  }
  return out + line("1", 290, 684, 6, 1) + line("Figure 1: a caption", 72, 140, 9, 2) + line("1", 72, 84, 6, 1) +
    line("A note at the foot of the page.", 78, 80, 8, 1)
}

const stream = (entries: string, data: string | Uint8Array): Buffer => {
  const compressed = deflateSync(data)
  return Buffer.concat([
    Buffer.from(`<<${entries}/Filter/FlateDecode/Length ${compressed.length}>>\nstream\n`),
    compressed,
    Buffer.from("\nendstream")
  ])
}

const toUnicode = `begincmap 1 begincodespacerange <0000> <ffff> endcodespacerange
1 beginbfrange <0003> <0061> <0020> endbfrange endcmap`

const widths = `[278 ${Array.from({ length: 94 }, () => "500").join(" ")}]`

const descriptor = (name: string, file: string): string =>
  `<</Type/FontDescriptor/FontName/${name}/Flags 32/Ascent 900/Descent -200/${file}>>`

/** A document of two pages. */
export const sample = (fonts: Fonts): Uint8Array => {
  const simple = "/Encoding/WinAnsiEncoding/FirstChar 32/LastChar 126/Widths"
  const page = (contents: number): string =>
    `<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents ${contents} 0 R` +
    "/Resources<</Font<</F1 3 0 R/F2 4 0 R/F3 5 0 R>>>>" +
    "/Annots[<</Subtype/Link/Rect[72 600 200 612]/A<</S/URI/URI(https://example.com/)>>>>]>>"
  const plain: ReadonlyArray<string> = [
    "<</Type/Catalog/Pages 2 0 R>>",
    "<</Type/Pages/Kids[6 0 R 7 0 R]/Count 2>>",
    "<</Type/Font/Subtype/Type0/BaseFont/AAAAAA+Sans/Encoding/Identity-H/DescendantFonts[8 0 R]/ToUnicode 11 0 R>>",
    `<</Type/Font/Subtype/Type1/BaseFont/AAAAAA+Serif-Bold${simple} ${widths}/FontDescriptor 10 0 R>>`,
    "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>",
    page(14),
    page(15),
    `<</Type/Font/Subtype/CIDFontType2/BaseFont/AAAAAA+Sans/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)` +
    `/Supplement 0>>/CIDToGIDMap/Identity/DW 500/W[3 ${widths}]/FontDescriptor 9 0 R>>`,
    descriptor("AAAAAA+Sans", "FontFile2 12 0 R"),
    descriptor("AAAAAA+Serif-Bold", "FontFile3 13 0 R")
  ]
  const streams = [
    stream("", toUnicode),
    stream(`/Length1 ${fonts.trueType.length}`, fonts.trueType),
    stream("/Subtype/Type1C", fonts.compact),
    stream("", tables()),
    stream("", columns())
  ]
  let offset = 0
  const index = plain.map((body, k) => {
    const entry = `${k + 1} ${offset}`
    offset += body.length + 1
    return entry
  }).join(" ")
  const bodies = [
    ...streams,
    stream(`/Type/ObjStm/N ${plain.length}/First ${index.length + 1}`, `${index} ${plain.join(" ")}`)
  ]
  const first = plain.length + 1
  const parts: Array<Uint8Array> = [Buffer.from("%PDF-1.7\n")]
  let size = 9
  const entry = (kind: number, at: number, generation: number) => {
    const bytes = Buffer.alloc(7)
    bytes.writeUInt8(kind)
    bytes.writeUInt32BE(at, 1)
    bytes.writeUInt16BE(generation, 5)
    return bytes
  }
  const table = [entry(0, 0, 65535), ...plain.map((_, k) => entry(2, first + streams.length, k))]
  const add = (number: number, body: Uint8Array) => {
    const object = Buffer.concat([Buffer.from(`${number} 0 obj\n`), body, Buffer.from("\nendobj\n")])
    table.push(entry(1, size, 0))
    parts.push(object)
    size += object.length
  }
  bodies.forEach((body, k) => add(first + k, body))
  const start = size
  const count = table.length + 1
  add(count - 1, stream(`/Type/XRef/Size ${count}/W[1 4 2]/Root 1 0 R`, Buffer.concat([...table, entry(1, start, 0)])))
  parts.push(Buffer.from(`startxref\n${start}\n%%EOF\n`))
  return new Uint8Array(Buffer.concat(parts))
}
