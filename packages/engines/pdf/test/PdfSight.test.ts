import { assert, describe, it } from "@effect/vitest"
import { firstInk } from "../src/internal/page/ink.ts"
import { Sight } from "../src/internal/page/sight.ts"

const red = 0xff0000
const box = (x: number) => ({ x0: x, y0: 0, x1: x + 10, y1: 10 })

describe("visibility of the words of a page", () => {
  it("needs a limited number of checks, with any number of boxes in the words' colour", () => {
    const sight = new Sight()
    const ink = { ...firstInk, fill: red }
    for (let k = 0; k < 5000; k++) sight.paint(ink, box(20 * k), { color: red, alpha: 1, isBox: true })
    assert.strictEqual(sight.hides(ink, box(0), "lost"), "color")
    assert.isAtLeast(sight.looks, 5000)
    // these lie between boxes: none holds them
    for (let k = 0; k < 1000; k++) assert.isUndefined(sight.hides(ink, box(20 * k + 9), "seen"))
    assert.isAtLeast(sight.looks, 3_000_000)
    assert.isAtMost(sight.looks, 3_000_000 + 2 * 1000)
  })
})
