import * as Html from "@dunlin/html/Html"
import * as Anchors from "@dunlin/text/Anchors"
import { assert, it } from "@effect/vitest"

it("links each section of a long page to its anchor", () => {
  const section = (at: number) =>
    `<section id=s${at}><h2>Section of the word${at}<a href=#s${at}>¶</a></h2><p>${
      "Boats leave at noon, and nets are mended in the evening. ".repeat(at % 7 + 1)
    }</p><p>Here is word${at}x.</p></section>`
  const html = `<main><h1>Harbour</h1>${Array.from({ length: 300 }, (_, at) => section(at)).join("")}</main>`
  const page = Html.parse(html, "https://a.example/")
  const content = Html.mainContent(page)
  const { markdown } = Html.markdown(page, content)
  assert.isAbove(markdown.length, 60_000)
  const anchors = Anchors.locate(markdown, Html.anchors(page, content))
  for (let at = 0; at < 300; at++) assert.strictEqual(Anchors.at(anchors, markdown.indexOf(`word${at}x`)), `s${at}`)
})
