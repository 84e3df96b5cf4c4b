/**
 * Why an operation on credits was refused.
 *
 * @since 0.1.0
 */
import * as Schema from "effect/Schema"

/**
 * The account cannot cover the amount.
 *
 * @category errors
 * @since 0.1.0
 */
export class InsufficientCredits extends Schema.TaggedError<InsufficientCredits>()("InsufficientCredits", {
  required: Schema.Int,
  available: Schema.Int
}) {
  get isRetryable(): boolean {
    return false
  }
}

/**
 * The reservation has ended already, in another way than was asked for now.
 *
 * @category errors
 * @since 0.1.0
 */
export class AlreadyResolved extends Schema.TaggedError<AlreadyResolved>()("AlreadyResolved", {
  resolution: Schema.Literals(["settle", "void", "expire"])
}) {
  get isRetryable(): boolean {
    return false
  }
}

/**
 * No such reservation was ever made.
 *
 * @category errors
 * @since 0.1.0
 */
export class UnknownReservation extends Schema.TaggedError<UnknownReservation>()("UnknownReservation", {}) {
  get isRetryable(): boolean {
    return false
  }
}

/**
 * The key was used before, for another account or amount.
 *
 * @category errors
 * @since 0.1.0
 */
export class KeyConflict extends Schema.TaggedError<KeyConflict>()("KeyConflict", {}) {
  get isRetryable(): boolean {
    return false
  }
}

/**
 * Amounts are whole, not negative, and at most 2^53 - 1.
 *
 * @category errors
 * @since 0.1.0
 */
export class InvalidAmount extends Schema.TaggedError<InvalidAmount>()("InvalidAmount", {}) {
  get isRetryable(): boolean {
    return false
  }
}

/**
 * The store behind the ledger did not answer; nothing was changed.
 *
 * @category errors
 * @since 0.1.0
 */
export class Unavailable extends Schema.TaggedError<Unavailable>()("Unavailable", {
  cause: Schema.Defect()
}) {
  get isRetryable(): boolean {
    return true
  }
}

/**
 * The one error of a `CreditLedger`. Match the reason with
 * `Effect.catchReason("CreditError", "InsufficientCredits", ...)`.
 *
 * @category errors
 * @since 0.1.0
 */
export class CreditError extends Schema.TaggedError<CreditError>()("CreditError", {
  reason: Schema.Union([
    InsufficientCredits,
    AlreadyResolved,
    UnknownReservation,
    KeyConflict,
    InvalidAmount,
    Unavailable
  ])
}) {
  override get message(): string {
    const { reason } = this
    return reason._tag === "InsufficientCredits"
      ? `Insufficient credits: ${reason.required} needed, ${reason.available} available`
      : reason._tag === "AlreadyResolved"
      ? `The reservation has ended already (${reason.resolution})`
      : reason._tag
  }

  get isRetryable(): boolean {
    return this.reason.isRetryable
  }
}
