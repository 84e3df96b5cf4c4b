/**
 * Which values of which properties keep something from being seen.
 *
 * @since 0.2.0
 */
import { type Color, colorOf, contrast, white } from "./colors.ts"
import { bitOf, type Declaration } from "./declarations.ts"
import { EM, WINDOW } from "./media.ts"

/** Opacity below which nothing is read. */
const LEAST_OPACITY = 0.06

/** Pixels of a font that nobody reads. */
const LARGEST_UNREADABLE_FONT = 2.5

/** Pixels that something must be moved to be away from the page: further than a wide picture or an indent. */
const FAR_AWAY = 300

/** Pixels of a box that shows nothing of a text. */
const LARGEST_EMPTY_BOX = 1.5

/** Contrast below which a colour is that of its ground; people tell apart from about 1.15 on. */
export const LEAST_CONTRAST = 1.12

/** Properties that what is within takes over. */
export const inheritedProperties = ["visibility", "font-size", "color", "-webkit-text-fill-color"] as const

/** Bits of the properties that decide on how letters look. */
export const OF_TEXT = [
  ...inheritedProperties,
  "background-color",
  "background-image",
  "background-clip",
  "text-shadow",
  "-webkit-text-stroke"
].reduce((bits, property) => bits | bitOf(property), 0)

/** What letters may stand on. */
export interface Grounds {
  /** Colours of grounds anywhere on the page. */
  readonly colors: ReadonlyArray<Color>
  /** Whether all else is white: no sheet is unknown. */
  readonly isPlain: boolean
  /** Whether a colour, as written, may be that of a ground: asked once of each. */
  readonly blends: Map<string, boolean>
}

