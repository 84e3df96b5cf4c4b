/**
 * Recognises property values that make an element invisible.
 *
 * @since 0.2.0
 */
import { listOf, valuesOf } from "./brackets.ts"
import { type Color, colorOf, contrast, white } from "./colors.ts"
import { bitOf, type Declaration } from "./declarations.ts"
import { recolored } from "./filters.ts"
import { rangeOf } from "./lengths.ts"
import { EM, WINDOW } from "./media.ts"

/** Minimum opacity of readable text. */
const MIN_OPACITY = 0.06

/** Maximum size of an unreadable font, in pixels. */
const MAX_UNREADABLE_FONT_PX = 2.5

/** Minimum shift in pixels that moves an element off the page. It is more than a wide picture or an indent. */
const FAR_AWAY = 300

/** Maximum width or height, in pixels, of a box that shows no text. */
const MAX_EMPTY_BOX_PX = 1.5

/** Minimum contrast of text that differs from its background. People see differences from about 1.15. */
export const MIN_CONTRAST = 1.12

export const inheritedProperties = ["visibility", "font-size", "color", "-webkit-text-fill-color"] as const

export const OF_TEXT = [
  ...inheritedProperties,
  "background-color",
  "background-image",
  "background-clip",
  "filter",
  "text-shadow",
  "-webkit-text-stroke"
].reduce((bits, property) => bits | bitOf(property), 0)

export interface Grounds {
  /** Background colours anywhere on the page. */
  readonly colors: ReadonlyArray<Color>
  /** Whether all other backgrounds are white, because no style sheet is external. */
  readonly isPlain: boolean
  /** Cached results: whether a colour, as written, may equal a background. */
  readonly blends: Map<string, boolean>
}

/** Returns a length in pixels; `undefined` if it depends on the page or is invalid. */
export const pixelsOf = (value: string | undefined): number | undefined => {
  const range = value === undefined ? undefined : rangeOf(value)
  if (range === undefined || range.least !== range.most) return undefined
  return range.isLength || range.most === 0 ? range.most : undefined
}

export const percentOf = (value: string | undefined): number | undefined => {
  const [, digits] = /^(-?[\d.]+)%$/.exec(value ?? "") ?? []
  return digits === undefined ? undefined : Number(digits)
}

const numberOf = (value: string): number | undefined => {
  const share = percentOf(value)
  if (share !== undefined) return share / 100
  const range = rangeOf(value)
  return range === undefined || range.isLength || range.least !== range.most ? undefined : range.most
}

export const isFaint = (value: string | undefined): boolean =>
  value !== undefined && (numberOf(value) ?? 1) < MIN_OPACITY

/** Opacity below which two nested elements of the same opacity are invisible. */
const PALE = 0.4

export const opacityOf = (value: string): number => Math.min(1, Math.max(0, numberOf(value) ?? 1))

export const isPale = (value: string | undefined): boolean => value !== undefined && opacityOf(value) < PALE

export const isShadowOfNoColor = (value: string): boolean =>
  listOf(value).every((shadow) =>
    valuesOf(shadow).some((part) => {
      const color = colorOf(part)
      return color !== undefined && color[3] === 0
    })
  )

export const isStroked = (value: string | undefined): boolean =>
  value !== undefined && !/^(?:0[a-z]*\b|none|initial)/.test(value)

export const isMaskedAway = (value: string | undefined): boolean => {
  if (value === undefined || value === "") return false
  // if there are several layers, each must have no size
  if (listOf(value).every((layer) => /\/\s*0(?:px|%)?(?:\s+0(?:px|%)?)?(?:\s|$)/.test(layer))) return true
  const colors = gradientColors(value)
  return colors !== undefined && colors.every(([, , , alpha]) => alpha < MIN_OPACITY)
}

export const plainGradient = (value: string): Color | undefined => {
  if (!wholeGradient.test(value)) return undefined
  const [first, ...others] = gradientColors(value) ?? []
  if (first === undefined || first[3] < 1) return undefined
  return others.every((color) => color.join() === first.join()) ? first : undefined
}

