import { Html } from "@dunlin/html"
import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"

const repeat = (s: string, n: number) => s.repeat(n)
const sentence = "<p>The quick brown fox jumps over the lazy dog and keeps running through the long field of grass.</p>"

const shape = (html: string) => {
  const page = Html.parse(html)
  return Html.html(page, Html.everything(page)).html
}

describe("parse", () => {
  it("closes elements like the standard", () => {
    assert.strictEqual(shape("<p>a<p>b<div>c"), "<p>a</p><p>b</p><div>c</div>")
    assert.strictEqual(shape("<ul><li>a<li><b>b<li>c</ul>"), "<ul><li>a</li><li><b>b</b></li><li>c</li></ul>")
    assert.strictEqual(
      shape("<table><tr><td>a<td>b<tr><td>c</table>d"),
      "<table><tr><td>a</td><td>b</td></tr><tr><td>c</td></tr></table>d"
    )
    assert.strictEqual(shape("<head><title>a</title><div>b</div>"), "<div>b</div>")
    assert.strictEqual(shape("<svg><style/><circle/></svg>a"), "a")
    assert.strictEqual(shape("<p>a</b></div>b<h2>c</h3>d"), "<p>ab</p><h2>c</h2>d")
  })

  it("writes no empty element, but spaces, cells, and link targets", () => {
    assert.strictEqual(
      shape("<div><span class=spinner></span><div><br></div></div><p>a<i> </i>b</p>"),
      "<br><p>a b</p>"
    )
    assert.strictEqual(shape("<a href=/x><svg></svg></a><a id=top></a>b"), `<a id="top"></a>b`)
    assert.strictEqual(shape("<p><img src=https://e.example/a></p>"), `<p><img src="https://e.example/a"></p>`)
    assert.strictEqual(
      shape("<table><tr><td></td><td>a</td></tr></table>"),
      "<table><tr><td></td><td>a</td></tr></table>"
    )
  })

  it("keeps every character reference, and every attribute once", () => {
    assert.strictEqual(
      shape("<a href='https://e.example/?a=1&amp;copy=2' HREF=x Title=\"&quot;\">&lt;&nbsp;&notit;</a>"),
      "<a href=\"https://e.example/?a=1&amp;copy=2\" title=\"&quot;\">&lt;&nbsp;\u00acit;</a>"
    )
  })

  it("returns a tree for any input", () => {
    const piece = fc.oneof(
      fc.constantFrom(
        ..."<div> </div> <p> </p> <b> </b> <li> <ul> </ul> <table> <tr> <td> </td> </table> <a> </a> <svg> </svg> <script> </script> <br> <img> <!-- --> <![CDATA[ ]]> < > </ \" & x <template> <html> <body> <head> <pre> </pre> <textarea> <title>"
          .split(" ")
      ),
      fc.string({ maxLength: 5 })
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), (parts) => {
        const html = parts.join("")
        const page = Html.parse(html, "https://example.com/")
        const { tape } = page
        for (let i = 0; i < tape.n; i++) {
          const p = tape.parent[i]!
          assert.isBelow(p, i)
          assert.isAbove(tape.end[i]!, i)
          if (p >= 0) assert.isAtMost(tape.end[i]!, tape.end[p]!)
          else if (i > 0) assert.isTrue(tape.end[i]! <= tape.n)
        }
        Html.markdown(page, Html.mainContent(page))
        Html.html(page, Html.everything(page))
        Html.links(page)
        Html.metadata(page)
      }),
      { numRuns: 1000 }
    )
  })

  it("stays within its limits, and reports it", () => {
    const nodes = Html.parse(repeat("<p>a", 100), undefined, { nodes: 20 })
    assert.strictEqual(Html.text(nodes, Html.everything(nodes)), repeat("a\n", 10).trim())
    assert.isTrue(nodes.truncated)
    const characters = Html.parse(repeat("a", 100), undefined, { characters: 10 })
    assert.strictEqual(Html.text(characters, Html.everything(characters)), repeat("a", 10))
    assert.isTrue(characters.truncated)
    assert.isFalse(Html.parse("<p>a").truncated)
  })

  it("keeps the text of excessive nesting", () => {
    const page = Html.parse(
      repeat("<div>", 100_000) + sentence + repeat("</div>", 100_000) + sentence.replace("quick", "slow")
    )
    const { markdown } = Html.markdown(page, Html.everything(page))
    assert.include(markdown, "quick brown fox")
    assert.include(markdown, "slow brown fox")
  })
})

