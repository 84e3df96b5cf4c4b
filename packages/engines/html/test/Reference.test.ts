/** Reference documentation: what it repeats, lists and names like furniture is its content. */
import { assert, describe, it } from "@effect/vitest"
import * as Html from "../src/Html.ts"

const SIGNED = "<meta name=\"generator\" content=\"Docutils 0.21\">"

const pageOf = (head: string, content: string): string =>
  `<html><head>${head}<title>Sessions</title></head><body><nav><a href="/">Index</a> <a href="/next">Next</a></nav>${content}</body></html>`

const markdownOf = (html: string): string => {
  const page = Html.parse(html, "https://docs.example.com/sessions")
  return Html.markdown(page, Html.mainContent(page)).markdown
}

const prose = "The session keeps one connection for as long as the program runs, and hands it to each request in turn."
const note = "The value is checked when the session is opened, and once more whenever a connection is taken from it."
const main = (part: string): string => `<div role="main"><h1>Sessions</h1><p>${prose}</p><p>${note}</p>${part}</div>`

const times = (text: string, part: string): number => text.split(part).length - 1

/** Parts that stay on a page that is signed by a generator: a name for the test, the part, and texts of its Markdown. */
const kept: ReadonlyArray<readonly [string, string, ReadonlyArray<string>]> = [
  [
    "a list of links with a heading",
    "<div class=\"refsect1\"><h2>Types</h2><ul><li><a href=\"#a\">SessionPool</a></li><li><a href=\"#b\">SessionOptions</a></li><li><a href=\"#c\">SessionClosed</a></li></ul></div>",
    ["## Types", "SessionPool", "SessionClosed"]
  ],
  [
    "entries of contents whose ids repeat their targets",
    "<ul><li><a id=\"toc-Sessions\" href=\"/a#Sessions\">1 Sessions</a><ul><li><a id=\"toc-History\" href=\"/a#History\">1.1 History</a></li><li><a id=\"toc-Messages\" href=\"/a#Messages\">1.2 Messages</a></li></ul></li></ul>",
    ["1 Sessions", "1.1 History", "1.2 Messages"]
  ],
  [
    "the header of a member with one link",
    "<div class=\"functionHeader\">task: <a href=\"/l\">LoopingCall</a></div><div class=\"functionBody\">Tells whether the session lives.</div>",
    ["task: [LoopingCall]", "Tells whether the session lives."]
  ],
  [
    "a line that refers to another page",
    `<p>See also: <a href="/pool">the pool of sessions</a></p><p>${prose}</p>`,
    ["See also"]
  ],
  [
    "a short line with a name of furniture",
    "<div class=\"api_metadata\">Added in: v14.0.0</div>",
    ["Added in: v14.0.0"]
  ],
  [
    "a section whose id is a word of furniture",
    `<div class="section" id="Pagination"><h3>Paginating output</h3><p>Long output has a header on each page, with its date and its number.</p></div>${
      `<p>${prose}</p>`.repeat(3)
    }`,
    ["### Paginating output", "a header on each page"]
  ],
  [
    "a box beside the text with a title of its own",
    `<aside class="sidebar"><p class="sidebar-title">Lifetime</p><p>A session lives as long as its pool does.</p></aside>`,
    ["Lifetime", "as long as its pool does"]
  ],
  [
    "a sentence that is called a comment",
    "<div class=\"deprecation-comment\">Use the pool of sessions instead.</div>",
    ["Use the pool of sessions instead."]
  ],
  [
    "a signature of links whose class is the top of a page",
    "<div class=\"top\"><p><a href=\"#a\">defaultOptions</a> :: <a href=\"#b\">Options</a></p><div>The default options of a session.</div></div>",
    ["defaultOptions", "The default options of a session."]
  ],
  [
    "code whose box has the id of a list of tags",
    "<div id=\"BlockTags\"><p>The names of blocks are these.</p><pre>const BlockTags = [address, blockquote]</pre></div>",
    ["const BlockTags"]
  ],
  [
    "parameters and results in a box of tags",
    "<div class=\"tags\"><p class=\"tag_title\">Parameters:</p><ul class=\"param\"><li>pool (<a href=\"/Pool\">Pool</a>) the pool that the session is taken from</li></ul></div>",
    ["Parameters:", "the pool that the session is taken from"]
  ],
  [
    "the signature of a member whose class is a header",
    "<div class=\"functionHeader\">pool: <code><a href=\"/Pool\">SessionPool</a></code> <a href=\"/source\">(code)</a></div>",
    ["SessionPool"]
  ],
  [
    "a declaration of links whose id is a word of furniture",
    "<div id=\"Reply\"><dt><pre><a href=\"/Reply\">ReplyError</a> = <a href=\"/Error\">IOError</a></pre></dt></div>",
    ["ReplyError"]
  ],
  [
    "a paragraph that names the author of the document",
    "<div><p class=\"author\">Ann Lee &lt;<a href=\"mailto:ann@example.com\">ann@example.com</a>&gt;</p></div>",
    ["Ann Lee"]
  ],
  [
    "a long comment below a member",
    `${
      `<p>${prose} ${note}</p>`.repeat(40)
    }<h4>open</h4><div class="comment cmt"><p>${note} ${prose}</p><p>${note} ${prose} It is lent.</p></div>`,
    ["It is lent."]
  ],
  [
    "a section about comments",
    `${
      `<p>${prose} ${note}</p>`.repeat(40)
    }<div class="section" id="comments"><h2>Comments</h2><p>${prose} ${note}</p><p>${note} ${prose} A line has two dots.</p></div>`,
    ["## Comments", "A line has two dots."]
  ],
  [
    "what a line of code prints, in a box of the code",
    "<pre>session.commit()\n<div class=\"popup_sql\">UPDATE users SET name = 'Ed'\nCOMMIT</div></pre>",
    ["session.commit()", "UPDATE users SET name"]
  ]
]

