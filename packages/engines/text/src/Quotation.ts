/**
 * Verifies whether a page contains a quotation, and creates a link to the quotation.
 *
 * @since 0.2.0
 */
import { tag } from "./internal/tags.ts"
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
 * The page contains the quotation: its position, headings, and whole sentences.
 *
 * @category models
 * @since 0.2.0
 */
export interface Found {
  readonly isFound: true
  /** The position of the quotation. It has several ranges if the quotation has an ellipsis. */
  readonly ranges: ReadonlyArray<Range>
  /** Whether upper and lower case are the same as on the page. */
  readonly isExact: boolean
  /**
   * Whether the quotation starts and ends at sentence boundaries of the page. If it does not, a negation or condition
   * may be missing.
   */
  readonly isWhole: boolean
  /** The range of the whole sentences that contain the quotation. */
  readonly sentences: Range
  /** The headings above the quotation, outermost first. */
  readonly headings: ReadonlyArray<string>
  /** A text fragment (`#:~:text=...`) for the URL of the page. */
  readonly fragment: string
}

/**
 * The page does not contain the quotation.
 *
 * @category models
 * @since 0.2.0
 */
export interface NotFound {
  readonly isFound: false
  /** The most similar sentence of the page; absent if no sentence contains a word of the quotation. */
  readonly nearest?: Range | undefined
}

/**
 * @category models
 * @since 0.2.0
 */
export type Verdict = Found | NotFound

