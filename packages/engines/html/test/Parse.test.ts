import { Html } from "@dunlin/html"
import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { parseDocument } from "htmlparser2"

const names = "div p b em span section ul code svg path foreignobject script style title iframe plaintext body img a"
  .split(" ")
const nameOfId = new Map(names.map((name) => [Html.parse(`<${name}>`).tape.tag[0]!, name]))

/** Elements, attributes and texts in order, as another parser would list them. */
const outline = (html: string): ReadonlyArray<string> => {
  const { tape } = Html.parse(html)
  const out: Array<string> = []
  for (let i = 0; i < tape.n; i++) {
    let depth = 0
    for (let p = tape.parent[i]!; p >= 0; p = tape.parent[p]!) depth++
    if (tape.tag[i] === 0) {
      out.push(`${depth} ${JSON.stringify(tape.text[i])}`)
      continue
    }
    const attributes: Array<string> = []
    for (let k = tape.attrsAt[i]!; k < tape.attrsAt[i + 1]!; k++) {
      const attribute = tape.names[tape.attrs[3 * k]!]!
      const selector = `[${attribute.replace(/[^\w-]/g, "\\$&")}]`
      const found = Html.attributes(Html.parse(html), [{ selector, attribute }])[0]!.values
      const before = elementsWith(tape, attribute, i)
      attributes.push(JSON.stringify(attribute), JSON.stringify(found[before]))
    }
    const name = tape.unknown.get(i) ?? nameOfId.get(tape.tag[i]!)
    out.push(`${depth} ${[name, ...attributes].join(" ")}`)
  }
  return out
}

/** How many elements before a node have an attribute. */
const elementsWith = (tape: Html.Page["tape"], attribute: string, node: number): number => {
  let count = 0
  for (let i = 0; i < node; i++) {
    for (let k = tape.attrsAt[i]!; k < tape.attrsAt[i + 1]!; k++) {
      if (tape.names[tape.attrs[3 * k]!] === attribute) count++
    }
  }
  return count
}

interface Seen {
  readonly type: string
  readonly name?: string
  readonly data?: string
  readonly attribs?: Record<string, string>
  readonly children?: ReadonlyArray<Seen>
}

const oracle = (html: string): ReadonlyArray<string> => {
  const out: Array<string> = []
  const walk = (nodes: ReadonlyArray<Seen>, depth: number): void => {
    let behindText = false
    for (const node of nodes) {
      if (node.type === "text") {
        // Comments part texts there, and here they do not.
        const last = out.length - 1
        if (behindText && last >= 0) out[last] = out[last]!.slice(0, -1) + JSON.stringify(node.data).slice(1)
        else out.push(`${depth} ${JSON.stringify(node.data)}`)
        behindText = true
      } else if (node.name !== undefined) {
        const attributes = Object.entries(node.attribs ?? {}).flat().map((s) => JSON.stringify(s)).join(" ")
        out.push(`${depth} ${`${node.name} ${attributes}`.trim()}`)
        walk(node.children ?? [], depth + 1)
        behindText = false
      }
    }
  }
  walk(parseDocument(html).children as unknown as ReadonlyArray<Seen>, 0)
  return out
}

const name = fc.constantFrom("div", "p", "b", "em", "span", "x-card", "section", "UL", "code")
const attribute = fc.tuple(
  fc.constantFrom("class", "ID", "data-x", "title", "aria-label"),
  fc.constantFrom("", "a", "\"a b\"", "'it&amp;s'", "\"&lt;p&gt;\"", "\"a > b\"", "a&eacute;b", "/x/y?z=1&copy=2")
).map(([key, value]) => value === "" ? key : `${key}=${value}`)
const text = fc.constantFrom(
  "words",
  "a &amp; b",
  "1 < 2",
  "&nbsp;",
  "x &lt;i&gt;",
  "caf\u00e9",
  "\ud83d\ude00",
  "a<5",
  "</ b",
  "&unknown;"
)
const element = (depth: number): fc.Arbitrary<string> =>
  fc.tuple(
    name,
    fc.array(attribute, { maxLength: 2 }),
    depth === 0 ? text : fc.array(fc.oneof(text, element(depth - 1), fc.constant("<!-- c > -->")), { maxLength: 3 })
      .map((parts) => parts.join(""))
  ).map(([tag, attributes, inner]) => `<${[tag, ...attributes].join(" ")}>${inner}</${tag}>`)

