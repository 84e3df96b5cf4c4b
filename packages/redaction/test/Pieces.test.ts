import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { linePieces } from "../src/internal/pieces.ts"

const signs = [
  "a",
  "B",
  "7",
  "é",
  " ",
  "\n",
  "\r\n",
  "*",
  "_",
  "-",
  "(",
  ")",
  "[",
  "]",
  "|",
  "#",
  ">",
  "`",
  "<",
  ",",
  "."
]

const anyText = fc.array(fc.constantFrom(...signs), { minLength: 1, maxLength: 40 }).map((parts) => parts.join(""))

describe("the pieces of a finding", () => {
  it("cover every letter and digit once, in order, and the first one gets the tag", () => {
    fc.assert(
      fc.property(anyText, fc.constantFrom("PERSON", "EMAIL", "LOCATION", "SECRET"), (text, entity) => {
        const pieces = linePieces(text, { start: 0, end: text.length, entity, score: 1, reason: "test" })
        let end = 0
        for (const piece of pieces) {
          assert.isAtLeast(piece.start, end)
          assert.isAbove(piece.end, piece.start)
          end = piece.end
        }
        for (const { index } of text.matchAll(/[\p{L}\p{N}]/gu)) {
          assert.isTrue(
            pieces.some((piece) => piece.start <= index && index < piece.end),
            `${JSON.stringify(text)} ${index}`
          )
        }
        if (pieces.length > 0) assert.isFalse(pieces[0]!.drop, JSON.stringify(text))
      }),
      { numRuns: 3000 }
    )
  })
})