describe("a reference", () => {
  for (const [name, part, texts] of kept) {
    it(`keeps ${name}`, () => {
      const markdown = markdownOf(pageOf(SIGNED, main(part)))
      for (const text of texts) assert.include(markdown, text)
      assert.notInclude(markdown, "Index")
    })
  }

  it("keeps equal paragraphs below one heading", () => {
    const parameter = `<div><p>options</p><p>${note}</p></div>`
    assert.strictEqual(
      times(markdownOf(pageOf(SIGNED, main(`${parameter}<p>${prose} ${prose}</p>${parameter}`))), note),
      3
    )
  })

  it("keeps the synopsis above a long description", () => {
    const description = `<div class="refsect1"><h2>Description</h2>${`<p>${prose} ${note}</p>`.repeat(8)}</div>`
    const synopsis = "<div class=\"refsynopsisdiv\"><h2>Synopsis</h2><pre>session open [options]</pre></div>"
    const markdown = markdownOf(pageOf(SIGNED, `<div class="refentry">${synopsis}${description}</div>`))
    assert.include(markdown, "session open [options]")
    assert.include(markdown, "## Description")
  })

  it("omits comments of its readers", () => {
    const remark = `<div><span class="author">Ann</span> <time>2024-05-06</time><p>${prose} ${note} Thanks.</p></div>`
    const remarks = `<div class="comments">${remark.repeat(3)}</div>`
    assert.notInclude(markdownOf(pageOf(SIGNED, main(`${`<p>${prose} ${note}</p>`.repeat(9)}${remarks}`))), "Thanks.")
  })

  it("keeps a table of contents that is the page's purpose", () => {
    const chapters = ["Opening", "Closing", "Errors", "Pools", "Limits"].map((name) =>
      `<li><a href="/${name}">${name} of sessions in the library</a></li>`
    )
    const page = `<h1>The manual</h1><p>${prose}</p><div class="all"><h2>Table of Contents</h2><ul>${
      chapters.join("")
    }</ul></div>`
    assert.include(markdownOf(pageOf(SIGNED, page)), "Closing of sessions")
  })

  it("omits its menus", () => {
    const menu =
      "<div class=\"toc\"><ul><li><a href=\"#one\">Opening</a></li><li><a href=\"#two\">Closing</a></li><li><a href=\"#three\">Errors</a></li></ul></div>"
    assert.notInclude(markdownOf(pageOf(SIGNED, main(menu))), "Closing")
  })
})