/** A length in pixels; `undefined` when that depends on the page around or is none. */
export const pixelsOf = (value: string | undefined): number | undefined => {
  if (value === undefined) return undefined
  const inner = value.startsWith("calc(") ? product(value.slice(5, -1)) : value.trim()
  const [, digits, unit] = /^([+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?)([a-z]*)$/.exec(inner) ?? []
  if (digits === undefined) return undefined
  const number = Number(digits)
  if (number === 0) return 0
  const factor = units[unit ?? ""]
  return factor === undefined ? undefined : number * factor
}

/** `-1 * 9999px` as one length. */
const product = (text: string): string => {
  const [, factor, length] = /^\s*(-?[\d.]+)\s*\*\s*(-?[\d.]+[a-z]*)\s*$/.exec(text) ??
    /^\s*(-?[\d.]+[a-z]+)\s*\*\s*(-?[\d.]+)\s*$/.exec(text) ?? []
  if (factor === undefined || length === undefined) return text.trim()
  const unit = /[a-z]+$/.exec(factor + length)?.[0] ?? /[a-z]+/.exec(factor)?.[0] ?? ""
  return `${Number.parseFloat(factor) * Number.parseFloat(length)}${unit}`
}

const units: Readonly<Record<string, number | undefined>> = {
  "": undefined,
  px: 1,
  em: EM,
  rem: EM,
  ex: EM / 2,
  ch: EM / 2,
  vw: WINDOW.width / 100,
  dvw: WINDOW.width / 100,
  vh: WINDOW.height / 100,
  dvh: WINDOW.height / 100,
  vmin: WINDOW.height / 100,
  vmax: WINDOW.width / 100,
  cm: 96 / 2.54,
  mm: 96 / 25.4,
  in: 96,
  pt: 96 / 72,
  pc: 16
}

const percentOf = (value: string | undefined): number | undefined => {
  const [, digits] = /^(-?[\d.]+)%$/.exec(value ?? "") ?? []
  return digits === undefined ? undefined : Number(digits)
}

export const isFaint = (value: string | undefined): boolean => {
  if (value === undefined) return false
  const number = percentOf(value) === undefined ? Number(value) : percentOf(value)! / 100
  return value !== "" && number < LEAST_OPACITY
}

/** Opacity below which one more layer of it leaves nothing. */
const PALE = 0.4

export const opacityOf = (value: string): number => {
  const percent = percentOf(value)
  const number = percent === undefined ? Number(value) : percent / 100
  return value === "" || Number.isNaN(number) ? 1 : Math.min(1, Math.max(0, number))
}

/** Whether something is so faint that it may be nothing within something else that is. */
export const isPale = (value: string | undefined): boolean => value !== undefined && opacityOf(value) < PALE

export const isStroked = (value: string | undefined): boolean =>
  value !== undefined && !/^(?:0[a-z]*\b|none|initial)/.test(value)

/** A mask that lets nothing through. */
export const isMaskedAway = (value: string | undefined): boolean =>
  value !== undefined &&
  /^(?:linear|radial)-gradient\((?:to [a-z ]+,|[\d.]+deg,)?\s*(?:transparent|#0000)\s*,\s*(?:transparent|#0000)\s*\)/
    .test(value)

/** The most that a sum of lengths can be, wherever its shares are taken of; `undefined` for what is no sum. */
const mostOfSum = (value: string | undefined): number | undefined => {
  const [, inner] = /^calc\(([^()]{3,60})\)$/.exec(value ?? "") ?? []
  if (inner === undefined || !/\s[+-]\s/.test(inner)) return undefined
  let most = 0
  for (const term of inner.replace(/\s([+-])\s+/g, " $1").trim().split(/\s+(?=[+-])/)) {
    const share = percentOf(term.replace(/^\+/, ""))
    const length = share === undefined ? pixelsOf(term) : Math.max(0, share * WINDOW.width / 100)
    if (length === undefined) return undefined
    most += length
  }
  return most
}

export const isFar = (value: string | undefined): boolean => {
  const pixels = pixelsOf(value) ?? mostOfSum(value)
  return pixels === undefined ? (percentOf(value) ?? 0) <= -100 : pixels <= -FAR_AWAY
}

/** Far to the right: a page is not read by moving it sideways. */
export const isFarRight = (value: string | undefined): boolean => {
  const pixels = pixelsOf(value)
  return pixels === undefined ? (percentOf(value) ?? 0) >= 100 : pixels >= WINDOW.width
}

export const isEmptyBox = (value: string | undefined): boolean => {
  const pixels = pixelsOf(value)
  return pixels !== undefined && pixels <= LARGEST_EMPTY_BOX && pixels >= 0 || percentOf(value) === 0
}

/** The size of a font in pixels within one of the given size. */
export const fontSize = (value: string, around: number): number => {
  const percent = percentOf(value)
  if (percent !== undefined) return around * percent / 100
  const relative = /^([\d.]+)em$/.exec(value)
  if (relative !== null) return around * Number(relative[1])
  return pixelsOf(value) ?? around
}

export const isUnreadable = (size: number): boolean => size <= LARGEST_UNREADABLE_FONT

export const isClipped = (value: string | undefined): boolean => {
  if (value === undefined) return false
  const [, inner = ""] = /^rect\(([^)]*)\)/.exec(value) ?? []
  const sides = inner.split(/[\s,]+/).filter((side) => side !== "").map((side) => pixelsOf(side))
  if (sides.length !== 4) return false
  const [top, right, bottom, left] = sides
  return top !== undefined && bottom !== undefined && bottom - top <= LARGEST_EMPTY_BOX ||
    right !== undefined && left !== undefined && right - left <= LARGEST_EMPTY_BOX
}

export const isClippedAway = (value: string | undefined): boolean => {
  const [, shape = "", inner = ""] = /^(inset|circle|ellipse|polygon)\(([^()]*)\)/.exec(value ?? "") ?? []
  const parts = inner.trim().split(/[\s,]+/)
  switch (shape) {
    case "inset": {
      const [top = "", right = top, bottom = top, left = right] = parts.slice(0, 4).map((part) => percentOf(part) ?? 0)
        .map(String)
      return Number(top) + Number(bottom) >= 100 || Number(left) + Number(right) >= 100
    }
    case "circle":
    case "ellipse":
      return isEmptyBox(parts[0]) && parts[0] !== ""
    case "polygon":
      return new Set(inner.split(",").map((point) => point.trim())).size < 3
    default:
      return false
  }
}

/** Whether a transform moves something away or flattens it. */
export const isTransformedAway = (value: string | undefined): boolean => {
  for (const [, name = "", inner = ""] of (value ?? "").matchAll(/\b(\w+)\(([^()]*)\)/g)) {
    const parts = inner.split(",").map((part) => part.trim())
    if (/^scale(?:x|y|3d)?$/.test(name) && parts.some((part) => Math.abs(Number.parseFloat(part)) < 0.02)) return true
    if (/^translate(?:x|y|3d)?$/.test(name) && parts.some((part) => isFar(part) || isFarRight(part))) return true
    if (/^rotate[xy]$/.test(name) && /^-?(?:90|270)deg$/.test(parts[0] ?? "")) return true
    if (name === "matrix" && (Number(parts[0]) === 0 && Number(parts[1]) === 0 || Math.abs(Number(parts[4])) > 2000)) {
      return true
    }
  }
  return false
}

export const isFaintFilter = (value: string | undefined): boolean => {
  const [, amount] = /opacity\(\s*([\d.]+%?)\s*\)/.exec(value ?? "") ?? []
  return amount !== undefined && isFaint(amount)
}

type Hides = (value: string, grounds: Grounds) => boolean

const isFarAnywhere: Hides = (value) => isFar(value) || isFarRight(value)
const isSmall: Hides = (value) => isEmptyBox(value)
const mayBlend: Hides = (value, grounds) => {
  let blends = grounds.blends.get(value)
  if (blends === undefined) grounds.blends.set(value, blends = isOfGround(value, grounds))
  return blends
}

const isOfGround: Hides = (value, grounds) => {
  const color = colorOf(value)
  return color !== undefined &&
    (color[3] < LEAST_OPACITY || grounds.isPlain && contrast(color, white) < LEAST_CONTRAST ||
      grounds.colors.some((ground) => contrast(color, ground) < LEAST_CONTRAST))
}

const byProperty: Readonly<Record<string, Hides | undefined>> = {
  display: (value) => value === "none",
  visibility: (value) => value === "hidden" || value === "collapse",
  "content-visibility": (value) => value === "hidden",
  opacity: isPale,
  "mask-image": isMaskedAway,
  filter: isFaintFilter,
  "font-size": (value) => isUnreadable(fontSize(value, EM)),
  zoom: (value) => isFaint(value),
  clip: isClipped,
  "clip-path": isClippedAway,
  left: isFarAnywhere,
  right: isFarAnywhere,
  top: isFarAnywhere,
  bottom: isFarAnywhere,
  "margin-left": isFarAnywhere,
  "margin-top": isFar,
  "text-indent": (value) => isFar(value) || (percentOf(value) ?? 0) >= 100,
  transform: isTransformedAway,
  translate: (value) => value.split(/\s+/).some((part) => isFar(part) || isFarRight(part)),
  scale: (value) => value.split(/\s+/).some((part) => Math.abs(Number.parseFloat(part)) < 0.02),
  width: isSmall,
  height: isSmall,
  "max-width": isSmall,
  "max-height": isSmall,
  "line-height": isSmall,
  color: mayBlend,
  "-webkit-text-fill-color": mayBlend
}

/** Whether a declaration may hide: one with a variable may. */
export const hides = ({ property, value }: Declaration, grounds: Grounds): boolean => {
  const test = byProperty[property]
  return test !== undefined && (value.includes("var(") || test(value, grounds))
}
