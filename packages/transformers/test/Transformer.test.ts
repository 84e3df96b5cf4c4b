import { RawPage, ScrapeOptions } from "@dunlin/schema"
import { PdfEngine, Transformer, Turndown } from "@dunlin/transformers"
import { assert, describe, it, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { rawPage } from "./rawPage.ts"

const live = Transformer.layer.pipe(Layer.provide(PdfEngine.layerMemory("# A document")))

const page = (body: string | Uint8Array, contentType = "text/html", charset?: string) =>
  rawPage(body, {
    sourceUrl: "https://example.com/asked",
    url: "https://example.com/a",
    contentType,
    ...(charset === undefined ? {} : { charset })
  })

const transform = (raw: RawPage.RawPage, options: ScrapeOptions.ScrapeOptionsInput = {}) =>
  Effect.flatMap(Transformer.Transformer, (service) => service.transform(raw, ScrapeOptions.make(options)))

const html =
  "<html lang=en><title>T</title><body><nav><a href=/n>N</a></nav><main><h1>H</h1><p>Some words that matter to a reader.</p>"
  + "<img src=/i.png></main></body></html>"

layer(live)("Transformer", (it) => {
  it.effect("reads the title of Markdown from front matter or the first heading, and of other text never", () =>
    Effect.gen(function*() {
      const titleOf = (contentType: string, url = "https://example.com/a") =>
        Effect.map(
          transform(new RawPage.RawPage({ ...page("# Tides\n\nHigh at noon.", contentType), url })),
          ({ document }) => document.metadata?.title
        )
      assert.strictEqual(yield* titleOf("text/markdown"), "Tides")
      assert.strictEqual(yield* titleOf("text/plain", "https://example.com/README.md?raw"), "Tides")
      assert.isUndefined(yield* titleOf("text/plain"))
      assert.isUndefined(yield* titleOf("text/yaml", "https://example.com/README.md"))
    }))

  it.effect("derives every requested format", () =>
    Effect.gen(function*() {
      const { document, pdfPages, warnings } = yield* transform(page(html), {
        formats: ["markdown", "html", "rawHtml", "links", "images", "product", "menu", {
          type: "attributes",
          selectors: [{ selector: "img", attribute: "src" }]
        }]
      })
      assert.strictEqual(
        document.markdown,
        "# H\n\nSome words that matter to a reader.\n\n![](https://example.com/i.png)"
      )
      assert.strictEqual(document.rawHtml, html)
      assert.strictEqual(
        document.html,
        "<main><h1>H</h1><p>Some words that matter to a reader.</p><img src=\"https://example.com/i.png\"></main>"
      )
      assert.deepStrictEqual(document.links, ["https://example.com/n"])
      assert.deepStrictEqual(document.images, ["https://example.com/i.png"])
      assert.deepStrictEqual(document.attributes?.[0]?.values, ["https://example.com/i.png"])
      assert.deepInclude(document.metadata, {
        title: "T",
        language: "en",
        sourceURL: "https://example.com/asked",
        url: "https://example.com/a",
        statusCode: 200,
        contentType: "text/html",
        proxyUsed: "basic"
      })
      assert.strictEqual(pdfPages, 0)
      assert.strictEqual(warnings.length, 2)
      assert.isFalse("product" in document)
    }))

  it.effect("returns everything visible without onlyMainContent", () =>
    Effect.gen(function*() {
      const { document } = yield* transform(page(html), { onlyMainContent: false })
      assert.include(document.markdown!, "[N](https://example.com/n)")
    }))

  it.effect("reports an invalid selector", () =>
    Effect.gen(function*() {
      for (const option of ["includeTags", "excludeTags"] as const) {
        const error = yield* Effect.flip(transform(page(html), { [option]: ["p", "div["] }))
        assert.strictEqual(error.reason._tag, "InvalidSelector")
        assert.include(error.message, "\"div[\"")
        assert.include(error.message, option)
        assert.isFalse(error.isRetryable)
      }
    }))

  it.effect("reads heavy pages in a worker, with the same result", () =>
    Effect.gen(function*() {
      const heavy = `<main><p>${
        "A sentence of a very long page. ".repeat(20_000)
      }</p><script type=application/ld+json>{}</script></main>`
      const { document } = yield* transform(page(heavy), { formats: ["markdown", "links"] })
      assert.isAbove(document.markdown!.length, 600_000)
      assert.deepStrictEqual(document.links, [])
      const again = yield* Effect.forEach([1, 2, 3], () => transform(page(heavy)), { concurrency: 3 })
      assert.isTrue(again.every((one) => one.document.markdown === document.markdown))
    }))

  it.effect("does not block the event loop while it reads a large text of any kind", () =>
    Effect.gen(function*() {
      const texts = {
        "application/json": JSON.stringify(Array.from({ length: 40_000 }, (_, at) => ({ at, of: [at, at] }))),
        "application/xml": `<?xml version="1.0"?><r>${"<a>a\u200bb</a>".repeat(100_000)}</r>`,
        "text/csv": `${",".repeat(499)}\n`.repeat(2000),
        "text/plain": "a\u200bb\n".repeat(400_000)
      }
      for (const [type, body] of Object.entries(texts)) {
        // a thread of its own takes many turns of this one
        let turns = 0
        const turn = () => {
          turns++
          next = setImmediate(turn)
        }
        let next = setImmediate(turn)
        const { document } = yield* transform(page(body, type))
        clearImmediate(next)
        assert.isAbove(document.markdown!.length, 200_000, type)
        assert.isAbove(turns, 20, type)
      }
    }))

  it.effect("decodes with the charset of the page", () =>
    Effect.gen(function*() {
      const { document } = yield* transform(
        page(Uint8Array.from("<p>na\u00efve</p>", (c) => c.charCodeAt(0)), "text/html", "iso-8859-1")
      )
      assert.strictEqual(document.markdown, "naïve")
    }))

  it.effect("sends PDFs to the PDF engine, whatever the server calls them", () =>
    Effect.gen(function*() {
      const { document, pdfPages } = yield* transform(page("%PDF-1.7\n", "application/octet-stream"))
      assert.strictEqual(document.markdown, "# A document")
      assert.strictEqual(document.metadata?.numPages, 1)
      assert.strictEqual(pdfPages, 1)
    }))

  it.effect("reads a mislabelled PDF by its content, with a warning", () =>
    Effect.gen(function*() {
      const login = yield* transform(page("<html><body><p>Please log in.</p></body></html>", "application/pdf"))
      assert.strictEqual(login.document.markdown, "Please log in.")
      assert.strictEqual(login.pdfPages, 0)
      assert.deepStrictEqual(login.warnings, [
        "The site declares this page as PDF, but it is an HTML page and was read as such."
      ])
      const error = yield* transform(page("The report is not ready yet.", "application/pdf"))
      assert.strictEqual(error.document.markdown, "The report is not ready yet.")
      assert.deepStrictEqual(error.warnings, [
        "The site declares this page as PDF, but it is plain text and was read as such."
      ])
      for (const nothing of ["", "\u0000\u0001\u0002 no text"]) {
        const error = yield* Effect.flip(transform(page(nothing, "application/pdf")))
        assert.strictEqual(error.reason._tag, "UnreadablePdf")
      }
    }))

  it.effect("returns a PDF as base64 without a parser", () =>
    Effect.gen(function*() {
      const { document, pdfPages } = yield* transform(page("%PDF-1.7\n", "application/pdf"), { parsers: [] })
      assert.strictEqual(document.markdown, Buffer.from("%PDF-1.7\n").toString("base64"))
      assert.strictEqual(pdfPages, 0)
    }))

  it.effect("fails for unsupported content, with its type and the supported types", () =>
    Effect.gen(function*() {
      const docx = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
      const types = ["application/octet-stream", "text/plain", "", "image/png", "application/zip", "audio/mpeg"]
      for (const contentType of types) {
        const error = yield* Effect.flip(transform(page(Uint8Array.of(1, 65, 66), contentType)))
        assert.deepInclude(error.reason, { _tag: "UnsupportedType", contentType })
        assert.isFalse(error.isRetryable)
        assert.include(error.message, contentType === "" ? "unknown type" : contentType)
        assert.include(error.message, "HTML, PDF, office files, EPUB, JSON, XML, CSV and text")
      }
      const damaged = yield* Effect.flip(transform(page(Uint8Array.of(1, 65, 66), docx)))
      assert.deepInclude(damaged.reason, { _tag: "UnreadableOffice", why: "damaged" })
    }))

  it.effect("leaves media to their formats, and returns a site's error unchanged", () =>
    Effect.gen(function*() {
      const sound = page(Uint8Array.of(1, 2, 3), "audio/mpeg")
      const { document, warnings } = yield* transform(sound, { formats: ["markdown", "audio"] })
      assert.strictEqual(document.markdown, "")
      assert.include(warnings.join(), "audio/mpeg are not supported")
      const gone = yield* transform(new RawPage.RawPage({ ...page(Uint8Array.of(1), "image/png"), status: 404 }))
      assert.strictEqual(gone.document.metadata?.statusCode, 404)
    }))

  it.effect("reads text of an unknown type", () =>
    Effect.gen(function*() {
      const utf16 = yield* transform(page(Uint8Array.of(0xff, 0xfe, 65, 0), "text/plain"))
      assert.strictEqual(utf16.document.markdown, "A")
      const escapes = yield* transform(page("\u001b[1mlog", "application/octet-stream"))
      assert.include(escapes.document.markdown!, "log")
      const empty = yield* transform(page("<div id=root></div><script>1</script>"))
      assert.strictEqual(empty.warnings.length, 1)
    }))

  it.effect("fences JSON and XML, and returns text unchanged", () =>
    Effect.gen(function*() {
      const json = yield* transform(page("{\"a\":[1, 1.0, {}],\"a\":12345678901234567890}", "application/json"))
      assert.strictEqual(
        json.document.markdown,
        "```json\n{\n  \"a\": [\n    1,\n    1.0,\n    {}\n  ],\n  \"a\": 12345678901234567890\n}\n```"
      )
      const xml = "<?xml version=\"1.0\"?>\n<a>\n  <b/>\n</a>"
      for (const type of ["application/xml", "text/xml", "application/rss+xml", "application/octet-stream"]) {
        assert.strictEqual((yield* transform(page(xml, type))).document.markdown, `\`\`\`xml\n${xml}\n\`\`\``, type)
      }
      const text = yield* transform(page("# a\n\n<b>\n", "text/markdown"))
      assert.strictEqual(text.document.markdown, "# a\n\n<b>")
    }))

  it.effect("makes a table of separated values, by their type or their URL", () =>
    Effect.gen(function*() {
      const table = "| bird | legs |\n| --- | --- |\n| dunlin | 2 |"
      const named = (type: string, url: string, body: string) =>
        Effect.map(transform(new RawPage.RawPage({ ...page(body, type), url })), (_) => _.document.markdown)
      assert.strictEqual(yield* named("text/csv", "https://example.com/a", "bird;legs\ndunlin;2\n"), table)
      assert.strictEqual(
        yield* named("text/tab-separated-values", "https://example.com/", "bird\tlegs\ndunlin\t2"),
        table
      )
      for (const type of ["", "text/plain", "application/octet-stream", "application/vnd.ms-excel"]) {
        assert.strictEqual(yield* named(type, "https://example.com/a.CSV?x", "bird,legs\r\ndunlin,2"), table, type)
      }
      const { warnings } = yield* transform(page("a,b", "text/csv"), { formats: ["markdown", "links"] })
      assert.deepStrictEqual(warnings, ["The page is a table, so these formats are not available: links."])
    }))

  it.effect("warns about omitted main content, from a tenth of it", () =>
    Effect.gen(function*() {
      const hint =
        "Press a key to load the page again, or hold the shift key to load it without the cache of the browser."
      const box = `<div class="toolbar"><p>${hint}</p><p>${
        hint.replace("key", "button")
      }</p><button>Load</button></div>`
      const text =
        "<p>The keeper of the light wrote down each ship that passed, and the weather of the day, for forty years.</p>"
      const related = `<section><h2>You may also like</h2>${text.repeat(3)}</section>`
      const warningsOf = (paragraphs: number, part: string) =>
        Effect.map(
          transform(page(`<main><h1>The light</h1>${text.repeat(paragraphs)}${part}${text}</main>`)),
          ({ warnings }) => warnings
        )
      assert.deepStrictEqual(yield* warningsOf(6, box), [
        "Markdown omits a section of the main content: \"div.toolbar\". Request `onlyMainContent: false` to include everything."
      ])
      assert.deepStrictEqual(yield* warningsOf(60, box), [])
      assert.deepStrictEqual(yield* warningsOf(60, related), [
        "Markdown omits a section of the main content: \"You may also like\". Request `onlyMainContent: false` to include everything."
      ])
    }))

  it.effect("warns if the main content is a small part of its page, or a list of links", () =>
    Effect.gen(function*() {
      const links = Array.from({ length: 150 }, (_, k) => `<li><a href=/${k}>A ship with the number ${k}</a></li>`)
        .join("")
      const text = "<p>The keeper of the light wrote down each ship that passed, and the weather of the day.</p>"
      const small = yield* transform(
        page(`<article><h1>The light</h1>${text.repeat(3)}</article><div class=sidebar><ul>${links}</ul></div>`)
      )
      assert.deepStrictEqual(small.warnings, [
        "The main content is less than a tenth of the page's text. Request `onlyMainContent: false` to include everything."
      ])
      const list = yield* transform(page(`<main><h1>All ships</h1><ul>${links}</ul></main>`))
      assert.deepStrictEqual(list.warnings, [
        "The main content is nearly all of the page, and mostly links: the page may be a list or a menu."
      ])
    }))

  it.effect("returns all visible text without main content, with a warning", () =>
    Effect.gen(function*() {
      const links = page(
        "<body><nav><a href=/a>Beginnings</a> <a href=/b>Endings</a></nav><footer>Ask us</footer></body>"
      )
      const { document, warnings } = yield* transform(links)
      assert.include(document.markdown, "[Beginnings](https://example.com/a)")
      assert.include(document.markdown, "Ask us")
      assert.deepStrictEqual(warnings, ["No main content was found, so all visible text is returned."])
      const without = yield* transform(links, { excludeTags: ["nav", "footer"] })
      assert.strictEqual(without.document.markdown, "")
    }))
})

describe("another markdown engine", () => {
  it.effect("is one layer", () =>
    Effect.gen(function*() {
      const { document } = yield* transform(page(html)).pipe(Effect.provide(Turndown.layer))
      assert.strictEqual(
        document.markdown,
        "# H\n\nSome words that matter to a reader.\n\n![](https://example.com/i.png)"
      )
    }).pipe(Effect.provide(live)))
})