describe("hostile pages", () => {
  const cases: ReadonlyArray<readonly [string, string]> = [
    ["unclosed marks", repeat("<b>x<p>", 20_000)],
    ["unclosed links", repeat("<a href=x>y<div>", 20_000)],
    ["lists in lists", repeat("<ul><li>", 3000)],
    ["tables in tables", repeat("<table><tr><td>", 2000)],
    ["a long table", `<table>${repeat("<tr><td>a</td><td>b b b</td><td>c</td></tr>", 20_000)}</table>`],
    ["a large attribute", `<img alt=x src='data:image/png;base64,${repeat("A", 5_000_000)}'>`],
    ["many attributes", `<p ${Array.from({ length: 50_000 }, (_, k) => `a${k}=1`).join(" ")}>`],
    ["character references", `<p>${repeat("&amp;&lt;&nbsp;", 300_000)}</p>`],
    ["angle brackets", repeat("<", 500_000)],
    ["white space", `<p>${repeat(" \n\t", 1_000_000)}</p>`],
    ["class names", repeat("<div class='a b c d e f g h-i nav-x'>t</div>", 100_000)],
    ["delimiters", `<p>${repeat("* _ [ ` ", 200_000)}</p>`],
    ["breaks", `<p>${repeat("a<br>", 200_000)}</p>`],
    ["quotes in quotes", repeat("<blockquote>", 20_000) + repeat("<p>a</p>", 20_000)],
    ["marks in marks", `<p>${repeat("<b><i><s>a", 5000)}</p>`],
    ["mark after mark", `<p>${repeat("<b>a:</b>b<i>c</i>", 20_000)}</p>`],
    ["link after link", `<p>${repeat("<a href=https://example.com/x>https://example.com/x</a> ", 20_000)}</p>`],
    ["wide tables", `<table><tr>${repeat("<td colspan=1000 rowspan=60000>a", 2000)}</table>`],
    ["headings", repeat("<h2>Related</h2><p>x</p>", 30_000)],
    ["one line of code", `<pre>${repeat("`", 1_000_000)}</pre>`]
  ]
  for (const [name, html] of cases) {
    it(name, () => {
      const page = Html.parse(`<html><body>${html}${sentence}`, "https://example.com/")
      for (const content of [Html.mainContent(page), Html.everything(page)]) {
        const { markdown } = Html.markdown(page, content)
        assert.isAtMost(markdown.length, 70_000_000)
        Html.html(page, content)
      }
    })
  }
})

describe("html", () => {
  const clean = (source: string) => {
    const page = Html.parse(source, "https://example.com/a")
    return Html.html(page, Html.everything(page)).html
  }
  it("is safe to store", () => {
    assert.strictEqual(
      clean(
        "<p onclick=x() style='a' data-x=1 class=k>a<script>b</script></p><a href=\" java\nscript:x\">c</a><img src=x onerror=y>"
          + "<iframe src=//e.example></iframe><form action=/f><p>d</form><svg><a xlink:href='javascript:x'>e</a></svg>"
          + "<a href='data:text/html,x'>f</a><img src='data:image/svg+xml,x'><object data=x>g</object><style>h</style>"
      ),
      "<p class=\"k\">a</p><a>c</a><img src=\"https://example.com/x\"><div><p>d</p></div><a>f</a><img>"
    )
  })
  it("escapes what it writes", () => {
    assert.strictEqual(
      clean("<p title='&quot;&lt;&gt;'>&lt;b&gt; &amp;amp;"),
      "<p title=\"&quot;&lt;&gt;\">&lt;b&gt; &amp;amp;</p>"
    )
  })
  it("never writes an executable tag or attribute", () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.constantFrom(
            ..."<a href= javascript:x > < / ' \" onx=1 <script> </script> <img src= <svg> <math> <style> </style> <title> <!-- --> <noscript> </noscript> <template> <textarea> </textarea> <xmp> data:text/html, &lt;script&gt; <p x y"
              .split(" ")
          ),
          { maxLength: 30 }
        ),
        (parts) => {
          const out = clean(parts.join(" "))
          assert.notMatch(
            out,
            /<(?:script|style|svg|iframe|object|embed|link|meta|template|noscript|textarea|xmp|title)/i
          )
          assert.notMatch(out, /<[^>]*\son\w+=/i)
          assert.notMatch(out, /(?:href|src)="\s*(?:javascript|vbscript|data:text)/i)
          assert.strictEqual(clean(out).replace(/\s+/g, ""), out.replace(/\s+/g, ""))
        }
      ),
      { numRuns: 1500 }
    )
  })
})

