/** Taking what work did cost from an account, also when what was set aside for it is gone. */
import type { CreditError } from "@dunlin/credits/CreditError"
import type { CreditLedger, Reservation, Settlement } from "@dunlin/credits/CreditLedger"
import * as Effect from "effect/Effect"

type Ledger = CreditLedger["Service"]

/** Reservations that are made for work which is done: who loses as many has a ledger whose time cannot be trusted. */
const MOST_RESERVATIONS_AFTERWARDS = 3

/** What was taken now, and what the work under the key did cost, also before. */
type Settled = Settlement & { readonly paid: number }

/**
 * Settles a reservation. One that has ended meanwhile (by a clock that is wrong, by a machine that stood still, by somebody
 * else who did the same work) is made again under its key, because the work is done: under one key, work is paid for once.
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
