import * as MarkdownBlocks from "@dunlin/text/MarkdownBlocks"
import { assert, describe, it } from "@effect/vitest"
import * as FastCheck from "fast-check"
import { fromMarkdown } from "mdast-util-from-markdown"
import { gfmFromMarkdown } from "mdast-util-gfm"
import { gfm } from "micromark-extension-gfm"
import { applied, exceeds } from "../../../common/test/backtracks.ts"

/** Lines that begin, end or look like code, HTML, items and quotes. */
const troublesome = [
  "```",
  "````",
  "~~~",
  "~~~~",
  "```sh",
  "``` a`b",
  "~~~ a`b",
  "```inline``` words",
  " ```",
  "  ```",
  "   ```",
  "    ```",
  "\t```",
  "   ~~~",
  "> ```",
  "- ```",
  "1. ```",
  "words",
  "",
  "  two",
  "   deep",
  "    four",
  "- item",
  "-",
  "* x",
  "+ ",
  "1. one",
  "2. two",
  "10) ten",
  " - in",
  "  - in",
  "     - x",
  "-     code",
  "-\tx",
  "  1. x",
  "> quote",
  "  > q",
  "# head",
  "  # h",
  "---",
  "===",
  "***",
  "- - -",
  "| a | b |",
  "|---|---|",
  "[a]: /b",
  "[^1]: note",
  "<div>",
  "</div>",
  "- <div>",
  "<b>",
  "  <b>",
  "text <b>",
  "<br>",
  "<a href=\"x\">",
  "<a href=x",
  "<EMAIL>",
  "<!--",
  "  <!--",
  "-->",
  "<!-- x -->",
  "<pre>",
  "</pre>",
  "<script>",
  "</script>",
  "<h1>x</h1>",
  "<?php",
  "?>",
  "<a / >",
  "</b >",
  "<br />"
]

/** Which lines are code between fences outside of items and quotes, by the reference. */
const inCode = (given: ReadonlyArray<string>): ReadonlyArray<boolean> => {
  const tree = fromMarkdown(given.join("\n"), { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] })
  const out = given.map(() => false)
  for (const { position, type } of tree.children) {
    const first = (position?.start.line ?? 1) - 1
    if (type === "code" && /^ {0,3}[`~]/.test(given[first]!)) out.fill(true, first, position?.end.line)
  }
  return out
}

describe("lines of Markdown", () => {
  it("are code exactly where CommonMark says so", () => {
    let told = 0
    const texts = FastCheck.array(FastCheck.constantFrom(...troublesome), { minLength: 1, maxLength: 9 })
    FastCheck.assert(
      FastCheck.property(texts, (given) => {
        const { read } = MarkdownBlocks.reader()
        const kinds = given.map(read)
        const known = kinds.includes("unknown") ? kinds.indexOf("unknown") : kinds.length
        told += known === kinds.length ? 1 : 0
        // the reference counts no empty lines at the end of what is not closed
        const end = Math.min(known, given.findLastIndex((line) => line !== "") + 1)
        assert.deepStrictEqual(
          kinds.map((kind) => kind === "code" || kind === "fence").slice(0, end),
          inCode(given).slice(0, end)
        )
      }),
      { numRuns: 500 }
    )
    assert.isAbove(told, 400)
  })

  it.each([
    ["<a", " ", "!"],
    ["<a b", " ", "!"],
    ["<a b=", " ", "!"],
    ["</a", " ", "!"],
    ["<a", " b", "!"],
    ["<a", " b='", ""],
    ["", "`", "x"],
    ["```", " ", "`"],
    ["", "* ", "x"],
    ["-", " ", ""],
    ["", "1", "."],
    ["", "\t", "x"],
    ["<!--", "-", ">"]
  ])("are read with little backtracking: %j, many %j and %j", (head, unit, end) => {
    const line = head + unit.repeat(10_000 / unit.length) + end
    const run = () => {
      const { read } = MarkdownBlocks.reader()
      read(line)
      read(line)
    }
    for (const one of applied(1000, run)) assert.isFalse(exceeds(one, 64 * line.length), one.source)
  })

  it.each([
    ["<!-- a", "hidden", "# b", "hidden", "-->", "hidden", "# c", "text"],
    ["<div>", "html", "```", "html", "", "html", "```", "fence", "x", "code"],
    ["- a", "item", "  ```", "item", "", "text", "```", "fence", "  ```", "fence"],
    ["words", "text", "> q", "text", "<b>", "unknown", "```", "unknown"]
  ])("%j is %s, %j is %s, …", (...pairs) => {
    const { read } = MarkdownBlocks.reader()
    for (let at = 0; at < pairs.length; at += 2) assert.strictEqual(read(pairs[at]!), pairs[at + 1])
  })
})
