/**
 * Computes the price of a search or a scrape, with pure functions on a table of prices. `quote` and `quoteScrape`
 * return the maximum cost before any work, `lines` and `pageLines` the actual cost afterwards. An operator can
 * override the prices.
 *
 * @since 0.1.0
 */

/**
 * The price of each feature, in whole credits.
 *
 * @category models
 * @since 0.1.0
 */
export interface PriceTable {
  /**
   * The prices of search results. They are charged per started block of `blockSize`, at the price of the request's
   * retention mode.
   */
  readonly results: {
    readonly blockSize: number
    readonly standard: number
    readonly anon: number
    readonly zdr: number
  }
  /** The price of one delivered page, without PDF pages and surcharges. A failed page is free. */
  readonly page: {
    readonly basic: number
    /** The surcharge for a delivered page that used the enhanced proxy. */
    readonly enhanced: number
    readonly lockdownHit: number
    readonly lockdownMiss: number
  }
  /** The price of each parsed PDF page after the first, which the page price covers. */
  readonly pdfPage: number
  /** The price of one URL that is sent to a classifier, whatever its verdict. Decisions by a list are free. */
  readonly threatScan: number
  /**
   * The price of each started minute in which a browser page stays open for a team.
   *
   * @since 0.3.0
   */
  readonly browserMinute: number
  /** The surcharges of a delivered page, one for each delivered feature. */
  readonly surcharge: { readonly [K in Surcharge]: number }
}

/**
 * A feature that is charged in addition to the page.
 *
 * `json` is structured extraction, by the `json` format or by change tracking in its `json` mode; both together are
 * charged once.
 *
 * @category models
 * @since 0.1.0
 */
export type Surcharge = "json" | "question" | "highlights" | "redactPII" | "audio" | "video" | "zeroDataRetention"

/**
 * The feature that a cost line charges for.
 *
 * @category models
 * @since 0.1.0
 */
export type Feature =
  | "results"
  | "page"
  | "enhancedProxy"
  | "lockdownHit"
  | "lockdownMiss"
  | "pdfPages"
  | "threatScan"
  | Surcharge

/**
 * One line of a charge. Lines contain no URL and no query, so they may be stored under zero data retention.
 *
 * @category models
 * @since 0.1.0
 */
export interface CostLine {
  readonly feature: Feature
  readonly quantity: number
  readonly amount: number
}

/**
 * The default prices: those of the API contract, and otherwise those that the contract's clients usually expect.
 *
 * **Example** (Another price for a page)
 *
 * ```ts
 * import { PriceTable } from "@dunlin/credits"
 *
 * const prices: PriceTable.PriceTable = {
 *   ...PriceTable.defaults,
 *   page: { ...PriceTable.defaults.page, basic: 3 }
 * }
 * const page: PriceTable.PageUsage = { outcome: "delivered" }
 * console.log(PriceTable.total(PriceTable.pageLines(page, prices))) // 3
 * ```
 *
 * @category constructors
 * @since 0.1.0
 */
export const defaults: PriceTable = {
  results: { blockSize: 10, standard: 2, anon: 2, zdr: 10 },
  page: { basic: 1, enhanced: 5, lockdownHit: 5, lockdownMiss: 1 },
  pdfPage: 1,
  threatScan: 2,
  browserMinute: 2,
  surcharge: {
    json: 4,
    question: 4,
    highlights: 4,
    redactPII: 4,
    audio: 4,
    video: 4,
    zeroDataRetention: 0
  }
}

/**
 * The scrape options that have a price.
 *
 * @category models
 * @since 0.1.0
 */
export interface PricedScrape {
  readonly formats: ReadonlyArray<{ readonly type: string; readonly modes?: ReadonlyArray<string> | undefined }>
  readonly proxy?: string | undefined
  readonly lockdown?: boolean | undefined
  readonly parsers?:
    | ReadonlyArray<{ readonly type?: string | undefined; readonly maxPages?: number | undefined }>
    | undefined
  readonly redactPII?: unknown
  readonly zeroDataRetention?: boolean | undefined
  readonly threatProtection?: { readonly mode?: string | undefined } | undefined
}

/**
 * The search request fields that have a price.
 *
 * @category models
 * @since 0.1.0
 */
