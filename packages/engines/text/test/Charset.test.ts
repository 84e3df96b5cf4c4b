import { Charset } from "@dunlin/text"
import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { anyText } from "../../../common/test/anyText.ts"

const bytes = (...parts: ReadonlyArray<string | ReadonlyArray<number>>) =>
  new Uint8Array(
    Buffer.concat(parts.map((part) => typeof part === "string" ? Buffer.from(part, "latin1") : Buffer.from(part)))
  )

describe("decode", () => {
  const cases: ReadonlyArray<readonly [string, Uint8Array, string | undefined, string, string]> = [
    ["a byte order mark beats the header", bytes([0xef, 0xbb, 0xbf], "h\xc3\xa9"), "iso-8859-1", "hé", "bom"],
    ["UTF-16 with a mark", bytes([0xff, 0xfe], "h\0\xe9\0"), undefined, "hé", "bom"],
    [
      "the header beats the document",
      bytes("<meta charset=utf-8>caf\xe9"),
      "ISO-8859-1",
      "<meta charset=utf-8>café",
      "header"
    ],
    ["a header that is no label is passed over", bytes("caf\xc3\xa9"), "klingon-8", "café", "utf-8"],
    [
      "the document declares it",
      bytes("<meta charset='windows-1251'>", [0xcf, 0xf0, 0xe8]),
      undefined,
      "<meta charset='windows-1251'>При",
      "meta"
    ],
    [
      "the old way to declare it",
      bytes("<meta http-equiv=Content-Type content='text/html; charset=gbk'>", [0xd6, 0xd0]),
      undefined,
      "<meta http-equiv=Content-Type content='text/html; charset=gbk'>中",
      "meta"
    ],
    [
      "an XML declaration",
      bytes("<?xml version='1.0' encoding='ISO-8859-2'?>\xb1"),
      undefined,
      "<?xml version='1.0' encoding='ISO-8859-2'?>ą",
      "meta"
    ],
    [
      "a declared UTF-16 cannot be",
      bytes("<meta charset=utf-16>caf\xc3\xa9"),
      undefined,
      "<meta charset=utf-16>café",
      "meta"
    ],
    [
      "what stands in a comment or a script declares nothing",
      bytes("<!-- <meta charset=gbk> --><script>'<meta charset=gbk>'</script><meta charset=koi8-r>\xc1"),
      undefined,
      "<!-- <meta charset=gbk> --><script>'<meta charset=gbk>'</script><meta charset=koi8-r>а",
      "meta"
    ],
    [
      "a description is no declaration",
      bytes("<meta name=description content='the charset=gbk table'>caf\xc3\xa9"),
      undefined,
      "<meta name=description content='the charset=gbk table'>café",
      "utf-8"
    ],
    [
      "a declaration counts late in a long head",
      bytes(`<head><style>${" ".repeat(3000)}</style><meta charset=gbk></head>`, [0xd6, 0xd0]),
      undefined,
      `<head><style>${" ".repeat(3000)}</style><meta charset=gbk></head>中`,
      "meta"
    ],
    [
      "and not behind it",
      bytes(`</head><p>${" ".repeat(3000)}<meta charset=gbk>caf\xc3\xa9`),
      undefined,
      `</head><p>${" ".repeat(3000)}<meta charset=gbk>café`,
      "utf-8"
    ],
    [
      "a declaration behind 5 kB of style in a head that is not closed",
      bytes(`<head><style>${"a{b:c}".repeat(900)}</style><meta charset=windows-1251>`, [0xcf, 0xf0, 0xe8]),
      undefined,
      `<head><style>${"a{b:c}".repeat(900)}</style><meta charset=windows-1251>При`,
      "meta"
    ],
    [
      "a head that ends in a script does not end",
      bytes(`<script>"</head><body>${" ".repeat(2000)}"</script><meta charset=gbk>`, [0xd6, 0xd0]),
      undefined,
      `<script>"</head><body>${" ".repeat(2000)}"</script><meta charset=gbk>中`,
      "meta"
    ],
    [
      "a title or a style declares nothing",
      bytes("<title><meta charset=gbk></title><style>/*<meta charset=gbk>*/</style>caf\xc3\xa9"),
      undefined,
      "<title><meta charset=gbk></title><style>/*<meta charset=gbk>*/</style>café",
      "utf-8"
    ],
    [
      "a page stored in UTF-8 that still declares what it was written in",
      Buffer.from("<meta charset=gb2312>渡轮今晚最后一班船"),
      undefined,
      "<meta charset=gb2312>渡轮今晚最后一班船",
      "utf-8"
    ],
    [
      "too few letters to say that it is UTF-8",
      Buffer.from("<meta charset=latin1>é"),
      undefined,
      "<meta charset=latin1>Ã©",
      "meta"
    ],
    ["strict UTF-8", bytes("caf\xc3\xa9"), undefined, "café", "utf-8"],
    ["nothing", bytes(), undefined, "", "utf-8"]
  ]
  for (const [name, input, header, text, source] of cases) {
    it(name, () => {
      const decoded = Charset.decode(input, header)
      assert.strictEqual(decoded.text, text)
      assert.strictEqual(decoded.source, source)
    })
  }

  it("detects an undeclared encoding", () => {
    const text = "Это обычный русский текст о том, как люди живут в большом городе и ходят на работу. ".repeat(10)
    const encoded = Uint8Array.from(text, (character) => {
      const code = character.codePointAt(0)!
      return code >= 0x410 && code <= 0x44f ? code - 0x410 + 0xc0 : code
    })
    const decoded = Charset.decode(encoded)
    assert.strictEqual(decoded.text, text)
    assert.strictEqual(decoded.source, "detected")
  })

  it("does not treat invalid UTF-8 as UTF-8", () => {
    const page = bytes(`<meta charset=utf-8>${"Stra\xdfe und M\xfcller f\xfcr Gr\xf6\xdfe. ".repeat(40)}`)
    assert.include(Charset.decode(page, "utf-8").text, "Straße und Müller für Größe")
  })

  it("detects UTF-8 in which a few bytes are broken", () => {
    const page = bytes("<p>na\xc3\xafve ", [0xff], " caf\xc3\xa9")
    assert.deepStrictEqual(Charset.decode(page, "utf-8"), {
      text: "<p>naïve \ufffd café",
      encoding: "utf-8",
      source: "header"
    })
  })

  it("reads endless comments, scripts and tags in the head in linear time", () => {
    for (const part of ["<!--", "<script>", "<style ", "<meta ", "<title>", "<a "]) {
      assert.strictEqual(Charset.decode(bytes(part.repeat(200_000))).source, "utf-8")
    }
  })

  it("never fails, and decodes valid UTF-8", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), fc.option(fc.string(), { nil: undefined }), (input, label) => {
        assert.isString(Charset.decode(input, label).text)
      })
    )
    fc.assert(fc.property(anyText({ minLength: 1 }), (text) => {
      if (/^[\ufeff\ufffe]|charset|encoding|[\ud800-\udfff]/i.test(text)) return
      assert.strictEqual(Charset.decode(new TextEncoder().encode(text)).text, text)
    }))
  })
})
