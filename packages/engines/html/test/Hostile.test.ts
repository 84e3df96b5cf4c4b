import { Branding, Html, Menu, Product } from "@dunlin/html"
import { assert, describe, it } from "@effect/vitest"
import { layout } from "../src/internal/markdown/grids.ts"
import { InlineStyles } from "../src/internal/visibility/inlineStyles.ts"

const paragraph =
  "<p>Anna stood at the harbour, and the ship that she waited for came in late, as it did on most days.</p>"
const times = (count: number, write: (k: number) => string): string =>
  Array.from({ length: count }, (_, k) => write(k)).join("")
const nested = (count: number, open: string, close: string): string => times(count, (k) => k % 60 < 30 ? open : close)

/** Pages that were written to cost time: anything but a linear reading of one of them lasts for minutes. */
const pages: ReadonlyArray<readonly [name: string, html: string]> = [
  ["lists in lists", nested(60_000, "<ul><li>item", "</li></ul>")],
  ["definitions in definitions", `<dl>${times(20_000, (k) => `<dt>term ${k}<dd>meaning<dl><dt>x<dd>y</dl>`)}`],
  [
    "cells that span",
    `<table>${times(20_000, (k) => `<tr><td rowspan=${1 + k % 1000} colspan=${1 + k % 50}>a ${k}<th>b`)}</table>`
  ],
  ["tables in tables", nested(40_000, "<table><tr><td>x", "</td></tr></table>")],
  ["attributes without end", `<p ${times(50_000, (k) => `a${k}="${k}" `)}>`],
  [
    "candidates without end",
    times(200, () => `<img srcset="${"a.png 1x, ".repeat(1900)}"><img srcset="${",".repeat(15_000)}">`)
  ],
  ["styles without end", times(5000, () => `<div style="${";".repeat(200)}display:none">x</div>`)],
  ["formulas in formulas", times(500, () => `<math>${"<mrow><msup><mi>x</mi>".repeat(80)}</math>`)],
  [
    "scripts switched off in each other",
    times(10_000, (k) => `<noscript><img src=a${k}.png><noscript>&lt;img src=b&gt;`)
  ],
  [
    "shadow trees in shadow trees",
    nested(20_000, "<x-a><template shadowrootmode=open><slot></slot><p>x", "</template></x-a>")
  ],
  [
    "posts in posts",
    nested(20_000, "<div class='post comment'><b class=author>Ann</b><time>May</time><p>Words.", "</div>")
  ],
  ["cards in cards", nested(20_000, "<div class=card><h3><a href=/1>The title of the card</a></h3>", "</div>")],
  ["figures in figures", nested(20_000, "<figure><img src=a.png alt=a><figcaption>caption</figcaption>", "</figure>")],
  [
    "notes without end",
    times(10_000, (k) => `<sup><a href="#n${k}">1</a></sup><ol><li id=n${k}>note <a href="#r">^</a></ol>`)
  ],
  ["marks in marks", `<p>${times(20_000, () => "<b>a<i>b</b>c</i>*_d_*<code>`</code>")}`],
  [
    "panels without end",
    times(
      5000,
      (k) => `<div role=tablist><a role=tab href="#t${k}">T</a></div><div role=tabpanel id=t${k} hidden>words`
    )
  ],
  [
    "things that refer to each other",
    times(
      5000,
      (k) => `<script type="application/ld+json">{"@type":"Product","@id":"#${k}","name":{"@id":"#${k}"}}</script>`
    )
  ],
  [
    "pictures declared without end",
    times(2000, (k) => `<meta property="og:image" content="https://e.example/${"a-11".repeat(450)}${k}">`)
  ],
  ["a heading of buttons", `<h2>${"<span class=share></span>".repeat(150_000)}Title</h2>`],
  ["sheets without end", `<style>${times(50_000, (k) => `body,h${k}{--v${k}:var(--v${k + 1})}`)}</style>`]
]

describe("a slow page", () => {
  for (const [name, html] of pages) {
    it(`is read in every format: ${name}`, () => {
      const page = Html.parse(`<main><h1>Harbour</h1>${paragraph.repeat(8)}${html}`, "https://example.com/forum/a")
      const all = Html.everything(page)
      const main = Html.mainContent(page)
      for (const content of [all, main]) assert.include(Html.markdown(page, content).markdown, "Anna stood")
      assert.include(Html.html(page, all).html, "Anna stood")
      assert.include(Html.text(page, all), "Anna stood")
      assert.isAtMost(Html.links(page).length + Html.images(page).length, 40_000)
      assert.isUndefined(Html.metadata(page).language)
      for (const { fromPage } of [Product, Menu]) assert.isUndefined(fromPage(page))
      assert.isUndefined(Branding.fromPage(page)?.colors)
    })
  }
})

describe("a page larger than the shared memory", () => {
  it("is read completely, with equal results", () => {
    const html = `<nav><a href=/>Home</a></nav><main>${
      times(60_000, (k) =>
        `<p>${k} ships came into the harbour, and Anna, who had waited on the pier, saw none of them.</p>`)
    }</main><footer>Imprint</footer>`
    const read = () => {
      const page = Html.parse(html, "https://example.com/")
      return Html.markdown(page, Html.mainContent(page)).markdown
    }
    const markdown = read()
    const blocks = markdown.split("\n\n")
    assert.strictEqual(blocks.length, 60_000)
    assert.isTrue(blocks.every((block, k) => block.startsWith(`${k} ships`)))
    assert.strictEqual(read(), markdown)
  })

  it("is read completely if it is one table, which needs numbers for each row", () => {
    const count = 50_000
    const lay = `<table>${times(count, (k) => `<tr><td>${k} ships`)}</table>`
    const page = Html.parse(lay)
    const blocks = Html.markdown(page, Html.everything(page)).markdown.split("\n\n")
    assert.deepStrictEqual([blocks.length, blocks[0], blocks.at(-1)], [count, "0 ships", `${count - 1} ships`])
    const { parts, rows } = layout(page.tape, 0, () => true)
    assert.deepStrictEqual([rows.length, rows.nodes.byteLength, parts.byteLength], [count, 4 * count, 4 * count])
    const data = Html.parse(
      `<table><thead><tr><th>No.<th>Ships<tbody>${times(count, (k) => `<tr><td>${k}<td>ships`)}</table>`
    )
    const lines = Html.markdown(data, Html.everything(data)).markdown.split("\n")
    assert.deepStrictEqual(lines.slice(0, 3), ["| No. | Ships |", "| --- | --- |", "| 0 | ships |"])
    assert.deepStrictEqual([lines.length, lines.at(-1)], [count + 2, `| ${count - 1} | ships |`])
  })

  it("is separated from hidden text, and shares equal styles and attributes", () => {
    const count = 20_000
    const sheet = "<style>.gone{display:none}[data-k]{color:#fff}[data-k][title]{color:#000}</style>"
    const page = Html.parse(
      sheet + times(count, (k) => `<p class=gone>${k} hidden<p data-k=1 title=t style="color:red">${k} ships`)
    )
    const blocks = Html.markdown(page, Html.everything(page)).markdown.split("\n\n")
    assert.deepStrictEqual([blocks.length, blocks[0], blocks.at(-1)], [count, "0 ships", `${count - 1} ships`])
    const styles = new InlineStyles(2 * count)
    for (let k = 0; k < count; k++) assert.strictEqual(styles.add(k, `color:${k % 2 === 0 ? "red" : "blue"}`), true)
    assert.strictEqual(styles.add(0, "display:none"), false)
    assert.strictEqual(styles.of(0), styles.of(count - 2))
    assert.deepStrictEqual(styles.of(1).map(({ value }) => value), ["blue"])
    assert.deepStrictEqual(styles.of(count), [])
  })

  it("has all fonts of one link", () => {
    const families = times(200_000, (k) => `f${k}|`)
    const page = Html.parse(
      `<link rel=stylesheet href="https://fonts.googleapis.com/css?family=${families}">${paragraph}`
    )
    assert.strictEqual(Branding.fromPage(page)?.fonts?.length, 12)
  })

  it("is written completely if it is one paragraph", () => {
    const page = Html.parse(`<p>${times(150_000, (k) => `${k} <i>ships</i> `)}</p>`)
    const { markdown } = Html.markdown(page, Html.everything(page))
    assert.strictEqual(markdown.match(/\d+\s+\*ships\*/g)?.length, 150_000)
    assert.isAbove(markdown.split("\n\n").length, 1)
  })

  it("is escaped like a short one", () => {
    const page = Html.parse(`<p>${"*a ".repeat(20_000)}</p>`)
    assert.strictEqual(Html.markdown(page, Html.everything(page)).markdown, "\\*a ".repeat(20_000).trim())
  })
})
