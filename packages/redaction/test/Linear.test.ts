/** Counts what redaction does to crafted texts of length n and 2n: calls, and characters handed to them. */
import { Heuristics, Placeholders, Replacement } from "@dunlin/redaction"
import { entities, type Entity } from "@dunlin/schema/RedactPii"
import { assert, describe, it } from "@effect/vitest"
import { count } from "../../common/test/countWork.ts"
import { crafted } from "../../engines/pii/test/craftedTexts.ts"

describe("work", () => {
  it("at most doubles if a crafted text doubles", () => {
    for (const [name, unit] of Object.entries(crafted)) {
      const work = (length: number) => {
        const text = unit.repeat(Math.ceil(length / unit.length))
        return count(() => {
          const spans = Heuristics.detect(text, { entities, recall: true })
          Replacement.apply(text, spans, "tag")
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

/** Findings that are all others, and alike in what they are compared by. */
const distinct: ReadonlyArray<readonly [Entity, (n: number) => string]> = [
  ["EMAIL", (n) => `a${n}@quill.example`],
  ["PHONE", (n) => `+${10_000 + n} 5550147`],
  ["PERSON", (n) => `J${letters(n)} Smith`],
  ["PERSON", (n) => `J ${letters(n)} Smith`],
  ["PERSON", (n) => `J${letters(n)} S`],
  ["PERSON", (n) => letters(n)]
]

/** A number in the letters from a to j, each twice, so that none is an initial. */
const letters = (n: number): string => String(n).replaceAll(/\d/g, (digit) => "abcdefghij"[Number(digit)]!.repeat(2))

describe("numbering", () => {
  it("at most doubles if the number of findings doubles", () => {
    for (const [entity, valueOf] of distinct) {
      const work = (many: number) =>
        count(() => {
          const numbering = new Placeholders.Numbering()
          for (let n = 0; n < many; n++) numbering.tagOf(entity, valueOf(n))
        })
      assert.isAtMost(work(6000) / work(3000), 2.2, `${entity} ${valueOf(1)}`)
    }
  })
})