const wholeGradient = /^(?:-webkit-)?(?:repeating-)?(?:linear|radial|conic)-gradient\((?:[^()]|\([^()]*\))*\)$/

export const gradientColors = (value: string): ReadonlyArray<Color> | undefined => {
  const [, inner] = /^(?:-webkit-)?(?:repeating-)?(?:linear|radial|conic)-gradient\(((?:[^()]|\([^()]*\))*)\)/
    .exec(value) ?? []
  if (inner === undefined || value.includes("url(") || value.split("gradient(").length > 2) return undefined
  const stops = listOf(inner)
  const colors = stops.map((stop) => colorOf(/^(?:[a-z-]+\([^()]*\)|[^\s]+)/.exec(stop)?.[0] ?? ""))
  // the first argument may be a direction
  const known = colors.filter((color, k) => k > 0 || color !== undefined)
  return known.length > 0 && known.every((color) => color !== undefined) ? known : undefined
}

export const isFar = (value: string | undefined): boolean => {
  const share = percentOf(value)
  if (share !== undefined) return share <= -100
  const range = value === undefined ? undefined : rangeOf(value)
  return range?.isLength === true && range.most <= -FAR_AWAY
}

/**
 * Returns whether a position is so far to the right that readers do not see it, because they do not scroll a page
 * sideways.
 */
export const isFarRight = (value: string | undefined): boolean => {
  const pixels = pixelsOf(value)
  return pixels === undefined ? (percentOf(value) ?? 0) >= 100 : pixels >= WINDOW.width
}

export const isEmptyBox = (value: string | undefined): boolean => {
  const pixels = pixelsOf(value)
  return pixels !== undefined && pixels <= MAX_EMPTY_BOX_PX && pixels >= 0 || percentOf(value) === 0
}

/** Returns the size of a font in pixels. `around` is the font size of the parent. */
export const fontSize = (value: string, around: number): number => {
  const percent = percentOf(value)
  if (percent !== undefined) return around * percent / 100
  const relative = /^([\d.]+)em$/.exec(value)
  if (relative !== null) return around * Number(relative[1])
  return pixelsOf(value) ?? around
}

export const isUnreadable = (size: number): boolean => size <= MAX_UNREADABLE_FONT_PX

export const isClipped = (value: string | undefined): boolean => {
  if (value === undefined) return false
  const [, inner = ""] = /^rect\(([^)]*)\)/.exec(value) ?? []
  const sides = inner.split(/[\s,]+/).filter((side) => side !== "").map((side) => pixelsOf(side))
  if (sides.length !== 4) return false
  const [top, right, bottom, left] = sides
  return top !== undefined && bottom !== undefined && bottom - top <= MAX_EMPTY_BOX_PX ||
    right !== undefined && left !== undefined && right - left <= MAX_EMPTY_BOX_PX
}

type Point = readonly [x: string, y: string]

const pointsOf = (inner: string): ReadonlyArray<Point> =>
  inner.replace(/^(?:nonzero|evenodd)\s*,/, "").split(",").map((point) => {
    const [x = "", y = ""] = point.trim().split(/\s+/)
    return [x, y]
  })

const isOutside = (places: ReadonlyArray<string>): boolean => {
  const ranges = places.map(rangeOf)
  return new Set(places).size === 1 || ranges.every((range) => range !== undefined && range.most <= 0) ||
    places.every((place) => (percentOf(place) ?? 0) >= 100)
}

/** Pixels, clipped from two sides of a box together, that leave no text visible. */
const TALLEST_TEXT = 2000

const isCutWhole = (one: string, other: string): boolean =>
  (percentOf(one) ?? 0) + (percentOf(other) ?? 0) >= 100 ||
  (pixelsOf(one) ?? 0) + (pixelsOf(other) ?? 0) >= TALLEST_TEXT

