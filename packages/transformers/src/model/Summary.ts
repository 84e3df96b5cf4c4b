/**
 * A summary made of sentences of the page itself: those that most other sentences speak of.
 *
 * @since 0.1.0
 */
import * as Stem from "@dunlin/text/Stem"

/**
 * @category options
 * @since 0.1.0
 */
export interface Options {
  /**
   * Most characters of the summary.
   *
   * @default 700
   */
  readonly maxLength?: number | undefined
}

interface Sentence {
  readonly text: string
  readonly terms: ReadonlySet<string>
  readonly weight: number
}

/** The graph grows with the square of the sentences: of longer pages these many are looked at. */
const maxSentences = 300
const maxText = 1_000_000
const maxLines = 10_000
const damping = 0.85
const rounds = 30

const segmenter = new Intl.Segmenter("en", { granularity: "sentence" })

const stopWords = new Set(
  ("a an and are as at be but by for if in into is it its no not of on or such that the their then there these they this to "
    + "was were will with he she his her has have had said from").split(" ")
)

/**
 * Below this part of a page a summary can only say what the page is about, and pages say that at their beginning. There
 * a sentence counts the more the earlier it stands, from the first whole one on.
 */
const brief = 0.3
const lead = 4
const leadSentences = 3

/** There a label or a name counts little beside whole sentences. */
const partial = 0.25

/**
 * Summarises Markdown by TextRank (Mihalcea and Tarau 2004): sentences are ranked by how much they share with the
 * others, in summaries much shorter than the page also by how early they stand, and the best ones are returned in the
 * order of the page. Empty when the page has no sentences.
 *
 * @category selecting
 * @since 0.1.0
 */
export const extract = (markdown: string, options: Options = {}): string => {
  const maxLength = options.maxLength ?? 700
  const sentences = sentencesOf(markdown)
  const ranks = weigh(sentences, rank(sentences), maxLength)
  const order = sentences.map((_, index) => index).toSorted((left, right) => ranks[right]! - ranks[left]!)
  const chosen: Array<number> = []
  let length = 0
  for (const index of order) {
    const size = sentences[index]!.text.length + 1
    if (length + size > maxLength && chosen.length > 0) continue
    chosen.push(index)
    length += size
    if (length >= maxLength) break
  }
  return chosen.toSorted((left, right) => left - right).map((index) => sentences[index]!.text).join(" ")
}

const weigh = (sentences: ReadonlyArray<Sentence>, ranks: Float64Array, maxLength: number): Float64Array => {
  const length = sentences.reduce((sum, { text }) => sum + text.length + 1, 0)
  if (maxLength >= brief * length) return ranks
  const first = Math.max(0, sentences.findIndex(({ text }) => isWhole(text)))
  return ranks.map((value, index) =>
    (index < first ? value : value * (1 + lead * Math.exp((first - index) / leadSentences))) *
    (isWhole(sentences[index]!.text) ? 1 : partial)
  )
}

/** Not a label, a date or a name: it ends as a sentence does and has some words. */
const isWhole = (text: string): boolean =>
  /[.!?…。！？]["”’)]?$/.test(text) && (text.match(/[\p{L}\p{N}]+/gu) ?? []).length >= 6

const sentencesOf = (markdown: string): ReadonlyArray<Sentence> => {
  const sentences: Array<Sentence> = []
  let isCode = false
  for (const line of markdown.slice(0, maxText).split("\n", maxLines)) {
    if (/^\s*(?:```|~~~)/.test(line)) isCode = !isCode
    // Headings, tables and rules are not sentences.
    else if (!isCode && !/^\s*(?:#|\||[-*_]{3,}\s*$|!\[)/.test(line)) {
      for (const { segment } of segmenter.segment(plain(line))) {
        const text = segment.trim()
        const terms = termsOf(text)
        if (terms.length >= 3) sentences.push({ text, terms: new Set(terms), weight: Math.log(terms.length + 1) })
        if (sentences.length === maxSentences) return sentences
      }
    }
  }
  return sentences
}

/** The words of a line without the marks of Markdown and the addresses of links. */
const plain = (line: string): string =>
  line
    .replace(/^\s*(?:>\s?)*(?:[-*+]|\d{1,9}[.)])?\s+/, "")
    .replace(/!\[[^[\]]{0,500}\]\([^()]{0,2000}\)/g, "")
    .replace(/\[([^[\]]{0,500})\]\([^()]{0,2000}\)/g, "$1")
    .replace(/(\*\*|__|`)/g, "")
    .replace(/(^|\W)[*_](\S[^*_]{0,300}?)[*_](?=\W|$)/g, "$1$2")
    .replace(/\\([!-/:-@[-`{-~])/g, "$1")

const termsOf = (text: string): ReadonlyArray<string> =>
  (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).filter((word) => !stopWords.has(word)).map(Stem.stem)

const rank = (sentences: ReadonlyArray<Sentence>): Float64Array => {
  const count = sentences.length
  const weights = new Float64Array(count * count)
  const sums = new Float64Array(count)
  for (let left = 0; left < count; left++) {
    for (let right = left + 1; right < count; right++) {
      const weight = overlap(sentences[left]!, sentences[right]!)
      weights[left * count + right] = weight
      weights[right * count + left] = weight
      sums[left]! += weight
      sums[right]! += weight
    }
  }
  let ranks = new Float64Array(count).fill(1 / count)
  for (let round = 0; round < rounds; round++) {
    const next = new Float64Array(count).fill((1 - damping) / count)
    for (let from = 0; from < count; from++) {
      if (sums[from] === 0) continue
      const share = damping * ranks[from]! / sums[from]!
      for (let to = 0; to < count; to++) next[to]! += share * weights[from * count + to]!
    }
    ranks = next
  }
  return ranks
}

const overlap = (left: Sentence, right: Sentence): number => {
  const [small, large] = left.terms.size < right.terms.size ? [left.terms, right.terms] : [right.terms, left.terms]
  let common = 0
  for (const term of small) if (large.has(term)) common++
  return common / (left.weight + right.weight)
}
