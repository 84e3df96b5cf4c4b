import type { Ocr } from "@dunlin/pdf"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Latch } from "effect"
import * as Languages from "../src/internal/ocr/languages.ts"
import { isMeaningless } from "../src/internal/ocr/meaning.ts"
import * as Reader from "../src/internal/ocr/ocr.ts"
import { harbour as texts } from "./harbour.ts"
import { lined, wordsOfLine } from "./scannedWords.ts"

describe("the language of a text", () => {
  it.each(Object.entries(texts))("is found by its function words: %s", (tag, text) => {
    assert.strictEqual(Languages.languageOf(text)?.tag, tag)
  })

  it("is found in text without accents", () => {
    for (const tag of ["de", "fr", "es", "pt", "pl", "tr"]) {
      const text = texts[tag]!.normalize("NFD").replace(/\p{M}/gu, "").replace(/ı/g, "i").replace(/ł/g, "l")
      assert.strictEqual(Languages.languageOf(text)?.tag, tag)
    }
  })

  it("is not found in names and numbers", () => {
    assert.isUndefined(
      Languages.languageOf("Alder 12 Birch 14 Cedar 9 Elm 3 Fig Ginkgo Hazel Iris Juniper Kapok Larch Maple Olive")
    )
  })

  it("is named by tags of any form", () => {
    assert.deepStrictEqual(
      ["de", "de-AT", "pt_BR", "zh-TW", "zh-Hant-HK", "zh-CN", "no", "EN", "xx"].map((tag) =>
        Languages.ofTag(tag)?.data
      ),
      ["deu", "deu", "por", "chi_tra", "chi_tra", "chi_sim", "nor", "eng", undefined]
    )
  })
})

const font = { name: "f", bold: false, italic: false, mono: false, math: false }
const page = (text: string) =>
  text.split(" ").map((text, index) => ({
    text,
    x0: 0,
    x1: 10,
    y: 0,
    size: 10,
    angle: 0,
    font,
    spaced: true,
    index,
    mark: -1
  }))

/** Each letter by the one that stands some places further on in the alphabet. */
const shifted = (text: string, by: number): string =>
  text.replace(/[a-z]/gi, (letter) => {
    const first = letter < "a" ? 65 : 97
    return String.fromCharCode(first + (letter.charCodeAt(0) - first + by) % 26)
  })

const english = Array(4).fill(texts.en).join(" ")

describe("text that is in no language", () => {
  it("is a text layer with shifted letters", () => {
    const missed = Array.from({ length: 25 }, (_, k) => k + 1).filter((by) =>
      !isMeaningless(page(shifted(english, by)))
    )
    assert.deepStrictEqual(missed, [])
  })

  it("is not text in any language, with or without accents", () => {
    for (const [tag, text] of Object.entries(texts)) {
      const plain = text.normalize("NFD").replace(/\p{M}/gu, "")
      for (const one of [text, plain]) assert.isFalse(isMeaningless(page(Array(5).fill(one).join(" "))), tag)
    }
  })

  it("is not names, codes, and abbreviations", () => {
    const names = "Schwarz Krzysztof Nguyen Hernandez Smith Wright Schmidt Ngwenya Björk Pryce Knightley Anderson Rossi"
    const codes =
      "M8x40 zinc hex bolt 12 pcs DIN 934 steel nut washer spring gasket copper valve brass flange qty 14 EUR"
    for (const text of [names, codes]) assert.isFalse(isMeaningless(page(Array(6).fill(text).join(" "))))
  })
})

/** A recogniser that sees a text, and which languages it was told to read in. */
const seeing = (
  text: string | ((picture: Ocr.Picture) => string),
  options: Partial<Ocr.Recognizer> & {
    readonly sure?: (languages: ReadonlyArray<string>, picture: Ocr.Picture) => number
    readonly picture?: Uint8Array
    /** Number of first pages that are read at the same time. */
    readonly together?: number
  } = {}
) => {
  const { picture: bytes = new Uint8Array(), sure = () => 90, together = 1, ...recognizer } = options
  const told: Array<string> = []
  const begun = Latch.makeUnsafe()
  const read = Effect.fnUntraced(function*(pages: number, languages: ReadonlyArray<string> = []) {
    const reader = yield* Reader.make({
      recognizer: Effect.succeedSome<Ocr.Recognizer>({
        name: "fake",
        languages: ["eng", "deu", "rus"],
        usual: ["eng"],
        recognize: Effect.fnUntraced(function*(picture, languages = ["eng"]) {
          told.push(languages.join("+"))
          if (told.length >= together) yield* begun.open
          yield* begun.await
          const words = wordsOfLine(typeof text === "string" ? text : text(picture))
          return words.map((word) => ({ ...word, confidence: sure(languages, picture) }))
        }),
        ...recognizer
      }),
      renderer: Effect.succeedSome({
        name: "fake",
        open: () =>
          Effect.succeed({
            render: (_, dpi) => Effect.succeed({ bytes, width: 1700, height: 2200, dpi })
          })
      }),
      concurrency: together
    })
    const wanted = Array.from({ length: pages }, (_, k) => ({ number: k + 1, width: 612, height: 792 }))
    return yield* reader.read(new Uint8Array(), wanted, { millis: 60_000, languages, onPage: () => Effect.void })
  }, Effect.scoped)
  return { read, told }
}

