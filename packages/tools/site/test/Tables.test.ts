// Markdown has no table without a row of headings; where they say nothing, the site has none.
import { assert, describe, it } from "@effect/vitest"
import { render } from "../src/html.ts"

describe("a table", () => {
  const htmlOf = (markdown: string) => render(markdown, (target) => target).html

  it("has no empty row above it", () => {
    const html = htmlOf("| | |\n| --- | --- |\n| pump | moves water |\n")
    assert.notInclude(html, "<thead>")
    assert.include(html, "<td>pump</td>")
  })

  it("has its headings, also if a cell of them is empty", () => {
    const html = htmlOf("| | does |\n| --- | --- |\n| pump | moves water |\n")
    assert.match(html, /<thead>\s*<tr>\s*<td><\/td>\s*<th>does<\/th>/)
  })
})
