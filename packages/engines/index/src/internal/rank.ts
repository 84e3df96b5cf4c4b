/**
 * Ranks the best candidates of the first pass again. It uses adjacent query words, titles that match the query, words
 * and identifiers as typed, and relevance feedback for long questions.
 */
import { feedback, type Parsed } from "./feedback.ts"
import * as Language from "./language.ts"
import * as Pairs from "./pairs.ts"
import type { Recent } from "./recent.ts"
import * as Titles from "./titles.ts"
import type * as Typed from "./typed.ts"
import * as Vocabularies from "./vocabulary.ts"
import type { Vocabulary } from "./vocabulary.ts"

export const weights = {
  saturation: 1.2,
  title: 3,
  titleNormal: 0.5,
  bodyNormal: 0.75,
  pair: 0.2,
  pairWindow: 8,
  likeTitle: 1.4,
  leastLikeness: 0.2,
  literal: 0.5,
  feedbackDocuments: 10,
  feedbackTerms: 20,
  feedback: 0.4,
  /** Number of informative words above which a query is a description, for which relevance feedback helps. */
  feedbackWords: 4
}

export const READ_LENGTH = 4000

export interface Input {
  readonly title: string
  readonly passage: string
  readonly language: string
  readonly score: number
  readonly forms: number
  readonly isLikely: boolean
  readonly keys?: readonly [passage: number, title: number] | undefined
}

export type Memory = Recent<number, { readonly generation: object; readonly tokens: Int32Array }>

export interface Literal {
  readonly isIn: (text: string) => boolean
  readonly weight: number
}

export interface Question {
  readonly terms: ReadonlyArray<Pairs.Term>
  readonly wanted: ReadonlyArray<Titles.Wanted>
  readonly literals: ReadonlyArray<Literal>
  readonly typed: Typed.Forms
  /**
   * Whether the query asks for a fact, which one passage answers. Relevance feedback from similar passages then does
   * not help.
   */
  readonly asksFact: boolean
  readonly memory: Memory
  /** Cached titles, by the second cache key of their candidates. */
  readonly titles: Recent<number, Titles.Title>
  /** Cached pairs. They are used again if a correction causes another ranking. */
  readonly pairs: Map<number, number>
  readonly shown: number
  readonly passageLength: number
  readonly titleLength: number
  /** Returns the inverse frequencies of terms; 0 for terms that are too rare or too frequent. */
  readonly inverses: (terms: ReadonlyArray<string>) => Promise<ReadonlyArray<number>>
}

const remembered = (
  vocabulary: Vocabularies.Vocabulary,
  text: string,
  key: number | undefined,
  memory: Memory
): Int32Array => {
  if (key === undefined) return vocabulary.read(text)
  const known = memory.get(key)
  if (known !== undefined && known.generation === vocabulary.generation) return known.tokens
  const tokens = vocabulary.read(text)
  memory.set(key, { generation: vocabulary.generation, tokens }, tokens.length)
  return tokens
}

const parse = ({ keys, language, passage, title }: Input, { memory, passageLength, titleLength }: Question): Parsed => {
  const vocabulary = Vocabularies.of(language)
  const inTitle = remembered(vocabulary, title, keys?.[1], memory)
  const inPassage = remembered(vocabulary, passage, keys?.[0], memory)
  const { bodyNormal, titleNormal } = weights
  return {
    vocabulary,
    title: { tokens: inTitle, normal: 1 - titleNormal + titleNormal * inTitle.length / titleLength },
    passage: { tokens: inPassage, normal: 1 - bodyNormal + bodyNormal * inPassage.length / passageLength }
  }
}

const literal = ({ passage, title }: Input, { literals }: Question): number =>
  literals.reduce((sum, { isIn, weight }) => sum + (isIn(title) || isIn(passage) ? weight : 0), 0)

export interface Ranked {
  readonly scores: Float64Array
  /** Similarity of each title to the query, from 0 to 1. The best part of a title counts. */
  readonly likeness: Float64Array
}

const once = <K, V>(make: (key: K) => V): (key: K) => V => {
  const known = new Map<K, V>()
  return (key) => {
    let value = known.get(key)
    if (value === undefined) {
      value = make(key)
      known.set(key, value)
    }
    return value
  }
}

