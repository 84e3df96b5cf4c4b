import { ThreatError } from "@dunlin/threat-protection"
import { assert, describe, it } from "@effect/vitest"

type Reason = ThreatError.ThreatError["reason"]

const errorOf = (reason: Reason) => new ThreatError.ThreatError({ classifier: "mine", reason })

describe("ThreatError", () => {
  it("can be retried if the next attempt may succeed", () => {
    const reasons: ReadonlyArray<Reason> = [
      new ThreatError.Unavailable({}),
      new ThreatError.RateLimited({}),
      new ThreatError.CircuitOpen()
    ]
    for (const reason of reasons) assert.isTrue(errorOf(reason).isRetryable, reason.message)
  })

  it("cannot be retried if every attempt fails in the same way", () => {
    const reasons: ReadonlyArray<Reason> = [
      new ThreatError.Unauthorized(),
      new ThreatError.InvalidResponse()
    ]
    for (const reason of reasons) assert.isFalse(errorOf(reason).isRetryable, reason.message)
  })

  it("names its reason", () => {
    const reason: Reason = new ThreatError.Unavailable({})
    assert.include(errorOf(reason).message, reason.message)
  })
})
