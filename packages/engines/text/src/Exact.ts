/**
 * Matches quoted text. Letters are compared without case and accents, white space is one space, and Markdown is
 * compared as rendered.
 *
 * @since 0.2.0
 */
import { containsWord, fold, foldWords } from "./TextEvidence.ts"
import * as UrlEvidence from "./UrlEvidence.ts"

/**
 * A text prepared for {@link contains}.
 *
 * @category models
 * @since 0.2.0
 */
export interface Searchable {
  /** The unchanged text, and the text without Markdown marks if it has any. */
  readonly versions: ReadonlyArray<string>
}

const linkOrImage = /!?\[([^\][]{0,1000})\]\((?:[^()\s]|\([^()\s]{0,500}\)){0,2000}(?:\s+"[^"\n]{0,300}")?\)/g
const lineMarks = /^[ \t]{0,12}(?:#{1,6}|>|[*+-]|\d{1,9}[.)])[ \t]+/gm
const emphasis = /(?<![\p{L}\p{N}])[*_~`]{1,3}(?=\S)|(?<=\S)[*_~`]{1,3}(?![\p{L}\p{N}])/gu
const escaped = /\\([!-/:-@[-`{-~])/g
const tags = /<\/?[a-z][^<>\n]{0,300}>/gi
const hasMarks = /[*_~`[\]\\<>#|+-]/

const unmarked = (text: string): string =>
  text.replace(linkOrImage, "$1").replace(lineMarks, "").replace(emphasis, "").replace(tags, "").replace(escaped, "$1")

const dashes = /[\u2010\u2011\u2012\u2013\u2212]/g
const quotes = /[\u201c\u201d\u201e\u201f\u00ab\u00bb]/g

const normal = (text: string): string => fold(text).replace(dashes, "-").replace(quotes, "\"")

/**
 * Prepares a text, Markdown or plain, for several searches.
 *
 * @category constructors
 * @since 0.2.0
 */
export const searchable = (text: string): Searchable => {
  const plain = normal(text)
  if (!hasMarks.test(text)) return { versions: [plain] }
  const shown = normal(unmarked(text))
  return { versions: shown === plain ? [plain] : [plain, shown] }
}

/**
 * Returns whether a text contains the literal words between word boundaries: `"use-effect"` is not `use effect`, and
 * `"C"` is in `C, D` and in `C++`.
 *
 * @category predicates
 * @since 0.2.0
 */
export const contains = ({ versions }: Searchable, phrase: string): boolean => {
  const wanted = normal(phrase).trim()
  return wanted === "" || versions.some((text) => containsWord(text, wanted))
}

/**
 * Returns whether a URL contains the text, as words or literally.
 *
 * @category predicates
 * @since 0.2.0
 */
export const inAddress = (url: string, value: string): boolean => {
  const parts = UrlEvidence.read(url)
  if (parts === undefined) return false
  if (parts.folded.includes(fold(value))) return true
  const words = foldWords(value)
  return words.includes(" ") && foldWords(parts.folded).includes(words)
}
