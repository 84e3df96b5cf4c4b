import { Heuristics, Replacement } from "@dunlin/redaction"
import type { Span } from "@dunlin/redaction"
import { entities } from "@dunlin/schema/RedactPii"
import { assert, describe, it } from "@effect/vitest"
import { fromMarkdown } from "mdast-util-from-markdown"
import { gfmFromMarkdown } from "mdast-util-gfm"
import { gfm } from "micromark-extension-gfm"
import { pages } from "../../engines/pii/test/pages.ts"

const span = (text: string, value: string, entity: Span.Entity = "PERSON"): Span.Span => {
  const start = text.indexOf(value)
  return { start, end: start + value.length, entity, score: 1, reason: "test" }
}

interface Tree {
  readonly type: string
  readonly value?: string
  readonly children?: ReadonlyArray<Tree>
}

const blocks = (markdown: string): ReadonlyArray<string> => {
  const tree = fromMarkdown(markdown, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] })
  const out: Array<string> = []
  const walk = (node: Tree, depth: number, parent: string): void => {
    // a tag on a line of its own stands for what was a paragraph
    const isLine = /^(?:root|listItem|blockquote)$/.test(parent) && /^<[A-Z]+>$/.test(node.value ?? "")
    const type = node.type === "html" && isLine ? "paragraph" : node.type
    if (
      /^(?:text|emphasis|strong|inlineCode|link|image|break|delete|html|footnoteReference)$/.test(type) &&
      depth > 1
    ) return
    out.push(`${depth}${type}`)
    if ("children" in node) { for (const child of node.children) walk(child, depth + 1, node.type) }
  }
  walk(tree, 0, "")
  // inline HTML inside a paragraph is not a block
  return out.filter((line) => !/^\d+(?:text|link|strong|emphasis)$/.test(line))
}

