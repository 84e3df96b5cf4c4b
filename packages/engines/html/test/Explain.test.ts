import { Html } from "@dunlin/html"
import { assert, describe, it } from "@effect/vitest"

const sentence = "A tern dives for fish from five metres above the water, and flies on with what it caught. "
const html = `<body><nav class=menu><a href=/>Home</a></nav><main id=top><h1>Terns</h1><p>${sentence.repeat(4)}</p>`
  + `<p>${
    sentence.toUpperCase().repeat(3)
  }</p><div class="related-posts"><h3>Related</h3><ul><li><a href=/x>Gulls of the `
  + `north</a></li></ul></div><p hidden>unseen</p></main><footer>Imprint</footer></body>`

describe("explain", () => {
  const page = Html.parse(html, "https://example.com/terns")
  const { root, units } = Html.explain(page)
  const find = (text: string) => {
    const unit = units.find((one) => one.text.startsWith(text))
    assert.isDefined(unit, text)
    return unit!
  }

  it("states for every text what the markdown does with it", () => {
    const { markdown } = Html.markdown(page, Html.mainContent(page))
    assert.isAbove(units.length, 5)
    for (const { kept, text } of units) assert.strictEqual(markdown.includes(text.slice(0, 40)), kept, text)
    assert.strictEqual(root, "body > main#top")
  })

  it("names the rule and the dropped element", () => {
    assert.deepEqual(find("Home").rule, { why: "navigation", element: "nav.menu" })
    assert.deepEqual(find("Gulls").rule, { why: "its name", element: "div.related-posts" })
    assert.deepEqual(find("Imprint").rule?.why, "navigation")
    assert.isUndefined(find("A tern dives").rule)
  })

  it("states the confidence, and what decided", () => {
    assert.isAbove(find("A tern dives").likely!, 0.5)
    assert.isBelow(find("Home").likely!, 0.2)
    assert.strictEqual(find("A tern dives").by, "both")
  })

  it("applies the selectors of the caller", () => {
    const { units: left } = Html.explain(page, { excludeTags: ["p"] })
    assert.isFalse(left.some((one) => one.kept && /^A tern/i.test(one.text)))
    assert.isTrue(left.some((one) => one.kept))
  })
})
