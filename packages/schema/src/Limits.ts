/**
 * Defines the limits and defaults of the contract.
 *
 * @since 0.1.0
 */

/**
 * Maximum length of a search's `query`, in Unicode code points.
 *
 * @category limits
 * @since 0.1.0
 */
export const queryMaxCodePoints = 500

/**
 * The limits and the default of `limit`, which applies to each source separately.
 *
 * @category limits
 * @since 0.1.0
 */
export const limit = { minimum: 1, maximum: 100, default: 10 } as const

/**
 * Default and maximum `timeout` of a search in milliseconds; longer ones are reduced to the maximum. Five minutes are
 * also the maximum of a scrape, and of the contract's Python client.
 *
 * @category limits
 * @since 0.1.0
 */
export const searchTimeout = { default: 60_000, maximum: 300_000 } as const

/**
 * Limits and default of a scrape's `timeout`, in milliseconds.
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
 * Limits of `parsers[].maxPages`.
 *
 * @category limits
 * @since 0.1.0
 */
export const maxPages = { minimum: 1, maximum: 10_000 } as const

/**
 * Maximum length of `profile.name`, in characters.
 *
 * @category limits
 * @since 0.1.0
 */
export const profileNameMaxLength = 128

/**
 * Maximum length of `auditMetadata.username`, in characters.
 *
 * @category limits
 * @since 0.1.0
 */
export const auditUsernameMaxLength = 1024

/**
 * Maximum length of `question`, `prompt`, `systemPrompt` and `goal`, and of formats' `query`, in characters.
 *
 * @category limits
 * @since 0.1.0
 */
export const promptMaxLength = 10_000

/**
 * Maximum number of entries in each list, including duplicates, so that no single list determines the amount of work.
 *
 * **Details**
 *
 * Numbers of the contract are used. For other lists, the limit is several times what clients of the contract were
 * observed to send.
 *
 * @category limits
 * @since 0.1.0
 */
export const lists = {
  /**
   * The contract has three sources, and clients send a fourth that is ignored. Several web sources may differ in
   * location and time.
   */
  sources: 8,
  categories: 8,
  /** The most generous search engine allows this number (Tavily: `include_domains`). */
  domains: 300,
  enterprise: 4,
  /** There are 17 types. */
  formats: 32,
  changeTrackingModes: 4,
  /** The lists of selectors for elements to keep, to remove, or to read attributes of. */
  selectors: 100,
  parsers: 8,
  /** The contract defines no number; the reference service accepts 50. */
  actions: 50,
  /** Browsers send fewer than ten languages. */
  languages: 16,
  piiEntities: 12,
  /** The contract defines this number. */
  threat: 1000,
  /** Servers reject requests with more (Apache: `LimitRequestFields 100`). */
  headers: 100,
  queries: 20,
  papers: 32
} as const

/**
 * Maximum keys of an object with keys that the contract defines. The largest has 26.
 *
 * @category limits
 * @since 0.1.0
 */
export const objectMaxKeys = 200

/**
 * Maximum number of different provider queries for one search. There is one for each combination of source and
 * category.
 *
 * @category limits
 * @since 0.1.0
 */
export const searchMaxQuestions = 12

/**
 * Maximum number of different provider queries for all queries of one search.
 *
 * @category limits
 * @since 0.3.0
 */
export const searchMaxQuestionsOfAll = 60

/**
 * Maximum characters of request strings that the contract does not limit.
 *
 * @category limits
 * @since 0.1.0
 */
export const texts = {
  /** Servers return 414 from 8 to 16 kB. */
  url: 16_384,
  /** Both forms of a time filter together have 50 characters. */
  timeFilter: 200,
  /** The longest known location name has 80 characters. */
  place: 500,
  /** No valid country code is longer. */
  country: 16,
  /** A host name has at most 253 characters, and a trailing dot. */
  hostName: 254,
  /** Two letters are usual; parsers of language tags must accept 35 (RFC 5646, 4.4.1). */
  language: 35,
  /** Longer selectors are also rejected when they are parsed. */
  selector: 2000,
  attribute: 256,
  headerName: 256,
  /** Servers accept header lines of 8 kB (nginx, Apache). */
  headerValue: 8192,
  /** Name of a change history. */
  tag: 256,
  typed: 10_000,
  /** The name of a key on the keyboard: `Enter`, `Control+a`. */
  key: 64,
  script: 100_000,
  /** A date, as ISO 8601. */
  date: 40,
  /** Name of an author, or of a category of papers. */
  name: 256
} as const

