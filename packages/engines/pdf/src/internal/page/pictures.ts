/**
 * Computes how much of a page is covered by pictures. pdf.js drops pictures before decoding, without a trace except
 * the transform that positioned the unit square. So a transform after which nothing is drawn counts as a picture.
 */
import { type Box, type Matrix, multiply } from "./geometry.ts"
import { boxOf } from "./ink.ts"
import { op } from "./operators.ts"

/** Limit for picture boxes. A page with more is a drawing. */
const MAX_PICTURE_BOXES = 400

export const shareOf = (ctm: Matrix, width: number, height: number): number => {
  const xs = [ctm[4], ctm[4] + ctm[0], ctm[4] + ctm[2], ctm[4] + ctm[0] + ctm[2]]
  const ys = [ctm[5], ctm[5] + ctm[1], ctm[5] + ctm[3], ctm[5] + ctm[1] + ctm[3]]
  const across = Math.min(width, Math.max(...xs)) - Math.max(0, Math.min(...xs))
  const down = Math.min(height, Math.max(...ys)) - Math.max(0, Math.min(...ys))
  if (!(across > 0 && down > 0)) return 0
  // A rotated picture covers less than its bounding box.
  const drawn = Math.abs(ctm[0] * ctm[3] - ctm[1] * ctm[2])
  return Math.min(drawn, across * down) / (width * height)
}

export class Pictures {
  /** The last transform, if nothing was drawn after it. */
  private waiting: Matrix | undefined
  private readonly width: number
  private readonly height: number
  private readonly onPicture: (ctm: Matrix) => void
  share = 0
  readonly boxes: Array<Box> = []

  /** `onPicture` runs before later drawing. */
  constructor(width: number, height: number, onPicture: (ctm: Matrix) => void = () => {}) {
    this.width = width
    this.height = height
    this.onPicture = onPicture
  }

  moved(ctm: Matrix): void {
    this.leave()
    this.waiting = ctm
  }

  drawn(): void {
    this.waiting = undefined
  }

  /** Ends a group. If its transform was not followed by drawing, a picture was drawn there. */
  leave(): void {
    if (this.waiting !== undefined) this.add(this.waiting)
    this.waiting = undefined
  }

  add(ctm: Matrix): void {
    const share = shareOf(ctm, this.width, this.height)
    this.share += share
    if (share === 0) return
    if (this.boxes.length < MAX_PICTURE_BOXES) this.boxes.push(boxOf(ctm, 0, 0, 1, 1))
    this.onPicture(ctm)
  }
}

export const placed = (box: ArrayLike<number>, ctm: Matrix): Matrix =>
  multiply(ctm, [box[2]! - box[0]!, 0, 0, box[3]! - box[1]!, box[0]!, box[1]!])

const drawing = new Set<number>([
  op.showText,
  op.shadingFill,
  op.rawFillPath,
  op.paintImageXObject,
  op.paintInlineImageXObject
])

/**
 * Returns whether a pattern may show a picture. pdf.js removes pictures from patterns, so such a pattern contains no
 * drawing.
 */
export const showsPicture = (args: ReadonlyArray<unknown>): boolean => {
  if (args[0] !== "TilingPattern") return false
  const { argsArray, fnArray } = args[2] as {
    readonly fnArray: ArrayLike<number>
    readonly argsArray: ArrayLike<ReadonlyArray<unknown> | null>
  }
  for (let k = 0; k < fnArray.length; k++) {
    if (drawing.has(fnArray[k]!) || fnArray[k] === op.constructPath && argsArray[k]?.[0] !== op.endPath) return false
  }
  return true
}
