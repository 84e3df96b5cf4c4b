/** Reads the frames of a page. Their content is written into the outer document. */
import * as Effect from "effect/Effect"
import type { ElementHandle, Frame, Page } from "playwright-core"
import { ask, NoAnswer, peek, type Remote, remote } from "./calls.ts"
import { frameKey, frameScript, isSeen } from "./compose.ts"
import { frameTimersDue } from "./settleScript.ts"

/** Maximum number of frames of one page that are read. */
const MAX_FRAMES = 20
/** Maximum depth of nested frames that are read. */
const MAX_DEPTH_OF_FRAMES = 3
/** Timeout for all frames of a page. */
const FRAMES_CAP = "10 seconds"
/** Limits in milliseconds: for one call, which a busy machine delays by seconds, and for the timers of all frames. */
const LIMITS_MS = { call: 4_000, timers: 2_500 }

const depthOf = (frame: Frame): number => {
  let depth = 0
  for (let up = frame.parentFrame(); up !== null; up = up.parentFrame()) depth++
  return depth
}

/** Waits for the timers of a frame, within the time that is left for those of all frames. */
const awaitTimers = Effect.fnUntraced(function*(handle: Remote<Frame>, time: { left: number }) {
  while (time.left > 0) {
    const due = yield* ask(handle, (frame) => frame.evaluate(frameTimersDue) as Promise<number>, LIMITS_MS.call)
    if (!(due > 0)) return
    const wait = Math.min(Math.ceil(due), time.left)
    time.left -= wait
    yield* Effect.sleep(wait)
  }
})

/**
 * Reads one frame and stores its HTML at its element. Returns whether its text is missing. Fails if the frame has gone.
 */
const readFrame = Effect.fnUntraced(function*(frame: Frame, limit: number, time: { left: number }) {
  const handle = remote(frame)
  const element: Remote<ElementHandle> = remote(
    yield* ask(handle, (frame) => frame.frameElement(), LIMITS_MS.call)
  )
  const seen = yield* ask(
    element,
    (element) => element.evaluate(`(${isSeen})`) as Promise<unknown>,
    LIMITS_MS.call
  )
  if (seen === false) return false
  if (seen === "unloaded") return true
  yield* awaitTimers(handle, time)
  const html = yield* ask(handle, (frame) => frame.evaluate(frameScript) as Promise<string>, LIMITS_MS.call)
  if (html === "" || html.length > limit) return html !== ""
  yield* ask(
    element,
    (element) =>
      element.evaluate(
        (node, [key, value]) => void Object.defineProperty(node, key!, { value, configurable: true }),
        [frameKey, html]
      ),
    LIMITS_MS.call
  )
  return false
})

/**
 * Reads the frames of a page, innermost first, including frames of other origins, whose content was loaded through the
 * same proxy. Returns the number of frames that are missing from the document, because they exceed the limits or did
 * not respond in time.
 */
export const readFrames = (page: Remote<Page>, limit: number): Effect.Effect<number> =>
  Effect.suspend(() => {
    const all = peek(page, (page) => page.frames().filter((frame) => frame !== page.mainFrame()))
    if (all.length === 0) return Effect.succeed(0)
    const frames = all.map((frame) => ({ frame, depth: depthOf(frame) })).filter(({ depth }) =>
      depth <= MAX_DEPTH_OF_FRAMES
    )
      .slice(0, MAX_FRAMES).sort((left, right) => right.depth - left.depth)
    let missing = all.length
    const time = { left: LIMITS_MS.timers }
    const readOne = ({ frame }: { readonly frame: Frame }) =>
      readFrame(frame, limit, time).pipe(
        // a removed frame is not part of the page
        Effect.catch((error) => Effect.succeed(error instanceof NoAnswer)),
        Effect.tap((isMissing) => Effect.sync(() => missing -= isMissing ? 0 : 1))
      )
    return Effect.forEach(frames, readOne, { discard: true }).pipe(
      Effect.timeoutOption(FRAMES_CAP),
      Effect.map(() => missing)
    )
  })
