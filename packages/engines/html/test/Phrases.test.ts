/** Phrases by their first letters find what one regular expression of all of them finds. */
import { assert, describe, it } from "@effect/vitest"
import { beginningLike } from "../src/internal/content/phrases.ts"

const phrases =
  "related\\b|(?:les |nos )?autres articles|[a\u00e1]gua|(?:|the )end|m(?:ore|uch)|d.tails|\u0451\u043b\u043a\u0430|x?y\\|z|(?:p|)?q"
const texts = [
  "related",
  "relatedness",
  "Related: boats",
  "les autres articles",
  "Autres Articles",
  "nos AUTRES articles",
  "agua",
  "\u00c1gua",
  "end",
  "The end",
  "the",
  "more",
  "much",
  "mo",
  "details",
  "D\ntails",
  "d tails",
  "\u0401\u041b\u041a\u0410",
  "\u0451\u043b\u043a\u0430",
  "xy|z",
  "y|z",
  "x",
  "pq",
  "q",
  "p",
  "",
  " related",
  "see related",
  "\u{1f6a2}"
]

describe("phrases at the start of words", () => {
  for (const end of ["", "\\s?:"]) {
    const whole = new RegExp(`^(?:${phrases})${end}`, "iu")
    const { test } = beginningLike(phrases, end)
    it(`are found by their first letters${end === "" ? "" : ", before a colon"}`, () => {
      const all = texts.flatMap((text) => [text, `${text}:`, `${text} :`])
      assert.deepStrictEqual(all.filter(test), all.filter((text) => whole.test(text)))
      assert.isAbove(all.filter(test).length, 15)
    })
  }
})
