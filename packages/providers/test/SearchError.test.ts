import { SearchError } from "@dunlin/providers"
import { assert, describe, it } from "@effect/vitest"

type Reason = SearchError.SearchError["reason"]

const errorOf = (reason: Reason) => new SearchError.SearchError({ provider: "mine", reason })

describe("SearchError", () => {
  it("can be retried if the next attempt may succeed", () => {
    const reasons: ReadonlyArray<Reason> = [
      new SearchError.RateLimited({}),
      new SearchError.Unavailable({}),
      new SearchError.TimedOut({})
    ]
    for (const reason of reasons) assert.isTrue(errorOf(reason).isRetryable, reason.message)
  })

  it("cannot be retried if every attempt fails in the same way", () => {
    const reasons: ReadonlyArray<Reason> = [
      new SearchError.QuotaExceeded({}),
      new SearchError.Unauthorized({}),
      new SearchError.InvalidRequest({}),
      new SearchError.InvalidResponse({}),
      new SearchError.Unsupported({ what: "images" }),
      new SearchError.ModelChanged({ indexed: "one", model: "two" })
    ]
    for (const reason of reasons) assert.isFalse(errorOf(reason).isRetryable, reason.message)
  })

  it("names its reason", () => {
    const reason: Reason = new SearchError.RateLimited({})
    assert.include(errorOf(reason).message, reason.message)
  })
})