export interface PricedSearch {
  readonly limit: number
  readonly sources: ReadonlyArray<{ readonly type: string }>
  /**
   * The number of queries in one search. Each query is charged as a search.
   *
   * @default 1
   */
  readonly queries?: number | undefined
  readonly enterprise?: ReadonlyArray<string> | undefined
  readonly scrapeOptions?: PricedScrape | undefined
  readonly threatProtection?: { readonly mode?: string | undefined } | undefined
}

/**
 * The features that the server supports. A quote omits the others.
 *
 * @category options
 * @since 0.1.0
 */
export interface QuoteOptions {
  /**
   * Whether the pages of this search are scraped.
   * @default true when `scrapeOptions.formats` has an entry
   */
  readonly scrape?: boolean | undefined
  /**
   * Whether an enhanced proxy is configured.
   * @default true
   */
  readonly enhancedProxy?: boolean | undefined
  /**
   * Whether URLs are sent to a classifier under the caller's policy.
   * @default true when the request's own `threatProtection.mode` is `normal`
   */
  readonly threatScan?: boolean | undefined
  /** @default `defaults` */
  readonly prices?: PriceTable | undefined
}

/**
 * The outcome of one page of a request.
 *
 * @category models
 * @since 0.1.0
 */
export interface PageUsage {
  /** `failed` if the page was not delivered, for example because of a 404 or 500. Such a page is free. */
  readonly outcome: "delivered" | "failed" | "lockdownMiss"
  /** @default "basic" */
  readonly proxyUsed?: "basic" | "stealth" | undefined
  /** Whether the page was served under `lockdown`. */
  readonly lockdown?: boolean | undefined
  /** The number of parsed PDF pages; 0 for other pages. */
  readonly pdfPages?: number | undefined
  /** The delivered features that have a surcharge. `surcharges` lists them. */
  readonly surcharges?: ReadonlyArray<Surcharge> | undefined
  /** Number of URLs that a classifier checked for this page. */
  readonly scanned?: number | undefined
}

/**
 * The outcome of a search.
 *
 * @category models
 * @since 0.1.0
 */
export interface SearchUsage {
  readonly results: number
  /** The number of results of each query, for a search with several queries. Each query is charged as a search. */
  readonly queries?: ReadonlyArray<number> | undefined
  readonly enterprise?: ReadonlyArray<string> | undefined
  readonly pages?: ReadonlyArray<PageUsage> | undefined
  /** The number of URLs that were sent to a classifier, each counted once, without those counted in `pages`. */
  readonly scanned?: number | undefined
}

/**
 * Returns the credits for a number of search results under a retention mode. `zdr` takes precedence over `anon`.
 *
 * **Example** (Results are charged in blocks of ten)
 *
 * ```ts
 * import { PriceTable } from "@dunlin/credits"
 *
 * console.log(PriceTable.results(10), PriceTable.results(11), PriceTable.results(10, ["zdr"])) // 2 4 10
 * ```
 *
 * @category pricing
 * @since 0.1.0
 */
export const results = (count: number, enterprise?: ReadonlyArray<string>, prices: PriceTable = defaults): number =>
  Math.ceil(count / prices.results.blockSize) *
  (enterprise?.includes("zdr") === true
    ? prices.results.zdr
    : enterprise?.includes("anon") === true
    ? prices.results.anon
    : prices.results.standard)

/**
 * Returns the requested features with a surcharge, each once, in a fixed order.
 *
 * **Example** (Surcharges of a page)
 *
 * ```ts
 * import { PriceTable } from "@dunlin/credits"
 *
 * const options: PriceTable.PricedScrape = { formats: [{ type: "markdown" }, { type: "json" }], redactPII: true }
 * const asked: ReadonlyArray<PriceTable.Surcharge> = PriceTable.surcharges(options)
 * console.log(asked) // [ 'json', 'redactPII' ]
 * ```
 *
 * @category pricing
 * @since 0.1.0
 */
export const surcharges = (options: PricedScrape): ReadonlyArray<Surcharge> =>
  (Object.keys(isAskedFor) as ReadonlyArray<Surcharge>).filter((surcharge) => isAskedFor[surcharge](options))

const hasFormat = ({ formats }: PricedScrape, ...types: ReadonlyArray<string>): boolean =>
  formats.some(({ type }) => types.includes(type))

