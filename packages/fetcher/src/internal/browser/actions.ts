import type { Action } from "@dunlin/schema/Action"
import type { RawActionResults } from "@dunlin/schema/RawPage"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type * as Schema from "effect/Schema"
import type { CDPSession, Locator, Page } from "playwright-core"
import { ActionError, type Reason, TooLarge } from "../../FetchError.ts"
import { fromBrowser, isCrash } from "./browserReasons.ts"
import { ask, NoAnswer, peek, type Remote, remote } from "./calls.ts"
import { screenshot, scrollToHeight } from "./capture.ts"
import { evaluate } from "./evaluate.ts"
import { keyOf } from "./keys.ts"
import { read } from "./read.ts"
import { drawn, scrollOn } from "./scroll.ts"
import { type Stopped, unlessLeft } from "./settle.ts"
import type { Slot } from "./slot.ts"

const CLICK_TIMEOUT_MS = 10_000
/** Shorter than the timeout of a single click, because further elements follow. */
const CLICK_PATIENCE_OF_MANY_MS = 2_000
const WAIT_TIMEOUT_MS = 30_000
const FRAME_LOOK_MS = 3_000
const PARSE_TIMEOUT_MS = 5_000
const MAX_PDF_BYTES = 50 * 1024 * 1024
const MAX_RESULT_BYTES = 256 * 1024 * 1024
const MAX_RETURN_CHARACTERS = 16 * 1024 * 1024
const MAX_SCROLL_ATTEMPTS = 5

export type ActionResults = { readonly [K in keyof RawActionResults]: Array<RawActionResults[K][number]> }

const whole =
  `document.readyState !== "loading" || new Promise((resolve) => document.addEventListener("DOMContentLoaded", () => resolve(true)))`

export class ScriptError extends Error {
  readonly thrown: string | undefined
  readonly isLate: boolean

  constructor(message: string, how: { readonly thrown?: string | undefined; readonly isLate?: boolean } = {}) {
    super(message)
    this.thrown = how.thrown
    this.isLate = how.isLate === true
  }
}

const isNavigation = (error: unknown): boolean =>
  error instanceof Error && /context was destroyed|context with specified id|navigated or closed/i.test(error.message)

const detailOf = (error: unknown): string => {
  const message = error instanceof Error ? error.message : ""
  if (error instanceof NoAnswer) return "the browser did not respond in time"
  if (error instanceof Error && error.name === "TimeoutError") {
    if (/intercepts pointer events/.test(message)) return "another element covers it"
    if (/element is not enabled/.test(message)) return "the element is disabled"
    if (/element is not visible|resolved to hidden/.test(message)) return "the element is not visible"
    return "the element did not appear in time"
  }
  if (/Unknown key/.test(message)) return "unknown key"
  if (
    /not a valid selector|Unexpected token .* while parsing|Unknown engine|SyntaxError: Failed to execute 'querySelector/i
      .test(message)
  ) {
    return "invalid selector"
  }
  if (error instanceof ScriptError) return message
  if (isNavigation(error)) return "the page navigated away before the action was done"
  if (/Execution was terminated/.test(message)) return "the script did not end in time"
  return "the browser rejected it"
}

interface Evaluated {
  readonly result: {
    readonly type: string
    readonly subtype?: string
    readonly value?: unknown
    readonly unserializableValue?: string
    readonly objectId?: string
  }
  readonly exceptionDetails?: {
    readonly exception?: { readonly className?: string; readonly description?: string; readonly value?: unknown }
  }
}

const parseJson = (json: unknown): Effect.Effect<Schema.Json> =>
  Effect.try(() => typeof json === "string" ? JSON.parse(json) as Schema.Json : null).pipe(
    Effect.orElseSucceed(() => null)
  )

/**
 * Runs a script in the page and returns the value of its last statement. Scripts may use `await`, or be a function
 * body with `return`. V8 stops a script after `timeout` milliseconds, so an endless loop does not lose the page.
 */
