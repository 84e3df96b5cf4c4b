import { Literals } from "@dunlin/text"
import { assert, it } from "@effect/vitest"
import * as fc from "fast-check"

it("does not remove code and escaped signs with the marks", () => {
  const markdown = "Call `__init__` **once**, `a ** b` and \\_\\_main\\_\\_ or \\*."
  const words = Literals.show(Literals.hide(markdown).replace(/\*\*|__|`/g, ""))
  assert.strictEqual(words, "Call __init__ once, a ** b and __main__ or *.")
})

it("restores all signs", () => {
  fc.assert(fc.property(fc.string({ maxLength: 200 }), (code) => {
    assert.strictEqual(Literals.show(Literals.hideAll(code)), code)
    assert.notMatch(Literals.hideAll(code), /[!-/:-@[-`{-~]/)
  }))
})