describe("a scan in another language", () => {
  it.effect("is read again in that language, and later pages only in it", () =>
    Effect.gen(function*() {
      const { read, told } = seeing(texts.de!)
      const { languages, warnings } = yield* read(3)
      assert.deepStrictEqual(told, ["eng", "deu", "deu", "deu"])
      assert.deepStrictEqual([...languages], [[1, "de"], [2, "de"], [3, "de"]])
      assert.deepStrictEqual(warnings, [])
    }))

  it.effect("is named in a warning if its data is missing", () =>
    Effect.gen(function*() {
      const { languages, warnings } = yield* seeing(texts.fr!, { installing: (name) => `apt ${name}` }).read(3)
      assert.deepStrictEqual(warnings, [
        "Pages 1 to 3 are in French, for which fake has no data: letters may be wrong. Install the data file \"fra\" (apt fra), and restart."
      ])
      assert.strictEqual(languages.size, 0)
    }))

  it.effect("is read immediately in the language that the request names", () =>
    Effect.gen(function*() {
      const { read, told } = seeing(texts.de!)
      yield* read(1, ["fr-CH", "de-CH"])
      assert.deepStrictEqual(told, ["deu"])
    }))

  it.effect("is reported if the request names it, its data is missing, and the text is too short to show it", () =>
    Effect.gen(function*() {
      const { read } = seeing("Achtung Stufe")
      assert.deepStrictEqual((yield* read(1, ["fr"])).warnings, [
        "Page 1 may be in French, for which fake has no data: letters may be wrong. Install the data file \"fra\", and restart."
      ])
      assert.deepStrictEqual((yield* read(1, ["fr", "de"])).warnings, [])
    }))

  it.effect("is read again in that language if pages are read at the same time", () =>
    Effect.gen(function*() {
      const { read, told } = seeing(texts.de!, { together: 3 })
      const { languages } = yield* read(3)
      assert.deepStrictEqual(told, ["eng", "eng", "eng", "deu", "deu", "deu"])
      assert.deepStrictEqual([...languages.keys()].sort(), [1, 2, 3])
    }))

  it.effect("is read once by a recogniser that needs no data", () =>
    Effect.gen(function*() {
      const { read, told } = seeing(texts.de!, { languages: undefined, usual: undefined })
      yield* read(1, ["fr"])
      assert.deepStrictEqual(told, ["eng"])
    }))
})

describe("configured languages without data", () => {
  const without = { languages: ["eng"], usual: [], missing: ["deu"], installing: (name: string) => `apt ${name}` }

  it.effect("are named with the command that installs them, and nothing is read", () =>
    Effect.gen(function*() {
      const { read, told } = seeing(texts.de!, without)
      assert.deepStrictEqual((yield* read(2)).warnings, [
        "OCR was needed for 2 pages of the PDF, but fake has no data for the configured language \"deu\". " +
        "Install the data file (apt deu), or configure other languages, and restart."
      ])
      assert.deepStrictEqual(told, [])
    }))

  it.effect("are not needed if the request names a language with data", () =>
    Effect.gen(function*() {
      const { read, told } = seeing("Mind the step", without)
      assert.deepStrictEqual((yield* read(1, ["en"])).warnings, [])
      assert.deepStrictEqual(told, ["eng"])
    }))

  it.effect("are not reported if no recogniser is installed", () =>
    Effect.gen(function*() {
      const recognizer = Effect.succeedNone
      const reader = yield* Reader.make({ recognizer, renderer: Effect.succeedNone, concurrency: 1 })
      const pages = [{ number: 1, width: 612, height: 792 }]
      const options = { millis: 60_000, languages: [], onPage: () => Effect.void }
      assert.deepStrictEqual((yield* reader.read(new Uint8Array(), pages, options)).warnings, [
        "OCR was needed for 1 page of the PDF, but no OCR engine is installed."
      ])
    }).pipe(Effect.scoped))
})

describe("a scan that is upside down", () => {
  it.effect("is read in its language after it is turned", () =>
    Effect.gen(function*() {
      const original = lined()
      const { read, told } = seeing((picture) => original.equals(picture.bytes) ? "ʇɥƃᴉɹdn ɹǝʌǝu" : texts.de!, {
        picture: original,
        sure: (_, picture) => original.equals(picture.bytes) ? 40 : 92
      })
      const { languages } = yield* read(1)
      assert.strictEqual(told.at(-1), "deu")
      assert.deepStrictEqual([...languages], [[1, "de"]])
    }))
})

describe("a scan in another script", () => {
  const unsure = (languages: ReadonlyArray<string>) => languages.includes("eng") ? 30 : 92

  it.effect("is read in the languages of that script", () =>
    Effect.gen(function*() {
      const { read, told } = seeing(texts.ru!, { sure: unsure, scriptOf: () => Effect.succeed("Cyrillic") })
      const { languages } = yield* read(1)
      assert.deepStrictEqual(told, ["eng", "rus"])
      assert.deepStrictEqual([...languages], [[1, "ru"]])
    }))

  it.effect("is detected if the words show no language", () =>
    Effect.gen(function*() {
      const latin = "To Atuavi avotyet otic mpwt kal mpwto mAoto gevyer yla Ta doa TH vvxyTa and wapdbec To xwprd"
      const { read, told } = seeing(latin, {
        languages: ["eng", "ell"],
        sure: (languages) => languages.includes("eng") ? 68 : 92,
        scriptOf: () => Effect.succeed("Greek")
      })
      yield* read(1)
      assert.deepStrictEqual(told, ["eng", "ell"])
    }))

  it.effect("is named in a warning if its data is missing", () =>
    Effect.gen(function*() {
      const { warnings } = yield* seeing("Y4acTb 3eMAN", { sure: () => 30, scriptOf: () => Effect.succeed("Greek") })
        .read(1)
      assert.deepStrictEqual(warnings, [
        "Page 1 is in Greek letters, for which fake has no data: letters may be wrong. Install the data file \"ell\", and restart."
      ])
    }))
})
