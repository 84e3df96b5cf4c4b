/** Drawn paths: rulings, boxes, bullets. */
import type { Matrix } from "./geometry.ts"
import type { PageContent } from "./page.ts"

const paints = { stroke: 20, closeStroke: 21, fill: 22, fillStroke: 24, closeEOFillStroke: 27 } as const

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
    if (code === 4) {
      k++
      continue
    }
    if (code !== (points.length === 0 ? 0 : 1)) return false
    points.push([data[k + 1]!, data[k + 2]!])
    k += 3
  }
  if (points.length < 4) return false
  const corners = points.slice(0, 4)
  return corners.every(([x, y], k) => {
    const [nx, ny] = corners[(k + 1) % 4]!
    return (x === nx) !== (y === ny)
  }) && (points.length === 4 || points[4]![0] === points[0]![0] && points[4]![1] === points[0]![1])
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
    if (Math.abs(ay - by) < 1.5 && Math.abs(ax - bx) > 6) {
      content.horizontal.push({ from: Math.min(ax, bx), to: Math.max(ax, bx), at: (ay + by) / 2 })
    } else if (Math.abs(ax - bx) < 1.5 && Math.abs(ay - by) > 4) {
      content.vertical.push({ from: Math.min(ay, by), to: Math.max(ay, by), at: (ax + bx) / 2 })
    }
  }
  const close = () => {
    const w = x1 - x0
    const h = y1 - y0
    if (points >= 4 && w > 1.4 && w < 7 && Math.abs(w - h) < 0.6 && content.dots.length < 500) {
      content.dots.push({ x: (x0 + x1) / 2, y: (y0 + y1) / 2, width: w })
    } else if (points >= 4 && !curved) {
      if (!stroked && h < 3.5 && w > 6) content.horizontal.push({ from: x0, to: x1, at: (y0 + y1) / 2 })
      else if (!stroked && w < 3.5 && h > 4) content.vertical.push({ from: y0, to: y1, at: (x0 + x1) / 2 })
      else if (!stroked && w > 12 && h > 6 && w * h < area * 0.5) content.boxes.push({ x0, y0, x1, y1 })
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
    if (code === 0 || code === 1) {
      const ux = data[k]!
      const uy = data[k + 1]!
      k += 2
      const nx = ctm[0] * ux + ctm[2] * uy + ctm[4]
      const ny = ctm[1] * ux + ctm[3] * uy + ctm[5]
      if (code === 0) {
        close()
        startX = nx
        startY = ny
      } else if (stroked) line(px, py, nx, ny)
      px = nx
      py = ny
      see(nx, ny)
    } else if (code === 2 || code === 3) {
      k += code === 2 ? 6 : 4
      const ux = data[k - 2]!
      const uy = data[k - 1]!
      px = ctm[0] * ux + ctm[2] * uy + ctm[4]
      py = ctm[1] * ux + ctm[3] * uy + ctm[5]
      curved = true
      see(px, py)
    } else if (code === 4) {
      if (stroked) line(px, py, startX, startY)
      px = startX
      py = startY
    } else break
  }
  close()
}
