/**
 * Applies relevance feedback to long questions. Terms that distinguish the ten best candidates from the collection
 * raise other candidates with these terms (after Lavrenko and Croft 2001, applied to the candidates instead of a
 * second query).
 */
import type { Field } from "./pairs.ts"
import { stopWords } from "./stopWords.ts"
import type { Vocabulary } from "./vocabulary.ts"

export interface Weights {
  readonly saturation: number
  readonly title: number
  readonly feedbackDocuments: number
  readonly feedbackTerms: number
  readonly feedback: number
}

export interface Parsed {
  readonly vocabulary: Vocabulary
  readonly title: Field
  readonly passage: Field
}

const strengths = (
  base: Float64Array,
  parsed: ReadonlyArray<Parsed>,
  best: ReadonlyArray<number>,
  saturation: number
): ReadonlyArray<readonly [string, number]> => {
  const top = base[best[0]!]!
  const found = new Map<Vocabulary, Array<number>>()
  for (const at of best) {
    const { passage, title, vocabulary } = parsed[at]!
    const { counts, sums } = vocabulary.scratch
    const here: Array<number> = []
    for (const { tokens } of [title, passage]) {
      for (let position = 0; position < tokens.length; position++) {
        if (counts[tokens[position]!]!++ === 0) here.push(tokens[position]!)
      }
    }
    const normal = saturation * (0.25 + 0.75 * passage.normal)
    const known = found.get(vocabulary) ?? []
    found.set(vocabulary, known)
    for (const token of here) {
      if (sums[token] === 0) known.push(token)
      const count = counts[token]!
      sums[token]! += base[at]! / top * count / (count + normal)
      counts[token] = 0
    }
  }
  const out: Array<readonly [string, number]> = []
  for (const [vocabulary, tokens] of found) {
    const { sums } = vocabulary.scratch
    for (const token of tokens) {
      if (sums[token]! > 0) out.push([vocabulary.name(token), sums[token]!])
      sums[token] = 0
    }
  }
  return out
}

const bonuses = (
  parsed: ReadonlyArray<Parsed>,
  telling: ReadonlyArray<readonly [string, number, number]>,
  { saturation, title: titleWeight }: Weights
): Float64Array => {
  const strongest = telling[0]![1]
  const counts = new Float64Array(telling.length)
  const numbers = new Map<Vocabulary, ReadonlyArray<number>>()
  for (const { vocabulary } of parsed) {
    if (!numbers.has(vocabulary)) numbers.set(vocabulary, telling.map(([name]) => vocabulary.of(name)))
  }
  const out = new Float64Array(parsed.length)
  for (const [at, { passage, title, vocabulary }] of parsed.entries()) {
    const own = numbers.get(vocabulary)!
    const { marks } = vocabulary.scratch
    own.forEach((number, at) => {
      marks[number] = at + 1
    })
    counts.fill(0)
    for (let at = 0; at < title.tokens.length; at++) {
      const mark = marks[title.tokens[at]!]!
      if (mark > 0) counts[mark - 1]! += titleWeight / title.normal
    }
    for (let at = 0; at < passage.tokens.length; at++) {
      const mark = marks[passage.tokens[at]!]!
      if (mark > 0) counts[mark - 1]! += 1 / passage.normal
    }
    for (const number of own) marks[number] = 0
    let sum = 0
    for (let term = 0; term < telling.length; term++) {
      const count = counts[term]!
      if (count === 0) continue
      const [, value, weight] = telling[term]!
      sum += value / strongest * weight * count / (saturation + count)
    }
    out[at] = sum
  }
  return out
}

export const feedback = async (
  base: Float64Array,
  parsed: ReadonlyArray<Parsed>,
  weights: Weights,
  inverses: (terms: ReadonlyArray<string>) => Promise<ReadonlyArray<number>>
): Promise<Float64Array> => {
  if (base.length < 3) return base
  const best = parsed.map((_, at) => at).sort((a, b) => base[b]! - base[a]!).slice(0, weights.feedbackDocuments)
  if (base[best[0]!]! <= 0) return base
  // Only the strongest terms are looked up, because a lookup takes longer than counting.
  const strongest = strengths(base, parsed, best, weights.saturation)
    .filter(([name]) => name.length > 2 && !stopWords.has(name))
    .sort((a, b) => b[1] - a[1])
    .slice(0, 8 * weights.feedbackTerms)
  const weighed = await inverses(strongest.map(([name]) => name))
  const telling = strongest
    .map(([name, value], at): readonly [string, number, number] => [name, value * weighed[at]!, weighed[at]!])
    .filter(([, value]) => value > 0)
    .sort((a, b) => b[1] - a[1])
    .slice(0, weights.feedbackTerms)
  if (telling.length === 0) return base
  const bonus = bonuses(parsed, telling, weights)
  return base.map((score, at) => score + weights.feedback * bonus[at]!)
}
