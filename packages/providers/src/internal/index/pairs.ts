/** Neighbouring words of a query in the order of the query, and near each other (Metzler and Croft 2005). */
import type { Vocabulary } from "./vocabulary.ts"

/** The words of a title or a passage. */
export interface Field {
  /** The term of every word, as its number. */
  readonly tokens: Int32Array
  readonly normal: number
}

/** A word of the query, with its weight. */
export interface Term {
  /** Its terms in all languages. */
  readonly terms: ReadonlyArray<string>
  readonly weight: number
}

/** What the signals weigh; chosen with `npm run bench -- retrieval` and `knownItems`. */
export interface Weights {
  readonly saturation: number
  readonly title: number
  readonly pair: number
  readonly pairWindow: number
}

/** How often a position of `second` follows one of `first` directly, and how often the two are within the window. */
const together = (
  first: ReadonlyArray<number>,
  second: ReadonlyArray<number>,
  window: number
): readonly [number, number] => {
  let ordered = 0
  let near = 0
  let low = 0
  for (const position of first) {
    while (low < second.length && second[low]! < position - window) low++
    if (low < second.length && second[low]! <= position + window) near++
    for (let at = low; at < second.length && second[at]! <= position + 1; at++) {
      if (second[at] === position + 1) ordered++
    }
  }
  return [ordered, near]
}

/** The most that neighbours can be worth. */
export const most = (terms: ReadonlyArray<Term>, weights: Weights): number => {
  let sum = 0
  for (let at = 0; at + 1 < terms.length; at++) sum += Math.min(terms[at]!.weight, terms[at + 1]!.weight)
  return 2 * weights.pair * sum
}

/** Finds neighbours in texts of one language; all texts have to be read before. */
export class Pairs {
  private readonly vocabulary: Vocabulary
  private readonly terms: ReadonlyArray<Term>
  private readonly weights: Weights
  /** The place of every word of the query; a word that is there twice has one. */
  private readonly sequence: ReadonlyArray<number>
  private readonly places = new Map<number, number>()
  private readonly inTitle: ReadonlyArray<Array<number>>
  private readonly inPassage: ReadonlyArray<Array<number>>

  constructor(vocabulary: Vocabulary, terms: ReadonlyArray<Term>, weights: Weights) {
    this.vocabulary = vocabulary
    this.terms = terms
    this.weights = weights
    this.sequence = terms.map(({ terms: [first, ...more] }, place) => {
      if (first === undefined) return place
      const known = this.places.get(vocabulary.of(first))
      if (known !== undefined) return known
      for (const term of [first, ...more]) this.places.set(vocabulary.of(term), place)
      return place
    })
    this.inTitle = terms.map(() => [])
    this.inPassage = terms.map(() => [])
  }

  /** Fills the positions of every word of the query, and tells how many words there are. */
  private find(tokens: Int32Array, marks: Uint8Array, into: ReadonlyArray<Array<number>>): number {
    let found = 0
    for (const positions of into) positions.length = 0
    for (let at = 0; at < tokens.length; at++) {
      const mark = marks[tokens[at]!]!
      if (mark > 0 && into[mark - 1]!.push(at) === 1) found++
    }
    return found
  }

  /** What the neighbours in a title and a passage are worth. */
  of(title: Field, passage: Field): number {
    const { pair, pairWindow, saturation, title: titleWeight } = this.weights
    const { marks } = this.vocabulary.scratch
    for (const [number, place] of this.places) marks[number] = place + 1
    const titled = this.find(title.tokens, marks, this.inTitle)
    const passed = this.find(passage.tokens, marks, this.inPassage)
    for (const number of this.places.keys()) marks[number] = 0
    if (titled < 2 && passed < 2) return 0
    let score = 0
    for (let at = 0; at + 1 < this.sequence.length; at++) {
      const first = this.sequence[at]!
      const second = this.sequence[at + 1]!
      if (first === second) continue
      const [titleOrdered, titleNear] = together(this.inTitle[first]!, this.inTitle[second]!, pairWindow)
      const [ordered, near] = together(this.inPassage[first]!, this.inPassage[second]!, pairWindow)
      const direct = titleWeight * titleOrdered / title.normal + ordered / passage.normal
      const close = titleWeight * titleNear / title.normal + near / passage.normal
      score += pair * Math.min(this.terms[at]!.weight, this.terms[at + 1]!.weight) *
        (direct / (saturation + direct) + close / (saturation + close))
    }
    return score
  }
}
