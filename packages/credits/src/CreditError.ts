/**
 * Declares the reasons why an operation on credits fails.
 *
 * @since 0.1.0
 */
import { PackageMissing } from "@dunlin/common/OptionalPackage"
import * as Schema from "effect/Schema"

/**
 * The balance is too low.
 *
 * @category errors
 * @since 0.1.0
 */
export class InsufficientCredits extends Schema.TaggedError<InsufficientCredits>()("InsufficientCredits", {
  required: Schema.Int,
  available: Schema.Int
}) {
  override get message(): string {
    const needed = this.required === 1 ? "1 credit is needed" : `${this.required} credits are needed`
    return `${needed}, ${this.available} ${this.available === 1 ? "is" : "are"} left`
  }

  get isRetryable(): boolean {
    return false
  }
}

/**
 * The reservation has already ended in another way than requested.
 *
 * @category errors
 * @since 0.1.0
 */
export class AlreadyResolved extends Schema.TaggedError<AlreadyResolved>()("AlreadyResolved", {
  resolution: Schema.Literals(["settle", "void", "expire"])
}) {
  override get message(): string {
    return `the reservation is already closed (resolution: ${this.resolution})`
  }

  get isRetryable(): boolean {
    return false
  }
}

/**
 * No reservation with this key exists.
 *
 * @category errors
 * @since 0.1.0
 */
export class UnknownReservation extends Schema.TaggedError<UnknownReservation>()("UnknownReservation", {}) {
  override get message(): string {
    return "the reservation does not exist"
  }

  get isRetryable(): boolean {
    return false
  }
}

/**
 * The key was used before for another account or amount.
 *
 * @category errors
 * @since 0.1.0
 */
export class KeyConflict extends Schema.TaggedError<KeyConflict>()("KeyConflict", {}) {
  override get message(): string {
    return "the key was already used for another account or amount"
  }

  get isRetryable(): boolean {
    return false
  }
}

/**
 * The amount is not a whole number from 0 to 2^53 - 1.
 *
 * @category errors
 * @since 0.1.0
 */
export class InvalidAmount extends Schema.TaggedError<InvalidAmount>()("InvalidAmount", {}) {
  override get message(): string {
    return "an amount must be a whole number from 0 to 2^53 - 1"
  }

  get isRetryable(): boolean {
    return false
  }
}

/**
 * The ledger's store did not respond. Nothing was changed.
 *
 * @category errors
 * @since 0.1.0
 */
export class Unavailable extends Schema.TaggedError<Unavailable>()("Unavailable", {
  cause: Schema.Defect()
}) {
  override get message(): string {
    return "the ledger did not respond; nothing was changed"
  }

  get isRetryable(): boolean {
    return true
  }
}

/**
 * The error type of a `CreditLedger`. Match its reason with `Effect.catchReason("CreditError", "InsufficientCredits",
 * ...)`.
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
    Unavailable,
    PackageMissing
  ])
}) {
  override get message(): string {
    return this.reason.message
  }

  get isRetryable(): boolean {
    return this.reason.isRetryable
  }
}
