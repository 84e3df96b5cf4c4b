/** What the frozen pages hide from readers stays in no field that a caller gets; what readers see, at once or later, does. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { outcome } from "./hygiene/measure.ts"
import { type HygienePage, known, newer } from "./hygiene/pages.ts"

/** One site of each kind, another one each time: the bench reads all of them. */
const sample = (pages: ReadonlyArray<HygienePage>) => pages.filter((_, k) => k % 3 === Math.floor(k / 3) % 3)

/** Kinds that are known to come out: they need the page to be laid out or painted, or more of CSS or scripts than is read. */
const comesOut: ReadonlySet<string> = new Set([
  "beside the edge of its parent",
  "a shadow tree with a style",
  "the host of a shadow tree",
  "placed away in a box that cuts",
  "in a column out of sight",
  "below others",
  "no fade by transition:opacity 1s with a script of another address"
])

const kindOf = (name: string): string => name.replace(/ \(\w+\)$/, "")

const outcomes = (pages: ReadonlyArray<HygienePage>) => Effect.forEach(pages, (page) => outcome(page, false))

describe("invisible text", () => {
  it.effect("is in no field of a document", () =>
    Effect.gen(function*() {
      const pages = yield* outcomes([...sample(known.hidden), ...sample(newer.hidden)])
      const leaks = pages.filter(({ fields, name }) => fields.length > 0 && !comesOut.has(kindOf(name)))
      assert.deepStrictEqual(leaks, [])
      assert.deepStrictEqual(pages.filter(({ lost }) => lost > 0), [])
    }))

  it.effect("is not text that is visible immediately or later", () =>
    Effect.gen(function*() {
      const pages = yield* outcomes(
        [known.shown, known.later, newer.shown, newer.later].flatMap(sample)
      )
      assert.deepStrictEqual(
        pages.filter(({ fields, lost }) => !fields.includes("markdown") || lost > 0),
        []
      )
    }))
})
