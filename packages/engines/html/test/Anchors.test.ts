import { Html } from "@dunlin/html"
import { assert, it } from "@effect/vitest"

const anchorsOf = (html: string) => {
  const page = Html.parse(html, "https://a.example/")
  return Html.anchors(page, Html.everything(page)).map(({ id, words }) => [id, words.trim()])
}

it("uses the id of a heading, its words, its permalink, its container, or an element before it", () => {
  assert.deepStrictEqual(anchorsOf("<h2 id=a>A</h2><p>x"), [["a", "A"]])
  assert.deepStrictEqual(anchorsOf("<h2><span id=b>B</span></h2><p>x"), [["b", "B"]])
  assert.deepStrictEqual(
    anchorsOf("<section id=c><span id=alias></span><h2>C<a class=headerlink href=#c>¶</a></h2><p>x</section>"),
    [["c", "C"]]
  )
  assert.deepStrictEqual(anchorsOf("<section id=d><h2>D</h2><p>x</section>"), [["d", "D"]])
  assert.deepStrictEqual(anchorsOf("<a name=e></a><h2>E</h2><p>x"), [["e", "E"]])
  assert.deepStrictEqual(anchorsOf("<h2>F<a href=#nowhere>#</a></h2><p>x"), [["", "F"]])
})

it("does not use the id of a container for text without a heading", () => {
  assert.deepStrictEqual(anchorsOf("<div id=content><p>Words.</p><h2>A</h2></div>"), [["", "A"]])
})

it("uses ids of definition terms and named anchors in text", () => {
  assert.deepStrictEqual(
    anchorsOf(
      "<dl><dt id=x.y><code>y</code>()<a href=#x.y>¶</a></dt><dd>Does it.</dd></dl><p><a name=z></a>Words <b>here</b>.</p>"
    ),
    [["x.y", "y()"], ["z", "Words here."]]
  )
})

it("writes no permalink after a term", () => {
  const page = Html.parse("<main><dl><dt id=x>y()<a class=headerlink href=#x>¶</a></dt><dd>Does it.</dd></dl></main>")
  assert.notInclude(Html.markdown(page, Html.everything(page)).markdown, "¶")
})
