/** Reads pictures of pages for a job: renders, recognises, and stops at the deadline. */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type * as Scope from "effect/Scope"
import type { Picture, Recognizer, Word } from "../../Ocr.ts"
import type { Pages, Renderer } from "../../PdfRenderer.ts"
import { Sharing } from "../../Sharing.ts"
import { POINTS } from "../page/geometry.ts"
import type { Band } from "./bands.ts"
import type { OcrPage } from "./ocrPage.ts"
import * as Scans from "./scans.ts"
import * as Spoken from "./spoken.ts"

export interface Wanted {
  readonly number: number
  readonly width: number
  readonly height: number
}

export interface Read {
  readonly pages: ReadonlyArray<OcrPage>
  readonly warnings: ReadonlyArray<string>
  readonly languages: ReadonlyMap<number, string>
  /** Whether the deadline passed before all pages were read. */
  readonly cut: boolean
}

export interface Reader {
  readonly read: (
    bytes: Uint8Array,
    pages: ReadonlyArray<Wanted>,
    options: {
      readonly millis: number
      readonly languages: ReadonlyArray<string>
      readonly onPage: (page: number) => Effect.Effect<void>
    }
  ) => Effect.Effect<Read>
}

/** Limits the pixels, because a page may declare any size. */
const MAX_SIDE_PX = 3600

/** Dots per inch of rendered pages, at which body letters have the height that recognisers were trained on. */
const RESOLUTION = 200

const plural = (count: number): string => count === 1 ? "1 page" : `${count} pages`

const placed = ({ top }: Band) => (words: ReadonlyArray<Word>): ReadonlyArray<Word> =>
  top === 0 ? words : words.map((word) => ({ ...word, y0: word.y0 + top, y1: word.y1 + top }))

const joined = (bands: ReadonlyArray<ReadonlyArray<Word>>): ReadonlyArray<Word> => {
  const all: Array<Word> = []
  let blocks = 0
  for (const words of bands) {
    const before = blocks
    for (const word of words) {
      all.push({ ...word, block: word.block + before })
      blocks = Math.max(blocks, word.block + before)
    }
  }
  return all
}

/** Minimum confidence in percent of an upright page. Text upside down has about 45, and a poor scan 80. */
const MIN_UPRIGHT_CONFIDENCE = 65

const letters = (words: ReadonlyArray<Word>): number => words.reduce((sum, { text }) => sum + text.length, 0)

/**
 * Returns whether a word is horizontal. A vertical word is higher than wide, and recognisers read such words in the
 * wrong order.
 */
const isAcross = ({ text, x0, x1, y0, y1 }: Word): boolean =>
  x1 - x0 >= y1 - y0 || !/\p{Ll}.*\p{Ll}.*\p{Ll}/u.test(text)

/** Returns the mean confidence of the letters: 0 without letters; `undefined` if the recogniser reports none. */
const sureness = (words: ReadonlyArray<Word>): number | undefined => {
  if (words.some((word) => word.confidence === undefined)) return undefined
  const all = letters(words)
  if (all === 0) return 0
  return words.filter(isAcross).reduce((sum, { confidence, text }) => sum + confidence! * text.length, 0) / all
}

const isUnsure = ({ words }: Spoken.Seen): boolean =>
  (sureness(words) ?? MIN_UPRIGHT_CONFIDENCE) < MIN_UPRIGHT_CONFIDENCE

const isBetter = (one: Spoken.Seen, other: Spoken.Seen): boolean => {
  const [sure, otherSure] = [sureness(one.words) ?? 0, sureness(other.words) ?? 0]
  return sure > otherSure && sure * letters(one.words) > otherSure * letters(other.words)
}

/** Returns the warning of a recogniser that has no data for any of its configured languages. */
const withoutData = ({ installing, missing = [], name }: Recognizer, pages: number): string => {
  const files = missing.map((language) => `"${language}"`).join(", ")
  const hints = missing.flatMap((language) => installing?.(language) ?? [])
  const how = hints.length === 0 ? "" : ` (${hints.join("; ")})`
  const [language, data] = missing.length === 1 ? ["language", "file"] : ["languages", "files"]
  return `OCR was needed for ${plural(pages)} of the PDF, but ${name} has no data for the configured ${language} ` +
    `${files}. Install the data ${data}${how}, or configure other languages, and restart.`
}

