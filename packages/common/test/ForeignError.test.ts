import { ForeignError } from "@dunlin/common"
import { assert, describe, it } from "@effect/vitest"

describe("ForeignError", () => {
  it("reads nested causes, and ends at a cycle", () => {
    const refused = Object.assign(new Error("no"), { code: "ECONNREFUSED" })
    assert.isTrue(ForeignError.isOfNetwork(new Error("asked", { cause: new Error("again", { cause: refused }) })))
    const circle = new Error("round")
    circle.cause = circle
    assert.isFalse(ForeignError.isOfNetwork(circle))
    assert.isFalse(ForeignError.isRetryable(circle))
    assert.isFalse(ForeignError.isOfNetwork("ECONNREFUSED"))
  })

  it("distinguishes a timeout from a network error", () => {
    const late = new DOMException("late", "TimeoutError")
    assert.deepStrictEqual([ForeignError.isOfTime(late), ForeignError.isOfNetwork(late)], [true, true])
    const reset = { code: "ECONNRESET" }
    assert.deepStrictEqual([ForeignError.isOfTime(reset), ForeignError.isOfNetwork(reset)], [false, true])
  })
})
