import type { Action } from "@dunlin/schema/Action"
import type { RawActionResults } from "@dunlin/schema/RawPage"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type * as Schema from "effect/Schema"
import type { Page } from "playwright-core"
import { ActionError, type Reason, TooLarge } from "../../FetchError.ts"
import { screenshot } from "./capture.ts"
import { fromBrowser, isCrash } from "./reasons.ts"

/** How long an element may take to appear before a click gives up. */
const clickPatience = 10_000
/** How long a wait for an element lasts before it fails. */
const waitPatience = 30_000
const maxPdfBytes = 50 * 1024 * 1024

export type ActionResults = { readonly [K in keyof RawActionResults]: Array<RawActionResults[K][number]> }

const promise = <A>(f: () => PromiseLike<A>): Effect.Effect<A, unknown> =>
  Effect.tryPromise({ try: f, catch: (error) => error })

/** A script of an action threw; `errorName` is the class of what it threw. */
class ScriptError extends Error {
  readonly errorName: string
  constructor(errorName: string) {
    super(errorName)
    this.errorName = errorName
  }
}

/** What a failed action may say: the first line of the browser's message without selectors, URLs or page text. */
const detailOf = (error: unknown): string => {
  const message = error instanceof Error ? error.message : ""
  if (error instanceof Error && error.name === "TimeoutError") return "the element did not appear in time"
  if (/Unknown key/.test(message)) return "unknown key"
  if (
    /not a valid selector|Unexpected token .* while parsing|Unknown engine|SyntaxError: Failed to execute 'querySelector/i
      .test(message)
  ) {
    return "invalid selector"
  }
  if (error instanceof ScriptError) {
    return error.errorName === "timeout" ? "the script did not end in time" : `the script threw ${error.errorName}`
  }
  if (/Execution was terminated/.test(message)) return "the script did not end in time"
  return "the browser refused it"
}

type Evaluated = {
  readonly result: {
    readonly type: string
    readonly subtype?: string
    readonly value?: unknown
    readonly objectId?: string
  }
  readonly exceptionDetails?: { readonly exception?: { readonly className?: string } }
}

/**
 * Runs a script as the page would: the value of its last statement is the result, a promise is awaited, and a script
 * that uses `await`, or that is written as a function body with `return`, is understood. V8 ends it when `timeout` milliseconds have passed, so that a
 * loop without end costs no page. Not subject to the page's content security policy.
 */
const runScript = Effect.fnUntraced(function*(page: Page, script: string, timeout: number) {
  const session = yield* promise(() => page.context().newCDPSession(page))
  const run = (expression: string, replMode = false) =>
    promise(() =>
      session.send("Runtime.evaluate", {
        expression,
        awaitPromise: true,
        returnByValue: false,
        userGesture: true,
        replMode,
        timeout
      }) as Promise<Evaluated>
    )
  const orElse = (other: () => Effect.Effect<Evaluated, unknown>) => (answer: Evaluated) =>
    answer.exceptionDetails?.exception?.className === "SyntaxError" ? other() : Effect.succeed(answer)
  /** The JSON of an object; what has none (windows, cycles) is null. */
  const toJson = (objectId: string) =>
    promise(() =>
      session.send("Runtime.callFunctionOn", {
        objectId,
        functionDeclaration: "function () { try { return JSON.stringify(this) } catch { return null } }",
        returnByValue: true
      }) as Promise<Evaluated>
    ).pipe(
      Effect.map(({ result }) => typeof result.value === "string" ? JSON.parse(result.value) as Schema.Json : null)
    )
  return yield* run(script).pipe(
    Effect.flatMap(orElse(() => run(script, true))),
    Effect.flatMap(orElse(() => run(`(async () => {\n${script}\n})()`))),
    Effect.flatMap(({ exceptionDetails, result }) => {
      if (exceptionDetails !== undefined) {
        return Effect.fail(new ScriptError(exceptionDetails.exception?.className ?? "an error"))
      }
      const type = result.subtype ?? result.type
      return result.objectId === undefined
        ? Effect.succeed({ type, value: (result.value === undefined ? null : result.value) as Schema.Json })
        : Effect.map(toJson(result.objectId), (value) => ({ type, value }))
    }),
    Effect.timeoutOrElse({ duration: timeout + 500, orElse: () => Effect.fail(new ScriptError("timeout")) }),
    Effect.ensuring(Effect.ignore(promise(() => session.detach())))
  )
})

