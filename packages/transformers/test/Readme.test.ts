import { RawPage, ScrapeOptions } from "@dunlin/schema"
import { Html, PdfEngine, Transformer } from "@dunlin/transformers"
import { assert, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { readFileSync } from "node:fs"

const readme = readFileSync(new URL("../README.md", import.meta.url), "utf8")

it("the pure functions work as in the README", () => {
  const page = Html.parse(
    "<nav>Home</nav><main><h1>Tea</h1><p>Steep for <b>three</b> minutes.</p></main>",
    "https://example.com/"
  )
  const { markdown } = Html.markdown(page, Html.mainContent(page))
  assert.strictEqual(markdown, "# Tea\n\nSteep for **three** minutes.")
  assert.include(readme, "Html.markdown(page, Html.mainContent(page))")
  assert.include(readme, markdown)
})

it.effect("the service works as in the README", () =>
  Effect.gen(function*() {
    const transformer = yield* Transformer.Transformer
    const page = new RawPage.RawPage({
      sourceUrl: "https://example.com/",
      url: "https://example.com/",
      status: 200,
      headers: {},
      contentType: "text/html",
      body: new TextEncoder().encode("<main><h1>Tea</h1></main>"),
      redirects: [],
      fetchedAt: 0,
      engine: "http",
      proxyUsed: "basic",
      warnings: []
    })
    const { document } = yield* transformer.transform(page, ScrapeOptions.make({ formats: ["markdown", "links"] }))
    assert.strictEqual(document.markdown, "# Tea")
    assert.include(readme, "transformer.transform(page, ScrapeOptions.make({ formats: [\"markdown\", \"links\"] }))")
  }).pipe(Effect.provide(Transformer.layer.pipe(Layer.provide(PdfEngine.layerMemory(""))))))
