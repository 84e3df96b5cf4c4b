import { RetryAfter } from "@dunlin/common"
import { assert, it } from "@effect/vitest"

it("reads seconds and dates, and rejects other values", () => {
  const now = Date.parse("Mon, 23 Nov 2026 10:00:00 GMT")
  const read = (header: string | undefined) => RetryAfter.millis(header, now)
  assert.deepStrictEqual(["30", " 0 ", "1.5"].map(read), [30_000, 0, 1500])
  assert.strictEqual(read("Mon, 23 Nov 2026 10:00:20 GMT"), 20_000)
  assert.strictEqual(read("Mon, 23 Nov 2026 09:00:00 GMT"), 0)
  for (const header of [undefined, "", "-5", "soon", "1e9"]) assert.isUndefined(read(header))
})
