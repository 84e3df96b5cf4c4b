/**
 * The numbers of the contract (section 8): limits and defaults, in one place.
 *
 * @since 0.1.0
 */

/**
 * Longest `query` of a search, in Unicode code points.
 *
 * @category limits
 * @since 0.1.0
 */
export const queryMaxCodePoints = 500

/**
 * Bounds and default of `limit`, which applies to each source separately.
 *
 * @category limits
 * @since 0.1.0
 */
export const limit = { minimum: 1, maximum: 100, default: 10 } as const

/**
 * Default `timeout` of a search, in milliseconds.
 *
 * @category limits
 * @since 0.1.0
 */
export const searchTimeoutDefault = 60_000

/**
 * Bounds and default of the `timeout` of one scrape, in milliseconds.
 *
 * @category limits
 * @since 0.1.0
 */
export const scrapeTimeout = { minimum: 1000, maximum: 300_000, default: 60_000 } as const

/**
 * Default `maxAge` of a cached page, in milliseconds: 2 days.
 *
 * @category limits
 * @since 0.1.0
 */
export const maxAgeDefault = 172_800_000

/**
 * Default `maxAge` under `lockdown`, in milliseconds: 2 years of 365 days.
 *
 * @category limits
 * @since 0.1.0
 */
export const maxAgeLockdownDefault = 63_072_000_000

/**
 * Bounds of `parsers[].maxPages`.
 *
 * @category limits
 * @since 0.1.0
 */
export const maxPages = { minimum: 1, maximum: 10_000 } as const

/**
 * Longest `profile.name`, in characters.
 *
 * @category limits
 * @since 0.1.0
 */
export const profileNameMaxLength = 128

/**
 * Longest `auditMetadata.username`, in characters.
 *
 * @category limits
 * @since 0.1.0
 */
export const auditUsernameMaxLength = 1024

/**
 * Longest `question` and `query` of the formats that take one, in characters.
 *
 * @category limits
 * @since 0.1.0
 */
export const promptMaxLength = 10_000

/**
 * Most entries of each list of `threatProtection`.
 *
 * @category limits
 * @since 0.1.0
 */
export const threatListMaxItems = 1000

/**
 * Largest viewport of a screenshot, in pixels.
 *
 * @category limits
 * @since 0.1.0
 */
export const viewport = { width: 7680, height: 4320 } as const

/**
 * Most actions of one request, and the longest they may wait in total, in milliseconds.
 *
 * @category limits
 * @since 0.1.0
 */
export const actions = { maximum: 50, waitMaximum: 60_000 } as const

/**
 * How long a screenshot link works, in milliseconds: 24 hours.
 *
 * @category limits
 * @since 0.1.0
 */
export const screenshotLifetime = 86_400_000

/**
 * How long an audio or video link works, in milliseconds: 1 hour.
 *
 * @category limits
 * @since 0.1.0
 */
export const mediaLifetime = 3_600_000

/**
 * What the JSON Schemas of `json` and `changeTracking` formats may have: characters in names and texts, values in all,
 * levels of nesting, references, and characters of one `pattern`. A schema that a model can follow stays far below.
 *
 * @category limits
 * @since 0.1.0
 */
export const jsonSchema = { characters: 100_000, values: 10_000, depth: 64, references: 500, pattern: 500 } as const
