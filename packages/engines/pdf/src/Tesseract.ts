/**
 * Implements OCR with the `tesseract` program.
 *
 * @since 0.1.0
 */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Tsv from "./internal/ocr/tsv.ts"
import * as Ocr from "./Ocr.ts"
import { find, run } from "./Program.ts"

/**
 * @category options
 * @since 0.1.0
 */
export interface Options {
  /**
   * Name or path of the program.
   *
   * @default "tesseract"
   */
  readonly path?: string | undefined
  /**
   * Languages of the text, by their tesseract names (`eng`, `deu`, `chi_sim`, ...). Languages that are not installed
   * are ignored, unless no language is installed: a warning then names the missing data. A page in another installed
   * language is read again in that language.
   *
   * @default ["eng"]
   */
  readonly languages?: ReadonlyArray<string> | undefined
}

const LISTING_TIMEOUT = 10_000
const READING_TIMEOUT = 120_000

const SCRIPT_DATA = "osd"

const scriptLine = /^Script: (\w+)/m
const scriptConfidenceLine = /^Script confidence: ([\d.]+)/m
/** Minimum confidence of a detected script. A less certain one is ignored. */
const MIN_SCRIPT_CONFIDENCE = 0.5

const scriptIn = (report: string): string | undefined =>
  Number(scriptConfidenceLine.exec(report)?.[1] ?? 0) < MIN_SCRIPT_CONFIDENCE
    ? undefined
    : scriptLine.exec(report)?.[1]

const limits = { maxOutput: 32 * 1024 * 1024, memory: 1024 * 1024 * 1024 }

const environment = (): Record<string, string> => ({
  // With several threads, the program is slower: by a factor of three on a loaded machine.
  OMP_THREAD_LIMIT: "1",
  ...(process.env.TESSDATA_PREFIX === undefined ? {} : { TESSDATA_PREFIX: process.env.TESSDATA_PREFIX })
})

/**
 * Creates the recogniser, if the program is installed. Without data for any of its languages, it reads only pages
 * whose language the request names.
 *
 * @category constructors
 * @since 0.1.0
 */
export const make = Effect.fnUntraced(
  function*(options: Options = {}): Effect.fn.Return<Option.Option<Ocr.Recognizer>> {
    const command = find(options.path ?? "tesseract")
    if (command === undefined) return Option.none()
    const listed = yield* run({
      command,
      args: ["--list-langs"],
      env: environment(),
      timeout: LISTING_TIMEOUT,
      ...limits
    }).pipe(
      Effect.map((bytes) => Buffer.from(bytes).toString("utf8").split(/\s+/)),
      Effect.orElseSucceed((): Array<string> => [])
    )
    const configured = options.languages ?? ["eng"]
    const languages = configured.filter((language) => listed.includes(language))
    const runOn = (picture: Ocr.Picture, args: ReadonlyArray<string>) =>
      run({
        command,
        args: ["stdin", "stdout", "--dpi", String(picture.dpi), ...args],
        stdin: picture.bytes,
        env: environment(),
        timeout: READING_TIMEOUT,
        ...limits
      }).pipe(Effect.map((bytes) => Buffer.from(bytes).toString("utf8")))
    return Option.some<Ocr.Recognizer>({
      name: "tesseract",
      languages: listed.filter(Tsv.isLanguage),
      usual: languages,
      missing: configured.filter((language) => !languages.includes(language)),
      installing: (language) => `Debian and Ubuntu: apt-get install tesseract-ocr-${language.replaceAll("_", "-")}`,
      recognize: (picture, requested = languages) =>
        runOn(picture, ["-l", requested.join("+"), "tsv"]).pipe(
          Effect.map(Tsv.parse),
          Effect.mapError(({ detail }) => new Ocr.OcrError({ engine: "tesseract", detail }))
        ),
      ...(listed.includes(SCRIPT_DATA)
        ? {
          // Script detection fails on pictures with few letters, so its error is ignored.
          scriptOf: (picture) =>
            runOn(picture, ["--psm", "0", "-l", SCRIPT_DATA]).pipe(
              Effect.map(scriptIn),
              Effect.orElseSucceed(() => undefined)
            )
        }
        : {})
    })
  }
)

/**
 * Provides the recogniser, if tesseract is installed.
 *
 * @category layers
 * @since 0.1.0
 */
export const layer = (options?: Options): Layer.Layer<never> => Layer.effect(Ocr.Ocr, make(options))
