import * as InvalidRequest from "@dunlin/schema/InvalidRequest"
import type { ScrapeOptions } from "@dunlin/schema/ScrapeOptions"
import * as Html from "@dunlin/transformers/Html"
import * as Effect from "effect/Effect"

/** Reads every CSS selector before a page is fetched, so that a wrong one is told with its path and costs nothing. */
export const checkSelectors = (options: ScrapeOptions): Effect.Effect<void, InvalidRequest.InvalidRequest> => {
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
  const wrong = written.find(([, selector]) => Html.checkSelectors([selector]) !== undefined)
  return wrong === undefined
    ? Effect.void
    : Effect.fail(InvalidRequest.at(["scrapeOptions", ...wrong[0]], "a CSS selector"))
}