export const runScript = Effect.fnUntraced(function*(session: Remote<CDPSession>, script: string, timeout: number) {
  const tooLarge = new ScriptError(`the script's result is longer than ${MAX_RETURN_CHARACTERS} bytes`)
  const outOfTime = new ScriptError("the script did not end in time", { isLate: true })
  const run = (expression: string, replMode = false) =>
    ask(session, (session) =>
      session.send("Runtime.evaluate", {
        expression,
        awaitPromise: true,
        returnByValue: false,
        userGesture: true,
        replMode,
        timeout
      }) as Promise<Evaluated>)
  const orElse = (other: () => Effect.Effect<Evaluated, unknown>) => (answer: Evaluated) =>
    answer.exceptionDetails?.exception?.className === "SyntaxError" ? other() : Effect.succeed(answer)
  /**
   * Converts an object to JSON inside the browser. Windows and cycles become null. Fails if the JSON exceeds the
   * limit.
   */
  const toJson = (objectId: string) =>
    ask(session, (session) =>
      session.send("Runtime.callFunctionOn", {
        objectId,
        functionDeclaration: `function () {
          try { const json = JSON.stringify(this); return json.length > ${MAX_RETURN_CHARACTERS} ? false : json } catch { return null }
        }`,
        returnByValue: true
      }) as Promise<Evaluated>).pipe(
        Effect.flatMap(({ result }) =>
          result.value === false
            ? Effect.fail(tooLarge)
            : parseJson(result.value)
        )
      )
  return yield* run(script).pipe(
    Effect.flatMap(orElse(() => run(script, true))),
    Effect.flatMap(orElse(() => run(`(async () => {\n${script}\n})()`))),
    Effect.flatMap(({ exceptionDetails, result }) => {
      if (exceptionDetails !== undefined) {
        const { className = "an error", description, value } = exceptionDetails.exception ?? {}
        const thrown = description ?? (value === undefined ? undefined : String(value))
        return Effect.fail(new ScriptError(`the script threw ${className}`, { thrown }))
      }
      const type = result.subtype ?? result.type
      if (result.objectId !== undefined) return Effect.map(toJson(result.objectId), (value) => ({ type, value }))
      if (typeof result.value === "string" && result.value.length > MAX_RETURN_CHARACTERS) return Effect.fail(tooLarge)
      const value = type === "bigint"
        ? result.unserializableValue!.slice(0, -1)
        : result.unserializableValue === "-0"
        ? 0
        : result.value ?? null
      return Effect.succeed({ type, value: value as Schema.Json })
    }),
    // Ends a script that awaits a promise without end.
    Effect.mapError((error) => error instanceof NoAnswer ? outOfTime : error),
    Effect.timeoutOrElse({
      duration: timeout + 500,
      orElse: () => Effect.fail(outOfTime)
    })
  )
})

const openHere = `(() => {
  const key = Symbol.for("dunlin.openHere")
  if (window[key]) return
  Object.defineProperty(window, key, { value: true })
  const native = window.open
  window.open = function (address, ...rest) {
    if (!address || /^(about|javascript):/i.test(address)) return native.call(this, address, ...rest)
    location.href = new URL(address, document.baseURI).href
    return window
  }
  addEventListener("click", ({ target }) => {
    const link = target && target.closest && target.closest("a[target], area[target]")
    if (link && !/^_(self|parent|top)$/i.test(link.target)) link.target = "_self"
  }, true)
})()`

const frameWith = Effect.fnUntraced(function*(page: Remote<Page>, selector: string, timeout: number) {
  const until = (yield* Clock.currentTimeMillis) + timeout
  do {
    const frames = peek(page, (page) => page.frames())
    for (const frame of frames) {
      if (frames.length === 1) return frame
      const count = ask(remote(frame), (frame) => frame.locator(selector).count(), FRAME_LOOK_MS)
      if ((yield* Effect.orElseSucceed(count, () => 0)) > 0) return frame
    }
    yield* Effect.sleep(100)
  } while ((yield* Clock.currentTimeMillis) < until)
  return peek(page, (page) => page.mainFrame())
})

const isVisible = (element: Locator): Effect.Effect<boolean> =>
  Effect.orElseSucceed(ask(remote(element), (element) => element.isVisible(), FRAME_LOOK_MS), () => false)

const coveredWarning = (selector: string, covered: number, all: number): string =>
  `${covered} of ${all} elements of the action \`click\` on ${JSON.stringify(selector)} could not be clicked: ` +
  "other elements cover them, or they did not respond in time."

interface Target {
  readonly slot: Slot
  readonly maxBytes: number
  readonly onStopped: (what: Stopped) => void
}

