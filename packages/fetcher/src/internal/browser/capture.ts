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

/** Chromium cannot render a taller image. */
const MAX_HEIGHT_PX = 16_000
const MAX_PIXELS = 60_000_000

/** A busy browser sometimes has no frame for the first screenshot requests. */
const MAX_SCREENSHOT_RETRIES = 9

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

const MAX_SCROLL_MS = 4_000

/**
 * Scrolls to the end once, to load content that appears on scrolling, and back to the top, where sticky elements
 * belong. Later growth of an endless page is ignored.
 */
const scrollThrough = `(async () => {
  const left = scrollX
  const end = Math.min(document.documentElement.scrollHeight, ${MAX_HEIGHT_PX}), until = performance.now() + ${
  MAX_SCROLL_MS - 500
}
  const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds))
  // Scroll listeners run once per frame, and a busy machine draws few frames.
  const frame = () => Promise.race([new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))), pause(300)])
  for (let y = innerHeight; y < end && performance.now() < until; y += innerHeight) {
    scrollTo({ left, top: y, behavior: "instant" })
    await Promise.all([frame(), pause(30)])
  }
  scrollTo({ left, top: 0, behavior: "instant" })
  const isLoading = (image) => !image.complete && image.getBoundingClientRect().top + scrollY < end
  while (Array.prototype.some.call(document.images, isLoading) && performance.now() < until) await pause(30)
})()`

export const scrollToHeight = (top: number): string => `scrollTo({ top: ${top}, behavior: "instant" })`

export interface Prepared {
  readonly before: { readonly width: number; readonly height: number } | null
  readonly top: number
}

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
  yield* Effect.ignore(ask(page, (page) => page.evaluate(scrollThrough), MAX_SCROLL_MS))
  return { before, top }
})

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
  const limit = Math.max(1, Math.floor(Math.min(MAX_HEIGHT_PX / size.scale, MAX_PIXELS / (width * size.scale ** 2))))
  const wanted = shot.fullPage ? size.fullHeight : size.height
  if (wanted > limit) {
    warn(`The page is higher than the screenshot limit; the screenshot was truncated at ${limit} pixels.`)
  }
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
  const bytes = yield* Effect.retry(picture, { times: MAX_SCREENSHOT_RETRIES, while: hasNoFrame })
  if (top > 0) yield* ask(page, (page) => page.evaluate(scrollToHeight(top)))
  if (shot.viewport !== undefined && before !== null) yield* ask(page, (page) => page.setViewportSize(before))
  return { contentType: `image/${format.type}`, bytes: new Uint8Array(bytes) }
})
