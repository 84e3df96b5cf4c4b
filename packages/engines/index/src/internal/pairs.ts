/** Scores neighbouring query words that are adjacent or near each other on a page (Metzler and Croft 2005). */
import type { Vocabulary } from "./vocabulary.ts"

export interface Field {
  readonly tokens: Int32Array
  readonly normal: number
}

export interface Term {
  readonly terms: ReadonlyArray<string>
  readonly weight: number
}

export interface Weights {
  readonly saturation: number
  readonly title: number
  readonly pair: number
  readonly pairWindow: number
}

class Positions {
  private at = new Int32Array(4)
  count = 0

  add(position: number): void {
    if (this.count === this.at.length) {
      const larger = new Int32Array(this.at.length * 2)
      larger.set(this.at)
      this.at = larger
    }
    this.at[this.count++] = position
  }

  followedBy(second: Positions): number {
    let sum = 0
    let low = 0
    for (let place = 0; place < this.count; place++) {
      const next = this.at[place]! + 1
      while (low < second.count && second.at[low]! < next) low++
      if (low < second.count && second.at[low] === next) sum++
    }
    return sum
  }

  near(second: Positions, window: number): number {
    let sum = 0
    let low = 0
    for (let place = 0; place < this.count; place++) {
      const position = this.at[place]!
      while (low < second.count && second.at[low]! < position - window) low++
      if (low < second.count && second.at[low]! <= position + window) sum++
    }
    return sum
  }
}

export const most = (terms: ReadonlyArray<Term>, weights: Weights): number => {
  let sum = 0
  for (let at = 0; at + 1 < terms.length; at++) sum += Math.min(terms[at]!.weight, terms[at + 1]!.weight)
  return 2 * weights.pair * sum
}

/** Finds pairs of words in texts. All texts must be parsed first. */
export class Pairs {
  private readonly vocabulary: Vocabulary
  private readonly terms: ReadonlyArray<Term>
  private readonly weights: Weights
  private readonly sequence: ReadonlyArray<number>
  private readonly numbers: ReadonlyArray<number>
  private readonly marks: ReadonlyArray<number>
  private readonly inTitle: ReadonlyArray<Positions>
  private readonly inPassage: ReadonlyArray<Positions>

  constructor(vocabulary: Vocabulary, terms: ReadonlyArray<Term>, weights: Weights) {
    this.vocabulary = vocabulary
    this.terms = terms
    this.weights = weights
    const places = new Map<number, number>()
    this.sequence = terms.map(({ terms: [first, ...more] }, place) => {
      if (first === undefined) return place
      const known = places.get(vocabulary.of(first))
      if (known !== undefined) return known
      for (const term of [first, ...more]) places.set(vocabulary.of(term), place)
      return place
    })
    this.numbers = [...places.keys()]
    this.marks = this.numbers.map((number) => places.get(number)! + 1)
    this.inTitle = terms.map(() => new Positions())
    this.inPassage = terms.map(() => new Positions())
  }

  private find(tokens: Int32Array, marks: Uint8Array, into: ReadonlyArray<Positions>): number {
    let found = 0
    for (const positions of into) positions.count = 0
    for (let at = 0; at < tokens.length; at++) {
      const mark = marks[tokens[at]!]!
      if (mark === 0) continue
      const positions = into[mark - 1]!
      if (positions.count === 0) found++
      positions.add(at)
    }
    return found
  }

  of(title: Field, passage: Field): number {
    const { pair, pairWindow, saturation, title: titleWeight } = this.weights
    const { marks } = this.vocabulary.scratch
    for (let at = 0; at < this.numbers.length; at++) marks[this.numbers[at]!] = this.marks[at]!
    const titled = this.find(title.tokens, marks, this.inTitle)
    const passed = this.find(passage.tokens, marks, this.inPassage)
    for (let at = 0; at < this.numbers.length; at++) marks[this.numbers[at]!] = 0
    if (titled < 2 && passed < 2) return 0
    let score = 0
    for (let at = 0; at + 1 < this.sequence.length; at++) {
      const first = this.sequence[at]!
      const second = this.sequence[at + 1]!
      if (first === second) continue
      const inTitle = this.inTitle[first]!
      const inPassage = this.inPassage[first]!
      if (inTitle.count === 0 && inPassage.count === 0) continue
      const direct = titleWeight * inTitle.followedBy(this.inTitle[second]!) / title.normal +
        inPassage.followedBy(this.inPassage[second]!) / passage.normal
      const close = titleWeight * inTitle.near(this.inTitle[second]!, pairWindow) / title.normal +
        inPassage.near(this.inPassage[second]!, pairWindow) / passage.normal
      score += pair * Math.min(this.terms[at]!.weight, this.terms[at + 1]!.weight) *
        (direct / (saturation + direct) + close / (saturation + close))
    }
    return score
  }
}
