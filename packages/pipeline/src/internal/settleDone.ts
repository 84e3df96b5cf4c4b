/** Taking what work did cost from an account, also when what was set aside for it is gone. */
import type { CreditError } from "@dunlin/credits/CreditError"
import type { CreditLedger, Reservation, Settlement } from "@dunlin/credits/CreditLedger"
import * as Effect from "effect/Effect"

type Ledger = CreditLedger["Service"]

/** Reservations made again for finished work. A ledger that loses more of them has a clock that cannot be trusted. */
const MOST_RESERVATIONS_AFTERWARDS = 3

/** The credits taken now, and the total cost of the work under the key. */
type Settled = Settlement & { readonly paid: number }

/**
 * Settles a reservation. The reservation may have expired in the meantime: a clock was wrong, a machine stood still, or
 * another process did the same work. Then it is made again under its key, because the work is done. Work under one key is
 * paid for once.
 */
export const settleDone = (
  ledger: Ledger,
  request: Parameters<Ledger["reserve"]>[0],
  reservation: Reservation,
  cost: number,
  left: number = MOST_RESERVATIONS_AFTERWARDS
): Effect.Effect<Settled, CreditError> =>
  Effect.matchEffect(ledger.settle(reservation, cost), {
    onSuccess: (settlement) => Effect.succeed({ ...settlement, paid: settlement.charged + reservation.paid }),
    onFailure: (error) => {
      const { reason } = error
      // a ledger in memory forgets a key that nobody uses again with its reservation
      const isForgotten = reason._tag === "UnknownReservation" && request.once === true
      if (reason._tag !== "AlreadyResolved" && !isForgotten || left === 0) return Effect.fail(error)
      if (cost === 0 && (reason._tag !== "AlreadyResolved" || reason.resolution !== "settle")) {
        return Effect.succeed({ charged: 0, shortfall: 0, paid: reservation.paid })
      }
      return Effect.flatMap(
        ledger.reserve(request),
        (again) => settleDone(ledger, request, again, cost, left - 1)
      )
    }
  })
