import { Statements } from "@dunlin/text"
import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"

const quoted = (source: string) => Statements.read(source).statements.map(({ end, start }) => source.slice(start, end))

it("quotes a wrapped sentence completely", () => {
  const source = "> The operator shall not\n> open the valve by hand. He\n> rings the bell."
  assert.deepStrictEqual(quoted(source), ["The operator shall not\n> open the valve by hand.", "He\n> rings the bell."])
})

it("returns the heading path above each statement, and does not treat code comments as headings", () => {
  const source =
    "Before.\n\n# Pumps [¶](#pumps)\n\n## Care\n\nOil it.\n\n```sh\n# not a heading\n```\n\nClean it.\n\n# Nets\n\nMend them."
  const { sections, statements } = Statements.read(source)
  assert.deepStrictEqual(
    statements.filter(({ kind }) => kind === "sentence").map(({ section, text }) => [text, sections[section]?.path]),
    [["Before.", undefined], ["Oil it.", ["Pumps", "Care"]], ["Clean it.", ["Pumps", "Care"]], ["Mend them.", ["Nets"]]]
  )
})

it("names the context of an item, a nested item, a quotation, a row, and a code block", () => {
  const source =
    "Never do this:\n\n- open the valve\n- pull the rope of:\n  - the bell\n\nHe wrote:\n\n> The pump is off.\n\n"
    + "| pump | state |\n|---|---|\n| one | off |\n\nRun:\n\n```\nx = {1};\n```\n\nThe end."
  const { statements } = Statements.read(source)
  const leads = statements.map(({ lead, text }) => [text, statements[lead]?.text])
  assert.deepStrictEqual(leads, [
    ["Never do this:", undefined],
    ["open the valve", "Never do this:"],
    ["pull the rope of:", "Never do this:"],
    ["the bell", "pull the rope of:"],
    ["He wrote:", undefined],
    ["The pump is off.", "He wrote:"],
    ["| pump | state |", undefined],
    ["| one | off |", "| pump | state |"],
    ["Run:", undefined],
    ["```\nx = {1};\n```", "Run:"],
    ["The end.", undefined]
  ])
})

it("applies a heading to the text below it only if it negates or introduces the text", () => {
  const leadOf = (heading: string) => {
    const { statements } = Statements.read(`## ${heading}\n\n- open the valve\n- ring the bell\n\nThe end.`)
    return statements.map(({ lead }) => lead)
  }
  for (const heading of ["Never", "What visitors must not do", "Do", "Verboten", "禁止"]) {
    assert.deepStrictEqual(leadOf(heading), [-1, heading === "Do" ? -1 : 0, heading === "Do" ? -1 : 0, -1], heading)
  }
  assert.deepStrictEqual(leadOf("It is allowed to"), [-1, 0, 0, -1])
})

it("quotes no HTML comment, but the text after it", () => {
  const source = "Nets hang.\n\n<!-- An old text.\n\n## Old\n\n- open the valve\n-->\n\nBoats wait.\n\n<!-- open"
  assert.deepStrictEqual(quoted(source), ["Nets hang.", "Boats wait.", "<!-- open"])
})

it("does not split a code block, including its fences", () => {
  const source = "Text.\n\n```js\nfirst()\n\nsecond()\n```\n\nMore."
  assert.deepStrictEqual(quoted(source), ["Text.", "```js\nfirst()\n\nsecond()\n```", "More."])
})

const words = fc.constantFrom(
  "the",
  "operator",
  "not",
  "valve",
  "of",
  "Gonzalez",
  "pump",
  "12",
  "and",
  "opens",
  "Harbour"
)
const sentence = fc.array(words, { minLength: 4, maxLength: 25 }).map((all) => `The boat is ${all.join(" ")} again.`)
const paragraph = fc.array(sentence, { minLength: 1, maxLength: 6 })

const wrap = (text: string, columns: number): string => {
  const lines: Array<string> = []
  for (const word of text.split(" ")) {
    const last = lines.at(-1)
    if (last !== undefined && last.length + 1 + word.length <= columns) lines[lines.length - 1] = `${last} ${word}`
    else lines.push(word)
  }
  return lines.join("\n")
}