const isEmptyRound = (inner: string): boolean => {
  const [radii = "", place = ""] = inner.split(/(?:^|\s)at\s/)
  const lengths = radii.trim().split(/\s+/).filter((part) => part !== "")
  if (lengths.some(isEmptyBox)) return true
  const largest = Math.max(...lengths.map((part) => pixelsOf(part) ?? Infinity))
  return lengths.length > 0 && place.trim().split(/\s+/).some((part) => -(pixelsOf(part) ?? 0) > largest)
}

export const isClippedAway = (value: string | undefined): boolean => {
  const [, shape = "", inner = ""] = /^(inset|circle|ellipse|polygon|xywh|rect|path)\(([^()]*)\)/.exec(value ?? "") ??
    []
  const parts = inner.trim().split(/[\s,]+/)
  switch (shape) {
    case "inset": {
      const [top = "", right = top, bottom = top, left = right] = inner.split(/\sround\s/)[0]!.trim().split(/\s+/)
      return isCutWhole(top, bottom) || isCutWhole(left, right)
    }
    case "circle":
    case "ellipse":
      return isEmptyRound(inner)
    case "polygon": {
      const points = pointsOf(inner)
      return new Set(points.map((point) => point.join(" "))).size < 3 || isOutside(points.map(([x]) => x)) ||
        isOutside(points.map(([, y]) => y))
    }
    case "xywh":
      return isEmptyBox(parts[2]) || isEmptyBox(parts[3])
    case "rect":
      return parts.length === 4 && (parts[0] === parts[2] || parts[1] === parts[3]) && !parts.includes("auto")
    case "path":
      return (inner.match(/-?[\d.]+/g)?.length ?? 0) < 6 && !/[aqcst]/i.test(inner)
    default:
      return false
  }
}

const degreesOf = (angle: string): number => {
  const [, digits, unit = ""] = /^(-?[\d.]+)(deg|turn|rad|grad)?$/.exec(angle) ?? []
  return digits === undefined ? 0 : Number(digits) * ({ turn: 360, rad: 180 / Math.PI, grad: 0.9 }[unit] ?? 1)
}

const isQuarter = (angle: string | undefined): boolean =>
  angle !== undefined && Math.abs(Math.abs(degreesOf(angle) % 180) - 90) < 1

const isTurnedBack = (angle: string | undefined): boolean =>
  angle !== undefined && Math.cos(degreesOf(angle) * Math.PI / 180) < 0

export const showsBack = (value: string | undefined): boolean => {
  const [, angle] = /^(?:[xy]|1 0 0|0 1 0)\s+(\S+)$/.exec(value ?? "") ?? []
  return isTurnedBack(angle)
}

const functions = /\b(\w+)\(([^()]*(?:\([^()]*\)[^()]*)*)\)/g

/**
 * Returns the effect of a transform: how far it moves the element, whether it flattens it, whether it shows its back,
 * and how near it moves it to the viewer.
 */
export const transformOf = (value: string | undefined) => {
  let isFlat = false
  let isBack = false
  let depth = 0
  let perspective: number | undefined
  const shifts: Array<readonly [x: string | undefined, y: string | undefined]> = []
  for (const [, name = "", inner = ""] of (value ?? "").matchAll(functions)) {
    const parts = inner.split(",").map((part) => part.trim())
    const [first] = parts
    const numbers = parts.map(Number)
    if (/^scale(?:[xy]|3d)?$/.test(name)) isFlat ||= parts.some(isFlatScale)
    else if (name === "translatez") depth += pixelsOf(first) ?? 0
    else if (name === "perspective") perspective = pixelsOf(first)
    else if (name === "translatey") shifts.push([undefined, first])
    else if (/^translate(?:x|3d)?$/.test(name)) {
      shifts.push([first, parts[1]])
      depth += pixelsOf(parts[2]) ?? 0
    } else if (/^rotate[xy]$/.test(name)) {
      isFlat ||= isQuarter(first)
      if (isTurnedBack(first)) isBack = !isBack
    } else if (/^skew[xy]?$/.test(name)) isFlat ||= parts.some(isQuarter)
    else if (name === "matrix") {
      isFlat ||= numbers[0] === 0 && numbers[1] === 0 || numbers[2] === 0 && numbers[3] === 0
      shifts.push([`${numbers[4]}px`, `${numbers[5]}px`])
    } else if (name === "matrix3d") {
      isFlat ||= numbers[0] === 0 && numbers[1] === 0 || numbers[4] === 0 && numbers[5] === 0
      shifts.push([`${numbers[12]}px`, `${numbers[13]}px`])
    }
  }
  return { isFlat, shifts, isBack, depth, perspective }
}

