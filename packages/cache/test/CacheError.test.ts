import { CacheError } from "@dunlin/cache"
import { assert, describe, it } from "@effect/vitest"

type Reason = CacheError.CacheError["reason"]

const errorOf = (reason: Reason) => new CacheError.CacheError({ store: "mine", reason })

describe("CacheError", () => {
  it("can be retried if the next attempt may succeed", () => {
    const reasons: ReadonlyArray<Reason> = [
      new CacheError.Unavailable({}),
      new CacheError.Refused({ status: 429 }),
      new CacheError.Refused({ status: 500 })
    ]
    for (const reason of reasons) assert.isTrue(errorOf(reason).isRetryable, reason.message)
  })

  it("cannot be retried if every attempt fails in the same way", () => {
    const reasons: ReadonlyArray<Reason> = [
      new CacheError.Refused({ status: 403 }),
      new CacheError.Refused({ status: 499 }),
      new CacheError.Corrupt({}),
      new CacheError.Incompatible({ found: 2, supported: 1 }),
      new CacheError.NotCached(),
      new CacheError.NotFound(),
      new CacheError.LinkRefused({ why: "expired" }),
      new CacheError.TooLarge({ size: 2, limit: 1 })
    ]
    for (const reason of reasons) assert.isFalse(errorOf(reason).isRetryable, reason.message)
  })

  it("names its reason", () => {
    const reason: Reason = new CacheError.Unavailable({})
    assert.include(errorOf(reason).message, reason.message)
  })
})
