/** Why something is found, and what thresholds and the strict mode change. */
import { detect, explain } from "@dunlin/pii"
import { assert, describe, it } from "@effect/vitest"
import { pages } from "./pages.ts"
import { covered, introduced, quiet } from "./trickyTexts.ts"

const text = "Dr. Maria Lindqvist came, card 4111 1111 1111 1111. Later Lindqvist left."

describe("explain", () => {
  it("names the rule of each finding, and the listed words of a name", () => {
    const found = explain(text)
    assert.deepStrictEqual(
      found.map(({ end, evidence, start }) => [text.slice(start, end), evidence.at(-1)]),
      [["Maria Lindqvist", "family name"], ["4111 1111 1111 1111", undefined], ["Lindqvist", "family name"]]
    )
    assert.isTrue(found.every(({ rule }) => rule.includes(" ")))
  })

  it("names the original of a repeated finding", () => {
    assert.deepStrictEqual(explain(text).map(({ repeats }) => repeats), [undefined, undefined, 0])
  })

  it("shows the findings below a threshold, which detect drops", () => {
    const thresholds = { PERSON: 0.7, FINANCIAL: 1 }
    const kept = explain(text, { thresholds }).filter(({ isKept }) => isKept)
    assert.deepStrictEqual(kept.map(({ start }) => start), detect(text, { thresholds }).map(({ start }) => start))
    assert.deepStrictEqual(kept.map(({ entity }) => entity), ["PERSON"])
    assert.strictEqual(explain(text, { thresholds }).length, explain(text).length)
  })

  it("has words for each rule that the fixtures use", () => {
    const texts = [...pages().map((page) => page.text), ...covered, ...introduced, ...quiet]
    const bare = texts.flatMap((one) => explain(one, { recall: true })).filter(({ reason, rule }) => rule === reason)
    assert.deepStrictEqual([...new Set(bare.map(({ entity, reason }) => `${entity}/${reason}`))], [])
  })
})

describe("strict mode", () => {
  const strict = (one: string) => detect(one, { strict: true }).map(({ end, start }) => one.slice(start, end))

  it.each([
    ["password: string", "string"],
    ["password = \"required\"", "required"],
    ["Password=changeme;Server=x", "changeme"],
    ["The password is encrypted.", "encrypted"],
    ["password: your-password", "your-password"]
  ])("finds the value in %j", (one, value) => {
    assert.deepStrictEqual(strict(one), [value])
    assert.deepStrictEqual(detect(one), [])
  })
})
