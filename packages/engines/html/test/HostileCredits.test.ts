/** Pages that were written so that telling who wrote them costs time. */
import { Html } from "@dunlin/html"
import { assert, describe, it } from "@effect/vitest"
import { creditsOf } from "../src/internal/data/credits.ts"

/** Readings of each node of a page at most. */
const MOST_READS = 30

/** How often texts of a page are read to tell its credits. */
const readsOf = (html: string): number => {
  const { tape } = Html.parse(html, "https://harbour.example/")
  let reads = 0
  const text = new Proxy(tape.text, {
    get: (texts, key) => {
      reads++
      return Reflect.get(texts, key) as unknown
    }
  })
  const credits = creditsOf(Object.create(tape, { text: { value: text } }) as typeof tape, "https://harbour.example/")
  assert.isAtMost(credits.author?.value.length ?? 0, 300)
  assert.isAtMost(reads, MOST_READS * tape.n + 1000)
  return reads
}

const times = (count: number, write: (k: number) => string): string =>
  Array.from({ length: count }, (_, k) => write(k)).join("")

const declared = (json: string) => `<script type=application/ld+json>${json}</script>`
const letters = (k: number) => k.toString(2).replaceAll("0", "a").replaceAll("1", "b")

const pages: ReadonlyArray<readonly [name: string, html: (count: number) => string]> = [
  ["bylines", (count) => times(count, (k) => `<p>By Ada Ahl${letters(k)}</p>`)],
  ["bylines by their classes", (count) => times(count, (k) => `<p class="author a${k}">By Ada Ahl</p>`)],
  ["bylines without a name", (count) => times(count, () => "<p class=byline><b>Follow</b><i>1</i></p>")],
  ["bylines within each other", (count) => times(count, () => "<div class=byline><i>Follow</i>")],
  ["properties within each other", (count) => times(count, () => "<div itemprop=author><b itemprop=name>1")],
  ["properties around much", (count) => "<div itemprop=author>".repeat(100) + times(count, () => "<i>1</i>")],
  ["links of authors within each other", (count) => times(count, () => "<div><a rel=author><p>1")],
  ["links of authors around much", (count) => times(200, () => "<a rel=author><div>") + times(count, () => "<i>1</i>")],
  ["lines of one block", (count) => `<div>${times(count, () => "<i>By Ada Ahl</i>")}</div>`],
  ["lines that declare", (count) => times(count, () => "<p>Written by: <i>1</i></p>")],
  ["meta elements", (count) => times(count, (k) => `<meta name=author content="Ada Ahl${letters(k)}">`)],
  ["authors of a thing", (count) => declared(`{"@type":"Article","author":[${times(count, (k) => `"Ada ${k}",`)}1]}`)],
  [
    "things with authors",
    (count) => declared(`[${times(count, (k) => `{"@type":"Article","author":{"@id":"#${k}"}},`)}1]`)
  ],
  ["a long name", (count) => declared(`{"@type":"Article","author":"${"Ada ".repeat(count)}"}`)],
  ["a long type", (count) => declared(`{"@type":"${"Article ".repeat(count)}","author":"Ada Ahl"}`)],
  [
    "first posts",
    (count) => `<meta name=generator content=phpBB>${times(count, () => "<p class=username><b>1</b></p>")}`
  ],
  [
    "posts that somebody started",
    (count) => `<meta name=generator content=phpBB>${times(count, () => "<p>Started by:</p><i>.</i>")}`
  ],
  ["headings", (count) => `<title>${"abc ".repeat(60)}</title>${times(count, (k) => `<h2>${k}`)}`]
]

describe("slow pages", () => {
  for (const [name, html] of pages) {
    it(`are read for their author in linear time, with names of some length: ${name}`, () => {
      const few = readsOf(`<h1>Tides</h1>${html(2000)}`)
      const more = readsOf(`<h1>Tides</h1>${html(4000)}`)
      assert.isAtMost(more, 2.2 * few + 1000)
    })
  }
})
