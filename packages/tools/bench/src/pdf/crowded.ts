// Creates PDFs that are readable, but have too many words, rules, links, fields or bookmarks.
import { deflated, page, range, stream, write, zeros } from "./document.ts"

const word = (x: number, y: number, text: string, size = 9): string =>
  `BT /F1 ${size} Tf ${x.toFixed(1)} ${y.toFixed(1)} Td (${text}) Tj ET`

const numbers = (): () => number => {
  let seed = 1
  return () => {
    seed = seed * 48271 % 2147483647
    return seed / 2147483647
  }
}

const widget = "/Subtype/Widget/FT/Tx"

export const crowded = (): ReadonlyMap<string, () => Uint8Array> =>
  new Map<string, () => Uint8Array>([
    ["300,000 words in one place", () => page({ content: range(300_000, () => word(100, 400, "word")).join("\n") })],
    [
      "200,000 words anywhere",
      () => {
        const next = numbers()
        return page({
          content: range(200_000, () => word(next() * 600, next() * 780, "word", 3 + next() * 9)).join("\n")
        })
      }
    ],
    [
      "100,000 words, each rotated differently",
      () => {
        const next = numbers()
        const turned = (k: number) => {
          const [cos, sin] = [Math.cos(k / 1000).toFixed(4), Math.sin(k / 1000).toFixed(4)]
          return `BT /F1 9 Tf ${cos} ${sin} -${sin} ${cos} ${next() * 600} ${next() * 780} Tm (w${k}) Tj ET`
        }
        return page({ content: range(100_000, turned).join("\n") })
      }
    ],
    [
      "200,000 rules that cross",
      () => {
        const next = numbers()
        const rule = (k: number) =>
          k % 2 === 0 ? `${next() * 600} 0 m ${next() * 600} 792 l S` : `0 ${next() * 792} m 612 ${next() * 792} l S`
        return page({ content: range(200_000, rule).join("\n") })
      }
    ],
    [
      "a grid of 1,000 by 1,000 with 100,000 cells",
      () => {
        const rules = range(1000, (k) => `${k * 0.6} 0 m ${k * 0.6} 792 l S 0 ${k * 0.79} m 612 ${k * 0.79} l S`)
        const cells = range(100_000, (k) => word(0.6 * (k % 1000), 0.79 * Math.floor(k / 100), "c", 1))
        return page({ content: [...rules, ...cells].join("\n") })
      }
    ],
    [
      "100,000 links over one word",
      () => {
        const link = (k: number) => `<</Subtype/Link/Rect[90 390 130 410]/A<</S/URI/URI(http://a.example/${k})>>>>`
        return page({ content: word(100, 400, "word"), page: `/Annots[${range(100_000, link).join("")}]` })
      }
    ],
    [
      "100,000 fields with separate appearances",
      () =>
        page({
          page: `/Annots[${
            range(100_000, (k) => `<<${widget}/T(f${k})/V(v)/Rect[${k % 600} 0 600 9]/AP<</N 10 0 R>>>>`).join("")
          }]`,
          objects: [[10, stream("/Type/XObject/Subtype/Form/BBox[0 0 9 9]", word(0, 0, "x"))]]
        })
    ],
    [
      "fields nested 100,000 deep that lead back to the first",
      () =>
        page({
          catalog: "/AcroForm<</Fields[10 0 R]>>",
          page: "/Annots[100009 0 R]",
          objects: range(
            100_000,
            (k) => [10 + k, `<<${widget}/T(a)/Rect[0 0 9 9]/Parent ${k > 0 ? 9 + k : 100_009} 0 R>>`] as const
          )
        })
    ],
    [
      "20,000 marks of footnotes",
      () => {
        const pair = (k: number) => {
          const [x, y] = [20 + 30 * (k % 19), 780 - 0.35 * Math.floor(k / 19)]
          return `${word(x, y, "word", 6)}\n${word(x + 14, y + 3, "1", 3)}`
        }
        return page({ content: range(20_000, pair).join("\n") })
      }
    ],
    [
      "glyphs that each map to a thousand letters",
      () =>
        page({
          content: `BT /F2 9 Tf 50 700 Td <${"0001".repeat(60_000)}> Tj ET`,
          objects: [
            [
              6,
              "<</Type/Font/Subtype/Type0/BaseFont/Foo/Encoding/Identity-H/ToUnicode 7 0 R/DescendantFonts[<</Type/Font/Subtype/CIDFontType2/BaseFont/Foo/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>/DW 500>>]>>"
            ],
            [
              7,
              deflated(
                "",
                `begincmap 1 begincodespacerange <0000> <FFFF> endcodespacerange 1 beginbfchar <0001> <${
                  "0041".repeat(1000)
                }> endbfchar endcmap`
              )
            ]
          ]
        })
    ],
    [
      "a mesh of 60 MB whose function is part of itself",
      () =>
        page({
          content: "/S sh",
          resources: "/Shading<</S 10 0 R>>",
          objects: [
            [
              10,
              stream(
                "/ShadingType 4/ColorSpace/DeviceRGB/BitsPerCoordinate 8/BitsPerComponent 8/BitsPerFlag 8/Decode[0 1 0 1 0 1]/Function 11 0 R/Filter/FlateDecode",
                zeros(60 << 20)
              )
            ],
            [11, "<</FunctionType 3/Domain[0 1]/Functions[11 0 R 11 0 R]/Bounds[.5]/Encode[0 1 0 1]>>"]
          ]
        })
    ],
    [
      "a structure tree of 300,000 elements that ends in its root",
      () =>
        page({
          catalog: "/MarkInfo<</Marked true>>/StructTreeRoot 10 0 R",
          page: "/StructParents 0",
          content: `/P <</MCID 0>> BDC ${word(50, 50, "x")} EMC`,
          objects: [
            [10, "<</Type/StructTreeRoot/K 11 0 R/ParentTree 9 0 R>>"],
            [9, "<</Nums[0[300010 0 R]]>>"],
            ...range(
              300_000,
              (k) => [11 + k, `<</S/Div/P ${10 + k} 0 R/Pg 3 0 R/K[${k < 299_999 ? 12 + k : 10} 0 R 0]>>`] as const
            )
          ]
        })
    ],
    [
      "a title and a bookmark of 30 MB",
      () =>
        page({
          catalog: "/Outlines 10 0 R",
          trailer: "/Info 12 0 R",
          objects: [
            [10, "<</First 11 0 R/Count 1>>"],
            [11, `<</Title(${"b".repeat(3e7)})/Parent 10 0 R/Next 11 0 R>>`],
            [12, `<</Title(${"t".repeat(3e7)})>>`]
          ]
        })
    ],
    [
      "100,000 pictures inside a page",
      () =>
        page({
          content: "BI /W 30000 /H 30000 /BPC 1 /IM true /F /CCF /DP <</K -1 /Columns 30000>> ID \x00\x11 EI\n".repeat(
            100_000
          )
        })
    ],
    [
      "a page tree of 200 levels that each list the next one twice",
      () =>
        write([
          [1, "<</Type/Catalog/Pages 10 0 R>>"],
          ...range(
            200,
            (k) => [10 + k, `<</Type/Pages/Count 1000000/Kids[${11 + k} 0 R ${11 + k} 0 R 10 0 R]>>`] as const
          ),
          [210, "<</Type/Page/MediaBox[0 0 9 9]>>"]
        ])
    ],
    [
      "3,000 pages that are all the same 300 lines",
      () =>
        write([
          [1, "<</Type/Catalog/Pages 2 0 R>>"],
          [2, `<</Type/Pages/Count 3000/Kids[${"3 0 R ".repeat(3000)}]>>`],
          [
            3,
            "<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Resources<</Font<</F1 4 0 R>>>>/Contents 5 0 R>>"
          ],
          [4, "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>"],
          [5, deflated("", range(300, (k) => word(20, 780 - 2.5 * k, `line ${k} of many words here`)).join("\n"))]
        ])
    ]
  ])
