/**
 * Records the credits of a page from its scrape until the ledger charges them. The store accepts a page and its
 * credits in one transaction. If the worker dies before the charge, another worker charges the page.
 */
import { CreditLedger, Operation } from "@dunlin/credits/CreditLedger"
import type { Held } from "@dunlin/pipeline/BilledScrape"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type * as Scope from "effect/Scope"
import type { Blocks } from "./blocks.ts"
import type { JobStore, Owed } from "./service.ts"

export interface Bill {
  readonly scope: Scope.Scope
  readonly blocks: Blocks
  open: Pick<Held, "cost" | "giveBack" | "key" | "take"> | undefined
}

/** The bill of the current page. Outside of a `JobWorker` it is undefined, and the page is charged immediately. */
export const Bill = Context.Reference<Bill | undefined>("@dunlin/jobs/internal/Bill", { defaultValue: () => undefined })

/** Interval at which a worker searches for accepted pages that are not charged. */
const COLLECT_INTERVAL = "15 seconds"

/**
 * Charges the accepted pages of one reservation, up to the account's balance. Each bill is one line of the ledger, so
 * a repeated call charges nothing twice.
 */
export const pay = Effect.fnUntraced(function*(
  store: Pick<JobStore["Service"], "bill" | "paid">,
  { job, kind, reservation, team }: Omit<Owed, "credits">
) {
  const ledger = yield* CreditLedger
  const bill = Option.getOrUndefined(yield* store.bill({ job, reservation }))
  if (bill === undefined) return
  const { credits, id } = bill
  // This reserves nothing, because a settlement above its reservation uses the account's balance.
  const late = Effect.flatMap(
    ledger.reserve({ account: team, amount: 0, key: id }),
    (again) => again.state === "settle" ? Effect.succeed({ charged: again.paid }) : ledger.settle(again, credits)
  )
  const settled = bill.reservation === undefined ? late : Effect.catch(
    ledger.settle({ account: team, key: bill.reservation }, credits),
    (error) =>
      error.reason._tag === "AlreadyResolved" || error.reason._tag === "UnknownReservation" ? late : Effect.fail(error)
  )
  const { charged } = yield* Effect.provideService(settled, Operation, kind)
  yield* store.paid([{ job, id, credits, charged }])
})

export const collect = Effect.fnUntraced(function*(store: JobStore["Service"]) {
  for (;;) {
    const owed = yield* store.owed
    if (owed.length === 0) return
    yield* Effect.forEach(owed, (one) => pay(store, one), { discard: true })
  }
})

export const collecting = (store: JobStore["Service"]): Effect.Effect<never, never, CreditLedger> =>
  Effect.forever(Effect.andThen(Effect.ignore(collect(store)), Effect.sleep(COLLECT_INTERVAL)))
