/** Finds conflicts between fields of a search, and writes warnings about valid ones. */
import type * as Schema from "effect/Schema"
import * as ScrapeOptions from "../ScrapeOptions.ts"
import { ignoredSources } from "./wire.ts"

export const brokenRules = (request: {
  readonly includeDomains: ReadonlyArray<string>
  readonly excludeDomains: ReadonlyArray<string>
  readonly categories: ReadonlyArray<unknown>
  readonly enterprise: ReadonlyArray<string>
  readonly scrapeOptions?: ScrapeOptions.ScrapeOptions
}): ReadonlyArray<Schema.FilterIssue> => {
  const issues: Array<Schema.FilterIssue> = []
  if (request.includeDomains.length > 0 && request.excludeDomains.length > 0) {
    issues.push({ path: ["excludeDomains"], issue: "Expected either includeDomains or excludeDomains, not both" })
  }
  if (request.enterprise.length > 0 && request.scrapeOptions?.onlyCleanContent === true) {
    issues.push({
      path: ["scrapeOptions", "onlyCleanContent"],
      issue: "Expected false: not supported with zero data retention"
    })
  }
  return issues
}

export const noticesOf = (
  input: unknown,
  { scrapeOptions }: { readonly scrapeOptions?: ScrapeOptions.ScrapeOptions },
  warnings: ReadonlyArray<string>
): ReadonlyArray<string> => {
  // Clients write null for omitted fields, so the input of a valid request may have no list here.
  const { sources } = input as { readonly sources?: unknown }
  return [
    ...[...new Set(ignoredSources(Array.isArray(sources) ? sources : []))].map((name) =>
      `The source ${name} is not available here and was ignored.`
    ),
    ...warnings,
    ...(scrapeOptions === undefined ? [] : ScrapeOptions.notices(scrapeOptions))
  ]
}
