/**
 * Prepares an idle parser process: it reads a sample document until the code is compiled. A replacement process is then
 * as fast as its predecessor.
 */
import { deflateSync } from "node:zlib"

/** Fonts to embed in the sample. Most documents embed fonts, and reading them is much of the work. */
export interface Fonts {
  readonly trueType: Uint8Array
  readonly compact: Uint8Array
}

const TRUE_TYPE = 1
const COMPACT = 2
const STANDARD = 3

const FIRST_CHARACTER = 32
const LAST_CHARACTER = 126

const SPACE_GLYPH = 3

const GLYPH_DIGITS = 4

interface Style {
  readonly x: number
  readonly y: number
  readonly size: number
  readonly font: number
}

interface Rows extends Style {
  readonly rows: number
  readonly lead: number
}

interface Grid extends Rows {
  readonly columns: number
  readonly step: number
}

const MARGIN_POINTS = 72

const RUNNING_HEAD: Style = { x: MARGIN_POINTS, y: 760, size: 8, font: STANDARD }
const PAGE_NUMBER: Style = { x: 300, y: 30, size: 8, font: STANDARD }
const HEADING: Style = { x: MARGIN_POINTS, y: 720, size: 18, font: COMPACT }
const PARAGRAPH: Rows = { x: MARGIN_POINTS, y: 690, size: 10, font: TRUE_TYPE, rows: 20, lead: 12 }
const LIST: Rows = { x: 80, y: 440, size: 10, font: STANDARD, rows: 6, lead: 13 }
const RULED: Grid = { x: 80, y: 330, size: 9, font: TRUE_TYPE, rows: 8, lead: 15, columns: 4, step: 110 }
const UNRULED: Grid = { x: 80, y: 170, size: 9, font: STANDARD, rows: 8, lead: 13, columns: 4, step: 90 }
const RULE_ABOVE = 12
const COLUMNS: Omit<Rows, "x"> & { readonly starts: ReadonlyArray<number> } = {
  starts: [MARGIN_POINTS, 320],
  y: 680,
  size: 10,
  font: TRUE_TYPE,
  rows: 40,
  lead: 13
}
const LETTER_WIDTH = 5
const SPACE_WIDTH = 3
const COLUMN_LINE = 48
const NOTE_MARK: Style = { x: 290, y: 684, size: 6, font: TRUE_TYPE }
const CAPTION: Style = { x: MARGIN_POINTS, y: 140, size: 9, font: COMPACT }
const NOTE_NUMBER: Style = { x: MARGIN_POINTS, y: 84, size: 6, font: TRUE_TYPE }
const NOTE: Style = { x: 78, y: 80, size: 8, font: TRUE_TYPE }

const prose = "The quick brown fox jumps over the lazy dog, rests for a while and goes on to the next page."

const glyphOf = (letter: string): string =>
  (letter.charCodeAt(0) - FIRST_CHARACTER + SPACE_GLYPH).toString(16).padStart(GLYPH_DIGITS, "0")

const line = (text: string, { font, size, x, y }: Style): string => {
  const shown = font === TRUE_TYPE ? `<${[...text].map(glyphOf).join("")}>` : `(${text})`
  return `BT /F${font} ${size} Tf 1 0 0 1 ${x} ${y} Tm ${shown} Tj ET\n`
}

const rowOf = <A extends Rows>(rows: A, row: number): A => ({ ...rows, y: rows.y - rows.lead * row })

const cellOf = (grid: Grid, row: number, column: number): Grid => ({
  ...rowOf(grid, row),
  x: grid.x + grid.step * column
})

const rule = (x0: number, y0: number, x1: number, y1: number): string => `${x0} ${y0} m ${x1} ${y1} l S\n`

const head = (number: number): string =>
  line("A head that runs", RUNNING_HEAD) + line(`${number}`, PAGE_NUMBER) + line(`Section ${number}`, HEADING)

