import { assert, describe, it } from "@effect/vitest"
import { Converter } from "opencc-js/t2cn"
import { fold, loadChinese } from "../src/internal/fold.ts"
import * as Table from "../src/internal/simplifiedTable.ts"

describe("traditional Chinese characters", () => {
  it("fold to the simplified characters of OpenCC", async () => {
    const convert = Converter({ from: "t", to: "cn" })
    await loadChinese()
    const simplified = [...Table.simplified]
    for (const [at, character] of [...Table.traditional].entries()) {
      assert.strictEqual(simplified[at], convert(character), character)
    }
    // the unified ideographs, and their first extension
    for (let code = 0x3400; code < 0xa000; code++) {
      const character = String.fromCodePoint(code)
      if (fold(character) !== convert(character)) assert.strictEqual(fold(character), convert(character), character)
    }
    assert.strictEqual(fold("漢語"), fold("汉语"))
  })
})
