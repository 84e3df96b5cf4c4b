/**
 * Tests the requirements of this package's ports. The suites are for your own engines.
 *
 * @since 0.1.0
 */
import * as Conformance from "@dunlin/common/testing"
import { assert } from "@dunlin/common/testing"
import * as Html from "@dunlin/html/Html"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import { MarkdownEngine } from "./html/MarkdownEngine.ts"

export {
  /**
   * Tests the requirements of every `PdfEngine`.
   *
   * @category testing
   * @since 0.1.0
   */
  suite as pdfEngineSuite
} from "./pdf/PdfTesting.ts"

const lines = (markdown: string) => markdown.trim().split("\n").filter((line) => line.trim() !== "")

/**
 * Returns the requirements of every `MarkdownEngine`: the words of the content in order, as CommonMark with GFM tables,
 * with absolute URLs and without scripts.
 *
 * **Example** (An engine with another library)
 *
 * ```ts
 * import { Turndown } from "@dunlin/transformers"
 * import { markdownEngineSuite } from "@dunlin/transformers/testing"
 *
 * // in a test: `run(suite, runner)` of the same module, with vitest or node:test as the runner
 * const suite = markdownEngineSuite("Turndown", Turndown.layer)
 * console.log(suite.checks[0]?.name) // writes headings, paragraphs, marks and links
 * ```
 *
 * @category testing
 * @since 0.1.0
 */
export const markdownEngineSuite = (name: string, layer: Layer.Layer<never>): Conformance.Suite<never> => {
  const write = (html: string, removeBase64Images = true) =>
    Effect.gen(function*() {
      const engine = yield* MarkdownEngine
      const page = Html.parse(html, "https://example.com/")
      const { markdown } = yield* engine.convert({ page, content: Html.everything(page), removeBase64Images })
      return markdown.trim()
    }).pipe(Effect.provide(layer))

  return Conformance.suite(name, (it) => {
    it.effect("writes headings, paragraphs, marks and links", () =>
      Effect.gen(function*() {
        const markdown = yield* write("<h2>A</h2><p>b <strong>c</strong> <em>d</em> <a href=/e>f</a></p>")
        assert.match(markdown, /^## A\n\nb \*\*c\*\* [*_]d[*_] \[f\]\(https:\/\/example\.com\/e\)$/)
      }))

    it.effect("writes lists inside lists, and quotes", () =>
      Effect.gen(function*() {
        const list = lines(yield* write("<ol><li>a<ul><li>b</li></ul></li><li>c</li></ol>"))
        assert.strictEqual(list.length, 3)
        assert.match(list[0]!, /^1\. +a$/)
        assert.match(list[1]!, /^ {3,}[-*+] +b$/)
        assert.match(list[2]!, /^2\. +c$/)
        assert.strictEqual(yield* write("<blockquote><p>a</p></blockquote>"), "> a")
      }))

    it.effect("writes code with its language", () =>
      Effect.gen(function*() {
        const markdown = yield* write(
          "<p>Run <code>a*b</code>:</p><pre><code class=\"language-js\">a\n  b</code></pre>"
        )
        assert.strictEqual(markdown, "Run `a*b`:\n\n```js\na\n  b\n```")
      }))

    it.effect("writes tables", () =>
      Effect.gen(function*() {
        const markdown = yield* write("<table><tr><th>a</th><th>b</th></tr><tr><td>1</td><td>2</td></tr></table>")
        assert.match(markdown, /^\|\s*a\s*\|\s*b\s*\|\n\|[\s-]+\|[\s-]+\|\n\|\s*1\s*\|\s*2\s*\|$/)
      }))

    it.effect("escapes characters of the text that Markdown would interpret", () =>
      Effect.gen(function*() {
        const markdown = yield* write("<p>2 * 3 * 4 and *this*</p><p># no heading</p><p>1. no list</p>")
        assert.include(markdown, "\\*this\\*")
        assert.notMatch(markdown, /^# /m)
        assert.notMatch(markdown, /^1\. /m)
      }))

    it.effect("writes images, and a placeholder for base64 images unless they are requested", () =>
      Effect.gen(function*() {
        assert.strictEqual(yield* write("<p><img alt=a src=/b.png></p>"), "![a](https://example.com/b.png)")
        const html = "<p><img alt=a src=\"data:image/png;base64,QUJD\"></p>"
        assert.strictEqual(yield* write(html), "![a](<Base64-Image-Removed>)")
        assert.include(yield* write(html, false), "data:image/png;base64,QUJD")
      }))

    it.effect("writes no text for an empty page, and no scripts", () =>
      Effect.gen(function*() {
        assert.strictEqual(yield* write(""), "")
        assert.strictEqual(yield* write("<script>a</script><style>b</style>"), "")
        assert.notInclude(yield* write("<p><a href=\"javascript:alert(1)\">a</a></p>"), "javascript:")
      }))
  })
}

export {
  /**
   * Registers every check of a suite as a test.
   *
   * @category running
   * @since 0.1.0
   */
  run
} from "@dunlin/common/testing"
