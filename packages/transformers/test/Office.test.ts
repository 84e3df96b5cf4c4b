import { type RawPage, ScrapeOptions } from "@dunlin/schema"
import { PdfEngine, Transformer } from "@dunlin/transformers"
import { assert, describe, it, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { readFileSync } from "node:fs"
import { rawPage } from "./rawPage.ts"
import { zip } from "./zip.ts"

const live = Transformer.layerWith({ workerThreshold: Infinity }).pipe(
  Layer.provide(PdfEngine.layerMemory("# A document"))
)

// made by python-docx, openpyxl, python-pptx, and from their files by LibreOffice
const fixture = (name: string) => new Uint8Array(readFileSync(new URL(`fixtures/office/${name}`, import.meta.url)))

const page = (body: Uint8Array, contentType = "application/octet-stream") =>
  rawPage(body, { sourceUrl: "https://example.com/a", url: "https://example.com/a", contentType })

const transform = (raw: RawPage.RawPage, options: ScrapeOptions.ScrapeOptionsInput = {}) =>
  Effect.flatMap(Transformer.Transformer, (service) => service.transform(raw, ScrapeOptions.make(options)))

const refusal = (body: Uint8Array) => Effect.map(Effect.flip(transform(page(body))), ({ message }) => message)

const table = `| Bird | Weight | Length |
| --- | --- | --- |
| Dunlin | 48 g | 19 cm |
| Knot | 140 g | 24 cm |`

const word = (body: string, more: ReadonlyArray<{ readonly name: string; readonly content: string }> = []) =>
  zip([{
    name: "word/document.xml",
    content: `<w:document xmlns:w="w" xmlns:r="r"><w:body>${body}</w:body></w:document>`
  }, ...more])

const paragraph = (text: string) => `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`

layer(live)("office files", (it) => {
  it.effect("reads headings, styles, lists, and tables of a Word document, and names what it omits", () =>
    Effect.gen(function*() {
      const { document, warnings } = yield* transform(page(fixture("word.docx")))
      assert.strictEqual(
        document.markdown,
        `# Waders of the coast

# Food

The dunlin finds its food **by touch** and *by sight* \\<a> & b.

- worms
- snails
  - small snails

1. first
2. second

${table}
| merged |  | end |`
      )
      assert.deepInclude(document.metadata, { title: "Waders of the coast", author: "A. Dunlin" })
      assert.deepStrictEqual(warnings, [
        "These parts of the file are not in its text: headers and footers, 1 picture."
      ])
    }))

  it.effect("reads the same text of Rich Text", () =>
    Effect.gen(function*() {
      const { document } = yield* transform(page(fixture("text.rtf"), "text/rtf"))
      for (const part of ["# Waders of the coast\n\n# Food", "food **by touch** and", "1. first\n2. second", table]) {
        assert.include(document.markdown, part)
      }
    }))

  it.effect("reads values of a workbook as displayed, and omits hidden ones", () =>
    Effect.gen(function*() {
      const { document, warnings } = yield* transform(page(fixture("sheets.xlsx")), { formats: ["markdown", "links"] })
      assert.strictEqual(
        document.markdown,
        `## Prices & more

| Fruit | Price | Share | Day | Sum |
| --- | --- | --- | --- | --- |
| Pears | 2.1 | 25% | 2026-11-30 | =B2*2 |
| [Apples](https://example.com/apples) | 1234567.891 | 50% | 2026-11-30 08:15 | TRUE |
| far |  |  |  | x |`
      )
      assert.deepStrictEqual(document.links, ["https://example.com/apples"])
      assert.match(warnings.join(), /1 chart, 1 comment, 1 hidden row, 1 hidden sheet\.$/)
      const open = yield* transform(page(fixture("sheets.ods")))
      assert.include(open.document.markdown, "| Pears | 2.1 | 25% | 2026-11-30 | 4.2 |")
      assert.notInclude(open.document.markdown, "hidden")
    }))

  it.effect("reads slides with their notes, in order", () =>
    Effect.gen(function*() {
      for (const name of ["slides.pptx", "slides.odp"]) {
        const { document, warnings } = yield* transform(page(fixture(name)))
        assert.strictEqual(
          document.markdown,
          "## Waders\n\n- Dunlin\n  - 48 grams\n\n> **Notes**\n>\n> Say hello\n\n## A table\n\n" +
            "| r0c0 | r0c1 |\n| --- | --- |\n| r1c0 | r1c1 |"
        )
        assert.match(warnings.join(), /1 picture, 1 hidden slide\.$/)
      }
    }))

  it.effect("reads notes, links, merged cells, and hidden text of OpenDocument and of a book", () =>
    Effect.gen(function*() {
      const text = yield* transform(page(fixture("text.odt")))
      const book = yield* transform(page(fixture("book.epub")))
      for (const { document } of [text, book]) {
        assert.include(document.markdown, "With a note[^1] and more, [a link](https://example.com/x)")
        assert.include(document.markdown, "[^1]: The text of the note.")
        assert.include(document.markdown, "| tall | x |\n| --- | --- |\n|  | y |")
      }
      assert.notInclude(text.document.markdown, "hidden words")
      assert.match(text.warnings.join(), /not in its text: hidden text/)
    }))

  it.effect("detects a file by its content, whatever its type", () =>
    Effect.gen(function*() {
      for (const type of ["text/plain", "application/zip", ""]) {
        const { document } = yield* transform(page(fixture("word.docx"), type))
        assert.include(document.markdown, "# Food")
      }
      assert.match(yield* refusal(zip([{ name: "a.txt", content: "no office file" }])), /office files, EPUB/)
    }))

  it.effect("returns the accepted text of a tracked change, and a recursive note once", () =>
    Effect.gen(function*() {
      const note = `<w:footnotes xmlns:w="w"><w:footnote w:id="2"><w:p><w:r><w:t>Of itself.</w:t></w:r>` +
        `<w:r><w:footnoteReference w:id="2"/></w:r></w:p></w:footnote></w:footnotes>`
      const { document } = yield* transform(page(word(
        `<w:p><w:r><w:t>kept</w:t></w:r><w:del><w:r><w:delText>deleted</w:delText></w:r></w:del>` +
          `<w:ins><w:r><w:t xml:space="preserve"> added</w:t></w:r></w:ins><w:r><w:footnoteReference w:id="2"/></w:r></w:p>`,
        [{ name: "word/footnotes.xml", content: note }, {
          name: "word/_rels/document.xml.rels",
          content: `<Relationships><Relationship Id="r1" Type="x/footnotes" Target="footnotes.xml"/></Relationships>`
        }]
      )))
      assert.include(document.markdown, "kept added[^1]")
      assert.include(document.markdown, "[^1]: Of itself.")
    }))
})

describe("hostile office files", () => {
  const within = <A, E>(effect: Effect.Effect<A, E, Transformer.Transformer>) => Effect.provide(effect, live)

  it.effect("are rejected if they unpack to more than declared, or to too much", () =>
    within(Effect.gen(function*() {
      const bomb = " ".repeat(70 * 1024 ** 2)
      const name = "word/document.xml"
      assert.match(yield* refusal(zip([{ name, content: bomb, declared: 100 }])), /is damaged/)
      assert.match(yield* refusal(zip([{ name, content: bomb }])), /unpacked office file is too large/)
    })))

  it.effect("are rejected with a reason if encrypted, old, or truncated", () =>
    within(Effect.gen(function*() {
      const old = Uint8Array.of(0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1, 0, 0)
      assert.match(yield* refusal(old), /password or is in Office 97-2003 format; save it as docx/)
      const name = "word/document.xml"
      assert.match(yield* refusal(zip([{ name, content: "x", flags: 1 }])), /is encrypted/)
      assert.match(yield* refusal(zip([{ name, content: "<a>" }])), /is damaged/)
    })))

  it.effect("with entities are read without expanding them", () =>
    within(Effect.gen(function*() {
      const declaration =
        `<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;"><!ENTITY c SYSTEM "file:///etc/passwd">]>`
      const content = `${declaration}<w:document><w:body>${paragraph("before &b; &c; after")}</w:body></w:document>`
      const { document } = yield* transform(page(zip([{ name: "word/document.xml", content }])))
      assert.strictEqual(document.markdown, "before \\&b; \\&c; after".replaceAll("\\", ""))
    })))

  it.effect("with billions of repeated cells are truncated with a warning", () =>
    within(Effect.gen(function*() {
      const row = `<table:table-row table:number-rows-repeated="1048576"><table:table-cell ` +
        `table:number-columns-repeated="16384"><text:p>x</text:p></table:table-cell></table:table-row>`
      const { warnings } = yield* transform(page(zip([
        { name: "mimetype", content: "application/vnd.oasis.opendocument.spreadsheet" },
        {
          name: "content.xml",
          content: `<office:document-content><office:body><office:spreadsheet><table:table table:name="S">${
            row.repeat(3)
          }</table:table></office:spreadsheet></office:body></office:document-content>`
        }
      ])))
      assert.match(warnings.join(), /too large and was only partly read \(truncated\)/)
    })))

  it.effect("with excessive nesting are read", () =>
    within(Effect.gen(function*() {
      const deep = (open: string, close: string, inner: string, times = 5000) =>
        open.repeat(times) + inner + close.repeat(times)
      const { warnings } = yield* transform(page(word(deep("<w:sdt>", "</w:sdt>", paragraph("deep")))))
      assert.match(warnings.join(), /truncated/)
      assert.match(yield* refusal(new TextEncoder().encode(deep("{\\rtf1 ", "}", "deep"))), /is damaged/)
    })))

  it.effect("with names of built-in object members are read", () =>
    Effect.gen(function*() {
      for (const name of ["constructor", "toString", "valueOf"]) {
        const rich = new TextEncoder().encode(`{\\rtf1 dunlin\\${name} {\\*\\${name} x}}`)
        assert.strictEqual((yield* transform(page(rich))).document.markdown, "dunlin")
        const book = zip([
          {
            name: "xl/workbook.xml",
            content: `<workbook><sheets><sheet name="Birds" id="a" r:id="a"/></sheets></workbook>`
          },
          {
            name: "xl/_rels/workbook.xml.rels",
            content: `<Relationships><Relationship Id="a" Type="x/worksheet" Target="sheet.xml"/></Relationships>`
          },
          {
            name: "xl/sheet.xml",
            content: `<worksheet><sheetData><row r="1"><c r="A1" t="b"><v>${name}</v></c></row></sheetData></worksheet>`
          }
        ])
        assert.include((yield* transform(page(book))).document.markdown, name)
      }
    }).pipe(Effect.provide(live)))

  it.effect("with malformed URLs of parts and chapters are read without these", () =>
    Effect.gen(function*() {
      for (const target of ["%E0%A4%A", "a%zz", "//host/%", "http://["]) {
        const rels = `<Relationships><Relationship Id="a" Type="x/styles" Target="${target}"/></Relationships>`
        const { document } = yield* transform(
          page(word(paragraph("dunlin"), [{ name: "word/_rels/document.xml.rels", content: rels }]))
        )
        assert.strictEqual(document.markdown, "dunlin")
        const book = zip([
          { name: "mimetype", content: "application/epub+zip" },
          { name: "META-INF/container.xml", content: `<container><rootfile full-path="book.opf"/></container>` },
          {
            name: "META-INF/encryption.xml",
            content: `<encryption><CipherReference URI="${target}"/></encryption>`
          },
          {
            name: "book.opf",
            content: `<package><manifest><item id="a" href="${target}"/><item id="b" href="b.xhtml"/></manifest>
              <spine><itemref idref="a"/><itemref idref="b"/></spine></package>`
          },
          { name: "b.xhtml", content: `<html><body><p>knot</p></body></html>` }
        ])
        assert.strictEqual((yield* transform(page(book))).document.markdown, "knot")
      }
    }).pipe(Effect.provide(live)))

  it.effect("with any changed byte are read or rejected, and never crash the reader", () =>
    within(Effect.gen(function*() {
      let seed = 1
      const random = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below
      for (const name of ["sheets.xlsx", "book.epub", "text.odt", "slides.pptx"]) {
        const whole = fixture(name)
        for (let times = 0; times < 8; times++) {
          const changed = whole.slice(0, times % 2 === 0 ? whole.length : random(whole.length))
          changed[4 + random(changed.length - 4)] = random(256)
          const result = yield* Effect.result(transform(page(changed)))
          if (result._tag === "Failure") assert.notStrictEqual(result.failure.reason._tag, "Crashed", name)
        }
      }
    })))
})
