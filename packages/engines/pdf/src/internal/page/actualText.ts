/**
 * Applies `/ActualText`, the replacement text of marked content. Producers write it for ligatures, icons and capitals
 * drawn as small letters. It replaces the drawn letters at the position of the first glyph.
 */
import type { Glyph, Glyphs } from "./glyphs.ts"
import { op } from "./operators.ts"

/** Maximum letters of a replacement text. A longer one may hold content that is not drawn. */
const MAX_LETTERS_OF_ACTUAL_TEXT = 64
const MAX_LETTERS_PER_GLYPH = 8

const MAX_OPERATORS_OF_MARKED_CONTENT = 1000

interface Lists {
  readonly fnArray: ReadonlyArray<number>
  readonly argsArray: ReadonlyArray<unknown>
}

const decodeUtf16 = new TextDecoder("utf-16be")
const decodeUtf8 = new TextDecoder("utf-8")

/** Decodes a text of the document. The byte order mark names the encoding. Without one, each byte is a letter. */
export const textOf = (raw: string): string => {
  const bytes = () => Uint8Array.from(raw, (letter) => letter.charCodeAt(0))
  if (raw.startsWith("\u00fe\u00ff")) return decodeUtf16.decode(bytes().subarray(2))
  return raw.startsWith("\u00ef\u00bb\u00bf") ? decodeUtf8.decode(bytes().subarray(3)) : raw
}

const isGlyph = (glyph: Glyph | number | null): glyph is Glyph => typeof glyph === "object" && glyph !== null

/** Returns whether a replacement is a space for a line or dot that is drawn between words. */
const isSpaceOf = (raw: string, drawn: string): boolean =>
  raw !== "" && raw.trim() === "" && !/[\p{L}\p{N}]/u.test(drawn)

const bare = (text: string): string => text.replace(/[\s\u00ad]/gu, "")

/** Replaces glyphs with one glyph, which has the whole text and the width of all glyphs. */
const replaced = (glyphs: Glyphs, text: string): Glyphs => {
  const [first] = glyphs.filter(isGlyph)
  if (first === undefined) return glyphs
  const width = glyphs.reduce<number>(
    (sum, glyph) => sum + (isGlyph(glyph) ? glyph.width : typeof glyph === "number" ? -glyph : 0),
    0
  )
  // The glyph's code is removed, because the text no longer matches it.
  const { originalCharCode: _, ...rest } = first
  return [{ ...rest, unicode: text, width, isSpace: text.trim() === "" }]
}

/** Returns the operators that show text in marked content; `undefined` if the marked content does not end. */
const shownIn = ({ fnArray }: Lists, begin: number): ReadonlyArray<number> | undefined => {
  const shown: Array<number> = []
  let depth = 1
  for (let k = begin + 1; k < Math.min(fnArray.length, begin + MAX_OPERATORS_OF_MARKED_CONTENT); k++) {
    const fn = fnArray[k]
    if (fn === op.beginMarkedContent || fn === op.beginMarkedContentProps) depth++
    else if (fn === op.endMarkedContent && --depth === 0) return shown
    else if (fn === op.showText) shown.push(k)
  }
  return undefined
}

export const withActualText = (lists: Lists): ReadonlyArray<unknown> => {
  const { argsArray, fnArray } = lists
  let args: Array<unknown> | undefined
  for (let k = 0; k < fnArray.length; k++) {
    if (fnArray[k] !== op.beginMarkedContentProps) continue
    const raw = (argsArray[k] as ReadonlyArray<unknown> | null)?.[2]
    if (typeof raw !== "string" || raw.length > MAX_LETTERS_OF_ACTUAL_TEXT * 2) continue
    const decoded = textOf(raw)
    const text = decoded.trim()
    const shown = shownIn(lists, k)
    if (shown === undefined) continue
    const glyphs = shown.flatMap((at) => (argsArray[at] as [Glyphs])[0].filter(isGlyph))
    const drawn = glyphs.map(({ unicode }) => unicode).join("")
    const most = Math.min(MAX_LETTERS_OF_ACTUAL_TEXT, glyphs.length * MAX_LETTERS_PER_GLYPH)
    if (isSpaceOf(decoded, drawn) && glyphs.length > 0) {
      args ??= [...argsArray]
      for (const at of shown) args[at] = [replaced((argsArray[at] as [Glyphs])[0], " ")]
      continue
    }
    // A replacement that is empty, equal or too long is ignored.
    if (bare(text) === "" || bare(text) === bare(drawn) || text.length > most) continue
    args ??= [...argsArray]
    shown.forEach((at, place) => {
      args![at] = [replaced((argsArray[at] as [Glyphs])[0], place === 0 ? text : "")]
    })
    k = shown.at(-1)!
  }
  return args ?? argsArray
}
