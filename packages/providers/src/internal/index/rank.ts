/**
 * Second ranking, of the best candidates of the first: neighbouring query words in the order of the query and within a
 * window (Metzler and Croft 2005), titles that are what was asked for, identifiers as they are written, and for long
 * questions relevance feedback: the terms that tell the ten best candidates apart from the collection raise candidates
 * that share them (after Lavrenko and Croft 2001, applied to the candidates instead of a second query).
 */
import * as Language from "./language.ts"
import type { Recent } from "./recent.ts"
import { stopWords } from "./stopWords.ts"
import * as Titles from "./titles.ts"
import * as Vocabularies from "./vocabulary.ts"

/** What the signals weigh; chosen with `npm run bench -- retrieval` and `knownItems`. */
export const weights = {
  saturation: 1.2,
  title: 3,
  titleNormal: 0.5,
  bodyNormal: 0.75,
  pair: 0.2,
  pairWindow: 8,
  /** Of the weight of all words of the query together. */
  likeTitle: 1.4,
  /** Titles less like the query are like it by chance. */
  leastLikeness: 0.2,
  literal: 0.5,
  feedbackDocuments: 10,
  feedbackTerms: 20,
  feedback: 0.4,
  /** Questions with fewer telling words name something; longer ones describe it, and feedback helps. */
  feedbackWords: 4
}

/** What is read of a candidate's passage, in UTF-16 units. */
export const readLength = 4000

/** A candidate of the first ranking. */
export interface Input {
  readonly title: string
  /** Its best passage. */
  readonly passage: string
  readonly language: string
  readonly score: number
  /** What its passage and its title are remembered by; absent where they are not. */
  readonly keys?: readonly [passage: number, title: number] | undefined
}

/** Where the words of texts that were read before are kept. */
export type Memory = Recent<number, { readonly generation: object; readonly tokens: Int32Array }>

/** A word of the query, with its weight. */
export interface Term {
  /** Its terms in all languages. */
  readonly terms: ReadonlyArray<string>
  readonly weight: number
}

export interface Question {
  readonly terms: ReadonlyArray<Term>
  /** The words for comparing with titles. */
  readonly wanted: ReadonlyArray<Titles.Wanted>
  /** Identifiers as they were typed. */
  readonly literals: ReadonlyArray<{ readonly text: string; readonly weight: number }>
  /** The query ends in a question mark: one passage has the answer, and what is like other passages has it less. */
  readonly asksFact: boolean
  readonly memory: Memory
  readonly passageLength: number
  readonly titleLength: number
  /** The weights of these terms, or 0 for terms that are too rare or too frequent to tell anything. */
  readonly inverses: (terms: ReadonlyArray<string>) => Promise<ReadonlyArray<number>>
}

interface Field {
  /** The term of every word, as its number. */
  readonly tokens: Int32Array
  readonly normal: number
}

const positions = (tokens: Int32Array, wanted: ReadonlyMap<number, number>, slots: number): Array<Array<number>> => {
  const out: Array<Array<number>> = Array.from({ length: slots }, () => [])
  for (let at = 0; at < tokens.length; at++) {
    const slot = wanted.get(tokens[at]!)
    if (slot !== undefined) out[slot]!.push(at)
  }
  return out
}

/** How often a position of `second` follows one of `first` directly, and how often the two are within the window. */
const together = (first: ReadonlyArray<number>, second: ReadonlyArray<number>): readonly [number, number] => {
  let ordered = 0
  let near = 0
  let low = 0
  for (const position of first) {
    while (low < second.length && second[low]! < position - weights.pairWindow) low++
    if (low < second.length && second[low]! <= position + weights.pairWindow) near++
    for (let at = low; at < second.length && second[at]! <= position + 1; at++) {
      if (second[at] === position + 1) ordered++
    }
  }
  return [ordered, near]
}

const saturated = (count: number): number => count / (weights.saturation + count)

