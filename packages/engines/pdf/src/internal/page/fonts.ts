/** Reads facts about letters from the fonts of pdf.js. */
import * as Unit from "@dunlin/text/Unit"
import { expertLetter, isUnknown, lettersOf } from "./glyphNames.ts"
import type { Font, PdfPage } from "./page.ts"

export type LoadedFont = Font & {
  readonly scale: number
  readonly height: number
  readonly vertical: boolean
  readonly type3: boolean
  /** Symbols by character code, for glyphs that neither the document nor pdf.js can name. */
  readonly signs: Signs | undefined
  /** Letters by character code, for glyph names unknown to pdf.js. */
  readonly letters: ReadonlyMap<number, string> | undefined
  /** Codes of glyphs whose letter may differ from their code. */
  readonly unknown: ReadonlySet<number> | undefined
}

/** A symbol. `drop` is the distance in ems from the drawn symbol to its baseline. */
export interface Sign {
  readonly text: string
  readonly drop: number
}

type Signs = ReadonlyMap<string, Sign>

interface Coded {
  readonly unicode: string
  readonly originalCharCode?: number
}

/** Distances in ems from symbols to their baselines, by size of the symbol. */
const INTEGRAL_DROPS = [0.8, 1.36]
const OPERATOR_DROPS = [0.75, 0.95]
const DELIMITER_DROPS = [0.83, 1.13, 1.43, 1.73, 1.73]

const INTEGRAL_DROP = 1.2
const OPERATOR_DROP = 0.9

const integral = /[∫∮]/

const dropsOf = (text: string, sizes: number): ReadonlyArray<number> =>
  integral.test(text) ? INTEGRAL_DROPS : sizes === OPERATOR_DROPS.length ? OPERATOR_DROPS : DELIMITER_DROPS

const cmex = new Map(([
  ["(", "\u0000\u0010\u0012\u0020\u0030"],
  [")", "\u0001\u0011\u0013\u0021\u0031"],
  ["[", "\u0002\u0068\u0014\u0022\u0032"],
  ["]", "\u0003\u0069\u0015\u0023\u0033"],
  ["{", "\u0008\u006e\u001a\u0028\u0038"],
  ["}", "\u0009\u006f\u001b\u0029\u0039"],
  ["∑", "PX"],
  ["∏", "QY"],
  ["∐", "`a"],
  ["⋃", "S["],
  ["⋂", "T\\"],
  ["∫", "RZ"],
  ["∮", "HI"],
  ["√", "pqrs"]
] as const).flatMap(([text, places]) => {
  const drops = dropsOf(text, places.length)
  return [...places].map((place, k): readonly [string, Sign] => [place, { text, drop: drops[k]! }])
}))

const largeSigns = (): Signs =>
  new Map([..."∑∏∐⋃⋂∫∮"].map((text) => [text, { text, drop: integral.test(text) ? INTEGRAL_DROP : OPERATOR_DROP }]))

export const signOf = (signs: Signs, { originalCharCode, unicode }: Coded): Sign | undefined => {
  const placed = originalCharCode === undefined ? undefined : signs.get(String.fromCharCode(originalCharCode))
  return placed?.text === unicode ? placed : signs.get(unicode)
}

/** Bullets by code. Type 3 fonts of TeX have no glyph names, so the code identifies the bullet. */
const drawn = new Map<string, Sign>([["\u0088", { text: "•", drop: 0 }]])

/** Quotes, dashes and ligatures at their positions in TeX's Type 3 fonts. */
const placed = new Map(
  "\u0010“\u0011”\u0012„\u0013«\u0014»\u0015–\u0016—\u001bff\u001cfi\u001dfl\u001effi\u001fffl"
    .match(/[\u0000-\u001f][^\u0000-\u001f]+/gu)!.map((pair) => [pair[0]!, pair.slice(1)] as const)
)

/** Returns the letters of a glyph. `alone` marks a sign without neighbours, as in formulas. */
export const drawnLetters = (unicode: string, alone: boolean): string | undefined => {
  const letters = placed.get(unicode)
  return alone && !/[–—]/.test(letters ?? "") ? undefined : letters
}

const signsOf = (pairs: string): Signs =>
  new Map(pairs.split(" ").map((pair) => [pair[0]!, { text: pair.slice(1), drop: 0 }] as const))

