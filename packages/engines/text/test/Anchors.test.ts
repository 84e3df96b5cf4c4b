import { Anchors } from "@dunlin/text"
import { assert, it } from "@effect/vitest"
import * as fc from "fast-check"

const heading = (id: string, words: string): Anchors.Mark => ({ id, kind: "heading", words })
const idOf = (page: string, marks: ReadonlyArray<Anchors.Mark>, words: string) =>
  Anchors.at(Anchors.locate(page, marks), page.indexOf(words))

it("links a passage to the id of its section, by the words of the headings", () => {
  const page = "# Pumps\n\nIntro.\n\n## *Care* of `pump()`\n\nOil it.\n\n## Repair\n\nMend it."
  const marks = [heading("", "Pumps"), heading("care", "Care of pump()"), heading("repair", "Repair ¶")]
  assert.deepStrictEqual(["Intro", "Oil", "Mend"].map((words) => idOf(page, marks, words)), [
    undefined,
    "care",
    "repair"
  ])
})

it("distinguishes headings with the same words by their order", () => {
  const page = ["## A", "### Options", "One.", "## B", "### Options", "Two."].join("\n\n")
  const marks = [heading("a", "A"), heading("o1", "Options"), heading("b", "B"), heading("o2", "Options")]
  assert.deepStrictEqual([idOf(page, marks, "One"), idOf(page, marks, "Two")], ["o1", "o2"])
  // the first one is not in the Markdown
  const later = page.replace("### Options\n\n", "")
  assert.deepStrictEqual([idOf(later, marks, "One"), idOf(later, marks, "Two")], ["a", "o2"])
})

it("uses the id of the enclosing section if a section has none, never that of a sibling", () => {
  const page = ["## A", "One.", "## B", "Two.", "## C", "### D", "Three."].join("\n\n")
  const marks = [heading("a", "A"), heading("", "B"), heading("c", "C"), heading("", "D")]
  assert.deepStrictEqual(["One", "Two", "Three"].map((words) => idOf(page, marks, words)), ["a", undefined, "c"])
})

it("links to terms and named anchors in a text, until the next heading", () => {
  const page = ["## API", "`close()`", "Closes it.", "`open()`", "Opens it.", "## End", "Bye."].join("\n\n")
  const marks: ReadonlyArray<Anchors.Mark> = [
    heading("api", "API"),
    { id: "x.close", kind: "text", words: "close()" },
    { id: "x.open", kind: "text", words: "open()" },
    heading("", "End")
  ]
  assert.deepStrictEqual(["Closes", "Opens", "Bye"].map((words) => idOf(page, marks, words)), [
    "x.close",
    "x.open",
    undefined
  ])
})

it("reads ids that Markdown declares, outside of code", () => {
  const page =
    "<a id=\"top\"></a>\n\n# Pumps\n\nIntro.\n\n## Care {#care-of-pumps}\n\nOil it.\n\n```\n## x {#y}\n```\n\nMore."
  assert.deepStrictEqual(["Intro", "Oil", "More"].map((words) => idOf(page, [], words)), [
    "top",
    "care-of-pumps",
    "care-of-pumps"
  ])
})

it("links to an id, or else to the words of a passage", () => {
  const url = "https://a.example/x?y=1#old"
  assert.strictEqual(Anchors.link(url, { id: "json.dumps" }), "https://a.example/x?y=1#json.dumps")
  assert.strictEqual(Anchors.link(url, { id: "größe 1%" }), "https://a.example/x?y=1#gr%C3%B6%C3%9Fe%201%25")
  assert.strictEqual(Anchors.link(url, { fragment: "#:~:text=a" }), "https://a.example/x?y=1#:~:text=a")
  assert.strictEqual(Anchors.link(url, {}), "https://a.example/x?y=1")
})

it("never links a passage to an anchor of another part, even if headings are missing", () => {
  const outline = fc.array(fc.record({ level: fc.integer({ min: 1, max: 4 }), word: fc.integer({ min: 0, max: 3 }) }), {
    minLength: 1,
    maxLength: 12
  })
  fc.assert(fc.property(outline, fc.infiniteStream(fc.boolean()), (sections, lost) => {
    const written = sections.filter(() => !lost.next().value)
    const page = written.map(({ level, word }, at) => `${"#".repeat(level)} Word ${word}\n\nText ${at}.`).join("\n\n")
    const marks = sections.map(({ word }, at) => heading(`id${at}`, `Word ${word}`))
    const anchors = Anchors.locate(page, marks)
    written.forEach((_, at) => {
      const id = Anchors.at(anchors, page.indexOf(`Text ${at}.`))
      if (id === undefined) return
      const own = anchors.find((anchor) => anchor.id === id)!
      assert.include(page.slice(own.start, own.end), `Text ${at}.`)
      const { word } = sections[Number(id.slice(2))]!
      assert.isTrue(page.slice(own.start).replace(/^#+ /, "").startsWith(`Word ${word}`))
    })
  }))
})
