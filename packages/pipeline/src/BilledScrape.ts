/**
 * Scrapes one page and charges it. The maximum price is reserved first, and the actual price is charged afterwards.
 *
 * @since 0.1.0
 */
import * as Spans from "@dunlin/common/Spans"
import type { CreditError } from "@dunlin/credits/CreditError"
import type { CreditLedger } from "@dunlin/credits/CreditLedger"
import * as PriceTable from "@dunlin/credits/PriceTable"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import type * as Scope from "effect/Scope"
import type * as Caller from "./Caller.ts"
import { billed, held } from "./internal/billed.ts"
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
  /** Key of the work. Work with the same key is charged once, even if it is repeated. */
  readonly key: string
  /** Whether the key is never used again. */
  readonly once: boolean
  /**
   * Returns whether the page is delivered. An undelivered page is not charged. If this fails, the work is not
   * charged, and the same key may be used again. @default every page is delivered
   */
  readonly isDelivered?: ((scraped: Scraped) => Effect.Effect<boolean, E>) | undefined
}

/**
 * @category models
 * @since 0.1.0
 */
export interface Billed {
  readonly scraped: Scraped
  readonly charged: number
  readonly paid: number
}

const usageOfFailure = (error: ScrapeError): PriceTable.PageUsage => ({
  outcome: error.reason._tag === "LockdownCacheMiss" ? "lockdownMiss" : "failed",
  scanned: error.reason._tag === "ThreatBlocked" && error.reason.scanned === true ? 1 : 0
})

const mayScan = (
  { features: { threatProtection } }: Caller.Caller,
  options: Pick<ScrapeTask["options"], "threatProtection">
): boolean => threatProtection.enabled && (options.threatProtection?.mode ?? threatProtection.policy.mode) !== "off"

/**
 * Returns the cost of a failed scrape. Only a cache lookup in lockdown and classifiers are charged.
 *
 * @category pricing
 * @since 0.1.0
 */
export const costOfFailure = (error: ScrapeError, prices: PriceTable.PriceTable): number =>
  PriceTable.total(PriceTable.pageLines(usageOfFailure(error), prices))

/**
 * A finished scrape with an open reservation. The caller runs `take` when the result is delivered, or `giveBack`,
 * which also runs when the scope closes.
 *
 * @category models
 * @since 0.2.0
 */
export interface Held<E = never> {
  readonly result: Result.Result<Scraped, ScrapeError | E>
  /** Credits that `take` charges, or that were already charged for the key. */
  readonly cost: number
  /** The reservation's key in the ledger. */
  readonly key: string
  readonly take: Effect.Effect<Pick<Billed, "charged" | "paid">, CreditError>
  readonly giveBack: Effect.Effect<void>
}

const requestOf = Effect.fnUntraced(function*<E = never>({ isDelivered, key, once, ...task }: BilledTask<E>) {
  const scraper = yield* Scraper
  const { prices } = yield* SearchSettings
  const { caller, options, page } = task
  return {
    account: caller.team,
    key,
    once,
    quote: PriceTable.quoteScrape(options, { prices, threatScan: page === undefined && mayScan(caller, options) }),
    timeout: options.timeout,
    work: Effect.flatMap(
      scraper.scrape(task),
      (scraped) => Effect.map(isDelivered?.(scraped) ?? Effect.succeed(true), (delivered) => ({ delivered, scraped }))
    ),
    costOf: ({ delivered, scraped: { usage } }: { readonly delivered: boolean; readonly scraped: Scraped }) =>
      delivered ? PriceTable.total(PriceTable.pageLines(usage, prices)) : 0,
    costOfFailure: (error: ScrapeError | E) => error instanceof ScrapeError ? costOfFailure(error, prices) : 0
  }
})

/**
 * Scrapes on a caller's account, and leaves the charge to the caller of this function. Use it for work whose delivery
 * may still be rejected. Fails with `CreditError` before any work if the balance is too low.
 *
 * **Example** (Charge when the result is delivered)
 *
 * ```ts
 * import { Fetcher } from "@dunlin/fetcher"
 * import { BilledScrape, Caller } from "@dunlin/pipeline"
 * import { ScrapeOptions } from "@dunlin/schema"
 * import { Services } from "dunlin"
 * import { Effect } from "effect"
 *
 * const url = "https://example.com/"
 * const program = Effect.gen(function*() {
 *   const held: BilledScrape.Held = yield* BilledScrape.hold({
 *     url,
 *     options: ScrapeOptions.make(),
 *     caller: Caller.local,
 *     retention: "standard",
 *     key: "page-1",
 *     once: true
 *   })
 *   const isKept = true // what a store says
 *   return isKept ? (yield* held.take).charged : yield* Effect.as(held.giveBack, 0)
 * })
 * const services = Services.layer({ fetcher: Fetcher.layerMemory({ [url]: "<main><h1>Hello</h1></main>" }) })
 * console.log(await Effect.runPromise(Effect.scoped(program).pipe(Effect.provide(services)))) // 1
 * ```
 *
 * @category running
 * @since 0.2.0
 */
export const hold = Spans.fn("BilledScrape.hold")(
  function*<E = never>(
    task: BilledTask<E>
  ): Effect.fn.Return<Held<E>, CreditError, Scraper | CreditLedger | Scope.Scope> {
    const request = yield* requestOf(task)
    return yield* Effect.uninterruptibleMask((restore) =>
      Effect.gen(function*() {
        const { giveBack, result, take, ...bill } = yield* held({ ...request, work: restore(request.work) })
        let isOpen = true
        const end = <A, E>(how: Effect.Effect<A, E>) =>
          Effect.suspend(() => {
            isOpen = false
            return how
          })
        yield* Effect.addFinalizer(() => Effect.suspend(() => isOpen ? giveBack : Effect.void))
        return {
          ...bill,
          result: Result.map(result, ({ scraped }) => scraped),
          take: end(take),
          giveBack: end(giveBack)
        }
      })
    )
  }
)

/**
 * Scrapes on a caller's account. Fails with `CreditError` before any work if the balance is too low.
 *
 * @category running
 * @since 0.1.0
 */
export const scrape = Spans.fn("BilledScrape.scrape")(
  function*<E = never>(task: BilledTask<E>): Effect.fn.Return<
    Billed,
    CreditError | ScrapeError | E,
    Scraper | CreditLedger
  > {
    const { charged, paid, value } = yield* billed(yield* requestOf(task))
    return { scraped: value.scraped, charged, paid }
  }
)
