import { CodeUnit } from "@dunlin/text"
import { assert, describe, it } from "@effect/vitest"
import * as FastCheck from "fast-check"
import { anyText } from "../../../common/test/anyText.ts"

const all = Array.from({ length: 0x10000 }, (_, unit) => unit)
const matching = (expression: RegExp) => all.filter((unit) => expression.test(String.fromCharCode(unit)))

describe("code units", () => {
  it("match the same characters as regular expressions", () => {
    assert.deepStrictEqual(all.filter(CodeUnit.isDigit), matching(/[0-9]/))
    assert.deepStrictEqual(all.filter(CodeUnit.isLowerLetter), matching(/[a-z]/))
    assert.deepStrictEqual(all.filter(CodeUnit.isUpperLetter), matching(/[A-Z]/))
    assert.deepStrictEqual(all.filter(CodeUnit.isLetter), matching(/[A-Za-z]/))
    assert.deepStrictEqual(all.filter(CodeUnit.isHighSurrogate), matching(/[\ud800-\udbff]/))
    assert.deepStrictEqual(all.filter(CodeUnit.isLowSurrogate), matching(/[\udc00-\udfff]/))
    assert.deepStrictEqual(all.filter((unit) => CodeUnit.lower(unit) !== unit), matching(/[A-Z]/))
  })

  it("have a value exactly if they are hexadecimal digits", () => {
    assert.deepStrictEqual([..."09afAF"].map((digit) => CodeUnit.hexValue(digit.charCodeAt(0))), [0, 9, 10, 15, 10, 15])
    assert.deepStrictEqual(all.filter((unit) => CodeUnit.hexValue(unit) >= 0), matching(/[0-9A-Fa-f]/))
  })

  it("are never cut inside a character", () => {
    FastCheck.assert(
      FastCheck.property(anyText(), FastCheck.nat(40), (text, at) => {
        const place = Math.min(at, text.length)
        const end = CodeUnit.wholeUntil(text, place)
        assert.isTrue(text.slice(0, end).isWellFormed())
        assert.isTrue(end === place || end === place - 1)
      })
    )
    assert.isTrue(CodeUnit.isAscii("hind toe"))
    assert.isFalse(CodeUnit.isAscii("Möwe"))
  })
})
