/**
 * The cost of a page, from its scrape until the store has accepted it. The store accepts a page first, with the
 * credits it owes, in one transaction with its result and its event; the ledger takes them after that. So a page that is
 * refused costs nothing, and one whose worker dies in between is paid by whoever looks next.
 */
import { CreditLedger, Operation, type ReservationId } from "@dunlin/credits/CreditLedger"
import type { Held } from "@dunlin/pipeline/BilledScrape"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import type { Claim } from "../Job.ts"
import type { JobStore, Owed } from "./service.ts"

/** The reservation of the page that a worker has. */
export interface Bill {
  /** Ends with the work on the page, and gives back what is open then. */
  readonly scope: Scope.Scope
  open: Pick<Held, "cost" | "giveBack" | "key" | "take"> | undefined
}

/** The bill of the current page. Without a `JobWorker` there is none, and the page is charged at once. */
export const Bill = Context.Reference<Bill | undefined>("@dunlin/jobs/internal/Bill", { defaultValue: () => undefined })

/** Payments that one transaction of the store records. */
const MOST_TOGETHER = 256

/** Interval at which payments are recorded in the store. */
const FLUSH_INTERVAL = "1 second"

/** Interval at which a worker looks for accepted pages that are not paid. */
const COLLECT_INTERVAL = "15 seconds"

/** Records paid pages in the store. Until then a collector settles them again, without effect. */
export const payments = (store: Pick<JobStore["Service"], "paid">) => {
  let paid: Array<Parameters<JobStore["Service"]["paid"]>[0][number]> = []
  const flush: Effect.Effect<void> = Effect.suspend(() => {
    const some = paid.slice(0, MOST_TOGETHER)
    paid = paid.slice(MOST_TOGETHER)
    return some.length === 0 ? Effect.void : Effect.andThen(Effect.ignore(store.paid(some)), flush)
  })
  return {
    flush,
    flushing: Effect.forever(Effect.andThen(Effect.sleep(FLUSH_INTERVAL), flush)),
    /** Takes the cost of a page that the store accepted. When the ledger does not answer, it is collected later. */
    take: ({ job, key }: Claim, bill: Bill): Effect.Effect<void> =>
      Effect.suspend(() => {
        const { open } = bill
        bill.open = undefined
        if (open === undefined) return Effect.void
        if (open.cost === 0) return open.giveBack
        return Effect.matchEffect(open.take, {
          onFailure: (error) => Effect.logWarning(`The credits of a page are taken later: ${error.message}`),
          onSuccess: ({ paid: charged }) => Effect.sync(() => void paid.push({ job, key, charged, owed: open.cost }))
        })
      })
  }
}

/** Takes the credits that a page owes, and at most the credits that the account has. */
const collectOne = Effect.fnUntraced(function*({ credits, reservation, team }: Owed) {
  const ledger = yield* CreditLedger
  const settle = (id: ReservationId) => Effect.map(ledger.settle(id, credits), ({ charged }) => charged)
  return yield* settle({ account: team, key: reservation }).pipe(
    Effect.catch((error) => {
      const { reason } = error
      if (reason._tag !== "AlreadyResolved" && reason._tag !== "UnknownReservation") return Effect.fail(error)
      // its reservation ended before: with the time of a worker that died, or by one that did not hear of its success
      const key = `${reservation}/late`
      return Effect.gen(function*() {
        const { available } = yield* ledger.balance(team)
        const amount = Math.min(credits, available)
        const late = yield* ledger.reserve({ account: team, amount, key })
        return late.state === "settle" ? late.paid : (yield* ledger.settle(late, amount)).charged
      })
    })
  )
})

/** Takes what accepted pages owe, whose workers died before they could. */
export const collect = Effect.fnUntraced(function*(store: JobStore["Service"]) {
  for (;;) {
    const owed = yield* store.owed
    const paid: Array<Parameters<JobStore["Service"]["paid"]>[0][number]> = []
    for (const page of owed) {
      const charged = yield* Effect.provideService(collectOne(page), Operation, page.kind)
      paid.push({ job: page.job, key: page.key, owed: page.credits, charged })
    }
    if (paid.length === 0) return
    yield* store.paid(paid)
  }
})

export const collecting = (store: JobStore["Service"]): Effect.Effect<never, never, CreditLedger> =>
  Effect.forever(Effect.andThen(Effect.ignore(collect(store)), Effect.sleep(COLLECT_INTERVAL)))