const tracksJson = ({ formats }: PricedScrape): boolean =>
  formats.some(({ modes, type }) => type === "changeTracking" && modes?.includes("json") === true)

const isAskedFor: { readonly [K in Surcharge]: (options: PricedScrape) => boolean } = {
  json: (options) => hasFormat(options, "json") || tracksJson(options),
  question: (options) => hasFormat(options, "question", "query"),
  highlights: (options) => hasFormat(options, "highlights"),
  redactPII: ({ redactPII = false }) => redactPII !== false && redactPII !== null,
  audio: (options) => hasFormat(options, "audio"),
  video: (options) => hasFormat(options, "video"),
  zeroDataRetention: ({ zeroDataRetention }) => zeroDataRetention === true
}

const line = (feature: Feature, quantity: number, amount: number): ReadonlyArray<CostLine> =>
  amount > 0 ? [{ feature, quantity, amount }] : []

/**
 * Returns the cost of one page.
 *
 * **Example** (A PDF of three pages)
 *
 * ```ts
 * import { PriceTable } from "@dunlin/credits"
 *
 * const lines: ReadonlyArray<PriceTable.CostLine> = PriceTable.pageLines({ outcome: "delivered", pdfPages: 3 })
 * const features: ReadonlyArray<PriceTable.Feature> = lines.map(({ feature }) => feature)
 * console.log(features, PriceTable.total(lines)) // [ 'page', 'pdfPages' ] 3
 * console.log(PriceTable.pageLines({ outcome: "failed" })) // []
 * ```
 *
 * @category pricing
 * @since 0.1.0
 */
export const pageLines = (usage: PageUsage, prices: PriceTable = defaults): ReadonlyArray<CostLine> => {
  const scanned = usage.scanned ?? 0
  const scans = line("threatScan", scanned, scanned * prices.threatScan)
  if (usage.outcome === "failed") return scans
  if (usage.outcome === "lockdownMiss") return [...line("lockdownMiss", 1, prices.page.lockdownMiss), ...scans]
  const morePages = Math.max(0, (usage.pdfPages ?? 0) - 1)
  return [
    ...(usage.lockdown === true
      ? line("lockdownHit", 1, prices.page.lockdownHit)
      : usage.proxyUsed === "stealth"
      ? line("enhancedProxy", 1, prices.page.enhanced)
      : line("page", 1, prices.page.basic)),
    ...line("pdfPages", morePages, morePages * prices.pdfPage),
    ...Array.from(new Set(usage.surcharges)).flatMap((feature) => line(feature, 1, prices.surcharge[feature])),
    ...scans
  ]
}

/**
 * Returns the cost of a search: one line per feature, summed over its pages.
 *
 * **Example** (Cost of a search)
 *
 * ```ts
 * import { PriceTable } from "@dunlin/credits"
 *
 * const usage: PriceTable.SearchUsage = { results: 7, pages: [{ outcome: "delivered" }, { outcome: "failed" }] }
 * const bill = PriceTable.lines(usage).map(({ amount, feature }) => `${feature}: ${amount}`)
 * console.log(bill.join(", ")) // results: 2, page: 1
 * ```
 *
 * @category pricing
 * @since 0.1.0
 */
export const lines = (usage: SearchUsage, prices: PriceTable = defaults): ReadonlyArray<CostLine> => {
  const scanned = usage.scanned ?? 0
  const found = usage.queries ?? [usage.results]
  const amount = found.reduce((sum, count) => sum + results(count, usage.enterprise, prices), 0)
  const sums = new Map<Feature, CostLine>()
  const all = [
    ...line("results", found.reduce((sum, count) => sum + count, 0), amount),
    ...(usage.pages ?? []).flatMap((page) => pageLines(page, prices)),
    ...line("threatScan", scanned, scanned * prices.threatScan)
  ]
  for (const { amount, feature, quantity } of all) {
    const sum = sums.get(feature)
    sums.set(feature, {
      feature,
      quantity: quantity + (sum?.quantity ?? 0),
      amount: amount + (sum?.amount ?? 0)
    })
  }
  return Array.from(sums.values())
}

