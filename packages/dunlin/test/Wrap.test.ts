import { assert, it } from "@effect/vitest"
import * as fc from "fast-check"
import { columnsOf, wrap } from "../src/internal/cli/wrap.ts"

it("breaks lines only between words", () => {
  assert.deepStrictEqual(wrap("the class calls __init__ before it runs", 20), [
    "the class calls",
    "__init__ before it",
    "runs"
  ])
  assert.deepStrictEqual(wrap("short\nhttps://example.com/a/very/long/address and more", 20), [
    "short",
    "https://example.com/a/very/long/address",
    "and more"
  ])
})

it("counts the columns of wide and combining characters", () => {
  assert.strictEqual(columnsOf("水鳥"), 4)
  assert.strictEqual(columnsOf("e\u0301"), 1)
  assert.deepStrictEqual(wrap("水鳥 水鳥", 8), ["水鳥", "水鳥"])
})

it("keeps every word, and exceeds the width only with single words", () => {
  fc.assert(
    fc.property(fc.array(fc.stringMatching(/^[a-z_]{1,12}$/)), fc.integer({ min: 1, max: 30 }), (words, columns) => {
      const lines = wrap(words.join(" "), columns)
      assert.strictEqual(lines.join(" "), words.join(" "))
      for (const line of lines) assert.isTrue(columnsOf(line) <= columns || !line.includes(" "), line)
    })
  )
})
