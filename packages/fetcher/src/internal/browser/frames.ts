/** Reads the frames of a page. Their content is written into the outer document. */
import * as Effect from "effect/Effect"
import type { ElementHandle, Frame, Page } from "playwright-core"
import { ask, NoAnswer, peek, type Remote, remote } from "./calls.ts"
import { frameKey, frameScript, isSeen } from "./compose.ts"
import { BrowserPatience } from "./patience.ts"
import { frameTimersDue } from "./settleScript.ts"

const MAX_FRAMES = 20
const MAX_DEPTH_OF_FRAMES = 3
/** Maximum time for the timers of all frames together. */
const MAX_TIMERS_MS = 2_500

const depthOf = (frame: Frame): number => {
  let depth = 0
  for (let up = frame.parentFrame(); up !== null; up = up.parentFrame()) depth++
  return depth
}

const awaitTimers = Effect.fnUntraced(function*(handle: Remote<Frame>, time: { left: number }) {
  while (time.left > 0) {
    const due = yield* ask(handle, (frame) => frame.evaluate(frameTimersDue) as Promise<number>)
    if (!(due > 0)) return
    const wait = Math.min(Math.ceil(due), time.left)
    time.left -= wait
    yield* Effect.sleep(wait)
  }
})

const readFrame = Effect.fnUntraced(function*(frame: Frame, limit: number, time: { left: number }) {
  const handle = remote(frame)
  const element: Remote<ElementHandle> = remote(
    yield* ask(handle, (frame) => frame.frameElement())
  )
  const seen = yield* ask(
    element,
    (element) => element.evaluate(`(${isSeen})`) as Promise<unknown>
  )
  if (seen === false) return false
  if (seen === "unloaded") return true
  yield* awaitTimers(handle, time)
  const html = yield* ask(handle, (frame) => frame.evaluate(frameScript) as Promise<string>)
  if (html === "" || html.length > limit) return html !== ""
  yield* ask(
    element,
    (element) =>
      element.evaluate(
        (node, [key, value]) => void Object.defineProperty(node, key!, { value, configurable: true }),
        [frameKey, html]
      )
  )
  return false
})

export const readFrames = Effect.fnUntraced(function*(page: Remote<Page>, limit: number) {
  const all = peek(page, (page) => page.frames().filter((frame) => frame !== page.mainFrame()))
  if (all.length === 0) return 0
  const { framesMs } = yield* BrowserPatience
  const frames = all.map((frame) => ({ frame, depth: depthOf(frame) }))
    .filter(({ depth }) => depth <= MAX_DEPTH_OF_FRAMES).slice(0, MAX_FRAMES)
  let missing = all.length
  const time = { left: MAX_TIMERS_MS }
  const readOne = ({ frame }: { readonly frame: Frame }) =>
    readFrame(frame, limit, time).pipe(
      Effect.catch((error) => Effect.succeed(error instanceof NoAnswer)),
      Effect.tap((isMissing) => Effect.sync(() => missing -= isMissing ? 0 : 1))
    )
  const levels = Array.from(
    { length: MAX_DEPTH_OF_FRAMES },
    (_, n) => frames.filter(({ depth }) => depth === MAX_DEPTH_OF_FRAMES - n)
  )
  const readLevel = (level: typeof frames) =>
    Effect.forEach(level, readOne, { discard: true, concurrency: "unbounded" }).pipe(
      Effect.timeoutOption(framesMs / MAX_DEPTH_OF_FRAMES)
    )
  yield* Effect.forEach(levels, readLevel, { discard: true })
  return missing
})
