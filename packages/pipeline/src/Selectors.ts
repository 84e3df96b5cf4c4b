/**
 * Validates the CSS selectors of scrape options before any work.
 *
 * @since 0.1.0
 */
import * as InvalidRequest from "@dunlin/schema/InvalidRequest"
import type { ScrapeOptions } from "@dunlin/schema/ScrapeOptions"
import * as Effect from "effect/Effect"

/**
 * Parses every CSS selector before a page is fetched. If a selector is invalid or exceeds the total limit, the error
 * names its path, and nothing is charged. `path` is the position of the options in the request.
 *
 * @category guards
 * @since 0.1.0
 */
export const check = Effect.fnUntraced(function*(
  options: Pick<ScrapeOptions, "includeTags" | "excludeTags" | "formats">,
  path: ReadonlyArray<string> = []
): Effect.fn.Return<void, InvalidRequest.InvalidRequest> {
  const written: ReadonlyArray<readonly [ReadonlyArray<string | number>, string]> = [
    ...options.includeTags.map((tag, at) => [["includeTags", at], tag] as const),
    ...options.excludeTags.map((tag, at) => [["excludeTags", at], tag] as const),
    ...options.formats.flatMap((format, at) =>
      format.type === "attributes"
        ? format.selectors.map(({ selector }, which) =>
          [["formats", at, "selectors", which, "selector"], selector] as const
        )
        : []
    )
  ]
  if (written.length === 0) return
  const Html = yield* Effect.promise(() => import("@dunlin/transformers/Html"))
  const wrong = Html.checkSelectors(written.map(([, selector]) => selector))
  if (wrong === undefined) return
  const [place] = written[wrong.at]!
  return yield* InvalidRequest.at([...path, ...place], `a valid CSS selector (${wrong.detail})`)
})