const likenesses = ({ titles, wanted }: Question, candidates: ReadonlyArray<Input>): Float64Array => {
  const inLanguage = once((language: string) => {
    const words = Language.words(language)
    const stem = (word: string) => words.of(word)[0]!
    return { stem, query: Titles.stemmed(wanted, stem) }
  })
  const out = new Float64Array(candidates.length)
  for (let at = 0; at < candidates.length; at++) {
    const { isLikely, keys, language, title } = candidates[at]!
    if (!isLikely) continue
    const { query, stem } = inLanguage(language)
    let read = keys === undefined ? undefined : titles.get(keys[1])
    if (read === undefined) {
      read = Titles.read(title, stem)
      if (keys !== undefined) titles.set(keys[1], read, title.length)
    }
    out[at] = Titles.likeness(read, query)
  }
  return out
}

const leastShown = (scores: Float64Array, shown: number): number =>
  scores.length <= shown ? -Infinity : scores.toSorted()[scores.length - shown]!

/**
 * Returns whether a query is a description. How much a candidate for such a query gains from relevance feedback is
 * not known in advance.
 */
const isDescription = ({ asksFact, terms }: Pick<Question, "asksFact" | "terms">): boolean =>
  terms.length >= weights.feedbackWords && !asksFact

interface Unread {
  readonly score: number
  readonly isTitled: boolean
}

/** Returns the candidates that the second ranking can raise to the first places. */
export const promising = <A extends Unread>(
  question: Pick<Question, "asksFact" | "literals" | "shown" | "terms" | "typed">,
  candidates: ReadonlyArray<A>
): ReadonlyArray<A> => {
  const { literals, shown, terms, typed } = question
  const last = candidates[shown - 1]
  if (last === undefined || isDescription(question)) return candidates
  const gain = Pairs.most(terms, weights) + typed.most +
    weights.literal * literals.reduce((sum, { weight }) => sum + weight, 0)
  const ofTitle = weights.likeTitle * terms.reduce((sum, { weight }) => sum + weight, 0)
  return candidates.filter(({ isTitled, score }) => score + gain + (isTitled ? ofTitle : 0) >= last.score)
}

const firstScores = (question: Question, candidates: ReadonlyArray<Input>, likeness: Float64Array): Float64Array => {
  const total = question.terms.reduce((sum, { weight }) => sum + weight, 0)
  const scores = new Float64Array(candidates.length)
  for (let at = 0; at < scores.length; at++) {
    const candidate = candidates[at]!
    const like = likeness[at]!
    scores[at] = candidate.score + candidate.forms +
      (like < weights.leastLikeness ? 0 : total * weights.likeTitle * like) +
      (question.literals.length === 0 ? 0 : weights.literal * literal(candidate, question))
  }
  return scores
}

const pairWorth = (
  { keys }: Input,
  { passage, title, vocabulary }: Parsed,
  { pairs }: Question,
  pairsIn: (vocabulary: Vocabulary) => Pairs.Pairs
): number => {
  const key = keys?.[0]
  let worth = key === undefined ? undefined : pairs.get(key)
  if (worth === undefined) {
    worth = pairsIn(vocabulary).of(title, passage)
    if (key !== undefined) pairs.set(key, worth)
  }
  return worth
}

/** Ranks candidates. Scores of those that are not shown may be too low. */
export const rank = async (question: Question, candidates: ReadonlyArray<Input>): Promise<Ranked> => {
  const likeness = likenesses(question, candidates)
  const scores = firstScores(question, candidates, likeness)
  const isLong = isDescription(question)
  if (question.terms.length < 2 && !isLong) return { scores, likeness }
  for (const { language } of candidates) Vocabularies.of(language).makeRoom()
  const pairsIn = once((vocabulary: Vocabulary) => new Pairs.Pairs(vocabulary, question.terms, weights))
  if (isLong) {
    const parsed = candidates.map((candidate) => parse(candidate, question))
    for (let at = 0; at < parsed.length; at++) {
      scores[at]! += pairWorth(candidates[at]!, parsed[at]!, question, pairsIn)
    }
    return { scores: await feedback(scores, parsed, weights, question.inverses), likeness }
  }
  const gain = Pairs.most(question.terms, weights)
  const least = leastShown(scores, question.shown) - gain
  for (let at = 0; at < scores.length; at++) {
    if (scores[at]! < least) continue
    const candidate = candidates[at]!
    scores[at]! += pairWorth(candidate, parse(candidate, question), question, pairsIn)
  }
  return { scores, likeness }
}
