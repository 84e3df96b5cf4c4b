import { ScrapeError, SearchFailure, StageFailed, StageTimeout } from "@dunlin/pipeline"
import { assert, describe, it } from "@effect/vitest"

describe("an error", () => {
  for (
    const [error, isRetryable] of [
      [new SearchFailure.SearchRefused({ why: "not enabled" }), false],
      [new SearchFailure.SearchTimeout({ milliseconds: 5 }), true],
      [new ScrapeError.ScrapeTimeout({ milliseconds: 5 }), true],
      [new ScrapeError.NoCachedData({}), false],
      [new ScrapeError.LockdownCacheMiss({}), false],
      [new ScrapeError.ThreatBlocked({ rule: "list" }), false],
      [new ScrapeError.NotAllowed({ why: "not enabled" }), false],
      [new ScrapeError.CacheFailed({ cause: new Error("lost") }), true],
      [new StageTimeout.StageTimeout({ stage: "fetch", milliseconds: 5 }), true],
      [new StageFailed.StageFailed({ stage: "fetch", cause: new Error("thrown") }), false],
      [new StageFailed.StageFailed({ stage: "fetch", cause: { isRetryable: true } }), true],
      [new StageFailed.StageFailed({ stage: "fetch", cause: { isRetryable: "yes" } }), false],
      [new StageFailed.StageFailed({ stage: "fetch", cause: null }), false]
    ] as const
  ) {
    it(`${error._tag} ${isRetryable ? "can" : "cannot"} be retried: ${error.message}`, () => {
      assert.strictEqual(error.isRetryable, isRetryable)
    })
  }

  it("wraps the reason of a failed page", () => {
    const reason = new ScrapeError.ScrapeTimeout({ milliseconds: 5 })
    const error = new ScrapeError.ScrapeError({ reason })
    assert.deepStrictEqual([error.isRetryable, error.message, error.code], [true, reason.message, reason.code])
  })
})
