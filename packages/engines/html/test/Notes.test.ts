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
  it("are of at least 40 kinds", () => assert.isAtLeast(notePages.length, 40))

  it.each(notePages)("$name", (one) => {
    const page = Html.parse(article(one), "https://light.example/keeper")
    const { markdown } = Html.markdown(page, Html.mainContent(page))
    assert.include(markdown, "The keeper slept by day.[^1]", markdown)
    assert.match(markdown, /^(?:[ >]*)\[\^1\]: (?:\*\*)?His log says so, page 12\./m, markdown)
    assert.strictEqual(markdown.split("His log says so").length, 2, markdown)
    assert.notMatch(markdown, /Imprint|\u21a9|\u2191|\[\^1\]: *(?:\\?\[?\d|[.)\]])/, markdown)
  })
})

describe("links that are no notes", () => {
  const kept = (html: string): string => {
    const page = Html.parse(html, "https://light.example/keeper")
    return Html.markdown(page, Html.everything(page)).markdown
  }

  it("stay links when they lead to a section or back to the text", () => {
    const markdown = kept(
      `<p>See the <a href="#s2">second part</a> and x<sup><a href="#s2">2</a></sup>.</p><section id=s2><h2>Part</h2><p>Words.</p></section>`
    )
    assert.notInclude(markdown, "[^")
    assert.include(markdown, "Words.")
  })
})
