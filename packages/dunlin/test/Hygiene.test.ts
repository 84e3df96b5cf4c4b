/** What the frozen pages hide from readers stays in no field that a caller gets; what readers see, at once or later, does. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { outcome } from "./hygiene/measure.ts"
import { type HygienePage, known } from "./hygiene/pages.ts"

/** One site of each kind, another one each time: the bench reads all of them. */
const sample = (pages: ReadonlyArray<HygienePage>) => pages.filter((_, k) => k % 3 === Math.floor(k / 3) % 3)

/** Kinds that are known to come out: they need the page to be laid out. */
const comesOut = /^beside the edge of its parent/

const outcomes = (pages: ReadonlyArray<HygienePage>) => Effect.forEach(pages, (page) => outcome(page, false))

describe("What readers do not see", () => {
  it.effect("is in no field of a document", () =>
    Effect.gen(function*() {
      const pages = yield* outcomes(sample(known.hidden))
      const leaks = pages.filter(({ fields, name }) => fields.length > 0 && !comesOut.test(name))
      assert.deepStrictEqual(leaks, [])
      assert.deepStrictEqual(pages.filter(({ lost }) => lost > 0), [])
    }))

  it.effect("is not what they see, at once or later", () =>
    Effect.gen(function*() {
      const pages = yield* outcomes([...sample(known.shown), ...sample(known.later)])
      assert.deepStrictEqual(pages.filter(({ fields, lost }) => !fields.includes("markdown") || lost > 0), [])
    }))
})