const dingbats = signsOf("l● m○ n■ o❏ p❏ q❑ r❑ s▲ t▼ u◆ v❖ 3✓ 4✔ 5✕ 6✖ 7✗ 8✘ H★")
const wingdings = signsOf("l● n■ o□ q❑ v❖ u◆ §▪ ü✓ Ø➢ à→ è➔ þ☑ ý☒")

const signsIn = (name: string, isDrawn: boolean): Signs | undefined => {
  if (/cmex/i.test(name)) return cmex
  if (/mathextension/i.test(name)) return largeSigns()
  if (/dingbats/i.test(name)) return dingbats
  if (/wingdings(?![-_ ]?[23])/i.test(name)) return wingdings
  return isDrawn ? drawn : undefined
}

/** Usual size of a glyph unit: one thousandth of an em. */
const USUAL_SCALE = 1 / 1000

/** Minimum scale of a Type 3 font whose glyph unit is the size of its boxes. */
const MIN_OWN_SCALE = 1 / 900

const MIN_FULL_HEIGHT_EM = 0.5
const MAX_FULL_HEIGHT_EM = 1.5

export const noFont: LoadedFont = {
  name: "",
  bold: false,
  italic: false,
  mono: false,
  math: false,
  scale: USUAL_SCALE,
  height: 1,
  vertical: false,
  type3: false,
  signs: undefined,
  letters: undefined,
  unknown: undefined
}

const lettersByCode = (names: Iterable<readonly [number, string]> | undefined): LoadedFont["letters"] => {
  const letters = new Map<number, string>()
  for (const [code, name] of names ?? []) {
    if (!/[._]|^uni.{5}|[a-z]{4}/.test(name)) continue
    const text = lettersOf(name)
    if (text !== undefined) letters.set(code, text)
  }
  return letters.size === 0 ? undefined : letters
}

const unknownCodes = (names: Iterable<readonly [number, string]> | undefined): LoadedFont["unknown"] => {
  const unknown = new Set<number>()
  for (const [code, name] of names ?? []) {
    if (code > " ".charCodeAt(0) && code < Unit.LAST_ASCII && isUnknown(name)) unknown.add(code)
  }
  return unknown.size === 0 ? undefined : unknown
}

/**
 * Returns whether pdf.js returned a glyph's code as its letter, although the name of the glyph denotes another
 * letter.
 */
export const isUnnamed = ({ unknown }: LoadedFont, { originalCharCode, unicode }: Coded): boolean =>
  unknown !== undefined && originalCharCode !== undefined && unicode === String.fromCharCode(originalCharCode) &&
  unknown.has(originalCharCode)

/** Returns the letters of a glyph name that pdf.js does not know. In this case, pdf.js returns the glyph's code. */
export const namedLetters = ({ letters }: LoadedFont, { originalCharCode, unicode }: Coded): string | undefined =>
  letters === undefined || originalCharCode === undefined || unicode !== String.fromCharCode(originalCharCode)
    ? undefined
    : letters.get(originalCharCode)

const cjkFont =
  /cjk|[-+_](?:jp|kr|sc|tc|gb|b5)(?![a-z])|gothic|min(?:cho|g)|song|sim(?:hei|sun)|heiti|kai(?:ti)?(?![a-z])|batang|gulim|dotum|malgun|meiryo|hiragino|ryumin|kozuka|yu(?:go|min)|ipa(?:ex)?[gm]|uming|ukai|wenquan/i

/** Returns whether a font is a symbol font, whose glyphs are not letters, whatever their names are. */
const isSymbolic = (name: string): boolean =>
  /symbol|dingbat|icon|awesome|wingding|webding|emoji|cm(?:sy|mi|ex)|math/i.test(name)

