/** What is brought back of the parts that rules let go is never what whoever asks has left out, nor what nobody sees. */
import { Html } from "@dunlin/html"
import { assert, describe, it } from "@effect/vitest"
import { goldenPages } from "./goldenPages.ts"

const markdownOf = (name: string, change: (html: string) => string, excludeTags: ReadonlyArray<string>): string => {
  const { html, url } = goldenPages().find((page) => page.name === name)!
  const page = Html.parse(change(html), url)
  return Html.markdown(page, Html.mainContent(page, { excludeTags })).markdown
}

const same = (html: string): string => html

describe("lines that sign the items of a list", () => {
  const read = (excludeTags: ReadonlyArray<string>, change = same) =>
    markdownOf("footers-of-cards.en.html", change, excludeTags)

  it("contain nothing that is omitted", () => {
    assert.include(read([]), "By [Tom Ashby](https://mudflat.example/people/tom), 21 February 2026")
    assert.include(read(["time"]), "By [Tom Ashby](https://mudflat.example/people/tom)")
    assert.notInclude(read(["time"]), "21 February 2026")
    assert.notInclude(read(["article footer"]), "Tom Ashby")
  })

  it("contain nothing invisible", () => {
    const hidden = read([], (html) => html.replaceAll("<time ", "<time style=\"display:none\" "))
    assert.include(hidden, "By [Tom Ashby](https://mudflat.example/people/tom)")
    assert.notInclude(hidden, "21 February 2026")
  })

  it("are not written for a single article, whose footer belongs to the page", () => {
    const alone = read([], (html) => html.slice(0, html.indexOf("</article>")))
    assert.notInclude(alone, "4 March 2026")
  })
})

describe("parts that trees keep although rules drop them", () => {
  const read = (attribute: string, excludeTags: ReadonlyArray<string> = []) =>
    markdownOf(
      "sections-by-name.en.html",
      (html) =>
        html.replace(
          "<p>What comes out",
          `<p>Sugar is brown at first, and white in the end.</p><p ${attribute}>What comes out`
        ),
      excludeTags
    )

  it("contain nothing invisible", () => {
    for (const attribute of ["hidden", "style=\"display:none\"", "style='font-size:0'"]) {
      assert.notInclude(read(attribute), "What comes out")
    }
    assert.include(read(""), "What comes out")
  })

  it("contain nothing that the caller excludes", () => {
    assert.include(read("id=brown"), "What comes out")
    assert.notInclude(read("id=brown", ["#brown"]), "What comes out")
  })
})

describe("sections that are named after their headings", () => {
  const read = (excludeTags: ReadonlyArray<string>, change = same) =>
    markdownOf("sections-by-name.en.html", change, excludeTags)

  it("contain nothing omitted or invisible", () => {
    assert.include(read([]), "What comes out of the evaporators is brown.")
    assert.notInclude(read([".refinement p"]), "What comes out of the evaporators is brown.")
    assert.notInclude(read([".refinement"]), "Refinement")
    const hidden = read([], (html) => html.replace("<p>What comes out", "<p hidden>What comes out"))
    assert.notInclude(hidden, "What comes out of the evaporators is brown.")
  })

  it.each([
    "newsletter",
    "advertisement",
    "cookie-notice",
    "sponsored",
    "subscribe",
    "share",
    "comments",
    "related",
    "most-read",
    "trending",
    "leave-a-comment",
    "sign-up"
  ])("are still dropped as furniture: %s", (name) => {
    const found = markdownOf(
      "section-by-name.en.html",
      (html) =>
        html.replace("class=\"refinement\"", `class="${name}"`).replace("Refinement", name.replaceAll("-", " "))
          .replace(
            /What comes out.*(?=<)/,
            "Sign up to our weekly newsletter and get the best stories in your inbox every day."
          ),
      []
    )
    assert.include(found, "## Storage")
    assert.notInclude(found, "Sign up to our weekly newsletter")
  })
})
