/** Scrolls a page repeatedly, and collects the rows of virtual lists. */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { frameKey } from "./compose.ts"
import { evaluate } from "./evaluate.ts"
import { settle, type Stopped } from "./settle.ts"
import type { Slot } from "./slot.ts"

const MAX_STEPS = 300
const TIME_SHARE = 0.7
/** After this many steps without new rows, the list is complete. */
const STEPS_WITHOUT_NEWS = 2
const MAX_ROWS = 10_000
const ROWS_OF_LIST = 5

interface Progress {
  readonly top: number
  readonly height: number
  readonly rows: number
  readonly isEnd: boolean
}

const stateKey = `${frameKey}s`

/** A page that is not rendered never draws a frame. */
const FRAME_PATIENCE_MS = 1_000

export const drawn = `new Promise((resolve) => {
  const end = setTimeout(resolve, ${FRAME_PATIENCE_MS})
  requestAnimationFrame(() => requestAnimationFrame(() => {
    // A pending timer would count as work of the page.
    clearTimeout(end)
    resolve()
  }))
})`

const stepScript = (selector: string | undefined, sign: number, moves: boolean) =>
  `(() => {
  const selector = ${JSON.stringify(selector ?? null)}
  const scroller = selector === null ? document.scrollingElement || document.documentElement : document.querySelector(selector)
  if (!scroller) return { top: 0, height: 0, rows: 0, isEnd: true }
  const scope = selector === null ? document.body : scroller
  let state = scroller[${JSON.stringify(stateKey)}]
  if (!state) Object.defineProperty(scroller, ${
    JSON.stringify(stateKey)
  }, { value: state = { rows: new Map(), list: undefined } })
  if (!state.list || !state.list.isConnected) {
    let most = ${ROWS_OF_LIST - 1}
    for (const element of [scope, ...scope.querySelectorAll("*")]) {
      const count = element.childElementCount
      if (count > most && [...element.children].filter((child) => child.localName === element.lastElementChild.localName && child.textContent.trim() !== "").length > count / 2) {
        most = count
        state.list = element
      }
    }
  }
  const offset = selector === null ? scrollY : scroller.scrollTop - scroller.getBoundingClientRect().top
  for (const child of state.list ? state.list.children : []) {
    const text = child.textContent.trim()
    if (text === "" || state.rows.size >= ${MAX_ROWS}) continue
    const top = Math.round(child.getBoundingClientRect().top + offset), key = top + "|" + text
    if (!state.rows.has(key)) state.rows.set(key, { top, text, html: child.outerHTML })
  }
  const before = scroller.scrollTop
  if (${moves}) scroller.scrollBy({ top: ${sign} * (selector === null ? innerHeight : scroller.clientHeight), behavior: "instant" })
  return { top: scroller.scrollTop, height: scroller.scrollHeight, rows: state.rows.size, isEnd: scroller.scrollTop === before }
})()`

const finishScript = (selector: string | undefined) =>
  `(() => {
  const selector = ${JSON.stringify(selector ?? null)}
  const scroller = selector === null ? document.scrollingElement || document.documentElement : document.querySelector(selector)
  const state = scroller && scroller[${JSON.stringify(stateKey)}]
  if (!state || !state.list) return
  const here = [...state.list.children].map((child) => child.textContent.trim()).filter((text) => text !== "")
  const rows = [...state.rows.values()].sort((left, right) => left.top - right.top)
  // If all texts are unique, a row that has moved is the same row.
  const isNamed = new Set(here).size === here.length
  const seen = new Set()
  const kept = isNamed ? rows.filter(({ text }) => !seen.has(text) && seen.add(text)) : rows
  const texts = new Set(here)
  if (!rows.some(({ text }) => !texts.has(text))) return
  Object.defineProperty(state.list, ${
    JSON.stringify(frameKey)
  }, { value: kept.map(({ html }) => html).join(""), configurable: true })
})()`

const endWarning = (steps: number): string =>
  `The action \`scroll\` stopped after ${steps} steps, before the end of the list; later rows are missing. A longer \`timeout\` allows more steps.`

export const scrollOn = Effect.fnUntraced(function*(options: {
  readonly slot: Slot
  readonly selector: string | undefined
  readonly sign: 1 | -1
  readonly repeat: number | "end"
  readonly deadline: number
  readonly onStopped: (what: Stopped) => void
  readonly warn: (warning: string) => void
}): Effect.fn.Return<void, unknown> {
  const { deadline, onStopped, repeat, selector, sign, slot, warn } = options
  const start = yield* Clock.currentTimeMillis
  const until = start + (deadline - start) * TIME_SHARE
  const most = repeat === "end" ? MAX_STEPS : Math.min(repeat, MAX_STEPS)
  let without = 0
  let last: Progress = { top: -1, height: -1, rows: -1, isEnd: false }
  let steps = 0
  while (steps < most && without < STEPS_WITHOUT_NEWS && (yield* Clock.currentTimeMillis) < until) {
    const now = yield* evaluate<Progress>(slot.session, stepScript(selector, sign, true))
    yield* Effect.ignore(evaluate(slot.session, drawn))
    yield* settle(slot, Math.min(deadline, until), onStopped)
    without = now.isEnd && now.height === last.height && now.rows === last.rows ? without + 1 : 0
    last = now
    steps++
  }
  yield* evaluate(slot.session, stepScript(selector, sign, false))
  yield* evaluate(slot.session, finishScript(selector))
  if (repeat === "end" && without < STEPS_WITHOUT_NEWS) warn(endWarning(steps))
})
