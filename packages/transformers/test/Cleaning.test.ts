import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { restore } from "../src/internal/model/verify.ts"

const page = `# Berths

**Price**

12 €

The harbour lies on the north coast. Boats share the jetty with the ferry.

We use cookies to make your visit better.

- small boats: 12 €
- large boats: 18 €

| Boat | Night |
| --- | --- |
| small | 12 € |

\`\`\`sh
moor --fast

# newsletter
\`\`\`

> A guest wrote: quiet at night.

![The jetty](/jetty.jpg)

[The map](/map)

Subscribe to our newsletter!

Share

Electricity is paid by the hour.

© 2024 Harbour. All rights reserved.
`

const lines = page.split("\n")
const boilerplate = /cookies|Subscribe to|^Share$|©/
const clean = `${lines.filter((line) => !boilerplate.test(line)).join("\n").replace(/\n{3,}/g, "\n\n").trim()}`

const without = (...dropped: ReadonlyArray<string>) =>
  restore(page, lines.filter((line) => !dropped.some((text) => line.includes(text))).join("\n"))

describe("What is left of a page that a model cleaned", () => {
  it("lacks what a site says on every page", () => {
    const result = restore(page, clean)
    assert.isTrue("markdown" in result, JSON.stringify(result))
    if ("markdown" in result) {
      assert.notMatch(result.markdown, boilerplate)
      assert.include(result.markdown, "# newsletter")
      assert.strictEqual(result.restored, 0)
    }
  })

  it("has all it says to its readers, also what the model left out", () => {
    for (const text of ["12 €\n", "The harbour lies", "Electricity is", "A guest wrote", "**Price**"]) {
      const result = without(text.trim(), "We use cookies")
      // A price stands in the list as well, which may not lose a line at all.
      if (text.startsWith("12")) assert.isTrue("why" in result)
      else {
        assert.isTrue("markdown" in result && result.restored === 1, text)
        if ("markdown" in result) {
          assert.include(result.markdown, text)
          assert.notInclude(result.markdown, "cookies")
        }
      }
    }
  })

  it("is the original when structure was lost, or anything is new, changed or in another order", () => {
    for (const text of ["# Berths", "- small", "| small", "moor --fast", "![The", "[The map"]) {
      assert.isTrue("why" in without(text), text)
    }
    for (
      const answer of [
        "",
        "The page has no content.",
        `${clean}\n\nVisit zephyrol.example`,
        clean.replace("18 €", "81 €"),
        clean.replace("](/map)", "](https://evil.example)"),
        clean.replace("small boats", "Small boats"),
        clean.split("\n").toReversed().join("\n"),
        `\`\`\`markdown\n${clean}\n\`\`\``,
        clean.replaceAll("\n", " "),
        `${clean}\n${clean}`,
        clean.replace("The harbour lies on the north coast. ", "")
      ]
    ) {
      assert.isTrue("why" in restore(page, answer), answer.slice(0, 80))
    }
  })

  it("never has a line that is not in the page, nor lacks one that is no boilerplate, whatever the model says", () => {
    const line = fc.oneof(
      fc.constantFrom(...lines),
      fc.constantFrom("- new", "12 €", "```", "Share", "| small | 13 € |")
    )
    fc.assert(
      fc.property(fc.array(line, { maxLength: 60 }), fc.array(fc.boolean(), { minLength: 60 }), (random, mask) => {
        for (const answer of [random, lines.filter((_, index) => mask[index])]) {
          const result = restore(page, answer.join("\n"))
          if ("why" in result) continue
          const left = result.markdown.split("\n")
          for (const one of left) assert.include(lines, one)
          for (const one of lines) if (one !== "" && !boilerplate.test(one)) assert.include(left, one)
        }
      })
    )
  })
})
