/**
 * Renders pages with `pdftoppm` of poppler-utils.
 *
 * @since 0.1.0
 */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { MAX_HEADER_BYTES } from "./internal/ocr/grey.ts"
import { OcrError } from "./Ocr.ts"
import * as PdfRenderer from "./PdfRenderer.ts"
import { find, run } from "./Program.ts"

/**
 * @category options
 * @since 0.1.0
 */
export interface Options {
  /**
   * Name or path of the program.
   *
   * @default "pdftoppm"
   */
  readonly path?: string | undefined
}

const OWNER_ONLY_FILE_MODE = 0o600

/**
 * Limits per page: milliseconds, bytes of output and bytes of memory. At 200 dots per inch, a grey Letter page has 4
 * MB.
 */
const limits = { timeout: 30_000, maxOutput: 64 * 1024 * 1024, memory: 768 * 1024 * 1024 }

const fail = (detail: string) => new OcrError({ engine: "pdftoppm", detail })

const header = /^P[56]\s+(\d{1,6})\s+(\d{1,6})\s+\d{1,5}\s/

/**
 * Creates the renderer, if the program is installed.
 *
 * @category constructors
 * @since 0.1.0
 */
export const make = (options: Options = {}): Effect.Effect<Option.Option<PdfRenderer.Renderer>> =>
  Effect.sync(() => {
    const command = find(options.path ?? "pdftoppm")
    if (command === undefined) return Option.none()
    return Option.some({
      name: "pdftoppm",
      open: Effect.fnUntraced(function*(bytes: Uint8Array) {
        const folder = yield* Effect.acquireRelease(
          Effect.tryPromise({
            try: () => mkdtemp(join(tmpdir(), `dunlin-pdf-${process.pid}-`)),
            catch: () => fail("could not create a temporary folder")
          }),
          (folder) => Effect.promise(() => rm(folder, { recursive: true, force: true }).catch(() => {}))
        )
        const file = join(folder, "a.pdf")
        yield* Effect.tryPromise({
          try: () => writeFile(file, bytes, { mode: OWNER_ONLY_FILE_MODE }),
          catch: () => fail("could not write a temporary file")
        })
        return {
          render: (page, dpi) =>
            run({
              command,
              args: [
                "-q",
                "-gray",
                "-r",
                String(Math.round(dpi)),
                "-f",
                String(page),
                "-l",
                String(page),
                "-singlefile",
                file
              ],
              ...limits
            }).pipe(
              Effect.mapError(({ detail }) => fail(detail)),
              Effect.flatMap((bytes) => {
                const match = header.exec(Buffer.from(bytes.subarray(0, MAX_HEADER_BYTES)).toString("latin1"))
                return match === null
                  ? Effect.fail(fail("no picture"))
                  : Effect.succeed({ bytes, width: Number(match[1]), height: Number(match[2]), dpi: Math.round(dpi) })
              })
            )
        }
      })
    })
  })

/**
 * Provides the renderer, if `pdftoppm` is installed.
 *
 * @category layers
 * @since 0.1.0
 */
export const layer = (options?: Options): Layer.Layer<never> => Layer.effect(PdfRenderer.PdfRenderer, make(options))
