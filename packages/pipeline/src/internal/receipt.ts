/** Charges a streamed search for the events that its reader has received, even if the reader stops early. */
import type { CreditError } from "@dunlin/credits/CreditError"
import type { Settlement } from "@dunlin/credits/CreditLedger"
import * as PriceTable from "@dunlin/credits/PriceTable"
import * as Context from "effect/Context"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import type { SearchEvent } from "../SearchEvent.ts"

interface Priced {
  readonly results?: number
  readonly queries?: ReadonlyArray<number> | undefined
  readonly scanned?: number
  readonly page?: PriceTable.PageUsage
}

interface Reservation {
  readonly enterprise: ReadonlyArray<string>
  readonly prices: PriceTable.PriceTable
  readonly settle: (credits: number) => Effect.Effect<Settlement, CreditError>
  readonly giveBack: Effect.Effect<void>
}

export class Receipt {
  readonly #prices = new WeakMap<SearchEvent, Priced>()
  readonly #pages: Array<PriceTable.PageUsage> = []
  #results = 0
  #queries: ReadonlyArray<number> | undefined
  #scanned = 0
  #pending = 0
  #allTold = Deferred.makeUnsafe<void>()
  #reservation: Reservation | undefined
  #total: number | undefined

  price(event: SearchEvent, priced: Priced): void {
    this.#prices.set(event, priced)
    this.#pending++
  }

  reserved(reservation: Reservation): void {
    this.#reservation = reservation
  }

  readonly settle = (total: number): Effect.Effect<Settlement> =>
    Effect.sync(() => {
      this.#total = total
      return { charged: total, shortfall: 0 }
    })

  record(event: SearchEvent): void {
    const priced = this.#prices.get(event)
    if (priced === undefined) return
    this.#prices.delete(event)
    this.#pending--
    this.#results += priced.results ?? 0
    this.#queries ??= priced.queries
    this.#scanned += priced.scanned ?? 0
    if (priced.page !== undefined) this.#pages.push(priced.page)
    if (this.#pending === 0) Deferred.doneUnsafe(this.#allTold, Effect.void)
  }

  readonly whenTold: Effect.Effect<void> = Effect.suspend(() => {
    if (this.#pending === 0) return Effect.void
    this.#allTold = Deferred.makeUnsafe<void>()
    return Deferred.await(this.#allTold)
  })

  readonly end: Effect.Effect<Settlement, CreditError> = Effect.suspend(() =>
    this.#end(this.#total ?? this.#costOfTold)
  )

  readonly breakOff: Effect.Effect<Settlement | undefined, CreditError> = Effect.suspend(() =>
    this.#reservation === undefined ? Effect.undefined : this.#end(this.#costOfTold)
  )

  get #costOfTold(): number {
    if (this.#reservation === undefined) return 0
    const { enterprise, prices } = this.#reservation
    return PriceTable.total(
      PriceTable.lines({
        results: this.#results,
        queries: this.#queries,
        scanned: this.#scanned,
        pages: this.#pages,
        enterprise
      }, prices)
    )
  }

  #end(credits: number): Effect.Effect<Settlement, CreditError> {
    const reservation = this.#reservation
    this.#reservation = undefined
    if (reservation === undefined) return nothing
    return credits === 0 ? Effect.andThen(reservation.giveBack, nothing) : reservation.settle(credits)
  }
}

const nothing: Effect.Effect<Settlement> = Effect.succeed({ charged: 0, shortfall: 0 })

export const Current = Context.Reference<Receipt | undefined>("@dunlin/pipeline/internal/Receipt", {
  defaultValue: () => undefined
})
