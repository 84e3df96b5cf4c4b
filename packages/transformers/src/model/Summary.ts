/**
 * Summarises a page by its own sentences: those that share most words with the others.
 *
 * @since 0.1.0
 */
import * as Literals from "@dunlin/text/Literals"
import * as Statements from "@dunlin/text/Statements"
import * as Stem from "@dunlin/text/Stem"

/**
 * @category options
 * @since 0.1.0
 */
export interface Options {
  /**
   * The maximum characters of the summary.
   *
   * @default 700
   */
  readonly maxLength?: number | undefined
}

interface Sentence {
  readonly text: string
  readonly at: number
  readonly terms: ReadonlySet<string>
  readonly weight: number
}

/** The work grows with the square of the number of sentences. */
const MAX_RANKED_SENTENCES = 300
const MAX_SUMMARIZED_CHARACTERS = 1_000_000
const MAX_STATEMENTS = 10_000
const RANK_DAMPING = 0.85
const RANK_ITERATIONS = 30

const stopWords = new Set(
  ("a an and are as at be but by for if in into is it its no not of on or such that the their then there these they this to "
    + "was were will with he she his her has have had said from").split(" ")
)

/** A summary below this share of the page can only state the topic, which pages do at their start. */
const MAX_SHARE_OF_BRIEF_SUMMARY = 0.3
/** Weight of the first sentences in a brief summary, relative to later ones. */
const LEAD_WEIGHT = 4
/** Number of first sentences with a higher weight. */
const LEAD_SENTENCES = 3

/** Weight of labels and names, relative to whole sentences. */
const PARTIAL_SENTENCE_WEIGHT = 0.25

const OMISSION = " … "

/**
 * Summarises Markdown with TextRank (Mihalcea and Tarau 2004): sentences are ranked by how much they share with the
 * others. In summaries much shorter than the page, earlier sentences also rank higher. The best sentences are
 * returned whole, in page order, with an ellipsis for omitted text. List entries without full stops are separate
 * lines. A sentence includes its introducing line ("Do not:") and a sentence that limits it ("Unless ..."). Empty if
 * the page has no sentences.
 *
 * @category selecting
 * @since 0.1.0
 */
export const extract = (markdown: string, options: Options = {}): string => {
  const maxLength = options.maxLength ?? 700
  const { statements } = Statements.read(markdown.slice(0, MAX_SUMMARIZED_CHARACTERS), {
    maxStatements: MAX_STATEMENTS
  })
  const sentences = sentencesOf(statements)
  const ranks = weigh(sentences, rank(sentences), maxLength)
  const order = sentences.map((_, index) => index).toSorted((left, right) => ranks[right]! - ranks[left]!)
  const chosen = new Set<number>()
  let length = 0
  for (const index of order) {
    const group = boundTo(statements, sentences[index]!.at).filter((at) => !chosen.has(at))
    const size = group.reduce((sum, at) => sum + plain(statements[at]!.text).length + OMISSION.length, 0)
    if (length + size > maxLength && chosen.size > 0) continue
    for (const at of group) chosen.add(at)
    length += size
    if (length >= maxLength) break
  }
  let out = ""
  let last = -1
  for (const at of [...chosen].toSorted((left, right) => left - right)) {
    out += out === "" ? "" : at === last + 1 ? jointOf(statements[last]!, statements[at]!) : OMISSION
    out += plain(statements[at]!.text)
    last = at
  }
  return out
}

const jointOf = (before: Statements.Statement, next: Statements.Statement): string =>
  before.block === next.block || /[.!?:\u2026\u3002\uff01\uff1f]["'\u201d\u2019)\]*_]*$/u.test(before.text) ? " " : "\n"

const boundTo = (statements: ReadonlyArray<Statements.Statement>, at: number): ReadonlyArray<number> => {
  const out = [at]
  let lead = statements[at]!.lead
  while (lead >= 0 && out.length < MAX_LEADS) {
    out.unshift(lead)
    lead = statements[lead]!.lead
  }
  if (statements[at]!.isLimiting && at > 0 && isSaid(statements[at - 1]!)) out.splice(-1, 0, at - 1)
  if (statements[at + 1]?.isLimiting === true) out.push(at + 1)
  return [...new Set(out)]
}

/** Items of nested lists introduce each other, so the search for introducing lines is limited. */
const MAX_LEADS = 6

const isSaid = ({ kind }: Statements.Statement): boolean => kind === "sentence" || kind === "item"

const weigh = (sentences: ReadonlyArray<Sentence>, ranks: Float64Array, maxLength: number): Float64Array => {
  const length = sentences.reduce((sum, { text }) => sum + text.length + 1, 0)
  if (maxLength >= MAX_SHARE_OF_BRIEF_SUMMARY * length) return ranks
  const first = Math.max(0, sentences.findIndex(({ text }) => isWhole(text)))
  return ranks.map((value, index) =>
    (index < first ? value : value * (1 + LEAD_WEIGHT * Math.exp((first - index) / LEAD_SENTENCES))) *
    (isWhole(sentences[index]!.text) ? 1 : PARTIAL_SENTENCE_WEIGHT)
  )
}

/** Whether a text is a sentence, and not a label, date or name. */
const isWhole = (text: string): boolean =>
  /[.!?…。！？]["”’)]?$/.test(text) && (text.match(/[\p{L}\p{N}]+/gu) ?? []).length >= 6

const sentencesOf = (statements: ReadonlyArray<Statements.Statement>): ReadonlyArray<Sentence> => {
  const sentences: Array<Sentence> = []
  for (const [at, statement] of statements.entries()) {
    if (!isSaid(statement)) continue
    const text = plain(statement.text)
    const terms = termsOf(text)
    if (terms.length >= 3) sentences.push({ text, at, terms: new Set(terms), weight: Math.log(terms.length + 1) })
    if (sentences.length === MAX_RANKED_SENTENCES) break
  }
  return sentences
}

const plain = (text: string): string =>
  Literals.show(
    Literals.withoutTags(Literals.hide(text))
      .replace(/!\[[^[\]]{0,500}\]\([^()]{0,2000}\)/g, "")
      .replace(/\[([^[\]]{0,500})\]\([^()]{0,2000}\)/g, "$1")
      .replace(/(\*\*|__|`)/g, "")
      .replace(/(^|\W)[*_](\S(?:[^*_]{0,300}?\S)??)[*_](?=\W|$)/g, "$1$2")
  ).trim()

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
  for (let round = 0; round < RANK_ITERATIONS; round++) {
    const next = new Float64Array(count).fill((1 - RANK_DAMPING) / count)
    for (let from = 0; from < count; from++) {
      if (sums[from] === 0) continue
      const share = RANK_DAMPING * ranks[from]! / sums[from]!
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
