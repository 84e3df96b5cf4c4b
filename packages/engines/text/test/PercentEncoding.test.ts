import * as PercentEncoding from "@dunlin/text/PercentEncoding"
import { assert, it } from "@effect/vitest"

it("decodes escapes, and does not change text with an invalid one", () => {
  assert.strictEqual(PercentEncoding.decode("a%20b/%E2%82%AC"), "a b/€")
  for (const text of ["", "plain", "100%", "%zz", "%E0%A4%A", "%ff", "a%20b%"]) {
    assert.strictEqual(PercentEncoding.decode(text), text)
  }
})
