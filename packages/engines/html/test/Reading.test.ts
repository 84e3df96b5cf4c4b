import { Html } from "@dunlin/html"
import { assert, describe, it } from "@effect/vitest"
import { micromark } from "micromark"
import { gfm, gfmHtml } from "micromark-extension-gfm"

const paragraph = (word: string) =>
  `<p>${word} stood at the window and watched the harbour, where the last ferry of the day turned slowly into the wind, `
  + `and nobody on the quay seemed to notice how late it had become.</p>`
const people = ["Anna", "Bela", "Carl", "Dora", "Emil"]
const article = people.map(paragraph).join("")

const read = (html: string, options: Html.ContentOptions = {}) => {
  const page = Html.parse(html, "https://example.com/story")
  return Html.markdown(page, Html.mainContent(page, options)).markdown
}

const render = (markdown: string) => micromark(markdown, { extensions: [gfm()], htmlExtensions: [gfmHtml()] })

const write = (html: string) => {
  const page = Html.parse(html, "https://example.com/a/b")
  return Html.markdown(page, Html.everything(page)).markdown
}

describe("a page and its markdown", () => {
  it("contain the headings and pictures in a page builder's widgets", () => {
    const widget = (kind: string, html: string) =>
      `<div class="elementor-element elementor-widget elementor-widget-${kind}"><div class=elementor-widget-container>${html}</div></div>`
    const parts = people.map((name) =>
      widget("heading", `<h2>${name}</h2>`) + widget("text-editor", paragraph(name)) +
      widget("image", `<a href=/${name}.jpg><img src=/${name}.jpg alt="${name} at sea"></a>`)
    )
    const markdown = read(`<div class=elementor>${parts.join("")}</div>`)
    for (const name of people) {
      assert.include(markdown, `## ${name}\n\n${name} stood`)
      assert.include(markdown, `![${name} at sea](https://example.com/${name}.jpg)`)
    }
  })
  it("contain no screen-reader labels, and no print link", () => {
    const markdown = read(
      `<main><h1>The ferry</h1><span class=print-link><a class=print-page href=/print/1><img src=print.gif alt=Print></a></span>`
        + `${article}<p><span class=off-screen>Image caption</span> The quay</p></main>`
    )
    assert.include(markdown, "# The ferry\n\nAnna")
    assert.notInclude(markdown, "Image caption")
    assert.notInclude(markdown, "print")
  })
  it("contain the headline of a discussion whose posts have headlines", () => {
    const post = (name: string) => `<div class=post><h1>${name}</h1>${paragraph(name)}</div>`
    const page =
      `<html><head><title>Which ferry? - Harbour Forum</title></head><body><header><a href=/>Forum</a></header>`
      + `<h1><a href=/story>Which ferry?</a></h1><div class=posts>${people.map(post).join("")}</div></body></html>`
    const markdown = read(page)
    assert.isTrue(markdown.startsWith("# Which ferry?\n\n"), markdown.slice(0, 80))
    assert.strictEqual(markdown.split("# Which ferry?").length, 2)
    assert.include(markdown, "# Dora\n\nDora stood")
  })
  it("keep the cells of a table in their columns if some are omitted", () => {
    const row = (a: string, b: string, c: string) => `<tr><td>${a}</td><td class=x>${b}</td><td>${c}</td></tr>`
    const table = (middle: string) =>
      `<main>${article}<table><tr><th>Port</th><th>Depth</th><th>Cranes</th></tr>${row("Aa", middle, "2")}`
      + `<tr><td>Bo</td><td>9 m</td><td>1</td></tr></table></main>`
    assert.include(
      read(table("7 m"), { excludeTags: [".x"] }),
      "| Port | Depth | Cranes |\n| --- | --- | --- |\n| Aa |  | 2 |\n| Bo | 9 m | 1 |"
    )
    assert.include(
      write(
        "<table><tr><th>A</th><th hidden>B</th><th>C</th></tr><tr><td>1</td><td hidden>2</td><td>3</td></tr></table>"
      ),
      "| A | C |\n| --- | --- |\n| 1 | 3 |"
    )
  })
  const cases: ReadonlyArray<readonly [name: string, html: string, markdown: string]> = [
    [
      "a picture at the top of a heading stands above it",
      "<h2><a href=/l.jpg><img alt=Laura src=/s.jpg></a>Laura</h2><h2><img alt=Logo src=/l.png></h2>",
      "[![Laura](https://example.com/s.jpg)](https://example.com/l.jpg)\n\n## Laura\n\n## ![Logo](https://example.com/l.png)"
    ],
    [
      "the small and the large picture around a linked card",
      "<div><a href=/1><img alt=Tea src=/lg.jpg></a><h2><a href=/1>Tea</a></h2><a href=/1><img alt=Tea src=/sm.jpg></a></div>",
      "[![Tea](https://example.com/lg.jpg)](https://example.com/1)\n\n## [Tea](https://example.com/1)"
    ],
    [
      "a picture beside a word",
      "<p>Here<img alt=tea src=/t.png>Tea<img alt=x src=/x.png>, (<img alt=y src=/y.png>)</p>",
      "Here ![tea](https://example.com/t.png) Tea ![x](https://example.com/x.png), (![y](https://example.com/y.png))"
    ],
    [
      "a picture that a script will load",
      "<figure><span><div class=js-delayed data-src=/a/b.jpg data-alt=Ferry></div></span></figure><div data-src=/x></div>",
      "![Ferry](https://example.com/a/b.jpg)"
    ],
    [
      "icons that come again and again",
      "<p><img alt=Old src=/statusicon/old.gif> one</p>".repeat(3) + "<p><img alt=Old src=/photos/old.gif> a</p>",
      "one\n\none\n\none\n\n![Old](https://example.com/photos/old.gif) a"
    ],
    [
      "a film behind the words",
      "<iframe src='https://player.vimeo.com/video/1?autoplay=1&background=1'></iframe><p>a</p>",
      "a"
    ],
    [
      "a box whose class and first words say that it is a note",
      "<div class=box-note><b>Note</b> Mind <i>the</i> gap.</div><div class=note>Just a note</div>",
      "> [!NOTE]\n>\n> Mind *the* gap.\n\nJust a note"
    ],
    [
      "an alert whose heading says what it is",
      "<div class='alert alert-info'>\n<h4>Caution:</h4>\n<p>a</p><p>b</p></div>",
      "> [!CAUTION]\n>\n> a\n>\n> b"
    ],
    [
      "a note laid out as a table",
      "<div class='admonitionblock tip'><table><tr><td class=icon><div class=title>Tip</div></td><td>a <b>b</b></td></tr></table></div>",
      "> [!TIP]\n>\n> a **b**"
    ],
    [
      "a first row that is the title of a table",
      "<table><thead><tr><th colspan=2>Presses</th></tr><tr><th></th><th>Material</th></tr></thead><tr><td>Clara</td><td>Steel</td></tr></table>",
      "Presses\n\n|  | Material |\n| --- | --- |\n| Clara | Steel |"
    ]
  ]
  for (const [name, html, markdown] of cases) {
    it(`are readable: ${name}`, () => {
      assert.strictEqual(write(html), markdown)
      assert.strictEqual(write(render(markdown)), markdown)
    })
  }
  it("list the pictures that a script will load", () => {
    const page = Html.parse("<span data-src=/a/b.webp></span><span data-src=/a/b.js></span>", "https://example.com/")
    assert.deepStrictEqual(Html.images(page), ["https://example.com/a/b.webp"])
  })
})
