import { Ocr, PdfEngine, PdfJs, PdfPoppler, PdfRenderer, Tesseract, TesseractJs } from "@dunlin/pdf"
import { line, stream, write } from "@dunlin/pdf/PdfTesting"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, Layer, Option } from "effect"
import { TestClock } from "effect/testing"
import { existsSync, readdirSync, readFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { deflateSync } from "node:zlib"
import { needing, tesseractLanguages as languages } from "../../../common/test/components.ts"
import * as RealOcr from "./realOcr.ts"
import { wordsOfLine as words } from "./scannedWords.ts"

/** Pages that are one grey picture, as a scanner makes them, and what is drawn over each. */
const scan = (width: number, height: number, grey: Uint8Array, stamps: ReadonlyArray<string> = [""]): Uint8Array =>
  write(stamps.map((stamp) => ({ content: `q 612 0 0 792 0 0 cm /Im Do Q ${stamp}` })), {
    resources: "/XObject<</Im 100 0 R>>",
    objects: [
      stream(
        `/Type/XObject/Subtype/Image/Width ${width}/Height ${height}/ColorSpace/DeviceGray/BitsPerComponent 8/Filter/FlateDecode`,
        deflateSync(grey)
      )
    ]
  })

const blank = scan(100, 100, new Uint8Array(10_000).fill(255))

const filed = line("Case 1:24-cv-00017-AB Document 4 Filed 05/01/24 Page 1 of 9", 40, 20)
const stamped = scan(100, 100, new Uint8Array(10_000).fill(255), [filed])
const textOverPicture = scan(100, 100, new Uint8Array(10_000).fill(255), [
  Array.from(
    { length: 20 },
    (_, k) => line(`Line ${k} of a brochure that is printed over a picture of the sea.`, 72, 90 + 14 * k)
  ).join("")
])

const fake = (recognize: Ocr.Recognizer["recognize"]) =>
  PdfJs.layer({ processes: 1 }).pipe(
    Layer.provide(Layer.succeed(Ocr.Ocr, Option.some({ name: "fake", recognize }))),
    Layer.provide(Layer.succeed(
      PdfRenderer.PdfRenderer,
      Option.some({
        name: "fake",
        open: () =>
          Effect.succeed({
            render: (_, dpi) => Effect.succeed({ bytes: new Uint8Array(), width: 1700, height: 2200, dpi })
          })
      })
    ))
  )

const unread = "Page 1 was not read in full: it shows pictures, or letters that form no words."

/** Programs that a process has started, zombies too; Linux only. */
const childrenOf = (pid: number): ReadonlyArray<string> =>
  readdirSync("/proc").flatMap((name) => {
    try {
      const [, comm, parent] = /^\d+ \((.*)\) \S (\d+)/.exec(readFileSync(`/proc/${name}/stat`, "latin1")) ?? []
      return Number(parent) === pid ? [comm!] : []
    } catch {
      return []
    }
  })

/** Folders that hold what this process has rendered. */
const folders = (): ReadonlyArray<string> =>
  readdirSync(tmpdir()).filter((name) => name.startsWith(`dunlin-pdf-${process.pid}-`))

const parse = (bytes: Uint8Array, options?: PdfEngine.ParseOptions) =>
  PdfEngine.PdfEngine.use((engine) => engine.parse(bytes, options))

describe("Ocr", () => {
  it.layer(fake(() => Effect.succeed(words("Words of a picture"))))(
    "with a recogniser",
    (it) => {
      it.effect("reads a page that is only a picture", () =>
        Effect.gen(function*() {
          const seen: Array<string> = []
          const document = yield* parse(blank, {
            onPage: ({ page, source }) =>
              Effect.sync(() => {
                seen.push(`${page} ${source}`)
              })
          })
          assert.strictEqual(document.markdown, "Words of a picture")
          assert.deepStrictEqual(document.pages.map((page) => page.source), ["ocr"])
          assert.deepStrictEqual(document.warnings, [])
          assert.deepStrictEqual(seen, ["1 text", "1 ocr"])
        }))

      it.effect("does not change a page with text", () =>
        Effect.gen(function*() {
          const document = yield* parse(write([{ content: line("This page has text enough to be read.", 72, 90) }]))
          assert.strictEqual(document.pages[0]!.source, "text")
          assert.include(document.markdown, "text enough")
        }))

      it.effect("does not read pictures in fast mode", () =>
        Effect.gen(function*() {
          const document = yield* parse(blank, { mode: "fast" })
          assert.strictEqual(document.markdown, "")
          assert.strictEqual(document.readPages, 0)
          assert.deepStrictEqual(document.warnings, [`${unread} The mode "fast" does not use OCR.`])
        }))

      it.effect("warns in fast mode of a scan with a stamp", () =>
        Effect.gen(function*() {
          const document = yield* parse(stamped, { mode: "fast" })
          assert.include(document.markdown, "Case 1:24-cv-00017-AB")
          assert.strictEqual(document.readPages, 0)
          assert.deepStrictEqual(document.warnings, [`${unread} The mode "fast" does not use OCR.`])
        }))

      it.effect("keeps a caption if OCR finds nothing else in the picture", () =>
        Effect.gen(function*() {
          const document = yield* parse(stamped)
          assert.strictEqual(document.pages[0]!.source, "text")
          assert.deepStrictEqual(document.warnings, [])
        }))

      it.effect("does not read a picture behind text", () =>
        Effect.gen(function*() {
          const document = yield* parse(textOverPicture, { mode: "fast" })
          assert.deepStrictEqual(document.warnings, [])
        }))

      it.effect("keeps the text layer in ocr mode if the picture has less text", () =>
        Effect.gen(function*() {
          const document = yield* parse(
            write([{
              content: line("A long line of honest text that no picture of four words can be put in place of.", 72, 90)
            }]),
            { mode: "ocr" }
          )
          assert.strictEqual(document.pages[0]!.source, "text")
        }))
    }
  )

  const judgment =
    "The court finds for the plaintiff on each of the four counts that the complaint of the harbour office names."
  it.layer(fake(() => Effect.succeed(words(`Case 1:24-cv-00017-AB Document 4 ${judgment}`))))(
    "with a recogniser that finds more than a stamp",
    (it) => {
      it.effect("reads a scan with a stamp", () =>
        Effect.gen(function*() {
          const document = yield* parse(stamped)
          assert.strictEqual(document.pages[0]!.source, "ocr")
          assert.include(document.markdown, "finds for the plaintiff")
          assert.strictEqual(document.readPages ?? 1, 1)
          assert.deepStrictEqual(document.warnings, [])
        }))
    }
  )

  const timeGoesBy = () => Effect.andThen(TestClock.adjust("4 seconds"), Effect.never)
  it.layer(fake(timeGoesBy))("with a recogniser that never ends", (it) => {
    it.effect("stops at the timeout, with a warning", () =>
      Effect.gen(function*() {
        const document = yield* parse(blank, { timeout: "4 seconds" })
        assert.deepStrictEqual(document.warnings, ["OCR reached its time limit after 0 pages of 1.", unread])
      }))
  })

  it.layer(fake(() => Effect.fail(new Ocr.OcrError({ engine: "fake", detail: "broken" }))))(
    "with one that fails",
    (it) => {
      it.effect("reports the number of pages", () =>
        Effect.gen(function*() {
          const document = yield* parse(blank)
          assert.deepStrictEqual(document.warnings, ["OCR failed on 1 page.", unread])
        }))
    }
  )
})

RealOcr.describeReal(() => {
  it.layer(PdfJs.layer({ processes: 1, ocrLanguages: ["xxx", "yyy"] }), RealOcr.options)(
    "without data for its languages",
    (it) => {
      it.effect("name the missing languages and their packages", () =>
        Effect.gen(function*() {
          const document = yield* parse(blank)
          assert.deepStrictEqual(document.warnings, [
            "OCR was needed for 1 page of the PDF, but tesseract has no data for the configured languages \"xxx\", " +
            "\"yyy\". Install the data files (Debian and Ubuntu: apt-get install tesseract-ocr-xxx; " +
            "Debian and Ubuntu: apt-get install tesseract-ocr-yyy), or configure other languages, and restart.",
            unread
          ])
        }))
    }
  )

  it.layer(RealOcr.layer, RealOcr.options)("real", (it) => {
    it.effect("stop with their request, and leave no file", () =>
      Effect.gen(function*() {
        const noise = new Uint8Array(1700 * 2200)
        // letters without sense keep the program busy
        for (let k = 0; k < noise.length; k++) noise[k] = (k * 2654435761 >>> 7) % 11 < 3 ? 0 : 255
        const fiber = yield* Effect.forkChild(parse(scan(1700, 2200, noise), { mode: "ocr" }))
        const readers = () => childrenOf(process.pid).filter((name) => name === "tesseract")
        // it is started once before there is anything to read, for its languages
        while (readers().length === 0 || folders().length === 0) {
          assert.isUndefined(fiber.pollUnsafe())
          yield* Effect.sleep("20 millis")
        }
        yield* Fiber.interrupt(fiber)
        // other tests of this file may have some of their own for a while
        while (readers().length + folders().length > 0) yield* Effect.sleep("20 millis")
      }))

    it.effect("read a scan", () =>
      Effect.gen(function*() {
        const original = write([{
          content: line("The Fox Report", 72, 80, 24) +
            line("The quick brown fox jumps over the lazy dog", 72, 130, 12) +
            line("and then sleeps in the shade of the old oak tree.", 72, 146, 12)
        }])
        const renderer = Option.getOrThrow(yield* PdfPoppler.make())
        const picture = yield* Effect.scoped(
          Effect.flatMap(renderer.open(original), (pages) => pages.render(1, 150))
        )
        const pixels = picture.bytes.subarray(picture.bytes.length - picture.width * picture.height)
        const document = yield* parse(scan(picture.width, picture.height, pixels))
        assert.strictEqual(document.pages[0]!.source, "ocr")
        assert.match(document.markdown, /^# The Fox Report$/m)
        assert.include(
          document.markdown,
          "The quick brown fox jumps over the lazy dog and then sleeps in the shade of the old oak tree."
        )
      }))

    it.effect("read a German scan in German, or report that they cannot", () =>
      Effect.gen(function*() {
        const lines = [
          "Der Hafen wird um sechs Uhr geöffnet, und die Fähre fährt mit allem,",
          "was auf ihr ist, zu den Inseln, die nicht weit von der Küste sind."
        ]
        const original = write([{ content: lines.map((text, k) => line(text, 60, 80 + 20 * k, 12)).join("") }])
        const renderer = Option.getOrThrow(yield* PdfPoppler.make())
        const picture = yield* Effect.scoped(
          Effect.flatMap(renderer.open(original), (pages) => pages.render(1, 150))
        )
        const pixels = picture.bytes.subarray(picture.bytes.length - picture.width * picture.height)
        const { markdown, pages, warnings } = yield* parse(scan(picture.width, picture.height, pixels))
        assert.strictEqual(pages[0]!.source, "ocr")
        if (existsSync(`${languages}/deu.traineddata`)) {
          assert.strictEqual(pages[0]!.language, "de")
          assert.strictEqual(markdown.replace(/\s+/g, " "), lines.join(" "))
          assert.deepStrictEqual(warnings, [])
        } else {
          assert.deepStrictEqual(warnings, [
            "Page 1 is in German, for which tesseract has no data: letters may be wrong. " +
            "Install the data file \"deu\" (Debian and Ubuntu: apt-get install tesseract-ocr-deu), and restart."
          ])
        }
        // the program knows scripts where its data for them are installed
        const recognizer = Option.getOrThrow(yield* Tesseract.make())
        const script = recognizer.scriptOf === undefined ? "Latin" : yield* recognizer.scriptOf(picture)
        assert.strictEqual(script, "Latin")
      }))
  })
})

describe("tesseract.js", needing("language files of tesseract"), () => {
  it.layer(TesseractJs.layer({ langPath: languages }), { timeout: "10 minutes", excludeTestServices: true })(
    "real",
    (it) => {
      it.effect("reads a picture", () =>
        Effect.gen(function*() {
          const recognizer = Option.getOrThrow(yield* Ocr.Ocr)
          const renderer = Option.getOrThrow(yield* PdfPoppler.make())
          const picture = yield* Effect.scoped(
            Effect.flatMap(
              renderer.open(write([{ content: line("The quick brown fox jumps", 72, 80, 18) }])),
              (pages) => pages.render(1, 150)
            )
          )
          const words = yield* recognizer.recognize(picture)
          assert.strictEqual(words.map((word) => word.text).join(" "), "The quick brown fox jumps")
        }))

      it.effect("reads a picture in every language of the folder", () =>
        Effect.gen(function*() {
          const recognizer = Option.getOrThrow(yield* Ocr.Ocr)
          const renderer = Option.getOrThrow(yield* PdfPoppler.make())
          const read = Effect.fnUntraced(function*(text: string, languages?: ReadonlyArray<string>) {
            const pdf = write([{ content: line(text, 72, 80, 18) }])
            const picture = yield* Effect.scoped(
              Effect.flatMap(renderer.open(pdf), (pages) => pages.render(1, 150))
            )
            const words = yield* recognizer.recognize(picture, languages)
            return words.map((word) => word.text).join(" ")
          })
          // The data of another language, where it is installed, makes the umlauts right.
          if (recognizer.languages?.includes("deu") === true) {
            assert.strictEqual(
              yield* read("Die Fähre fährt früh über die Förde", ["deu"]),
              "Die Fähre fährt früh über die Förde"
            )
          }
          assert.strictEqual(yield* read("The quick brown fox jumps"), "The quick brown fox jumps")
          assert.include(recognizer.languages!, "eng")
          assert.notInclude(recognizer.languages!, "osd")
        }))
    }
  )

  it.effect("names its missing language files", () =>
    Effect.scoped(Effect.gen(function*() {
      const { languages, missing, usual } = Option.getOrThrow(yield* TesseractJs.make({ langPath: "/nowhere" }))
      assert.deepStrictEqual({ languages, missing, usual }, { languages: [], missing: ["eng"], usual: [] })
    })))
})
