/** The frames of a page: their content is placed into the outer document. */
import * as Effect from "effect/Effect"
import type { ElementHandle, Frame, Page } from "playwright-core"
import { ask, peek, type Remote, remote } from "./calls.ts"
import { frameKey, frameScript, isSeen } from "./compose.ts"

/** Maximum frames of one page that are read, and their maximum nesting. */
const MAX_FRAMES = 20
const MAX_DEPTH_OF_FRAMES = 3
/** Timeout for all frames of a page, and for one call. */
const FRAMES_CAP = "4 seconds"
const MAX_MS_OF_FRAME_CALL = 1_500

const depthOf = (frame: Frame): number => {
  let depth = 0
  for (let up = frame.parentFrame(); up !== null; up = up.parentFrame()) depth++
  return depth
}

/** Reads one frame and stores its HTML at its element; `false` if it cannot be read. */
const readFrame = Effect.fnUntraced(function*(frame: Frame, limit: number) {
  const handle = remote(frame)
  const element: Remote<ElementHandle> = remote(
    yield* ask(handle, (frame) => frame.frameElement(), MAX_MS_OF_FRAME_CALL)
  )
  const seen = yield* ask(
    element,
    (element) => element.evaluate(`(${isSeen})`) as Promise<unknown>,
    MAX_MS_OF_FRAME_CALL
  )
  if (seen === false) return
  const html = yield* ask(handle, (frame) => frame.evaluate(frameScript) as Promise<string>, MAX_MS_OF_FRAME_CALL)
  if (html === "" || html.length > limit) return
  yield* ask(
    element,
    (element) =>
      element.evaluate(
        (node, [key, value]) => void Object.defineProperty(node, key!, { value, configurable: true }),
        [frameKey, html]
      ),
    MAX_MS_OF_FRAME_CALL
  )
})

/**
 * Reads the frames of a page, innermost first, including those of other origins: their content was loaded through the
 * same proxy. Returns the number of frames above the limits, which are missing from the document.
 */
export const readFrames = (page: Remote<Page>, limit: number): Effect.Effect<number> =>
  Effect.suspend(() => {
    const all = peek(page, (page) => page.frames().filter((frame) => frame !== page.mainFrame()))
    if (all.length === 0) return Effect.succeed(0)
    const frames = all.map((frame) => ({ frame, depth: depthOf(frame) })).filter(({ depth }) =>
      depth <= MAX_DEPTH_OF_FRAMES
    )
      .slice(0, MAX_FRAMES).sort((left, right) => right.depth - left.depth)
    return Effect.forEach(frames, ({ frame }) => Effect.ignore(readFrame(frame, limit)), { discard: true }).pipe(
      Effect.timeoutOption(FRAMES_CAP),
      Effect.as(all.length - frames.length)
    )
  })
