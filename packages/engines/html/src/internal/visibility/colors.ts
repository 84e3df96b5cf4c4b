/**
 * Parses colours as red, green, blue and opacity, and computes their contrast.
 *
 * @since 0.2.0
 */
import { listOf } from "./brackets.ts"

/** Red, green and blue from 0 to 255, opacity from 0 to 1. */
export type Color = readonly [red: number, green: number, blue: number, alpha: number]

export const white: Color = [255, 255, 255, 1]
export const black: Color = [0, 0, 0, 1]
export const transparent: Color = [0, 0, 0, 0]

const names = new Map(
  ("aliceblue f0f8ff antiquewhite faebd7 aqua 00ffff aquamarine 7fffd4 azure f0ffff beige f5f5dc bisque ffe4c4 black 000000 "
    + "blanchedalmond ffebcd blue 0000ff blueviolet 8a2be2 brown a52a2a burlywood deb887 cadetblue 5f9ea0 chartreuse 7fff00 "
    + "chocolate d2691e coral ff7f50 cornflowerblue 6495ed cornsilk fff8dc crimson dc143c cyan 00ffff darkblue 00008b "
    + "darkcyan 008b8b darkgoldenrod b8860b darkgray a9a9a9 darkgreen 006400 darkgrey a9a9a9 darkkhaki bdb76b darkmagenta "
    + "8b008b darkolivegreen 556b2f darkorange ff8c00 darkorchid 9932cc darkred 8b0000 darksalmon e9967a darkseagreen 8fbc8f "
    + "darkslateblue 483d8b darkslategray 2f4f4f darkslategrey 2f4f4f darkturquoise 00ced1 darkviolet 9400d3 deeppink ff1493 "
    + "deepskyblue 00bfff dimgray 696969 dimgrey 696969 dodgerblue 1e90ff firebrick b22222 floralwhite fffaf0 forestgreen "
    + "228b22 fuchsia ff00ff gainsboro dcdcdc ghostwhite f8f8ff gold ffd700 goldenrod daa520 gray 808080 green 008000 "
    + "greenyellow adff2f grey 808080 honeydew f0fff0 hotpink ff69b4 indianred cd5c5c indigo 4b0082 ivory fffff0 khaki f0e68c "
    + "lavender e6e6fa lavenderblush fff0f5 lawngreen 7cfc00 lemonchiffon fffacd lightblue add8e6 lightcoral f08080 lightcyan "
    + "e0ffff lightgoldenrodyellow fafad2 lightgray d3d3d3 lightgreen 90ee90 lightgrey d3d3d3 lightpink ffb6c1 lightsalmon "
    + "ffa07a lightseagreen 20b2aa lightskyblue 87cefa lightslategray 778899 lightslategrey 778899 lightsteelblue b0c4de "
    + "lightyellow ffffe0 lime 00ff00 limegreen 32cd32 linen faf0e6 magenta ff00ff maroon 800000 mediumaquamarine 66cdaa "
    + "mediumblue 0000cd mediumorchid ba55d3 mediumpurple 9370db mediumseagreen 3cb371 mediumslateblue 7b68ee "
    + "mediumspringgreen 00fa9a mediumturquoise 48d1cc mediumvioletred c71585 midnightblue 191970 mintcream f5fffa mistyrose "
    + "ffe4e1 moccasin ffe4b5 navajowhite ffdead navy 000080 oldlace fdf5e6 olive 808000 olivedrab 6b8e23 orange ffa500 "
    + "orangered ff4500 orchid da70d6 palegoldenrod eee8aa palegreen 98fb98 paleturquoise afeeee palevioletred db7093 "
    + "papayawhip ffefd5 peachpuff ffdab9 peru cd853f pink ffc0cb plum dda0dd powderblue b0e0e6 purple 800080 rebeccapurple "
    + "663399 red ff0000 rosybrown bc8f8f royalblue 4169e1 saddlebrown 8b4513 salmon fa8072 sandybrown f4a460 seagreen 2e8b57 "
    + "seashell fff5ee sienna a0522d silver c0c0c0 skyblue 87ceeb slateblue 6a5acd slategray 708090 slategrey 708090 snow "
    + "fffafa springgreen 00ff7f steelblue 4682b4 tan d2b48c teal 008080 thistle d8bfd8 tomato ff6347 turquoise 40e0d0 violet "
    + "ee82ee wheat f5deb3 white ffffff whitesmoke f5f5f5 yellow ffff00 yellowgreen 9acd32 canvas ffffff canvastext 000000")
    .split(" ").reduce<Array<[string, string]>>((pairs, word, k, all) => {
      if (k % 2 === 0) pairs.push([word, all[k + 1]!])
      return pairs
    }, [])
)

const DEEPEST_COLOR = 3

const MAX_REMEMBERED_COLORS = 1000

