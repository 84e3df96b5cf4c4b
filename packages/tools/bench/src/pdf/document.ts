// Writes small PDFs by hand, so that they can contain any fault.
import { deflateSync } from "node:zlib"

type Body = string | Uint8Array

export const stream = (entries: string, data: Uint8Array | string): Uint8Array => {
  const bytes = Buffer.from(data)
  return Buffer.concat([
    Buffer.from(`<<${entries}/Length ${bytes.length}>>\nstream\n`),
    bytes,
    Buffer.from("\nendstream")
  ])
}

export const deflated = (entries: string, data: Uint8Array | string): Uint8Array =>
  stream(`${entries}/Filter/FlateDecode`, deflateSync(data))

export const zeros = (size: number): Uint8Array => deflateSync(Buffer.alloc(size), { level: 9 })

export const write = (objects: ReadonlyArray<readonly [number, Body]>, trailer = ""): Uint8Array => {
  const parts: Array<Uint8Array> = [Buffer.from("%PDF-1.7\n")]
  const offsets = new Map<number, number>()
  let size = parts[0]!.length
  for (const [number, body] of objects) {
    offsets.set(number, size)
    const object = Buffer.concat([Buffer.from(`${number} 0 obj\n`), Buffer.from(body), Buffer.from("\nendobj\n")])
    parts.push(object)
    size += object.length
  }
  const rows = [...offsets].map(([number, at]) => `${number} 1\n${String(at).padStart(10, "0")} 00000 n \n`)
  parts.push(Buffer.from(
    `xref\n${rows.join("")}trailer\n<</Size ${
      [...offsets.keys()].reduce((most, number) => Math.max(most, number)) + 1
    }/Root 1 0 R${trailer}>>\nstartxref\n${size}\n%%EOF\n`
  ))
  return Buffer.concat(parts)
}

interface Page {
  readonly content?: Body
  readonly resources?: string
  readonly page?: string
  readonly catalog?: string
  readonly box?: string
  readonly objects?: ReadonlyArray<readonly [number, Body]>
  readonly trailer?: string
}

export const hello = "BT /F1 12 Tf 72 700 Td (An honest line of text) Tj ET\n"

export const page = ({ box, catalog, content, objects, page, resources, trailer }: Page): Uint8Array =>
  write([
    [1, `<</Type/Catalog/Pages 2 0 R${catalog ?? ""}>>`],
    [2, "<</Type/Pages/Kids[3 0 R]/Count 1>>"],
    [
      3,
      `<</Type/Page/Parent 2 0 R/MediaBox[${box ?? "0 0 612 792"}]/Resources<</Font<</F1 4 0 R/F2 6 0 R>>${
        resources ?? ""
      }>>/Contents 5 0 R${page ?? ""}>>`
    ],
    [4, "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>"],
    [5, typeof content === "object" ? content : deflated("", hello + (content ?? ""))],
    ...objects ?? []
  ], trailer)

export const range = <A>(count: number, make: (k: number) => A): Array<A> =>
  Array.from({ length: count }, (_, k) => make(k))

export const image = (entries: string, data: Uint8Array): Uint8Array =>
  page({
    content: "q 600 0 0 700 0 0 cm /Im Do Q",
    resources: "/XObject<</Im 10 0 R>>",
    objects: [[10, stream(`/Type/XObject/Subtype/Image${entries}`, data)]]
  })

export const type0 = (toUnicode: string, widths = ""): Uint8Array =>
  page({
    content: "BT /F2 9 Tf 50 50 Td <00010002> Tj ET",
    objects: [
      [
        6,
        `<</Type/Font/Subtype/Type0/BaseFont/Foo/Encoding/Identity-H/ToUnicode 7 0 R/DescendantFonts[<</Type/Font/Subtype/CIDFontType2/BaseFont/Foo/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>/DW 500${widths}>>]>>`
      ],
      [7, deflated("", `/CIDInit /ProcSet findresource begin begincmap ${toUnicode} endcmap`)]
    ]
  })
