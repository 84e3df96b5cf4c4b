import { Html } from "@dunlin/html"
import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { micromark } from "micromark"
import { gfm, gfmHtml } from "micromark-extension-gfm"

const render = (markdown: string) =>
  micromark(markdown, {
    extensions: [gfm()],
    htmlExtensions: [gfmHtml()],
    allowDangerousHtml: true,
    allowDangerousProtocol: true
  })

const write = (html: string, url = "https://example.com/a/b") => {
  const page = Html.parse(html, url)
  return Html.markdown(page, Html.everything(page)).markdown
}

const plain = (html: string) =>
  html.replace(/<[^>]*>/g, "").replace(/&lt;/g, "<").replace(/&gt;/g, ">").replace(/&quot;/g, "\"").replace(
    /&amp;/g,
    "&"
  )
    .replace(/\s+/g, " ").trim()

const escape = (s: string) => s.replace(/&/g, "&amp;").replace(/</g, "&lt;")

describe("markdown", () => {
  const cases: ReadonlyArray<readonly [name: string, html: string, markdown: string]> = [
    ["paragraphs", "<p>One\n two</p><p>Three</p>", "One two\n\nThree"],
    ["loose text between blocks", "a<p>b</p>c", "a\n\nb\n\nc"],
    ["headings", "<h1>A</h1><h3>B <a class=anchor href=#b>#</a></h3>", "# A\n\n### B"],
    [
      "a heading with a way back to the top",
      "<h2>A <a href=#top>top</a></h2><h2><a href=#b>B</a></h2>",
      "## A\n\n## B"
    ],
    [
      "a line between two boxes",
      "<div><span>4.9</span><span class=line></span><span>113 reviews</span></div>",
      "4.9 113 reviews"
    ],
    ["a star behind a number", "<p>4.9<svg></svg><b>113</b> reviews<svg></svg>.</p>", "4.9 **113** reviews."],
    [
      "headings that are bold anyway",
      "<h2><b>A</b></h2><h3><a href=/x><b>C</b></a></h3><h3><b>a</b> b</h3>",
      "## A\n\n### [C](https://example.com/x)\n\n### **a** b"
    ],
    [
      "headings that lead to the page they stand on",
      "<h1><a href=/a/b>A</a></h1><h2><a href=https://example.com/a/b#c>B</a></h2><h2><a href=/a>C</a></h2>",
      "# A\n\n## B\n\n## [C](https://example.com/a)"
    ],
    ["a mark around a sign", "<p>Kettle<b>\u00ae</b>s and <b>mugs</b></p>", "Kettle\u00aes and **mugs**"],
    ["raised cents", "<p>$1,549<sup>00</sup> or 10<sup>12</sup></p>", "$1,549.00 or 10<sup>12</sup>"],
    [
      "pictures that only decorate",
      "<ul>" + "<li><img src=star.svg> <img alt=Tea src=/t.png> Tea</li>".repeat(3) + "</ul><img src=one.png>",
      "- ![Tea](https://example.com/t.png) Tea\n".repeat(3) + "\n![](https://example.com/a/one.png)"
    ],
    [
      "numbers before lines of code, of no name",
      "<pre><div><div><style>i{}</style><i>9</i><div>if x:</div></div><div><i>10</i><div>  1</div></div></div></pre>",
      "```\nif x:\n  1\n```"
    ],
    ["lines that are numbers", "<pre><div><i>1</i></div><div><i>2</i></div></pre>", "```\n1\n2\n```"],
    [
      "lists that were typed as lines",
      "<p>We bring:<br>- tea<br>\u2022 two <b>mugs</b><br>milk</p><p>1. Boil.<br>2) Wait.<br>3) Pour.</p><p>+ one</p><p><i>- a<br>- b</i></p>",
      "We bring:\n\n- tea\n- two **mugs**\n\nmilk\n\n1. Boil.\n2. Wait.\n3. Pour.\n\n\\+ one\n\n*- a  \n\\- b*"
    ],
    [
      "lines of code in cells, beside their numbers",
      "<table><tr><td class=blob-num data-line-number=1></td><td class=blob-code>int a;</td></tr>"
      + "<tr><td class=blob-num data-line-number=2></td><td class=blob-code>  a = `1`;</td></tr></table>",
      "```\nint a;\n  a = `1`;\n```"
    ],
    [
      "tasks whose box stands in their label",
      "<ul><li class=task-list-item><label><input type=checkbox checked> a</label></li><li class=task-list-item><label><input type=checkbox> b</label></li></ul>",
      "- [x] a\n- [ ] b"
    ],
    [
      "formulas once, whatever they look like",
      "<p>a <span class=katex><span class=katex-mathml><math><mi>x</mi></math></span><span class=katex-html aria-hidden=true>x</span></span> b "
      + "<mjx-container><mjx-math aria-hidden=true><mjx-mi>z</mjx-mi></mjx-math><math><mi>z</mi></math></mjx-container></p>",
      "a $x$ b $z$"
    ],
    [
      "lists that were typed as paragraphs",
      "<p>1. Boil.</p><p>2. <b>Wait</b>.</p><p>Then:</p><p>3) Pour.</p><p>4) Sip.</p><p>\u2022 tea</p><p>\u2022 milk</p><p>7. one</p>",
      "1. Boil.\n2. **Wait**.\n\nThen:\n\n3) Pour.\n4) Sip.\n\n- tea\n- milk\n\n7\\. one"
    ],
    [
      "paragraphs that begin with a number and are no list",
      "<p>1. Boil.</p><p>Well.</p><p>2. Wait.</p><p>2020. A year.</p><p>1. a<br>b</p><p>2. c</p><div>3. d<ul><li>4. e</li></ul></div>",
      "1\\. Boil.\n\nWell.\n\n2\\. Wait.\n\n2020\\. A year.\n\n1\\. a  \nb\n\n2. c\n3. d\n\n- 4\\. e"
    ],
    [
      "players side by side",
      "<p><iframe src=https://www.youtube.com/embed/a></iframe><iframe title=Tea src=https://www.youtube.com/embed/b></iframe></p>",
      "[Embedded content](https://www.youtube.com/embed/a) [Tea](https://www.youtube.com/embed/b)"
    ],
    ["a list in a list without an item before it", "<ul><ul><li>a</li><li>b</li></ul></ul>", "- a\n- b"],
    ["lines across the page that part nothing", "<hr><p>a</p><hr><hr><p>b</p><hr><hr>", "a\n\n---\n\nb"],
    [
      "an indented list",
      "<blockquote><div><ul><li>a</li></ul></div></blockquote><blockquote><ul><li>b</li></ul></blockquote>",
      "- a\n\n> - b"
    ],
    ["a list for each number", "<ol><li>a</li></ol><ol><li>b</li></ol>", "1. a\n\n1) b"],
    ["smileys", "<p>a <img class=smilies src=/s.gif alt=':)' title=Smile> b</p>", "a :) b"],
    ["a list inside a list without an item", "<ol><li>a</li><ol><li>b</li></ol><li>c</li></ol>", "1. a\n   1. b\n2. c"],
    [
      "blocks in a heading that nobody closed",
      "<h1>Title<p>First.<ul><li>one<li>two</ul><table><tr><td>a<td>b</table>",
      "# Title\n\nFirst.\n\n- one\n- two\n\n| a | b |\n| --- | --- |"
    ],
    [
      "boxes in a heading that nobody closed",
      `<h2><a href=/x><b>Title</b><div>${"Long. ".repeat(40)}</div></a><h3>Next</h3>`,
      `## [Title](https://example.com/x)\n\n${"Long. ".repeat(40).trim()}\n\n### Next`
    ],
    [
      "short boxes in a heading",
      "<h2><div>One</div><div>two</div></h2><h2><div><p>Three</p></div></h2><h2><ul><li>Four</ul></h2>",
      "## One two\n\n## Three\n\n## Four"
    ],
    [
      "paragraphs in a heading that the page ends with",
      "<body><h1>Title<p>First.<p>Second.</body>",
      "# Title\n\nFirst.\n\nSecond."
    ],
    [
      "short paragraphs in a heading",
      "<h3><a href=/x>Wrens<p>Half of it</p></a></h3><p>Text.",
      "### [Wrens Half of it](https://example.com/x)\n\nText."
    ],
    ["code with blocks in a heading", "<h3>a <code>b<ul><li>c</ul></code></h3><p>d", "### a `b c`\n\nd"],
    ["a caption of no table", "<caption>Tides<p>one", "Tides\n\none"],
    [
      "numbers of items",
      "<ol reversed><li>c<li>b<li>a</ol><p>x<ol start=9 reversed><li>d<li>e</ol><p>y<ol><li>f<li value=7>g<li>h</ol>",
      "3. c\n2. b\n1. a\n\nx\n\n9. d\n8. e\n\ny\n\n1. f\n7. g\n8. h"
    ],
    [
      "numbers that cannot be written",
      "<ol reversed start=0><li>a<li>b</ol><p>x<ol start=-2><li>c<li>d</ol><p>y<ol><li value=x>e<li value=-4>f</ol>",
      "0. a\n1. b\n\nx\n\n1. c\n2. d\n\ny\n\n1. e\n2. f"
    ],
    [
      "a nested list that does not begin with one",
      "<ul><li>a<ol reversed><li>b<li>c</ol></ul>",
      "- a\n\n  2. b\n  1. c"
    ],
    ["a heading that ends in a hash", "<h2>C #</h2>", "## C \\#"],
    ["marks take their spaces outside", "<p>a<b> b </b>c <i>d</i></p>", "a **b** c *d*"],
    ["marks that touch are one", "<p><b>a</b><b>b</b></p>", "**ab**"],
    ["marks that end in a colon", "<p><b>a:</b>b</p>", "**a:** b"],
    [
      "marks with punctuation beside a letter",
      "<p>a<b>(b)</b>c <b>d'</b>s <i>e “</i>f</p>",
      "a(**b**)c **d**'s *e* “f"
    ],
    ["marks around nothing but punctuation", "<p>a<b>[ ]</b>a</p>", "a[ ]a"],
    ["marks of ideographs", "<p>日<b>「本」</b>語<b>粗：</b>文</p>", "日「**本**」語**粗**：文"],
    ["marks that delimiters cannot express", "<p><b>(a)</b>b</p>", "<strong>(a)</strong>b"],
    ["boxes side by side", "<div><span>Developed By:</span><span>Valve</span></div>", "Developed By: Valve"],
    ["prices side by side", "<div><del>€149.00</del><ins>€129.00</ins></div>", "~~€149.00~~ €129.00"],
    [
      "labels side by side",
      "<a href=/x><span>Home</span><span>Garden</span></a>",
      "[Home Garden](https://example.com/x)"
    ],
    ["letters that move one by one", "<div><span>W</span><span>o</span><span>w</span></div>", "Wow"],
    [
      "words that were cut",
      "<p><span>Hel</span><span>lo</span></p><div><span>Le</span><span>arn</span></div>",
      "Hello\n\nLearn"
    ],
    [
      "signatures",
      "<dl><dt><span>os.</span><span>open</span><span>(</span><em>path</em><span>)</span></dt></dl>",
      "**os.open(*path*)**"
    ],
    [
      "images side by side",
      "<p><img src=/a alt=a><img src=/b alt=b></p>",
      "![a](https://example.com/a) ![b](https://example.com/b)"
    ],
    [
      "numbers in headings",
      "<h2>1. One</h2><h2><a href=/x>2. Two</a></h2>",
      "## 1. One\n\n## [2. Two](https://example.com/x)"
    ],
    ["two breaks inside a mark", "<p><i>a<br><br>b</i></p>", "*a  \nb*"],
    ["two breaks inside an item", "<ul><li>a</li><li>b<br><br>c</li></ul>", "- a\n\n- b\n\n  c"],
    ["text behind a list of nothing", "<ul><li>a</li></ul><ul><li></li></ul>b", "- a\n\nb"],
    ["addresses of mail", "<p>To <a href=mailto:a@b.example>a@b.example</a>.</p>", "To a@b.example."],
    [
      "addresses before a full stop",
      "<p>See <a href=https://b.example/c>https://b.example/c</a>.</p>",
      "See https://b.example/c."
    ],
    [
      "addresses with letters that no address has",
      "<a href='https://b.example/é d'>x</a>",
      "[x](https://b.example/%C3%A9%20d)"
    ],
    ["deleted blocks", "<del><p>a</p><p>b <b>c</b></p></del>", "~~a~~\n\n~~b **c**~~"],
    ["readings of ideographs", "<p><ruby>漢字<rp>(</rp><rt>かんじ</rt><rp>)</rp></ruby></p>", "漢字(かんじ)"],
    ["numbers that begin a later line", "<p>a<br>2024. b<br>1. c</p>", "a  \n2024. b  \n1\\. c"],
    [
      "numbers in code that have the class of line numbers",
      `<pre>val a = List(<span class="num">1</span>, <span class="num">2</span>)</pre>`,
      "```\nval a = List(1, 2)\n```"
    ],
    [
      "what follows a table that is not closed",
      "<table><tr><th>Name</th><th>Use</th></tr><tr><td>swap</td><td>swaps</td></tr><h3>Example</h3><pre>a.swap(b)</pre></table>",
      "| Name | Use |\n| --- | --- |\n| swap | swaps |\n\n### Example\n\n```\na.swap(b)\n```"
    ],
    [
      "line numbers in the lines",
      "<pre><code class=language-go><span class=line><span class=ln>1</span>a</span>\n<span class=line><span class=ln>2</span>b</span></code></pre>",
      "```go\na\nb\n```"
    ],
    [
      "languages behind other classes",
      "<div class='highlight highlight-source-ts'><pre>a</pre></div>",
      "```ts\na\n```"
    ],
    ["languages with their settings", "<pre class='brush: js; toolbar: false'>a</pre>", "```js\na\n```"],
    [
      "formulas that nothing has rendered",
      "<p>a \\(x_1\\) b \\[y\\] c $$\\int$$ d $5 and $6 $$ $$</p>",
      "a $x_1$ b $$y$$ c $$\\int$$ d $5 and $6 $$ $$"
    ],
    [
      "formulas beside their rendering",
      "<p>a <span class=MathJax_Preview>x</span><span class=MathJax>x</span><script type='math/tex'>x^2</script> b</p>",
      "a $x^2$ b"
    ],
    [
      "matrices and accents",
      "<p><math><mtable><mtr><mtd><mn>1</mn></mtd><mtd><mover><mi>x</mi><mo>¯</mo></mover></mtd></mtr></mtable></math></p>",
      "$\\begin{matrix} 1 & \\bar{x} \\end{matrix}$"
    ],
    ["strong around emphasis", "<p><b><i>a</i></b></p>", "**_a_**"],
    ["a break, and two breaks", "<p>a<br>b<br><br>c</p>", "a  \nb\n\nc"],
    ["absolute links", "<p><a href=\"../c?d=1&amp;e=2\">x</a></p>", "[x](https://example.com/c?d=1&e=2)"],
    [
      "links that would run, however they are spelled",
      "<p><a href=\"java\nscript:x()\">a</a> <a href=\"java\tscript:x()\">b</a> <a href=\" JavaScript:x()\">c</a> <a href=\"data:text/html,x\">d</a></p>",
      "a b c d"
    ],
    ["links without a target", "<p><a href=\"javascript:x()\">x</a> <a>y</a></p>", "x y"],
    [
      "a link that shows its address",
      "<p>see <a href=\"https://a.example/b\">https://a.example/b</a></p>",
      "see https://a.example/b"
    ],
    ["a card that is one link", "<a href=/p><h3>T</h3><p>d</p></a>", "### [T](https://example.com/p)\n\nd"],
    [
      "parentheses in addresses",
      "<a href=\"/a_(b)\">x</a> <a href=\"/a(b\">y</a>",
      "[x](https://example.com/a_(b)) [y](https://example.com/a\\(b)"
    ],
    ["images", "<img src=/a.png alt=\"a [b]\">", "![a \\[b\\]](https://example.com/a.png)"],
    ["the largest image", "<img src=s.png srcset=\"m.png 1x, l.png 2x\">", "![](https://example.com/a/l.png)"],
    [
      "lazy images",
      "<img src=\"data:image/gif;base64,R0\" data-src=/real.jpg alt=x>",
      "![x](https://example.com/real.jpg)"
    ],
    ["inlined images", "<p>a <img alt=dot src=\"data:image/png;base64,AAAA\"></p>", "a ![dot](<Base64-Image-Removed>)"],
    ["tight lists", "<ul><li>a<ul><li>b</li></ul></li><li><p>c</p></li></ul>", "- a\n  - b\n- c"],
    ["loose lists", "<ol start=9><li><p>a</p><p>b</p></li><li>c</li></ol>", "9. a\n\n   b\n\n10. c"],
    ["a list for each bullet", "<ul><li>a</li></ul><ul><li>b</li></ul>", "- a\n- b"],
    ["a list inside a list without an item", "<ul><li>a</li><ul><li>b</li></ul></ul>", "- a\n  - b"],
    [
      "task lists",
      "<ul><li><input type=checkbox checked> a</li><li><input type=checkbox> b</li></ul>",
      "- [x] a\n- [ ] b"
    ],
    ["quotes", "<blockquote><p>a</p><blockquote>b</blockquote></blockquote>", "> a\n>\n> > b"],
    [
      "code",
      "<p>a <code>b `c`</code></p><pre><code class=\"language-ts\">x\n  y\n</code></pre>",
      "a `` b `c` ``\n\n```ts\nx\n  y\n```"
    ],
    [
      "code with line numbers",
      "<pre><span class=lineno>1</span>a\n<span class=lineno>2</span>b</pre>",
      "```\na\nb\n```"
    ],
    [
      "code beside a column of numbers",
      "<table><tr><td class=gutter><pre>1\n2</pre></td><td class=code><pre>a\nb</pre></td></tr></table>",
      "```\na\nb\n```"
    ],
    [
      "lines of code that end in breaks",
      "<figure class='highlight js'><table><tr><td class=gutter><pre><span class=line>1</span><br><span class=line>2</span><br></pre></td>"
      + "<td class=code><pre><span class=line>a {</span><br><span class=line>}</span><br></pre></td></tr></table></figure>",
      "```js\na {\n}\n```"
    ],
    [
      "code that is nothing but line numbers",
      "<pre><code><span class=lnt>1\n</span></code></pre><pre>a</pre>",
      "```\na\n```"
    ],
    ["code with fences in it", "<pre>```\na\n```</pre>", "````\n```\na\n```\n````"],
    [
      "tables",
      "<table><tr><th>a<th align=right>b|c</tr><tr><td>1<br>2<td>3</tr></table>",
      "| a | b\\|c |\n| --- | --: |\n| 1<br>2 | 3 |"
    ],
    [
      "headers of tables that are bold anyway",
      "<table><tr><td><b>a</b><td><b>b</b> c</tr><tr><td><b>1</b><td>2</tr></table>",
      "| a | **b** c |\n| --- | --- |\n| **1** | 2 |"
    ],
    [
      "tables that name their rows",
      "<table><tr><th>a<td>1</tr><tr><th>b<td>2</tr></table>",
      "|  |  |\n| --- | --- |\n| a | 1 |\n| b | 2 |"
    ],
    [
      "panels behind tabs",
      "<div><div role=tablist><button role=tab>npm</button><button role=tab>Notes</button></div>"
      + "<div role=tabpanel><pre>npm i</pre></div><div role=tabpanel><h3>Notes</h3>None.</div></div>",
      "**npm**\n\n```\nnpm i\n```\n\n### Notes\n\nNone."
    ],
    [
      "who speaks in a quote",
      "<blockquote><div><cite>Anna wrote:</cite>Boats.</div></blockquote><blockquote><cite>Boats</cite> sink.</blockquote>",
      "> Anna wrote:  \n> Boats.\n\n> Boats sink."
    ],
    [
      "tables with spans",
      "<table><tr><th colspan=2>a<th>b</tr><tr><td rowspan=2>1<td>2<td>3</tr><tr><td>4<td>5</tr></table>",
      "| a |  | b |\n| --- | --- | --- |\n| 1 | 2 | 3 |\n|  | 4 | 5 |"
    ],
    [
      "layout tables",
      "<table role=presentation><tr><td><h2>a</h2><p>b</p></td><td>c</td></tr></table>",
      "## a\n\nb\n\nc"
    ],
    [
      "formulas",
      "<p><math><semantics><mi>x</mi><annotation encoding=\"application/x-tex\">x^2</annotation></semantics></math></p>",
      "$x^2$"
    ],
    ["formulas without their source", "<p><math><mfrac><mi>a</mi><mi>b</mi></mfrac></math></p>", "$\\frac{a}{b}$"],
    [
      "formulas behind their pictures",
      "<p>a <span><span style=\"display: none;\"><math><semantics><mi>x</mi><annotation encoding=\"application/x-tex\">{\\displaystyle x}</annotation>"
      + "</semantics></math></span><img class=mwe-math-fallback-image-inline aria-hidden=true alt=\"{\\displaystyle x}\" src=x.svg></span>,</p>",
      "a $x$,"
    ],
    ["pictures of formulas", "<p><img alt=\"{\\displaystyle y^2}\" src=y.svg></p>", "$y^2$"],
    ["definitions", "<dl><dt>a</dt><dd>b</dd></dl>", "**a**\n\nb"],
    ["details", "<details><summary>a</summary><p>b</p></details>", "**a**\n\nb"],
    ["callouts", "<div class=\"admonition warning\"><p class=title>Warning</p><p>b</p></div>", "> [!WARNING]\n>\n> b"],
    ["declarative shadow trees", "<x-a><template shadowrootmode=open><p>a</p></template></x-a>", "a"],
    [
      "footnotes",
      "<p>a<sup><a href=#fn1 id=r1>[1]</a></sup> b<sup><a href=#fn2>2</a></sup></p><ol><li id=fn1><p>c <a href=#r1>↩</a></p></li><li id=fn2>d</li></ol>",
      "a[^1] b[^2]\n\n[^1]: c\n[^2]: d"
    ],
    ["a line feed between ideographs", "<p>\u65e5\n\u672c a\nb</p>", "\u65e5\u672c a b"],
    ["what is hidden", "<p hidden>a</p><div style=\"display: none\">b</div><p>c</p>", "c"],
    ["letters without spaces between them", "<p>\u65e5\u672c<b>\u8a9e</b>\u6587</p>", "\u65e5\u672c**\u8a9e**\u6587"],
    [
      "video players",
      "<iframe title=Talk src=https://www.youtube.com/embed/x></iframe>",
      "[Talk](https://www.youtube.com/embed/x)"
    ],
    [
      "videos beside pictures",
      "<div><video src=/v.mp4></video><img src=/a.png alt=a></div>",
      "[Video](https://example.com/v.mp4) ![a](https://example.com/a.png)"
    ],
    ["a base address", "<base href=https://b.example/c/><a href=d>x</a>", "[x](https://b.example/c/d)"]
  ]
  for (const [name, html, markdown] of cases) {
    it(name, () => assert.strictEqual(write(html), markdown))
  }

  it("parses to the same words", () => {
    const special = fc.constantFrom(
      ..."\\`*_~[]()<>&#+-.!|=:'\" \tab1é日$@^{}/".split(""),
      "&amp;",
      " http://a.b/c_d_e*f* ",
      "1. ",
      "- ",
      "](",
      "<b>"
    )
    fc.assert(
      fc.property(fc.array(special, { maxLength: 40 }), (parts) => {
        // Between these stands a formula, which is no text.
        const text = parts.join("").replace(/\\(?=[([])|\$(?=\$)/g, "")
        const html = render(write(`<p>${escape(text)}</p>`))
        assert.strictEqual(plain(html), text.replace(/\s+/g, " ").trim())
      }),
      // a mail address between angle brackets
      { numRuns: 500, examples: [[["<&", "@", "b>"]], [["<", "1", "@", "b", ">"]]] }
    )
  })

  it("parses to the same marks", () => {
    const leaf = fc.constantFrom(
      "a",
      " ",
      "*",
      "_",
      "x y",
      "!",
      ".",
      "(",
      "é",
      "`",
      "1",
      "~",
      "[",
      "]"
    )
    const node = fc.letrec<{ inline: string }>((tie) => ({
      inline: fc.oneof(
        { maxDepth: 3, depthSize: "small" },
        leaf.map(escape),
        fc.tuple(
          fc.constantFrom("strong", "em", "del", "code"),
          fc.array(tie("inline"), { minLength: 1, maxLength: 3 })
        )
          .map(([tag, inner]) =>
            `<${tag}>${tag === "code" ? inner.join("").replace(/<[^>]*>/g, "") : inner.join("")}</${tag}>`
          )
      )
    })).inline
    fc.assert(
      fc.property(fc.array(node, { maxLength: 6 }), (parts) => {
        const html = `<p>${parts.join("")}</p>`
        assert.strictEqual(plain(render(write(html))).replace(/ /g, ""), plain(html).replace(/ /g, ""))
      }),
      { numRuns: 500 }
    )
  })

  it("is stable: rendered and converted again, it is the same", () => {
    const html =
      "<h1>T</h1><p>a <b>b</b> <a href=/c>d</a><br>e</p><ul><li>f<ol><li>g</li></ol></li><li><p>h</p><pre>i</pre></li></ul>"
      + "<blockquote><p>j</p><ul><li>k</li></ul></blockquote><table><tr><th>l</th><th>m</th></tr><tr><td>n|o</td><td>*p*</td></tr></table>"
    const first = write(html)
    assert.strictEqual(write(render(first)), first)
  })

  it("limits nested lists", () => {
    const markdown = write("<ul><li>".repeat(3000) + "x")
    assert.isBelow(markdown.length, 500)
    assert.isTrue(markdown.endsWith("x"))
  })
})
