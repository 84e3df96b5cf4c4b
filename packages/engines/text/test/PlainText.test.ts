import { indented } from "@dunlin/text/IndentedJson"
import { markdownTitle } from "@dunlin/text/MarkdownTitle"
import { separatedTable } from "@dunlin/text/SeparatedTable"
import { assert, describe, it } from "@effect/vitest"
import * as FastCheck from "fast-check"
import { anyText } from "../../../common/test/anyText.ts"
import { applied, exceeds } from "../../../common/test/backtracks.ts"

/** JSON as no program writes it: any digits, names twice, space anywhere. */
const { value: anyJson } = FastCheck.letrec((tie) => {
  const number = FastCheck.stringMatching(/^-?(?:0|[1-9][0-9]{0,24})(?:\.[0-9]{1,9})?(?:[eE][+-]?[0-9]{1,4})?$/)
  const text = FastCheck.oneof(
    anyText().map((value) => JSON.stringify(value)),
    FastCheck.constant("\"\\u0061\\/\\\"\"")
  )
  const space = FastCheck.constantFrom("", " ", "\n\t", "\r\n")
  const value = FastCheck.oneof(
    { maxDepth: 5 },
    FastCheck.oneof(number, text, FastCheck.constantFrom("true", "false", "null")),
    FastCheck.array(tie("value"), { maxLength: 4 }).map((all) => `[${all.join(",")}]`),
    FastCheck.array(FastCheck.tuple(FastCheck.constantFrom("\"a\"", "\"b\""), tie("value")), { maxLength: 4 })
      .map((all) => `{${all.map(([key, of]) => `${key}:${of as string}`).join(" ,")}}`)
  )
  return { value: FastCheck.tuple(space, value, space).map((parts) => parts.join("")) }
})

/** Strings, signs, numbers and words, in order. */
const tokensOf = (source: string) => source.match(/"(?:\\.|[^"\\])*"|[[\]{},:]|[^\s"[\]{},:]+/g) ?? []

describe("JSON lines", () => {
  it("contain every token of the source, with any numbers and names", () => {
    FastCheck.assert(FastCheck.property(anyJson, (source) => {
      const written = indented(source)
      assert.deepStrictEqual(tokensOf(written), tokensOf(source))
      assert.deepStrictEqual(written.replace(/\s/g, ""), source.replace(/\s/g, ""))
      assert.strictEqual(indented(written), written)
    }))
  })

  it("are written like JSON.stringify where nothing changed", () => {
    FastCheck.assert(FastCheck.property(FastCheck.json(), (source) => {
      const plain = JSON.stringify(JSON.parse(source))
      assert.strictEqual(indented(plain), JSON.stringify(JSON.parse(plain), null, 2))
    }))
  })

  it("can have strings of any length", () => {
    const long = JSON.stringify({ a: "\\n\"words".repeat(2_000_000) })
    assert.strictEqual(indented(long), JSON.stringify(JSON.parse(long), null, 2))
  })

  it("can have any number of members", () => {
    const many = JSON.stringify(Array.from({ length: 20_000 }, (_, id) => ({ id, names: ["a", {}, []], b: null })))
    assert.strictEqual(indented(many), JSON.stringify(JSON.parse(many), null, 2))
  })

  it("are not changed if invalid or nested too deep", () => {
    const deep = "[".repeat(100_000) + "]".repeat(100_000)
    for (const source of ["{\"a\":1", "{}\n{}", "", deep]) assert.strictEqual(indented(source), source)
  })
})

describe("separated values", () => {
  it("are a table, with quoted values", () => {
    assert.strictEqual(
      separatedTable("name,note\n\"Dunlin, small\",\"says \"\"tree\"\"\nat night\"\n\nKnot,a|b,c\n").markdown,
      "| name | note |  |\n| --- | --- | --- |\n| Dunlin, small | says \"tree\"<br>at night |\n| Knot | a\\|b | c |"
    )
  })

  it("contain Markdown signs as text, and end lines as on any system", () => {
    assert.strictEqual(
      separatedTable("path,note\r\nC:\\a\\|b,c\r\n").markdown,
      "| path | note |\n| --- | --- |\n| C:\\\\a\\\\\\|b | c |"
    )
  })

  it("are separated only outside of quotes", () => {
    const same = "| a,b | c |\n| --- | --- |\n| 1 | 2 |"
    assert.strictEqual(separatedTable("\"a,b\";c\n1;2").markdown, same)
    assert.strictEqual(separatedTable("\"a,b\"\tc\r\n1\t2\r\n").markdown, same)
    assert.strictEqual(separatedTable("").markdown, "")
  })

  it("lose no value, with any content", () => {
    const value = FastCheck.string({ unit: FastCheck.constantFrom("a", ",", ";", "\"", "\n", " x ", "\t") })
    const rows = FastCheck.array(FastCheck.array(value, { minLength: 2, maxLength: 4 }), { minLength: 1, maxLength: 6 })
    FastCheck.assert(FastCheck.property(rows, FastCheck.constantFrom(",", ";", "\t"), (given, separator) => {
      const source = given.map((row) => row.map((one) => `"${one.replaceAll("\"", "\"\"")}"`).join(separator)).join(
        "\n"
      )
      const lines = separatedTable(source, separator).markdown.split("\n")
      const width = Math.max(...given.map((row) => row.length))
      const cells = [...lines.slice(0, 1), ...lines.slice(2)].map((line) => line.slice(2, -2).split(" | "))
      assert.deepStrictEqual(
        cells,
        given.map((row, at) =>
          // the head has a cell for every column
          Array.from({ length: at === 0 ? width : row.length }, (_, at) =>
            (row[at] ?? "").trim().replaceAll("\n", "<br>"))
        )
      )
    }))
  })

  it("are limited, with a warning", () => {
    const { markdown, warnings } = separatedTable("a,b\n" + "1,2\n".repeat(20_000))
    assert.strictEqual(markdown.split("\n").length, 10_001)
    assert.deepStrictEqual(warnings, ["Only the first 10000 rows of the table are returned."])
    assert.match(separatedTable(`${",".repeat(900)}\n`).warnings.join(), /500 columns/)
  })
})

