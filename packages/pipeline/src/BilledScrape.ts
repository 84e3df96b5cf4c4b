/**
 * One scrape with its bill: what it may cost is set aside before, what it did cost is taken after.
 *
 * @since 0.1.0
 */
import * as Spans from "@dunlin/common/Spans"
import type { CreditError } from "@dunlin/credits/CreditError"
import type { CreditLedger } from "@dunlin/credits/CreditLedger"
import * as PriceTable from "@dunlin/credits/PriceTable"
import * as Effect from "effect/Effect"
import type * as Caller from "./Caller.ts"
import { billed } from "./internal/billed.ts"
import type { Retention } from "./Retention.ts"
import { ScrapeError } from "./ScrapeError.ts"
import { Scraper, type ScrapeTask } from "./Scraper.ts"
import type { Scraped } from "./ScrapeState.ts"
import { SearchSettings } from "./SearchSettings.ts"

/**
 * @category models
 * @since 0.1.0
 */
export interface BilledTask<E = never> extends ScrapeTask {
  readonly caller: Caller.Caller
  readonly retention: Retention
  /** Work under a key is charged once, however often it is done. */
  readonly key: string
  /** Whether nobody will use the key again. */
  readonly once: boolean
  /**
   * Whether the page is delivered: one that is not costs nothing. What it fails with ends the work without a charge, and
   * the same key may be used again. @default every page is
   */
  readonly isDelivered?: ((scraped: Scraped) => Effect.Effect<boolean, E>) | undefined
}

/**
 * @category models
 * @since 0.1.0
 */
export interface Billed {
  readonly scraped: Scraped
  /** Credits that were taken now. */
  readonly charged: number
  /** Credits that the work under the key did cost: also what was taken before somebody did it again. */
  readonly paid: number
}

const usageOfFailure = (error: ScrapeError): PriceTable.PageUsage => ({
  outcome: error.reason._tag === "LockdownCacheMiss" ? "lockdownMiss" : "failed",
  scanned: error.reason._tag === "ThreatBlocked" && error.reason.scanned === true ? 1 : 0
})

/** Whether a classifier, if there is one, is asked about the page. */
const mayScan = (
  { features: { threatProtection } }: Caller.Caller,
  options: Pick<ScrapeTask["options"], "threatProtection">
): boolean => threatProtection.enabled && (options.threatProtection?.mode ?? threatProtection.policy.mode) !== "off"

/**
 * What a scrape costs that failed: nothing, but for a cache that was asked in lockdown, and for classifiers.
 *
 * @category pricing
 * @since 0.1.0
 */
export const costOfFailure = (error: ScrapeError, prices: PriceTable.PriceTable): number =>
  PriceTable.total(PriceTable.pageLines(usageOfFailure(error), prices))

/**
 * Scrapes on the account of a caller. Fails with `CreditError` before any work when the account cannot cover it.
 *
 * @category running
 * @since 0.1.0
 */
export const scrape = Spans.fn("BilledScrape.scrape")(
  function*<E = never>({ isDelivered, key, once, ...task }: BilledTask<E>): Effect.fn.Return<
    Billed,
    CreditError | ScrapeError | E,
    Scraper | CreditLedger
  > {
    const scraper = yield* Scraper
    const { prices } = yield* SearchSettings
    const { caller, options } = task
    const work = Effect.flatMap(
      scraper.scrape(task),
      (scraped) => Effect.map(isDelivered?.(scraped) ?? Effect.succeed(true), (delivered) => ({ delivered, scraped }))
    )
    const { charged, paid, value } = yield* billed({
      account: caller.team,
      key,
      once,
      quote: PriceTable.quoteScrape(options, { prices, threatScan: mayScan(caller, options) }),
      timeout: options.timeout,
      work,
      costOf: ({ delivered, scraped: { usage } }) =>
        delivered ? PriceTable.total(PriceTable.pageLines(usage, prices)) : 0,
      costOfFailure: (error) => error instanceof ScrapeError ? costOfFailure(error, prices) : 0
    })
    return { scraped: value.scraped, charged, paid }
  }
)
