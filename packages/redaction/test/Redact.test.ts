import { redact } from "@dunlin/redaction"
import { assert, describe, it } from "@effect/vitest"

/** Longer than a text that is read without a thread. */
const large = "Write to ann@example.com or call +1 212 555 0123.\n".repeat(800)

describe("redact", { concurrent: false }, () => {
  it("reads large texts of several calls in the same thread", async () => {
    let threads = 0
    const count = () => void threads++
    process.on("worker", count)
    try {
      for (let call = 0; call < 3; call++) {
        const text = await redact(large)
        assert.include(text, "Write to <EMAIL> or call <PHONE>.")
        assert.notInclude(text, "ann@example.com")
      }
      const { placeholders, text } = await redact(large, { placeholders: true })
      assert.include(text, "<EMAIL_1>")
      assert.include(Object.values(placeholders), "ann@example.com")
    } finally {
      process.off("worker", count)
    }
    assert.strictEqual(threads, 1)
  })
})