export const make = Effect.fnUntraced(function*(options: {
  readonly recognizer: Effect.Effect<Option.Option<Recognizer>>
  readonly renderer: Effect.Effect<Option.Option<Renderer>>
  readonly concurrency: number
}): Effect.fn.Return<Reader, never, Scope.Scope> {
  const recognizer = yield* Effect.cached(options.recognizer)
  const renderer = yield* Effect.cached(options.renderer)
  const semaphore = yield* (yield* Sharing).limiter(options.concurrency)
  const scans = yield* Scans.make
  return {
    read: Effect.fnUntraced(function*(bytes, pages, { languages, millis, onPage }) {
      const ocr = yield* recognizer
      const pictures = yield* renderer
      if (Option.isNone(ocr) || Option.isNone(pictures)) {
        const missing = Option.isNone(ocr) ? "no OCR engine is installed" : "no program that renders pages is installed"
        return {
          pages: [],
          languages: new Map(),
          cut: false,
          warnings: [`OCR was needed for ${plural(pages.length)} of the PDF, but ${missing}.`]
        }
      }
      const spokenLanguages = Spoken.make({
        recognizer: ocr.value,
        tags: languages,
        sureness: ({ words }) => sureness(words),
        isUnsure
      })
      if ((spokenLanguages.usual() ?? ocr.value.usual)?.length === 0) {
        const warning = withoutData(ocr.value, pages.length)
        return { pages: [], languages: new Map(), cut: false, warnings: [warning] }
      }
      const done: Array<OcrPage> = []
      let failed = 0
      // If there are fewer pages than processors, several processors share a page.
      const bands = Math.max(1, Math.floor(options.concurrency / pages.length))
      const see = Effect.fnUntraced(function*(picture: Picture, count: number, languages = spokenLanguages.usual()) {
        const prepared = yield* scans.prepare(picture, count)
        const words = yield* Effect.forEach(
          prepared,
          (band) => Effect.map(semaphore.withPermit(ocr.value.recognize(band.picture, languages)), placed(band)),
          { concurrency: prepared.length }
        )
        return { picture, words: joined(words), languages }
      })
      const upright = Effect.fnUntraced(function*(seen: Spoken.Seen) {
        let best = seen
        for (const picture of yield* scans.turn(seen.picture)) {
          if (!isUnsure(best)) break
          const other = yield* see(picture, bands)
          if (isBetter(other, best)) best = other
        }
        return best
      })
      const one = (open: Pages) =>
        Effect.fnUntraced(function*(page: Wanted) {
          const dpi = Math.min(RESOLUTION, MAX_SIDE_PX * POINTS / Math.max(page.width, page.height, 1))
          const picture = yield* semaphore.withPermit(open.render(page.number, Math.max(1, dpi)))
          const first = yield* see(picture, bands)
          const again = (seen: Spoken.Seen) =>
            spokenLanguages.again(page.number, seen, (languages) => see(seen.picture, bands, languages))
          const seen = yield* again(first)
          const rotated = isUnsure(seen) ? yield* upright(seen) : seen
          // The language of an upside-down page cannot be detected, so the language is detected after the rotation.
          const best = rotated === seen ? seen : yield* again(rotated)
          done.push({
            number: page.number,
            picture: { width: best.picture.width, height: best.picture.height, dpi: best.picture.dpi },
            words: best.words
          })
          yield* onPage(page.number)
        })
      const all = Effect.scoped(Effect.gen(function*() {
        const open = yield* pictures.value.open(bytes)
        yield* Effect.forEach(
          pages,
          (page) =>
            Effect.catch(one(open)(page), () =>
              Effect.sync(() => {
                failed++
              })),
          { concurrency: options.concurrency, discard: true }
        )
      }))
      const finished = yield* all.pipe(
        Effect.timeoutOption(millis),
        Effect.catch(() => Effect.succeed(Option.none<void>()))
      )
      const cut = Option.isNone(finished)
      const warnings: Array<string> = []
      if (cut) warnings.push(`OCR reached its time limit after ${plural(done.length)} of ${pages.length}.`)
      if (failed > 0) warnings.push(`OCR failed on ${plural(failed)}.`)
      warnings.push(...spokenLanguages.warnings())
      return {
        pages: done.sort((a, b) => a.number - b.number),
        languages: spokenLanguages.languages,
        warnings,
        cut
      }
    })
  }
})
