/** Main content that is an unusual portion of its page says so. */
import { Html } from "@dunlin/html"
import { assert, describe, it } from "@effect/vitest"

const portionOf = (body: string, url?: string) =>
  Html.mainContent(Html.parse(`<html><head><title>Waders</title></head><body>${body}</body></html>`, url)).portion

const sentence = "The dunlin breeds in the north, winters on the coast, and probes the mud for worms all day long."
const article = (paragraphs: number): string =>
  `<article><h1>Waders</h1>${`<p>${sentence}</p>`.repeat(paragraphs)}</article>`
const list = (links: number): string =>
  `<ul>${
    Array.from(
      { length: links },
      (_, k) => `<li><a href="/birds/${k}">A bird with the number ${k} of the list</a></li>`
    ).join("")
  }</ul>`

describe("the share of a page that is main content", () => {
  it("is small below a tenth of a long page", () => {
    assert.strictEqual(portionOf(`${article(3)}<div class="sidebar">${list(150)}</div>`), "small")
  })

  it("does not count the text of a menu", () => {
    assert.isUndefined(portionOf(`<nav>${list(150)}</nav>${article(3)}`))
  })

  it("is mostly links if nearly all of the page is kept and most of it is links", () => {
    assert.strictEqual(portionOf(`<main><h1>All birds</h1>${list(150)}</main>`), "links")
  })

  it("is not reported for an article, or for a short page", () => {
    assert.isUndefined(portionOf(article(30)))
    assert.isUndefined(portionOf(`<main><h1>All birds</h1>${list(5)}</main>`))
  })
})
