/** Small pages of documentation, each with one word that other sites give their furniture. */
import { assert, describe, it } from "@effect/vitest"
import * as Html from "../src/Html.ts"

const before =
  "This page explains how sessions work in the library, and what a program has to do before it can use one."
const after =
  "When everything is done the session is closed, and its connection goes back to the pool for others to use."

const warning =
  "Warning: this variable is set only while the session is open, and a program must not read it at any other time."

const markdownOf = (part: string): string => {
  const page = Html.parse(
    `<html><head><title>A guide</title></head><body><header><a href="/">Home</a> <a href="/docs">Docs</a></header><main>
    <h1>The guide to sessions</h1><p>${before}</p>${part}<p>${after}</p></main><footer>Copyright</footer></body></html>`,
    "https://docs.example.com/sessions"
  )
  return Html.markdown(page, Html.mainContent(page)).markdown
}

/** What a page must keep: a name for the test, the part of the page, and texts of its Markdown. */
const kept: ReadonlyArray<readonly [string, string, ReadonlyArray<string>]> = [
  [
    "a caption with the number of its figure",
    "<div><img src=\"/window.png\" alt=\"Window\"><p class=\"image-caption\">Figure 2.1: The window of the sessions</p></div>",
    ["Figure 2.1: The window of the sessions"]
  ],
  [
    "a section of related functions with headings of its own",
    "<div class=\"more\"><h2>Related Non-Members</h2><h3>operator&lt;&lt;(<a href=\"/s\">Stream</a>)</h3><p>Writes the session to a stream.</p><p>See also <a href=\"/f\">Formats of all streams that there are in the library</a>.</p></div>",
    ["## Related Non-Members", "Writes the session to a stream."]
  ],
  [
    "a list of links that is in another list without an item around it",
    `<ul><li>Sessions on video</li><ol>${
      [1, 2, 3, 4, 5].map((part) =>
        `<li><a href="https://video.example/${part}">Introduction to sessions, part ${part}</a></li>`
      ).join("")
    }</ol><li>The slides of the talks about sessions</li></ul>`,
    ["part 1", "part 5", "The slides"]
  ],
  [
    "a paragraph that one text repeats",
    `<p>${warning}</p><p>The second variable is read when the session is closed, and is empty before.</p><p>${warning}</p>`,
    [`${warning}\n\nThe second variable`, `before.\n\n${warning}`]
  ],
  [
    "a part whose class says what its heading says",
    "<div class=\"popup-menu\"><h3>PopupMenu</h3><p>Opens a menu at the place of the pointer.</p><pre>new PopupMenu(x, y)</pre></div>",
    ["### PopupMenu", "Opens a menu", "new PopupMenu"]
  ],
  [
    "a part whose class begins like an advertisement",
    "<div class=\"ad-hoc\"><h3>Ad hoc sessions</h3><p>They live as long as the request that opened them.</p></div>",
    ["### Ad hoc sessions", "as long as the request"]
  ],
  [
    "a part about comments",
    "<div class=\"comment-syntax\"><h3>Comment syntax</h3><p>A comment begins with two slashes and ends with the line.</p></div>",
    ["### Comment syntax", "two slashes"]
  ],
  [
    "a part about modal dialogs",
    "<div class=\"modal-docs\"><h3>Modal</h3><pre><code>modal.show()</code></pre><p>Shows the modal until it is closed.</p></div>",
    ["### Modal", "modal.show()", "until it is closed"]
  ],
  [
    "a short part about replies",
    "<div class=\"reply\"><h3>Reply</h3><p>The reply holds a status and the bytes of the body.</p></div>",
    ["### Reply", "holds a status"]
  ],
  [
    "the last sentence of an article in its footer",
    "<article><h2>In practice</h2><p>A session was opened and never closed, which cost the company a day of work and more.</p><footer><p>This text appeared first in the yearbook of the society, volume 12, page 88.</p></footer></article>",
    ["volume 12"]
  ],
  [
    "a picture whose class names it and a word of furniture",
    "<div class=\"articleShareImage\"><img src=\"/chart.png\" alt=\"Open sessions by hour\"></div>",
    ["chart.png"]
  ],
  [
    "highlighted code that begins with a word like tags",
    "<pre><code class=\"language-yaml\"><span class=\"hljs-attr\">tags:</span>\n  - v1\n<span class=\"hljs-attr\">branches:</span>\n  - main</code></pre>",
    ["```yaml\ntags:\n  - v1\nbranches:\n  - main\n```"]
  ],
  [
    "a list whose first item begins with a bold word like Categories",
    "<ul><li><strong>Categories:</strong> the shelves of the shop.</li><li><strong>Stock:</strong> things left.</li></ul>",
    ["**Categories:** the shelves", "**Stock:** things left"]
  ],
  [
    "a table whose first cell says Tags",
    "<table><tbody><tr><td><strong>Tags</strong></td><td><strong>Meaning</strong></td></tr><tr><td>v1</td><td>first version</td></tr></tbody></table>",
    ["Tags", "| v1 | first version |"]
  ],
  [
    "a table that is called tags",
    "<table class=\"tags\"><tr><th>Tag</th><th>Meaning</th></tr><tr><td>latest</td><td>the newest release that is stable</td></tr><tr><td>next</td><td>the newest release of all</td></tr></table>",
    ["| latest | the newest release that is stable |"]
  ],
  ["a definition of cookies", "<dl><dt><strong>cookies</strong></dt><dd>A jar of cookies.</dd></dl>", [
    "cookies",
    "A jar of cookies."
  ]],
  [
    "a section whose id is the slug of its heading",
    "<section id=\"cookies\"><h2>Cookies</h2><p>If an answer carries cookies you read them by name, as the example shows.</p></section>",
    ["## Cookies", "carries cookies"]
  ],
  [
    "short sections of a paper",
    "<section id=\"related-work\"><h2>Related work</h2><p>Two sentences. They cite others.</p></section>",
    [
      "## Related work",
      "They cite others."
    ]
  ],
  [
    "sections whose id has the slug behind a prefix",
    "<div id=\"h2-feedback\"><h2>Feedback</h2><p>A filter feeds its last value back, which is why it needs a start.</p></div>",
    ["## Feedback", "feeds its last value back"]
  ],
  [
    "short callouts of Docusaurus",
    "<div class=\"theme-admonition theme-admonition-note admonition_xJq3 alert alert--secondary\"><div class=\"admonitionHeading_G\">note</div><div class=\"admonitionContent_B\"><p>This needs version 3.2.</p></div></div>",
    ["> [!NOTE]", "> This needs version 3.2."]
  ],
  ["short alerts of Bootstrap", "<div class=\"alert alert-info\">This feature requires version 3.2 or newer.</div>", [
    "This feature requires version 3.2 or newer."
  ]],
  [
    "short alerts of GitHub",
    "<div class=\"markdown-alert markdown-alert-warning\"><p class=\"markdown-alert-title\">Warning</p><p>Back up first.</p></div>",
    ["> [!WARNING]", "> Back up first."]
  ],
  [
    "signatures of Javadoc",
    "<ul class=\"blockList\"><li class=\"blockList\"><h4>setTrim</h4><pre class=\"methodSignature\">public void setTrim(boolean trim)</pre><div class=\"block\">Sets it.</div></li></ul>",
    ["public void setTrim(boolean trim)", "Sets it."]
  ],
  [
    "signatures of Javadoc 17",
    "<div class=\"member-signature\"><span class=\"modifiers\">public</span> <span class=\"return-type\">void</span> <span class=\"element-name\">close</span>()</div><div class=\"block\">Closes the stream and releases it.</div>",
    ["public void close()"]
  ],
  [
    "fragments of Doxygen as code, with their comments",
    "<div class=\"fragment\"><div class=\"line\"><span class=\"comment\">// the order</span></div><div class=\"line\">solver.run(A);</div></div>",
    ["```\n// the order\nsolver.run(A);\n```"]
  ],
  ["white space that a style preserves", "<div style=\"white-space: pre\">if a:\n    b()\n        c()</div>", [
    "if a:\n    b()\n        c()"
  ]],
  ["a term in a button", "<p>The <button class=\"glossary-term\">dunlin</button> is a wader.</p>", [
    "The dunlin is a wader."
  ]],
  [
    "words of a sentence that are called tags or overlay",
    "<p>A paragraph may have <span class=\"tags\">seven tags</span> and one <span class=\"overlay\">overlay</span> in it.</p>",
    ["have seven tags and one overlay in it."]
  ],
  [
    "questions in buttons, with their hidden answers",
    "<h2><button aria-expanded=\"false\" aria-controls=\"r\">How do I cancel?</button></h2><div id=\"r\" hidden role=\"region\"><p>Write to us.</p></div>",
    ["## How do I cancel?", "Write to us."]
  ],
  [
    "a formula of KaTeX without MathML",
    "<p>Let <span class=\"katex\"><span class=\"katex-html\" aria-hidden=\"true\"><span class=\"mord\">E = mc^2</span></span></span> be a number.</p>",
    ["Let $E = mc^2$ be a number."]
  ],
  ["a formula in an attribute", "<p>For all <span data-math=\"x \\in A\"><span></span></span>, it holds.</p>", [
    "For all $x \\in A$, it holds."
  ]],
  [
    "what two headings say alike",
    "<h3>Column</h3><p>deferrable: if true the constraint is emitted with the clause DEFERRABLE or NOT DEFERRABLE when it is created.</p><h3>Key</h3><p>deferrable: if true the constraint is emitted with the clause DEFERRABLE or NOT DEFERRABLE when it is created.</p>",
    ["### Column\n\ndeferrable", "### Key\n\ndeferrable"]
  ]
]

