/** Reads drawn paths: rules, boxes and bullets. */
import type { Matrix } from "./geometry.ts"
import type { PageContent } from "./page.ts"

const paints = { stroke: 20, closeStroke: 21, fill: 22, fillStroke: 24, closeEOFillStroke: 27 } as const
const part = { move: 0, line: 1, curve: 2, quadratic: 3, close: 4 } as const
const NUMBERS: ReadonlyMap<number, number> = new Map([
  [part.move, 2],
  [part.line, 2],
  [part.curve, 6],
  [part.quadratic, 4]
])

const POINT_LENGTH = 3

const CORNERS = 4

const ASKEW = 1.5
const MIN_HORIZONTAL_RULE_POINTS = 6
const MIN_VERTICAL_RULE_POINTS = 4

/** Maximum width of a filled rectangle that is a rule. */
const RULING_WIDTH = 3.5

const MIN_DOT_POINTS = 1.4
const MAX_DOT_POINTS = 7
const DOT_OVAL = 0.6
const MAX_DOTS = 500

const CELL_WIDTH = 12
const CELL_HEIGHT = 6
const CELL_SHARE = 0.5

export const isStroked = (paint: number): boolean =>
  paint === paints.stroke || paint === paints.closeStroke ||
  paint >= paints.fillStroke && paint <= paints.closeEOFillStroke

export const isFilled = (paint: number): boolean => paint >= paints.fill && paint <= paints.closeEOFillStroke

/** Length of a rectangle's path: a move and up to four lines, each with its code, and the end. */
const MAX_NUMBERS_OF_RECTANGLE = 16

export const isRectangle = (data: ArrayLike<number>): boolean => {
  if (data.length > MAX_NUMBERS_OF_RECTANGLE) return false
  const points: Array<readonly [number, number]> = []
  for (let k = 0; k < data.length;) {
    const code = data[k]!
    if (code === part.close) {
      k++
      continue
    }
    if (code !== (points.length === 0 ? part.move : part.line)) return false
    points.push([data[k + 1]!, data[k + 2]!])
    k += POINT_LENGTH
  }
  if (points.length < CORNERS) return false
  const corners = points.slice(0, CORNERS)
  return corners.every(([x, y], k) => {
    const [nx, ny] = corners[(k + 1) % CORNERS]!
    return (x === nx) !== (y === ny)
  }) && (points.length === CORNERS ||
    points[CORNERS]![0] === points[0]![0] && points[CORNERS]![1] === points[0]![1])
}

type Drawn = Pick<PageContent, "boxes" | "dots" | "height" | "horizontal" | "vertical" | "width">

const addLine = (drawn: Drawn, ax: number, ay: number, bx: number, by: number): void => {
  if (Math.abs(ay - by) < ASKEW && Math.abs(ax - bx) > MIN_HORIZONTAL_RULE_POINTS) {
    drawn.horizontal.push({ from: Math.min(ax, bx), to: Math.max(ax, bx), at: (ay + by) / 2 })
  } else if (Math.abs(ax - bx) < ASKEW && Math.abs(ay - by) > MIN_VERTICAL_RULE_POINTS) {
    drawn.vertical.push({ from: Math.min(ay, by), to: Math.max(ay, by), at: (ax + bx) / 2 })
  }
}

class Subpath {
  curved = false
  private points = 0
  private x0 = Infinity
  private y0 = Infinity
  private x1 = -Infinity
  private y1 = -Infinity

  add(x: number, y: number): void {
    this.x0 = Math.min(this.x0, x)
    this.x1 = Math.max(this.x1, x)
    this.y0 = Math.min(this.y0, y)
    this.y1 = Math.max(this.y1, y)
    this.points++
  }

  addTo(drawn: Drawn, stroked: boolean): void {
    if (this.points < CORNERS) return
    const { x0, x1, y0, y1 } = this
    const x = (x0 + x1) / 2
    const y = (y0 + y1) / 2
    const width = x1 - x0
    const height = y1 - y0
    const isDot = width > MIN_DOT_POINTS && width < MAX_DOT_POINTS && Math.abs(width - height) < DOT_OVAL
    if (isDot && drawn.dots.length < MAX_DOTS) drawn.dots.push({ x, y, width })
    else if (this.curved || stroked) return
    else if (height < RULING_WIDTH && width > MIN_HORIZONTAL_RULE_POINTS) {
      drawn.horizontal.push({ from: x0, to: x1, at: y })
    } else if (width < RULING_WIDTH && height > MIN_VERTICAL_RULE_POINTS) {
      drawn.vertical.push({ from: y0, to: y1, at: x })
    } else if (
      width > CELL_WIDTH && height > CELL_HEIGHT && width * height < drawn.width * drawn.height * CELL_SHARE
    ) drawn.boxes.push({ x0, y0, x1, y1 })
  }
}

export const readPath = (
  content: Drawn,
  ctm: Matrix,
  paint: number,
  data: ArrayLike<number>,
  fillWhite: boolean
): void => {
  const stroked = isStroked(paint)
  if (isFilled(paint) && !stroked && fillWhite) return
  let subpath = new Subpath()
  let startX = 0
  let startY = 0
  let x = 0
  let y = 0
  for (let k = 0; k < data.length;) {
    const code = data[k++]
    if (code === part.close) {
      if (stroked) addLine(content, x, y, startX, startY)
      x = startX
      y = startY
      continue
    }
    const numbers = code === undefined ? undefined : NUMBERS.get(code)
    if (numbers === undefined) break
    k += numbers
    // The last two numbers of a segment are its end point.
    const ux = data[k - 2]!
    const uy = data[k - 1]!
    const nextX = ctm[0] * ux + ctm[2] * uy + ctm[4]
    const nextY = ctm[1] * ux + ctm[3] * uy + ctm[5]
    if (code === part.move) {
      subpath.addTo(content, stroked)
      subpath = new Subpath()
      startX = nextX
      startY = nextY
    } else if (code !== part.line) subpath.curved = true
    else if (stroked) addLine(content, x, y, nextX, nextY)
    x = nextX
    y = nextY
    subpath.add(x, y)
  }
  subpath.addTo(content, stroked)
}

const TWO_POINTS = 6

export const isLine = (data: ArrayLike<number>, box: ArrayLike<number>): boolean =>
  data.length === TWO_POINTS && (box[0] === box[2] || box[1] === box[3])
