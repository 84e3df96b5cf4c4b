/**
 * Reads a part of a page, or its passages about a query, within a token limit.
 *
 * @since 0.1.0
 */
import * as Spans from "@dunlin/common/Spans"
import type { CreditError } from "@dunlin/credits/CreditError"
import { CreditLedger } from "@dunlin/credits/CreditLedger"
import * as PriceTable from "@dunlin/credits/PriceTable"
import type { ScrapeOptions } from "@dunlin/schema/ScrapeOptions"
import type { VerifyResponse } from "@dunlin/schema/Verify"
import * as Anchors from "@dunlin/text/Anchors"
import * as Budget from "@dunlin/transformers/Budget"
import * as Tokens from "@dunlin/transformers/Tokens"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as crypto from "node:crypto"
import type { Budgeted } from "./Answer.ts"
import * as Caller from "./Caller.ts"
import type { Citation } from "./Citation.ts"
import { citing } from "./internal/cite.ts"
import { settleDone } from "./internal/settleDone.ts"
import type { ScrapeError } from "./ScrapeError.ts"
import { Scraper } from "./Scraper.ts"
import { SearchSettings } from "./SearchSettings.ts"
import * as Verdicts from "./Verdicts.ts"

/**
 * @category models
 * @since 0.3.0
 */
export interface PageTask {
  readonly url: string
  readonly options: ScrapeOptions
  /** @default Caller.local */
  readonly caller?: Caller.Caller | undefined
}

/**
 * @category models
 * @since 0.3.0
 */
export interface VerifyTask extends PageTask {
  readonly quotations: ReadonlyArray<string>
}

/**
 * @category models
 * @since 0.1.0
 */
export interface ReadTask extends Budgeted, PageTask {
  /** Returns only passages about this query. */
  readonly query?: string | undefined
  /** `next` of the previous reading. @default 0 */
  readonly offset?: number | undefined
}

/**
 * @category models
 * @since 0.1.0
 */
export interface PageReading extends Omit<Budget.Reading, "passages"> {
  /** The passages of `text` in page order, each with a link. */
  readonly passages: ReadonlyArray<Citation>
  /** URL of the page after redirects. */
  readonly url: string
  readonly title: string
  readonly date?: string | undefined
  /** Length of the whole page in UTF-16 code units. */
  readonly length: number
  /** Status of the response. An error page is read, too. */
  readonly status: number
  readonly warnings: ReadonlyArray<string>
  readonly creditsUsed: number
}

/**
 * @category services
 * @since 0.1.0
 */
export class Reader extends Context.Service<Reader, {
  /** Scrapes the page or reads it from the cache, and returns the requested part. */
  readonly read: (task: ReadTask) => Effect.Effect<PageReading, ScrapeError | CreditError>
  readonly verify: (task: VerifyTask) => Effect.Effect<VerifyResponse, ScrapeError | CreditError>
}>()("@dunlin/pipeline/Reader") {}

/**
 * @category constructors
 * @since 0.1.0
 */
export const make = Effect.gen(function*() {
  const scraper = yield* Scraper
  const ledger = yield* CreditLedger

  const billed = Effect.fnUntraced(function*({ caller = Caller.local, options, url }: PageTask) {
    const { prices } = yield* SearchSettings
    const policy = { ...caller.features.threatProtection.policy, ...options.threatProtection }
    const wanted = {
      account: caller.team,
      amount: PriceTable.quoteScrape(options, { prices, threatScan: policy.mode === "normal" }),
      key: caller.idempotencyKey ?? crypto.randomUUID(),
      once: caller.idempotencyKey === undefined,
      // The reservation outlives the request, so that a busy machine has time to settle it.
      expiresIn: options.timeout + 60_000
    }
    return yield* Effect.uninterruptibleMask((restore) =>
      Effect.gen(function*() {
        const reservation = yield* ledger.reserve(wanted)
        const scraped = yield* restore(scraper.scrape({ url, options, caller })).pipe(
          Effect.onError(() => Effect.ignore(ledger.void(reservation)))
        )
        const cost = PriceTable.total(PriceTable.pageLines(scraped.usage, prices))
        const { charged } = yield* settleDone(ledger, wanted, reservation, cost)
        return { charged, scraped }
      })
    )
  })

  return Reader.of({
    read: Spans.fn("Reader.read")(function*({ budget, offset, query, ...task }) {
      const count = yield* Tokens.counter
      const { charged, scraped } = yield* billed(task)
      const metadata = scraped.document.metadata
      const date = oneOf(metadata?.publishedTime) ?? oneOf(metadata?.modifiedTime)
      const text = scraped.text ?? ""
      const page: Budget.Page & { readonly title: string } = {
        url: metadata?.url ?? task.url,
        title: oneOf(metadata?.title) ?? "",
        ...(date === undefined ? {} : { date }),
        text
      }
      const reading = Budget.read(page, { maxTokens: budget.maxTokens, margin: budget.margin, count, query, offset })
      const cite = citing({ url: page.url, text, anchors: Anchors.locate(text, scraped.marks ?? []), isPage: true })
      return {
        ...reading,
        passages: reading.passages.map(cite),
        url: page.url,
        title: page.title,
        ...(date === undefined ? {} : { date }),
        length: text.length,
        status: metadata?.statusCode ?? 200,
        warnings: scraped.warnings,
        creditsUsed: charged
      }
    }),
    verify: Spans.fn("Reader.verify")(function*({ quotations, ...task }) {
      const { charged, scraped: { document: { metadata }, marks, text = "", warnings } } = yield* billed(task)
      return Verdicts.response({ text, url: metadata?.url ?? task.url, marks, charged, warnings }, quotations)
    })
  })
})

const oneOf = (value: string | ReadonlyArray<string> | null | undefined): string | undefined =>
  typeof value === "string" ? value : value?.[0]

/**
 * @category layers
 * @since 0.1.0
 */
export const layer = Layer.effect(Reader, make)
