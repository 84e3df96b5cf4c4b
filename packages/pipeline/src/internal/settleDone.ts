/** Charges finished work to an account, even if its reservation no longer exists. */
import type { CreditError } from "@dunlin/credits/CreditError"
import type { CreditLedger, Reservation, Settlement } from "@dunlin/credits/CreditLedger"
import * as Effect from "effect/Effect"

type Ledger = CreditLedger["Service"]

/** A ledger that loses more reservations has an unreliable clock. */
const MAX_LATE_RESERVATIONS = 3

type Settled = Settlement & { readonly paid: number }

/**
 * Settles a reservation. It may have expired because of a wrong clock or a suspended machine, or another process may
 * have done the same work. It is then reserved again under its key. A key is charged once.
 */
export const settleDone = (
  ledger: Ledger,
  request: Parameters<Ledger["reserve"]>[0],
  reservation: Reservation,
  cost: number,
  left: number = MAX_LATE_RESERVATIONS
): Effect.Effect<Settled, CreditError> =>
  Effect.matchEffect(ledger.settle(reservation, cost), {
    onSuccess: (settlement) => Effect.succeed({ ...settlement, paid: settlement.charged + reservation.paid }),
    onFailure: (error) => {
      const { reason } = error
      // An in-memory ledger deletes a single-use key together with its reservation.
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
