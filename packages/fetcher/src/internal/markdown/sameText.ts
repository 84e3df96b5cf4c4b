/** Compares a Markdown text with an HTML page. */
import { outlineOf } from "../decision/outline.ts"
import { without } from "../markup.ts"

export const MAX_CHARACTERS = 400_000
/** Below 1, because menu headings and button labels may be on one side only. */
const MIN_SHARE_OF_WORDS = 0.96
const MIN_WORDS = 20

const ENTITIES: Readonly<Record<string, string>> = {
  amp: "&",
  apos: "'",
  gt: ">",
  lt: "<",
  nbsp: " ",
  quot: "\"",
  shy: ""
}
const MAX_CODE_POINT = 0x10ffff

export const decoded = (text: string): string =>
  text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]+));/gi, (whole, decimal, hexadecimal, name) => {
    if (name !== undefined) {
      const entity = String(name).toLowerCase()
      return Object.hasOwn(ENTITIES, entity) ? ENTITIES[entity]! : whole
    }
    const code = decimal === undefined ? Number.parseInt(hexadecimal, 16) : Number(decimal)
    return code <= MAX_CODE_POINT ? String.fromCodePoint(code) : " "
  })

const contentOf = (html: string): string => {
  for (const name of ["main", "article"]) {
    const start = html.search(new RegExp(`<${name}[\\s>]`, "i"))
    const end = html.toLowerCase().lastIndexOf(`</${name}`)
    if (start !== -1 && end > start) return html.slice(start, end)
  }
  return html
}

const withoutMarkup = (markdown: string): string =>
  without(markdown.replace(/^\uFEFF?---\r?\n[\s\S]{0,20000}?\r?\n---\r?\n/, ""), "<!--", "-->")
    .replace(/^ {0,3}\[[^\]\n]{1,200}\]:\s*\S+.*$/gm, " ")
    .replace(/!\[[^[\]\n]*\]\([^()\n]*\)/g, " ")
    .replace(/\]\((?:<[^<>\n]*>|[^()\n]*(?:\([^()\n]*\)[^()\n]*)*)\)/g, " ")
    .replace(/^[ \t]*(?:```+|~~~+)[^\n]*$/gm, "")
    .replace(/<\/?[a-z][^<>\n]*>/gi, " ")
    .replace(/\\([^\w\s])/g, "$1")

export const wordsOf = (text: string): ReadonlyArray<string> =>
  decoded(text).normalize("NFKC").toLowerCase().match(/[\p{L}\p{M}]+|\p{N}+/gu) ?? []

const shareOf = (words: ReadonlyArray<string>, known: ReadonlySet<string>): number => {
  let found = 0
  for (const word of words) if (known.has(word)) found++
  return found / words.length
}

const NUMBER = /\p{N}/u
const hasNumbers = (words: ReadonlyArray<string>, known: ReadonlySet<string>): boolean =>
  words.every((word) => !NUMBER.test(word) || known.has(word))

export const shownTextOf = (html: string): string => outlineOf(html.slice(0, MAX_CHARACTERS * 2), MAX_CHARACTERS).text

export const hasWordsOf = (made: string, html: string): boolean => {
  const page = wordsOf(shownTextOf(html))
  const text = wordsOf(shownTextOf(made))
  if (page.length < MIN_WORDS || text.length < MIN_WORDS) return false
  const [ofPage, ofText] = [new Set(page), new Set(text)]
  return shareOf(page, ofText) >= MIN_SHARE_OF_WORDS && shareOf(text, ofPage) >= MIN_SHARE_OF_WORDS &&
    hasNumbers(text, ofPage) && hasNumbers(page, ofText)
}

/**
 * Returns whether both texts have the same words. Every number in the Markdown must be on the page, because an
 * outdated price or version is a single word.
 */
export const saysTheSame = (markdown: string, html: string): boolean => {
  const page = wordsOf(shownTextOf(contentOf(html)))
  const text = wordsOf(withoutMarkup(markdown.slice(0, MAX_CHARACTERS)))
  if (page.length < MIN_WORDS || text.length < MIN_WORDS) return false
  const [ofPage, ofText] = [new Set(page), new Set(text)]
  return shareOf(page, ofText) >= MIN_SHARE_OF_WORDS && shareOf(text, ofPage) >= MIN_SHARE_OF_WORDS &&
    hasNumbers(text, ofPage)
}
