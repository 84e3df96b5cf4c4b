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
 * Default `timeout` of a search, in milliseconds, and the longest that is waited: longer ones are read as that. Five
 * minutes are what a scrape may take, and the most that the Python client of the contract asks for.
 *
 * @category limits
 * @since 0.1.0
 */
export const searchTimeout = { default: 60_000, maximum: 300_000 } as const

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
 * Most entries of each list, doubles counted: no list of a request decides alone how much work it is.
 *
 * **Details**
 *
 * Where the contract names a number it is that one. The others leave room for every request that clients of the contract
 * were seen to send, several times over.
 *
 * @category limits
 * @since 0.1.0
 */
export const lists = {
  /** The contract has three, clients send a fourth that is ignored; several web sources may differ in time and place. */
  sources: 8,
  /** There are four. */
  categories: 8,
  /** As many domains as the most generous search engine takes in one question (Tavily: `include_domains`). */
  domains: 300,
  /** There are three. */
  enterprise: 4,
  /** There are 17 types. */
  formats: 32,
  /** Two are known. */
  changeTrackingModes: 4,
  /** Selectors of what to keep, to remove, or to read attributes of. */
  selectors: 100,
  /** There is one type. */
  parsers: 8,
  /** Section 2 of the contract is silent; the service it describes takes 50. */
  actions: 50,
  /** Browsers send fewer than ten. */
  languages: 16,
  /** There are six. */
  piiEntities: 12,
  /** Section 8. */
  threat: 1000,
  /** Servers refuse requests with more (Apache: `LimitRequestFields 100`). */
  headers: 100,
  /** Queries of one search. */
  queries: 20,
  /** Authors, and categories, of papers. */
  papers: 32
} as const

/**
 * Most keys of an object whose keys the contract names. The longest has 26.
 *
 * @category limits
 * @since 0.1.0
 */
export const objectMaxKeys = 200

/**
 * Most different questions one search asks a provider: sources and categories multiply.
 *
 * @category limits
 * @since 0.1.0
 */
export const searchMaxQuestions = 12

/**
 * Most different questions that all queries of one search make together.
 *
 * @category limits
 * @since 0.3.0
 */
export const searchMaxQuestionsOfAll = 60

/**
 * Longest texts of a request that the contract does not bound, in characters.
 *
 * @category limits
 * @since 0.1.0
 */
export const texts = {
  /** Servers answer 414 from 8 to 16 kB on. */
  url: 16_384,
  /** Both forms of a time filter together take 50. */
  timeFilter: 200,
  /** The longest place of the locations that are known has 80. */
  place: 500,
  /** The longest country code is a mistake. */
  country: 16,
  /** A host name has 253 characters, and a dot. */
  hostName: 254,
  /** Two letters are usual, 35 the most a reader of language tags must take (RFC 5646, 4.4.1). */
  language: 35,
  /** Longer ones are refused where selectors are read, too. */
  selector: 2000,
  attribute: 256,
  headerName: 256,
  /** Servers take lines of 8 kB (nginx, Apache). */
  headerValue: 8192,
  /** Name of a history of changes. */
  tag: 256,
  /** What an action types. */
  typed: 10_000,
  /** Name of a key: `Enter`, `Control+a`. */
  key: 64,
  script: 100_000,
  /** A date, as ISO 8601. */
  date: 40,
  /** Name of an author, or of a category of papers. */
  name: 256
} as const

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
export const actions = { maximum: lists.actions, waitMaximum: 60_000 } as const

/**
 * Calls on a page that stays open: characters of code, and bounds and default of `timeout`, in seconds.
 *
 * @category limits
 * @since 0.3.0
 */
export const interact = { code: 100_000, timeout: { minimum: 1, maximum: 300, default: 30 } } as const

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
 * Limits of the JSON Schemas of `json` and `changeTracking` formats: characters in names and texts, values in all,
 * levels of nesting, references, and characters of one `pattern`. A schema that a model can follow stays far below.
 *
 * @category limits
 * @since 0.1.0
 */
export const jsonSchema = { characters: 100_000, values: 10_000, depth: 64, references: 500, pattern: 500 } as const

/**
 * Most `urls` of one batch request; `appendToId` adds more.
 *
 * @category limits
 * @since 0.1.0
 */
export const batchMaxUrls = 20_000

/**
 * Most `urls` of one extraction.
 *
 * @category limits
 * @since 0.1.0
 */
export const extractMaxUrls = 100

/**
 * Bounds and default of the `limit` of a crawl.
 *
 * @category limits
 * @since 0.1.0
 */
export const crawlLimit = { minimum: 1, maximum: 1_000_000, default: 10_000 } as const

/**
 * Bounds and default of the `limit` of a map.
 *
 * @category limits
 * @since 0.1.0
 */
export const mapLimit = { minimum: 1, maximum: 100_000, default: 5000 } as const

/**
 * Bounds of `maxDiscoveryDepth`.
 *
 * @category limits
 * @since 0.1.0
 */
export const discoveryDepth = { minimum: 0, maximum: 1000 } as const

/**
 * Bounds of `maxConcurrency` of a job.
 *
 * @category limits
 * @since 0.1.0
 */
export const jobConcurrency = { minimum: 1, maximum: 1000 } as const

/**
 * Most entries of `includePaths` and `excludePaths`, and the longest of them in characters.
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
 * Bounds of monitors: of each team, of what one of them checks, and of how long its results are kept.
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
 * Bounds of feedback: entries of its lists, and characters of its texts.
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
