/**
 * Verifies that a page says what is quoted from it, and links to the place.
 *
 * @since 0.2.0
 */
import * as Lines from "./Lines.ts"
import * as Passages from "./Passages.ts"
import * as Statements from "./Statements.ts"

/**
 * A range of a page, in UTF-16 code units.
 *
 * @category models
 * @since 0.2.0
 */
export interface Range {
  readonly start: number
  readonly end: number
}

/**
 * The page says it: where, below which headings, and in which whole sentences.
 *
 * @category models
 * @since 0.2.0
 */
export interface Found {
  readonly isFound: true
  /** Where it stands; several ranges where the quotation has an ellipsis. */
  readonly ranges: ReadonlyArray<Range>
  /** Whether upper and lower case are as on the page. */
  readonly isExact: boolean
  /** Whether it begins and ends as sentences of the page do; others may lack a negation or a condition. */
  readonly isWhole: boolean
  /** The whole sentences that it is from. */
  readonly sentences: Range
  /** The headings it stands below, outermost first. */
  readonly headings: ReadonlyArray<string>
  /** A text fragment (`#:~:text=...`) for the URL of the page. */
  readonly fragment: string
}

/**
 * The page does not say it.
 *
 * @category models
 * @since 0.2.0
 */
export interface NotFound {
  readonly isFound: false
  /** The sentence of the page that is most like it; absent when none has a word of it. */
  readonly nearest?: Range | undefined
}

/**
 * @category models
 * @since 0.2.0
 */
export type Verdict = Found | NotFound

/**
 * Words, numbers with their signs, and letters of scripts without spaces one by one. An apostrophe divides words, because
 * marks of Markdown may stand before it.
 */
const tokens =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|(?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])[\p{L}\p{M}\p{N}])+(?:[.,:](?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])[\p{L}\p{M}\p{N}])+)*|[%$€£¥<>=±+]|(?<![\p{L}\p{N}])[-−–](?=\p{N})/gu

const normal = (token: string): string => token.normalize("NFKC").replace(/[’]/g, "'").replace(/[−–]/g, "-")

interface Token {
  readonly text: string
  readonly start: number
  readonly end: number
}

const tokensOf = (text: string): ReadonlyArray<Token> =>
  [...text.matchAll(tokens)].map(({ 0: found, index }) => ({
    text: normal(found),
    start: index,
    end: index + found.length
  }))

/** A tag of HTML as Markdown has them; `<commit>` and others that stand for a word are none. */
const tag =
  /<\/?(?:a|abbr|b|big|blockquote|br|center|cite|code|dd|del|details|dfn|div|dl|dt|em|font|h[1-6]|hr|i|img|ins|kbd|li|mark|ol|p|picture|pre|q|s|samp|small|source|span|strike|strong|sub|summary|sup|table|tbody|td|th|thead|tr|tt|u|ul|var)(?:[ /][^<>\n]{0,300})?>/gi

