// Creates malicious PDFs. Each is small, but endless, nested too deeply, or meaningless to parse.
import { deflateSync } from "node:zlib"
import { deflated, hello, image, page, range, stream, type0, write, zeros } from "./document.ts"

const honest = page({
  content: range(200, (k) => `BT /F1 9 Tf 50 ${690 - 3 * k} Td (line ${k} of many) Tj ET`).join("\n")
})

const formsWithoutEnd = () =>
  range(20, (k) =>
    [
      10 + k,
      stream(
        `/Type/XObject/Subtype/Form/BBox[0 0 9 9]/Resources<</XObject<</X ${k < 19 ? 11 + k : 10} 0 R>>>>`,
        "/X Do ".repeat(10)
      )
    ] as const)

export const documents = (): ReadonlyMap<string, () => Uint8Array> =>
  new Map<string, () => Uint8Array>([
    ["a content stream of 512 MB", () => page({ content: stream("/Filter/FlateDecode", zeros(512 << 20)) })],
    [
      "a content stream of 512 MB, deflated twice",
      () => page({ content: stream("/Filter[/FlateDecode/FlateDecode]", deflateSync(zeros(512 << 20), { level: 9 })) })
    ],
    [
      "nested LZW and run-length filters",
      () => page({ content: stream("/Filter[/FlateDecode/RunLengthDecode/RunLengthDecode]", zeros(64 << 20)) })
    ],
    [
      "a predictor with a billion columns",
      () =>
        page({
          content: stream(
            "/Filter/FlateDecode/DecodeParms<</Predictor 15/Columns 1000000000/Colors 32/BitsPerComponent 16>>",
            zeros(8 << 20)
          )
        })
    ],
    [
      "2 million text operators",
      () => page({ content: "BT /F1 9 Tf 1 0 0 1 50 700 Tm (lorem ipsum) Tj ET\n".repeat(2e6) })
    ],
    ["3 million saved states", () => page({ content: "q ".repeat(3e6) })],
    ["a million nested marks", () => page({ content: "/P <</MCID 0>> BDC ".repeat(1e6) })],
    ["a string of 60 MB", () => page({ content: `BT /F1 9 Tf (${"x".repeat(6e7)}) Tj ET` })],
    ["2 million curves", () => page({ content: "0 0 m 1 2 3 4 5 6 c S\n".repeat(2e6) })],
    [
      "forms that each draw ten others, 20 deep",
      () =>
        page({
          content: "/X Do",
          resources: "/XObject<</X 10 0 R>>",
          objects: range(20, (k) =>
            [
              10 + k,
              stream(
                `/Type/XObject/Subtype/Form/BBox[0 0 9 9]/Resources<</XObject<</X ${k < 19 ? 11 + k : 10} 0 R>>>>`,
                "/X Do ".repeat(10)
              )
            ] as const)
        })
    ],
    [
      "a form that draws itself",
      () =>
        page({
          content: "/X Do",
          resources: "/XObject<</X 10 0 R>>",
          objects: [[
            10,
            stream("/Type/XObject/Subtype/Form/BBox[0 0 9 9]/Resources<</XObject<</X 10 0 R>>>>", "/X Do /X Do")
          ]]
        })
    ],
    [
      "a Type 3 font whose glyphs use the font itself",
      () =>
        page({
          content: "BT /F2 9 Tf (aaaa) Tj ET",
          objects: [
            [
              6,
              "<</Type/Font/Subtype/Type3/FontBBox[0 0 9 9]/FontMatrix[.1 0 0 .1 0 0]/CharProcs<</a 7 0 R>>/Encoding<</Differences[97/a]>>/FirstChar 97/LastChar 97/Widths[9]/Resources<</Font<</F2 6 0 R>>>>>>"
            ],
            [7, stream("", "9 0 d0 BT /F2 9 Tf (aaaa) Tj ET")]
          ]
        })
    ],
    [
      "a pattern painted with itself",
      () =>
        page({
          content: "/Pattern cs /P scn 0 0 600 600 re f",
          resources: "/Pattern<</P 10 0 R>>",
          objects: [[
            10,
            stream(
              "/Type/Pattern/PatternType 1/PaintType 1/TilingType 1/BBox[0 0 9 9]/XStep .001/YStep .001/Resources<</Pattern<</P 10 0 R>>>>",
              "/Pattern cs /P scn 0 0 9 9 re f"
            )
          ]]
        })
    ],
    [
      "a shading with a huge function that is called endlessly",
      () =>
        page({
          content: "/S sh",
          resources:
            "/Shading<</S<</ShadingType 1/ColorSpace/DeviceRGB/Domain[0 1e9 0 1e9]/Function 10 0 R>>>>/ColorSpace<</C[/Separation/X/DeviceRGB 10 0 R]>>",
          objects: [[
            10,
            stream(
              "/FunctionType 4/Domain[0 1 0 1]/Range[0 1 0 1 0 1]",
              `{ ${"dup mul exch ".repeat(200_000)} ${"{ ".repeat(50_000)}`
            )
          ]]
        })
    ],
    ["a million annotations", () =>
      page({
        page: `/Annots[${"<</Subtype/Link/Rect[0 0 9 9]/A<</S/URI/URI(http://a)>>>>".repeat(1e6)}]`
      })],
    ["an array a million deep", () => page({ catalog: `/Foo ${"[".repeat(1e6)}${"]".repeat(1e6)}` })],
    ["a dictionary 300,000 deep", () => page({ catalog: `/Foo ${"<</A".repeat(3e5)} 1${">>".repeat(3e5)}` })],
    [
      "a page tree 20,000 deep",
      () =>
        write([
          [1, "<</Type/Catalog/Pages 10 0 R>>"],
          ...range(
            20_000,
            (k) =>
              [10 + k, `<</Type/Pages/Count 1/Kids[${11 + k} 0 R]${k > 0 ? `/Parent ${9 + k} 0 R` : ""}>>`] as const
          ),
          [20_010, "<</Type/Page/Parent 20009 0 R/MediaBox[0 0 9 9]>>"]
        ])
    ],
    ["a page tree that is its own child", () =>
      write([
        [1, "<</Type/Catalog/Pages 2 0 R>>"],
        [2, "<</Type/Pages/Kids[3 0 R 2 0 R]/Count 9>>"],
        [3, "<</Type/Pages/Parent 2 0 R/Kids[2 0 R 3 0 R]/Count 9>>"]
      ])],
    [
      "a page tree that counts a billion pages",
      () => write([[1, "<</Type/Catalog/Pages 2 0 R>>"], [2, "<</Type/Pages/Kids[]/Count 1000000000>>"]])
    ],
    [
      "an outline that follows itself",
      () =>
        page({
          catalog: "/Outlines 10 0 R",
          objects: [
            [10, "<</Type/Outlines/First 11 0 R/Last 11 0 R/Count 9>>"],
            [11, "<</Title(a)/Parent 10 0 R/Next 11 0 R/First 10 0 R>>"]
          ]
        })
    ],
    [
      "100,000 bookmarks",
      () =>
        page({
          catalog: "/Outlines 10 0 R",
          objects: [
            [10, "<</First 11 0 R/Count 100000>>"],
            ...range(
              100_000,
              (k) => [11 + k, `<</Title(${"b".repeat(50)})/Parent 10 0 R/Next ${12 + k} 0 R>>`] as const
            )
          ]
        })
    ],
    [
      "a structure tree that is its own child, and a wide one",
      () =>
        page({
          catalog: "/MarkInfo<</Marked true>>/StructTreeRoot 10 0 R",
          page: "/StructParents 0",
          objects: [
            [10, "<</Type/StructTreeRoot/K 11 0 R/ParentTree 12 0 R>>"],
            [11, `<</S/P/P 11 0 R/Pg 3 0 R/K[${"11 0 R ".repeat(50_000)} 0]>>`],
            [12, "<</Nums[0[11 0 R]]/Kids[12 0 R]>>"]
          ]
        })
    ],
    [
      "a names tree that is its own child",
      () =>
        page({
          catalog: "/Names<</Dests 10 0 R/EmbeddedFiles 10 0 R/JavaScript 10 0 R>>/Dests 10 0 R",
          page: "/Annots[<</Subtype/Link/Rect[0 0 9 9]/Dest(x)>>]",
          objects: [[10, "<</Kids[10 0 R 10 0 R]/Limits[(a)(z)]>>"]]
        })
    ],
    [
      "an object stream of a million objects",
      () =>
        page({
          catalog: "/Foo 50 0 R",
          objects: [[20, deflated("/Type/ObjStm/N 1000000/First 8000000", range(1e6, (k) => `${k} 0 `).join(""))]]
        })
    ],
    [
      "a cross-reference stream of a billion entries",
      () => {
        const table = deflated("/Type/XRef/Size 1000000000/W[1 4 2]/Index[0 1000000000]/Root 1 0 R", Buffer.alloc(70))
        const start = Buffer.concat([Buffer.from("%PDF-1.7\n1 0 obj\n<</Type/Catalog>>\nendobj\n2 0 obj\n"), table])
        return Buffer.concat([start, Buffer.from("\nendobj\nstartxref\n43\n%%EOF")])
      }
    ],
    [
      "cross-references that lead to themselves",
      () => {
        const start =
          "%PDF-1.4\n1 0 obj\n<</Type/Catalog/Pages 2 0 R>>\nendobj\n2 0 obj\n<</Type/Pages/Kids[]>>\nendobj\n"
        const at = start.length
        return Buffer.from(
          `${start}xref\n0 1\n0000000000 65535 f \ntrailer\n<</Size 3/Root 1 0 R/Prev ${at}>>\nstartxref\n${at}\n%%EOF`
        )
      }
    ],
    [
      "20,000 incremental updates",
      () => {
        let text = Buffer.from(honest).toString("latin1")
        let before = text.lastIndexOf("xref\n0") >= 0
          ? text.lastIndexOf("xref\n")
          : Number(/startxref\n(\d+)/.exec(text)![1])
        const parts = [text]
        let size = text.length
        for (let k = 0; k < 20_000; k++) {
          text =
            `xref\n0 1\n0000000000 65535 f \ntrailer\n<</Size 9/Root 1 0 R/Prev ${before}>>\nstartxref\n${size}\n%%EOF\n`
          before = size
          size += text.length
          parts.push(text)
        }
        return Buffer.from(parts.join(""), "latin1")
      }
    ],
    ["a page without a size", () => page({ box: "NaN -Infinity 1e400 null" })],
    ["a page of two billion points", () => page({ box: "0 0 2000000000 2000000000" })],
    [
      "a key of a million bits",
      () =>
        page({
          trailer:
            "/Encrypt<</Filter/Standard/V 5/R 6/Length 1000000/O(x)/U(y)/OE(z)/UE(w)/P -1/Perms(p)/CF<</StdCF<</CFM/AESV3/Length 100000000>>>>/StmF/StdCF/StrF/StdCF>>/ID[(a)(b)]"
        })
    ],
    [
      "a map of four billion letters",
      () => type0(`100 beginbfrange ${"<00000000> <00FFFFFF> <0041>\n".repeat(100)} endbfrange`)
    ],
    [
      "a map that uses itself",
      () =>
        type0(
          "/Foo usecmap 1 begincodespacerange <00> <FFFFFFFF> endcodespacerange 1 begincidrange <00000000> <FFFFFFFF> 0 endcidrange"
        )
    ],
    ["widths of a million glyphs", () => type0("", `/W[${range(1e6, (k) => `${k}[500]`).join(" ")} 0 4000000000 1]`)],
    [
      "a picture of 60,000 by 60,000",
      () =>
        image("/Width 60000/Height 60000/ColorSpace/DeviceGray/BitsPerComponent 8/Filter/FlateDecode", zeros(64 << 20))
    ],
    [
      "JBIG2 of a billion rows",
      () =>
        image(
          "/Width 100000/Height 1000000000/ColorSpace/DeviceGray/BitsPerComponent 1/Filter/JBIG2Decode",
          Buffer.from("0000000030000100000013000186a03b9aca00000000000000000000000000", "hex")
        )
    ],
    [
      "JPEG 2000 of four billion columns",
      () =>
        image(
          "/Width 4294967295/Height 4294967295/Filter/JPXDecode",
          Buffer.from(
            "ff4fff510029000000000000ffffffff0000000000000000ffffffffffffffff00000000000000000001070101ff52000c00000001000504040001ff9300",
            "hex"
          )
        )
    ],
    [
      "fax of a billion columns",
      () =>
        image(
          "/Width 1000000000/Height 1000000000/BitsPerComponent 1/ColorSpace/DeviceGray/Filter/CCITTFaxDecode/DecodeParms<</K -1/Columns 1000000000/Rows 1000000000>>",
          Buffer.alloc(1000, 0x55)
        )
    ],
    [
      "JPEG of 65,500 by 65,500",
      () =>
        image(
          "/Width 65500/Height 65500/ColorSpace/DeviceRGB/BitsPerComponent 8/Filter/DCTDecode",
          Buffer.from("ffd8ffc2001108ffdcffdc03012200021100031100ffda000c03010002110311003f00ffd9", "hex")
        )
    ],
    [
      "scripts, actions, XFA forms and embedded files",
      () =>
        page({
          catalog:
            "/OpenAction<</S/JavaScript/JS(while\\(true\\){})>>/AA<</WC<</S/Launch/F(/bin/sh)>>>>/AcroForm<</XFA 10 0 R/Fields[11 0 R]>>/Names<</EmbeddedFiles<</Names[(a)12 0 R]>>>>",
          page: "/Annots[11 0 R]/AA<</O<</S/GoToR/F(http://localhost:1/x)>>>>",
          objects: [
            [
              10,
              deflated(
                "",
                `<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "${"b".repeat(1000)}">]><x>${"&a;".repeat(1e5)}</x>`
              )
            ],
            [11, "<</Subtype/Widget/FT/Tx/T(x)/Kids[11 0 R]/Parent 11 0 R/Rect[0 0 9 9]/V(v)>>"],
            [12, "<</Type/Filespec/F(a)/EF<</F 13 0 R>>>>"],
            [13, stream("/Filter/FlateDecode", zeros(256 << 20))]
          ]
        })
    ],
    [
      "a font file that is noise",
      () =>
        page({
          content: "BT /F2 9 Tf (abc) Tj ET",
          objects: [
            [6, "<</Type/Font/Subtype/TrueType/BaseFont/X/FirstChar 0/LastChar 255/FontDescriptor 7 0 R>>"],
            [7, "<</Type/FontDescriptor/FontName/X/Flags 4/FontFile2 8 0 R>>"],
            [
              8,
              deflated(
                "",
                Buffer.concat([Buffer.from("00010000ffff0010000000000000", "hex"), Buffer.alloc(1 << 20, 0xa5)])
              )
            ]
          ]
        })
    ],
    [
      "object streams of 512 MB",
      () =>
        page({
          catalog: "/Foo 50 0 R",
          objects: [[20, stream("/Type/ObjStm/N 9/First 99/Filter/FlateDecode", zeros(512 << 20))]]
        })
    ],
    [
      "a stream with a wrong length",
      () => page({ content: stream("", hello).toString().replace(/Length \d+/, "Length 99999999999") })
    ],
    [
      "Type 3 glyphs that draw forms endlessly",
      () =>
        page({
          content: `BT /F2 9 Tf (${"a".repeat(60_000)}) Tj ET`,
          objects: [
            [
              6,
              "<</Type/Font/Subtype/Type3/FontBBox[0 0 9 9]/FontMatrix[.1 0 0 .1 0 0]/CharProcs<</a 7 0 R>>/Encoding<</Differences[97/a]>>/FirstChar 97/LastChar 97/Widths[9]/Resources<</XObject<</X 10 0 R>>>>>>"
            ],
            [7, stream("", "9 0 d0 /X Do")],
            ...formsWithoutEnd()
          ]
        })
    ],
    [
      "20,000 fonts on a page",
      () =>
        page({
          content: range(20_000, (k) => `BT /G${k} 9 Tf (a) Tj ET`).join("\n"),
          resources: `>>/Font<<${
            range(20_000, (k) => `/G${k}<</Type/Font/Subtype/Type1/BaseFont/Foo${k}>>`).join("")
          }>>/XObject<<`
        })
    ],
    [
      "an outline 50,000 deep",
      () =>
        page({
          catalog: "/Outlines 10 0 R",
          objects: [
            [10, "<</First 11 0 R/Count 50000>>"],
            ...range(50_000, (k) => [11 + k, `<</Title(b)/Parent ${10 + k} 0 R/First ${12 + k} 0 R>>`] as const)
          ]
        })
    ],
    [
      "a structure tree 50,000 deep",
      () =>
        page({
          catalog: "/MarkInfo<</Marked true>>/StructTreeRoot 10 0 R",
          page: "/StructParents 0",
          objects: [
            [10, "<</Type/StructTreeRoot/K 11 0 R/ParentTree 9 0 R>>"],
            [9, "<</Nums[0[50010 0 R]]>>"],
            ...range(
              50_000,
              (k) => [11 + k, `<</S/P/P ${10 + k} 0 R/Pg 3 0 R/K ${k < 49_999 ? `${12 + k} 0 R` : "0"}>>`] as const
            )
          ]
        })
    ],
    [
      "40 pages that draw endlessly",
      () =>
        write([
          [1, "<</Type/Catalog/Pages 2 0 R>>"],
          [2, `<</Type/Pages/Kids[${"3 0 R ".repeat(40)}]/Count 40>>`],
          [
            3,
            "<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Resources<</XObject<</X 10 0 R>>>>/Contents 5 0 R>>"
          ],
          [5, stream("", "/X Do")],
          ...formsWithoutEnd()
        ])
    ],
    [
      "text of 64 MB in a form field",
      () => page({ page: `/Annots[<</Subtype/Widget/FT/Tx/T(x)/Rect[0 0 9 9]/V(${"v".repeat(64 << 20)})>>]` })
    ],
    ["nothing", () => new Uint8Array(0)],
    ["a page of HTML", () => Buffer.from("<html><body>%PDF-1.7 is a format</body></html>")],
    ...range(19, (k) => {
      const percent = 5 * (k + 1)
      return [`the first ${percent} % of a document`, () => honest.slice(0, honest.length * percent / 100)] as const
    })
  ])
