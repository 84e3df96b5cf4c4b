/**
 * Metadata names that the pipeline fills, such as `url` and `statusCode`. A page cannot set them. A plain list,
 * because reading HTML must not load Effect.
 */
export const reserved: ReadonlySet<string> = new Set([
  "sourceURL",
  "url",
  "statusCode",
  "contentType",
  "numPages",
  "totalPages",
  "timezone",
  "proxyUsed",
  "cacheState",
  "cachedAt",
  "scrapeId",
  "creditsUsed",
  "hygiene",
  "error",
  "errorCode",
  "engine",
  "engineReason",
  "markdownSource",
  // Clients read these as a boolean and a number.
  "concurrencyLimited",
  "concurrencyQueueDurationMs"
])
