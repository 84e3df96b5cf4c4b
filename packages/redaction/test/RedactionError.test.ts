import { RedactionError } from "@dunlin/redaction"
import { assert, describe, it } from "@effect/vitest"

type Reason = RedactionError.RedactionError["reason"]

const errorOf = (reason: Reason) => new RedactionError.RedactionError({ engine: "mine", reason })

describe("RedactionError", () => {
  it("can be retried if the next attempt may succeed", () => {
    const reasons: ReadonlyArray<Reason> = [
      new RedactionError.Unavailable({}),
      new RedactionError.TimedOut(),
      new RedactionError.RateLimited({})
    ]
    for (const reason of reasons) assert.isTrue(errorOf(reason).isRetryable, reason.message)
  })

  it("cannot be retried if every attempt fails in the same way", () => {
    const reasons: ReadonlyArray<Reason> = [
      new RedactionError.Refused({ status: 403 }),
      new RedactionError.InvalidResponse({ detail: "no JSON" }),
      new RedactionError.Truncated(),
      new RedactionError.Unsettled(),
      new RedactionError.Crashed()
    ]
    for (const reason of reasons) assert.isFalse(errorOf(reason).isRetryable, reason.message)
  })

  it("names its reason", () => {
    const reason: Reason = new RedactionError.Unavailable({})
    assert.include(errorOf(reason).message, reason.message)
  })
})
