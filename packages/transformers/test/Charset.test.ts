import { Charset } from "@dunlin/transformers"
import { assert, describe, it } from "@effect/vitest"

const latin = (s: string) => Uint8Array.from(s, (c) => c.charCodeAt(0))
const utf8 = (s: string) => new TextEncoder().encode(s)

describe("decode", () => {
  const cases: ReadonlyArray<
    readonly [name: string, bytes: Uint8Array, charset: string | undefined, encoding: string, text: string]
  > = [
    ["a byte order mark wins over everything", latin("\u00ef\u00bb\u00bf\u00c3\u00a9"), "iso-8859-1", "utf-8", "é"],
    ["UTF-16 with a mark", latin("\u00ff\u00fea\u0000"), undefined, "utf-16le", "a"],
    [
      "the header wins over the page",
      latin("<meta charset=utf-8>\u00e9"),
      "iso-8859-1",
      "windows-1252",
      "<meta charset=utf-8>é"
    ],
    [
      "the page's own declaration",
      latin("<meta charset=\"windows-1251\">\u00cf"),
      undefined,
      "windows-1251",
      "<meta charset=\"windows-1251\">П"
    ],
    [
      "no declaration in a comment",
      utf8("<!-- <meta charset=latin1> -->é"),
      undefined,
      "utf-8",
      "<!-- <meta charset=latin1> -->é"
    ],
    [
      "the old form of the declaration",
      latin("<meta http-equiv=content-type content='text/html; charset=gbk'>\u00c4\u00e3"),
      undefined,
      "gbk",
      "<meta http-equiv=content-type content='text/html; charset=gbk'>你"
    ],
    [
      "a page that says UTF-16 is in UTF-8",
      utf8("<meta charset=utf-16>é"),
      undefined,
      "utf-8",
      "<meta charset=utf-16>é"
    ],
    [
      "a page stored in UTF-8 that still declares what it was written in",
      utf8("<meta charset=gb2312>渡轮今晚最后一班船"),
      undefined,
      "utf-8",
      "<meta charset=gb2312>渡轮今晚最后一班船"
    ],
    ["too few letters to say so", utf8("<meta charset=latin1>é"), undefined, "windows-1252", "<meta charset=latin1>Ã©"],
    ["valid UTF-8 without any word about it", utf8("<p>naïve 日本"), undefined, "utf-8", "<p>naïve 日本"],
    ["an unknown label counts as none", utf8("é"), "x-unknown-8", "utf-8", "é"]
  ]
  for (const [name, bytes, charset, encoding, text] of cases) {
    it(name, () => assert.deepStrictEqual(Charset.decode(bytes, charset), { encoding, text }))
  }

  it("does not believe UTF-8 that is not UTF-8", () => {
    const bytes = latin(`<meta charset=utf-8>${"Stra\u00dfe und M\u00fcller f\u00fcr Gr\u00f6\u00dfe. ".repeat(40)}`)
    const { text } = Charset.decode(bytes, "utf-8")
    assert.include(text, "Straße und Müller für Größe")
  })

  it("guesses what nobody declared", () => {
    const bytes = Uint8Array.from(
      [...("Привет, это обычный русский текст без объявления кодировки. ".repeat(10))].map((c) => {
        const code = c.charCodeAt(0)
        return code < 128 ? code : code - 0x350
      })
    )
    assert.include(Charset.decode(bytes).text, "обычный русский текст")
  })
})
