import { Summary } from "@dunlin/transformers"
import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"

const article = `# Waders at night

Dunlins feed on worms that they cannot see in wet mud.
Their bill feels the pressure of water around worms in wet mud.

| a | b |
| - | - |
| 1 | 2 |

\`\`\`ts
const worms = "worms mud bill water pressure dunlins feed"
\`\`\`

- The office is closed on Mondays in winter.
- Because the bill feels worms, **dunlins** feed in wet mud at night, [as a study shows](https://example.com/study).
`

describe("Summary", () => {
  it("selects the most central sentences, in the order of the page", () => {
    const summary = Summary.extract(article, { maxLength: 240 })
    assert.notInclude(summary, "office")
    const places = ["Dunlins feed on worms", "Their bill feels", "Because the bill"].map((start) =>
      summary.indexOf(start)
    )
    const found = places.filter((place) => place >= 0)
    assert.isAtLeast(found.length, 2)
    assert.deepEqual(found, found.toSorted((left, right) => left - right))
  })

  it("is plain text, without code, tables, headings, and URLs", () => {
    const summary = Summary.extract(article, { maxLength: 5000 })
    for (const foreign of ["#", "|", "const", "**", "](", "https:"]) assert.notInclude(summary, foreign)
    assert.include(summary, "as a study shows")
  })

  it("quotes names with underscores and patterns with stars unchanged", () => {
    const sentences = "The method `__init__` of a pump reads \\_\\_main\\_\\_ and matches *.c and *.h, but not `**`."
    assert.strictEqual(
      Summary.extract(sentences),
      "The method __init__ of a pump reads __main__ and matches *.c and *.h, but not **."
    )
  })

  it("contains no HTML tags, but words in angle brackets", () => {
    assert.strictEqual(
      Summary.extract(
        "The <b>pump</b> of the <a href=\"/lock\">lock</a> reads<br>the file `<name>` of <owner> at <DEL>."
      ),
      "The pump of the lock reads the file <name> of <owner> at <DEL>."
    )
  })

  it("is at least one sentence, and empty for a page without sentences", () => {
    assert.notStrictEqual(Summary.extract(article, { maxLength: 1 }), "")
    assert.strictEqual(Summary.extract("# Only a heading\n\n| a |\n| - |"), "")
    assert.strictEqual(Summary.extract(""), "")
  })

  it("never exceeds its length, and never fails", () => {
    fc.assert(fc.property(fc.string({ maxLength: 2000 }), (text) => {
      const summary = Summary.extract(text, { maxLength: 100 })
      const sentences = [...new Intl.Segmenter("en", { granularity: "sentence" }).segment(summary)]
      assert.isTrue(summary.length <= 100 || sentences.length === 1)
    }))
  })
})