interface Parsed {
  readonly vocabulary: Vocabularies.Vocabulary
  readonly title: Field
  readonly passage: Field
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

const pairs = ({ passage, title, vocabulary }: Parsed, terms: ReadonlyArray<Term>): number => {
  if (terms.length < 2) return 0
  const slots = new Map<number, number>()
  const sequence = terms.map(({ terms: [first, ...more] }, slot) => {
    if (first === undefined) return slot
    const known = slots.get(vocabulary.of(first))
    if (known !== undefined) return known
    for (const term of [first, ...more]) slots.set(vocabulary.of(term), slot)
    return slot
  })
  const inTitle = positions(title.tokens, slots, terms.length)
  const inPassage = positions(passage.tokens, slots, terms.length)
  let score = 0
  for (let at = 0; at + 1 < sequence.length; at++) {
    const first = sequence[at]!
    const second = sequence[at + 1]!
    if (first === second) continue
    const [titleOrdered, titleNear] = together(inTitle[first]!, inTitle[second]!)
    const [ordered, near] = together(inPassage[first]!, inPassage[second]!)
    score += weights.pair * Math.min(terms[at]!.weight, terms[at + 1]!.weight) * (
      saturated(weights.title * titleOrdered / title.normal + ordered / passage.normal) +
      saturated(weights.title * titleNear / title.normal + near / passage.normal)
    )
  }
  return score
}

/** The weights of the identifiers that a candidate has exactly as typed, capitals and all. */
const literal = ({ passage, title }: Input, { literals }: Question): number =>
  literals.reduce((sum, { text, weight }) => sum + (title.includes(text) || passage.includes(text) ? weight : 0), 0)

export interface Ranked {
  readonly scores: Float64Array
  /** The best likeness of a title with the query, from 0 to 1. */
  readonly likeness: Float64Array
}

/** The score of every candidate, in the order of the candidates. */
export const rank = async (question: Question, candidates: ReadonlyArray<Input>): Promise<Ranked> => {
  for (const { language } of candidates) Vocabularies.of(language).makeRoom()
  const parsed = candidates.map((candidate) => parse(candidate, question))
  const total = question.terms.reduce((sum, { weight }) => sum + weight, 0)
  const likeness = new Float64Array(candidates.length)
  const scores = Float64Array.from(candidates, (candidate, at) => {
    const words = Language.words(candidate.language)
    likeness[at] = Titles.likeness(candidate.title, question.wanted, (word) => words.of(word)[0]!)
    return candidate.score + pairs(parsed[at]!, question.terms) +
      (likeness[at]! < weights.leastLikeness ? 0 : total * weights.likeTitle * likeness[at]!) +
      weights.literal * literal(candidate, question)
  })
  const isDescription = question.terms.length >= weights.feedbackWords && !question.asksFact
  return { scores: isDescription ? await feedback(scores, parsed, question) : scores, likeness }
}

const strengths = (base: Float64Array, parsed: ReadonlyArray<Parsed>, best: ReadonlyArray<number>) => {
  const top = base[best[0]!]!
  const strength = new Map<string, number>()
  for (const at of best) {
    const { passage, title, vocabulary } = parsed[at]!
    const counts = new Map<number, number>()
    for (const { tokens } of [title, passage]) {
      for (const token of tokens) counts.set(token, (counts.get(token) ?? 0) + 1)
    }
    const normal = weights.saturation * (0.25 + 0.75 * passage.normal)
    for (const [token, count] of counts) {
      const name = vocabulary.name(token)
      strength.set(name, (strength.get(name) ?? 0) + base[at]! / top * count / (count + normal))
    }
  }
  return strength
}

const feedback = async (
  base: Float64Array,
  parsed: ReadonlyArray<Parsed>,
  question: Question
): Promise<Float64Array> => {
  if (base.length < 3) return base
  const best = Array.from(base.keys()).sort((a, b) => base[b]! - base[a]!).slice(0, weights.feedbackDocuments)
  if (base[best[0]!]! <= 0) return base
  // Only the strongest are looked up in the collection: a look-up costs more than all the counting.
  const strongest = Array.from(strengths(base, parsed, best))
    .filter(([name]) => name.length > 2 && !stopWords.has(name))
    .sort((a, b) => b[1] - a[1])
    .slice(0, 8 * weights.feedbackTerms)
  const inverses = await question.inverses(strongest.map(([name]) => name))
  const telling = strongest
    .map(([name, value], at): readonly [string, number, number] => [name, value * inverses[at]!, inverses[at]!])
    .filter(([, value]) => value > 0)
    .sort((a, b) => b[1] - a[1])
    .slice(0, weights.feedbackTerms)
  if (telling.length === 0) return base
  const strongestValue = telling[0]![1]
  const counts = new Float64Array(telling.length)
  return base.map((score, at) => {
    const { passage, title, vocabulary } = parsed[at]!
    const slots = new Map(telling.map(([name], slot) => [vocabulary.of(name), slot]))
    counts.fill(0)
    for (const token of title.tokens) {
      const slot = slots.get(token)
      if (slot !== undefined) counts[slot]! += weights.title / title.normal
    }
    for (const token of passage.tokens) {
      const slot = slots.get(token)
      if (slot !== undefined) counts[slot]! += 1 / passage.normal
    }
    const bonus = telling.reduce(
      (sum, [, value, weight], slot) => sum + value / strongestValue * weight * saturated(counts[slot]!),
      0
    )
    return score + weights.feedback * bonus
  })
}
