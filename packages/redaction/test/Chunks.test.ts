import { assert, describe, it } from "@effect/vitest"
import { chunks } from "../src/internal/chunks.ts"

/** The parts of a text of which each has at most `maxTokens` tokens. */
const parts = (text: string, maxTokens: number) =>
  chunks(text, { maxLength: 1000, maxTokens }, 0).map(({ end, start }) => text.slice(start, end))

describe("the parts of a text for a model", () => {
  const lengths: ReadonlyArray<readonly [what: string, unit: string, unitsPerToken: number]> = [
    ["letters and spaces", "ab ", 4],
    ["digits", "7", 2],
    ["punctuation", ".", 2]
  ]
  it.each(lengths)("count tokens of %s", (_, unit, unitsPerToken) => {
    const [first = ""] = parts(unit.repeat(60), 9)
    // a part ends at a space
    assert.isAtMost(first.length, 9 * unitsPerToken)
    assert.isAbove(first.length, 9 * unitsPerToken - unit.length)
  })

  it("count two characters of a long encoded value as one token", () => {
    const [first = ""] = parts("a".repeat(200), 20)
    // 24 letters are six tokens, and each further token has two letters
    assert.strictEqual(first.length, 24 + 2 * (20 - 6))
  })

  it("count characters of other scripts as bytes", () => {
    assert.strictEqual(parts("é".repeat(50), 10)[0]!.length, 5)
    assert.strictEqual(parts("語".repeat(50), 9)[0]!.length, 3)
  })

  it("contain the whole text", () => {
    for (const text of ["ab ".repeat(60), "é".repeat(50), "🐦".repeat(50)]) {
      assert.strictEqual(parts(text, 9).join(""), text)
    }
  })
})
