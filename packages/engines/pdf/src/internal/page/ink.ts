/** Describes how letters and shapes are painted: colour, opacity, mode and clip. */
import { type Box, type Matrix, overlap } from "./geometry.ts"

export interface Ink {
  /** Text rendering mode. Modes from `CLIPS` on also clip later drawing to the letters. */
  readonly mode: number
  /** Fill colour as a 24-bit number; `anyColor` for patterns and unknown colours. */
  readonly fill: number
  readonly stroke: number
  readonly fillAlpha: number
  readonly strokeAlpha: number
  readonly groupAlpha: number
  readonly blends: boolean
  readonly masked: boolean
  readonly groupMixes: boolean
  readonly clip: Box | undefined
  readonly clipIsBox: boolean
  readonly letters: Box | undefined
}

export const Rendering = { fill: 0, stroke: 1, both: 2, none: 3 } as const

/** First mode that also clips later drawing to the letters. These modes paint like the earlier ones. */
const CLIPS = 4

export const renderingOf = ({ mode }: Ink): number => mode % CLIPS

export const clips = ({ mode }: Ink): boolean => mode >= CLIPS

export const ANY_COLOR = -1

export const firstInk: Ink = {
  mode: 0,
  fill: 0,
  stroke: 0,
  fillAlpha: 1,
  strokeAlpha: 1,
  groupAlpha: 1,
  blends: false,
  masked: false,
  groupMixes: false,
  clip: undefined,
  clipIsBox: true,
  letters: undefined
}

export const mixes = (ink: Ink): boolean => ink.blends || ink.masked || ink.groupMixes

export const colorOf = (text: unknown): number => {
  const hex = typeof text === "string" && text.length === "#rrggbb".length && text.startsWith("#")
    ? Number.parseInt(text.slice(1), 16)
    : Number.NaN
  return Number.isNaN(hex) ? ANY_COLOR : hex
}

const FULL = 0xff

const RED = 16
const GREEN = 8
const BLUE = 0

const channel = (color: number, shift: number): number => color >> shift & FULL

const LIGHTEST = 0xfb

export const isWhite = (color: number): boolean =>
  color !== ANY_COLOR && channel(color, RED) >= LIGHTEST && channel(color, GREEN) >= LIGHTEST &&
  channel(color, BLUE) >= LIGHTEST

/** Returns the largest difference of a colour channel, from 0 to 255. */
export const distance = (one: number, other: number): number => {
  const red = Math.abs(channel(one, RED) - channel(other, RED))
  const green = Math.abs(channel(one, GREEN) - channel(other, GREEN))
  const blue = Math.abs(channel(one, BLUE) - channel(other, BLUE))
  return Math.max(red, green, blue)
}

/** Returns the colour of transparent paint on white paper. */
export const onPaper = (color: number, alpha: number): number => {
  if (color === ANY_COLOR) return ANY_COLOR
  const thinned = (shift: number) => Math.round(channel(color, shift) * alpha + FULL * (1 - alpha)) << shift
  return thinned(RED) | thinned(GREEN) | thinned(BLUE)
}

export const boxOf = (m: Matrix, x0: number, y0: number, x1: number, y1: number): Box => {
  const ax = m[0] * x0 + m[4]
  const bx = m[0] * x1 + m[4]
  const ay = m[3] * y0 + m[5]
  const by = m[3] * y1 + m[5]
  const cx = Math.min(m[2] * y0, m[2] * y1)
  const dx = Math.max(m[2] * y0, m[2] * y1)
  const cy = Math.min(m[1] * x0, m[1] * x1)
  const dy = Math.max(m[1] * x0, m[1] * x1)
  return {
    x0: Math.min(ax, bx) + cx,
    x1: Math.max(ax, bx) + dx,
    y0: Math.min(ay, by) + cy,
    y1: Math.max(ay, by) + dy
  }
}

/** Share by which the sides of a box may grow because of rounding. A larger growth is a rotation. */
const MAX_ROUNDING_SHARE = 0.001

export const staysBox = (m: Matrix): boolean => {
  const upright = Math.max(Math.abs(m[0]), Math.abs(m[3]))
  const turned = Math.max(Math.abs(m[1]), Math.abs(m[2]))
  return Math.min(upright, turned) <= Math.max(upright, turned) * MAX_ROUNDING_SHARE
}

export const common = (one: Box | undefined, other: Box): Box =>
  one === undefined
    ? other
    : {
      x0: Math.max(one.x0, other.x0),
      y0: Math.max(one.y0, other.y0),
      x1: Math.max(Math.min(one.x1, other.x1), Math.max(one.x0, other.x0)),
      y1: Math.max(Math.min(one.y1, other.y1), Math.max(one.y0, other.y0))
    }

export const around = (one: Box, other: Box): Box => ({
  x0: Math.min(one.x0, other.x0),
  y0: Math.min(one.y0, other.y0),
  x1: Math.max(one.x1, other.x1),
  y1: Math.max(one.y1, other.y1)
})

export const partIn = (box: Box, other: Box): number => {
  const across = overlap(box.x0, box.x1, other.x0, other.x1)
  const down = overlap(box.y0, box.y1, other.y0, other.y1)
  if (across < 0 || down < 0) return 0
  const width = box.x1 - box.x0
  const height = box.y1 - box.y0
  return (width > 0 ? across / width : 1) * (height > 0 ? down / height : 1)
}