describe("parse", () => {
  it("parses markup like htmlparser2", () => {
    fc.assert(
      fc.property(element(3).filter((html) => !/<p[ >].*<(?:div|section|p|ul)[ >]|<\/ b/is.test(html)), (html) => {
        assert.deepStrictEqual(outline(html), oracle(html))
      }),
      { numRuns: 500 }
    )
  })

  it("never fails, and keeps subtrees inside their parents", () => {
    const soup = fc.array(
      fc.constantFrom(
        ..."<div> </div> <p> </p> <b> </b> <table> <tr> <td> </table> <svg> </svg> <math> <style> </style> <script> </script> <!-- --> <![CDATA[ ]]> <title> </title> <a href='x> \" ' > = / < & &amp; text <li> <ul> <select> <template> <plaintext> <textarea> <pre> <br/> </br> <image> <body> <html a=b>"
          .split(" ")
      ),
      { maxLength: 40 }
    ).map((parts) => parts.join(""))
    fc.assert(fc.property(soup, (html) => {
      const { end, n, parent } = Html.parse(html).tape
      for (let i = 0; i < n; i++) {
        assert.isAbove(end[i]!, i)
        assert.isAtMost(end[i]!, n)
        if (parent[i]! >= 0) {
          assert.isBelow(parent[i]!, i)
          assert.isAtMost(end[i]!, end[parent[i]!]!)
        }
      }
    }))
  })

  const cases: ReadonlyArray<readonly [what: string, html: string, wanted: ReadonlyArray<string>]> = [
    ["an attribute twice", "<p a=1 A=2>x", ["0 p \"a\" \"1\"", "1 \"x\""]],
    ["an equals sign in front of a name", "<p =a=b>x", ["0 p \"=a\" \"b\"", "1 \"x\""]],
    ["a slash in an unquoted value", "<a href=/x/>y</a>", ["0 a \"href\" \"/x/\"", "1 \"y\""]],
    ["slashes between attributes", "<p/a/b=c/>x", ["0 p \"a\" \"\" \"b\" \"c/\"", "1 \"x\""]],
    ["a comment that closes early", "a<!-->b<!--->c", ["0 \"abc\""]],
    ["a comment closed by --!>", "a<!-- x --!>b", ["0 \"ab\""]],
    ["a comment of dashes", "a<!----------->b", ["0 \"ab\""]],
    ["a comment never closed", "a<!-- b", ["0 \"a\""]],
    ["a bogus comment", "a<?php x ?>b</ c>d<!doctype html>e", ["0 \"abde\""]],
    ["an end tag without a name", "a</>b", ["0 \"ab\""]],
    ["a tag never closed", "a<p class=\"x", ["0 \"a\""]],
    ["signs that begin no tag", "1<2 && 3>2 <3", ["0 \"1<2 && 3>2 <3\""]],
    ["CDATA in HTML and in SVG", "<![CDATA[x]]>a<svg><![CDATA[<b>]]></svg>", ["0 \"a\"", "0 svg", "1 \"<b>\""]],
    ["a script with tags", "<script>if (a</b/.x) '<p>'</SCRIPT >z", [
      "0 script",
      "1 \"if (a</b/.x) '<p>'\"",
      "0 \"z\""
    ]],
    ["a style never closed", "<style>p{}", ["0 style", "1 \"p{}\""]],
    ["a self-closed script", "<script/>x</script>y", ["0 script", "1 \"x\"", "0 \"y\""]],
    ["entities in a title", "<title>a &amp; <b></title>", ["0 title", "1 \"a & <b>\""]],
    ["the content of an iframe", "<iframe>&amp;<p></iframe>x", ["0 iframe", "1 \"&amp;<p>\"", "0 \"x\""]],
    ["plain text", "<plaintext><b></plaintext>", ["0 plaintext", "1 \"<b></plaintext>\""]],
    ["a paragraph in an unclosed SVG", "<svg><path><p>x", ["0 svg", "1 path", "0 p", "1 \"x\""]],
    ["HTML inside an SVG", "<svg><foreignObject><p>x", ["0 svg", "1 foreignobject", "2 p", "3 \"x\""]],
    ["a second body", "<body class=a><body class=b id=c>x", ["0 body \"class\" \"a\" \"id\" \"c\"", "1 \"x\""]],
    ["the old name of an image", "<image src=x>", ["0 img \"src\" \"x\""]]
  ]
  for (const [what, html, wanted] of cases) {
    it(`parses ${what} like the standard`, () => assert.deepStrictEqual(outline(html), wanted))
  }

  it("closes open elements at the end of a noscript", () => {
    const page = Html.parse("<noscript><iframe src=x /></NOSCRIPT><p>one<iframe></noscript></iframe>, two")
    assert.strictEqual(Html.text(page, Html.everything(page)), "one, two")
  })
  it("reads long unclosed runs", () => {
    const size = 200_000
    const nodes = (html: string) => Html.parse(html).tape.n
    assert.strictEqual(nodes(`<p ${Array.from({ length: size }, (_, k) => `a${k}`).join(" ")}>x`), 2)
    assert.strictEqual(nodes(`${"<!--".repeat(size)}-->x`), 1)
    assert.strictEqual(nodes(`${"<!--".repeat(size)}x`), 0)
    assert.strictEqual(nodes("<noscript><iframe></noscript>".repeat(size)), 2 * size)
    assert.strictEqual(nodes(`<noscript>${"<iframe></".repeat(size)}`), 3)
    assert.strictEqual(nodes(`<style>${"</styl".repeat(size)}`), 2)
    assert.strictEqual(nodes(`<style>${"</style".repeat(size)}`), 2)
    assert.strictEqual(nodes(`x${"<a b=c ".repeat(size)}`), 1)
    assert.strictEqual(nodes(`<svg>${"<![CDATA[".repeat(size)}`), 2)
    assert.strictEqual(nodes("<".repeat(size)), 1)
  })
})

