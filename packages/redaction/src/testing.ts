/**
 * Tests every `Redactor` and every `PiiModel`. An adapter's test file calls these suites.
 *
 * @since 0.1.0
 */
import * as Conformance from "@dunlin/common/testing"
import { assert } from "@dunlin/common/testing"
import { entities, type RedactPiiOptions } from "@dunlin/schema/RedactPii"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as PiiModel from "./PiiModel.ts"
import * as Redactor from "./Redactor.ts"
import type { Entity } from "./Span.ts"

/**
 * A text with personal data, and the findings that an engine must return at least.
 *
 * @category models
 * @since 0.1.0
 */
export interface Sample {
  readonly text: string
  readonly found: ReadonlyArray<readonly [text: string, entity: Entity]>
}

/**
 * Returns the requirements of a `Redactor`: exact offsets, no change outside spans, only the requested entities,
 * determinism, and no findings in an empty text.
 *
 * @category testing
 * @since 0.1.0
 */
export const suite = (
  name: string,
  layer: Layer.Layer<Redactor.Redactor>,
  samples: ReadonlyArray<Sample>,
  mode: RedactPiiOptions["mode"] = "fast"
): Conformance.Suite<Redactor.Redactor> => {
  return Conformance.suiteOf(name, layer, (it) => {
    const options: RedactPiiOptions = { mode, entities, replaceStyle: "tag" }

    it.effect("finds the samples' personal data at its exact position", () =>
      Effect.gen(function*() {
        const redactor = yield* Redactor.Redactor
        for (const sample of samples) {
          const spans = yield* redactor.detect(sample.text, options)
          const found = spans.map((span) => `${span.entity} ${sample.text.slice(span.start, span.end)}`)
          for (const [text, entity] of sample.found) assert.include(found, `${entity} ${text}`)
        }
      }))

    it.effect("returns sorted spans without overlaps, inside the text", () =>
      Effect.gen(function*() {
        const redactor = yield* Redactor.Redactor
        for (const { text } of samples) {
          let reached = 0
          for (const span of yield* redactor.detect(text, options)) {
            assert.isAtLeast(span.start, reached)
            assert.isAbove(span.end, span.start)
            assert.isAtMost(span.end, text.length)
            reached = span.end
          }
        }
      }))

    it.effect("does not change text outside the spans", () =>
      Effect.gen(function*() {
        const redactor = yield* Redactor.Redactor
        for (const { found, text } of samples) {
          const redaction = yield* redactor.redact(text, { ...options, replaceStyle: "remove" })
          let rest = ""
          let position = 0
          for (const span of redaction.spans) {
            rest += text.slice(position, span.start)
            position = span.end
          }
          rest += text.slice(position)
          // A `\` may escape a line that would become another block.
          assert.strictEqual(redaction.text.replaceAll(/\\|\s/g, ""), rest.replaceAll(/\\|\s/g, ""))
          for (const [value] of found) assert.notInclude(redaction.text, value)
        }
      }))

    it.effect("finds only the requested entities", () =>
      Effect.gen(function*() {
        const redactor = yield* Redactor.Redactor
        for (const { text } of samples) {
          for (const entity of entities) {
            const spans = yield* redactor.detect(text, { ...options, entities: [entity] })
            assert.isTrue(spans.every((span) => span.entity === entity))
          }
          assert.strictEqual((yield* redactor.redact(text, { ...options, entities: [] })).text, text)
        }
      }))

    it.effect("returns the same spans each time, and none for an empty text", () =>
      Effect.gen(function*() {
        const redactor = yield* Redactor.Redactor
        for (const { text } of samples) {
          assert.deepStrictEqual(yield* redactor.redact(text, options), yield* redactor.redact(text, options))
        }
        assert.strictEqual((yield* redactor.redact("", options)).text, "")
        assert.deepStrictEqual(yield* redactor.detect(" \n\t", options), [])
      }))
  })
}

/**
 * Returns the requirements of a `PiiModel`: UTF-16 offsets after every kind of character, long texts in parts, and only
 * the requested entities.
 *
 * `layer` must find every occurrence of the email address `ann@example.com`.
 *
 * @category testing
 * @since 0.1.0
 */
export const modelSuite = (
  name: string,
  layer: Layer.Layer<PiiModel.PiiModel>
): Conformance.Suite<PiiModel.PiiModel> => {
  return Conformance.suiteOf(name, layer, (it) => {
    const mail = "ann@example.com"
    const found = (text: string) =>
      Effect.gen(function*() {
        const model = yield* PiiModel.PiiModel
        const spans = yield* model.detect(text, { entities: ["EMAIL"], language: "en" })
        return spans.map((span) => text.slice(span.start, span.end))
      })

    it.effect("returns offsets in UTF-16 code units", () =>
      Effect.gen(function*() {
        for (const before of ["", "plain ", "emoji 👩‍👩‍👧 🇩🇪 ", "漢字と仮名 ", "e\u0301 combining ", "\u{1d400} math "]) {
          assert.deepStrictEqual(yield* found(`${before}${mail} after`), [mail])
        }
      }))

    it.effect("reads a long text in parts, and omits none", () =>
      Effect.gen(function*() {
        const text = Array.from(
          { length: 400 },
          (_, i) => `line ${i} 😀 of a long page\n${i % 40 === 0 ? `${mail}\n` : ""}`
        )
          .join("")
        assert.strictEqual((yield* found(text)).length, 10)
      }))

    it.effect("sends no request for a text without words", () =>
      Effect.gen(function*() {
        assert.deepStrictEqual(yield* found(""), [])
        assert.deepStrictEqual(yield* found("  \n\n "), [])
      }))

    it.effect("omits entities that were not requested", () =>
      Effect.gen(function*() {
        const model = yield* PiiModel.PiiModel
        assert.deepStrictEqual(yield* model.detect(`to ${mail}`, { entities: ["PHONE"], language: "en" }), [])
      }))
  })
}

export {
  /**
   * Registers every check of a suite as a test.
   *
   * @category running
   * @since 0.1.0
   */
  run
} from "@dunlin/common/testing"