describe("apply", () => {
  const cases: ReadonlyArray<readonly [name: string, text: string, value: string, tag: string, mask: string]> = [
    [
      "a paragraph of its own",
      "Regards\n\nAda Moss\n\nbye",
      "Ada Moss",
      "Regards\n\n<PERSON>\n\nbye",
      "Regards\n\n\\*** ****\n\nbye"
    ],
    ["a finding with the blank behind it", "by Ada Moss today", "Ada Moss ", "by <PERSON> today", "by *** **** today"],
    ["a list item", "- Ada Moss\n- two", "Ada Moss", "- <PERSON>\n- two", "- \\*** ****\n- two"],
    [
      "a list item of two lines",
      "- Ada Moss\n  x\n- y",
      "Ada Moss",
      "- \\<PERSON>\n  x\n- y",
      "- \\*** ****\n  x\n- y"
    ],
    ["the first line of a paragraph", "Ada Moss\n**x**", "Ada Moss", "\\<PERSON>\n**x**", "\\*** ****\n**x**"],
    ["a further line of a paragraph", "by\nAda Moss\nand", "Ada Moss", "by\n<PERSON>\nand", "by\n\\*** ****\nand"],
    ["the whole text", "Ada Moss", "Ada Moss", "<PERSON>", "\\*** ****"],
    ["a line of code", "```\nAda Moss\nx\n```", "Ada Moss", "```\n<PERSON>\nx\n```", "```\n*** ****\nx\n```"],
    ["a table cell", "| Ada Moss | x |", "Ada Moss", "| <PERSON> | x |", "| *** **** | x |"],
    ["emphasis inside", "by **Ada** Moss.", "Ada** Moss", "by **<PERSON>** .", "by ******* ****."],
    ["a bold line", "x\n\n**Ada Moss**\n\ny", "Ada Moss", "x\n\n**<PERSON>**\n\ny", "x\n\n**\\*** ******\n\ny"],
    ["a link text", "[Ada Moss](/a)", "Ada Moss", "[<PERSON>](/a)", "[*** ****](/a)"],
    ["an autolink", "<a@b.org>", "a@b.org", "<<PERSON>>", "<*******>"],
    ["an initial", "J Moss said", "J Moss", "<PERSON> said", "\\* **** said"],
    [
      "two lines",
      "at\n12 Elm Road\nDayton, OH 45402\nand",
      "12 Elm Road\nDayton, OH 45402",
      "at\n<PERSON>\nand",
      "at\n\\** *** ****\n\\******* ** *****\nand"
    ],
    [
      "a quote",
      "> 12 Elm Road\n> Dayton\n> end",
      "12 Elm Road\n> Dayton",
      "> \\<PERSON>\n> end",
      "> \\** *** ****\n> \\******\n> end"
    ],
    ["a stray bracket", "(call Ada Moss) now", "Ada Moss) now", "(call <PERSON>) ", "(call *** ****) ***"],
    ["its own brackets", "(212) 555-0147 now", "(212) 555-0147", "<PERSON> now", "***** ******** now"]
  ]

  it.each(cases)("does not change the structure around %s", (_, text, value, tag, mask) => {
    const expectedTag = Replacement.apply(text, [span(text, value)], "tag").text
    const expectedMask = Replacement.apply(text, [span(text, value)], "mask").text
    assert.strictEqual(expectedTag, tag)
    assert.strictEqual(expectedMask, mask)
  })

  const closed: ReadonlyArray<readonly [name: string, text: string]> = [
    ["three backticks in a line", "```inline code``` and words\n\nADA\nnext line"],
    ["another sign that closes nothing", "```\ncode\n~~~\n```\n\nADA\nnext"],
    ["fewer signs that close nothing", "````\n```\n````\n\nADA\n- item"],
    ["words after signs that close nothing", "```\n``` js\n```\n\nADA\nnext"],
    ["a fence in an item, which ends with it", "- ```\n  code\n\nADA\nnext"],
    ["a fence below an item, which ends with it", "1. item\n\n   ```\n   code\n\nADA\nnext"],
    ["a fence in a quote, which ends with it", "> ```\n> code\n\nADA\nnext"],
    ["signs in indented code", "    ```\n\nADA\nnext"],
    ["signs in a comment", "<!--\n```\n-->\n\nADA\nnext"],
    ["signs in HTML", "<div>\n```\n</div>\n\nADA\nnext"],
    ["a fence after an escaped name in an item", "- ADA\n  x\n  ```\n\nADA\nnext"],
    ["lines that end with a carriage return", "```\r\ncode\r\n```\r\n\r\nADA\r\nnext"]
  ]

  it.each(closed)("creates no HTML with a tag after %s", (_, text) => {
    const at = text.lastIndexOf("ADA")
    const spans = [span(text, "ADA"), { ...span(text, "ADA"), start: at, end: at + 3 }]
    const { text: out } = Replacement.apply(text, spans, "tag")
    assert.include(out, "\n\\<PERSON>")
    const tree = fromMarkdown(out, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] })
    assert.notInclude(tree.children.slice(1).map(({ type }) => type), "html")
  })

  const still: ReadonlyArray<string> = [
    "````md\n```\nADA\nx\n```\n````",
    "- item\n\n~~~\n```\nADA\nx\n~~~",
    "```\r\nADA\r\nx\r\n```",
    "1. item\n   ```\n   code\n   ```\n2. item\n\n```\nADA\nx\n```"
  ]

  it.each(still)("adds no escapes in code: %j", (text) => {
    assert.strictEqual(Replacement.apply(text, [span(text, "ADA")], "tag").text, text.replace("ADA", "<PERSON>"))
  })

  it("joins overlapping spans, so that no text remains", () => {
    const text = "one two three"
    const { text: out } = Replacement.apply(text, [span(text, "one two"), span(text, "two three", "EMAIL")], "remove")
    assert.strictEqual(out.trim(), "")
  })

  it("masks each code point with one star, and keeps white space", () => {
    const text = "x 😀é\u00a0漢 y"
    assert.strictEqual(Replacement.apply(text, [span(text, "😀é\u00a0漢")], "mask").text, "x **\u00a0* y")
  })

  it.each(["tag", "mask"] as const)("changes no block structure of any labelled page (%s)", (style) => {
    for (const page of pages()) {
      for (
        const spans of [
          Heuristics.detect(page.text, { entities, recall: true }),
          page.labels.map((label) => ({ ...label, score: 1, reason: "label" }))
        ]
      ) {
        assert.deepStrictEqual(blocks(Replacement.apply(page.text, spans, style).text), blocks(page.text), page.name)
      }
    }
  })
})
