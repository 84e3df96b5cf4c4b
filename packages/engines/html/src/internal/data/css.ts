/**
 * Reads branding facts in a page's style sheets: custom properties, fonts, and the rules of the body.
 *
 * @since 0.1.0
 */
import * as Tags from "../tape/tags.ts"
import type { Tape } from "../tape/tape.ts"

/** Maximum characters before a brace that are read as a selector. A longer one is not a simple name. */
const MAX_CHARACTERS_OF_CSS_SELECTOR = 300
const MAX_CHARACTERS_OF_CSS_VALUE = 300

/** Limit for variables, because sites with more have a whole design system. */
const MAX_VARIABLES = 500
const MAX_FONT_FACES = 30

const MAX_COLOR_CHARACTERS = 100

/** Minimum opacity of a visible colour. */
const MIN_ALPHA = 0.1

/** Minimum difference between the channels, of 255. A colour with a smaller difference is grey. */
const MIN_HUE_SPREAD = 30

/** Share of red in the brightness of a colour (ITU-R BT.601). */
const RED_OF_LUMA = 0.299
const GREEN_OF_LUMA = 0.587
const BLUE_OF_LUMA = 0.114
/** Brightness, of 255, below which a background is dark, so that its text is light. */
const LUMA_OF_MIDDLE_GREY = 110

export interface Sheet {
  readonly variables: ReadonlyMap<string, string>
  readonly body: ReadonlyMap<string, string>
  readonly heading: ReadonlyMap<string, string>
  readonly link: ReadonlyMap<string, string>
  readonly fonts: ReadonlyArray<string>
}

export const genericFamilies: ReadonlySet<string> = new Set(
  "serif sans-serif monospace cursive fantasy system-ui ui-sans-serif ui-serif ui-monospace -apple-system blinkmacsystemfont inherit initial unset"
    .split(" ")
)

const MAX_SHEET_CHARACTERS = 500_000