/** What it must still drop. */
const dropped: ReadonlyArray<readonly [string, string, string]> = [
  [
    "a list of related links",
    "<div><h2>Related</h2><ul><li><a href=\"/a\">Opening a session</a></li><li><a href=\"/b\">Closing a session</a></li></ul></div>",
    "Opening a session"
  ],
  [
    "a paragraph of tags",
    "<div class=\"tags\"><strong>Tags:</strong> <a href=\"/t/a\">network</a>, <a href=\"/t/b\">pool</a></div>",
    "network"
  ],
  [
    "a tool in a heading",
    "<h2>Pools <button>Copy link</button></h2><p>Pools hold connections that nobody uses at the moment.</p>",
    "Copy link"
  ],
  [
    "a newsletter box named by its heading",
    "<div class=\"newsletter\"><h3>Newsletter</h3><p>Get our best stories in your inbox each Friday morning. Enter your address.</p></div>",
    "best stories"
  ],
  [
    "a banner about cookies",
    "<div class=\"cookie-banner\"><h2>Cookies</h2><p>We use cookies to make this site work and to measure how it is used by you.</p></div>",
    "We use cookies"
  ],
  [
    "the footer of an article about its rights",
    "<article><p>A session was opened and never closed, which cost the company a day of work and more.</p><footer><p>Copyright by the society of the keepers of the light, who own all of it.</p></footer></article>",
    "Copyright by the society"
  ],
  ["a button to buy", "<p>A pool holds connections.</p><button>Add to cart</button>", "Add to cart"],
  [
    "a permalink in a span",
    "<h2>Paths<span><a class=\"mark\" href=\"#paths\" id=\"paths\">#</a></span></h2><p>Paths are given with slashes on every platform.</p>",
    "(#paths)"
  ]
]