const cjk = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}`
const southEast = String.raw`\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}`
const invisible = String.raw`\u00ad\u200b-\u200d\u2060\ufeff`
const letter = String.raw`(?![${cjk}${southEast}])[\p{L}\p{M}\p{N}]`

let tokens: RegExp | undefined
/** Returns the pattern of tokens. It is compiled when it is first needed, because its character classes take long. */
const tokenPattern = (): RegExp =>
  tokens ??= new RegExp(
    [
      `[${cjk}]`,
      `(?=[${southEast}])\\p{L}\\p{M}*`,
      // "-5", ".5" and "~5" are not "5"
      String.raw`(?:(?<![\p{L}\p{N}~.])(?:[-\u2212\u2013~]?[.,]?|~?[-\u2212\u2013]?)(?=\p{N}))?`
      + `(?:${letter})(?:${letter}|[${invisible}]|[.,:](?=${letter}))*`,
      "[%‰°§$€£¥<>=±+≤≥≠≈×÷¬∞]",
      // a negation in code, such as `!ready`
      String.raw`(?<![\p{L}\p{N}!])!(?=[\p{L}=(])`
    ].join("|"),
    "gu"
  )

const hidden = new RegExp(`[${invisible}]`, "gu")
/** Matches superscripts. They are distinguished, because 10² is not 102. */
const raised = /[\u00b2\u00b3\u00b9\u2070-\u2079\u2080-\u2089]+/g

const normal = (token: string): string =>
  token.replace(hidden, "").replace(raised, "^$&").normalize("NFKC").replace(/[−–]/g, "-")

interface Token {
  readonly text: string
  readonly start: number
  readonly end: number
}

const tokensOf = (text: string): ReadonlyArray<Token> =>
  [...text.matchAll(tokenPattern())].map(({ 0: found, index }) => ({
    text: normal(found),
    start: index,
    end: index + found.length
  }))

/** Matches an autolink. Readers do not see its angle brackets. */
const autolink = /<([^<>\s@:]{1,64}[@:][^<>\s]{1,1000})>/g

/** Replaces link URLs and marks with spaces, so that offsets stay unchanged. */
const withoutMarks = (text: string): string =>
  text.replace(/\]\([^()\s]{0,2000}(?:\s"[^"\n]{0,300}")?\)/g, blank)
    .replace(autolink, " $1 ")
    .replace(tag, blank)

/**
 * Matches marks of footnotes and references, which quotations may omit: `[^1]`, `[3](#note-3)`, `<sup>1</sup>` after
 * a letter.
 */
const references =
  /\[\^[^\]\s]{1,40}\]|\[\\?\[?\w{1,3}\\?\]?\]\([^()\s]{0,300}#[^()\s]{0,300}\)|(?<=\p{L}[.,;:!?"”’)*_]{0,3})<sup[^<>]{0,100}>[^<>]{1,12}<\/sup>/gu

const blank = (found: string): string => " ".repeat(found.length)

const markOfLine = /^[ \t>]*(?:#{1,6}|[-*+•]|\(?(?:\d{1,3}|[a-zA-Z])[.)])[ \t]+(?:\[[ xX]\][ \t]+)?/

const hasWords = /[\p{L}\p{N}%‰°§$€£¥±≤≥≠≈¬]/u

const SEPARATOR = "\u0001"

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
 * Checks whether a page, as Markdown or plain text, contains a quotation. Line ends, spaces, typographic signs and
 * Markdown may differ, but words, numbers and their order may not. An ellipsis in the quotation matches omitted text.
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
export const verify = (quotation: string, page: string): Verdict => verifier(page)(quotation)

/**
 * Returns {@link verify} for many quotations of one page, which is parsed once.
 *
 * **Example** (Verify two quotations)
 *
 * ```ts
 * import { Quotation } from "@dunlin/text"
 *
 * const verify = Quotation.verifier("The pump is off.\nDo not open the valve.")
 * console.log(["The pump is off.", "Close the valve."].map((text) => verify(text).isFound)) // [ true, false ]
 * ```
 *
 * @category verifying
 * @since 0.3.0
 */
export const verifier = (page: string): (quotation: string) => Verdict => {
  const lines = lazily(() => Lines.logical(page, { omitPageBreaks: true }))
  const plain = lazily(() => lines().text.replace(references, blank))
  const ways = [false, true].flatMap((isPlain) => {
    const passageTokens = lazily(() => tokensOf(withoutMarks(isPlain ? plain() : lines().text)))
    return [asWritten, inLowerCase].map((write) => ({
      isExact: write === asWritten,
      isPlain,
      write,
      passageTokens,
      find: lazily(() => finder(passageTokens().map(({ text }) => write(text))))
    }))
  })
  const reading = lazily(() => Statements.read(page))
  const fragmentOf = fragments(page)

  const rangesOf = (
    { find, passageTokens, write }: typeof ways[number],
    parts: ReadonlyArray<ReadonlyArray<string>>
  ): ReadonlyArray<Range> | undefined => {
    const { sourceEndOf, sourceOf } = lines()
    const ranges: Array<Range> = []
    let from = 0
    for (const part of parts) {
      const at = from < passageTokens().length ? find()(part.map(write), from) : -1
      if (at < 0) return undefined
      from = at + part.length
      ranges.push({ start: sourceOf(passageTokens()[at]!.start), end: sourceEndOf(passageTokens()[from - 1]!.end) })
    }
    return ranges.length === 0 ? undefined : ranges
  }

  return (quotation) => {
    const { text } = Lines.logical(quotation)
    const partsOf = (words: string) =>
      words.split(ellipsis).map((part) => tokensOf(withoutMarks(part)).map((token) => token.text))
        .filter(({ length }) => length > 0)
    const quoted = partsOf(text)
    const isReferring = text.search(references) >= 0
    const plainly = isReferring ? partsOf(text.replace(references, blank)) : quoted
    let isExact = false
    let ranges: ReadonlyArray<Range> | undefined
    for (const way of ways) {
      if (ranges !== undefined) break
      if (way.isPlain && !isReferring && plain() === lines().text) break
      ranges = rangesOf(way, way.isPlain ? plainly : quoted)
      isExact = way.isExact
    }
    if (ranges === undefined) {
      const [nearest] = Passages.select(page, quotation, 1)
      return {
        isFound: false,
        ...(nearest === undefined ? {} : { nearest: { start: nearest.start, end: nearest.end } })
      }
    }
    const { sections, statements } = reading()
    const first = ranges[0]!.start
    const last = ranges.at(-1)!.end
    const own = statements.filter(({ end, start }) => start < last && end > first)
    const sentences = { start: Math.min(first, own[0]?.start ?? first), end: Math.max(last, own.at(-1)?.end ?? last) }
    const wordsOf = (from: number, to: number) => withoutMarks(page.slice(from, to).replace(references, blank))
    const before = wordsOf(sentences.start, first).replace(markOfLine, "")
    const behind = wordsOf(last, sentences.end)
    return {
      isFound: true,
      ranges,
      isExact,
      isWhole: ranges.length === 1 && !hasWords.test(before + behind),
      sentences,
      headings: sections[own[0]?.section ?? -1]?.path ?? [],
      fragment: fragmentOf(ranges[0]!)
    }
  }
}

const asWritten = (text: string): string => text
const inLowerCase = (text: string): string => text.toLowerCase()

const lazily = <A>(make: () => A): () => A => {
  let made: { readonly value: A } | undefined
  return () => (made ??= { value: make() }).value
}

/**
 * Maximum units of a quotation that its fragment contains as a whole. For a longer one, it contains the start and
 * end.
 */
const MAX_WHOLE_FRAGMENT = 120
const WORDS_OF_END = 5

const encoded = (words: string): string => encodeURIComponent(words).replace(/-/g, "%2D")

const withoutSigns = (text: string): string =>
  withoutMarks(text).replace(/[*`[\]\\#>|]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, " ")

const MAX_WORDS_OF_PREFIX = 12
const READ_BEFORE = 400

const spacedWordsOf = (text: string): ReadonlyArray<string> => text.split(/\s+/).filter((word) => word !== "")
const spaced = (words: ReadonlyArray<string>): string => words.join(" ")

/**
 * Returns a text fragment (`#:~:text=...`) for the URL of a page, with which browsers scroll to a range. It includes
 * the words before the range if the range's own words occur more than once.
 *
 * @category links
 * @since 0.2.0
 */
export const fragment = (page: string, range: Range): string => fragments(page)(range)

/**
 * Returns {@link fragment} for many ranges of one page, which is read once.
 *
 * @category links
 * @since 0.3.0
 */
export const fragments = (page: string): (range: Range) => string => {
  let read:
    | { readonly signless: string; readonly plain: string; readonly placeOf: (source: number) => number }
    | undefined
  const reading = () => {
    if (read !== undefined) return read
    const { placeOf, text } = Lines.logical(page, { omitPageBreaks: true })
    const signless = withoutSigns(text)
    return read = { signless, placeOf, plain: spaced(spacedWordsOf(signless)) }
  }
  return ({ end, start }) => {
    const { placeOf, plain, signless } = reading()
    const from = placeOf(start)
    const own = spacedWordsOf(signless.slice(from, Math.max(from + 1, placeOf(end))))
    if (own.length === 0) return ""
    const isShort = spaced(own).length <= MAX_WHOLE_FRAGMENT || own.length <= 2 * WORDS_OF_END
    const key = isShort ? own : own.slice(0, WORDS_OF_END)
    const isUnique = (text: string) => plain.indexOf(text) === plain.lastIndexOf(text)
    const above = spacedWordsOf(signless.slice(Math.max(0, from - READ_BEFORE), from)).slice(1)
    let before = 0
    const prefix = () => above.slice(above.length - before)
    while (before < above.length && before < MAX_WORDS_OF_PREFIX && !isUnique(spaced([...prefix(), ...key]))) before++
    const led = before === 0 ? "" : `${encoded(spaced(prefix()))}-,`
    const ends = isShort ? "" : `,${encoded(spaced(own.slice(-WORDS_OF_END)))}`
    return `#:~:text=${led}${encoded(spaced(key))}${ends}`
  }
}