const MIN_MOVE_PX = 1
const MIN_TURN_DEGREES = 1
const MIN_RESIZE_SHARE = 0.01

const isShift = (part: string): boolean => {
  const range = rangeOf(part)
  return range?.isLength === true && Math.max(Math.abs(range.least), Math.abs(range.most)) >= MIN_MOVE_PX
}

const isResized = (part: string): boolean => Math.abs((numberOf(part) ?? 1) - 1) >= MIN_RESIZE_SHARE

const isTurned = (angle: string): boolean => Math.abs(degreesOf(angle) % 360) >= MIN_TURN_DEGREES

const isOtherMatrix = (parts: ReadonlyArray<string>): boolean => {
  const size = parts.length === 16 ? 4 : 2
  return parts.some((part, k) =>
    Math.abs(Number(part) - (k < size * size && k % (size + 1) === 0 ? 1 : 0)) >= MIN_RESIZE_SHARE
  )
}

const transforms: ReadonlyArray<readonly [name: RegExp, isSeen: (parts: ReadonlyArray<string>) => boolean]> = [
  [/^translate(?:x|y|3d)?$/, (parts) => parts.slice(0, 2).some(isShift)],
  [/^scale/, (parts) => parts.some(isResized)],
  [/^rotate/, (parts) => isTurned(parts[parts.length - 1]!)],
  [/^skew/, (parts) => parts.some(isTurned)],
  [/^matrix/, isOtherMatrix]
]

const isTransformed = (value: string): boolean =>
  [...value.matchAll(functions)].some(([, name = "", inner = ""]) =>
    transforms.some(([known, isSeen]) => known.test(name) && isSeen(listOf(inner)))
  )

const comesFrom: ReadonlyArray<readonly [property: string, isMoved: (value: string) => boolean]> = [
  ["transform", isTransformed],
  ["translate", (value) => valuesOf(value).slice(0, 2).some(isShift)],
  ["scale", (value) => valuesOf(value).some(isResized)],
  [
    "filter",
    (value) => [...value.matchAll(functions)].some(([, name, radius = ""]) => name === "blur" && isShift(radius))
  ]
]

export const isMoved = (valueOf: (property: string) => string | undefined): boolean =>
  comesFrom.some(([property, isAway]) => isAway(valueOf(property) ?? ""))

/** Returns whether a scale is almost zero, as a number or percentage. */
export const isFlatScale = (part: string): boolean => Math.abs(numberOf(part) ?? 1) < MIN_SCALE

/** Minimum scale of readable text. */
const MIN_SCALE = 0.02

/** Returns whether the `rotate` property turns an element edge-on: `y 90deg`. */
export const isTurnedAway = (value: string | undefined): boolean => {
  const [, angle] = /^(?:[xy]|1 0 0|0 1 0)\s+(\S+)$/.exec(value ?? "") ?? []
  return isQuarter(angle)
}

/** Minimum blur in pixels that makes text unreadable. */
const MIN_BLUR_PX = 12

export const isFaintFilter = (value: string | undefined): boolean => {
  for (const [, name, amount = ""] of (value ?? "").matchAll(/\b(opacity|blur)\(([^()]*)\)/g)) {
    if (name === "opacity" ? isFaint(amount.trim()) : (pixelsOf(amount.trim()) ?? 0) >= MIN_BLUR_PX) return true
  }
  return false
}

/** Seconds within which a reader cannot read a text. */
const UNREAD_IN_SECONDS = 0.5