/**
 * Returns the sum of the credits of several lines.
 *
 * **Example** (Sum of cost lines)
 *
 * ```ts
 * import { PriceTable } from "@dunlin/credits"
 *
 * console.log(PriceTable.total(PriceTable.lines({ results: 10, pages: [{ outcome: "delivered" }] }))) // 3
 * ```
 *
 * @category pricing
 * @since 0.1.0
 */
export const total = (lines: ReadonlyArray<CostLine>): number => lines.reduce((sum, line) => sum + line.amount, 0)

const mostPdfPages = (options: PricedScrape): number =>
  (options.parsers ?? []).reduce((most, parser) => Math.max(most, parser.maxPages ?? 1), 1)

const scans = (request: { readonly threatProtection?: { readonly mode?: string | undefined } | undefined }) =>
  request.threatProtection?.mode === "normal"

/**
 * Returns the maximum cost of one page.
 *
 * **Gotchas**
 *
 * A PDF of unknown length without `maxPages` is quoted as one page. Reserving for the longest possible PDF would
 * reject nearly every caller. The rest of its cost is charged when the reservation is settled.
 *
 * **Example** (Maximum cost of a page without an enhanced proxy)
 *
 * ```ts
 * import { PriceTable } from "@dunlin/credits"
 *
 * const options: PriceTable.PricedScrape = { formats: [{ type: "markdown" }], proxy: "auto" }
 * const here: PriceTable.QuoteOptions = { enhancedProxy: false }
 * console.log(PriceTable.quoteScrape(options), PriceTable.quoteScrape(options, here)) // 5 1
 * ```
 *
 * @category pricing
 * @since 0.1.0
 */
export const quoteScrape = (options: PricedScrape, quoteOptions: QuoteOptions = {}): number => {
  const prices = quoteOptions.prices ?? defaults
  const enhanced = quoteOptions.enhancedProxy !== false && options.proxy !== undefined && options.proxy !== "basic"
  const page = options.lockdown === true
    ? Math.max(prices.page.lockdownHit, prices.page.lockdownMiss)
    : enhanced
    ? Math.max(prices.page.basic, prices.page.enhanced)
    : prices.page.basic
  const scan = quoteOptions.threatScan ?? scans(options)
  return page +
    (mostPdfPages(options) - 1) * prices.pdfPage +
    surcharges(options).reduce((sum, feature) => sum + prices.surcharge[feature], 0) +
    (scan ? prices.threatScan : 0)
}

/**
 * Returns the maximum number of results of a search: its limit for each requested kind of source. Each kind counts
 * once.
 *
 * **Example** (The limit applies to each kind of source)
 *
 * ```ts
 * import { PriceTable } from "@dunlin/credits"
 *
 * console.log(PriceTable.mostResults({ limit: 5, sources: [{ type: "web" }, { type: "news" }] })) // 10
 * ```
 *
 * @category pricing
 * @since 0.1.0
 */
export const mostResults = ({ limit, sources }: Pick<PricedSearch, "limit" | "sources">): number =>
  limit * new Set(sources.map(({ type }) => type)).size

/**
 * Returns the maximum cost of a search: every source returns as many results as its limit, and every web and news page
 * is delivered with every requested format.
 *
 * **Example** (Maximum cost of a search)
 *
 * ```ts
 * import { PriceTable } from "@dunlin/credits"
 *
 * const request: PriceTable.PricedSearch = {
 *   limit: 5,
 *   sources: [{ type: "web" }],
 *   scrapeOptions: { formats: [{ type: "markdown" }] }
 * }
 * console.log(PriceTable.quote(request)) // 7
 * ```
 *
 * @category pricing
 * @since 0.1.0
 */
export const quote = (request: PricedSearch, quoteOptions: QuoteOptions = {}): number => {
  const prices = quoteOptions.prices ?? defaults
  const count = mostResults(request)
  const options = request.scrapeOptions
  const scrape = quoteOptions.scrape ?? (options !== undefined && options.formats.length > 0)
  const scan = quoteOptions.threatScan ?? (scans(request) || (options !== undefined && scans(options)))
  const pages = mostResults({ ...request, sources: request.sources.filter((source) => source.type !== "images") })
  return results(count, request.enterprise, prices) * (request.queries ?? 1) +
    (scrape && options !== undefined ? pages * quoteScrape(options, { ...quoteOptions, threatScan: false }) : 0) +
    (scan ? count * prices.threatScan : 0)
}
