import type { Blob } from "@dunlin/schema/RawPage"
import * as Effect from "effect/Effect"
import type { Page } from "playwright-core"

export type Shot = {
  readonly fullPage: boolean
  readonly quality?: number | undefined
  readonly viewport?: { readonly width: number; readonly height: number } | undefined
}

/** Chromium cannot raster anything higher, and a picture must fit into memory. */
const maxHeight = 16_000
const maxPixels = 60_000_000

const promise = <A>(f: () => PromiseLike<A>): Effect.Effect<A, unknown> =>
  Effect.tryPromise({ try: f, catch: (error) => error })

/** Takes a picture; a page that is too high is cut off, which is said in a warning. */
export const screenshot = Effect.fnUntraced(function*(
  page: Page,
  shot: Shot,
  timeout: number,
  warn: (warning: string) => void
): Effect.fn.Return<Blob, unknown> {
  const before = page.viewportSize()
  if (shot.viewport !== undefined) {
    const { height, width } = shot.viewport
    yield* promise(() => page.setViewportSize({ width, height }))
  }
  const format = shot.quality === undefined
    ? { type: "png" as const }
    : { type: "jpeg" as const, quality: shot.quality }
  const size = shot.fullPage
    ? yield* promise(() =>
      page.evaluate(
        "({ width: document.documentElement.clientWidth, height: document.documentElement.scrollHeight, scale: devicePixelRatio })"
      ) as Promise<{ readonly width: number; readonly height: number; readonly scale: number }>
    )
    : undefined
  const limit = size === undefined
    ? Infinity
    : Math.floor(Math.min(maxHeight / size.scale, maxPixels / (Math.max(1, size.width) * size.scale ** 2)))
  const clip = size !== undefined && size.height > limit
    ? { x: 0, y: 0, width: Math.max(1, size.width), height: Math.max(1, limit) }
    : undefined
  if (clip !== undefined) warn(`The page is higher than a screenshot may be; it was cut off at ${clip.height} pixels.`)
  const bytes = yield* promise(() =>
    page.screenshot({
      ...format,
      timeout,
      fullPage: shot.fullPage,
      animations: "disabled",
      caret: "hide",
      ...(clip === undefined ? {} : { clip })
    })
  )
  if (shot.viewport !== undefined && before !== null) yield* promise(() => page.setViewportSize(before))
  return { contentType: `image/${format.type}`, bytes: new Uint8Array(bytes) }
})
