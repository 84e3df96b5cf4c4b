/**
 * Provides the checks that every `PdfEngine` passes, and a small writer of PDFs for tests.
 *
 * @since 0.1.0
 */
import * as Effect from "effect/Effect"
import { deepStrictEqual, match, ok, strictEqual } from "node:assert/strict"
import { deflateSync } from "node:zlib"
import * as PdfEngine from "./PdfEngine.ts"

/**
 * A test page: its content operators, and additional entries of its page dictionary.
 *
 * @category testing
 * @since 0.1.0
 */
export interface PageSource {
  /** Operators; fonts are `/F1` Helvetica, `/F2` Helvetica-Bold, `/F3` Courier, `/F4` Helvetica-Oblique. */
  readonly content: string
  readonly width?: number | undefined
  readonly height?: number | undefined
  /** Additional entries of the page dictionary, for example `/Annots[...]`. */
  readonly entries?: string | undefined
  /** Encoded content and the name of its PDF filter. The caller has already applied the filter to `bytes`. */
  readonly encoded?: { readonly filter: string; readonly bytes: Uint8Array } | undefined
}

/**
 * Additional objects of the document. Their numbers start at 100.
 *
 * @category testing
 * @since 0.1.0
 */
export interface DocumentSource {
  /** Entries of the catalog. */
  readonly catalog?: string | undefined
  /** Entries of the information dictionary. */
  readonly info?: string | undefined
  readonly objects?: ReadonlyArray<string | Uint8Array> | undefined
  /** Entries of the resource dictionary of every page. */
  readonly resources?: string | undefined
}

const fonts = ["Helvetica", "Helvetica-Bold", "Courier", "Helvetica-Oblique"]

/**
 * Returns a stream object: dictionary entries and data.
 *
 * @category testing
 * @since 0.1.0
 */
export const stream = (entries: string, data: Uint8Array): Uint8Array =>
  Buffer.concat([Buffer.from(`<<${entries}/Length ${data.length}>>\nstream\n`), data, Buffer.from("\nendstream")])

/**
 * Writes a PDF.
 *
 * @category testing
 * @since 0.1.0
 */
export const write = (pages: ReadonlyArray<PageSource>, source: DocumentSource = {}): Uint8Array => {
  const objects = new Map<number, Uint8Array>()
  const set = (number: number, body: string | Uint8Array) => objects.set(number, Buffer.from(body))
  const first = 1000
  set(1, `<</Type/Catalog/Pages 2 0 R${source.catalog ?? ""}>>`)
  set(2, `<</Type/Pages/Kids[${pages.map((_, k) => `${first + 2 * k} 0 R`).join(" ")}]/Count ${pages.length}>>`)
  fonts.forEach((name, k) => set(3 + k, `<</Type/Font/Subtype/Type1/BaseFont/${name}/Encoding/WinAnsiEncoding>>`))
  set(9, `<<${source.info ?? ""}>>`)
  source.objects?.forEach((body, k) => set(100 + k, body))
  const resources = `<</Font<</F1 3 0 R/F2 4 0 R/F3 5 0 R/F4 6 0 R>>${source.resources ?? ""}>>`
  pages.forEach((page, k) => {
    const number = first + 2 * k
    const box = `[0 0 ${page.width ?? 612} ${page.height ?? 792}]`
    set(
      number,
      `<</Type/Page/Parent 2 0 R/MediaBox${box}/Resources${resources}/Contents ${number + 1} 0 R${page.entries ?? ""}>>`
    )
    set(
      number + 1,
      page.encoded === undefined
        ? stream("/Filter/FlateDecode", deflateSync(Buffer.from(page.content, "latin1")))
        : stream(page.encoded.filter, page.encoded.bytes)
    )
  })
  const parts: Array<Uint8Array> = [Buffer.from("%PDF-1.7\n%\xe2\xe3\xcf\xd3\n", "latin1")]
  const offsets = new Map<number, number>()
  let size = parts[0]!.length
  for (const [number, body] of objects) {
    offsets.set(number, size)
    const object = Buffer.concat([Buffer.from(`${number} 0 obj\n`), body, Buffer.from("\nendobj\n")])
    parts.push(object)
    size += object.length
  }
  const last = Math.max(...objects.keys())
  let table = `xref\n0 ${last + 1}\n0000000000 65535 f \n`
  for (let number = 1; number <= last; number++) {
    const offset = offsets.get(number)
    table += offset === undefined ? "0000000000 65535 f \n" : `${String(offset).padStart(10, "0")} 00000 n \n`
  }
  parts.push(Buffer.from(`${table}trailer\n<</Size ${last + 1}/Root 1 0 R/Info 9 0 R>>\nstartxref\n${size}\n%%EOF\n`))
  return new Uint8Array(Buffer.concat(parts))
}

const escape = (text: string): string => text.replace(/[\\()]/g, "\\$&")

/**
 * Returns the operators for one line of text. `x` is its left edge, and `y` its baseline, in points from the top of a
 * page of 792 points. @category testing @since 0.1.0
 *
 * @category testing
 * @since 0.1.0
 */
