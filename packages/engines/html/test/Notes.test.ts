/** Footnotes, endnotes and sidenotes as generators of pages write them: each is `[^1]` in the text and `[^1]:` before its note. */
import { Html } from "@dunlin/html"
import { assert, describe, it } from "@effect/vitest"
import { type NotePage, notePages } from "./fixtures/notePages.ts"

const article = ({ after = "", body, mark, note }: NotePage): string => {
  const filler = "<p>The light was built in the year of the storm, and its keeper wrote down each ship that passed.</p>"
  const inside = `<h1>The lighthouse</h1>${filler}${filler}${filler}${body(mark)}${filler}`
  return `<html><body><nav><a href=/>Home</a></nav>${
    after === "" ? `<article>${inside}${note}</article>` : `<article>${inside}</article>${note}`
  }<footer>Imprint</footer></body></html>`
}

describe("notes", () => {
  it("have at least 40 kinds", () => assert.isAtLeast(notePages.length, 40))

  it.each(notePages)("$name", (one) => {
    const page = Html.parse(article(one), "https://light.example/keeper")
    const { markdown } = Html.markdown(page, Html.mainContent(page))
    assert.include(markdown, "The keeper slept by day.[^1]", markdown)
    assert.match(markdown, /^(?:[ >]*)\[\^1\]: (?:\*\*)?His log says so, page 12\./m, markdown)
    assert.strictEqual(markdown.split("His log says so").length, 2, markdown)
    assert.notMatch(markdown, /Imprint|\u21a9|\u2191|\[\^1\]: *(?:\\?\[?\d|[.)\]])/, markdown)
  })
})

describe("notes after a short article", () => {
  const paragraph =
    "The keeper wrote down each ship that passed, with its flag, its port and the hour at which he saw it. "
  const written = (text: number, note: number, box = "aside"): string => {
    const page = Html.parse(
      `<article><h1>The lighthouse</h1><p>${
        paragraph.repeat(text)
      }<sup><a href="#fn1" id="r1">1</a></sup></p></article>` +
        `<${box}><p id="fn1"><a href="#r1">1</a> His log. ${paragraph.repeat(note)}</p></${box}>`,
      "https://light.example/keeper"
    )
    return Html.markdown(page, Html.mainContent(page)).markdown
  }

  it("are kept if they are longer than its text", () => assert.include(written(4, 8), "[^1]: His log."))

  it("are kept in a footer only if they are shorter than its text", () => {
    assert.include(written(4, 2, "footer"), "[^1]: His log.")
    assert.notInclude(written(4, 8, "footer"), "[^1]: His log.")
  })

  it("are not kept if they are much longer than its text", () => assert.notInclude(written(4, 40), "[^1]: His log."))
})

describe("superscript numbers without a note", () => {
  const written = (body: string): string => {
    const page = Html.parse(`<article><h1>Area</h1>${body}</article>`, "https://light.example/area")
    return Html.markdown(page, Html.everything(page)).markdown
  }
  const notes = "<hr><p><sup>1</sup> The deck alone.</p><p><sup>2</sup> Without stairs.</p>"

  it.each([
    ["an exponent behind a number", `<p>It has 10<sup>1</sup> and 10<sup>2</sup> steps.</p>${notes}`],
    ["an exponent behind a letter", `<p>It needs x<sup>1</sup> or x<sup>2</sup>.</p>${notes}`],
    ["a number whose note is missing", `<p>The deck<sup>1</sup> is old, and so is the mast<sup>3</sup>.</p>${notes}`],
    [
      "a number below a list that does not begin with 1",
      `<p>The deck<sup>1</sup> is old.</p><hr><p><sup>2</sup> Without stairs.</p>`
    ],
    [
      "a number above a numbered list of the text",
      `<p>The deck<sup>1</sup> is old.</p><p>1. Sweep it.</p><p>2. Paint it.</p>`
    ],
    ["a number without any note", `<p>The deck<sup>1</sup> is old.</p>`]
  ])("%s", (_name, body) => assert.notInclude(written(body), "[^"))

  it("are marks at each occurrence with a note", () => {
    const markdown = written(
      `<p>The deck<sup>1</sup> is old.</p><p>The mast<sup>2</sup> and the deck<sup>1</sup> are of oak.</p>${notes}`
    )
    assert.include(markdown, "The mast[^2] and the deck[^1] are of oak.")
    assert.include(markdown, "[^2]: Without stairs.")
  })
})

describe("lists that look like notes", () => {
  it("are omitted if the text has a different number of raised numbers", () => {
    const list =
      `<section aria-label="Footnotes"><ol><li>One of its own.</li><li>Another of them.</li><li>The third.</li></ol></section>`
    const said = "<p>The deck of the house is old<sup>1</sup>, and so is the mast<sup>2</sup> above it.</p>".repeat(4)
    const page = Html.parse(`<article><h1>Area</h1>${said}</article>${list}`, "https://light.example/area")
    assert.notInclude(Html.markdown(page, Html.mainContent(page)).markdown, "Another of them.")
  })
})

describe("lists of notes without links", () => {
  const said = "<p>The deck of the house is old<sup>1</sup>, and so is the mast<sup>2</sup> above it.</p>".repeat(4)
  const list = "<ol><li>One of the notes.</li><li>Another of the notes.</li></ol>"
  const written = (part: string, excludeTags: ReadonlyArray<string> = []): string => {
    const page = Html.parse(`<article><h1>Area</h1>${said}</article>${part}`, "https://light.example/area")
    return Html.markdown(page, Html.mainContent(page, { excludeTags })).markdown
  }

  it.each([
    ["the list", `<section aria-label="Footnotes"><div style="display:none">${list}</div></section>`],
    ["its part", `<section aria-label="Footnotes" hidden>${list}</section>`],
    ["a box around its part", `<div style="display:none"><section aria-label="Footnotes">${list}</section></div>`]
  ])("are omitted if %s is hidden", (_name, part) => assert.notInclude(written(part), "Another of the notes."))

  it("are omitted if the caller excludes their part", () => {
    const part = `<section aria-label="Footnotes">${list}</section>`
    assert.include(written(part), "Another of the notes.")
    assert.notInclude(written(part, ["section"]), "Another of the notes.")
  })
})

describe("links that look like notes", () => {
  const kept = (html: string): string => {
    const page = Html.parse(html, "https://light.example/keeper")
    return Html.markdown(page, Html.everything(page)).markdown
  }

  it("stay links if they lead to a section or back to the text", () => {
    const markdown = kept(
      `<p>See the <a href="#s2">second part</a> and x<sup><a href="#s2">2</a></sup>.</p><section id=s2><h2>Part</h2><p>Words.</p></section>`
    )
    assert.notInclude(markdown, "[^")
    assert.include(markdown, "Words.")
  })
})
