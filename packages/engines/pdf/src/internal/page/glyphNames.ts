/**
 * Determines letters of glyph names unknown to pdf.js, by the Adobe Glyph List specification: a suffix starts at the
 * first dot, underscores join components, and `uni` and `u` precede code points.
 */

const MAX_NAME_CHARACTERS = 100

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
    "Thorn Þ thorn þ germandbls ß dotlessi ı mu µ asciicircum ^ asciitilde ~ grave `")
    .split(" ").flatMap((name, k, all) => k % 2 === 0 ? [[name, all[k + 1]!] as const] : [])
)

const isScalar = (code: number): boolean => code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff)

const codePoints = (codes: ReadonlyArray<string>): string | undefined => {
  const numbers = codes.map((code) => Number.parseInt(code, 16))
  return numbers.every(isScalar) ? String.fromCodePoint(...numbers) : undefined
}

/** Matches the kind of a letter, which old fonts append to a name without a dot. */
const kind = /(?:fitted|oldstyle|taboldstyle|lining|tab|superior|inferior|small|swash)$/

/** Cyrillic letters in Adobe's order, which is alphabetical except for one letter. */
const cyrillic = [
  { first: 10017, last: 10049, code: 0x410, yo: 10023, letter: "Ё" },
  { first: 10065, last: 10097, code: 0x430, yo: 10071, letter: "ё" }
]

const cyrillicOf = (number: number): string | undefined => {
  const row = cyrillic.find(({ first, last }) => number >= first && number <= last)
  if (row === undefined) return undefined
  return number === row.yo ? row.letter : String.fromCharCode(row.code + number - row.first - (number > row.yo ? 1 : 0))
}

const component = (name: string): string | undefined => {
  if (/^[A-Za-z]$/.test(name)) return name
  const known = names.get(name)
  if (known !== undefined) return known
  if (/^uni(?:[\dA-F]{4})+$/.test(name)) return codePoints(name.slice(3).match(/.{4}/g)!)
  if (/^u[\dA-F]{4,6}$/.test(name)) return codePoints([name.slice(1)])
  if (/^afii\d{5}$/.test(name)) return cyrillicOf(Number(name.slice(4)))
  if (kind.test(name)) return component(name.replace(kind, ""))
  const accent = /^[A-Za-z]/.test(name) ? accents.get(name.slice(1)) : undefined
  return accent === undefined ? undefined : `${name[0]}${accent}`.normalize("NFC")
}

/**
 * Matches names that are only numbers: `.notdef` and names that end in a number, such as `g12`. The glyph's code may
 * be its letter, so such names do not count as unknown.
 */
const counted = /^\.notdef$|^[A-Za-z]{0,10}\d+$/

/** Returns whether a name denotes a letter without showing which one. */
export const isUnknown = (name: string): boolean =>
  !counted.test(name) && name !== "space" && lettersOf(name) === undefined

/** Returns the letters of a glyph name; `undefined` if a component of the name is unknown. */
export const lettersOf = (name: string): string | undefined => {
  if (name.length > MAX_NAME_CHARACTERS) return undefined
  const [base] = name.split(".", 1)
  if (base === "") return undefined
  const parts = base!.split("_").map(component)
  return parts.includes(undefined) ? undefined : parts.join("")
}

/** Digits and small capitals that the Adobe Glyph List puts into the private use area of Unicode. */
const privateLetters = [
  { first: 0xf6dc, letters: "1" },
  { first: 0xf730, letters: "0123456789" },
  { first: 0xf761, letters: "ABCDEFGHIJKLMNOPQRSTUVWXYZ" }
]

export const expertLetter = (unicode: string): string | undefined => {
  const code = unicode.length === 1 ? unicode.charCodeAt(0) : 0
  const row = privateLetters.find(({ first, letters }) => code >= first && code < first + letters.length)
  return row?.letters[code - row.first]
}
