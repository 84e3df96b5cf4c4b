/**
 * Declarations that decide whether something shows, written out as single properties.
 *
 * @since 0.2.0
 */
import type { Declaration } from "./sheets.ts"

const kept: ReadonlySet<string> = new Set(
  ("display visibility opacity content-visibility font-size line-height color -webkit-text-fill-color background-color "
    + "background-image background-clip -webkit-background-clip text-shadow position left right top bottom text-indent clip "
    + "clip-path width height max-width max-height overflow-x overflow-y transform translate scale margin-left margin-top "
    + "filter zoom animation-name mask-image -webkit-text-stroke")
    .split(" ")
)

const shorthands: ReadonlySet<string> = new Set(
  "background font inset overflow margin animation -webkit-animation -webkit-animation-name -webkit-clip-path -webkit-mask-image mask -webkit-mask all"
    .split(
      " "
    )
)

/** Characters of a value that are read; what decides here is short. */
const LONGEST_VALUE = 400

/** Reads `property: value !important`; what says nothing about visibility is nothing. */
export const longhands = (text: string): ReadonlyArray<Declaration> => {
  const colon = text.indexOf(":")
  if (colon <= 0) return none
  const property = unescaped(text.slice(0, colon)).trim().toLowerCase()
  const isVariable = property.startsWith("--")
  const isShort = shorthands.has(property)
  if (!isVariable && !isShort && !kept.has(property)) return none
  const written = unescaped(text.slice(colon + 1, colon + 1 + LONGEST_VALUE)).trim()
  const important = /!\s*important\s*$/i.test(written)
  const value = (important ? written.slice(0, written.lastIndexOf("!")) : written).trim()
  const lower = isVariable ? value : value.toLowerCase()
  const of = (name: string, single: string): Declaration => ({ property: name, value: single, important })
  return isShort ? expanded(property, lower, of) : [of(property, lower)]
}

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
          /url\(|gradient\(|image\(/.test(value) ? "image" : value.includes("var(") ? value : "none"
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
    case "margin": {
      const [top, , , left] = sides(value)
      return [of("margin-top", top), of("margin-left", left)]
    }
    case "overflow": {
      const [x = "", y = x] = value.split(/\s+/)
      return [of("overflow-x", x), of("overflow-y", y)]
    }
    case "-webkit-mask-image":
    case "mask":
    case "-webkit-mask":
      return [of("mask-image", value)]
    case "-webkit-clip-path":
      return [of("clip-path", value)]
    case "all":
      return [of("display", "block"), of("visibility", "inherit"), of("opacity", "1"), of("font-size", "inherit")]
    default:
      return [of("animation-name", value)]
  }
}

/** Top, right, bottom, left. */
const sides = (value: string): readonly [string, string, string, string] => {
  const [top = "", right = top, bottom = top, left = right] = value.split(/\s+/)
  return [top, right, bottom, left]
}

const lastColor = (value: string): string => {
  const found = value.match(
    /#[0-9a-f]{3,8}\b|(?:rgba?|hsla?|hwb|(?:ok)?lab|(?:ok)?lch|color|color-mix|light-dark)\([^)]*\)|var\([^)]*\)|\b[a-z]{3,20}\b(?!\()/g
  ) ?? []
  const colors = found.filter((word) => !layout.has(word))
  return colors[colors.length - 1] ?? "transparent"
}

/** Words of a background that are no colours. */
const layout: ReadonlySet<string> = new Set(
  "none no repeat repeat-x repeat-y round space scroll fixed local top left right bottom center cover contain auto url image border box padding content text inherit initial unset"
    .split(" ")
)

/** CSS escapes: `\64 isplay` is `display`. */
const unescaped = (text: string): string =>
  text.includes("\\")
    ? text.replace(/\\(?:([0-9a-f]{1,6})\s?|([^]))/gi, (_all, hex: string | undefined, sign: string | undefined) =>
      hex === undefined ? sign ?? "" : character(Number.parseInt(hex, 16)))
    : text

const character = (code: number): string => code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : "\ufffd"
