/** Pictures of a stand-in for a page: the calls to its browser, and how often. */
import type { FetchError } from "@dunlin/fetcher"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"

const internal = (name: string) => import(new URL(`../src/internal/browser/${name}.ts`, import.meta.url).href)

/** A page as the engine hands it around. */
interface Remote {
  readonly page: unique symbol
}
const { remote } = await internal("calls") as { readonly remote: (page: object) => Remote }
const { screenshot } = await internal("capture") as {
  readonly screenshot: (
    page: Remote,
    shot: { readonly fullPage: boolean },
    timeout: number,
    warn: (warning: string) => void
  ) => Effect.Effect<{ readonly bytes: Uint8Array; readonly contentType: string }, unknown>
}
const { fromBrowser } = await internal("browserReasons") as {
  readonly fromBrowser: (error: unknown, atProxy: undefined, phase: "browser") => FetchError.BrowserCrashed
}

const noFrame = "page.screenshot: Protocol error (Page.captureScreenshot): Unable to capture screenshot"

/** A page whose browser says these things before it gives a picture. */
const pageOf = (failures: ReadonlyArray<string>) => {
  const left = [...failures]
  const timeouts: Array<number> = []
  const page = {
    viewportSize: () => null,
    evaluate: () => Promise.resolve({ width: 100, height: 50, fullHeight: 50, scale: 1 }),
    screenshot: ({ timeout }: { readonly timeout: number }) => {
      timeouts.push(timeout)
      const failure = left.shift()
      return failure === undefined ? Promise.resolve(Buffer.from("picture")) : Promise.reject(new Error(failure))
    }
  }
  return { page: remote(page), timeouts }
}

const taken = (page: Remote) => screenshot(page, { fullPage: false }, 1000, () => {})

describe("a screenshot", () => {
  it.effect("is requested again if the browser has no frame of the page yet", () =>
    Effect.gen(function*() {
      const { page, timeouts } = pageOf([noFrame])
      const { bytes, contentType } = yield* taken(page)
      assert.strictEqual(contentType, "image/png")
      assert.strictEqual(Buffer.from(bytes).toString(), "picture")
      // the time of the test stands still
      assert.deepStrictEqual(timeouts, [1000, 1000])
    }))

  it.effect("fails after ten attempts, with a separate reason", () =>
    Effect.gen(function*() {
      const { page, timeouts } = pageOf(Array.from({ length: 20 }, () => noFrame))
      const reason = fromBrowser(yield* Effect.flip(taken(page)), undefined, "browser")
      assert.strictEqual(timeouts.length, 10)
      assert.deepInclude(reason, { _tag: "BrowserCrashed", code: "NO_FRAME", retry: "now" })
      assert.strictEqual(reason.message, "the browser could not take a screenshot of the page")
    }))

  it.effect("is requested once after another failure", () =>
    Effect.gen(function*() {
      const { page, timeouts } = pageOf(["page.screenshot: Target crashed"])
      const reason = fromBrowser(yield* Effect.flip(taken(page)), undefined, "browser")
      assert.strictEqual(timeouts.length, 1)
      assert.strictEqual(reason.message, "the browser crashed")
    }))
})
