// Creates PDFs with references, fonts, keys and updates that lead nowhere, or to too much data.
import { deflateSync } from "node:zlib"
import { deflated, hello, page, range, stream, type0, write, zeros } from "./document.ts"

const catalog = "<</Type/Catalog/Pages 2 0 R>>"

const trueType = (tables: ReadonlyArray<readonly [name: string, data: Buffer]>): Buffer => {
  const head = Buffer.alloc(12 + 16 * tables.length)
  head.writeUInt32BE(0x00010000)
  head.writeUInt16BE(tables.length, 4)
  let offset = head.length
  tables.forEach(([name, data], k) => {
    head.write(name, 12 + 16 * k, "latin1")
    head.writeUInt32BE(offset, 20 + 16 * k)
    head.writeUInt32BE(data.length, 24 + 16 * k)
    offset += data.length
  })
  return Buffer.concat([head, ...tables.map(([, data]) => data)])
}

const words = (...values: ReadonlyArray<number>): Buffer => {
  const data = Buffer.alloc(2 * values.length)
  values.forEach((value, k) => data.writeUInt16BE(value & 0xffff, 2 * k))
  return data
}

/** Writes the maximum number of glyphs. Each consists of the next one twice, and the last consists of the first. */
const endlessGlyphs = (): Buffer => {
  const count = 65_535
  const glyphs = Buffer.concat(
    range(count, (k) => words(-1, 0, 0, 9, 9, 0x20, (k + 1) % count, 0, 0x00, (k + 1) % count, 0))
  )
  const places = Buffer.alloc(4 * (count + 1))
  for (let k = 0; k <= count; k++) places.writeUInt32BE(22 * k, 4 * k)
  return trueType([
    ["cmap", words(0, 1, 3, 1, 0, 12, 4, 32, 0, 4, 4, 1, 0, 0xfffe, 0xffff, 0, 0, 0xffff, 1, 1, 0, 0)],
    ["glyf", glyphs],
    ["head", words(1, 0, 1, 0, 0, 0, 0x5f0f, 0x3cf5, 0, 1000, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 9, 9, 0, 8, 2, 1, 0)],
    ["hhea", words(1, 0, 900, -200, 0, 500, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1)],
    ["hmtx", Buffer.alloc(4 + 2 * count)],
    ["loca", places],
    [
      "maxp",
      words(
        1,
        0,
        count,
        0xffff,
        0xffff,
        0xffff,
        0xffff,
        2,
        0xffff,
        0xffff,
        0xffff,
        0xffff,
        0xffff,
        0xffff,
        0xffff,
        0xffff
      )
    ]
  ])
}

const embedded = (entries: string, file: Uint8Array): Uint8Array =>
  page({
    content: "BT /F2 9 Tf 50 50 Td (abc) Tj ET",
    objects: [
      [
        6,
        "<</Type/Font/Subtype/TrueType/BaseFont/Foo/Encoding/WinAnsiEncoding/FirstChar 97/LastChar 99" +
        "/Widths[500 500 500]/FontDescriptor<</Type/FontDescriptor/FontName/Foo/Flags 32/" + entries + " 7 0 R>>>>"
      ],
      [7, deflated("", file)]
    ]
  })

const encrypted = (entries: string): Uint8Array =>
  page({ trailer: `/Encrypt<</Filter/Standard${entries}>>/ID[<00><00>]` })

