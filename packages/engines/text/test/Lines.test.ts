import { Lines } from "@dunlin/text"
import { assert, it } from "@effect/vitest"
import * as fc from "fast-check"

const linesOf = (source: string): ReadonlyArray<string> => {
  const { lines, text } = Lines.logical(source)
  return lines.map(({ from, to }) => text.slice(from, to))
}

const wrapped = (text: string, columns: number, before = ""): string => {
  const lines: Array<string> = []
  let line = ""
  for (const word of text.split(" ")) {
    const longer = line === "" ? word : `${line} ${word}`
    if (line !== "" && longer.length > columns) {
      lines.push(line)
      line = word
    } else line = longer
  }
  return [...lines, line].map((each) => before + each).join("\n")
}

const manual =
  "The operator of the lock shall not open the valve by hand while the pump is under pressure. A boat that is longer "
  + "than 12 metres waits, unless the harbour master, Dr. Maria Gonzalez, says otherwise. Fees of 4.50 euros are due in "
  + "Springfield before the boat leaves; nobody pays twice."

it("joins the lines of a paragraph at any wrap column and with any line prefix", () => {
  for (const before of ["", "> ", ">> ", "   ", "// ", "; ", "| ", "JO> ", "REM "]) {
    for (let columns = 30; columns <= 110; columns++) {
      assert.deepStrictEqual(linesOf(wrapped(manual, columns, before)), [manual], `${before}${columns}`)
    }
  }
})

it("joins comment lines with #, and does not treat them as headings", () => {
  const source = `${wrapped(manual, 60, "# ")}\n#\n# Nets are mended by hand.\nnets = 3`
  assert.deepStrictEqual(linesOf(source), [manual, "Nets are mended by hand.", "nets = 3"])
  assert.isFalse(Lines.logical(source).lines.some(({ kind }) => kind === "heading"))
})

it("joins a block comment with stars", () => {
  assert.deepStrictEqual(linesOf("/**\n * Mends a net and does not\n * count its knots.\n */\nmend()").slice(0, 1), [
    "Mends a net and does not count its knots."
  ])
})

it("joins a comment with stars without its first and last line, and does not join list items", () => {
  for (const mark of [" * ", "     * ", "* "]) {
    for (let columns = 40; columns <= 90; columns += 5) {
      assert.deepStrictEqual(linesOf(wrapped(manual, columns, mark)), [manual], `${mark}${columns}`)
    }
  }
  assert.deepStrictEqual(linesOf(" * Mends a net and does\n * count its knots.\n *\n * @returns a net"), [
    "Mends a net and does count its knots.",
    "@returns a net"
  ])
  for (
    const list of [
      "* apples\n* pears\n* plums",
      "* red,\n* green, and\n* blue",
      " * Open the valve\n * Close the pump\n * Ring the bell.",
      "* check that the pump is off\n* check that the valve is shut\n* check that the lamp is red",
      "* Fixed a crash on start\n* improve the docs.",
      "* The network that boats connect to\n* The port"
    ]
  ) assert.lengthOf(linesOf(list), list.split("\n").length, list)
})

it("does not treat a star as an item mark if its text continues without a star", () => {
  assert.deepStrictEqual(linesOf("* Ring the bell and\n* do not open the valve by\n  hand."), [
    "* Ring the bell and",
    "* do not open the valve by hand."
  ])
})

it("joins quoted mails and comments inside a fence of text", () => {
  for (const mark of ["> ", ">> ", "// ", " * "]) {
    assert.include(linesOf(`\`\`\`\n${wrapped(manual, 60, mark)}\n\`\`\``), manual, mark)
  }
})

it("does not join headings, also in sequence", () => {
  const { lines } = Lines.logical("# Harbour\n## Fees of the year\n### For boats\n\nDays\n----\n\nHours\n=====\n")
  assert.deepStrictEqual(lines.filter(({ kind }) => kind === "heading").map(({ level }) => level), [1, 2, 3, 2, 1])
})

it("accepts an underline of at least three signs and half of the heading's length", () => {
  const isHeading = (source: string) => Lines.logical(source).lines[0]!.kind === "heading"
  assert.isTrue(isHeading("Days\n---\n\nmore"))
  assert.isFalse(isHeading("Days\n--\n\nmore"))
  assert.isTrue(isHeading("Harbours\n====\n\nmore"))
  assert.isFalse(isHeading("Harbours of it\n====\n\nmore"))
})

