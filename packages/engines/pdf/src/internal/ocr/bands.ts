/** Cuts scans into bands between lines, so that several processors read one page. */
import type { Picture } from "../../Ocr.ts"
import { type Grey, greyOf, rows } from "./grey.ts"

export interface Band {
  readonly picture: Picture
  readonly top: number
}

const VALUES = 256
/** Distance of the pixels whose brightness is measured. Every seventh pixel is enough. */
const STEP = 7

/** Rank, among the pixels of a picture, of the brightness of paper. */
const USUAL_SHARE = 0.5
/** Rank, among the pixels of a picture, of the brightness of ink. Darker pixels may be specks. */
const DARKEST_SHARE = 0.01

/** Share of dark pixels in an empty column, which may be specks. */
const SPECKS_OF_COLUMN = 0.01
/** Share of dark pixels in an empty row, which may be specks. */
const SPECKS_OF_ROW = 0.002

/** Minimum share of the text on each side of a gap between columns. */
const BESIDE_COLUMN = 0.12

const MIN_DARK_PIXELS_PER_COLUMN = 4

const CUT_SHIFT = 0.3
const MIN_PIXEL_ROWS_OF_GAP = 4

const darkLimit = ({ bytes, height, start, width }: Grey): number => {
  const counts = new Uint32Array(VALUES)
  for (let at = start; at < start + width * height; at += STEP) counts[bytes[at]!]!++
  const total = counts.reduce((sum, count) => sum + count, 0)
  const valueAt = (share: number): number => {
    let seen = 0
    return counts.findIndex((count) => (seen += count) > total * share)
  }
  return (valueAt(USUAL_SHARE) + valueAt(DARKEST_SHARE)) / 2
}

const darkness = ({ bytes, height, start, width }: Grey, limit: number): Uint32Array => {
  const dark = new Uint32Array(height)
  for (let y = 0, at = start; y < height; y++) {
    for (const end = at + width; at < end; at++) if (bytes[at]! < limit) dark[y]!++
  }
  return dark
}

/** Minimum gaps in inches between lines and between columns. */
const gap = { lines: 0.05, columns: 0.1 }
const MIN_COLUMN_GAP_INCHES = 0.8

/** Returns whether a page has columns. Such a page is not cut, because its columns are read one after the other. */
const hasColumns = ({ bytes, height, start, width }: Grey, limit: number, row: number, dpi: number): boolean => {
  const from = Math.max(0, row - Math.round(MIN_COLUMN_GAP_INCHES * dpi))
  const to = Math.min(height, row + Math.round(MIN_COLUMN_GAP_INCHES * dpi))
  const dark = new Uint32Array(width)
  let all = 0
  for (let y = from; y < to; y++) {
    for (let x = 0, at = start + y * width; x < width; x++, at++) {
      if (bytes[at]! >= limit) continue
      dark[x]!++
      all++
    }
  }
  let seen = 0
  let empty = 0
  for (const count of dark) {
    seen += count
    empty = count <= (to - from) * SPECKS_OF_COLUMN ? empty + 1 : 0
    const isBetween = seen > all * BESIDE_COLUMN && seen < all * (1 - BESIDE_COLUMN)
    if (empty >= gap.columns * dpi && isBetween) return true
  }
  return false
}

const widest = (isEmpty: (row: number) => boolean, from: number, to: number, least: number): number | undefined => {
  let best = least - 1
  let found: number | undefined
  let length = 0
  for (let row = from; row <= to; row++) {
    length = row < to && isEmpty(row) ? length + 1 : 0
    if (length > best) {
      best = length
      found = row - Math.floor(length / 2)
    }
  }
  return found
}

/** Cuts a picture into bands: fewer if the page has few gaps, and one if it has columns. */
export const cut = (picture: Picture, count: number): ReadonlyArray<Band> => {
  const whole = [{ picture, top: 0 }]
  const grey = count > 1 ? greyOf(picture.bytes) : undefined
  if (grey === undefined) return whole
  const limit = darkLimit(grey)
  const dark = darkness(grey, limit)
  const all = dark.reduce((sum, row) => sum + row, 0)
  if (all < grey.width * MIN_DARK_PIXELS_PER_COLUMN) return whole
  const isEmpty = (row: number) => dark[row]! <= grey.width * SPECKS_OF_ROW
  const rowAt = (share: number): number => {
    let seen = 0
    return dark.findIndex((row) => (seen += row) >= all * share)
  }
  const cuts = Array.from({ length: count - 1 }, (_, k) => {
    const share = (k + 1) / count
    const [from, to] = [rowAt(share - CUT_SHIFT / count), rowAt(share + CUT_SHIFT / count)]
    return widest(isEmpty, from, to, Math.max(MIN_PIXEL_ROWS_OF_GAP, Math.round(gap.lines * picture.dpi)))
  }).filter((row): row is number => row !== undefined && !hasColumns(grey, limit, row, picture.dpi))
  const tops = [0, ...cuts]
  return tops.map((top, k) => {
    const bottom = tops[k + 1] ?? grey.height
    return { picture: { ...picture, bytes: rows(grey, top, bottom), height: bottom - top }, top }
  })
}
