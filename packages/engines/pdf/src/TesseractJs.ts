/**
 * OCR with `tesseract.js` (Apache-2.0), an optional peer dependency, for machines on which no program can be installed.
 * It uses more memory than `Tesseract` and is slightly less accurate.
 *
 * @since 0.1.0
 */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import type * as Scope from "effect/Scope"
import * as Semaphore from "effect/Semaphore"
import { existsSync, readdirSync } from "node:fs"
import { join } from "node:path"
import * as Tsv from "./internal/ocr/tsv.ts"
import * as Ocr from "./Ocr.ts"

/**
 * @category options
 * @since 0.1.0
 */
export interface Options {
  /**
   * Folder with `<language>.traineddata` files. There is no default, because the package's default would download them.
   */
  readonly langPath: string
  /**
   * Whether the files are compressed (`.traineddata.gz`).
   *
   * @default false
   */
  readonly gzip?: boolean | undefined
  /**
   * Languages of the text, by their tesseract names. Languages without a file are ignored. A page in another language
   * with a file is read again in that language.
   *
   * @default ["eng"]
   */
  readonly languages?: ReadonlyArray<string> | undefined
}

interface Worker {
  readonly reinitialize: (languages: ReadonlyArray<string>) => Promise<unknown>
  readonly recognize: (
    image: Uint8Array,
    options: Record<string, unknown>,
    output: { readonly text: boolean; readonly tsv: boolean }
  ) => Promise<{ readonly data: { readonly tsv?: string | null } }>
  readonly terminate: () => Promise<unknown>
}

interface Module {
  readonly createWorker: (
    languages: ReadonlyArray<string>,
    oem: number,
    options: Record<string, unknown>
  ) => Promise<Worker>
}

// Not a literal, so that the package is not needed for compilation.
const packageName = "tesseract.js"

/**
 * The recogniser, if the package is installed and its language files are found. Its worker ends with the scope.
 *
 * @category constructors
 * @since 0.1.0
 */
export const make = Effect.fnUntraced(
  function*(options: Options): Effect.fn.Return<Option.Option<Ocr.Recognizer>, never, Scope.Scope> {
    const fail = (detail: string) => new Ocr.OcrError({ engine: "tesseract.js", detail })
    // The package waits forever for a missing file.
    const ending = options.gzip === true ? ".traineddata.gz" : ".traineddata"
    const languages = (options.languages ?? ["eng"]).filter((language) =>
      existsSync(join(options.langPath, language + ending))
    )
    if (languages.length === 0) return Option.none()
    const listed = readdirSync(options.langPath).filter((name) => name.endsWith(ending)).map((name) =>
      name.slice(0, -ending.length)
    ).filter(Tsv.isLanguage)
    const start = Effect.tryPromise({
      try: () =>
        (import(packageName) as Promise<Module & { readonly default?: Module }>).then((module) =>
          (module.default ?? module).createWorker([...languages], 1, {
            langPath: options.langPath,
            gzip: options.gzip ?? false,
            cacheMethod: "none",
            errorHandler: () => {}
          })
        ),
      catch: () => fail("does not start")
    })
    const worker = yield* Effect.option(
      Effect.acquireRelease(start, (worker) => Effect.promise(() => worker.terminate().catch(() => undefined)))
    )
    const turn = yield* Semaphore.make(1)
    let loaded = languages.join("+")
    return Option.map(worker, (worker): Ocr.Recognizer => ({
      name: "tesseract.js",
      languages: listed,
      usual: languages,
      installing: (language) => `put ${language}${ending} into the folder of language files`,
      recognize: (picture, asked = languages) =>
        turn.withPermit(Effect.tryPromise({
          try: async () => {
            if (loaded !== asked.join("+")) {
              // Until the new languages are loaded, the worker has none.
              loaded = ""
              await worker.reinitialize([...asked])
              loaded = asked.join("+")
            }
            return worker.recognize(Buffer.from(picture.bytes), {}, { text: false, tsv: true })
          },
          catch: () => fail("failed")
        })).pipe(Effect.map(({ data }) => Tsv.parse(data.tsv ?? "")))
    }))
  }
)

/**
 * Provides the recogniser, if it is available.
 *
 * @category layers
 * @since 0.1.0
 */
export const layer = (options: Options): Layer.Layer<never> => Layer.effect(Ocr.Ocr, make(options))