export const loadFont = (page: PdfPage, id: string): LoadedFont => {
  if (!page.commonObjs.has(id)) return noFont
  const raw = page.commonObjs.get(id) as {
    name?: string
    bold?: boolean
    black?: boolean
    italic?: boolean
    vertical?: boolean
    isType3Font?: boolean
    fontMatrix?: ReadonlyArray<number>
    fallbackName?: string
    bbox?: ReadonlyArray<number>
    differences?: ReadonlyMap<number, string>
  } | null
  if (raw === null || typeof raw !== "object") return noFont
  const name = raw.name ?? ""
  const isDrawn = raw.isType3Font === true && Math.abs(raw.fontMatrix?.[3] ?? 0) > MIN_OWN_SCALE
  const box = isDrawn ? Math.abs((raw.bbox?.[3] ?? 0) - (raw.bbox?.[1] ?? 0)) : 0
  const drawnHeight = box * Math.abs(raw.fontMatrix?.[3] ?? 0)
  const height = drawnHeight > MIN_FULL_HEIGHT_EM && drawnHeight < MAX_FULL_HEIGHT_EM ? 1 : drawnHeight
  return {
    name,
    // CID TrueType fonts have no flags for bold and italic, but always a name.
    bold: raw.bold === true || raw.black === true ||
      /bold|black|heavy|demi|semibold|[-,](?:bd|hv)\b|-medi(?!um)|cmb\w*\d|cmssbx|sfbx|sfrb|lmb|ecbx|lin(?:libertine|biolinum)t[bz]/i
        .test(name),
    italic: raw.italic === true ||
      /italic|oblique|[-,]it\b|-medi(?:ital|obli)|regu?ital|cmti|cmsl|sfti|ecti|lin(?:libertine|biolinum)t[bz]?[io]/i
        .test(name),
    mono: /mono(?!type)|courier|consol|menlo|typewriter|cmtt|sftt|ectt|lmtt|lmmono|sourcecode|inconsolata|fixed/i.test(
      name
    ) ||
      // Chinese, Japanese and Korean fonts report themselves as monospace, because all their letters have equal width.
      raw.fallbackName === "monospace" && !/symbol|cmsy|math|roman|times|sans/i.test(name) && !cjkFont.test(name),
    math: /math|cmmi|cmsy|cmex|msam|msbm|euex|eufm|stix.*(?:size|int)|txsys|txmi|mtmi|mtsy|mtex/i.test(name),
    scale: raw.fontMatrix?.[0] ?? USUAL_SCALE,
    height: height > 0 && Number.isFinite(height) ? height : 1,
    vertical: raw.vertical === true,
    type3: raw.isType3Font === true,
    signs: signsIn(name, raw.isType3Font === true),
    letters: lettersByCode(raw.differences),
    // The glyphs of a Type 3 font are drawings, which their shapes identify.
    unknown: raw.isType3Font === true || isSymbolic(name) ? undefined : unknownCodes(raw.differences)
  }
}

// matches ligatures, Arabic presentation forms and vertical forms, which represent other letters
const composed =
  /[\u2e80-\u2fd5\ufe10-\ufe19\ufe30-\ufe44\u0132\u0133\ufb00-\ufb06\ufb13-\ufb17\ufb1d-\ufdfb\ufe70-\ufefc\uff01-\uff5e]/u
const fullWidth = /[\uff01-\uff5e]/u
const control = /[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\ufeff\ufffe\uffff]/gu

/** Letters for radicals that look like characters, but are not compatible with them in Unicode. */
const radicals = new Map(
  [..."⺠民⻁虎⻄西⻅见⻆角⻉贝⻋车⻑長⻓长⻔门⻘青⻙韦⻚页⻛风⻜飞⻝食⻢马⻣骨⻤鬼⻥鱼⻦鸟⻧卤⻨麦⻩黄⻬齐⻰龙"]
    .flatMap((sign, k, all) => k % 2 === 0 ? [[sign, all[k + 1]!] as const] : [])
)

const LAST_CONTROL = 0x1f
const FIRST_RADICAL = 0x2e80
const LAST_RADICAL = 0x2eff

export const clean = (unicode: string): string => {
  if (unicode.length === 1) {
    const code = unicode.charCodeAt(0)
    if (code > LAST_CONTROL && code < Unit.LAST_ASCII) return unicode
    const letter = code >= FIRST_RADICAL && code <= LAST_RADICAL ? radicals.get(unicode) : expertLetter(unicode)
    if (letter !== undefined) return letter
  }
  const text = unicode.replace(control, "")
  if (fullWidth.test(text)) return text
  const letters = composed.test(text) ? text.normalize("NFKC") : text
  // Right-to-left words are in page order here and reversed later, so their ligatures must be reversed too.
  return /^[\u0620-\u064a\u066e-\u06d3]{2,4}$/u.test(letters) ? [...letters].reverse().join("") : letters
}
