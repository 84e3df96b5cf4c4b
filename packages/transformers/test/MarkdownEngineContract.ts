import { Html, MarkdownEngine } from "@dunlin/transformers"
import { assert, describe, it } from "@effect/vitest"
import { Effect, type Layer } from "effect"

/** What every engine behind the `MarkdownEngine` port does. */
export const suite = (name: string, layer: Layer.Layer<never>) => {
  const write = (html: string, removeBase64Images = true) =>
    Effect.gen(function*() {
      const engine = yield* MarkdownEngine.MarkdownEngine
      const page = Html.parse(html, "https://example.com/")
      const { markdown } = yield* engine.convert({ page, content: Html.everything(page), removeBase64Images })
      return markdown
    }).pipe(Effect.provide(layer))

  describe(name, () => {
    it.effect("writes headings, paragraphs, marks and links", () =>
      Effect.gen(function*() {
        const markdown = yield* write("<h2>A</h2><p>b <strong>c</strong> <em>d</em> <a href=/e>f</a></p>")
        assert.strictEqual(markdown.trim(), "## A\n\nb **c** *d* [f](https://example.com/e)")
      }))

    it.effect("writes code with its language", () =>
      Effect.gen(function*() {
        assert.strictEqual(
          (yield* write("<pre><code class=\"language-js\">a\n  b</code></pre>")).trim(),
          "```js\na\n  b\n```"
        )
      }))

    it.effect("writes tables", () =>
      Effect.gen(function*() {
        const markdown = yield* write("<table><tr><th>a</th><th>b</th></tr><tr><td>1</td><td>2</td></tr></table>")
        assert.match(markdown, /^\|\s*a\s*\|\s*b\s*\|\n\|[\s-]+\|[\s-]+\|\n\|\s*1\s*\|\s*2\s*\|$/)
      }))

    it.effect("replaces inlined images only when asked to", () =>
      Effect.gen(function*() {
        const html = "<p><img alt=a src=\"data:image/png;base64,QUJD\"></p>"
        assert.strictEqual((yield* write(html)).trim(), "![a](<Base64-Image-Removed>)")
        assert.include(yield* write(html, false), "data:image/png;base64,QUJD")
      }))

    it.effect("writes nothing for nothing, and no scripts", () =>
      Effect.gen(function*() {
        assert.strictEqual((yield* write("")).trim(), "")
        assert.strictEqual((yield* write("<script>a</script><style>b</style>")).trim(), "")
      }))
  })
}
