import { Html } from "@dunlin/transformers"
import { assert, describe, it } from "@effect/vitest"
import * as cheerio from "cheerio"
import * as fc from "fast-check"

// A `p` ends where a block begins, so it only stands at the leaves: here the selectors are compared, not the parsers.
const leaf = fc.constantFrom("div", "p", "span", "section")
const branch = fc.constantFrom("div", "ul", "section", "article")
const classes = fc.constantFrom("", "a", "b", "a b", "c")

const element: fc.Memo<string> = fc.memo((depth) =>
  fc.tuple(
    depth <= 1 ? leaf : branch,
    classes,
    fc.boolean(),
    depth <= 1 ? fc.constant(["x"]) : fc.array(element(depth - 1), { minLength: 1, maxLength: 3 })
  ).map(([tag, list, hasTitle, children]) =>
    `<${tag} class="${list}" data-n="${list.length}"${hasTitle ? " title=t" : ""}>${children.join("")}</${tag}>`
  )
)

const selectors = [
  "div",
  ".a",
  "div.a",
  "div > p",
  "section .b",
  "[title]",
  "[data-n='1']",
  "p + p",
  "span ~ span",
  ":is(ul, p).a",
  ":not(.a)[title]",
  "p:first-child",
  "div:last-child > span",
  "p:nth-child(2)",
  "section:has(> p)"
]

describe("selectors", () => {
  it("match what cheerio matches", () => {
    fc.assert(fc.property(element(4), fc.constantFrom(...selectors), (html, selector) => {
      const page = Html.parse(`<html><body>${html}</body></html>`, "https://example.com/")
      const [own] = Html.attributes(page, [{ selector, attribute: "data-n" }])
      const $ = cheerio.load(`<html><body>${html}</body></html>`, { xml: { xmlMode: false, decodeEntities: true } })
      assert.deepEqual(own?.values, $(selector).get().map((found) => $(found).attr("data-n") ?? ""))
    }))
  })
  it("are refused when they are parts of a rule, and named", () => {
    for (const selector of ["@media", " @import", ">", "div >", "a, +", "p ~ ", "p,,q", "a[", "::before", ":nope"]) {
      assert.strictEqual(Html.checkSelectors(["p", selector])?.selector, selector)
    }
    assert.strictEqual(Html.checkSelectors(["> p", "a[href*='@']", "[title='>']", "*x*", "#a\\@b"]), undefined)
  })
})
