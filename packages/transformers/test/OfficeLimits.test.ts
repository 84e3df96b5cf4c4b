import { type RawPage, ScrapeOptions } from "@dunlin/schema"
import { PdfEngine, Transformer } from "@dunlin/transformers"
import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { Account } from "../src/internal/office/account.ts"
import { scan } from "../src/internal/office/xml.ts"
import { rawPage } from "./rawPage.ts"
import { zip } from "./zip.ts"

const live = Transformer.layerWith({ workerThreshold: Infinity }).pipe(
  Layer.provide(PdfEngine.layerMemory("# A document"))
)

const page = (body: Uint8Array) =>
  rawPage(body, { sourceUrl: "https://example.com/a", url: "https://example.com/a", contentType: "" })

const transform = (raw: RawPage.RawPage) =>
  Effect.flatMap(Transformer.Transformer, (service) => service.transform(raw, ScrapeOptions.make({})))

const workbook = (sheet: string, shared = "") =>
  page(zip([
    {
      name: "xl/workbook.xml",
      content: `<workbook><sheets><sheet name="Birds" r:id="a"/></sheets></workbook>`
    },
    {
      name: "xl/_rels/workbook.xml.rels",
      content: `<Relationships><Relationship Id="a" Type="x/worksheet" Target="sheet.xml"/>` +
        `<Relationship Id="b" Type="x/sharedStrings" Target="strings.xml"/></Relationships>`
    },
    { name: "xl/strings.xml", content: `<sst>${shared}</sst>` },
    { name: "xl/sheet.xml", content: `<worksheet>${sheet}</worksheet>` }
  ]))

const openSheet = (rows: string) =>
  page(zip([
    { name: "mimetype", content: "application/vnd.oasis.opendocument.spreadsheet" },
    {
      name: "content.xml",
      content: `<office:document-content><office:body><office:spreadsheet><table:table table:name="S">${rows}` +
        `</table:table></office:spreadsheet></office:body></office:document-content>`
    }
  ]))

const rows = (count: number, cells: (row: number) => string) =>
  Array.from({ length: count }, (_, at) => `<row r="${at + 1}">${cells(at + 1)}</row>`).join("")

const TRUNCATED = /too large and was only partly read \(truncated\)/

layer(live)("office files whose few bytes stand for much", (it) => {
  it.effect("are read up to a nesting limit, with a warning", () =>
    Effect.sync(() => {
      const account = new Account()
      let opened = 0
      const xml = new TextEncoder().encode(`<a>before${"<a>".repeat(50_000)}`)
      scan(xml, { open: () => void opened++, text: () => {}, close: () => {} }, account)
      assert.isBelow(opened, 5_000)
      assert.match(account.warnings.join(), TRUNCATED)
    }))

  it.effect("count repeatedly hidden columns once", () =>
    Effect.gen(function*() {
      const columns = `<col min="1" max="16384" hidden="1"/>`.repeat(20_000)
      const { warnings } = yield* transform(workbook(`<cols>${columns}</cols><sheetData/>`))
      assert.match(warnings.join(), /16384 hidden columns/)
    }))

  it.effect("count repeatedly merged cells once, and return the others", () =>
    Effect.gen(function*() {
      const merged = `<mergeCell ref="A1:XFD1048576"/>`.repeat(20_000)
      const cells = rows(3000, (row) => `<c r="A${row}" t="str"><v>a${row}</v></c><c r="B${row}"><v>${row}</v></c>`)
      const { document } = yield* transform(
        workbook(`<sheetData>${cells}</sheetData><mergeCells>${merged}</mergeCells>`)
      )
      assert.match(document.markdown ?? "", /a1/)
    }))

  it.effect("with a long text in every cell are truncated with a warning", () =>
    Effect.gen(function*() {
      const cells = rows(2000, (row) => `<c r="A${row}" t="s"><v>0</v></c>`)
      const shared = `<si><t>${"long ".repeat(20_000)}</t></si>`
      const { document, warnings } = yield* transform(workbook(`<sheetData>${cells}</sheetData>`, shared))
      assert.match(warnings.join(), TRUNCATED)
      assert.match(document.markdown ?? "", /long long/)
    }))

  it.effect("with a long row a million times are truncated with a warning", () =>
    Effect.gen(function*() {
      const { document, warnings } = yield* transform(openSheet(
        `<table:table-row><table:table-cell><text:p>Bird</text:p></table:table-cell></table:table-row>` +
          `<table:table-row table:number-rows-repeated="1000000"><table:table-cell><text:p>${"long ".repeat(20_000)}` +
          `</text:p></table:table-cell></table:table-row>`
      ))
      assert.match(warnings.join(), TRUNCATED)
      assert.match(document.markdown ?? "", /Bird/)
    }))

  it.effect("with a wide row above many narrow ones are truncated with a warning", () =>
    Effect.gen(function*() {
      const cell = (text: string, times: number) =>
        `<table:table-cell table:number-columns-repeated="${times}"><text:p>${text}</text:p></table:table-cell>`
      const { document, warnings } = yield* transform(openSheet(
        `<table:table-row>${cell("Bird", 10_000).repeat(30)}</table:table-row>` +
          `<table:table-row table:number-rows-repeated="900000">${cell("Dunlin", 1)}</table:table-row>`
      ))
      assert.match(warnings.join(), TRUNCATED)
      assert.match(document.markdown ?? "", /Bird[^]*Dunlin/)
    }))
})