it("finds the same sentences at any wrap column", () => {
  fc.assert(
    fc.property(
      fc.array(paragraph, { minLength: 1, maxLength: 4 }),
      fc.integer({ min: 36, max: 120 }),
      (all, columns) => {
        const source = all.map((sentences) => wrap(sentences.join(" "), columns)).join("\n\n")
        assert.deepStrictEqual(Statements.read(source).statements.map(({ text }) => text), all.flat())
      }
    ),
    { numRuns: 300 }
  )
})

it("omits only marks and lines without words", () => {
  fc.assert(fc.property(fc.array(paragraph, { minLength: 1, maxLength: 3 }), (all) => {
    const source = `# Pumps\n\n${all.map((sentences) => sentences.join(" ")).join("\n\n- ")}`
    let at = 0
    for (const { end, start } of Statements.read(source).statements) {
      assert.notMatch(source.slice(at, start), /[\p{L}\p{N}]/u)
      at = end
    }
    assert.notMatch(source.slice(at), /[\p{L}\p{N}]/u)
  }))
})

const textsOf = (source: string): ReadonlyArray<string> => Statements.read(source).statements.map(({ text }) => text)

describe("a sentence that introduces something", () => {
  it("is one statement with what it introduces, which alone would say something else", () => {
    assert.deepStrictEqual(
      textsOf(
        "For example, the list in\n\n    domainlist allowed = !a.b.example : *.b.example\n\nmatches no name that ends in a.b.example."
      ),
      ["For example, the list in domainlist allowed = !a.b.example : *.b.example matches no name that ends in a.b.example."]
    )
    assert.deepStrictEqual(
      textsOf("In other words, executing\n     moor BOAT\nis the same as executing\n     tie BOAT\n\nThe end."),
      [
        "In other words, executing moor BOAT is the same as executing tie BOAT",
        "The end."
      ]
    )
  })

  it("ends where a new sentence starts", () => {
    const source = "The boat is moored by\n\n    moor(boat)\n\nThe line is cast off at high water."
    assert.strictEqual(textsOf(source).at(-1), "The line is cast off at high water.")
  })
})

describe("a text with pages", () => {
  const page = (number: number, above: string, below: string) =>
    `${above}\n\n\n\nHarbour Office              Standing Orders             [Page ${number}]\n\f\nOrder 12                    Moorings                    May 1999\n\n\n${below}`
  const source = page(1, "   The keeper of the lock shall not", "   open the gate at night.\n\n   Fees are due.")
    + page(2, "", "   Boats wait below the lock, and they") + page(3, "", "   moor on the left side only.")
    + page(4, "", "   The end.")

  it("joins sentences over page breaks, without headers and footers", () => {
    assert.deepStrictEqual(textsOf(source), [
      "The keeper of the lock shall not open the gate at night.",
      "Fees are due.",
      "Boats wait below the lock, and they moor on the left side only.",
      "The end."
    ])
  })

  it("is cut at the sentences of the source", () => {
    const [first] = Statements.read(source).statements
    assert.match(source.slice(first!.start, first!.end), /^ *The keeper[^]*\[Page 1\][^]*at night\.$/)
  })
})

it("joins a title that a reference quotes, a description below its term, and a text in capitals", () => {
  assert.deepStrictEqual(
    textsOf(
      `   [12]  Keeper, A., "The Lights of the Northern Harbours, and the Ships\n         Wrecked Before Them", Order 12, May 1999.`
    ).length,
    1
  )
  assert.deepStrictEqual(
    textsOf("-b\t\tBinary mode.  The reader will only recognise <NL> to separate\n\t\tlines.  Nothing else."),
    [
      "-b\t\tBinary mode.",
      "The reader will only recognise <NL> to separate lines.",
      "Nothing else."
    ]
  )
  assert.deepStrictEqual(
    textsOf(
      "THE LIGHT IS PROVIDED AS IT IS, AND THE KEEPER DISCLAIMS ALL WARRANTIES\nWITH REGARD TO THIS LIGHT, INCLUDING ALL IMPLIED ONES."
    ).length,
    1
  )
})