/** A part that is kept on references alone: a list of links with a name that means nothing. */
const links =
  "<div class=\"kinds\"><ul><li><a href=\"/a\">First one here</a></li><li><a href=\"/b\">Second one here</a></li><li><a href=\"/c\">Third one here</a></li></ul></div>"
const isReference = (head: string, part: string): boolean =>
  markdownOf(pageOf(head, main(`${part}${links}<p>${prose}</p>`))).includes("Second one here")

describe("a page is a reference", () => {
  it("by the signature of its generator, in a declaration, a comment, or a script", () => {
    assert.isTrue(isReference(SIGNED, ""))
    assert.isTrue(isReference("<!-- Generated by javadoc (11.0.16) on Sun Feb 05 -->", ""))
    assert.isTrue(isReference("<script src=\"_static/doctools.js\"></script>", ""))
    assert.isTrue(isReference("<script src=\"../scribble-common.js\"></script>", ""))
    assert.isTrue(isReference("<meta name=\"generator\" content=\"publican v4.3.2\">", ""))
  })

  it("by the visible signature at its end", () => {
    assert.isTrue(isReference("", "<p>Generated on Fri Jan 9 2026 by <a href=\"https://yardoc.org\">yard</a> 0.9.</p>"))
    assert.isFalse(isReference("", "<p>Generated by hand, and kept in the yard.</p>"))
  })

  it("by the classes of its members", () => {
    const member =
      "<div><span class=\"signature\">open</span><dl class=\"params\"><dt>pool</dt><dd>The pool.</dd></dl></div>"
    assert.isTrue(isReference("", member.repeat(3)))
    assert.isFalse(isReference("", "<div class=\"signature\">Ann, sent from my phone</div>".repeat(6)))
  })

  it("by selectors of Objective-C", () => {
    const said =
      "<p>The calls insertObject:atIndex: and addObject:forKey: do the same as removeObjects:inRange: did.</p>"
    assert.isTrue(isReference("", said.repeat(3)))
  })

  it("by much code", () => {
    assert.isTrue(isReference("", "<p><code>open</code> and <code>close</code></p>".repeat(6)))
  })

  it("by a little code, unless it declares a feed or an article as blogs do", () => {
    const code = `<p>Use <code>open</code>.</p>`.repeat(8)
    assert.isTrue(isReference("", code))
    assert.isFalse(isReference("<link rel=\"alternate\" type=\"application/rss+xml\" href=\"/feed\">", code))
    assert.isFalse(isReference("<meta property=\"og:type\" content=\"article\">", code))
  })

  it("by its title", () => {
    assert.isTrue(isReference("<title>NSSet documentation</title>", ""))
    assert.isTrue(isReference("<title>Sessions: Reference Manual</title>", ""))
    assert.isFalse(isReference("<title>The documentation of a lost city</title>", ""))
  })

  it("by many identifiers", () => {
    assert.isTrue(isReference("", "<p>session.open() calls pool_take() before java.util.List is read.</p>".repeat(3)))
  })

  it("but not by prose, brands, or the software of a blog", () => {
    assert.isFalse(isReference("", ""))
    assert.isFalse(
      isReference("", "<p>The MacBook, the iPhone and the AirPods of last year are cheaper.</p>".repeat(3))
    )
    assert.isFalse(isReference("<meta name=\"generator\" content=\"WordPress 6.5\">", ""))
    assert.isFalse(isReference("<script src=\"https://ship-yard.example/quarto/sphinx.js\"></script>", ""))
  })
})

