/** Formulas in the forms that pages have them in: each is TeX between dollar signs, once, and the sentence around it is whole. */
import { Html } from "@dunlin/html"
import { assert, describe, it } from "@effect/vitest"
import { mathPages } from "./fixtures/mathPages.ts"

const filler =
  "The keeper of the light computed how far a ship of this height can be seen in clear weather, and noted it. "
const letters = (text: string): string => text.replace(/[\s{}]/g, "")

describe("formulas", () => {
  it("have at least 19 forms", () => assert.isAtLeast(mathPages.length, 19))

  it.each(mathPages)("$name", ({ formula, html, isBlock = false }) => {
    const sentence = isBlock
      ? `<p>The distance is</p>${html}<p>in nautical miles.</p>`
      : `<p>The distance ${html} is in nautical miles.</p>`
    const page = Html.parse(
      `<main><h1>The light</h1><p>${filler.repeat(3)}</p>${sentence}<p>${filler}</p></main>`,
      "https://light.example/"
    )
    const { markdown } = Html.markdown(page, Html.mainContent(page))
    const found = [...markdown.matchAll(/\$\$([^$]+)\$\$|\$([^$\n]+)\$/g)].map(([, block, inline]) =>
      letters(block ?? inline!)
    )
    assert.deepStrictEqual(found, [letters(formula)], markdown)
    if (isBlock) assert.match(markdown, /^\$\$/m)
    const rest = markdown.replace(/\$+[^$]+\$+/g, "@")
    assert.match(
      rest,
      isBlock ? /The distance is\s+@\s+in nautical miles\./ : /The distance @ is in nautical miles\./,
      markdown
    )
  })
})

describe("pictures that look like formulas", () => {
  it.each([
    ["a low picture of words", `<img src="/a.png" alt="Speed = good" height="16">`],
    ["a high picture of an equation", `<img src="/a.png" alt="d=h^2" height="400">`],
    ["a picture of a folder", `<img src="/files/C%3A%5Ctext%5Cinbox%5Csummer.png" alt="Inbox">`],
    ["a path of a file", `<img src="/a.png" alt="C:\\text\\inbox\\toolbar">`]
  ])("stay pictures: %s", (_name, picture) => {
    const page = Html.parse(`<main><p>${filler.repeat(2)} See ${picture} there.</p></main>`, "https://light.example/")
    assert.notInclude(Html.markdown(page, Html.everything(page)).markdown, "$")
  })
})
