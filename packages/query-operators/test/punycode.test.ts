import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { domainToASCII, domainToUnicode } from "node:url"

const Punycode = await import(new URL("../src/internal/punycode.ts", import.meta.url).href) as {
  readonly toAscii: (host: string) => string
  readonly toUnicode: (host: string) => string
}

describe("internationalised host names", () => {
  const names = [
    "münchen.de",
    "例え.テスト",
    "παράδειγμα.gr",
    "правда.рф",
    "اختبار.شبكة",
    "bücher.example.com",
    "ελλάδα.ελ",
    "a.b"
  ]

  it("are written as the platform writes them", () => {
    for (const name of names) {
      const ascii = Punycode.toAscii(name)
      assert.strictEqual(ascii, domainToASCII(name))
      assert.strictEqual(Punycode.toUnicode(ascii), domainToUnicode(ascii))
    }
  })

  it("of any letters are as the platform has them", () => {
    const letter = fc.constantFrom(..."aäöüßzéøłđčžабвгдеαβγδεאבגابت中文字テスト한국อบ0-".split(""))
    const label = fc.string({ unit: letter, minLength: 1, maxLength: 20 })
    fc.assert(
      fc.property(fc.array(label, { minLength: 1, maxLength: 4 }), (labels) => {
        const ascii = domainToASCII(labels.join("."))
        // an address of the Internet Protocol is no name
        fc.pre(ascii !== "" && !/^[\d.]+$/.test(ascii))
        assert.strictEqual(Punycode.toAscii(labels.join(".")), ascii)
        assert.strictEqual(Punycode.toUnicode(ascii), domainToUnicode(ascii))
      }),
      { numRuns: 500 }
    )
  })

  it("of any text are read without a failure, and give back what they were made of", () => {
    fc.assert(fc.property(fc.string({ unit: "binary" }), (text) => {
      assert.isString(Punycode.toUnicode(`xn--${text}`))
      assert.isString(Punycode.toAscii(text))
    }))
  })

  it("that are badly written stay as they are", () => {
    for (const name of ["xn--", "xn--\u00e9", "xn--99999999999", "xn--a-ecp.", `xn--${"9".repeat(70)}`, "xn--!!"]) {
      assert.doesNotThrow(() => Punycode.toUnicode(name))
    }
    assert.strictEqual(Punycode.toUnicode("xn--99999999999"), "xn--99999999999")
    assert.strictEqual(Punycode.toAscii("mün chen.de"), "")
    assert.strictEqual(Punycode.toAscii("ü.de/path"), "")
    assert.strictEqual(Punycode.toAscii("ü@evil.com"), "")
  })
})