export const ofPage = (tape: Tape): Sheet => {
  const variables = new Map<string, string>()
  const body = new Map<string, string>()
  const heading = new Map<string, string>()
  const link = new Map<string, string>()
  const fonts = new Set<string>()
  let read = 0
  for (let i = 0; i + 1 < tape.n && read < MAX_SHEET_CHARACTERS; i++) {
    if (tape.tag[i] !== Tags.STYLE || tape.tag[i + 1] !== Tags.TEXT || tape.parent[i + 1] !== i) continue
    const source = tape.text[i + 1]!.slice(0, MAX_SHEET_CHARACTERS - read)
    read += source.length
    let at = 0
    let close = -1
    for (;;) {
      const open = source.indexOf("{", at)
      if (open < 0) break
      if (close < open) close = source.indexOf("}", open)
      if (close < 0) break
      const selector = source.slice(Math.max(at, open - MAX_CHARACTERS_OF_CSS_SELECTOR), open).replace(/^[^]*[;}]/, "").trim()
        .toLowerCase()
      at = close + 1
      if (selector.startsWith("@") && selector !== "@font-face") {
        at = open + 1
        continue
      }
      const names = selector.split(",").map((s) => s.trim())
      const target = names.some((s) => s === ":root" || s === "html" || s === ":host" || s === ":root.light")
        ? "root"
        : names.includes("body")
        ? "body"
        : names.includes("h1") || names.includes("h2")
        ? "heading"
        : names.includes("a") || names.includes("a:link")
        ? "link"
        : selector === "@font-face"
        ? "font"
        : ""
      if (target === "") continue
      for (const declaration of source.slice(open + 1, close).split(";")) {
        const colon = declaration.indexOf(":")
        if (colon < 0) continue
        const key = declaration.slice(0, colon).trim().toLowerCase()
        const value = declaration.slice(colon + 1).replace(/!important/i, "").trim().slice(0, MAX_CHARACTERS_OF_CSS_VALUE)
        if (key.startsWith("--")) {
          if (variables.size < MAX_VARIABLES && !variables.has(key)) variables.set(key, value)
        } else if (target === "font") {
          if (key === "font-family") fonts.add(value.replace(/["']/g, ""))
        } else (target === "heading" ? heading : target === "link" ? link : body).set(key, value)
      }
    }
  }
  return { variables, body, heading, link, fonts: [...fonts].slice(0, MAX_FONT_FACES) }
}

const FULL_CHANNEL = 255
const PERCENT = 100
const SHORT_HEX = 3

const channel = (value: number) => Math.max(0, Math.min(FULL_CHANNEL, Math.round(value))).toString(16).padStart(2, "0")
const named: Record<string, string> = {
  black: "#000000",
  white: "#ffffff",
  red: "#ff0000",
  green: "#008000",
  blue: "#0000ff",
  navy: "#000080",
  gray: "#808080",
  grey: "#808080",
  orange: "#ffa500",
  purple: "#800080",
  teal: "#008080"
}

export const color = (value: string | undefined): string | undefined => {
  const s = value?.trim().toLowerCase()
  if (s === undefined || s.length > MAX_COLOR_CHARACTERS) return undefined
  const hex = /^#([0-9a-f]{3}|[0-9a-f]{6})(?:[0-9a-f]{2})?(?:\s|$)/.exec(s)
  if (hex !== null) {
    const digits = hex[1]!
    return `#${digits.length === SHORT_HEX ? [...digits].map((c) => c + c).join("") : digits}`
  }
  const rgb = /^rgba?\(\s*([\d.]+)[\s,]+([\d.]+)[\s,]+([\d.]+)\s*(?:[,/]\s*([\d.]+)(%?)\s*)?\)/.exec(s)
  if (rgb !== null) {
    const alpha = rgb[4] === undefined ? 1 : Number(rgb[4]) / (rgb[5] === "%" ? PERCENT : 1)
    return alpha < MIN_ALPHA
      ? undefined
      : `#${channel(Number(rgb[1]))}${channel(Number(rgb[2]))}${channel(Number(rgb[3]))}`
  }
  const hsl = /^(?:hsla?\(\s*)?([\d.]+)(?:deg)?[\s,]+([\d.]+)%[\s,]+([\d.]+)%/.exec(s)
  if (hsl !== null) return fromHsl(Number(hsl[1]), Number(hsl[2]) / PERCENT, Number(hsl[3]) / PERCENT)
  return Object.hasOwn(named, s) ? named[s] : undefined
}

const HUES = { all: 12, inDegrees: 30, red: 0, green: 8, blue: 4, rising: 3, falling: 9 }

const fromHsl = (hue: number, saturation: number, lightness: number): string => {
  const reach = saturation * Math.min(lightness, 1 - lightness)
  const of = (begin: number) => {
    const at = (begin + hue / HUES.inDegrees) % HUES.all
    return channel(FULL_CHANNEL * (lightness - reach * Math.max(-1, Math.min(at - HUES.rising, HUES.falling - at, 1))))
  }
  return `#${of(HUES.red)}${of(HUES.green)}${of(HUES.blue)}`
}

const PLACES_OF_CHANNELS = [1, 3, 5]

const channels = (hex: string) =>
  PLACES_OF_CHANNELS.map((k) => Number.parseInt(hex.slice(k, k + 2), 16)) as [number, number, number]

export const isVivid = (hex: string): boolean => {
  const rgb = channels(hex)
  return Math.max(...rgb) - Math.min(...rgb) > MIN_HUE_SPREAD
}

export const isDark = (hex: string): boolean => {
  const [r, g, b] = channels(hex)
  return RED_OF_LUMA * r + GREEN_OF_LUMA * g + BLUE_OF_LUMA * b < LUMA_OF_MIDDLE_GREY
}

export const length = (value: string | undefined): string | undefined =>
  value !== undefined && /^\d*\.?\d+(?:px|rem|em|%)$/.test(value.trim()) ? value.trim() : undefined

export const fontName = (family: string): string | undefined => {
  if (/ fallback\b/i.test(family.replaceAll("_", " "))) return undefined
  const hashed = /^__(.+)_[0-9a-f]{6}$/.exec(family)
  return hashed === null ? family.replace(/-[0-9a-f]{16}$/, "") : hashed[1]!.replaceAll("_", " ")
}