export const twisted = (): ReadonlyMap<string, () => Uint8Array> =>
  new Map<string, () => Uint8Array>([
    [
      "an object stream of ten million entries",
      () =>
        page({
          objects: [[
            10,
            deflated("/Type/ObjStm/N 10000000/First 80000000", Buffer.alloc(80_000_000, "11 0 12 1 "))
          ]],
          catalog: "/Foo 10 0 R"
        })
    ],
    [
      "an object stream that holds its own length",
      () =>
        page({
          objects: [[10, "<</Type/ObjStm/N 1/First 5/Length 11 0 R>>\nstream\n11 0 10 0 R\nendstream"], [11, "10 0 R"]],
          catalog: "/Metadata 10 0 R/Names 11 0 R"
        })
    ],
    [
      "a chain of a million references for the size of the page",
      () =>
        page({
          box: "",
          page: "/MediaBox 100 0 R/CropBox 100 0 R/Rotate 100 0 R/UserUnit 100 0 R",
          objects: range(1_000_000, (k) => [100 + k, `${101 + (k + 1) % 1_000_000} 0 R`] as const)
        })
    ],
    [
      "a page tree 300,000 deep",
      () =>
        write([
          [1, catalog],
          ...range(300_000, (k) => [2 + k, `<</Type/Pages/Count 1/Kids[${3 + k} 0 R]>>`] as const),
          [300_002, "<</Type/Page/MediaBox[0 0 9 9]>>"]
        ])
    ],
    [
      "a chain of 100,000 filters",
      () => page({ content: stream(`/Filter[${"/ASCIIHexDecode".repeat(100_000)}]`, "41>") })
    ],
    [
      "20 nested inflate filters",
      () => {
        let data: Uint8Array = zeros(60 << 20)
        for (let k = 0; k < 19; k++) data = deflateSync(data)
        return page({ content: stream(`/Filter[${"/FlateDecode".repeat(20)}]`, data) })
      }
    ],
    ["glyphs composed of each other", () => embedded("FontFile2", endlessGlyphs())],
    [
      "a compact font that is one long index",
      () => embedded("FontFile3", Buffer.concat([Buffer.from([1, 0, 4, 4]), Buffer.alloc(30 << 20, 0xff)]))
    ],
    [
      "a Type 1 font of a million programs",
      () =>
        embedded(
          "FontFile",
          Buffer.from(
            `%!PS-AdobeFont-1.0: Foo\n/FontMatrix [0.001 0 0 0.001 0 0] def /Encoding 256 array ${
              range(1_000_000, (k) => `dup ${k} /g${k} put`).join(" ")
            } readonly def currentfile eexec ${
              range(1_000_000, (k) => `/g${k} 9 RD 123456789 ND`).join(" ")
            } mark currentfile closefile`
          )
        )
    ],
    [
      "a ToUnicode map of 1 GB",
      () =>
        page({
          content: "BT /F2 9 Tf 50 50 Td <00010002> Tj ET",
          objects: [
            [
              6,
              "<</Type/Font/Subtype/Type0/BaseFont/Foo/Encoding/Identity-H/ToUnicode 7 0 R/DescendantFonts" +
              "[<</Type/Font/Subtype/CIDFontType2/BaseFont/Foo/CIDSystemInfo<</Registry(A)/Ordering(I)/Supplement 0>>>>]>>"
            ],
            [7, stream("/Filter[/FlateDecode/FlateDecode]", deflateSync(zeros(1 << 30)))]
          ]
        })
    ],
    [
      "a million ranges of character codes",
      () =>
        type0(
          range(
            1_000_000,
            (k) => `1 beginbfrange <0000> <${(k % 65_536).toString(16).padStart(4, "0")}> <0041> endbfrange`
          ).join("\n")
        )
    ],
    [
      "a map to glyphs of 512 MB",
      () =>
        page({
          content: "BT /F2 9 Tf 50 50 Td <00010002> Tj ET",
          objects: [
            [
              6,
              "<</Type/Font/Subtype/Type0/BaseFont/Foo/Encoding/Identity-H/DescendantFonts[<</Type/Font" +
              "/Subtype/CIDFontType2/BaseFont/Foo/CIDToGIDMap 7 0 R/CIDSystemInfo<</Registry(A)/Ordering(I)/Supplement 0>>" +
              "/FontDescriptor<</Type/FontDescriptor/FontName/Foo/Flags 4/FontFile2 8 0 R>>>>]>>"
            ],
            [7, stream("/Filter/FlateDecode", zeros(512 << 20))],
            [8, deflated("", endlessGlyphs())]
          ]
        })
    ],
    [
      "a million annotations whose appearances draw each other",
      () =>
        page({
          page: `/Annots[${range(1_000_000, () => "9 0 R").join(" ")}]`,
          objects: [
            [9, "<</Subtype/FreeText/Contents(note)/Rect[0 0 9 9]/AP<</N 10 0 R>>/Popup 9 0 R/IRT 9 0 R>>"],
            [10, stream("/Type/XObject/Subtype/Form/BBox[0 0 9 9]/Resources<</XObject<</X 10 0 R>>>>", "/X Do")]
          ]
        })
    ],
    [
      "roles that map to each other, and a parent tree that is its own child",
      () =>
        page({
          content: "/A <</MCID 0>> BDC BT /F1 9 Tf 50 50 Td (marked) Tj ET EMC",
          page: "/StructParents 0",
          catalog: "/MarkInfo<</Marked true>>/StructTreeRoot 10 0 R",
          objects: [
            [10, "<</Type/StructTreeRoot/RoleMap<</A/B/B/A>>/ParentTree 11 0 R/K 12 0 R>>"],
            [11, "<</Kids[11 0 R 11 0 R]/Limits[0 9]/Nums[0[12 0 R]]>>"],
            [12, "<</S/A/P 12 0 R/Pg 3 0 R/K[0 12 0 R]>>"]
          ]
        })
    ],
    ["an encryption key with truncated parts", () =>
      encrypted("/V 5/R 6/Length 256/O<00>/U<00>/OE<00>/UE<00>/Perms<00>/P -4")],
    [
      "a key of 48 MB",
      () =>
        encrypted(`/V 5/R 6/Length 256/O<${"00".repeat(24 << 20)}>/U<${"00".repeat(24 << 20)}>/P -4`)
    ],
    [
      "encryption filters that refer to each other",
      () => encrypted("/V 4/R 4/Length 128/O(a)/U(b)/P -4/CF<</A<</CFM/AESV9/Length 999999999>>>>/StmF/A/StrF/B")
    ],
    [
      "a PDF in a PDF in a PDF, 100 deep",
      () => {
        let inner: Uint8Array = page({})
        for (let k = 0; k < 100; k++) {
          inner = page({
            catalog: "/Names<</EmbeddedFiles<</Names[(a)<</F(a)/EF<</F 10 0 R>>>>]>>>>/Collection<</View/T>>",
            page: "/Annots[<</Subtype/FileAttachment/Rect[0 0 9 9]/FS<</F(a)/EF<</F 10 0 R>>>>>>]",
            objects: [[10, deflated("/Type/EmbeddedFile", inner)]]
          })
        }
        return inner
      }
    ],
    [
      "100,000 incremental updates",
      () => {
        const parts: Array<Buffer> = [Buffer.from(page({}))]
        let size = parts[0]!.length
        let before = Number(/startxref\n(\d+)/.exec(parts[0]!.toString("latin1"))![1])
        for (let k = 0; k < 100_000; k++) {
          const next = Buffer.from(
            `xref\n0 0\ntrailer\n<</Size 9/Root 1 0 R/Prev ${before}>>\nstartxref\n${size}\n%%EOF\n`
          )
          before = size
          size += next.length
          parts.push(next)
        }
        return Buffer.concat(parts)
      }
    ],
    [
      "a million layers, with an /Order array nested 100,000 deep",
      () =>
        page({
          content: "/OC /L BDC BT /F1 9 Tf 50 50 Td (layered) Tj ET EMC",
          resources: "/Properties<</L 11 0 R>>",
          catalog: `/OCProperties<</OCGs[${"10 0 R ".repeat(1_000_000)}]/D<</Order[${"[".repeat(100_000)}${
            "]".repeat(100_000)
          }]>>>>`,
          objects: [
            [10, "<</Type/OCG/Name(a)>>"],
            [11, `<</Type/OCMD/VE${"[/Not".repeat(100_000)} 10 0 R${"]".repeat(100_000)}>>`]
          ]
        })
    ],
    ["a name and a number of 40 MB each", () => page({ catalog: `/${"a".repeat(40e6)} ${"9".repeat(40e6)}` })],
    [
      "text at positions that are not numbers",
      () =>
        page({
          content: range(20_000, (k) =>
            `BT /F1 ${
              k % 2 === 0 ? "1e308" : "-1e-308"
            } Tf 1e38 Tc -1e38 Tw 1e30 Tz 1e38 1e38 -1e38 .00000001 1e38 ${k} Tm (w${k}) Tj ET`).join("\n")
        })
    ],
    [
      "a link with a URL of 30 MB, and a page label of 30 MB",
      () =>
        page({
          page: `/Annots[<</Subtype/Link/Rect[0 0 612 792]/A<</S/URI/URI(https://example.com/${"a".repeat(30e6)})>>>>]`,
          catalog: `/PageLabels<</Nums[0<</S/R/St 2147483647/P(${"b".repeat(30e6)})>>]>>`
        })
    ],
    [
      "100,000 lines that each clip the rest",
      () => page({ content: "q 0 0 m 9 9 l 9 0 l h W n ".repeat(100_000) + hello + "Q ".repeat(100_000) })
    ]
  ])