describe("the main content of a reference", () => {
  it("is the table with the heading above it", () => {
    const rows = `<tr><td>open</td><td>${note}</td></tr>`.repeat(8)
    const markdown = markdownOf(pageOf("", `<div><h2>Functions of the pool</h2><table>${rows}</table></div>`))
    assert.include(markdown, "## Functions of the pool")
  })

  it("is the introduction with the headline, and the long part after it", () => {
    const introduction = `<div><h1>Opcodes</h1><p>${prose}</p><p>${note} These are the registers.</p></div>`
    const long = `<div>${`<p>${prose} ${note}</p>`.repeat(40)}</div>`
    assert.include(markdownOf(pageOf("", introduction + long)), "These are the registers.")
  })

  it("is all parts of one class with headings of one level, even if one is far longer", () => {
    const long = `<div class="part"><h3>1. Opening</h3>${`<p>${prose} ${note}</p>`.repeat(20)}</div>`
    const short = `<div class="part"><h3>2. Closing</h3><p>${note} It is closed in the end.</p></div>`
    const markdown = markdownOf(pageOf("", `<div><h2>Sessions</h2>${long}${short}</div>`))
    assert.include(markdown, "2. Closing")
    assert.include(markdown, "It is closed in the end.")
  })

  it("repeats a paragraph below headings that differ, or that are below such headings", () => {
    const release = (version: string) =>
      `<h2>Version ${version}</h2><h3>Fixed bugs</h3><div><p>${version}</p><p>${note}</p></div><p>${prose} ${version}</p>`
    const markdown = markdownOf(pageOf("", `<main><h1>Notes</h1>${["1.1", "1.2", "1.3"].map(release).join("")}</main>`))
    assert.strictEqual(times(markdown, note), 3)
  })

  it("has code and prose after a table of contents", () => {
    const links = ["/one", "/two", "/three"].map((path) => `<li><a href="#${path}">GET ${path} of sessions</a></li>`)
    const list = `<h3>Table of Contents</h3><ol>${links.join("")}</ol>`
    const models = `<div class="model"><h3>one</h3><p>${note} One has a model.</p></div><pre>GET /one.json</pre>`
    const markdown = markdownOf(
      pageOf("", `<main><h1>Calls</h1><p>${prose}</p>${list}<pre>GET /all.json</pre>${models}</main>`)
    )
    assert.include(markdown, "GET /all.json")
    assert.include(markdown, "One has a model.")
    assert.notInclude(markdown, "GET /two of sessions")
  })

  it("has the text after an unclosed image map", () => {
    const map = `<map name="top"><area shape="rect" coords="5,2,218,24" href="/top">`
    assert.include(markdownOf(pageOf("", `<main><h1>Calls</h1>${map}<p>${prose}</p><p>${note}</p></main>`)), note)
  })

  it("has a list of links whose words are their URLs", () => {
    const mirror = (host: string) => `<a href="https://${host}.example/src">https://${host}.example/src</a><br>`
    const mirrors = `<blockquote>${["one", "two", "three"].map(mirror).join("")}</blockquote>`
    const markdown = markdownOf(
      pageOf("", `<main><h1>Sources</h1><p>${prose}</p>${mirrors}${`<p>${prose} ${note}</p>`.repeat(9)}</main>`)
    )
    assert.include(markdown, "two.example/src")
  })

  it("repeats a paragraph that occurs in several rows of a table", () => {
    const rows = ["open", "close", "lend"].map((name) =>
      `<tr><td>${name}</td><td><p>${note}</p><p>${name}</p></td></tr>`
    )
    const markdown = markdownOf(
      pageOf(
        "",
        `<main><h1>Calls</h1>${`<p>${prose} It is open.</p><p>Much more is below.</p>`}<table>${
          rows.join("")
        }</table></main>`
      )
    )
    assert.strictEqual(times(markdown, note), 3)
  })

  it("has references to other parts in the cells of a table", () => {
    const rows =
      "<tr><td>open</td><td><p>It opens a session for the pool.</p><p>See also: <a href=\"#close\">close</a>, <a href=\"#lend\">lend</a></p></td></tr>"
    assert.include(
      markdownOf(pageOf("", `<main><h1>Calls</h1><p>${prose}</p><p>${note}</p><table>${rows}</table></main>`)),
      "See also"
    )
  })

  it("is all sections of one level, also if one of them is most of it", () => {
    const long = `<section><h2>Opening</h2>${`<p>${prose} ${note}</p>`.repeat(6)}</section>`
    const short = `<section><h2>Closing</h2><p>${note}</p></section>`
    assert.include(markdownOf(pageOf("", `<main>${long}${short}</main>`)), "## Closing")
  })
})
