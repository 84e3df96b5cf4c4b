/**
 * Parses declarations that affect visibility, and expands them to single properties.
 *
 * @since 0.2.0
 */
import { endOfParentheses, endOfString, nextOf, valuesOf } from "./brackets.ts"
import { isMedia } from "./media.ts"

export interface Declaration {
  readonly property: string
  readonly value: string
  readonly important: boolean
}

const properties: ReadonlySet<string> = new Set(
  ("display visibility opacity content-visibility font-size line-height color -webkit-text-fill-color background-color "
    + "background-image background-size background-clip -webkit-background-clip text-shadow position left right top bottom text-indent clip "
    + "clip-path width height max-width max-height overflow-x overflow-y transform translate scale rotate transform-style backface-visibility perspective offset-path offset-distance margin-left margin-top "
    + "filter zoom animation-name animation-timeline animation-duration animation-delay animation-iteration-count "
    + "animation-direction animation-play-state animation-fill-mode animation-composition mask-image -webkit-text-stroke transition-property transition-duration will-change")
    .split(" ")
)

const shorthands: ReadonlySet<string> = new Set(
  "background font inset inset-block inset-inline margin-block margin-inline overflow margin contain transition -webkit-transition animation -webkit-animation -webkit-animation-name -webkit-clip-path -webkit-mask-image mask -webkit-mask offset all"
    .split(
      " "
    )
)

/**
 * Maps property aliases to properties. Aliases are logical names, for text from left to right and from top to bottom,
 * and legacy names.
 */
const otherNames: ReadonlyMap<string, string> = new Map([
  ["block-size", "height"],
  ["inline-size", "width"],
  ["max-block-size", "max-height"],
  ["max-inline-size", "max-width"],
  ["inset-block-start", "top"],
  ["inset-block-end", "bottom"],
  ["inset-inline-start", "left"],
  ["inset-inline-end", "right"],
  ["margin-block-start", "margin-top"],
  ["margin-inline-start", "margin-left"],
  ["overflow-block", "overflow-y"],
  ["overflow-inline", "overflow-x"],
  ...["delay", "direction", "duration", "fill-mode", "iteration-count", "play-state"]
    .map((name) => [`-webkit-animation-${name}`, `animation-${name}`] as const),
  ["-webkit-backface-visibility", "backface-visibility"],
  ["-webkit-transform-style", "transform-style"],
  ["-webkit-perspective", "perspective"],
  ["-webkit-transition-property", "transition-property"],
  ["-webkit-transition-duration", "transition-duration"]
])

const all: ReadonlySet<string> = new Set([...properties, ...shorthands, ...otherNames.keys()])

/** Groups of rare properties that share one bit. The bit only indicates that a property of its group may be set. */
const alike: ReadonlyArray<RegExp> = [
  /^margin-/,
  /^(?:max-)?(?:width|height)$/,
  /^overflow-/,
  /background-(?:clip|size)$/,
  /^(?:transform|translate|scale|rotate|transform-style|backface-visibility|perspective|offset-path|offset-distance)$/,
  /^(?:text-shadow|-webkit-text-stroke)$/,
  /^(?:transition-|will-change$)/,
  /^animation-/
]

const bits: ReadonlyMap<string, number> = new Map(
  [...properties].map((property): string => alike.find((one) => one.test(property))?.source ?? property)
    .map((group, at, groups) => [[...properties][at]!, 1 << [...new Set(groups)].indexOf(group)])
)

export const VARIABLE = 1 << 30

export const bitOf = (property: string): number => bits.get(property) ?? VARIABLE

export const bitsOf = (declarations: ReadonlyArray<Declaration>): number => {
  let all = 0
  for (const { property } of declarations) all |= bitOf(property)
  return all
}

const SPACE = 0x20
const SEMICOLON = 0x3b
const OPEN = 0x28
const BACKSLASH = 0x5c
const LOWER = 0x20

const begins = new Uint8Array(0x80)
for (const property of all) begins[property.charCodeAt(0) | LOWER] = 1

