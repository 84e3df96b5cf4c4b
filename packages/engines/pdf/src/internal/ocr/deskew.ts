/** Straightens skewed scans. Recognisers lose lines if a scan is skewed by two degrees or more. */
import type { Picture } from "../../Ocr.ts"
import { type Grey, greyOf } from "./grey.ts"

const STRIDE = 3

const VALUES = 256
const WHITE = 255
/** Rank, among the pixels of a picture, of the brightness of ink. Darker pixels may be specks. */
const DARKEST_SHARE = 0.01

const MAX_DARK_PIXELS = 60_000
const MIN_DARK_PIXELS_OF_DIRECTION = 500

/** Ratio by which a rotation must fit better than no rotation. */
const BETTER = 1.15

const MAX_TESTED_DEGREES = 8
const COARSE_STEP = 0.4
/** Degrees on both sides of the best angle that the second search covers. */
const AROUND = 0.35
const FINE_STEP = 0.05

/** Minimum angle that is corrected. Recognisers handle smaller ones well, and each rotation blurs. */
const MIN_CORRECTED_DEGREES = 1.5

const HALF_TURN = 180

const radians = (degrees: number): number => degrees * Math.PI / HALF_TURN

export interface Dark {
  readonly x: Float32Array
  readonly y: Float32Array
}

export const darkPixels = ({ bytes, height, start, width }: Grey): Dark => {
  const counts = new Uint32Array(VALUES)
  for (let y = 0; y < height; y += STRIDE) {
    for (let x = 0; x < width; x += STRIDE) counts[bytes[start + y * width + x]!]!++
  }
  let seen = 0
  let sum = 0
  for (let value = 0; value < VALUES; value++) {
    seen += counts[value]!
    sum += counts[value]! * value
  }
  let darkest = 0
  for (let below = 0; darkest < WHITE && below < seen * DARKEST_SHARE; darkest++) below += counts[darkest]!
  const limit = (sum / seen + darkest) / 2
  const xs: Array<number> = []
  const ys: Array<number> = []
  for (let y = 0; y < height && xs.length < MAX_DARK_PIXELS; y += STRIDE) {
    for (let x = 0; x < width; x += STRIDE) {
      if (bytes[start + y * width + x]! < limit) {
        xs.push(x)
        ys.push(y)
      }
    }
  }
  return { x: Float32Array.from(xs), y: Float32Array.from(ys) }
}

/**
 * Returns the angle in degrees by which text lines rise to the right; 0 if it is unknown. At the correct angle, dark
 * rows of pixels alternate with empty ones.
 */
export const skewOf = (picture: Picture): number => {
  const grey = greyOf(picture.bytes)
  if (grey === undefined) return 0
  const { x, y } = darkPixels(grey)
  if (x.length < MIN_DARK_PIXELS_OF_DIRECTION) return 0
  const rows = Math.ceil((grey.height + grey.width) / STRIDE) + 2
  const contrast = (degrees: number): number => {
    const slope = Math.tan(radians(degrees))
    const counts = new Float64Array(rows)
    const shift = slope < 0 ? -slope * grey.width : 0
    for (let k = 0; k < x.length; k++) counts[Math.floor((y[k]! + x[k]! * slope + shift) / STRIDE)]!++
    let sum = 0
    for (let row = 1; row < rows; row++) sum += (counts[row]! - counts[row - 1]!) ** 2
    return sum
  }
  let best = 0
  let most = contrast(0) * BETTER
  const look = (from: number, to: number, step: number) => {
    for (let degrees = from; degrees <= to; degrees += step) {
      const found = contrast(degrees)
      if (found > most) {
        most = found
        best = degrees
      }
    }
  }
  look(-MAX_TESTED_DEGREES, MAX_TESTED_DEGREES, COARSE_STEP)
  if (best !== 0) look(best - AROUND, best + AROUND, FINE_STEP)
  return best
}

const turn = (picture: Picture, degrees: number): Picture => {
  const grey = greyOf(picture.bytes)!
  const { bytes, height, start, width } = grey
  const out = new Uint8Array(bytes.length).fill(WHITE)
  out.set(bytes.subarray(0, start))
  const cos = Math.cos(radians(degrees))
  const sin = Math.sin(radians(degrees))
  const [midX, midY] = [width / 2, height / 2]
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const fromX = midX + (x - midX) * cos + (y - midY) * sin
      const fromY = midY - (x - midX) * sin + (y - midY) * cos
      const left = Math.floor(fromX)
      const top = Math.floor(fromY)
      if (left < 0 || top < 0 || left >= width - 1 || top >= height - 1) continue
      const at = start + top * width + left
      const right = fromX - left
      const above = bytes[at]! * (1 - right) + bytes[at + 1]! * right
      const below = bytes[at + width]! * (1 - right) + bytes[at + width + 1]! * right
      out[start + y * width + x] = above + (below - above) * (fromY - top)
    }
  }
  return { ...picture, bytes: out }
}

export const straighten = (picture: Picture): Picture => {
  const degrees = skewOf(picture)
  return Math.abs(degrees) < MIN_CORRECTED_DEGREES ? picture : turn(picture, degrees)
}
