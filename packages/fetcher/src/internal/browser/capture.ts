import type { Blob } from "@dunlin/schema/RawPage"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type { Page } from "playwright-core"
import { hasNoFrame } from "./browserReasons.ts"
import { ask, peek, type Remote } from "./calls.ts"

export interface Shot {
  readonly fullPage: boolean
  readonly quality?: number | undefined
  readonly viewport?: { readonly width: number; readonly height: number } | undefined
}

/** Chromium cannot raster anything higher, and a picture must fit into memory. */
const maxHeight = 16_000
const maxPixels = 60_000_000

/** A Chromium on a busy machine now and then has no frame to show at its first time of asking; it is asked so often again. */
const picturesAgain = 9

interface PageSize {
  readonly width: number
  readonly height: number
  readonly fullHeight: number
  readonly scale: number
}

const pageSize = `({
  width: document.documentElement.clientWidth,
  height: innerHeight,
  fullHeight: Math.max(document.documentElement.scrollHeight, document.body ? document.body.scrollHeight : 0),
  scale: devicePixelRatio
})`

/** Longest that a page is scrolled through, in milliseconds. */
const scrollCap = 4_000

/**
 * Shows every part of the page once, so that what is loaded or revealed when it comes into view is in the picture, and
 * goes to its top, where what sticks to the window belongs. Content that an endless page adds on the way is not followed.
 */
const scrollThrough = `(async () => {
  const left = scrollX
  const end = Math.min(document.documentElement.scrollHeight, ${maxHeight}), until = performance.now() + ${
  scrollCap - 500
}
  const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds))
  // what watches the scroll position is told once per frame, and a busy machine draws few
  const frame = () => Promise.race([new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))), pause(300)])
  for (let y = innerHeight; y < end && performance.now() < until; y += innerHeight) {
    scrollTo({ left, top: y, behavior: "instant" })
    await Promise.all([frame(), pause(30)])
  }
  scrollTo({ left, top: 0, behavior: "instant" })
  const isLoading = (image) => !image.complete && image.getBoundingClientRect().top + scrollY < end
  while (Array.prototype.some.call(document.images, isLoading) && performance.now() < until) await pause(30)
})()`

/** Puts the window at a height of the page. */
export const scrollToHeight = (top: number): string => `scrollTo({ top: ${top}, behavior: "instant" })`

/** A page that stands as its picture will show it, and how it stood before. */
export interface Prepared {
  readonly before: { readonly width: number; readonly height: number } | null
  /** Height at which the window stood. */
  readonly top: number
}

/** Gives the window its size, and shows every part of a page whose picture is of all of it. */
export const prepare = Effect.fnUntraced(function*(
  page: Remote<Page>,
  shot: Shot
): Effect.fn.Return<Prepared, unknown> {
  const before = peek(page, (page) => page.viewportSize())
  if (shot.viewport !== undefined) {
    const { height, width } = shot.viewport
    yield* ask(page, (page) => page.setViewportSize({ width, height }))
  }
  if (!shot.fullPage) return { before, top: 0 }
  const top = yield* ask(page, (page) => page.evaluate("scrollY") as Promise<number>)
  yield* Effect.ignore(ask(page, (page) => page.evaluate(scrollThrough), scrollCap))
  return { before, top }
})

/** Takes a picture of a prepared page; a page that is too high is cut off, which is said in a warning. */
export const screenshot = Effect.fnUntraced(function*(
  page: Remote<Page>,
  shot: Shot,
  timeout: number,
  warn: (warning: string) => void,
  prepared?: Prepared
): Effect.fn.Return<Blob, unknown> {
  const until = (yield* Clock.currentTimeMillis) + timeout
  const { before, top } = prepared ?? (yield* prepare(page, shot))
  const format = shot.quality === undefined
    ? { type: "png" as const }
    : { type: "jpeg" as const, quality: shot.quality }
  const size = yield* ask(page, (page) => page.evaluate(pageSize) as Promise<PageSize>)
  const width = Math.max(1, size.width)
  const limit = Math.max(1, Math.floor(Math.min(maxHeight / size.scale, maxPixels / (width * size.scale ** 2))))
  const wanted = shot.fullPage ? size.fullHeight : size.height
  if (wanted > limit) warn(`The page is higher than a screenshot may be; it was cut off at ${limit} pixels.`)
  // as wide as the window: a page that is wider is scrolled, not stretched
  const clip = { x: 0, y: 0, width, height: Math.max(1, Math.min(wanted, limit)) }
  const picture = Effect.flatMap(Clock.currentTimeMillis, (now) =>
    ask(page, (page) =>
      page.screenshot({
        ...format,
        timeout: Math.max(1, until - now),
        fullPage: shot.fullPage,
        animations: "disabled",
        caret: "hide",
        ...(shot.fullPage || wanted > limit ? { clip } : {})
      })))
  const bytes = yield* Effect.retry(picture, { times: picturesAgain, while: hasNoFrame })
  if (top > 0) yield* ask(page, (page) => page.evaluate(scrollToHeight(top)))
  if (shot.viewport !== undefined && before !== null) yield* ask(page, (page) => page.setViewportSize(before))
  return { contentType: `image/${format.type}`, bytes: new Uint8Array(bytes) }
})
