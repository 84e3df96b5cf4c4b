/** Questions whose answers open when they are pressed: both are written, one below the other, open or closed. */
import { Html } from "@dunlin/html"
import { assert, describe, it } from "@effect/vitest"
import { answers, closedPages, questionPages, questions, unseen } from "./fixtures/questionPages.ts"

const readings = [
  ["the main content of a reference", Html.mainContent],
  ["everything", Html.everything]
] as const

const linesOf = (html: string, choose: typeof Html.mainContent): ReadonlyArray<string> => {
  const page = Html.parse(html, "https://shop.example/help")
  return Html.markdown(page, choose(page)).markdown.split(/\n+/)
}

describe("questions and answers", () => {
  it.each(questionPages)("$name", ({ html }) => {
    for (const [, choose] of readings) {
      const lines = linesOf(html, choose)
      const places = [questions[0], answers[0], questions[1], answers[1]].map((text) =>
        lines.findIndex((line) => line.includes(text))
      )
      const markdown = lines.join("\n")
      assert.notInclude(places, -1, markdown)
      assert.deepStrictEqual([...new Set(places)].sort((one, other) => one - other), places, markdown)
    }
  })
})

describe("parts that cannot be opened", () => {
  it.each(closedPages)("$name", ({ html }) => {
    for (const [, choose] of readings) assert.notInclude(linesOf(html, choose).join("\n"), unseen)
  })
})

describe("buttons that are not questions", () => {
  const kept = (body: string): string =>
    linesOf(`<main><p>The harbour has berths for sixty boats.</p>${body}</main>`, Html.everything).join("\n")

  it("omits a button that opens a menu of links", () => {
    assert.notInclude(
      kept(
        `<button>Share</button><ul id="m" hidden><li><a href="#a">Mail to a friend of yours</a></li></ul><script>m.hidden=false;open("m")</script>`
      ),
      "Share"
    )
  })

  it("omits a button before a text", () =>
    assert.notInclude(kept(`<button>Copy</button><p>The key of the box is below the mat.</p>`), "Copy"))

  it("omits a button with a question before another button", () =>
    assert.notInclude(
      kept(`<button>Remove it?</button><button>No, keep all of the things that I chose</button>`),
      "Remove"
    ))
})