const perform = Effect.fnUntraced(function*(
  { maxBytes, onStopped, slot }: Target,
  action: Action,
  results: ActionResults,
  deadline: number,
  warn: (warning: string) => void
): Effect.fn.Return<number | void, unknown> {
  const { page, session } = slot
  const remaining = Math.max(1, deadline - (yield* Clock.currentTimeMillis))
  switch (action.type) {
    case "wait": {
      const { milliseconds, selector } = action
      if (selector !== undefined) {
        yield* ask(
          page,
          (page) => page.waitForSelector(`css=${selector}`, { timeout: Math.min(WAIT_TIMEOUT_MS, remaining) })
        )
      } else yield* Effect.sleep(milliseconds ?? 0)
      return
    }
    case "click": {
      const selector = `css=${action.selector}`
      const timeout = Math.min(CLICK_TIMEOUT_MS, remaining)
      yield* Effect.ignore(evaluate(session, openHere))
      const frame = remote(yield* frameWith(page, selector, timeout / 2))
      if (!action.all) return yield* ask(frame, (frame) => frame.locator(selector).first().click({ timeout }))
      const elements = yield* ask(frame, (frame) => frame.locator(selector).all())
      let covered = 0
      for (const element of elements) {
        yield* Effect.catch(
          ask(remote(element), (element) => element.click({ timeout: Math.min(CLICK_PATIENCE_OF_MANY_MS, remaining) })),
          (error) =>
            isCrash(error)
              ? Effect.fail(error)
              // An earlier click may have removed the element.
              : Effect.map(isVisible(element), (visible) => covered += visible ? 1 : 0)
        )
      }
      if (covered > 0) warn(coveredWarning(action.selector, covered, elements.length))
      return
    }
    case "write":
      return yield* ask(page, (page) => page.keyboard.type(action.text))
    case "press":
      return yield* ask(page, (page) => page.keyboard.press(keyOf(action.key)))
    case "scroll": {
      const sign = action.direction === "up" ? -1 : 1
      if (action.repeat !== undefined) {
        const { repeat, selector } = action
        return yield* scrollOn({ slot, selector, sign, repeat, deadline, onStopped, warn })
      }
      if (action.selector !== undefined) {
        const selector = `css=${action.selector}`
        const timeout = Math.min(CLICK_TIMEOUT_MS, remaining)
        yield* ask(page, (page) =>
          page.locator(selector).first().evaluate(
            (node, direction) => node.scrollBy({ top: direction * node.clientHeight, behavior: "instant" }),
            sign,
            { timeout }
          ))
      } else {
        yield* ask(
          page,
          (page) => page.evaluate(`window.scrollBy({ top: ${sign} * window.innerHeight, behavior: "instant" })`)
        ).pipe(Effect.retry({ while: isNavigation, times: MAX_SCROLL_ATTEMPTS }))
      }
      yield* Effect.ignore(evaluate(session, drawn))
      return
    }
    case "screenshot": {
      const shot = yield* screenshot(page, action, remaining, warn)
      results.screenshots.push(shot)
      return shot.bytes.length
    }
    case "scrape": {
      yield* Effect.ignore(Effect.timeout(evaluate(session, whole), Math.min(PARSE_TIMEOUT_MS, remaining)))
      const { html, url } = yield* unlessLeft(slot, deadline, onStopped, read(slot, maxBytes))
      results.scrapes.push({ url, html })
      return html.length
    }
    case "executeJavascript": {
      const returned = yield* runScript(session, action.script, remaining)
      results.javascriptReturns.push(returned)
      return typeof returned.value === "object" ? JSON.stringify(returned.value).length : String(returned.value).length
    }
    case "pdf": {
      const { format, landscape, scale } = action
      const top = yield* ask(page, (page) => page.evaluate("scrollY") as Promise<number>)
      if (top > 0) yield* ask(page, (page) => page.evaluate(scrollToHeight(0)))
      const bytes = yield* ask(page, (page) => page.pdf({ format, landscape, scale, printBackground: true }))
      if (top > 0) yield* ask(page, (page) => page.evaluate(scrollToHeight(top)))
      if (bytes.length > MAX_PDF_BYTES) return yield* Effect.fail(new TooLarge({ what: "pdf", limit: MAX_PDF_BYTES }))
      results.pdfs.push({ contentType: "application/pdf", bytes: new Uint8Array(bytes) })
      return bytes.length
    }
  }
})

export const performAll = Effect.fnUntraced(function*(
  target: Target,
  actions: ReadonlyArray<Action>,
  deadline: number,
  warn: (warning: string) => void
): Effect.fn.Return<ActionResults, Reason> {
  const results: ActionResults = { screenshots: [], scrapes: [], javascriptReturns: [], pdfs: [] }
  let size = 0
  for (const [index, action] of actions.entries()) {
    size += (yield* perform(target, action, results, deadline, warn).pipe(
      Effect.mapError((error) => {
        if (error instanceof TooLarge) return error
        return isCrash(error)
          ? fromBrowser(error, undefined, "actions")
          : new ActionError({ index, type: action.type, detail: detailOf(error) })
      })
    )) ?? 0
    if (size > MAX_RESULT_BYTES) return yield* new TooLarge({ what: "actions", limit: MAX_RESULT_BYTES })
  }
  return results
})