describe("links, images, attributes, metadata", () => {
  const page = Html.parse(
    "<html lang=de><head><title> A  b </title><meta name=description content=c><meta property=og:image content=/o.png>"
      + "<meta property=article:tag content=x><meta property=article:tag content=y><meta name=robots content=noindex>"
      + "<link rel='shortcut icon' href=/f.ico><link rel=canonical href=/c><meta name=custom content=z></head><body>"
      + "<a href=/1>1</a><a href=/1>1</a><a href=#x>x</a><a href='https://other.example/2'>2</a><a href='javascript:x'>y</a>"
      + "<img src=/i.png><img src='data:image/png;base64,A'><picture><source srcset='/s.webp 2x'><img></picture></body></html>",
    "https://example.com/a?b"
  )
  it("finds links", () =>
    assert.deepStrictEqual(Html.links(page), ["https://example.com/1", "https://other.example/2"]))
  it("omits tracking pixels", () =>
    assert.deepStrictEqual(
      Html.images(Html.parse(
        "<noscript><img width=1 height=1 src=/count.gif></noscript><img width=1 src=/line.gif>",
        "https://example.com/"
      )),
      ["https://example.com/line.gif"]
    ))
  it("finds images", () =>
    assert.deepStrictEqual(Html.images(page), [
      "https://example.com/o.png",
      "https://example.com/i.png",
      "https://example.com/s.webp"
    ]))
  it("finds attributes", () => {
    assert.deepStrictEqual(Html.attributes(page, [{ selector: "body > a[href^='/']", attribute: "href" }]), [
      { selector: "body > a[href^='/']", attribute: "href", values: ["https://example.com/1", "https://example.com/1"] }
    ])
  })
  it("finds images in an endless picture element in linear time", () => {
    const size = 10_000
    const pictures = "<picture>" + "<source srcset=''><img src=''>".repeat(size)
    const endless = Html.parse(`${pictures}<img src=/last.png>`, "https://example.com/")
    assert.deepStrictEqual(Html.images(endless), ["https://example.com/last.png"])
  })
  it("finds metadata", () =>
    assert.deepInclude(Html.metadata(page), {
      title: "A b",
      description: "c",
      language: "de",
      robots: "noindex",
      canonical: "https://example.com/c",
      favicon: "https://example.com/f.ico",
      ogImage: "https://example.com/o.png",
      articleTag: ["x", "y"],
      custom: "z"
    }))
  it("finds the language in a header, and prefers icons with a URL", () =>
    assert.deepInclude(
      Html.metadata(
        Html.parse(
          "<meta http-equiv=Content-Language content='fr, en'><link rel=icon href='data:image/svg+xml,x'><link rel=icon href=i.png>",
          "https://example.com/a/b"
        )
      ),
      { language: "fr", favicon: "https://example.com/a/i.png" }
    ))
  it("sets no metadata with reserved names", () => {
    const names = ["toString", "hasOwnProperty", "constructor", "__proto__", "creditsUsed"]
    const page = Html.parse(names.map((name) => `<meta name="${name}" content="page">`).join(""))
    assert.deepStrictEqual(
      Object.values(Html.metadata(page, { reserved: new Set(["creditsUsed"]) })).filter((value) => value === "page"),
      []
    )
  })
  it("writes a picture without its candidates that have no URL", () => {
    const picture = Html.parse(
      "<p>a</p><picture><source srcset='b.webp 2x'><img src=b.png></picture>",
      "https://example.com/"
    )
    assert.include(
      Html.html(picture, Html.everything(picture)).html,
      "<picture><img src=\"https://example.com/b.png\"></picture>"
    )
  })
  it("reports an invalid selector", () => {
    assert.strictEqual(Html.checkSelectors(["p", "a:hover", "*ad*"]), undefined)
    assert.strictEqual(Html.checkSelectors(["p", "div["])?.selector, "div[")
    assert.strictEqual(Html.checkSelectors(["p:nope"])?.selector, "p:nope")
  })
  it("includes and excludes by selector", () => {
    const page = Html.parse("<div><p class=a>1 <i>2</i></p><p>3</p></div><p id=promo-x>4</p>")
    const text = (options: Html.ContentOptions) => Html.text(page, Html.everything(page, options))
    assert.strictEqual(text({ includeTags: [".a", "p.a i"] }), "1 2")
    assert.strictEqual(text({ excludeTags: ["i", "*promo*"] }), "1\n3")
    assert.strictEqual(text({ includeTags: ["p"], excludeTags: [".a"] }), "3\n4")
  })
})
