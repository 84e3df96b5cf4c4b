import { CreditError } from "@dunlin/credits"
import { assert, describe, it } from "@effect/vitest"

type Reason = CreditError.CreditError["reason"]

const errorOf = (reason: Reason) => new CreditError.CreditError({ reason })

describe("CreditError", () => {
  it("can be retried if the next attempt may succeed", () => {
    const reasons: ReadonlyArray<Reason> = [
      new CreditError.Unavailable({ cause: new Error("no connection") })
    ]
    for (const reason of reasons) assert.isTrue(errorOf(reason).isRetryable, reason.message)
  })

  it("cannot be retried if every attempt fails in the same way", () => {
    const reasons: ReadonlyArray<Reason> = [
      new CreditError.InsufficientCredits({ required: 2, available: 1 }),
      new CreditError.AlreadyResolved({ resolution: "void" }),
      new CreditError.UnknownReservation(),
      new CreditError.KeyConflict(),
      new CreditError.InvalidAmount()
    ]
    for (const reason of reasons) assert.isFalse(errorOf(reason).isRetryable, reason.message)
  })

  it("names its reason", () => {
    const reason: Reason = new CreditError.InsufficientCredits({ required: 2, available: 1 })
    assert.include(errorOf(reason).message, reason.message)
  })
})