describe("the title of a Markdown file", () => {
  const cases: ReadonlyArray<readonly [markdown: string, title: string | undefined]> = [
    ["# Tides\n\nHigh at noon.", "Tides"],
    ["High at noon.\n\nTides\n-----\n\n# Later", "Tides"],
    ["High at noon.\n\n-----\n\n# Later", "Later"],
    ["a | b\n--- | ---\n1 | 2\n\n# Later", "Later"],
    ["---\r\ntitle: \"Tides: a guide\"\r\ndate: 2026-01-01\r\n---\r\n# Another", "Tides: a guide"],
    ["---\ntitle:\n---\n\n## Second level ##", "Second level"],
    ["\ufeffSome words.\n\nTides\n=====\n", "Tides"],
    ["```sh\n# install\n```\n\n# Tides", "Tides"],
    ["~~~\n```\n# no\n~~~\n# Tides", "Tides"],
    ["<h1 align=\"center\"><img src=\"/logo.svg\"> Tides</h1>\n\n## Install", "Tides"],
    ["# ![logo](/l.png)\n\n# [`tides`](https://tides.example) *for* C\\#", "tides for C#"],
    ["---\nno front matter\n\n# Tides", "Tides"],
    ["---\ntitle: >-\n  Folded\n  title\n---", "Folded title"],
    ["---\ntitle: |2+ # kept\n    First line\n\n    second\ntags: x\n---", "First line second"],
    ["---\ntitle: Tides # comment\n---", "Tides"],
    ["---\ntitle: C#\n---", "C#"],
    ["---\ntitle: 'It''s # high' # comment\n---", "It's # high"],
    ["---\ntitle: \"A \\\"high\\\" tide\\u0021\"\n---", "A \"high\" tide!"],
    ["---\ntitle: A tide\n  that goes on # comment\ndate: x\n---", "A tide that goes on"],
    ["---\ntitle:\n  rendered: no\n---\n# Tides", "Tides"],
    ["---\ntitle: [no]\n---\n# Tides", "Tides"],
    ["---\ntitle: null\n---\n# Tides", "Tides"],
    ["<!-- # no -->\n<!--\n# no\n\n<h1>no</h1>\n-->\n# Tides", "Tides"],
    ["<div>\n<!--\n<h1>no</h1>\n\n# no\n-->\n\n# Tides", "Tides"],
    ["words <!-- <h1>no</h1> -->\n\n# Tides <!-- note -->", "Tides"],
    ["words <!-- and no end\n\n# Tides", "Tides"],
    ["```no``` fence\n\n# Tides", "Tides"],
    ["- ```\n  # no\n\n# Tides\n```\n# no", "Tides"],
    ["[badge]: /x\n<br>\n\n# Tides", "Tides"],
    ["<h1>no\n\n<H1 id=\"a\">Tides</H1>", "Tides"],
    ["#hashtag\n\n### Third level", undefined],
    ["<!-- # no\n<h1>no</h1>", undefined],
    ["<h1>no", undefined],
    [`# ${"long ".repeat(100)}`, undefined],
    ["", undefined]
  ]
  it.each(cases)("%j", (markdown, title) => {
    assert.strictEqual(markdownTitle(markdown), title)
  })

  it.each(["<h1>", "<h1>\n", "<h1></h1>", "<!--", "<!-- -->", "```\n", "- ", "<a b='", "[", "# ["])(
    "needs few steps back on lines of %j",
    (unit) => {
      for (
        const text of [unit.repeat(20_000 / unit.length), `---\ntitle: "${unit.repeat(9_000 / unit.length)}\n---\n`]
      ) {
        for (const one of applied(1000, () => markdownTitle(text))) {
          assert.isFalse(exceeds(one, 60_000 + 64 * one.text.length), `${one.source} on ${one.text.slice(0, 20)}`)
        }
      }
    }
  )
})
