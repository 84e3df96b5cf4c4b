/** Cleans the text of a query, and recognizes its quotation marks. */

export const plainAscii = /^[ -~]*$/
const space = /[\s\u0085]/g
// Matches controls, zero-width characters and direction marks. ZWJ and ZWNJ stay, because emoji and Persian need them.
const invisible = /[\u0000-\u001f\u007f-\u009f\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069]/g
const collapsible = /^ | $| {2}/

const QUOTES = new Set([0x22, 0x201c, 0x201d, 0x201e, 0x201f, 0xff02])

export const isQuote = (code: number): boolean => QUOTES.has(code)

export const marks = /["\u201c-\u201f\uff02]/
export const allMarks = /["\u201c-\u201f\uff02]/g

// Matches many marks on one letter. Normalisation sorts them in quadratic time, and no writing system needs 30 (UAX
// #15, stream-safe).
const crowded = /\p{M}{31}/u
const manyMarks = /(\p{M}{30})\p{M}+/gu

const limitMarks = (text: string): string => (crowded.test(text) ? text.replace(manyMarks, "$1") : text)

/** Returns the text in NFC, with single spaces, and without invisible characters and lone surrogates. */
export const clean = (text: string): string =>
  plainAscii.test(text)
    ? text
    : limitMarks(limitMarks(text.replace(space, " ").replace(invisible, "").toWellFormed()).normalize("NFC"))

export const collapse = (text: string): string => (collapsible.test(text) ? text.trim().replace(/ {2,}/g, " ") : text)
