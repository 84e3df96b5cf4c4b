/** Drawn paths: rulings, boxes, bullets. */
import type { Matrix } from "./geometry.ts"
import type { PageContent } from "./page.ts"

/** Codes of pdf.js: what is done with a path, and its parts, with how many numbers each has. */
const paints = { stroke: 20, closeStroke: 21, fill: 22, fillStroke: 24, closeEOFillStroke: 27 } as const
const part = { move: 0, line: 1, curve: 2, quadratic: 3, close: 4 } as const
const CURVE_NUMBERS = 6
const QUADRATIC_NUMBERS = 4

/** A part with one point: its code and two numbers. */
const POINT_LENGTH = 3

/** Corners of a rectangle. */
const CORNERS = 4

/** Points by which a ruling is askew, and lengths of the shortest ones, across and down. */
const ASKEW = 1.5
const SHORTEST_ACROSS = 6
const SHORTEST_DOWN = 4

/** Points of a filled rectangle that is a ruling. */
const RULING_WIDTH = 3.5

/** Points of a bullet, by which it is wider than high, and bullets of a page. */
const SMALLEST_DOT = 1.4
const LARGEST_DOT = 7
const DOT_OVAL = 0.6
const MOST_DOTS = 500

/** Points of the smallest cell, and the part of the page that the largest one takes. */
const CELL_WIDTH = 12
const CELL_HEIGHT = 6
const CELL_SHARE = 0.5

export const isStroked = (paint: number): boolean =>
  paint === paints.stroke || paint === paints.closeStroke ||
  paint >= paints.fillStroke && paint <= paints.closeEOFillStroke

export const isFilled = (paint: number): boolean => paint >= paints.fill && paint <= paints.closeEOFillStroke

/** Numbers of a path of four sides: a move, three or four lines, each with its code, and the end. */
const LONGEST_RECTANGLE = 16

/** Whether a path is one rectangle with upright sides, as pdf.js writes it. */
export const isRectangle = (data: ArrayLike<number>): boolean => {
  if (data.length > LONGEST_RECTANGLE) return false
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

/** Takes rulings, boxes and drawn bullets from one path; `data` is pdf.js' own encoding of it. */
export const readPath = (
  content: PageContent,
  ctm: Matrix,
  paint: number,
  data: ArrayLike<number>,
  fillWhite: boolean
): void => {
  const area = content.width * content.height
  const stroked = isStroked(paint)
  const filled = isFilled(paint)
  if (filled && !stroked && fillWhite) return
  let startX = 0
  let startY = 0
  let px = 0
  let py = 0
  let x0 = Infinity
  let y0 = Infinity
  let x1 = -Infinity
  let y1 = -Infinity
  let points = 0
  let curved = false
  const see = (ax: number, ay: number) => {
    x0 = Math.min(x0, ax)
    x1 = Math.max(x1, ax)
    y0 = Math.min(y0, ay)
    y1 = Math.max(y1, ay)
    points++
  }
  const line = (ax: number, ay: number, bx: number, by: number) => {
    if (Math.abs(ay - by) < ASKEW && Math.abs(ax - bx) > SHORTEST_ACROSS) {
      content.horizontal.push({ from: Math.min(ax, bx), to: Math.max(ax, bx), at: (ay + by) / 2 })
    } else if (Math.abs(ax - bx) < ASKEW && Math.abs(ay - by) > SHORTEST_DOWN) {
      content.vertical.push({ from: Math.min(ay, by), to: Math.max(ay, by), at: (ax + bx) / 2 })
    }
  }
  const close = () => {
    const w = x1 - x0
    const h = y1 - y0
    const isDot = w > SMALLEST_DOT && w < LARGEST_DOT && Math.abs(w - h) < DOT_OVAL
    if (points >= CORNERS && isDot && content.dots.length < MOST_DOTS) {
      content.dots.push({ x: (x0 + x1) / 2, y: (y0 + y1) / 2, width: w })
    } else if (points >= CORNERS && !curved && !stroked) {
      if (h < RULING_WIDTH && w > SHORTEST_ACROSS) content.horizontal.push({ from: x0, to: x1, at: (y0 + y1) / 2 })
      else if (w < RULING_WIDTH && h > SHORTEST_DOWN) content.vertical.push({ from: y0, to: y1, at: (x0 + x1) / 2 })
      else if (w > CELL_WIDTH && h > CELL_HEIGHT && w * h < area * CELL_SHARE) content.boxes.push({ x0, y0, x1, y1 })
    }
    points = 0
    curved = false
    x0 = Infinity
    y0 = Infinity
    x1 = -Infinity
    y1 = -Infinity
  }
  for (let k = 0; k < data.length;) {
    const code = data[k++]
    if (code === part.move || code === part.line) {
      const ux = data[k]!
      const uy = data[k + 1]!
      k += 2
      const nx = ctm[0] * ux + ctm[2] * uy + ctm[4]
      const ny = ctm[1] * ux + ctm[3] * uy + ctm[5]
      if (code === part.move) {
        close()
        startX = nx
        startY = ny
      } else if (stroked) line(px, py, nx, ny)
      px = nx
      py = ny
      see(nx, ny)
    } else if (code === part.curve || code === part.quadratic) {
      k += code === part.curve ? CURVE_NUMBERS : QUADRATIC_NUMBERS
      const ux = data[k - 2]!
      const uy = data[k - 1]!
      px = ctm[0] * ux + ctm[2] * uy + ctm[4]
      py = ctm[1] * ux + ctm[3] * uy + ctm[5]
      curved = true
      see(px, py)
    } else if (code === part.close) {
      if (stroked) line(px, py, startX, startY)
      px = startX
      py = startY
    } else break
  }
  close()
}
