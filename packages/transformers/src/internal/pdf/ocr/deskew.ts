/** Scans that lie askew: by how much, and set straight, because recognisers lose lines from two degrees on. */
import type { Picture } from "../../../pdf/Ocr.ts"
import { type Grey, greyOf } from "./grey.ts"

/** Every so many pixels are looked at, across and down. */
const stride = 3

/** Places of dark pixels, at most as many as it takes. */
const darkPixels = ({ bytes, height, start, width }: Grey): { readonly x: Float32Array; readonly y: Float32Array } => {
  const counts = new Uint32Array(256)
  for (let y = 0; y < height; y += stride) {
    for (let x = 0; x < width; x += stride) counts[bytes[start + y * width + x]!]!++
  }
  let seen = 0
  let sum = 0
  for (let value = 0; value < 256; value++) {
    seen += counts[value]!
    sum += counts[value]! * value
  }
  let darkest = 0
  for (let below = 0; darkest < 255 && below < seen * 0.01; darkest++) below += counts[darkest]!
  const limit = (sum / seen + darkest) / 2
  const most = 60_000
  const xs: Array<number> = []
  const ys: Array<number> = []
  for (let y = 0; y < height && xs.length < most; y += stride) {
    for (let x = 0; x < width; x += stride) {
      if (bytes[start + y * width + x]! < limit) {
        xs.push(x)
        ys.push(y)
      }
    }
  }
  return { x: Float32Array.from(xs), y: Float32Array.from(ys) }
}

/**
 * Degrees by which lines of text rise to the right, 0 where that cannot be told: in its own direction a text has rows
 * that are full beside rows that are empty.
 */
export const skewOf = (picture: Picture): number => {
  const grey = greyOf(picture.bytes)
  if (grey === undefined) return 0
  const { x, y } = darkPixels(grey)
  if (x.length < 500) return 0
  const rows = Math.ceil((grey.height + grey.width) / stride) + 2
  const contrast = (degrees: number): number => {
    const slope = Math.tan(degrees * Math.PI / 180)
    const counts = new Float64Array(rows)
    const shift = slope < 0 ? -slope * grey.width : 0
    for (let k = 0; k < x.length; k++) counts[Math.floor((y[k]! + x[k]! * slope + shift) / stride)]!++
    let sum = 0
    for (let row = 1; row < rows; row++) sum += (counts[row]! - counts[row - 1]!) ** 2
    return sum
  }
  let best = 0
  let most = contrast(0) * 1.15
  const look = (from: number, to: number, step: number) => {
    for (let degrees = from; degrees <= to; degrees += step) {
      const found = contrast(degrees)
      if (found > most) {
        most = found
        best = degrees
      }
    }
  }
  look(-8, 8, 0.4)
  if (best !== 0) look(best - 0.35, best + 0.35, 0.05)
  return best
}

/** Turns a picture back by some degrees; what comes in from outside is white. */
const turn = (picture: Picture, degrees: number): Picture => {
  const grey = greyOf(picture.bytes)!
  const { bytes, height, start, width } = grey
  const out = new Uint8Array(bytes.length).fill(255)
  out.set(bytes.subarray(0, start))
  const cos = Math.cos(degrees * Math.PI / 180)
  const sin = Math.sin(degrees * Math.PI / 180)
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

/** Sets a grey picture straight that lies clearly askew; others are left as they are. */
export const straighten = (picture: Picture): Picture => {
  const degrees = skewOf(picture)
  // recognisers themselves cope with less, and every turn blurs
  return Math.abs(degrees) < 1.5 ? picture : turn(picture, degrees)
}
