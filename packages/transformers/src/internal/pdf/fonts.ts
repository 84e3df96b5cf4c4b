/** What the fonts of pdf.js say about letters. */
import type { Font, PdfPage } from "./page.ts"

export type LoadedFont = Font & {
  /** Glyph units to text space. */
  readonly scale: number
  /** Height of its letters at size 1. */
  readonly height: number
  readonly vertical: boolean
  readonly type3: boolean
}

export const noFont: LoadedFont = {
  name: "",
  bold: false,
  italic: false,
  mono: false,
  scale: 0.001,
  height: 1,
  vertical: false,
  type3: false
}

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
  } | null
  if (raw === null || typeof raw !== "object") return noFont
  const name = raw.name ?? ""
  // a drawn font has its own scale: 1 is the size of its boxes there
  const box = raw.isType3Font === true ? Math.abs((raw.bbox?.[3] ?? 0) - (raw.bbox?.[1] ?? 0)) : 0
  const height = box * Math.abs(raw.fontMatrix?.[3] ?? 0)
  return {
    name,
    // the flags are missing for CID TrueType fonts, the name never is
    bold: raw.bold === true || raw.black === true ||
      /bold|black|heavy|demi|semibold|[-,](?:bd|hv)\b|-medi(?!um)|cmb\w*\d|cmssbx|sfbx|sfrb|lmb|ecbx|lin(?:libertine|biolinum)t[bz]/i
        .test(name),
    italic: raw.italic === true ||
      /italic|oblique|[-,]it\b|-medi(?:ital|obli)|regu?ital|cmti|cmsl|sfti|ecti|lin(?:libertine|biolinum)t[bz]?[io]/i
        .test(name),
    mono: /mono(?!type)|courier|consol|menlo|typewriter|cmtt|sftt|ectt|lmtt|lmmono|sourcecode|inconsolata|fixed/i.test(
      name
    ) ||
      raw.fallbackName === "monospace" && !/symbol|cmsy|math|roman|times|sans/i.test(name),
    scale: raw.fontMatrix?.[0] ?? 0.001,
    height: height > 0 && Number.isFinite(height) ? height : 1,
    vertical: raw.vertical === true,
    type3: raw.isType3Font === true
  }
}

// ligatures and Arabic presentation forms stand for several letters, forms for vertical writing for the usual ones
const composed =
  /[\ufe10-\ufe19\ufe30-\ufe44\u0132\u0133\ufb00-\ufb06\ufb13-\ufb17\ufb1d-\ufdfb\ufe70-\ufefc\uff01-\uff5e]/u
const fullWidth = /[\uff01-\uff5e]/u
const control = /[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\ufeff\ufffe\uffff]/gu

/** Letters as text: ligatures taken apart, control characters taken out. */
export const clean = (unicode: string): string => {
  if (unicode.length === 1) {
    const code = unicode.charCodeAt(0)
    if (code > 0x1f && code < 0x7f) return unicode
  }
  const text = unicode.replace(control, "")
  if (!composed.test(text) || fullWidth.test(text)) return text
  const letters = text.normalize("NFKC")
  // right-to-left words come as they stand on the page and are turned as a whole later: so must their ligatures be
  return /^[\u0620-\u064a\u066e-\u06d3]{2,}$/u.test(letters) ? [...letters].reverse().join("") : letters
}