const tables = (): string => {
  let out = head(1)
  for (let k = 0; k < PARAGRAPH.rows; k++) out += line(`${prose} [${k}]`, rowOf(PARAGRAPH, k))
  for (let k = 0; k < LIST.rows; k++) out += line(`\\225 an item of a list, number ${k}`, rowOf(LIST, k))
  const [top, right] = [RULED.y + RULE_ABOVE, MARGIN_POINTS + RULED.columns * RULED.step]
  for (let row = 0; row < RULED.rows; row++) {
    for (let column = 0; column < RULED.columns; column++) {
      const cell = cellOf(RULED, row, column)
      out += line(`cell ${row}.${column}`, row === 0 ? { ...cell, font: COMPACT } : cell)
      out += line(`${row * (RULED.rows - 1) + column}.${column}0`, cellOf(UNRULED, row, column))
    }
    const y = top - RULED.lead * row
    out += rule(MARGIN_POINTS, y, right, y)
  }
  const bottom = top - RULED.lead * (RULED.rows - 1)
  for (let column = 0; column <= RULED.columns; column++) {
    const x = MARGIN_POINTS + RULED.step * column
    out += rule(x, top, x, bottom)
  }
  return out
}

const columns = (): string => {
  let out = head(2)
  for (const left of COLUMNS.starts) {
    for (let row = 0; row < COLUMNS.rows; row++) {
      let x = left
      for (const word of prose.slice(0, COLUMN_LINE).split(" ")) {
        out += line(word, rowOf({ ...COLUMNS, x }, row))
        x += LETTER_WIDTH * word.length + SPACE_WIDTH
      }
    }
  }
  return out + line("1", NOTE_MARK) + line("Figure 1: a caption", CAPTION) + line("1", NOTE_NUMBER) +
    line("A note at the foot of the page.", NOTE)
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

const widths = `[278 ${Array.from({ length: LAST_CHARACTER - FIRST_CHARACTER }, () => "500").join(" ")}]`

/** Object numbers of the two page contents. Earlier objects are the document, its fonts and their files. */
const CONTENTS = [14, 15]

/** Field widths of a cross-reference entry in bytes: kind, offset, and generation or index. */
const ENTRY = [1, 4, 2] as const
const ENTRY_LENGTH = ENTRY[0] + ENTRY[1] + ENTRY[2]

const LAST_GENERATION = 65_535

const descriptor = (name: string, file: string): string =>
  `<</Type/FontDescriptor/FontName/${name}/Flags 32/Ascent 900/Descent -200/${file}>>`

export const sample = (fonts: Fonts): Uint8Array => {
  const simple = `/Encoding/WinAnsiEncoding/FirstChar ${FIRST_CHARACTER}/LastChar ${LAST_CHARACTER}/Widths`
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
    ...CONTENTS.map(page),
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
  const header = Buffer.from("%PDF-1.7\n")
  const parts: Array<Uint8Array> = [header]
  let size = header.length
  const entry = (kind: number, at: number, generation: number) => {
    const bytes = Buffer.alloc(ENTRY_LENGTH)
    bytes.writeUInt8(kind)
    bytes.writeUInt32BE(at, ENTRY[0])
    bytes.writeUInt16BE(generation, ENTRY[0] + ENTRY[1])
    return bytes
  }
  const table = [entry(0, 0, LAST_GENERATION), ...plain.map((_, k) => entry(2, first + streams.length, k))]
  const add = (number: number, body: Uint8Array) => {
    const object = Buffer.concat([Buffer.from(`${number} 0 obj\n`), body, Buffer.from("\nendobj\n")])
    table.push(entry(1, size, 0))
    parts.push(object)
    size += object.length
  }
  bodies.forEach((body, k) => add(first + k, body))
  const start = size
  const count = table.length + 1
  add(
    count - 1,
    stream(`/Type/XRef/Size ${count}/W[${ENTRY.join(" ")}]/Root 1 0 R`, Buffer.concat([...table, entry(1, start, 0)]))
  )
  parts.push(Buffer.from(`startxref\n${start}\n%%EOF\n`))
  return new Uint8Array(Buffer.concat(parts))
}