/**
 * Maximum viewport of a screenshot, in pixels.
 *
 * @category limits
 * @since 0.1.0
 */
export const viewport = { width: 7680, height: 4320 } as const

/**
 * Maximum number of actions in one request, and their maximum total wait in milliseconds.
 *
 * @category limits
 * @since 0.1.0
 */
export const actions = { maximum: lists.actions, waitMaximum: 60_000 } as const

/**
 * The limits of a call on an open page: the characters of its code, and the limits and default of `timeout` in seconds.
 *
 * @category limits
 * @since 0.3.0
 */
export const interact = { code: 100_000, timeout: { minimum: 1, maximum: 300, default: 30 } } as const

/**
 * Lifetime of a screenshot link in milliseconds: 24 hours.
 *
 * @category limits
 * @since 0.1.0
 */
export const screenshotLifetime = 86_400_000

/**
 * Lifetime of an audio or video link in milliseconds: 1 hour.
 *
 * @category limits
 * @since 0.1.0
 */
export const mediaLifetime = 3_600_000

/**
 * Limits of JSON Schemas in `json` and `changeTracking` formats: the characters of names and strings, the number of
 * values, the nesting, the references, and the characters of one `pattern`. A schema that a model can follow is far
 * smaller.
 *
 * @category limits
 * @since 0.1.0
 */
export const jsonSchema = { characters: 100_000, values: 10_000, depth: 64, references: 500, pattern: 500 } as const

/**
 * Maximum number of `urls` in one batch request. `appendToId` adds more.
 *
 * @category limits
 * @since 0.1.0
 */
export const batchMaxUrls = 20_000

/**
 * Maximum number of `urls` in one extraction.
 *
 * @category limits
 * @since 0.1.0
 */
export const extractMaxUrls = 100

/**
 * Limits and default of a crawl's `limit`.
 *
 * @category limits
 * @since 0.1.0
 */
export const crawlLimit = { minimum: 1, maximum: 1_000_000, default: 10_000 } as const

/**
 * Limits and default of a map's `limit`.
 *
 * @category limits
 * @since 0.1.0
 */
export const mapLimit = { minimum: 1, maximum: 100_000, default: 5000 } as const

/**
 * Limits of `maxDiscoveryDepth`.
 *
 * @category limits
 * @since 0.1.0
 */
export const discoveryDepth = { minimum: 0, maximum: 1000 } as const

/**
 * Limits of a job's `maxConcurrency`.
 *
 * @category limits
 * @since 0.1.0
 */
export const jobConcurrency = { minimum: 1, maximum: 1000 } as const

/**
 * Maximum number of entries in `includePaths` and `excludePaths`.
 *
 * @category limits
 * @since 0.1.0
 */
export const pathPatternsMaximum = 1000

/**
 * @category limits
 * @since 0.1.0
 */
export const pathPatternMaxLength = 2000

/**
 * Limits of monitors: per team, per check, and of the retention of results.
 *
 * @category limits
 * @since 0.3.0
 */
export const monitor = {
  perTeam: 1000,
  targets: 50,
  urls: 1000,
  queries: 50,
  events: 10,
  scheduleText: 200,
  timezone: 64,
  targetId: 64,
  retentionDays: { minimum: 1, maximum: 365, default: 30 }
} as const

/**
 * Limits of feedback: the entries of its lists, and the characters of its strings.
 *
 * @category limits
 * @since 0.3.0
 */
export const feedback = {
  sources: 50,
  missing: 50,
  issues: 20,
  pages: 100,
  topic: 200,
  reason: 1000,
  note: 4000
} as const
