/** Normalizes letters: lower case, no diacritics, one form per letter. */

const notAscii = /[^\x00-\x7f]/
// Accents of Latin, Greek and Cyrillic, points of Hebrew, and harakat and tatweel of Arabic. Vowel signs of Indic
// scripts are separate letters.
const marks = /[\u0300-\u036f\u0591-\u05c7\u0610-\u061a\u064b-\u065f\u0670\u0640]+/g

const variants = new Map([
  ["ı", "i"],
  ["ß", "ss"],
  ["ø", "o"],
  ["đ", "d"],
  ["ð", "d"],
  ["ł", "l"],
  ["ħ", "h"],
  ["æ", "ae"],
  ["œ", "oe"],
  ["þ", "th"],
  ["ς", "σ"],
  // Arabic letters: seats of the hamza, taa marbuta, the yaa without dots, and the Persian yaa and kaf.
  ["ٱ", "ا"],
  ["ة", "ه"],
  ["ى", "ي"],
  ["ی", "ي"],
  ["ک", "ك"],
  ["ئ", "ي"],
  ["ؤ", "و"]
])
const variant = new RegExp(`[${[...variants.keys()].join("")}]`, "g")

const han = /\p{Script=Han}/u
const eachHan = /\p{Script=Han}/gu
let simplified: ReadonlyMap<string, string> | undefined

/** Matches Chinese characters, and characters that become Chinese in NFKD, such as circled ones. */
const becomesHan = /[\p{Script=Han}\u3190-\u33ff\u{1f200}-\u{1f2ff}]/u

/** Returns whether a text has Chinese characters. {@link loadChinese} must run before such texts are folded. */
export const hasHan = (text: string): boolean => notAscii.test(text) && becomesHan.test(text)

/**
 * Loads the Chinese table if a text needs it. Terms are stored, so they must not depend on whether the table was
 * loaded earlier.
 */
export const prepareFor = async (texts: Iterable<string>): Promise<void> => {
  if (simplified !== undefined) return
  for (const text of texts) if (hasHan(text)) return loadChinese()
}

/** Loads the table of traditional and simplified characters, which only Chinese and Japanese text needs. */
export const loadChinese = async (): Promise<void> => {
  if (simplified !== undefined) return
  const table = await import("./simplifiedTable.ts")
  const forms = [...table.simplified]
  simplified = new Map(Array.from(table.traditional, (character, at) => [character, forms[at]!]))
}

// Characters are simplified one by one, so that character pairs do not depend on where a text is split.
const simplify = (character: string): string => simplified?.get(character) ?? character

/** Folds a text. Compatibility forms, such as full width and ligatures, become plain letters. */
export const fold = (text: string): string => {
  if (!notAscii.test(text)) return text.toLowerCase()
  const plain = text.normalize("NFKD").replace(marks, "").normalize("NFC").toLowerCase()
    .replace(variant, (letter) => variants.get(letter)!)
  return simplified !== undefined && han.test(plain) ? plain.replace(eachHan, simplify) : plain
}
