import { CreditError } from "@dunlin/credits"
import { assert, describe, it } from "@effect/vitest"

type Reason = CreditError.CreditError["reason"]

const errorOf = (reason: Reason) => new CreditError.CreditError({ reason })

describe("CreditError", () => {
  it("may be retried when the next try can end otherwise", () => {
    const reasons: ReadonlyArray<Reason> = [
      new CreditError.Unavailable({ cause: new Error("no connection") })
    ]
    for (const reason of reasons) assert.isTrue(errorOf(reason).isRetryable, reason.message)
  })

  it("is not retried when every try ends the same", () => {
    const reasons: ReadonlyArray<Reason> = [
      new CreditError.InsufficientCredits({ required: 2, available: 1 }),
      new CreditError.AlreadyResolved({ resolution: "void" }),
      new CreditError.UnknownReservation(),
      new CreditError.KeyConflict(),
      new CreditError.InvalidAmount()
    ]
    for (const reason of reasons) assert.isFalse(errorOf(reason).isRetryable, reason.message)
  })

  it("says its reason", () => {
    const reason: Reason = new CreditError.InsufficientCredits({ required: 2, available: 1 })
    assert.include(errorOf(reason).message, reason.message)
  })
})
