import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { overlapsOf } from "../src/internal/overlap.ts"

const ranges = fc.array(
  fc.tuple(fc.nat(60), fc.integer({ min: 1, max: 20 })).map(([start, length]) => ({ start, end: start + length })),
  { maxLength: 30 }
)

describe("overlapsOf", () => {
  it("finds the ranges that share a character with another one, also inside a longer range", () => {
    fc.assert(fc.property(ranges, fc.nat(60), fc.integer({ min: 1, max: 20 }), (all, start, length) => {
      const end = start + length
      const expected = all.filter((range) => range.start < end && range.end > start)
      assert.deepStrictEqual(overlapsOf(all)(start, end), expected.toSorted((one, other) => one.start - other.start))
    }))
  })

  it("reads few of many ranges that end earlier", () => {
    let reads = 0
    const counted = (start: number) => ({
      get start() {
        reads++
        return start
      },
      end: start + 1
    })
    const find = overlapsOf(Array.from({ length: 4096 }, (_, at) => counted(2 * at)))
    reads = 0
    assert.deepStrictEqual(find(8000, 8001).map(({ end }) => end), [8001])
    assert.isAtMost(reads, 16)
  })
})