/** Maximum characters of a cached colour. A longer substring could keep its whole page in memory. */
const MAX_CACHED_COLOR_CHARACTERS = 12

const parsed = new Map<string, Color | undefined>()

/**
 * Parses a colour in lower case, for a page in light mode; `undefined` if it is invalid or depends on unknown values.
 */
export const colorOf = (value: string): Color | undefined => {
  if (value.length > MAX_CACHED_COLOR_CHARACTERS) return read(value, 0)
  const known = parsed.get(value)
  if (known !== undefined || parsed.has(value)) return known
  if (parsed.size >= MAX_REMEMBERED_COLORS) parsed.clear()
  const color = read(value, 0)
  parsed.set(value, color)
  return color
}

const read = (value: string, depth: number): Color | undefined => {
  const text = value.trim()
  if (text === "transparent") return transparent
  if (text.startsWith("#")) return fromHex(text.slice(1))
  const name = names.get(text)
  if (name !== undefined) return fromHex(name)
  const [, kind = "", inner = ""] = /^([a-z-]{3,14})\(((?:[^()]|\((?:[^()]|\([^()]*\))*\)){1,200})\)$/.exec(text) ?? []
  if (kind === "" || depth > DEEPEST_COLOR) return undefined
  if (kind === "light-dark") return read(listOf(inner)[0]!, depth + 1)
  if (kind === "contrast-color") return contrasting(read(inner, depth + 1))
  if (kind === "color-mix") return mixed(listOf(inner), depth + 1)
  if (inner.startsWith("from ")) return fromOther(kind, inner, depth + 1)
  return inner.includes("(") ? undefined : fromChannels(kind, inner)
}

const contrasting = (ground: Color | undefined): Color | undefined =>
  ground === undefined ? undefined : contrast(white, ground) > contrast(black, ground) ? white : black

const fromChannels = (function_: string, inner: string): Color | undefined => {
  const kind = /^(?:rgb|hsl)a$/.test(function_) ? function_.slice(0, 3) : function_
  const all = inner.split(/[\s,/]+/).filter((part) => part !== "")
  const parts = kind === "color" ? all.slice(1) : all
  if (parts.length < 3) return undefined
  const alpha = parts[3] === undefined ? 1 : share(parts[3])
  const [first, second, third] = parts.map((part) => part === "none" ? 0 : Number.parseFloat(part)) as [
    number,
    number,
    number
  ]
  if (Number.isNaN(first + second + third + alpha)) return undefined
  const of = (channel: number, k: number, whole: number) => parts[k]!.endsWith("%") ? channel * whole / 100 : channel
  switch (kind) {
    case "rgb":
      return [of(first, 0, 255), of(second, 1, 255), of(third, 2, 255), alpha]
    case "hsl":
      return [...fromHsl(first, second / 100, third / 100), alpha]
    case "hwb":
      return [...fromHwb(first, second / 100, third / 100), alpha]
    case "oklab":
      return [...fromOklab(of(first, 0, 1), of(second, 1, 0.4), of(third, 2, 0.4)), alpha]
    case "oklch":
      return [...fromOklab(of(first, 0, 1), ...turned(of(second, 1, 0.4), third)), alpha]
    case "lab":
      return [...fromLab(first, of(second, 1, 125), of(third, 2, 125)), alpha]
    case "lch":
      return [...fromLab(first, ...turned(of(second, 1, 150), third)), alpha]
    case "color":
      // wider colour spaces differ from sRGB by less than the eye can distinguish on the same background
      return all[0] === "srgb" || all[0] === "display-p3"
        ? [of(first, 0, 1) * 255, of(second, 1, 1) * 255, of(third, 2, 1) * 255, alpha]
        : undefined
    default:
      return undefined
  }
}

/**
 * Mixes two colours by their percentages. In a space other than RGB, a mix is computed only if one colour has 100 %.
 */
const mixed = ([space = "", ...parts]: ReadonlyArray<string>, depth: number): Color | undefined => {
  const shares = parts.map((part) => /(?:^|\s)([\d.]+)%(?:\s|$)/.exec(part)?.[1])
  const [one, other] = parts.map((part) => read(part.replace(/(?:^|\s)[\d.]+%(?=\s|$)/, ""), depth))
  if (parts.length !== 2 || one === undefined || other === undefined) return undefined
  const first = shares[0] === undefined ? shares[1] === undefined ? 50 : 100 - Number(shares[1]) : Number(shares[0])
  const second = shares[1] === undefined ? 100 - first : Number(shares[1])
  const sum = first + second
  if (!(sum > 0) || !/\bsrgb$/.test(space) && first > 0 && second > 0) return undefined
  const alpha = (one[3] * first + other[3] * second) / sum
  const channel = (k: 0 | 1 | 2) =>
    alpha === 0 ? 0 : (one[k] * one[3] * first + other[k] * other[3] * second) / sum / alpha
  return [channel(0), channel(1), channel(2), alpha * Math.min(1, sum / 100)]
}

