/**
 * Second ranking of the candidates the full-text table returns.
 *
 * BM25 over two fields (Robertson, Zaragoza, Taylor 2004: each field is normalised by its own length before the counts
 * are added), plus neighbouring query terms in the order of the query and within a window (Metzler and Croft 2005), plus
 * relevance feedback: the terms that tell the ten best candidates apart from the collection raise candidates that share
 * them (after Lavrenko and Croft 2001, applied to the candidates instead of a second query).
 */
import { stopWords, Vocabulary } from "./text.ts"

const saturation = 1.2
const titleWeight = 4
const titleNormal = 0.5
const bodyNormal = 0.75
const pairWeight = 0.1
const pairWindow = 8
const feedbackDocuments = 10
const feedbackTerms = 20
const feedbackWeight = 0.3

/** What is read of a document's body to rank it, in UTF-16 units. */
export const readLength = 8192

/** Shared by all queries of this thread: most words of one page are words of the next. */
const vocabulary = new Vocabulary()

/** A candidate as it comes from the tables. */
export interface Input {
  readonly title: string
  /** At most `readLength` of the body. */
  readonly body: string
  /** Length of the whole body in UTF-16 units. */
  readonly length: number
  /** The full-text table's own score, larger is better: it has seen the whole body. */
  readonly score: number
}

/** What is known about the whole collection. */
export interface Collection {
  readonly documents: number
  /** Mean lengths in UTF-16 units. */
  readonly titleLength: number
  readonly bodyLength: number
  /** In how many documents a stem occurs. */
  readonly frequency: (stem: string) => number
}

interface Field {
  /** The stem of every token, as its number. */
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
    while (low < second.length && second[low]! < position - pairWindow) low++
    if (low < second.length && second[low]! <= position + pairWindow) near++
    for (let at = low; at < second.length && second[at]! <= position + 1; at++) {
      if (second[at] === position + 1) ordered++
    }
  }
  return [ordered, near]
}

const saturated = (count: number): number => count / (saturation + count)

const inverse = (collection: Collection, stem: string): number => {
  const frequency = Math.min(collection.frequency(stem), collection.documents)
  return Math.log(1 + (collection.documents - frequency + 0.5) / (frequency + 0.5))
}

/** The score of every candidate, in the order of the candidates. */
export const scores = (
  terms: ReadonlyArray<string>,
  candidates: ReadonlyArray<Input>,
  collection: Collection
): Float64Array => {
  vocabulary.makeRoom()
  const slots = new Map<number, number>()
  const stems: Array<string> = []
  const sequence = terms.map((term) => {
    const number = vocabulary.of(term)
    if (!slots.has(number)) {
      slots.set(number, stems.length)
      stems.push(term)
    }
    return slots.get(number)!
  })
  const weights = stems.map((stem) => inverse(collection, stem))
  const fields = candidates.map((candidate): readonly [Field, Field] => [
    {
      tokens: vocabulary.read(candidate.title),
      normal: 1 - titleNormal + titleNormal * candidate.title.length / Math.max(1, collection.titleLength)
    },
    {
      tokens: vocabulary.read(candidate.body),
      normal: 1 - bodyNormal + bodyNormal * candidate.length / Math.max(1, collection.bodyLength)
    }
  ])
  const out = new Float64Array(candidates.length)
  for (let at = 0; at < candidates.length; at++) {
    const [title, body] = fields[at]!
    const inTitle = positions(title.tokens, slots, stems.length)
    const inBody = positions(body.tokens, slots, stems.length)
    let score = 0
    for (const slot of sequence) {
      const count = titleWeight * inTitle[slot]!.length / title.normal + inBody[slot]!.length / body.normal
      score += weights[slot]! * saturated(count)
    }
    for (let term = 0; term + 1 < sequence.length; term++) {
      const first = sequence[term]!
      const second = sequence[term + 1]!
      if (first === second) continue
      const [titleOrdered, titleNear] = together(inTitle[first]!, inTitle[second]!)
      const [bodyOrdered, bodyNear] = together(inBody[first]!, inBody[second]!)
      score += pairWeight * Math.min(weights[first]!, weights[second]!) * (
        saturated(titleWeight * titleOrdered / title.normal + bodyOrdered / body.normal) +
        saturated(titleWeight * titleNear / title.normal + bodyNear / body.normal)
      )
    }
    // A body longer than what was read is judged by the table too, whose scores are (k1 + 1) times as large.
    const candidate = candidates[at]!
    out[at] = candidate.length > readLength ? Math.max(score, candidate.score / (saturation + 1)) : score
  }
  return feedback(out, fields, collection)
}

const feedback = (
  base: Float64Array,
  fields: ReadonlyArray<readonly [Field, Field]>,
  collection: Collection
): Float64Array => {
  if (base.length < 3) return base
  const best = Array.from(base.keys()).sort((a, b) => base[b]! - base[a]!).slice(0, feedbackDocuments)
  const top = base[best[0]!]!
  if (top <= 0) return base
  const strength = new Map<number, number>()
  for (const at of best) {
    const counts = new Map<number, number>()
    const [title, body] = fields[at]!
    for (const { tokens } of [title, body]) {
      for (const token of tokens) counts.set(token, (counts.get(token) ?? 0) + 1)
    }
    const normal = saturation * (0.25 + 0.75 * body.normal)
    for (const [token, count] of counts) {
      strength.set(token, (strength.get(token) ?? 0) + base[at]! / top * count / (count + normal))
    }
  }
  // Only the strongest are looked up in the collection: a look-up costs more than all the counting.
  const strongest = Array.from(strength)
    .filter(([token]) => vocabulary.name(token).length > 2 && !stopWords.has(vocabulary.name(token)))
    .sort((a, b) => b[1] - a[1])
    .slice(0, 8 * feedbackTerms)
  const telling = strongest
    .map(([token, value]): readonly [number, number, number] => {
      const frequency = collection.frequency(vocabulary.name(token))
      const usable = frequency >= 2 && frequency <= collection.documents / 10
      const weight = inverse(collection, vocabulary.name(token))
      return [token, usable ? value * weight : 0, weight]
    })
    .filter(([, value]) => value > 0)
    .sort((a, b) => b[1] - a[1])
    .slice(0, feedbackTerms)
  if (telling.length === 0) return base
  const strongestValue = telling[0]![1]
  const slots = new Map(telling.map(([token], slot) => [token, slot]))
  const out = Float64Array.from(base)
  const counts = new Float64Array(telling.length)
  for (let at = 0; at < base.length; at++) {
    counts.fill(0)
    const [title, body] = fields[at]!
    for (const token of title.tokens) {
      const slot = slots.get(token)
      if (slot !== undefined) counts[slot]! += titleWeight / title.normal
    }
    for (const token of body.tokens) {
      const slot = slots.get(token)
      if (slot !== undefined) counts[slot]! += 1 / body.normal
    }
    let bonus = 0
    for (let slot = 0; slot < telling.length; slot++) {
      const [, value, weight] = telling[slot]!
      bonus += value / strongestValue * weight * saturated(counts[slot]!)
    }
    out[at]! += feedbackWeight * bonus
  }
  return out
}
