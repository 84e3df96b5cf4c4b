/**
 * Tracks the graphics state of a page: the values that `q` saves and `Q` restores, and the position of the next
 * letter.
 */
import { type LoadedFont, noFont } from "./fonts.ts"
import { type Matrix, multiply } from "./geometry.ts"
import { firstInk, type Ink } from "./ink.ts"

export interface GraphicsState {
  ctm: Matrix
  font: LoadedFont
  fontSize: number
  charSpacing: number
  wordSpacing: number
  hScale: number
  leading: number
  rise: number
  lineWidth: number
  fillWhite: boolean
  fillsWithPicture: boolean
  ink: Ink
}

export interface Pen {
  matrix: Matrix
  x: number
  y: number
  lineX: number
  lineY: number
}

/** Limit for saved states. A real page has some dozens. */
const MAX_SAVED_STATES = 10_000

const identity: Matrix = [1, 0, 0, 1, 0, 0]

export const isMatrix = (value: unknown): value is Matrix => Array.isArray(value) || ArrayBuffer.isView(value)

export class State {
  kept: GraphicsState
  readonly pen: Pen = { matrix: identity, x: 0, y: 0, lineX: 0, lineY: 0 }
  private readonly stack: Array<GraphicsState> = []

  constructor(ctm: Matrix) {
    this.kept = {
      ctm,
      font: noFont,
      fontSize: 0,
      charSpacing: 0,
      wordSpacing: 0,
      hScale: 1,
      leading: 0,
      rise: 0,
      lineWidth: 1,
      fillWhite: false,
      fillsWithPicture: false,
      ink: firstInk
    }
  }

  save(): void {
    if (this.stack.length < MAX_SAVED_STATES) this.stack.push({ ...this.kept })
  }

  restore(): void {
    this.kept = this.stack.pop() ?? this.kept
  }

  draw(change: Partial<Ink>): void {
    this.kept.ink = { ...this.kept.ink, ...change }
  }

  transform(matrix: Matrix): void {
    this.kept.ctm = multiply(this.kept.ctm, matrix)
  }

  beginText(): void {
    this.setTextMatrix(identity)
  }

  setTextMatrix(matrix: Matrix): void {
    const { pen } = this
    pen.matrix = matrix
    pen.x = pen.lineX = 0
    pen.y = pen.lineY = 0
  }

  moveText(x: number, y: number): void {
    const { pen } = this
    pen.x = pen.lineX += x
    pen.y = pen.lineY += y
  }

  nextLine(): void {
    const { pen } = this
    pen.x = pen.lineX
    pen.y = pen.lineY += this.kept.leading
  }

  textToPage(): Matrix {
    const { ctm, hScale, rise } = this.kept
    const { matrix, x, y } = this.pen
    const up = y + rise
    const a = matrix[0] * hScale
    const b = matrix[1] * hScale
    const across = matrix[0] * x + matrix[2] * up + matrix[4]
    const down = matrix[1] * x + matrix[3] * up + matrix[5]
    return [
      ctm[0] * a + ctm[2] * b,
      ctm[1] * a + ctm[3] * b,
      ctm[0] * matrix[2] + ctm[2] * matrix[3],
      ctm[1] * matrix[2] + ctm[3] * matrix[3],
      ctm[0] * across + ctm[2] * down + ctm[4],
      ctm[1] * across + ctm[3] * down + ctm[5]
    ]
  }
}
