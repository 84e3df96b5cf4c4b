import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import { inspect } from "node:util"
import type { SearchError } from "../../SearchError.ts"
import { expect, question } from "./assertions.ts"
import * as FakeEngine from "./fakeEngine.ts"
import { canary, type Check, errorOf, type HttpOptions, run } from "./run.ts"

/** Neither the query nor the key may occur in the error. */
const fails = (
  options: HttpOptions,
  name: string,
  behave: FakeEngine.Behaviour,
  reasons: ReadonlyArray<SearchError["reason"]["_tag"]>,
  more?: (error: SearchError, fake: FakeEngine.Fake) => Effect.Effect<void>
): Check => ({
  name,
  effect: Effect.gen(function*() {
    const { exit, fake } = yield* run(options, behave, question(`${canary} words`, { source: options.sources![0]! }))
    const error = yield* errorOf(exit)
    yield* expect(
      reasons.includes(error.reason._tag),
      `the reason must be ${reasons.join(" or ")}, but is ${error.reason._tag}`
    )
    const seen = `${inspect(error, { depth: 12 })} ${String(error)} ${
      Exit.isFailure(exit) ? Cause.pretty(exit.cause) : ""
    }`
    yield* expect(!seen.includes(canary), "an error must not contain the query")
    yield* expect(
      options.secret === undefined || !seen.includes(options.secret),
      "an error must not contain the key"
    )
    if (more !== undefined) yield* more(error, fake)
  })
})

const html = "<!doctype html><title>Just a moment</title>"

export const failures = (options: HttpOptions): ReadonlyArray<Check> => [
  fails(
    options,
    "429 is RateLimited, with the time of retry-after",
    () => FakeEngine.json({ message: "Too Many Requests" }, 429, { "retry-after": "7" }),
    ["RateLimited"],
    (error) =>
      expect(
        error.reason._tag === "RateLimited" && error.reason.retryAfterMillis === 7000,
        "retryAfterMillis must be 7000 for `retry-after: 7`"
      )
  ),
  ...(options.quota === undefined ? [] : [fails(
    options,
    "an exhausted quota is QuotaExceeded, and is not retried",
    () => FakeEngine.json(options.quota!.body, options.quota!.status),
    ["QuotaExceeded"],
    (_, fake) => expect(fake.sent.length === 1, "after an exhausted quota, no request may be repeated")
  )]),
  fails(options, "401 is Unauthorized", () => FakeEngine.json({ error: "bad key" }, 401), ["Unauthorized"]),
  fails(options, "403 is an error, not an empty answer", () => FakeEngine.json({ error: "no" }, 403), [
    "Unauthorized",
    "Unsupported",
    "QuotaExceeded"
  ]),
  fails(
    options,
    "400 is InvalidRequest, and is not retried",
    () => FakeEngine.json({ error: "bad parameter" }, 400),
    ["InvalidRequest"],
    (_, fake) => expect(fake.sent.length === 1, "a rejected request must not be repeated")
  ),
  fails(
    options,
    "500 is Unavailable, after a second attempt",
    () => FakeEngine.json({ error: "oops" }, 500),
    ["Unavailable"],
    (_, fake) => expect(fake.sent.length > 1, "a server error must be retried once")
  ),
  fails(options, "a broken connection is Unavailable", () => ({ status: 0, body: "", broken: true }), ["Unavailable"]),
  fails(
    options,
    "an engine that does not respond is TimedOut",
    () => undefined,
    ["TimedOut"],
    (_, fake) => expect(fake.interrupted > 0, "the request must be interrupted at the timeout")
  ),
  fails(options, "HTML with status 200 is InvalidResponse", () => ({
    status: 200,
    headers: { "content-type": "text/html" },
    body: html
  }), ["InvalidResponse"]),
  fails(options, "broken JSON is InvalidResponse", () => ({ status: 200, body: "{\"results\": [" }), [
    "InvalidResponse"
  ]),
  fails(options, "another JSON shape is InvalidResponse", () => FakeEngine.json([[1], "x"]), ["InvalidResponse"]),
  fails(
    options,
    "an error with status 200 is an error, not an empty answer",
    () => FakeEngine.json({ error: { code: 7, message: "Something is wrong." } }),
    ["InvalidResponse", "InvalidRequest", "Unavailable"]
  ),
  fails(options, "a redirect is an error", () => ({
    status: 302,
    headers: { location: "https://elsewhere.example/" },
    body: ""
  }), ["InvalidResponse", "Unavailable", "Unauthorized"])
]
