/** Counts what the detectors do to crafted texts of length n and 2n: calls, and characters handed to them. */
import { detect } from "@dunlin/pii"
import { assert, describe, it } from "@effect/vitest"
import { applied, exceeds } from "../../../common/test/backtracks.ts"
import { count } from "../../../common/test/countWork.ts"
import { crafted } from "./craftedTexts.ts"

describe("work", () => {
  it("at most doubles if a crafted text doubles", () => {
    for (const [name, unit] of Object.entries(crafted)) {
      const work = (length: number) => {
        const text = unit.repeat(Math.ceil(length / unit.length))
        return count(() => {
          detect(text, { recall: true })
        })
      }
      // the first reading builds the tables
      work(100)
      const once = work(4000)
      const twice = work(8000)
      assert.isAtMost(twice / once, 2.2, name)
    }
  })
})

/** Where a value begins, what it is made of, and what it ends with so that an expression fits all of it but the end. */
const heads = ["password=", "password=1.", "password: \"", "-----BEGIN PRIVATE KEY-----\n\""]
const values = ["!", "\\", "1", "a.", "&lt;", " ", `${"$".repeat(40)}+${"$".repeat(22)}aB3dE5fG7hI9jK1lM3nO `]
const ends = ["x", "@ "]

/** Characters of the longest value, the shortest text whose expressions are counted, and steps that may be taken back. */
const LONGEST_VALUE = 8192
const SHORTEST = 24
const STEPS_PER_CHARACTER = 64
/** Steps for a window of a bounded length, of which an expression may try pairs of places. */
const STEPS_PER_WINDOW = 60_000

describe("expressions", () => {
  it("need few steps back on values that consist of what they match", () => {
    for (const head of heads) {
      for (const value of values) {
        for (const end of ends) {
          const text = head + value.repeat(Math.floor((LONGEST_VALUE - head.length) / value.length) - 1) + end
          for (const one of applied(SHORTEST, () => detect(text, { recall: true }))) {
            const limit = STEPS_PER_WINDOW + STEPS_PER_CHARACTER * one.text.length
            if (exceeds(one, limit)) assert.fail(`${one.source} on ${JSON.stringify(one.text.slice(0, 80))}…`)
          }
        }
      }
    }
  })

  it("are counted: the counter finds one that retries at every start, but not one that reads a run once", () => {
    const text = `${"!".repeat(LONGEST_VALUE)}x`
    const found = applied(SHORTEST, () => {
      assert.isFalse(/!+$/.test(text))
      assert.isTrue(/^!+/.test(text))
    })
    assert.deepStrictEqual(
      found.map((one) => exceeds(one, STEPS_PER_WINDOW + STEPS_PER_CHARACTER * text.length)),
      [true, false]
    )
  })
})