/** Returns a relative colour that only changes the opacity: `rgb(from black r g b / 0)`. */
const fromOther = (kind: string, inner: string, depth: number): Color | undefined => {
  const [, origin = "", channels = "", alpha] =
    /^from\s+(\S+|[a-z-]+\([^]*?\))\s+([a-z]\s+[a-z]\s+[a-z])(?:\s*\/\s*([\d.]+%?))?$/
      .exec(inner) ?? []
  if (channels.replace(/\s+/g, "") !== kind.slice(-3).replace(/^b$/, "")) return undefined
  const base = read(origin, depth)
  return base === undefined ? undefined : [base[0], base[1], base[2], alpha === undefined ? base[3] : share(alpha)]
}

const share = (part: string): number => Number.parseFloat(part) / (part.endsWith("%") ? 100 : 1)

const fromHex = (digits: string): Color | undefined => {
  if (!/^(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/.test(digits)) return undefined
  const long = digits.length <= 4 ? [...digits].map((digit) => digit + digit).join("") : digits
  const at = (k: number) => Number.parseInt(long.slice(k, k + 2), 16)
  return [at(0), at(2), at(4), long.length === 8 ? at(6) / 255 : 1]
}

const fromHsl = (hue: number, saturation: number, lightness: number): [number, number, number] => {
  const channel = (n: number) => {
    const k = (n + hue / 30) % 12
    return 255 * (lightness - saturation * Math.min(lightness, 1 - lightness) * Math.max(-1, Math.min(k - 3, 9 - k, 1)))
  }
  return [channel(0), channel(8), channel(4)]
}

const fromHwb = (hue: number, whiteness: number, blackness: number): [number, number, number] => {
  const sum = Math.max(1, whiteness + blackness)
  return fromHsl(hue, 1, 0.5).map((channel) =>
    channel * (1 - (whiteness + blackness) / sum) + 255 * whiteness / sum
  ) as [number, number, number]
}

const turned = (chroma: number, hue: number): [number, number] => {
  const angle = hue * Math.PI / 180
  return [chroma * Math.cos(angle), chroma * Math.sin(angle)]
}

/** Converts OKLab to red, green and blue by the matrices of CSS Color 4. */
const fromOklab = (lightness: number, a: number, b: number): [number, number, number] => {
  const long = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const middle = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const short = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    channel(4.0767416621 * long - 3.3077115913 * middle + 0.2309699292 * short),
    channel(-1.2684380046 * long + 2.6097574011 * middle - 0.3413193965 * short),
    channel(-0.0041960863 * long - 0.7034186147 * middle + 1.707614701 * short)
  ]
}

const channel = (linear: number): number =>
  255 * Math.min(1, Math.max(0, linear <= 0.0031308 ? 12.92 * linear : 1.055 * linear ** (1 / 2.4) - 0.055))

/**
 * Converts Lab to red, green and blue. The conversion uses XYZ under D50, whose white is 0.9642, 1, 0.8252. CSS Color 4
 * has the matrices.
 */
const fromLab = (lightness: number, a: number, b: number): [number, number, number] => {
  const middle = (lightness + 16) / 116
  const back = (root: number) => root > 6 / 29 ? root ** 3 : (116 * root - 16) * 27 / 24389
  const [x, y, z] = [0.9642956 * back(middle + a / 500), back(middle), 0.8251046 * back(middle - b / 200)] as const
  return [
    channel(3.1341359 * x - 1.6173863 * y - 0.4906619 * z),
    channel(-0.978795 * x + 1.9162543 * y + 0.0334427 * z),
    channel(0.0719554 * x - 0.2289768 * y + 1.4053860 * z)
  ]
}

const linear = (channel: number): number => {
  const share = channel / 255
  return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
}

const linears = Float64Array.from({ length: 256 }, (_, channel) => linear(channel))

const linearOf = (channel: number): number => linears[channel] ?? linear(channel)

const luminance = (red: number, green: number, blue: number): number =>
  0.2126 * linearOf(red) + 0.7152 * linearOf(green) + 0.0722 * linearOf(blue)

/**
 * Returns the WCAG 2 contrast ratio: 1 for equal colours, 21 for black on white. A transparent colour is blended with
 * the background.
 */
export const contrast = ([red, green, blue, alpha]: Color, ground: Color): number => {
  const through = 1 - alpha
  const a = alpha === 1
    ? luminance(red, green, blue)
    : luminance(
      red * alpha + ground[0] * through,
      green * alpha + ground[1] * through,
      blue * alpha + ground[2] * through
    )
  const b = luminance(ground[0], ground[1], ground[2])
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
}