export const namesOfAnimation = (animations: string): ReadonlyArray<string> =>
  animations.split(/[\s,]+/).map((word) => word.replace(/^(["'])(.*)\1$/, "$2"))

export const endsSoon = (animation: string): boolean => {
  if (!/(?:^|\s)(?:forwards|both)(?:\s|$)/.test(animation)) return false
  // the animation repeats, runs in another direction than from the first to the last frame, or has a computed time
  if (
    /\b(?:infinite|paused|alternate|reverse)\b|\b(?:calc|min|max|clamp|var|env)\(|(?:^|\s)(?!1(?:\s|$))[+\d.][\de.+-]*(?:\s|$)/
      .test(animation)
  ) return false
  let seconds = 0
  for (const [, amount, unit] of animation.matchAll(/(?:^|\s)([+-]?[\d.]+(?:e[+-]?\d+)?)(m?s)(?=\s|$)/g)) {
    seconds += Number(amount) / (unit === "ms" ? 1000 : 1)
  }
  return seconds <= UNREAD_IN_SECONDS
}

/**
 * Returns the start of a path, as two lengths, if the value is only a path. An element on a path is at its start,
 * until something moves the element.
 */
export const startOfPath = (value: string | undefined): readonly [x: string | undefined, y: string | undefined] => {
  const [, x, y] = /^path\(\s*["']\s*m\s*(-?[\d.]+)[\s,]+(-?[\d.]+)(?![\d.])[^)]*\)?$/.exec(value ?? "") ?? []
  return x === undefined ? [undefined, undefined] : [`${x}px`, `${y}px`]
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
    (color[3] < MIN_OPACITY || grounds.isPlain && contrast(color, white) < MIN_CONTRAST ||
      grounds.colors.some((ground) => contrast(color, ground) < MIN_CONTRAST))
}

const byProperty: Readonly<Record<string, Hides | undefined>> = {
  display: (value) => value === "none",
  visibility: (value) => value === "hidden" || value === "collapse",
  "content-visibility": (value) => value === "hidden",
  opacity: isPale,
  "mask-image": isMaskedAway,
  filter: (value) => isFaintFilter(value) || recolored(value) !== undefined,
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
  transform: (value) => {
    const { depth, isBack, isFlat, shifts } = transformOf(value)
    return isFlat || isBack || depth > 0 ||
      shifts.some((shift) => shift.some((part) => isFar(part) || isFarRight(part)))
  },
  translate: (value) => value.split(/\s+/).some((part) => isFar(part) || isFarRight(part)),
  "offset-path": (value) => startOfPath(value).some((part) => isFar(part) || isFarRight(part)),
  scale: (value) => value.split(/\s+/).some(isFlatScale),
  rotate: (value) => isTurnedAway(value) || showsBack(value),
  width: isSmall,
  height: isSmall,
  "max-width": isSmall,
  "max-height": isSmall,
  "line-height": isSmall,
  "animation-name": (value) => listOf(value).some(endsSoon),
  color: mayBlend,
  "-webkit-text-fill-color": mayBlend
}

export const MAY_HIDE = Object.keys(byProperty).reduce((bits, property) => bits | bitOf(property), 0)

/** Limit for cached values of a property. Style sheets repeat the same few values. */
const MAX_REMEMBERED_VALUES = 500

/** Maximum characters of a cached value. A longer substring could keep its whole page in memory. */
const MAX_CACHED_VALUE_CHARACTERS = 12

const answers = new Map<string, Map<string, boolean>>(
  Object.keys(byProperty).filter((property) => byProperty[property] !== mayBlend).map((property) => [
    property,
    new Map()
  ])
)

/** Returns whether a declaration may hide an element. A value with a variable may. */
export const hides = ({ property, value }: Declaration, grounds: Grounds): boolean => {
  const test = Object.hasOwn(byProperty, property) ? byProperty[property] : undefined
  if (test === undefined) return false
  const known = value.length > MAX_CACHED_VALUE_CHARACTERS ? undefined : answers.get(property)
  const before = known?.get(value)
  if (before !== undefined) return before
  const answer = value.includes("var(") || test(value, grounds)
  if (known === undefined) return answer
  if (known.size >= MAX_REMEMBERED_VALUES) known.clear()
  known.set(value, answer)
  return answer
}
