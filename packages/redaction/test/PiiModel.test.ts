import { PiiModel, RedactionError, Redactor } from "@dunlin/redaction"
import { modelSuite, run } from "@dunlin/redaction/testing"
import * as RedactPii from "@dunlin/schema/RedactPii"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, Layer, Ref } from "effect"
import { TestClock } from "effect/testing"
import * as fc from "fast-check"
import * as vitest from "vitest"
import { anyText } from "../../common/test/anyText.ts"

run(modelSuite("PiiModel.layerMemory", PiiModel.layerMemory([["ann@example.com", "EMAIL"], ["555", "PHONE"]])), vitest)

const request = { entities: RedactPii.entities, language: "en" }
const error = (reason: RedactionError.Reason) => new RedactionError.RedactionError({ engine: "test", reason })

describe("make", () => {
  it.effect("retries temporary failures a limited number of times", () =>
    Effect.gen(function*() {
      const calls = yield* Ref.make(0)
      const model = PiiModel.make({
        name: "test",
        retries: 2,
        detect: () =>
          Effect.andThen(
            Ref.update(calls, (n) => n + 1),
            Effect.fail(error(new RedactionError.Unavailable({ status: 503 })))
          )
      })
      const fiber = yield* Effect.forkChild(Effect.result(model.detect("x", request)))
      yield* TestClock.adjust("1 minute")
      const result = yield* Fiber.join(fiber)
      assert.strictEqual(yield* Ref.get(calls), 3)
      assert.strictEqual(result._tag, "Failure")
    }))

  it.effect("does not retry a refusal", () =>
    Effect.gen(function*() {
      const calls = yield* Ref.make(0)
      const model = PiiModel.make({
        name: "test",
        detect: () =>
          Effect.andThen(
            Ref.update(calls, (n) => n + 1),
            Effect.fail(error(new RedactionError.Refused({ status: 401 })))
          )
      })
      yield* Effect.result(model.detect("x", request))
      assert.strictEqual(yield* Ref.get(calls), 1)
    }))

  it.effect("stops a stalled model at its timeout", () =>
    Effect.gen(function*() {
      const model = PiiModel.make({ name: "test", timeout: "5 seconds", retries: 0, detect: () => Effect.never })
      const fiber = yield* Effect.forkChild(Effect.result(model.detect("x", request)))
      yield* TestClock.adjust("6 seconds")
      const result = yield* Fiber.join(fiber)
      assert.strictEqual(result._tag === "Failure" ? result.failure.reason._tag : "", "TimedOut")
    }))

  it.effect("rejects a finding that starts or ends inside a character", () =>
    Effect.gen(function*() {
      const model = PiiModel.make({
        name: "test",
        detect: () => Effect.succeed([{ start: 1, end: 3, entity: "PERSON", score: 1 }])
      })
      const result = yield* Effect.result(model.detect("😀ab", request))
      assert.strictEqual(result._tag === "Failure" ? result.failure.reason._tag : "", "InvalidResponse")
    }))

  it("sends every unit of a text at least once, in parts that fit", () => {
    fc.assert(
      fc.property(
        anyText({ maxLength: 2000 }),
        fc.integer({ min: 64, max: 300 }),
        (text, maxLength) => {
          const seen = new Uint8Array(text.length)
          let cursor = 0
          const model = PiiModel.make({
            name: "test",
            maxLength,
            overlap: 20,
            concurrency: 1,
            detect: (part) =>
              Effect.sync(() => {
                assert.isAtMost(part.length, maxLength)
                // parts come in order and overlap, so the next one begins near where the last one ended
                const at = text.indexOf(part, Math.max(0, cursor - maxLength))
                assert.isAtLeast(at, 0)
                seen.fill(1, at, at + part.length)
                cursor = at + part.length
                return []
              })
          })
          Effect.runSync(model.detect(text, request))
          for (let i = 0; i < text.length; i++) if (/\S/.test(text[i]!)) assert.strictEqual(seen[i], 1)
        }
      ),
      { numRuns: 200 }
    )
  })
})

describe("a model that counts tokens", () => {
  const longestPart = (text: string) => {
    let longest = 0
    let seen = 0
    const model = PiiModel.make({
      name: "test",
      maxTokens: 400,
      detect: (part) =>
        Effect.sync(() => {
          longest = Math.max(longest, part.length)
          seen += part.trim().length
          return []
        })
    })
    Effect.runSync(model.detect(text, request))
    assert.isAtLeast(seen, text.trim().length)
    return longest
  }

  it("receives less text if the text needs more tokens", () => {
    // no more tokens than bytes of UTF-8
    assert.isAtMost(longestPart("東京都千代田区の山田さん。".repeat(300)), 400 / 3)
    assert.isAtMost(longestPart("Москва улица Ленина ".repeat(200)), 400 / 2 + 30)
    assert.isAtMost(longestPart("a8F+".repeat(1000)), 820)
    const words = longestPart("Ask Maria about the long way home ".repeat(200))
    assert.isTrue(words > 1200 && words <= 1600, String(words))
  })
})

describe("a redactor with a failing model", () => {
  const failing = Layer.succeed(
    PiiModel.PiiModel,
    PiiModel.make({ name: "test", detect: () => Effect.fail(error(new RedactionError.Refused({}))) })
  )

  it.effect.each(["accurate", "aggressive"] as const)(
    "fails, and never returns partly redacted text (%s)",
    (mode) =>
      Effect.gen(function*() {
        const redactor = yield* Redactor.Redactor
        const result = yield* Effect.result(redactor.redact("secret page text", { ...RedactPii.defaults, mode }))
        assert.strictEqual(result._tag, "Failure")
        assert.notInclude(JSON.stringify(result), "secret page text")
      }).pipe(Effect.provide(Redactor.layerModel().pipe(Layer.provide(failing))))
  )
})

describe("thresholds of a model", () => {
  const text = "Ada, Bo, Cy"
  const scores: ReadonlyArray<readonly [name: string, score: number]> = [["Ada", 0.6], ["Bo", 0.5], ["Cy", 0.49]]
  const model = Layer.succeed(
    PiiModel.PiiModel,
    PiiModel.make({
      name: "test",
      detect: () =>
        Effect.succeed(scores.map(([name, score]) => {
          const start = text.indexOf(name)
          return { start, end: start + name.length, entity: "PERSON" as const, score, reason: "test" }
        }))
    })
  )
  const redacted = (options?: Redactor.ModelOptions) =>
    Effect.flatMap(
      Redactor.Redactor,
      (redactor) => redactor.redact(text, { mode: "accurate", entities: ["PERSON"], replaceStyle: "tag" })
    ).pipe(
      Effect.map((found) => found.text),
      Effect.provide(Redactor.layerModel(options).pipe(Layer.provide(model)))
    )

  it.effect("include findings with exactly the threshold's score", () =>
    Effect.gen(function*() {
      assert.strictEqual(yield* redacted(), "<PERSON>, <PERSON>, Cy")
      assert.strictEqual(yield* redacted({ threshold: 0.6 }), "<PERSON>, Bo, Cy")
      assert.strictEqual(yield* redacted({ threshold: 0.49 }), "<PERSON>, <PERSON>, <PERSON>")
      assert.strictEqual(yield* redacted({ threshold: 0.61 }), text)
    }))
})
