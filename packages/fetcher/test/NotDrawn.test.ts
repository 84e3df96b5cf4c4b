import { assert, it } from "@effect/vitest"
import { createContext, runInContext } from "node:vm"

const module = new URL("../src/internal/browser/settleScript.ts", import.meta.url).href
const { settleKey, settleScript } = await import(module) as {
  readonly settleKey: string
  readonly settleScript: string
}

/** The window of a page that is not drawn: no frames and no idle periods, only tasks of the lowest priority. */
const windowNotDrawn = (hasTasks: boolean) => {
  const body = { textContent: "", firstChild: null, getElementsByTagName: () => [] }
  const idleCallbacks = new Set<number>()
  const window: Record<string, unknown> = {
    addEventListener: () => {},
    cancelAnimationFrame: () => {},
    cancelIdleCallback: (id: number) => idleCallbacks.delete(id),
    clearInterval,
    clearTimeout,
    document: {
      addEventListener: () => {},
      body,
      documentElement: { scrollHeight: 0 },
      readyState: "complete",
      querySelector: () => null,
      querySelectorAll: () => []
    },
    Element: class {
      get shadowRoot() {
        return null
      }
    },
    Document: class {
      write() {}
    },
    ShadowRoot: class {
      setHTMLUnsafe() {}
    },
    MutationObserver: class {
      observe() {}
    },
    performance,
    requestAnimationFrame: () => 1,
    requestIdleCallback: () => idleCallbacks.add(idleCallbacks.size + 1).size,
    scheduler: hasTasks
      ? {
        postTask: (task: () => void) =>
          new Promise<void>((resolve) =>
            setTimeout(() => {
              task()
              resolve()
            })
          )
      }
      : undefined,
    setInterval,
    setTimeout,
    XMLHttpRequest: class {
      send() {}
    }
  }
  window.window = window.top = window
  runInContext(settleScript, createContext(window))
  const settle = window[settleKey] as (...limits: ReadonlyArray<number>) => Promise<{ readonly isAtRest: boolean }>
  const requestIdleCallback = window.requestIdleCallback as (
    callback: (deadline: { readonly didTimeout: boolean; readonly timeRemaining: () => number }) => void
  ) => number
  return { body, idleCallbacks, requestIdleCallback, settle, window }
}

/** Far longer than any test takes, so that no limit decides. */
const never = 1e9

it("runs idle callbacks before reading a page without idle periods", async () => {
  const { body, idleCallbacks, requestIdleCallback, settle } = windowNotDrawn(true)
  let calls = 0
  requestIdleCallback(({ didTimeout, timeRemaining }) => {
    calls++
    assert.isFalse(didTimeout)
    assert.isAtMost(timeRemaining(), 50)
    body.textContent = "late text of the page"
  })
  const report = await settle(never, never, never, never)
  assert.strictEqual(body.textContent, "late text of the page")
  assert.isTrue(report.isAtRest)
  assert.strictEqual(calls, 1)
  // only the callback of the wait itself remains: an idle period that follows repeats nothing
  assert.strictEqual(idleCallbacks.size, 1)
})

it("runs animation frames before reading a page that is not drawn", async () => {
  const { body, settle, window } = windowNotDrawn(true)
  ;(window.requestAnimationFrame as (callback: () => void) => number)(() => {
    body.textContent = "late text of the page"
  })
  assert.isTrue((await settle(never, never, never, never)).isAtRest)
  assert.strictEqual(body.textContent, "late text of the page")
})

it("does not run cancelled idle callbacks", async () => {
  const { requestIdleCallback, settle, window } = windowNotDrawn(true)
  const id = requestIdleCallback(() => assert.fail("was cancelled"))
  ;(window.cancelIdleCallback as (id: number) => void)(id)
  assert.isTrue((await settle(never, never, never, never)).isAtRest)
})

it("reports a page as busy if it is read before its idle callbacks", async () => {
  const { requestIdleCallback, settle } = windowNotDrawn(false)
  requestIdleCallback(() => {})
  assert.isFalse((await settle(never, never, 1, never)).isAtRest)
})
