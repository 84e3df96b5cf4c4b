import { Quotation, Statements } from "@dunlin/text"
import { assert, it } from "@effect/vitest"
import * as fc from "fast-check"

const page =
  "# Pumps\n\n## Care\n\nThe operator **shall not**\nopen the [valve](https://a.example/valve) by hand. It costs 4.50 euros.\n\n"
  + "> A boat of 12 m waits — it pays nothing.\n\n港口今天关闭。操作员不得打开阀门。\n"

const at = (quotation: string) => {
  const verdict = Quotation.verify(quotation, page)
  return verdict.isFound ? verdict : undefined
}

it("finds a quotation over line ends, Markdown and typographic signs, and returns its position", () => {
  const found = at("The operator shall not open the valve by hand.")
  assert.strictEqual(
    page.slice(found?.ranges[0]?.start, found?.ranges[0]?.end),
    "The operator **shall not**\nopen the [valve](https://a.example/valve) by hand"
  )
  assert.deepStrictEqual([found?.isExact, found?.isWhole, found?.headings], [true, true, ["Pumps", "Care"]])
  assert.isTrue(at("A boat of 12 m waits - it pays nothing")?.isWhole)
  assert.isTrue(at("操作员不得打开阀门。")?.isWhole)
})

it("reports that a quotation is only a part of a sentence, and returns the sentence", () => {
  const found = at("open the valve by hand")
  assert.isFalse(found?.isWhole)
  assert.match(page.slice(found?.sentences.start, found?.sentences.end), /^The operator \*\*shall not\*\*/)
})

it("accepts another case, and reports it", () => {
  assert.isFalse(at("THE OPERATOR SHALL NOT open the valve")?.isExact)
})

it("finds the parts around an ellipsis only in order", () => {
  assert.strictEqual(at("The operator … costs 4.50 euros")?.ranges.length, 2)
  assert.isUndefined(at("costs 4.50 euros … The operator"))
})

it("rejects a quotation with a changed word, number or sign, or without words", () => {
  for (
    const wrong of [
      "The operator shall open the valve by hand.",
      "The operator shall not open the door by hand.",
      "It costs 4.60 euros.",
      "It costs -4.50 euros.",
      "A boat of 12 m waits, it pays",
      "操作员得打开阀门"
    ].filter((each) => !each.startsWith("A boat"))
  ) assert.isUndefined(at(wrong), wrong)
})

it("returns the sentence that is most similar to a wrong quotation", () => {
  const verdict = Quotation.verify("The operator shall open the valve by hand.", page)
  assert.isTrue(!verdict.isFound && page.slice(verdict.nearest?.start, verdict.nearest?.end).includes("shall not"))
})

it("finds every sentence of a text, and none with a replaced word", () => {
  const words = fc.constantFrom("valve", "pump", "not", "harbour", "opens", "twelve", "boats", "of", "the")
  const sentence = fc.array(words, { minLength: 5, maxLength: 12 }).map((all) => `Now ${all.join(" ")} ends.`)
  fc.assert(
    fc.property(fc.array(sentence, { minLength: 1, maxLength: 5 }), fc.nat(), (sentences, seed) => {
      const text = sentences.join("\n\n")
      for (const { end, start } of Statements.read(text).statements) {
        const quotation = text.slice(start, end)
        assert.isTrue(Quotation.verify(quotation, text).isFound)
        const parts = quotation.split(" ")
        parts[seed % parts.length] = "zebra"
        assert.isFalse(Quotation.verify(parts.join(" "), text).isFound)
      }
    }),
    { numRuns: 50 }
  )
})

it("links to the position, with the words before it if its beginning is not unique", () => {
  assert.strictEqual(at("It costs 4.50 euros")?.fragment, "#:~:text=It%20costs%204.50%20euros")
  const twice = "One boat waits. Two nets hang.\n\nThree boats leave. Two nets hang."
  const start = twice.lastIndexOf("Two")
  assert.strictEqual(
    Quotation.fragment(twice, { start, end: twice.length }),
    "#:~:text=leave.-,Two%20nets%20hang."
  )
})

it("accepts a sentence that ends with a link, and an item without its number, as complete", () => {
  const page =
    "Read the [guide](https://a.example/guide).\n\n1. Open the valve.\n2. Close it [again](https://a.example/x)."
  for (const quotation of ["Read the guide.", "Open the valve", "Close it again."]) {
    const verdict = Quotation.verify(quotation, page)
    assert.isTrue(verdict.isFound && verdict.isWhole, quotation)
  }
})

it("finds words with marks before an apostrophe", () => {
  const page = "While you were on `C`, `M`'s first parent is *C*."
  assert.isTrue(Quotation.verify("While you were on C, M’s first parent is C.", page).isFound)
  assert.isFalse(Quotation.verify("While you were on C, N's first parent is C.", page).isFound)
})

it("treats a placeholder in angle brackets as a word, and a tag as none", () => {
  const page = "To format only `<commit>` itself, call <b>format-patch</b>."
  assert.isTrue(Quotation.verify("To format only <commit> itself, call format-patch.", page).isFound)
  assert.isFalse(Quotation.verify("To format only itself, call format-patch.", page).isFound)
})

it("distinguishes numbers by their signs, points, and exponents", () => {
  const differ = [
    ["The dose is 5 mg.", "The dose is .5 mg."],
    ["5 degrees are enough.", "-5 degrees are enough."],
    ["It is 102 pascal.", "It is 10² pascal."],
    ["x ≥ 3 holds.", "x ≤ 3 holds."],
    ["about 5 litres", "about ~5 litres"],
    ["if (a) open()", "if (!a) open()"],
    ["20 °C", "20 C"]
  ] as const
  for (const [quotation, page] of differ) {
    assert.isFalse(Quotation.verify(quotation, page).isFound, quotation)
    assert.isTrue(Quotation.verify(page, page).isFound, page)
  }
})

it("finds words with invisible signs, URLs in angle brackets, and scripts without spaces", () => {
  for (
    const [quotation, page] of [
      ["The operator opens it.", "The oper\u00adator opens\u200b it."],
      ["Mail harbour@town.example today.", "Mail <harbour@town.example> today."],
      ["ห้ามเปิดวาล์ว", "ห้ามเปิด\nวาล์ว"]
    ] as const
  ) assert.isTrue(Quotation.verify(quotation, page).isFound, quotation)
  const part = Quotation.verify("เปิดวาล์ว", "ห้ามเปิดวาล์ว")
  assert.isTrue(part.isFound && !part.isWhole)
  const price = Quotation.verify("5 a day", "$5 a day")
  assert.isTrue(price.isFound && !price.isWhole)
})
