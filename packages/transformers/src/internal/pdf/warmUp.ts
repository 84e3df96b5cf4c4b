/**
 * Work for a parser process that has nothing to do yet: a document of its own, read until the code for it is compiled.
 * A process that steps in for another is then as fast as the one it follows.
 */
import { deflateSync } from "node:zlib"

const line = (text: string, x: number, y: number, size: number, font: number): string =>
  `BT /F${font} ${size} Tf 1 0 0 1 ${x} ${y} Tm (${text}) Tj ET\n`

const prose = "The quick brown fox jumps over the lazy dog, rests for a while and goes on to the next page."

/** One page with a heading, paragraphs, a list and two tables, with rules and without. */
const content = (): string => {
  let out = line("A heading that nobody reads", 72, 720, 18, 2)
  for (let k = 0; k < 20; k++) out += line(`${prose} [${k}]`, 72, 690 - 12 * k, 10, 1)
  for (let k = 0; k < 6; k++) out += line(`\\225 an item of a list, number ${k}`, 80, 440 - 13 * k, 10, 1)
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

/** A document of some pages. */
export const sample = (pages: number): Uint8Array => {
  const data = deflateSync(Buffer.from(content()))
  const kids = Array.from({ length: pages }, (_, k) => 10 + k)
  const page = "<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 6 0 R/Resources<</Font<</F1 3 0 R/F2 4 0 R" +
    "/F3 5 0 R>>>>/Annots[<</Subtype/Link/Rect[72 600 200 612]/A<</S/URI/URI(https://example.com/)>>>>]>>"
  const objects: ReadonlyArray<readonly [number, string | Uint8Array]> = [
    [1, "<</Type/Catalog/Pages 2 0 R>>"],
    [2, `<</Type/Pages/Kids[${kids.map((kid) => `${kid} 0 R`).join(" ")}]/Count ${pages}>>`],
    ...["Helvetica", "Times-Bold", "Courier"].map((name, k) =>
      [3 + k, `<</Type/Font/Subtype/Type1/BaseFont/${name}/Encoding/WinAnsiEncoding>>`] as const
    ),
    [
      6,
      Buffer.concat([
        Buffer.from(`<</Filter/FlateDecode/Length ${data.length}>>\nstream\n`),
        data,
        Buffer.from("\nendstream")
      ])
    ],
    ...kids.map((kid) => [kid, page] as const)
  ]
  const parts: Array<Uint8Array> = [Buffer.from("%PDF-1.7\n")]
  const table: Array<string> = []
  let size = 9
  for (const [number, body] of objects) {
    table.push(`${number} 1\n${String(size).padStart(10, "0")} 00000 n \n`)
    const object = Buffer.concat([Buffer.from(`${number} 0 obj\n`), Buffer.from(body), Buffer.from("\nendobj\n")])
    parts.push(object)
    size += object.length
  }
  parts.push(Buffer.from(`xref\n${table.join("")}trailer\n<</Size 1000/Root 1 0 R>>\nstartxref\n${size}\n%%EOF\n`))
  return new Uint8Array(Buffer.concat(parts))
}
