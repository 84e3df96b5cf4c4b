import { Heuristics, Placeholders, Redactor, RedactTexts, Replacement } from "@dunlin/redaction"
import type { Span } from "@dunlin/redaction/Span"
import * as RedactPii from "@dunlin/schema/RedactPii"
import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Fiber } from "effect"
import { countTurns } from "../../common/test/turns.ts"

const options: RedactPii.RedactPiiOptions = { ...RedactPii.defaults, mode: "fast", entities: RedactPii.entities }

/** Half a million characters of every kind that the rules look at twice. */
const hostile = ["1 ", "1 1\n", "(1) ", "0 0-", "+1 ", "A. ", "a@", "12345678 ", "1 Main "].map((unit) =>
  unit.repeat(500_000 / unit.length)
)

const mail = (count: number) =>
  Array.from(
    { length: count },
    (_, at) => `Line ${at} of a long page, by mara${at}@example.com, ring 212 555 01${at % 90 + 10}.\n`
  )
    .join("")

const mails = (text: string) =>
  Array.from(text.matchAll(/mara\d+@example\.com/g), ({ 0: found, index }): Span => ({
    start: index,
    end: index + found.length,
    entity: "EMAIL",
    score: 1,
    reason: "shape"
  }))

/** Findings that count how often they are looked at in one turn of the event loop. */
const watched = (found: ReadonlyArray<Span>) => {
  const counted = countTurns()
  const look = (place: number) => {
    counted.note()
    return place
  }
  return {
    spans: found.map(({ start, ...rest }): Span => ({
      ...rest,
      get start() {
        return look(start)
      }
    })),
    told: counted.end
  }
}

describe("large texts", () => {
  for (const replaceStyle of ["tag", "mask", "remove"] as const) {
    it.live(`are replaced in pieces, in order: ${replaceStyle}`, () =>
      Effect.gen(function*() {
        const text = `\`\`\`\nmara1@example.com\n\`\`\`\n${mail(40_000)}`
        const plain = mails(text)
        const page = watched(plain)
        const redactor = Redactor.make({
          name: "watched",
          detect: (read) => Effect.succeed({ spans: read.length === text.length ? page.spans : plain, warnings: [] }),
          settle: () => Effect.succeed([])
        })
        const { texts } = yield* RedactTexts.redactAll(redactor, [{ text, kind: "markdown" }], {
          ...options,
          replaceStyle
        })
        const { most, turns } = page.told()
        assert.deepStrictEqual(texts, [Replacement.apply(text, plain, replaceStyle).text])
        assert.notInclude(texts[0], "@example.com")
        // of 40,000 findings, each of which is looked at some times
        assert.isBelow(most, 20_000)
        assert.isAbove(turns, 40)
      }))
  }

  it.live("number their findings in order", () =>
    Effect.gen(function*() {
      const numbering = new Placeholders.Numbering()
      const text = mail(5_000)
      const placeholders = { ...options, placeholders: true }
      const redactor = yield* Redactor.Redactor
      const { texts } = yield* RedactTexts.redactAll(redactor, [{ text, kind: "markdown" }], placeholders, numbering)
      assert.include(texts[0], "by <EMAIL_5000>,")
      assert.strictEqual(Placeholders.restore(texts[0]!, numbering.placeholders), text)
    }).pipe(Effect.provide(Redactor.layer)))

  it.live("have the same findings as small ones", () =>
    Effect.gen(function*() {
      const redactor = yield* Redactor.Redactor
      const text = mail(2_000)
      const found = yield* redactor.detect(text, options)
      assert.isAbove(found.length, 2_000)
      assert.deepStrictEqual(found, Heuristics.detect(text, { entities: options.entities, recall: false }))
      const { text: redacted } = yield* redactor.redact(text, options)
      assert.notInclude(redacted, "@example.com")
    }).pipe(Effect.provide(Redactor.layer)))

  it.live("do not block the event loop", () =>
    Effect.gen(function*() {
      const redactor = yield* Redactor.Redactor
      for (const text of hostile) {
        // On this thread there is never more than one turn; beside a busy one there may be no more by chance.
        let most = 0
        for (let tries = 0; most <= 1 && tries < 20; tries++) {
          let turns = 0
          const count = () => {
            turns++
            timer = setImmediate(count)
          }
          let timer = setImmediate(count)
          yield* redactor.redact(text, options)
          clearImmediate(timer)
          most = Math.max(most, turns)
        }
        assert.isAbove(most, 1, text.slice(0, 10))
      }
    }).pipe(Effect.provide(Redactor.layer)))

  it.live("are abandoned with their caller, and the next one is read", () =>
    Effect.gen(function*() {
      const redactor = yield* Redactor.Redactor
      const begun = yield* Deferred.make<void>()
      const endless = Effect.forEach(Array.from({ length: 50 }), () =>
        Effect.andThen(Deferred.succeed(begun, undefined), redactor.redact(hostile[0]!, options)))
      const fiber = yield* Effect.forkChild(endless)
      yield* Deferred.await(begun)
      yield* Fiber.interrupt(fiber)
      assert.notInclude((yield* redactor.redact(mail(1_000), options)).text, "@example.com")
    }).pipe(Effect.provide(Redactor.layer)))
})