/** Markdown with spaces in place of the addresses of its links, and of its marks: no offset changes. */
const withoutMarks = (text: string): string =>
  text.replace(/\]\([^()\s]{0,2000}(?:\s"[^"\n]{0,300}")?\)/g, (found) => " ".repeat(found.length))
    .replace(tag, (found) => " ".repeat(found.length))

/** The mark of a heading, an item or a quotation at the beginning of a statement. */
const markOfLine = /^[ \t>]*(?:#{1,6}|[-*+•]|\(?(?:\d{1,3}|[a-zA-Z])[.)])[ \t]+(?:\[[ xX]\][ \t]+)?/

const SEPARATOR = "\u0001"

/** Finds runs of tokens in a page. */
const finder = (page: ReadonlyArray<string>) => {
  const joined = `${SEPARATOR}${page.join(SEPARATOR)}${SEPARATOR}`
  const places: Array<number> = []
  let at = 1
  for (const text of page) {
    places.push(at)
    at += text.length + 1
  }
  const numberAt = (place: number): number => {
    let low = 0
    let high = places.length
    while (low < high) {
      const middle = (low + high) >> 1
      if (places[middle]! < place) low = middle + 1
      else high = middle
    }
    return low
  }
  return (wanted: ReadonlyArray<string>, from: number): number => {
    const place = joined.indexOf(
      `${SEPARATOR}${wanted.join(SEPARATOR)}${SEPARATOR}`,
      from === 0 ? 0 : places[from]! - 1
    )
    return place < 0 ? -1 : numberAt(place + 1)
  }
}

const ellipsis = /\s*(?:\[(?:…|\.{3})\]|…|\.{3,})\s*/

/**
 * Whether a page, as Markdown or plain text, says a quotation. Line ends, spaces, typographic signs and Markdown may
 * differ, words, numbers and their order may not. An ellipsis in the quotation stands for omitted text.
 *
 * **Example** (Verify a quotation)
 *
 * ```ts
 * import { Quotation } from "@dunlin/text"
 *
 * const page = "# Pumps\n\nThe operator shall not\nopen the valve by hand."
 * const verdict = Quotation.verify("open the valve by hand", page)
 * console.log(verdict.isFound && verdict.isWhole) // false
 * console.log(Quotation.verify("The operator shall open the valve by hand.", page).isFound) // false
 * ```
 *
 * @category verifying
 * @since 0.2.0
 */
export const verify = (quotation: string, page: string): Verdict => {
  const { sourceEndOf, sourceOf, text } = Lines.logical(page, { omitPageBreaks: true })
  const said = tokensOf(withoutMarks(text))
  const parts = Lines.logical(quotation).text.split(ellipsis).map((part) =>
    tokensOf(withoutMarks(part)).map(({ text }) => text)
  )
    .filter(({ length }) => length > 0)
  const find = (write: (text: string) => string): ReadonlyArray<Range> | undefined => {
    const found = finder(said.map((token) => write(token.text)))
    const ranges: Array<Range> = []
    let from = 0
    for (const part of parts) {
      const at = from < said.length ? found(part.map(write), from) : -1
      if (at < 0) return undefined
      from = at + part.length
      ranges.push({ start: sourceOf(said[at]!.start), end: sourceEndOf(said[from - 1]!.end) })
    }
    return ranges.length === 0 ? undefined : ranges
  }
  const exact = find((token) => token)
  const ranges = exact ?? find((token) => token.toLowerCase())
  if (ranges === undefined) {
    const [nearest] = Passages.select(page, quotation, 1)
    return { isFound: false, ...(nearest === undefined ? {} : { nearest: { start: nearest.start, end: nearest.end } }) }
  }
  const { sections, statements } = Statements.read(page)
  const first = ranges[0]!.start
  const last = ranges.at(-1)!.end
  const own = statements.filter(({ end, start }) => start < last && end > first)
  const sentences = { start: Math.min(first, own[0]?.start ?? first), end: Math.max(last, own.at(-1)?.end ?? last) }
  const before = withoutMarks(page.slice(sentences.start, first)).replace(markOfLine, "")
  const behind = withoutMarks(page.slice(last, sentences.end))
  return {
    isFound: true,
    ranges,
    isExact: exact !== undefined,
    isWhole: ranges.length === 1 && !/[\p{L}\p{N}]/u.test(before + behind),
    sentences,
    headings: sections[own[0]?.section ?? -1]?.path ?? [],
    fragment: fragment(page, ranges[0]!)
  }
}

/** Characters of a quotation that a fragment has as a whole; of longer ones it has the beginning and the end. */
const MAX_WHOLE_FRAGMENT = 120
/** Words at the beginning and at the end of a longer one. */
const WORDS_OF_END = 5

const encoded = (words: string): string => encodeURIComponent(words).replace(/-/g, "%2D")

/** Markdown with spaces in place of its marks. */
const withoutSigns = (text: string): string =>
  withoutMarks(text).replace(/[*`[\]\\#>|]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, " ")

/** Words before a range that are added one by one until a fragment is unique, and characters that are read for them. */
const MAX_WORDS_OF_PREFIX = 12
const READ_BEFORE = 400

const wordsOf = (text: string): ReadonlyArray<string> => text.split(/\s+/).filter((word) => word !== "")
const spaced = (words: ReadonlyArray<string>): string => words.join(" ")

/**
 * A text fragment (`#:~:text=...`) for the URL of a page, by which browsers scroll to a range of it. The words before
 * the range are in it where its own occur more than once.
 *
 * @category links
 * @since 0.2.0
 */
export const fragment = (page: string, range: Range): string => fragments(page)(range)

/**
 * {@link fragment} for many ranges of one page, which is read once.
 *
 * @category links
 * @since 0.3.0
 */
export const fragments = (page: string): (range: Range) => string => {
  let read: { readonly blank: string; readonly plain: string; readonly placeOf: (source: number) => number } | undefined
  const reading = () => {
    if (read !== undefined) return read
    const { placeOf, text } = Lines.logical(page, { omitPageBreaks: true })
    const blank = withoutSigns(text)
    return read = { blank, placeOf, plain: spaced(wordsOf(blank)) }
  }
  return ({ end, start }) => {
    const { blank, placeOf, plain } = reading()
    const from = placeOf(start)
    const own = wordsOf(blank.slice(from, Math.max(from + 1, placeOf(end))))
    if (own.length === 0) return ""
    const isShort = spaced(own).length <= MAX_WHOLE_FRAGMENT || own.length <= 2 * WORDS_OF_END
    const key = isShort ? own : own.slice(0, WORDS_OF_END)
    const isUnique = (text: string) => plain.indexOf(text) === plain.lastIndexOf(text)
    const above = wordsOf(blank.slice(Math.max(0, from - READ_BEFORE), from)).slice(1)
    let before = 0
    const prefix = () => above.slice(above.length - before)
    while (before < above.length && before < MAX_WORDS_OF_PREFIX && !isUnique(spaced([...prefix(), ...key]))) before++
    const led = before === 0 ? "" : `${encoded(spaced(prefix()))}-,`
    const ends = isShort ? "" : `,${encoded(spaced(own.slice(-WORDS_OF_END)))}`
    return `#:~:text=${led}${encoded(spaced(key))}${ends}`
  }
}