/** Maximum characters of a value that is read. Relevant values are short. */
const MAX_CHARACTERS_OF_DECLARED_VALUE = 400

const signs = /["'\\(;]/g

export const declarationsOf = (text: string): ReadonlyArray<Declaration> => {
  let found: Array<Declaration> | undefined
  const { length } = text
  let from = 0
  while (from < length) {
    const stop = endOfDeclaration(text, from)
    const property = propertyAt(text, from, stop)
    if (property !== undefined) {
      const value = text.slice(property.end + 1, Math.min(stop, property.end + 1 + MAX_CHARACTERS_OF_DECLARED_VALUE))
      found ??= []
      for (const declaration of longhands(property.name, value)) found.push(declaration)
    }
    from = stop + 1
  }
  return found ?? none
}

const endOfDeclaration = (text: string, from: number): number => {
  const { length } = text
  let at = nextOf(signs, text, from)
  while (at < length) {
    const code = text.charCodeAt(at)
    if (code === SEMICOLON) return at
    const behind = code === BACKSLASH ? at + 2 : code === OPEN ? endOfParentheses(text, at) : endOfString(text, at)
    at = nextOf(signs, text, behind)
  }
  return length
}

const propertyAt = (text: string, from: number, stop: number): { name: string; end: number } | undefined => {
  let start = from
  while (start < stop && text.charCodeAt(start) <= SPACE) start++
  const end = text.indexOf(":", start)
  if (end <= start || end >= stop) return undefined
  const code = text.charCodeAt(start) | LOWER
  if (begins[code] !== 1 && text.charCodeAt(start) !== BACKSLASH && !text.slice(start, end).includes("\\")) {
    return undefined
  }
  const written = text.slice(start, end)
  if (all.has(written)) return { name: written, end }
  const name = unescaped(written).trim().toLowerCase()
  return name.startsWith("--") || all.has(name) ? { name, end } : undefined
}

const longhands = (property: string, rest: string): ReadonlyArray<Declaration> => {
  const written = unescaped(rest).trim()
  const important = written.includes("!") && /!\s*important\s*$/i.test(written)
  const withoutPriority = (important ? written.slice(0, written.lastIndexOf("!")) : written).trim()
  const value = withoutPriority.includes("if(") ? decided(withoutPriority) : withoutPriority
  const lower = property.startsWith("--") ? value : value.toLowerCase()
  const of = (name: string, single: string): Declaration => ({ property: name, value: single, important })
  return shorthands.has(property) ? expanded(property, lower, of) : [of(otherNames.get(property) ?? property, lower)]
}

/**
 * Resolves a value that consists of one `if()` for the assumed window. The value stays unchanged if the result
 * depends on layout.
 */
const decided = (value: string): string => {
  const inner = /^if\(([^]*)\)$/i.exec(value)?.[1]
  if (inner === undefined || endOfParentheses(value, 2) !== value.length) return value
  for (const [, condition = "", branch = ""] of `${inner};`.matchAll(branches)) {
    if (/^else$/i.test(condition)) return branch.trim()
    const query = /^media\(([^]*)\)$/i.exec(condition)?.[1]
    if (query === undefined) return value
    if (isMedia(/^[(a-z]/i.test(query) && !/[:<>=]/.test(query) ? query : `(${query})`)) return branch.trim()
  }
  return value
}

const branches = /\s*(else|[a-z]+\((?:[^()]|\([^()]*\))*\))\s*:\s*((?:[^;()]|\((?:[^()]|\([^()]*\))*\))*);/gi

const none: ReadonlyArray<Declaration> = []

const expanded = (
  property: string,
  value: string,
  of: (name: string, value: string) => Declaration
): ReadonlyArray<Declaration> => {
  switch (property) {
    case "background":
      return [
        of(
          "background-image",
          /url\(|image\(/.test(value) ? "image" : /gradient\(|var\(/.test(value) ? value : "none"
        ),
        of("background-color", lastColor(value)),
        ...(/\btext\b/.test(value) ? [of("background-clip", "text")] : [])
      ]
    case "font": {
      const [, size, line] = /(?:^|\s)([\d.]+[a-z%]*)(?:\s*\/\s*([\d.]+[a-z%]*))?(?=\s|$)(?!\s*[\d.]+[a-z%])/.exec(
        value.replace(/^(?:(?:[1-9]00|bold|italic|normal|oblique|small-caps)\s+)*/, "")
      ) ?? []
      return size === undefined
        ? none
        : [of("font-size", size), ...(line === undefined ? [] : [of("line-height", line)])]
    }
    case "inset": {
      const [top, right, bottom, left] = sides(value)
      return [of("top", top), of("right", right), of("bottom", bottom), of("left", left)]
    }
    case "inset-block":
    case "inset-inline": {
      const [start = "", end = start] = valuesOf(value)
      const [first, second] = property === "inset-block" ? ["top", "bottom"] as const : ["left", "right"] as const
      return [of(first, start), of(second, end)]
    }
    case "margin-block":
    case "margin-inline":
      return [of(property === "margin-block" ? "margin-top" : "margin-left", valuesOf(value)[0] ?? "")]
    case "margin": {
      const [top, , , left] = sides(value)
      return [of("margin-top", top), of("margin-left", left)]
    }
    case "overflow": {
      const [x = "", y = x] = value.split(/\s+/)
      return [of("overflow-x", x), of("overflow-y", y)]
    }
    case "transition":
    case "-webkit-transition":
      // a variable may hold the time or the property; substitution resolves which
      return [of("transition-property", value), of("transition-duration", value)]
    case "contain":
      // paint containment clips at the element's edge
      return /\b(?:paint|strict|content)\b/.test(value) ? [of("overflow-x", "clip"), of("overflow-y", "clip")] : none
    case "-webkit-mask-image":
    case "mask":
    case "-webkit-mask":
      return [of("mask-image", value)]
    case "-webkit-clip-path":
      return [of("clip-path", value)]
    case "offset": {
      // a variable may hold the path
      const [path = value] = /\bpath\([^)]*\)/.exec(value) ?? []
      const [along = ""] = value.slice(value.indexOf(path) + path.length).split("/")
      return [of("offset-path", path), of("offset-distance", valuesOf(along).find((part) => !turn.test(part)) ?? "0")]
    }
    case "all":
      return [of("display", "block"), of("visibility", "inherit"), of("opacity", "1"), of("font-size", "inherit")]
    default:
      return [of("animation-name", value)]
  }
}

const turn = /^(?:auto|reverse|[-+.\d]+(?:deg|g?rad|turn))$/

const sides = (value: string): readonly [string, string, string, string] => {
  const [top = "", right = top, bottom = top, left = right] = valuesOf(value)
  return [top, right, bottom, left]
}

const lastColor = (value: string): string => {
  const found = value.match(
    /#[0-9a-f]{3,8}\b|(?:rgba?|hsla?|hwb|(?:ok)?lab|(?:ok)?lch|color|color-mix|light-dark)\([^)]*\)|var\([^)]*\)|\b[a-z]{3,20}\b(?!\()/g
  ) ?? []
  const colors = found.filter((word) => !layout.has(word))
  return colors[colors.length - 1] ?? "transparent"
}

const layout: ReadonlySet<string> = new Set(
  "none no repeat repeat-x repeat-y round space scroll fixed local top left right bottom center cover contain auto url image border box padding content text inherit initial unset"
    .split(" ")
)

const unescaped = (text: string): string =>
  text.includes("\\")
    ? text.replace(/\\(?:([0-9a-f]{1,6})\s?|([^]))/gi, (_all, hex: string | undefined, sign: string | undefined) =>
      hex === undefined ? sign ?? "" : character(Number.parseInt(hex, 16)))
    : text

const character = (code: number): string => code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : "\ufffd"
