/**
 * Finds scripts that answer consent dialogs of web pages. Uses `@duckduckgo/autoconsent` if the application installs
 * it. It is not bundled, because its licence is MPL-2.0.
 *
 * @since 0.1.0
 */
import * as Effect from "effect/Effect"
import { readFile } from "node:fs/promises"
import { createRequire } from "node:module"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"

/**
 * Returns the script of `@duckduckgo/autoconsent` (16 or later), if the package is found from one of the folders.
 *
 * @category constructors
 * @since 0.1.0
 */
export const installed = (
  /** @default the working directory, and where this package lies */
  folders?: ReadonlyArray<string>
): Effect.Effect<string | undefined> =>
  Effect.suspend(() =>
    Effect.firstSuccessOf(
      (folders ?? [process.cwd(), fileURLToPath(new URL(".", import.meta.url))]).map((folder) =>
        Effect.tryPromise(() => {
          const main = createRequire(join(folder, "main.js")).resolve("@duckduckgo/autoconsent")
          return readFile(join(dirname(main), "autoconsent.standalone.js"), "utf8")
        })
      )
    )
  ).pipe(Effect.catch(() => Effect.succeed(undefined)))
