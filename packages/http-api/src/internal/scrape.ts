import * as PriceTable from "@dunlin/credits/PriceTable"
import type { Caller } from "@dunlin/pipeline/Caller"
import * as Retention from "@dunlin/pipeline/Retention"
import type { ScrapeError } from "@dunlin/pipeline/ScrapeError"
import { Scraper } from "@dunlin/pipeline/Scraper"
import { SearchSettings } from "@dunlin/pipeline/SearchSettings"
import * as Selectors from "@dunlin/pipeline/Selectors"
import * as ScrapeRequest from "@dunlin/schema/ScrapeRequest"
import type { ScrapeResponse } from "@dunlin/schema/ScrapeResponse"
import * as Effect from "effect/Effect"
import * as ApiError from "../ApiError.ts"
import * as Team from "../Team.ts"
import { billed } from "./billed.ts"
import { readJson } from "./body.ts"
import { fromCreditError, fromScrapeError } from "./failures.ts"
import { keyOf, once } from "./once.ts"
import { operation, type Session } from "./operation.ts"

const usageOfFailure = (error: ScrapeError): PriceTable.PageUsage => ({
  outcome: error.reason._tag === "LockdownCacheMiss" ? "lockdownMiss" : "failed",
  scanned: error.reason._tag === "ThreatBlocked" && error.reason.scanned === true ? 1 : 0
})

/** Whether a classifier, if there is one, is asked about the page. */
const mayScan = (
  { features: { threatProtection } }: Caller,
  options: Pick<ScrapeRequest.ScrapeRequest, "threatProtection">
): boolean => threatProtection.enabled && (options.threatProtection?.mode ?? threatProtection.policy.mode) !== "off"

/** Scrapes for a session and bills it. */
const scrapeFor = Effect.fnUntraced(function*(
  session: Session,
  { url, ...options }: ScrapeRequest.ScrapeRequest,
  notices: ReadonlyArray<string>,
  key: string | undefined
) {
  const scraper = yield* Scraper
  const { prices } = yield* SearchSettings
  const caller = Team.toCaller(session.team, key)
  const { charged, value } = yield* billed({
    account: caller.team,
    key: key ?? session.requestId,
    once: key === undefined,
    quote: PriceTable.quoteScrape(options, { prices, threatScan: mayScan(caller, options) }),
    timeout: options.timeout,
    work: scraper.scrape({ url, options, caller, retention: session.note.retention }),
    costOf: ({ usage }) => PriceTable.total(PriceTable.pageLines(usage, prices)),
    costOfFailure: (error) =>
      error._tag === "ScrapeError" ? PriceTable.total(PriceTable.pageLines(usageOfFailure(error), prices)) : 0
  }).pipe(
    Effect.catchTags({ CreditError: fromCreditErrorEffect, ScrapeError: fromScrapeErrorEffect })
  )
  session.note.credits = charged
  const { document } = value
  const warnings = [...notices, ...value.warnings]
  return {
    success: true,
    data: document.metadata === undefined
      ? document
      : { ...document, metadata: { ...document.metadata, creditsUsed: charged } },
    ...(warnings.length === 0 ? {} : { warning: warnings.join(" ") })
  } satisfies ScrapeResponse
})

const fromCreditErrorEffect = (error: Parameters<typeof fromCreditError>[0]) => Effect.fail(fromCreditError(error))
const fromScrapeErrorEffect = (error: ScrapeError) => Effect.fail(fromScrapeError(error))

export const scrape = operation({ name: "scrape", metered: true }, (session) =>
  Effect.gen(function*() {
    const { json, text } = yield* readJson(session.request)
    const { request, warnings } = yield* Effect.mapError(ScrapeRequest.decodeBody(json), ApiError.fromInvalidRequest)
    yield* Effect.mapError(Selectors.check(request), ApiError.fromInvalidRequest)
    session.note.retention = Retention.of([], request)
    session.note.url = request.url
    if (request.auditMetadata !== undefined) session.note.username = request.auditMetadata.username
    const key = yield* keyOf(session, "scrape", text)
    return yield* once(session, key, scrapeFor(session, request, warnings, key?.charge))
  }))
