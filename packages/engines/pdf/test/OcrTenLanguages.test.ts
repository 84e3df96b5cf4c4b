import { PdfEngine } from "@dunlin/pdf"
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { existsSync } from "node:fs"
import { tesseractLanguages } from "../../../common/test/components.ts"
import { harbour } from "./harbour.ts"
import { scanOf } from "./ocrScan.ts"
import * as RealOcr from "./realOcr.ts"

/** Ten languages by their tags, and the data files of tesseract. */
const languages = {
  de: "deu",
  fr: "fra",
  es: "spa",
  it: "ita",
  pt: "por",
  nl: "nld",
  pl: "pol",
  tr: "tur",
  ru: "rus",
  el: "ell"
} as const

/** Maximum share of words with a wrong letter. Hyphens at line ends and accents are where most of them are. */
const MAX_WORD_ERROR = 0.05

const MAX_LETTERS_PER_LINE = 60

const linesOf = (text: string): ReadonlyArray<string> => {
  const lines: Array<string> = [""]
  for (const word of text.split(" ")) {
    const joined = `${lines.at(-1)} ${word}`.trim()
    if (joined.length > MAX_LETTERS_PER_LINE) lines.push(word)
    else lines[lines.length - 1] = joined
  }
  return lines
}

const parse = (bytes: Uint8Array) => PdfEngine.PdfEngine.use((engine) => engine.parse(bytes))

RealOcr.describeReal(() => {
  it.layer(RealOcr.layer, RealOcr.options)("a scan without a hint about its language", (it) => {
    it.effect("is read in its language, or has a warning that names the missing data, in ten languages", () =>
      Effect.forEach(Object.entries(languages), ([tag, data]) =>
        Effect.gen(function*() {
          const text = harbour[tag]!
          const { markdown, pages, warnings } = yield* parse(yield* scanOf(linesOf(text)))
          if (!existsSync(`${tesseractLanguages}/${data}.traineddata`)) {
            assert.include(warnings.join(" "), `"${data}"`)
            assert.include(warnings.join(" "), `apt-get install tesseract-ocr-`)
            return
          }
          const read = new Set(markdown.split(/\s+/))
          const words = text.split(" ")
          const wrong = words.filter((word) => !read.has(word))
          assert.isAtMost(wrong.length / words.length, MAX_WORD_ERROR, `${tag}: ${wrong.join(" ")}`)
          assert.strictEqual(pages[0]!.language, tag)
          assert.deepStrictEqual(warnings, [], tag)
        }), { discard: true }))
  })
})
