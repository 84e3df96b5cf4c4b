import { Html } from "@dunlin/html"
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
  it("are rejected if they are parts of a rule, and named", () => {
    for (const selector of ["@media", " @import", ">", "div >", "a, +", "p ~ ", "p,,q", "a[", "::before", ":nope"]) {
      assert.strictEqual(Html.checkSelectors(["p", selector])?.selector, selector)
    }
    assert.strictEqual(Html.checkSelectors(["> p", "a[href*='@']", "[title='>']", "*x*", "#a\\@b"]), undefined)
  })
  it("distinguish a pattern from a selector between stars", () => {
    const page = Html.parse("<div data-n=1><p data-n=2 class=teaser-box>x</p></div>")
    const find = (selector: string) => Html.attributes(page, [{ selector, attribute: "data-n" }])[0]!.values
    assert.deepEqual(find("*teaser*"), ["2"])
    assert.deepEqual(find("*:first-child *"), ["2"])
  })
  it("are rejected if they need too much work, and named", () => {
    const nested = (depth: number) => ":is(".repeat(depth) + "p" + ")".repeat(depth)
    assert.strictEqual(Html.checkSelectors([nested(15)]), undefined)
    assert.match(Html.checkSelectors(["p", nested(16)])!.detail, /nested more than/)
    assert.match(Html.checkSelectors([`${"a".repeat(2001)}`])!.detail, /2000 characters/)
    const parts = Array.from({ length: 1000 }, (_, k) => `.c${k}`)
    assert.strictEqual(Html.checkSelectors(parts), undefined)
    assert.deepEqual(Html.checkSelectors([...parts, ".last"])?.selector, ".last")
    assert.match(Html.checkSelectors(Array.from({ length: 20 }, () => "x".repeat(1900)))!.detail, /characters together/)
  })
  it("report their syntax errors", () => {
    const wrong: ReadonlyArray<readonly [string, RegExp]> = [
      ["p:nth-child(x)", /its argument is invalid/],
      ["p:nth-child", /needs an argument/],
      ["p:first-child(2)", /takes no argument/],
      ["p:sparkle", /`:sparkle` is not known/],
      ["p::before", /pseudo-elements/],
      ["a || b", /columns/],
      ["svg|a", /namespaces/],
      ["p:has(a :scope)", /`:scope`/],
      ["p:has(:is(> a))", /begins with a combinator/]
    ]
    for (const [selector, detail] of wrong) {
      assert.match(Html.checkSelectors([selector])?.detail ?? "", detail, selector)
    }
  })
  it("match in hostile pages", () => {
    const wide = Html.parse(`<main>${"<p>para text here</p>".repeat(3000)}</main>`)
    const deep = Html.parse(`${"<div>".repeat(250)}x`)
    const count = (page: Html.Page, selector: string) =>
      Html.text(page, Html.everything(page, { includeTags: [selector] }))
    for (
      const selector of [
        "zz p ~ p ~ p ~ p",
        "p:has(~ p:has(~ p:has(~ zz)))",
        ":is(*,*,*,*) ".repeat(40).trim() + " zz",
        "zz" + " *".repeat(200),
        ":not(:has(~ :not(:has(~ :not(p))))):is(zz)",
        `p:contains(${"here".repeat(400)})`
      ]
    ) {
      for (const page of [wide, deep]) assert.strictEqual(count(page, selector), "", selector)
    }
  })
  it("read the text of elements, without scripts", () => {
    const page = Html.parse(
      "<div data-n=1>aba<b data-n=2>ba</b><script data-n=3>secret</script><br>x</div><style data-n=4>secret</style>"
    )
    const find = (selector: string) => Html.attributes(page, [{ selector, attribute: "data-n" }])[0]!.values
    assert.deepEqual(find(":contains(secret)"), ["3", "4"])
    assert.deepEqual(find(":contains(baba)"), ["1"])
    assert.deepEqual(find(":contains(ba)"), ["1", "2"])
    assert.deepEqual(find(":icontains(ABA)"), ["1"])
    assert.deepEqual(find(":contains('nowhere')"), [])
  })
  it("match states of forms and languages like jQuery", () => {
    const page = Html.parse(`<body lang=en><form><input data-n=1 type=checkbox checked><input data-n=2 disabled>
      <select><option data-n=3>a<option data-n=4>b</select><p lang=de-AT data-n=5>x<p data-n=6></p></form></body>`)
    const find = (selector: string) => Html.attributes(page, [{ selector, attribute: "data-n" }])[0]!.values
    assert.deepEqual(find(":checked"), ["1", "3"])
    assert.deepEqual(find("input:enabled"), ["1"])
    assert.deepEqual(find("p:lang(de)"), ["5"])
    assert.deepEqual(find("p:lang(en)"), ["6"])
    assert.deepEqual(find("p:empty, input:is(:text, :disabled)"), ["2", "6"])
  })
})
