/** Finds the possible upright rotations of scans that are sideways or upside down. */
import type { Picture } from "../../Ocr.ts"
import { type Dark, darkPixels, straighten } from "./deskew.ts"
import { type Grey, greyOf } from "./grey.ts"

type Quarters = 1 | 2 | 3

const MIN_DARK_PIXELS = 500

/**
 * Returns how strongly full rows of pixels alternate with empty ones. The value is highest in the direction of the
 * text.
 */
const contrast = (places: Dark["x"]): number => {
  const counts = new Map<number, number>()
  for (const place of places) counts.set(place, (counts.get(place) ?? 0) + 1)
  let sum = 0
  for (const [place, count] of counts) sum += (count - (counts.get(place - 1) ?? 0)) ** 2
  return sum
}

const turn = (picture: Picture, { bytes, height, start, width }: Grey, quarters: Quarters): Picture => {
  const isHalf = quarters === 2
  const [across, down] = isHalf ? [width, height] : [height, width]
  const head = Buffer.from(`P5 ${across} ${down} 255\n`)
  const out = new Uint8Array(head.length + width * height)
  out.set(head)
  const step = quarters === 1 ? across : quarters === 2 ? -1 : -across
  for (let y = 0, at = start; y < height; y++) {
    const first = quarters === 1
      ? height - 1 - y
      : quarters === 2
      ? width * height - 1 - y * width
      : (down - 1) * across + y
    for (let x = 0, to = head.length + first; x < width; x++, at++, to += step) out[to] = bytes[at]!
  }
  return { ...picture, bytes: out, width: across, height: down }
}

/**
 * Returns the other possible rotations of a picture: upside down if its lines are horizontal, to both sides if they
 * are vertical, and none without text.
 */
export const sidesOf = (picture: Picture): ReadonlyArray<Picture> => {
  const grey = greyOf(picture.bytes)
  if (grey === undefined) return []
  const { x, y } = darkPixels(grey)
  if (x.length < MIN_DARK_PIXELS) return []
  const turns: ReadonlyArray<Quarters> = contrast(x) > contrast(y) ? [1, 3] : [2]
  return turns.map((quarters) => straighten(turn(picture, grey, quarters)))
}
