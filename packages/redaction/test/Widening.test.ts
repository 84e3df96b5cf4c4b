import { assert, describe, it } from "@effect/vitest"
import { widening } from "../src/internal/widen.ts"
import { atOnce } from "../src/internal/work.ts"
import type { Span } from "../src/Span.ts"

const text = "one two-three four\nfive six\nseven"

const span = (part: string): Span => ({
  start: text.indexOf(part),
  end: text.indexOf(part) + part.length,
  entity: "PERSON",
  score: 1,
  reason: "found by this test"
})

const widened = (pass: number, ...parts: ReadonlyArray<string>) =>
  atOnce(widening(text, parts.map(span), pass)).map(({ end, start }) => text.slice(start, end))

describe("a chain of redactions in which each one reveals another finding", () => {
  const passes = [
    [0, "three"],
    [3, "three"],
    [4, "two-three"],
    [6, "two-three"],
    [7, "one two-three four"],
    [9, "one two-three four"],
    [10, text],
    [1000, text]
  ] as const
  it.each(passes)("redacts more text with each pass: %i", (pass, expected) => {
    assert.deepStrictEqual(widened(pass, "three"), [expected])
  })

  it("joins findings that would overlap, and no others", () => {
    assert.deepStrictEqual(widened(4, "two", "three", "six"), ["two-three", "six"])
    assert.deepStrictEqual(widened(7, "one", "four", "six"), ["one two-three four", "five six"])
    assert.deepStrictEqual(widened(10, "one", "six"), [text])
  })

  it("redacts up to the start and the end of the text", () => {
    assert.deepStrictEqual(widened(4, "ne", "eve"), ["one", "seven"])
  })
})
