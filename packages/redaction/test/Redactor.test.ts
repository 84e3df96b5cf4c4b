import { Redactor } from "@dunlin/redaction"
import * as RedactPii from "@dunlin/schema/RedactPii"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"

const fast: RedactPii.RedactPiiOptions = { ...RedactPii.defaults, mode: "fast" }

describe("Redactor", () => {
  it.effect("replaces an address by a tag and counts it", () =>
    Effect.gen(function*() {
      const redactor = yield* Redactor.Redactor
      const redaction = yield* redactor.redact("Write to ann@example.com today.", fast)
      assert.strictEqual(redaction.text, "Write to <EMAIL> today.")
      assert.strictEqual(redaction.counts.EMAIL, 1)
      assert.deepStrictEqual(redaction.warnings, [])
    }).pipe(Effect.provide(Redactor.layer)))

  it.effect("says so when accurate has no model", () =>
    Effect.gen(function*() {
      const redactor = yield* Redactor.Redactor
      const redaction = yield* redactor.redact("nothing here", { ...fast, mode: "accurate" })
      assert.deepStrictEqual(redaction.warnings, [Redactor.noModelWarning])
    }).pipe(Effect.provide(Redactor.layer)))

  it.effect("changes nothing as a noop", () =>
    Effect.gen(function*() {
      const redactor = yield* Redactor.Redactor
      assert.strictEqual((yield* redactor.redact("ann@example.com", fast)).text, "ann@example.com")
    }).pipe(Effect.provide(Redactor.layerNoop)))
})
