import { Ascending } from "@dunlin/text"
import { assert, it } from "@effect/vitest"
import * as fc from "fast-check"

it("finds the position of a number in an ascending list, or its insertion point", () => {
  const sorted = fc.array(fc.integer({ min: -9, max: 9 })).map((numbers) => numbers.toSorted((a, b) => a - b))
  fc.assert(fc.property(sorted, fc.integer({ min: -10, max: 10 }), fc.nat(30), (numbers, value, most) => {
    const count = Math.min(most, numbers.length)
    assert.strictEqual(
      Ascending.countBelow(numbers, value, count),
      numbers.slice(0, count).filter((one) => one < value).length
    )
    assert.strictEqual(Ascending.countBelow(numbers, value), numbers.filter((one) => one < value).length)
  }))
})

it("reads few positions of a long list, and none of an empty one", () => {
  let looks = 0
  const border = 123_456
  const found = Ascending.countWhile(1_000_000, (at) => {
    looks++
    return at < border
  })
  assert.strictEqual(found, border)
  assert.isAtMost(looks, 20)
  assert.strictEqual(Ascending.countWhile(0, () => assert.fail("nothing to look at")), 0)
})