const kept: Readonly<Record<string, string>> = {
  "a verse": "The moon is on the water now,\nThe boats are in the bay,\nAnd nobody remembers how\nThe summer went away",
  "an address": "Maria Gonzalez\n12 Harbour Street\nSpringfield, IL 62704",
  "an address with line breaks": "Maria Gonzalez  \n12 Harbour Street  \nSpringfield",
  "commands": "npm install\nnpm test",
  "a log": "2026-01-02 12:00:01 INFO pump started and is\n2026-01-02 12:00:02 INFO pump stopped",
  "fields": "From: harbour@town.example\nTo: boats@town.example\nSubject: the pump is\nDate: Monday",
  "code": "let x = f(1);\nif (x) {\n  g(x);\n}",
  "a table": "| pump | state |\n|---|---|\n| one | open |",
  "items": "- open the valve\n- close the pump\n- ring the bell",
  "words one by one": "apple\npear\nplum"
}

for (const [name, source] of Object.entries(kept)) {
  it(`does not join the lines of ${name}`, () => {
    assert.strictEqual(Lines.logical(source).lines.length, source.split("\n").length)
  })
}

it("continues an item on the next lines, and starts the next item at its mark", () => {
  assert.deepStrictEqual(
    linesOf("1. Open the valve and do not\n   close it.\n2. Ring the\nbell.\n- [ ] Paint the door in\n  red."),
    [
      "1. Open the valve and do not close it.",
      "2. Ring the bell.",
      "- [ ] Paint the door in red."
    ]
  )
})

it("does not treat a decimal number as an item mark", () => {
  assert.strictEqual(Lines.logical("4.5 m").lines[0]?.kind, "text")
})

it("does not join entries of a table of contents with multilevel numbers or dots before the page", () => {
  const numbered = "2.4.1. Searching the meta data\n2.4.1.1. Names\n2.5. Selection data\n3. Sharing data"
  const dotted = "2.4.1 Forming a request . . . . . . 6\n2.4.2 Processing a request ........ 7\nAppendix of it ........"
  assert.lengthOf(linesOf(numbered), 4)
  assert.deepStrictEqual(Lines.logical(dotted).lines.map(({ kind }) => kind), ["row", "row", "row"])
})

it("does not treat a number at the start of a wrapped line as an item mark", () => {
  assert.deepStrictEqual(
    linesOf("The rule is in the section\n12. It holds for boats in the\n- rather small - harbour of"),
    [
      "The rule is in the section 12. It holds for boats in the - rather small - harbour of"
    ]
  )
})

it("continues after an HTML line break inside a sentence or number", () => {
  const said =
    "Please pay with the card 4111 1111 1111 1111 and call Maria Gonzalez at +1 (415) 555-0132 for questions."
  const source =
    "Please pay with the card 4111 1111 1111  \n1111 and call Maria  \nGonzalez at +1 (415)  \n555-0132 for questions."
  assert.deepStrictEqual(linesOf(source), [said])
})

it("joins hyphenated words, and does not change other hyphens", () => {
  assert.deepStrictEqual(
    linesOf("The exam-\nple of end-to-\nend tests is well-\nknown, not un\u2010\nknown; drag-\ndrop is drag-drop."),
    [
      "The example of end-to-end tests is well-known, not unknown; drag-drop is drag-drop."
    ]
  )
})

it("joins lines of Chinese and Japanese without a space", () => {
  assert.deepStrictEqual(linesOf("港口今天关闭，因为水闸的泵在夜里坏\n了。操作员不得手动打开阀门。"), [
    "港口今天关闭，因为水闸的泵在夜里坏了。操作员不得手动打开阀门。"
  ])
})

it("joins lines of scripts without upper and lower case", () => {
  for (
    const text of [
      "يجب على المشغل ألا يفتح الصمام يدويا بينما تكون المضخة تحت الضغط في أي وقت من اليوم",
      "ऑपरेटर को पंप के दबाव में होने पर वाल्व को हाथ से नहीं खोलना चाहिए और घंटी बजानी चाहिए"
    ]
  ) assert.deepStrictEqual(linesOf(wrapped(text, 40)), [text])
})