const perform = Effect.fnUntraced(function*(
  page: Page,
  action: Action,
  results: ActionResults,
  remaining: number,
  warn: (warning: string) => void
): Effect.fn.Return<void, unknown> {
  switch (action.type) {
    case "wait": {
      const { milliseconds, selector } = action
      if (selector !== undefined) {
        yield* promise(() => page.waitForSelector(`css=${selector}`, { timeout: Math.min(waitPatience, remaining) }))
      } else yield* Effect.sleep(milliseconds ?? 0)
      return
    }
    case "click": {
      const found = page.locator(`css=${action.selector}`)
      const timeout = Math.min(clickPatience, remaining)
      if (!action.all) return yield* promise(() => found.first().click({ timeout }))
      for (const element of yield* promise(() => found.all())) {
        // what an earlier click has removed or covered is not an error
        yield* Effect.catch(
          promise(() => element.click({ timeout: Math.min(2_000, remaining) })),
          (error) => isCrash(error) ? Effect.fail(error) : Effect.void
        )
      }
      return
    }
    case "write":
      return yield* promise(() => page.keyboard.type(action.text))
    case "press":
      return yield* promise(() => page.keyboard.press(action.key))
    case "scroll": {
      const sign = action.direction === "up" ? -1 : 1
      if (action.selector !== undefined) {
        const element = page.locator(`css=${action.selector}`).first()
        const timeout = Math.min(clickPatience, remaining)
        yield* promise(() =>
          element.evaluate(
            (node, direction) => node.scrollBy({ top: direction * node.clientHeight, behavior: "instant" }),
            sign,
            { timeout }
          )
        )
      } else {
        yield* promise(() =>
          page.evaluate(`window.scrollBy({ top: ${sign} * window.innerHeight, behavior: "instant" })`)
        )
      }
      // one frame, so that observers of the scroll position have run
      yield* Effect.sleep(100)
      return
    }
    case "screenshot":
      results.screenshots.push(yield* screenshot(page, action, remaining, warn))
      return
    case "scrape":
      results.scrapes.push({ url: page.url(), html: yield* promise(() => page.content()) })
      return
    case "executeJavascript": {
      results.javascriptReturns.push(yield* runScript(page, action.script, remaining))
      return
    }
    case "pdf": {
      const { format, landscape, scale } = action
      const bytes = yield* promise(() => page.pdf({ format, landscape, scale, printBackground: true }))
      if (bytes.length > maxPdfBytes) return yield* Effect.fail(new TooLarge({ what: "pdf", limit: maxPdfBytes }))
      results.pdfs.push({ contentType: "application/pdf", bytes: new Uint8Array(bytes) })
      return
    }
  }
})

/** Performs the actions in order and collects what they leave behind. */
export const performAll = Effect.fnUntraced(function*(
  page: Page,
  actions: ReadonlyArray<Action>,
  deadline: number,
  warn: (warning: string) => void
): Effect.fn.Return<ActionResults, Reason> {
  const results: ActionResults = { screenshots: [], scrapes: [], javascriptReturns: [], pdfs: [] }
  for (const [index, action] of actions.entries()) {
    const remaining = Math.max(1, deadline - (yield* Clock.currentTimeMillis))
    yield* perform(page, action, results, remaining, warn).pipe(
      Effect.mapError((error) => {
        if (error instanceof TooLarge) return error
        return isCrash(error)
          ? fromBrowser(error, undefined, "actions")
          : new ActionError({ index, type: action.type, detail: detailOf(error) })
      })
    )
  }
  return results
})
