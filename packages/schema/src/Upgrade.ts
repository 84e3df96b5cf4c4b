/**
 * Converts requests of version 1 to version 2. A warning names every change, so that callers can make it in their own
 * code.
 *
 * @since 0.1.0
 */
import * as Predicate from "effect/Predicate"

interface Fields {
  readonly [key: string]: unknown
}

/**
 * A version 2 body that is not decoded yet, and one sentence for each renamed or dropped option. Values other than
 * objects are returned unchanged, and the decoder rejects them.
 *
 * @category models
 * @since 0.1.0
 */
export interface Upgraded {
  readonly body: unknown
  readonly warnings: ReadonlyArray<string>
}

const isFields = (value: unknown): value is Fields => Predicate.isObject(value) && !Array.isArray(value)

const renamed = (from: string, to: string) => `The option ${from} of version 1 is ${to} in version 2.`
const dropped = (name: string, why: string) => `The option ${name} of version 1 has no effect in version 2: ${why}.`

/**
 * Converts `POST /v1/search`. `lang` becomes the language of scraped pages, and the scrape options are upgraded.
 *
 * @category upgrades
 * @since 0.1.0
 */
export const search = (input: unknown): Upgraded => {
  if (!isFields(input)) return { body: input, warnings: [] }
  const { filter, lang, maxResults, scrapeOptions, ...body } = input
  const warnings: Array<string> = []
  const upgraded: Record<string, unknown> = { ...body }
  if (maxResults !== undefined && upgraded.limit === undefined) {
    upgraded.limit = maxResults
    warnings.push(renamed("maxResults", "limit"))
  }
  if (filter !== undefined) {
    warnings.push(dropped("filter", "write operators such as site: into the query"))
  }
  if (isFields(scrapeOptions)) {
    const nested = scrapeFields(scrapeOptions)
    const { formats } = nested.body
    upgraded.scrapeOptions = {
      ...nested.body,
      // Version 1 scraped only if formats were requested.
      formats: formats ?? [],
      ...(typeof lang === "string" && nested.body.location === undefined
        ? { location: { languages: [lang], ...(Predicate.isString(body.country) ? { country: body.country } : {}) } }
        : {})
    }
    warnings.push(...nested.warnings)
  } else if (scrapeOptions !== undefined) {
    upgraded.scrapeOptions = scrapeOptions
  }
  return { body: upgraded, warnings }
}

/**
 * Converts `POST /v1/scrape`. Formats and their options become objects, and `parsePDF` becomes `parsers`.
 *
 * @category upgrades
 * @since 0.1.0
 */
export const scrape = (input: unknown): Upgraded =>
  isFields(input) ? scrapeFields(input) : { body: input, warnings: [] }

/**
 * Converts the options of a crawl: `maxDepth`, `ignoreSitemap`, `allowBackwardCrawling`, and the nested scrape options.
 *
 * @category upgrades
 * @since 0.1.0
 */
export const crawl = (input: unknown): Upgraded => {
  if (!isFields(input)) return { body: input, warnings: [] }
  const { allowBackwardCrawling, ignoreSitemap, maxDepth, scrapeOptions, ...rest } = input
  const body: Record<string, unknown> = rest
  const warnings: Array<string> = []
  if (allowBackwardCrawling !== undefined) {
    body.crawlEntireDomain ??= allowBackwardCrawling
    warnings.push(renamed("allowBackwardCrawling", "crawlEntireDomain"))
  }
  if (maxDepth !== undefined) {
    body.maxDiscoveryDepth ??= maxDepth
    warnings.push(renamed("maxDepth", "maxDiscoveryDepth"))
  }
  if (ignoreSitemap !== undefined) {
    body.sitemap ??= ignoreSitemap === true ? "skip" : "include"
    warnings.push(renamed("ignoreSitemap", "sitemap (skip, include or only)"))
  }
  if (isFields(scrapeOptions)) {
    const nested = scrapeFields(scrapeOptions)
    body.scrapeOptions = nested.body
    warnings.push(...nested.warnings)
  }
  return { body, warnings }
}

const scrapeFields = (input: Fields): { readonly body: Fields; readonly warnings: ReadonlyArray<string> } => {
  const { changeTrackingOptions, extract, formats, geolocation, jsonOptions, parsePDF, ...rest } = input
  const body: Record<string, unknown> = rest
  const warnings: Array<string> = []
  if (parsePDF !== undefined) {
    body.parsers ??= parsePDF === false ? [] : ["pdf"]
    warnings.push(renamed("parsePDF", "parsers"))
  }
  if (geolocation !== undefined) {
    body.location ??= geolocation
    warnings.push(renamed("geolocation", "location"))
  }
  if (Array.isArray(formats)) {
    body.formats = formats.map((format: unknown) => {
      switch (format) {
        case "extract":
          warnings.push(renamed("formats: \"extract\"", "formats: { type: \"json\" }"))
          return { type: "json", ...jsonFields(extract ?? jsonOptions) }
        case "json":
          warnings.push(renamed("jsonOptions", "formats: { type: \"json\", prompt, schema }"))
          return { type: "json", ...jsonFields(jsonOptions ?? extract) }
        case "changeTracking":
          if (changeTrackingOptions !== undefined) {
            warnings.push(renamed("changeTrackingOptions", "formats: { type: \"changeTracking\", modes, ... }"))
          }
          return { type: "changeTracking", ...(isFields(changeTrackingOptions) ? changeTrackingOptions : {}) }
        case "screenshot@fullPage":
          warnings.push(
            renamed("formats: \"screenshot@fullPage\"", "formats: { type: \"screenshot\", fullPage: true }")
          )
          return { type: "screenshot", fullPage: true }
        default:
          return format
      }
    })
  } else if (formats !== undefined) {
    body.formats = formats
  }
  return { body, warnings }
}

const jsonFields = (options: unknown): Fields => {
  if (!isFields(options)) return {}
  const { prompt, schema, systemPrompt } = options
  return {
    ...(schema === undefined ? {} : { schema }),
    ...(prompt ? { prompt } : {}),
    ...(systemPrompt ? { systemPrompt } : {})
  }
}
