/**
 * Implements OCR with `tesseract.js` (Apache-2.0), an optional peer dependency, for machines on which no program can
 * be installed. It uses more memory than `Tesseract` and is slightly less accurate.
 *
 * @since 0.1.0
 */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import type * as Scope from "effect/Scope"
import * as Semaphore from "effect/Semaphore"
import { existsSync, readdirSync } from "node:fs"
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

// The import uses a variable, so that TypeScript compiles without the optional package.
const packageName = "tesseract.js"

/**
 * Creates the recogniser, if the package is installed. Without a file for any of its languages, it reads only pages
 * whose language the request names. Its worker ends with the scope.
 *
 * @category constructors
 * @since 0.1.0
 */
export const make = Effect.fnUntraced(
  function*(options: Options): Effect.fn.Return<Option.Option<Ocr.Recognizer>, never, Scope.Scope> {
    const fail = (detail: string) => new Ocr.OcrError({ engine: "tesseract.js", detail })
    // The package waits forever for a missing file, so the files are checked first.
    const ending = options.gzip === true ? ".traineddata.gz" : ".traineddata"
    const configured = options.languages ?? ["eng"]
    const listed = (existsSync(options.langPath) ? readdirSync(options.langPath) : [])
      .filter((name) => name.endsWith(ending))
      .map((name) => name.slice(0, -ending.length))
      .filter(Tsv.isLanguage)
    const languages = configured.filter((language) => listed.includes(language))
    const facts = {
      name: "tesseract.js",
      languages: listed,
      usual: languages,
      missing: configured.filter((language) => !languages.includes(language)),
      installing: (language: string) => `put ${language}${ending} into the folder of language files`
    }
    // The worker cannot start without a language.
    if (listed.length === 0) {
      return Option.some<Ocr.Recognizer>({ ...facts, recognize: () => Effect.fail(fail("has no language files")) })
    }
    const first = languages.length > 0 ? languages : listed.slice(0, 1)
    const start = Effect.tryPromise({
      try: () =>
        (import(packageName) as Promise<Module & { readonly default?: Module }>).then((module) =>
          (module.default ?? module).createWorker([...first], 1, {
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
    let loaded = first.join("+")
    return Option.map(worker, (worker): Ocr.Recognizer => ({
      ...facts,
      recognize: (picture, requested = first) =>
        turn.withPermit(Effect.tryPromise({
          try: async () => {
            if (loaded !== requested.join("+")) {
              // The worker has no language until the new ones are loaded.
              loaded = ""
              await worker.reinitialize([...requested])
              loaded = requested.join("+")
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
