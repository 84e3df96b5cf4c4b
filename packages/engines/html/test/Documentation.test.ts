/** Small pages of documentation, each with one word that other sites give their furniture. */
import { assert, describe, it } from "@effect/vitest"
import * as Html from "../src/Html.ts"

const before =
  "This page explains how sessions work in the library, and what a program has to do before it can use one."
const after =
  "When everything is done the session is closed, and its connection goes back to the pool for others to use."

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