describe("main content of documentation", () => {
  for (const [name, part, texts] of kept) {
    it(`keeps ${name}`, () => {
      const markdown = markdownOf(part)
      for (const text of texts) assert.include(markdown, text)
    })
  }

  it("keeps all of several parts below headings of one level, however long one of them is", () => {
    const part = (title: string, text: string) => `<div class="${title.toLowerCase()}"><h2>${title}</h2>${text}</div>`
    const long = `<p>${before}</p><p>${after}</p>`.repeat(40)
    const short = `<p>${before}</p>`
    const page = Html.parse(
      `<body><nav><a href="/">Home</a></nav><div class="doc"><h1>Sessions</h1>${part("Functions", long)}${
        part("Properties", short)
      }${part("Types", short)}</div></body>`
    )
    const { markdown } = Html.markdown(page, Html.mainContent(page))
    for (const title of ["## Functions", "## Properties", "## Types"]) assert.include(markdown, title)
  })

  it("ends a table of contents at code, even if the code is mostly links", () => {
    const code = ["OPEN", "CLOSED"].map((name) => `<pre>#define <a href=#${name}>HARBOUR_${name}_NODE</a></pre>`).join(
      ""
    )
    const page = Html.parse(
      `<main><h1>The lighthouse</h1><h2>Table of Contents</h2>${code}<p>${before}</p><p>${after}</p></main>`
    )
    const { markdown } = Html.markdown(page, Html.mainContent(page))
    for (const name of ["HARBOUR_OPEN_NODE", "HARBOUR_CLOSED_NODE"]) assert.include(markdown, name)
  })

  it("names a part without a heading by its element if it is a tenth of the main part", () => {
    const hint =
      "Press a key to load the session again, or hold the shift key to load it without the cache of the browser."
    const part = `<div class="toolbar"><p>${hint}</p><p>${hint.replace("key", "button")}</p></div>`
    const omittedOf = (paragraphs: number) => {
      const page = Html.parse(
        `<main><h1>The lighthouse</h1>${`<p>${before}</p><p>${after}</p>`.repeat(paragraphs)}${part}</main>`
      )
      const content = Html.mainContent(page)
      assert.notInclude(Html.markdown(page, content).markdown, hint)
      return content.omitted?.map(({ heading }) => heading)
    }
    assert.deepStrictEqual(omittedOf(3), ["div.toolbar"])
    assert.deepStrictEqual(omittedOf(30), [])
  })

  it("names the sections of the main part that it omits", () => {
    const letter = "Each month the keeper wrote a letter about the light, the birds and the boats that passed."
    const page = Html.parse(
      `<main><h1>The lighthouse</h1><p>${before}</p><p>${after}</p><p>${before}</p>
      <section><h2>You may also like</h2><p>${letter}</p><p>${letter}</p><p>${letter}</p></section><p>${after}</p></main>`
    )
    const content = Html.mainContent(page)
    assert.notInclude(Html.markdown(page, content).markdown, letter)
    assert.deepStrictEqual(content.omitted?.map(({ heading }) => heading), ["You may also like"])
  })

  for (const [name, part, text] of dropped) {
    it(`drops ${name}`, () => {
      const markdown = markdownOf(part)
      assert.include(markdown, after)
      assert.notInclude(markdown, text)
    })
  }
})
