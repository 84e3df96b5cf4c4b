import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { domainToASCII, domainToUnicode } from "node:url"
import { anyText } from "../../../common/test/anyText.ts"

const HostName = await import(new URL("../src/internal/hostName.ts", import.meta.url).href) as {
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

  it("match the names of the platform", () => {
    for (const name of names) {
      const ascii = HostName.toAscii(name)
      assert.strictEqual(ascii, domainToASCII(name))
      assert.strictEqual(HostName.toUnicode(ascii), domainToUnicode(ascii))
    }
  })

  it("with any letters match the platform", () => {
    const letter = fc.constantFrom(..."aäöüßzéøłđčžабвгдеαβγδεאבגابت中文字テスト한국อบ0-".split(""))
    const label = fc.string({ unit: letter, minLength: 1, maxLength: 20 })
    fc.assert(
      fc.property(fc.array(label, { minLength: 1, maxLength: 4 }), (labels) => {
        const ascii = domainToASCII(labels.join("."))
        // an address of the Internet Protocol is no name
        fc.pre(ascii !== "" && !/^[\d.]+$/.test(ascii))
        assert.strictEqual(HostName.toAscii(labels.join(".")), ascii)
        assert.strictEqual(HostName.toUnicode(ascii), domainToUnicode(ascii))
      }),
      { numRuns: 500 }
    )
  })

  it("are decoded without an error, and can be encoded again", () => {
    fc.assert(fc.property(anyText(), (text) => {
      assert.isString(HostName.toUnicode(`xn--${text}`))
      assert.isString(HostName.toAscii(text))
    }))
  })

  it("with invalid syntax are not changed", () => {
    for (const name of ["xn--", "xn--\u00e9", "xn--99999999999", "xn--a-ecp.", `xn--${"9".repeat(70)}`, "xn--!!"]) {
      assert.doesNotThrow(() => HostName.toUnicode(name))
    }
    assert.strictEqual(HostName.toUnicode("xn--99999999999"), "xn--99999999999")
    assert.strictEqual(HostName.toAscii("mün chen.de"), "")
    assert.strictEqual(HostName.toAscii("ü.de/path"), "")
    assert.strictEqual(HostName.toAscii("ü@evil.com"), "")
  })
})