describe("streamed pages", () => {
  const read = (html: string) => {
    const page = Html.parse(html)
    return Html.text(page, Html.everything(page)).split(/\s*\n\s*/).filter((line) => line !== "")
  }
  const part = (number: string, html: string) => `<div hidden id="S:${number}">${html}</div>`

  it("have late parts in place, without their placeholders", () => {
    const page = "<main><p>one</p><!--$?--><template id=\"B:0\"></template><p>Loading<!--$-->…<!--/$--></p><!--/$-->"
      + "<p>four</p></main><footer>end</footer>"
    const parts = part("0", "<div><p>two</p></div><template id=\"P:1\"></template>") + part("1", "<p>three</p>")
    assert.deepStrictEqual(read(page + parts), ["one", "two", "three", "four", "end"])
    assert.deepStrictEqual(read(page + parts.replaceAll("hidden", "hidden=\"\"")), [
      "one",
      "two",
      "three",
      "four",
      "end"
    ])
  })
  it("leave a part without a place, or without an end, in its position", () => {
    const script = "<script>$RC(\"B:5\",\"S:5\")</script>"
    assert.deepStrictEqual(read(`<p>one</p>${part("5", "<p>two</p>")}${script}`), ["one", "two"])
    assert.deepStrictEqual(read(`<p>one</p>${part("5", "<p>two</p>")}`), ["one"])
    assert.deepStrictEqual(read("<template id=\"B:0\"></template><p>one</p><div hidden id=\"S:0\"><p>two"), [
      "one",
      "two"
    ])
  })
  it("are assembled in linear time", () => {
    const size = 20_000
    const numbers = Array.from({ length: size }, (_, k) => k.toString(16))
    const chain = numbers.map((k, at) => part(k, `${at}<template id="P:${(at + 1).toString(16)}"></template>`)).join("")
    assert.strictEqual(read(`<template id="B:0"></template>${chain}`).join(" ").replace(/\D/g, "").length, 88_890)
    assert.deepStrictEqual(read(`${"<!--$?-->".repeat(size)}<div hidden id="S:0">${"<div>".repeat(size)}x`), ["x"])
  })
})
