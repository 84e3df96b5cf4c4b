/**
 * Calls Playwright page methods for a caller's code. Only methods that use no file and no process are listed. The
 * code runs in another page, so each call arrives as data: names with arguments.
 */
import * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"
import type { Page } from "playwright-core"
import { ask, peek, type Remote, remote } from "./calls.ts"

type Returns = "json" | "nothing" | "locator" | "keyboard" | "mouse"

interface Methods {
  readonly [name: string]: Returns
}

const all = (returns: Returns, names: string): Methods =>
  Object.fromEntries(names.split(" ").map((name) => [name, returns]))

const LOCATORS = all(
  "locator",
  "locator getByAltText getByLabel getByPlaceholder getByRole getByTestId getByText getByTitle"
)

const ON_ELEMENTS: Methods = {
  ...all(
    "json",
    "getAttribute innerHTML innerText inputValue isChecked isDisabled isEditable isEnabled isHidden isVisible selectOption" +
      " textContent evaluate"
  ),
  ...all("nothing", "check click dblclick dispatchEvent fill focus hover press setChecked tap type uncheck")
}

const METHODS: { readonly [object: string]: Methods } = {
  page: {
    ...LOCATORS,
    ...ON_ELEMENTS,
    ...all("json", "$eval $$eval content title url"),
    ...all("nothing", "goBack goForward goto reload waitForFunction waitForLoadState waitForSelector waitForTimeout"),
    keyboard: "keyboard",
    mouse: "mouse"
  },
  locator: {
    ...LOCATORS,
    ...ON_ELEMENTS,
    ...all("locator", "and filter first last nth or"),
    ...all("json", "allInnerTexts allTextContents boundingBox count evaluateAll"),
    ...all("nothing", "blur clear pressSequentially scrollIntoViewIfNeeded selectText waitFor")
  },
  keyboard: all("nothing", "down insertText press type up"),
  mouse: all("nothing", "click dblclick down move up wheel")
}

/** Marks text as a function that runs in the page. This process never runs it. */
const FUNCTION = "dunlin:function"

export const CALL = "__dunlinCall"

export const pageScript = `{
  const call = globalThis[${JSON.stringify(CALL)}]
  const methods = ${JSON.stringify(METHODS)}
  const written = (value) => typeof value === "function" ? { ${JSON.stringify(FUNCTION)}: String(value) } : value
  const objectOf = (name, steps) => new Proxy({}, {
    get: (_, key) => {
      if (typeof key === "symbol" || key === "then" || key === "toJSON") return undefined
      const returns = Object.hasOwn(methods[name], key) ? methods[name][key] : undefined
      if (returns === "keyboard" || returns === "mouse") return objectOf(returns, [...steps, [key]])
      if (returns === undefined) {
        throw new TypeError(name + "." + key + " is not available; available are " + Object.keys(methods[name]).sort().join(", "))
      }
      return (...given) => {
        const next = [...steps, [key, ...given.map(written)]]
        return returns === "locator" ? objectOf("locator", next) : call(next)
      }
    }
  })
  globalThis.page = objectOf("page", [])
}
void 0`

export type Steps = ReadonlyArray<readonly [name: string, ...given: ReadonlyArray<unknown>]>

const refuse = (message: string) => Effect.fail(new TypeError(message))

/** Playwright sends the text of a function to the page. The function's own body is not used. */
const functionOf = (text: string): () => void => Object.assign(() => undefined, { toString: () => text })

const argumentOf = (value: unknown): unknown =>
  Predicate.hasProperty(value, FUNCTION) && typeof value[FUNCTION] === "string" ? functionOf(value[FUNCTION]) : value

const isWeb = (address: unknown): boolean => /^https?:$/.test(URL.parse(String(address))?.protocol ?? "")

export const perform = Effect.fnUntraced(function*(
  page: Remote<Page>,
  steps: Steps
): Effect.fn.Return<unknown, unknown> {
  let object: Remote<object> = page
  let kind = "page"
  for (const [index, step] of steps.entries()) {
    const [name, ...given]: Steps[number] = Array.isArray(step) ? step as unknown as Steps[number] : [""]
    const methods = METHODS[kind]!
    const returns = typeof name === "string" && Object.hasOwn(methods, name) ? methods[name]! : undefined
    if (returns === undefined) return yield* refuse(`${kind}.${String(name)} is not available`)
    if (name === "goto" && !isWeb(given[0])) return yield* refuse("page.goto opens only http and https URLs")
    const isEnd = returns === "json" || returns === "nothing"
    if (isEnd !== (index === steps.length - 1)) {
      return yield* refuse(`${kind}.${name} cannot be used at this position in a chain`)
    }
    const called = (of: object): unknown => {
      const member = (of as { readonly [name: string]: unknown })[name]
      return typeof member === "function" ? member.apply(of, given.map(argumentOf)) : member
    }
    if (isEnd) {
      const value = yield* ask(object, (of) => Promise.resolve(called(of)))
      return returns === "json" ? value : undefined
    }
    object = remote(
      yield* Effect.try({ try: () => peek(object, (of) => called(of) as object), catch: (error) => error })
    )
    kind = returns
  }
  return undefined
})
