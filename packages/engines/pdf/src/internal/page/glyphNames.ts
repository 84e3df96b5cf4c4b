/**
 * Letters of glyph names by the rules of the Adobe Glyph List specification, for names that pdf.js does not know: a suffix
 * begins at the first dot, components are joined by underscores, and `uni` and `u` stand before code points.
 */

/** Letters of the longest name of a glyph that is read. */
const LONGEST_NAME = 100

const accents = new Map([
  ["grave", "\u0300"],
  ["acute", "\u0301"],
  ["circumflex", "\u0302"],
  ["tilde", "\u0303"],
  ["macron", "\u0304"],
  ["breve", "\u0306"],
  ["dotaccent", "\u0307"],
  ["dieresis", "\u0308"],
  ["ring", "\u030a"],
  ["hungarumlaut", "\u030b"],
  ["caron", "\u030c"],
  ["cedilla", "\u0327"],
  ["ogonek", "\u0328"]
])

const names = new Map(
  ("zero 0 one 1 two 2 three 3 four 4 five 5 six 6 seven 7 eight 8 nine 9 period . comma , colon : semicolon ; exclam ! " +
    "question ? hyphen - minus − endash – emdash — parenleft ( parenright ) bracketleft [ bracketright ] braceleft { " +
    "braceright } slash / backslash \\ bar | ampersand & at @ numbersign # dollar $ percent % plus + equal = less < " +
    "greater > asterisk * underscore _ quotesingle ' quotedbl \" quoteleft ‘ quoteright ’ quotedblleft “ quotedblright ” " +
    "quotesinglbase ‚ quotedblbase „ guillemotleft « guillemotright » guilsinglleft ‹ guilsinglright › bullet • " +
    "periodcentered · ellipsis … degree ° section § paragraph ¶ copyright © registered ® trademark ™ cent ¢ sterling £ " +
    "yen ¥ Euro € currency ¤ multiply × divide ÷ plusminus ± exclamdown ¡ questiondown ¿ onehalf ½ onequarter ¼ " +
    "threequarters ¾ fi fi fl fl ff ff ffi ffi ffl ffl AE Æ ae æ OE Œ oe œ Oslash Ø oslash ø Lslash Ł lslash ł Eth Ð eth ð " +
    "Thorn Þ thorn þ germandbls ß dotlessi ı mu µ")
    .split(" ").flatMap((name, k, all) => k % 2 === 0 ? [[name, all[k + 1]!] as const] : [])
)

const isScalar = (code: number): boolean => code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff)

const codePoints = (codes: ReadonlyArray<string>): string | undefined => {
  const numbers = codes.map((code) => Number.parseInt(code, 16))
  return numbers.every(isScalar) ? String.fromCodePoint(...numbers) : undefined
}

const component = (name: string): string | undefined => {
  if (/^[A-Za-z]$/.test(name)) return name
  const known = names.get(name)
  if (known !== undefined) return known
  if (/^uni(?:[\dA-F]{4})+$/.test(name)) return codePoints(name.slice(3).match(/.{4}/g)!)
  if (/^u[\dA-F]{4,6}$/.test(name)) return codePoints([name.slice(1)])
  const accent = /^[A-Za-z]/.test(name) ? accents.get(name.slice(1)) : undefined
  return accent === undefined ? undefined : `${name[0]}${accent}`.normalize("NFC")
}

/** The letters of a glyph; undefined when a part of its name is not known. */
export const lettersOf = (name: string): string | undefined => {
  if (name.length > LONGEST_NAME) return undefined
  const [base] = name.split(".", 1)
  if (base === "") return undefined
  const parts = base!.split("_").map(component)
  return parts.includes(undefined) ? undefined : parts.join("")
}

/** Old-style digits and small capitals that the Adobe Glyph List has in Unicode's private area. */
const FIRST_OLD_STYLE = 0xf730
const FIRST_SMALL_CAPITAL = 0xf761

/** The digit or letter of such a sign; undefined for all others. */
export const expertLetter = (unicode: string): string | undefined => {
  const code = unicode.length === 1 ? unicode.charCodeAt(0) : 0
  if (code >= FIRST_OLD_STYLE && code < FIRST_OLD_STYLE + 10) return String(code - FIRST_OLD_STYLE)
  if (code < FIRST_SMALL_CAPITAL || code >= FIRST_SMALL_CAPITAL + 26) return undefined
  return String.fromCharCode(code - FIRST_SMALL_CAPITAL + "A".charCodeAt(0))
}
