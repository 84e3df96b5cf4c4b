import { assert, describe, it } from "@effect/vitest"
import { applied, exceeds } from "../../common/test/backtracks.ts"
import type * as Readable from "../src/internal/markdown/readable.ts"
import type * as SameText from "../src/internal/markdown/sameText.ts"

const load = (name: string) => import(new URL(`../src/internal/markdown/${name}.ts`, import.meta.url).href)
const { mayHide, readable } = await load("readable") as typeof Readable
const { saysTheSame } = await load("sameText") as typeof SameText

/** Marks that are repeated without their ends. */
const hostile = [
  "<!--",
  "![",
  "![a](",
  "](<",
  "](",
  "](()",
  "\n",
  "[a]:\n",
  "```a\n",
  "~~~\n",
  "<a ",
  "---\n",
  "<!---->"
]

/** Characters of a file, the shortest text whose expressions are counted, and their steps. */
const FILE_CHARACTERS = 20_000
const SHORTEST = 1_000
const STEPS = 60_000
const STEPS_PER_CHARACTER = 64

describe("the Markdown of a site", () => {
  it("is compared and cleaned in linear time", () => {
    for (const mark of hostile) {
      const markdown = mark.repeat(FILE_CHARACTERS / mark.length)
      const expressions = applied(SHORTEST, () => {
        mayHide(markdown)
        readable(markdown)
        saysTheSame(markdown, "<p>word</p>")
      })
      for (const one of expressions) {
        if (exceeds(one, STEPS + STEPS_PER_CHARACTER * one.text.length)) {
          assert.fail(`${JSON.stringify(mark)}: ${one.source}`)
        }
      }
    }
  })

  it.each([
    ["a <!-- x --> b <!-- y -->c", "a  b c"],
    ["a <!-- x\n```\ny --> b\n", "a  b\n"],
    ["```\n<!-- code -->\n```\nb <!-- x -->", "```\n<!-- code -->\n```\nb "],
    ["~~~~\n~~~\n<!-- code -->\n~~~~\n<!-- x -->b", "~~~~\n~~~\n<!-- code -->\n~~~~\nb"],
    ["`<!--` starts a comment", "`<!--` starts a comment"],
    ["```a``` <!-- x -->b", "```a``` b"]
  ])("loses its comments, except in code blocks: %j", (markdown, expected) => {
    assert.strictEqual(readable(markdown), expected)
  })
})
