import { redact } from "@dunlin/redaction"
import { assert, describe, it } from "@effect/vitest"

/** Longer than a text that is read without a thread. */
const large = "Write to ann@example.com or call +1 212 555 0123.\n".repeat(800)

describe("redact", { concurrent: false }, () => {
  it("masks or removes personal data in a request without placeholders", async () => {
    assert.strictEqual(await redact("Write to ann@example.com.", { replaceStyle: "mask" }), "Write to ***************.")
    assert.strictEqual(
      await redact("Write to ann@example.com.", { replaceStyle: "remove", placeholders: false }),
      "Write to ."
    )
  })

  it("rejects placeholders unless the style is tags, which have numbers", async () => {
    const options: object = { placeholders: true, replaceStyle: "mask" }
    const failure = await redact("Write to ann@example.com.", options).then(() => undefined, (error: Error) => error)
    assert.include(failure?.message, "replaceStyle")
  })

  it("redacts every value after a password label in strict mode", async () => {
    assert.strictEqual(await redact("password: string"), "password: string")
    assert.strictEqual(await redact("password: string", { strict: true }), "password: <SECRET>")
  })

  it("ignores findings below the threshold of their entity", async () => {
    const text = "Maria Lindqvist wrote to ann@example.com."
    assert.strictEqual(await redact(text), "<PERSON> wrote to <EMAIL>.")
    assert.strictEqual(await redact(text, { thresholds: { PERSON: 0.95 } }), "Maria Lindqvist wrote to <EMAIL>.")
    const failure = await redact(text, { thresholds: { PERSON: 2 } }).then(() => undefined, (error: Error) => error)
    assert.include(failure?.message, "thresholds")
  })

  it("finds national phone numbers of the country", async () => {
    assert.strictEqual(await redact("Tel. 030 901820", { country: "DE" }), "Tel. <PHONE>")
  })

  it("processes large texts of several calls in the same thread", async () => {
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
