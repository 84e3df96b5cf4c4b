import { assert, describe, it } from "@effect/vitest"
import { markdownOf, sketch } from "./pdfSketch.ts"

describe("hyphens at line ends", () => {
  it("stay if the document writes the word with a hyphen elsewhere", () => {
    const text = markdownOf(sketch(`
  An in-memory index is kept by each of them, and it is this in-
  memory index that is asked first, whatever else may be known to-
  gether with what is on the disk, as everybody would expect of it.
`))
    assert.include(text, "this in-memory index")
    assert.include(text, "known together with")
    assert.notInclude(text, "\u2060")
  })

  it("are removed if it never does", () => {
    const text = markdownOf(sketch(`
  An index in memory is kept by each of them, and it is this in-
  memory index that is asked first, whatever else may be known to-
  gether with what is on the disk, as everybody would expect of it.
`))
    assert.include(text, "this inmemory index")
  })

  it("are unchanged inside a line", () => {
    assert.include(
      markdownOf(sketch(`
  She is a twelve\u2011metre boat, as they say, and has been one for years.
`)),
      "twelve\u2011metre"
    )
  })
})
