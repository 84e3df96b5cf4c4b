import { FetchError } from "@dunlin/fetcher"
import { assert, it } from "@effect/vitest"

it("explains what to do if a browser died after an action that must not be repeated", () => {
  const acted = new FetchError.BrowserCrashed({ code: "ACTED" })
  assert.include(acted.message, "send the request again if its actions may run twice")
  assert.deepStrictEqual([acted.retry, acted.isRetryable], ["never", false])
  const other = new FetchError.BrowserCrashed({})
  assert.deepStrictEqual([other.retry, other.isRetryable], ["now", true])
})