export const line = (text: string, x: number, y: number, size = 10, font = "F1"): string =>
  `BT /${font} ${size} Tf 1 0 0 1 ${x} ${792 - y} Tm (${escape(text)}) Tj ET\n`

/**
 * A page whose content takes practically forever to draw. Its document must contain `endlessForms`.
 *
 * @category testing
 * @since 0.1.0
 */
export const endlessPage: PageSource = { content: "/X Do" }

/**
 * Twenty nested forms, each of which draws the next one ten times.
 *
 * @category testing
 * @since 0.1.0
 */
export const endlessForms: DocumentSource = {
  resources: "/XObject<</X 100 0 R>>",
  objects: Array.from({ length: 20 }, (_, k) =>
    stream(
      `/Type/XObject/Subtype/Form/BBox[0 0 612 792]/Resources<<${
        k < 19 ? `/XObject<</X ${101 + k} 0 R>>` : "/Font<</F1 3 0 R>>"
      }>>`,
      Buffer.from(k < 19 ? "/X Do ".repeat(10) : line("x", 50, 50))
    ))
}

const prose = [
  "The quick brown fox jumps over the lazy dog and then rests for a while",
  "in the shade of the old oak tree, where the grass is soft and green and",
  "nobody comes by before the evening bell rings from the village church."
]

const article = (extra = ""): Uint8Array =>
  write([{
    content: line("A Study of Foxes", 72, 80, 20, "F2") + prose.map((text, k) =>
      line(text, 72, 120 + 12 * k)
    ).join("") +
      extra
  }])

/**
 * A requirement for every engine. The effect fails if the engine violates it. Checks use the system clock.
 *
 * @category testing
 * @since 0.2.0
 */
export interface Check {
  readonly name: string
  readonly effect: Effect.Effect<void, unknown, PdfEngine.PdfEngine>
}

/**
 * The checks for every engine.
 *
 * @category testing
 * @since 0.2.0
 */
export const checks: ReadonlyArray<Check> = [
  {
    name: "reads a heading and a paragraph",
    effect: Effect.gen(function*() {
      const engine = yield* PdfEngine.PdfEngine
      const document = yield* engine.parse(article(), { mode: "fast" })
      match(document.markdown, /^#{1,6} \**A Study of Foxes/m)
      match(document.markdown, /brown fox jumps over the lazy dog/)
      strictEqual(document.numPages, 1)
      strictEqual(document.totalPages, 1)
      strictEqual(document.truncated, false)
      deepStrictEqual(document.pages.map((page) => [page.number, page.source]), [[1, "text"]])
    })
  },

  {
    name: "parses at most maxPages pages, and adds a warning",
    effect: Effect.gen(function*() {
      const engine = yield* PdfEngine.PdfEngine
      const pages = ["one", "two", "three"].map((word) => ({
        content: prose.map((text, k) => line(`${word} ${text}`, 72, 120 + 12 * k)).join("")
      }))
      const document = yield* engine.parse(write(pages), { mode: "fast", maxPages: 2 })
      strictEqual(document.numPages, 2)
      strictEqual(document.pages.length, 2)
      strictEqual(document.totalPages, 3)
      strictEqual(document.truncated, true)
      ok(!document.markdown.includes("three The quick"), document.markdown)
    })
  },

  {
    name: "calls onPage after every page",
    effect: Effect.gen(function*() {
      const engine = yield* PdfEngine.PdfEngine
      const seen: Array<number> = []
      yield* engine.parse(
        write([1, 2, 3].map((page) => ({ content: line(`This is page number ${page} of three.`, 72, 90) }))),
        {
          mode: "fast",
          onPage: ({ page }) =>
            Effect.sync(() => {
              seen.push(page)
            })
        }
      )
      deepStrictEqual(seen, [1, 2, 3])
    })
  },

  {
    name: "rejects a file that is not a PDF",
    effect: Effect.gen(function*() {
      const engine = yield* PdfEngine.PdfEngine
      const error = yield* Effect.flip(
        engine.parse(new TextEncoder().encode("<html>not a PDF, but %PDF- in it</html>"))
      )
      strictEqual(error.reason._tag, "NotPdf")
      strictEqual(error.isRetryable, false)
    })
  },

  {
    name: "names a broken PDF",
    effect: Effect.gen(function*() {
      const engine = yield* PdfEngine.PdfEngine
      const error = yield* Effect.flip(
        engine.parse(new TextEncoder().encode("%PDF-1.7\nnothing that follows is a PDF"))
      )
      strictEqual(error.reason._tag, "Broken")
    })
  },

  {
    name: "still works after a broken PDF",
    effect: Effect.gen(function*() {
      const engine = yield* PdfEngine.PdfEngine
      yield* Effect.flip(engine.parse(new TextEncoder().encode("%PDF-1.7\n1 0 obj")))
      const document = yield* engine.parse(article(), { mode: "fast" })
      ok(document.markdown.includes("brown fox"), document.markdown)
    })
  }
]
