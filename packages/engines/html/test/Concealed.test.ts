import { Html } from "@dunlin/html"
import { assert, describe, it } from "@effect/vitest"
import { type ConcealedPage, hidden, later, open, sentence, shown } from "./fixtures/concealedPages.ts"

const everything = ({ html }: ConcealedPage) => {
  const page = Html.parse(html, "https://harbour.example/")
  return Html.markdown(page, Html.everything(page)).markdown
}

const main = ({ html }: ConcealedPage) => {
  const page = Html.parse(html, "https://harbour.example/")
  return Html.markdown(page, Html.mainContent(page)).markdown
}

const names = (pages: ReadonlyArray<ConcealedPage>) => pages.map(({ name }) => name)

describe("invisible text", () => {
  for (const [how, read] of [["everything", everything], ["the main content of a reference", main]] as const) {
    it(`is omitted if hidden by ${how}`, () => {
      assert.deepStrictEqual(names(hidden.filter((page) => read(page).includes(sentence))), [])
    })

    it(`by ${how} hides no visible text`, () => {
      for (const page of [...hidden, ...shown, ...later]) {
        for (const line of open) assert.include(read(page), line, page.name)
      }
    })

    it(`is not text that only looks hidden by ${how}`, () => {
      assert.deepStrictEqual(names(shown.filter((page) => !read(page).includes(sentence))), [])
    })

    it(`is not text that appears later with ${how}`, () => {
      assert.deepStrictEqual(names(later.filter((page) => !read(page).includes(sentence))), [])
    })
  }

  it("is found by attributes if a page has too many rules", () => {
    const rules = Array.from({ length: 9000 }, (_, k) => `.x .a .q{color:#fff;order:${k}}`).join("")
    const html = `<style>.q{display:none}${rules}.q{display:block!important}</style><main class="a"><i class="x"></i>` +
      `<p style="display:none">${sentence}</p>${`<p class="q">${open[0]}</p>`.repeat(900)}</main>`
    const markdown = everything({ name: "many rules", html })
    assert.include(markdown, open[0])
    assert.notInclude(markdown, sentence)
  })
})
