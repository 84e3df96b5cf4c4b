/** Reserves the maximum cost of a scrape first, and charges the actual cost afterwards. */
import type { CreditError } from "@dunlin/credits/CreditError"
import { CreditLedger } from "@dunlin/credits/CreditLedger"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Result from "effect/Result"
import { settleDone } from "./settleDone.ts"

export interface Request<A, E, R> {
  readonly account: string
  readonly key: string
  readonly once: boolean
  readonly quote: number
  readonly timeout: number
  readonly work: Effect.Effect<A, E, R>
  readonly costOf: (value: A) => number
  readonly costOfFailure: (error: E) => number
}

export interface Held<A, E> {
  readonly result: Result.Result<A, E>
  /** The cost that `take` charges, unless the key was charged before. */
  readonly cost: number
  readonly key: string
  readonly take: Effect.Effect<{ readonly charged: number; readonly paid: number }, CreditError>
  readonly giveBack: Effect.Effect<void>
}

const TIME_TO_SETTLE = 60_000

/** Does work under a reservation and leaves the reservation open. Interrupted or crashed work is not charged. */
export const held = <A, E, R>(
  request: Request<A, E, R>
): Effect.Effect<Held<A, E>, CreditError, R | CreditLedger> =>
  Effect.uninterruptibleMask((restore) =>
    Effect.gen(function*() {
      const ledger = yield* CreditLedger
      const wanted = {
        account: request.account,
        amount: request.quote,
        key: request.key,
        once: request.once,
        expiresIn: request.timeout + TIME_TO_SETTLE
      }
      const reservation = yield* ledger.reserve(wanted)
      const giveBack = Effect.ignore(ledger.void(reservation))
      const exit = yield* Effect.exit(restore(request.work))
      const failure = Exit.isFailure(exit) ? exit.cause.reasons.find(Cause.isFailReason) : undefined
      if (Exit.isFailure(exit) && failure === undefined) {
        yield* giveBack
        return yield* Effect.failCause(exit.cause as Cause.Cause<never>)
      }
      const result: Result.Result<A, E> = Exit.isSuccess(exit)
        ? Result.succeed(exit.value)
        : Result.fail(failure!.error)
      const cost = Result.isSuccess(result)
        ? request.costOf(result.success)
        : request.costOfFailure(result.failure)
      return {
        result,
        cost: reservation.state === "settle" ? reservation.paid : cost,
        key: reservation.key,
        take: settleDone(ledger, wanted, reservation, cost),
        giveBack
      }
    })
  )

/**
 * Work that fails or is interrupted costs `costOfFailure`, usually 0. A key that was charged before is not charged
 * again.
 */
export const billed = <A, E, R>(request: Request<A, E, R>) =>
  Effect.uninterruptibleMask((restore) =>
    Effect.gen(function*() {
      const { giveBack, result, take } = yield* held({ ...request, work: restore(request.work) })
      if (Result.isSuccess(result)) return { value: result.success, ...yield* take }
      yield* request.costOfFailure(result.failure) === 0 ? giveBack : Effect.ignore(take)
      return yield* Effect.fail(result.failure)
    })
  )