it("joins text in a fence without a language, and does not join code", () => {
  const prose = Lines.logical("```\n" + wrapped(manual, 50) + "\n```")
  assert.deepStrictEqual(prose.lines.map(({ kind }) => kind), ["rule", "text", "rule"])
  const code = Lines.logical("```python\n# Mend three nets\nprint(3)\n# [2, 6]\n```\nAfter it.")
  assert.deepStrictEqual(code.lines.map(({ block, kind }) => `${kind} ${block}`), [
    "code 1",
    "code 1",
    "code 1",
    "code 1",
    "code 1",
    "text 2"
  ])
})

it("collapses double spaces on request", () => {
  const source = "The  operator   shall\u00a0 not"
  const { sourceOf, text } = Lines.logical(source, { foldSpaces: true })
  assert.strictEqual(text, "The operator shall\u00a0not")
  assert.strictEqual(sourceOf(text.indexOf("not")), source.indexOf("not"))
  assert.strictEqual(Lines.logical(source).text, source)
})

/** Pieces that lines of texts are made of. */
const pieces = fc.constantFrom(
  "> ",
  "# ",
  "- ",
  "1. ",
  "```",
  "~~~js",
  "| a | b |",
  "  \n",
  "\\\n",
  "\n",
  "\n\n",
  "\r\n",
  " ",
  "\t",
  "the",
  "Valve",
  "not",
  "open.",
  "4111",
  "-",
  "港",
  "口。",
  "/*",
  "*/",
  "// ",
  "----",
  "====",
  "<br>",
  "\u00a0",
  "\f",
  "😀",
  "x = {y};",
  "(",
  "**"
)
const texts = fc.array(pieces, { maxLength: 60 }).map((all) => all.join(""))

it("maps every character to its position in the source", () => {
  fc.assert(fc.property(texts, fc.boolean(), (source, foldSpaces) => {
    const { lines, placeOf, sourceEndOf, sourceOf, text } = Lines.logical(source, { foldSpaces })
    for (const { end, from, start, to } of lines) {
      if (from < to) assert.strictEqual(sourceOf(from), start)
      assert.strictEqual(sourceEndOf(to) <= end, true)
      for (let at = from; at < to; at++) {
        const place = sourceOf(at)
        if (text[at] !== " ") assert.strictEqual(source[place], text[at])
        if (text[at] !== " ") assert.strictEqual(placeOf(place), at)
      }
    }
  }))
})

it("keeps all characters except marks, spaces and hyphens at line ends", () => {
  fc.assert(fc.property(texts, (source) => {
    const { lines, sourceOf, text } = Lines.logical(source)
    const kept = new Set<number>()
    for (const { from, to } of lines) for (let at = from; at < to; at++) kept.add(sourceOf(at))
    const lost = [...source].flatMap((character, at) => kept.has(at) || /\s/.test(character) ? [] : [character])
    // Offsets of a character of two units shift the list, so only texts without one say what is lost.
    if (/[\ud800-\udfff]/.test(source)) return
    assert.deepStrictEqual(lost.filter((character) => !/[>#/*\\\u002d]/.test(character)), [])
    assert.strictEqual(text.length > 0, /\S/.test(source.replace(/[>#/*\\\s-]/g, "")) || text.length > 0)
  }))
})

it("reads each line of hostile texts a bounded number of times", () => {
  const hostile = [
    "> ".repeat(20_000),
    "/*\n".repeat(20_000),
    "# a\n".repeat(20_000),
    "// a\n".repeat(20_000),
    "# Aa\n".repeat(20_000),
    "* Aa\n".repeat(20_000),
    " * a the\n * b\nc\n".repeat(10_000),
    "```\n".repeat(20_001),
    "- ".repeat(20_000),
    "a-\n".repeat(20_000),
    "(".repeat(50_000),
    " ".repeat(100_000),
    "a ".repeat(50_000) + "\n" + "b ".repeat(50_000),
    "<".repeat(50_000),
    "`".repeat(50_000)
  ]
  for (const text of hostile) assert.isAtLeast(Lines.logical(text).text.length, 0)
})

it("joins lines of one word inside a sentence, and does not join lists of words", () => {
  for (const end of ["\n", "  \n", "<br>\n"]) {
    const lines = ["All those who work in the hall of the old station", "shall", "not", "open the valve by hand."]
    assert.lengthOf(linesOf(lines.join(end)), 1, JSON.stringify(end))
  }
  assert.lengthOf(linesOf("Fruit:\napple\npear\nplum"), 4)
  assert.lengthOf(linesOf("apple\npear\nplum"), 3)
})
