/** Scrapes one page of a job, and charges the job's team. */
import type { CreditError } from "@dunlin/credits/CreditError"
import { CreditLedger } from "@dunlin/credits/CreditLedger"
import * as BilledScrape from "@dunlin/pipeline/BilledScrape"
import type { Caller } from "@dunlin/pipeline/Caller"
import type { Retention } from "@dunlin/pipeline/Retention"
import type { ScrapeError } from "@dunlin/pipeline/ScrapeError"
import type { Scraped } from "@dunlin/pipeline/ScrapeState"
import type { Document } from "@dunlin/schema/Document"
import type { ScrapeOptions } from "@dunlin/schema/ScrapeOptions"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Scope from "effect/Scope"
import type { Claim } from "../Job.ts"
import type { Settlement, Work } from "../JobWorker.ts"
import type { NotTaken, Passing } from "./askedAgain.ts"
import { Bill } from "./bills.ts"
import { ledgerKey } from "./specs.ts"

export interface Principal {
  readonly caller: Caller
  readonly retention: Retention
  readonly ledgerSecret?: string | undefined
}

export type Page =
  | { readonly _tag: "Read"; readonly document: Document; readonly scraped: Scraped; readonly charged: number }
  | { readonly _tag: "Unread"; readonly work: Work; readonly passing?: Passing | undefined }

const untilToppedUp = "15 seconds"
/** Delay of a page while the ledger does not respond. */
const untilLedgerAnswers = "5 seconds"

const unread = (work: Work, passing?: Passing): Page => ({ _tag: "Unread", work, passing })

/**
 * Whether the host refused or closed the connection. Pages missing in a fake fetcher have no error code, so they do
 * not count.
 */
const isCutOff = ({ reason }: ScrapeError): boolean => {
  if (reason._tag !== "FetchFailed") return false
  const why = reason.error.reason
  return why._tag === "ConnectionReset" || why._tag === "ConnectError" && why.code !== undefined
}

export const failed = (code: string, message: string, credits = 0): Settlement => ({
  _tag: "Settle",
  outcome: { _tag: "Failed", error: { code, message }, credits }
})

export const siteError = (status: number, credits = 0): Settlement => ({
  _tag: "Settle",
  outcome: {
    _tag: "Failed",
    error: { code: "SCRAPE_SITE_ERROR", message: `the page returned ${status}`, status },
    credits
  }
})

/** Charges credits after the store has accepted the page. The page is then charged once, even if workers disappear. */
export const scrapePage = Effect.fnUntraced(function*(
  claim: Claim,
  { caller, ledgerSecret, retention }: Principal,
  options: ScrapeOptions,
  isDelivered?: (scraped: Scraped) => Effect.Effect<boolean, NotTaken>
) {
  const bill = yield* Bill
  const scope = bill?.scope ?? Scope.makeUnsafe()
  const ledger = yield* CreditLedger
  return yield* BilledScrape.hold({
    url: claim.url,
    options,
    caller,
    retention,
    isDelivered,
    key: ledgerKey(claim, { ledgerSecret }),
    once: false
  }).pipe(
    Effect.provideService(CreditLedger, bill?.blocks.ledgerOf(claim, ledger) ?? ledger),
    Effect.provideService(Scope.Scope, scope),
    Effect.flatMap((held) => {
      if (bill === undefined) return Effect.as(held.take, pageOf(held))
      bill.open = held
      return Effect.succeed(pageOf(held))
    }),
    Effect.catch(({ reason }) => Effect.succeed(unread(withoutCredits(reason))))
  )
})

const pageOf = ({ cost, result }: BilledScrape.Held<NotTaken>): Page => {
  if (Result.isSuccess(result)) {
    const { document } = result.success
    const metadata = { ...document.metadata, creditsUsed: cost }
    return { _tag: "Read", document: { ...document, metadata }, scraped: result.success, charged: cost }
  }
  const error = result.failure
  return error._tag === "NotTaken"
    ? unread(siteError(error.status, cost), error)
    : unread(failed(error.code, error.message, cost), isCutOff(error) ? {} : undefined)
}

const withoutCredits = (reason: CreditError["reason"]): Work =>
  reason._tag === "InsufficientCredits"
    ? { _tag: "Later", delay: untilToppedUp, warning: `The job is waiting for credits: ${reason.message}.` }
    : reason.isRetryable
    ? { _tag: "Later", delay: untilLedgerAnswers, warning: "The job is waiting for the credit ledger." }
    : failed("UNKNOWN_ERROR", "the page could not be charged")
