/**
 * Counts terms in the pieces of documents. Postings are stored in one log in text order, because a list for each term
 * would need several objects.
 */
import { grownInt32, Int32List } from "./growing.ts"
import { firstOf, type Listed, MAX_COUNT, ONE_SECOND, secondOf } from "./segment.ts"

export interface TermNames {
  readonly all: ReadonlyArray<string>
  /** Returns these numbers in the order of their names. */
  readonly sorted: (numbers: Int32Array) => Int32Array
}

const POSTINGS = 1024

/** Postings of terms. Terms are numbers from 0. */
export class Postings {
  private readonly terms = new Int32List(POSTINGS)
  private readonly pieces = new Int32List(POSTINGS)
  private counts = new Uint8Array(POSTINGS)
  /** For each term, the position after its last posting in the log; 0 without postings. */
  private last: Int32Array<ArrayBuffer>
  private amounts: Int32Array<ArrayBuffer>
  private documents: Int32Array<ArrayBuffer>
  private readonly used = new Int32List()
  /** Ends of the postings of used terms. Values of other terms are not valid. */
  private ends = new Int32Array(0)

  constructor(terms: number) {
    this.last = new Int32Array(terms)
    this.amounts = new Int32Array(terms)
    this.documents = new Int32Array(terms)
  }

  /**
   * Counts a term. `head` is the first piece of its document. Pieces must ascend. `field` 0 is title or text; 1 is
   * URL or heading.
   */
  count(term: number, head: number, piece: number, field: 0 | 1): void {
    if (term >= this.last.length) this.grow(term + 1)
    const at = this.last[term]! - 1
    if (at >= 0 && this.pieces.values[at] === piece) {
      const packed = this.counts[at]!
      if (field === 0) {
        if (firstOf(packed) < MAX_COUNT) this.counts[at] = packed + 1
      } else if (secondOf(packed) < MAX_COUNT) this.counts[at] = packed + ONE_SECOND
      return
    }
    if (at < 0) this.used.push(term)
    if (at < 0 || this.pieces.values[at]! < head) this.documents[term]!++
    this.amounts[term]!++
    const next = this.terms.length
    this.terms.push(term)
    this.pieces.push(piece)
    if (next === this.counts.length) {
      const counts = new Uint8Array(next * 2)
      counts.set(this.counts)
      this.counts = counts
    }
    this.counts[next] = field === 0 ? 1 : ONE_SECOND
    this.last[term] = next + 1
  }

  /** Removes all postings. Takes time for the terms with postings, not for all terms. */
  clear(): void {
    for (let at = 0; at < this.used.length; at++) {
      const term = this.used.values[at]!
      this.last[term] = 0
      this.amounts[term] = 0
      this.documents[term] = 0
    }
    this.used.length = 0
    this.terms.length = 0
    this.pieces.length = 0
  }

  private grow(terms: number): void {
    this.last = grownInt32(this.last, terms)
    this.amounts = grownInt32(this.amounts, terms)
    this.documents = grownInt32(this.documents, terms)
  }

  *lists({ all, sorted }: TermNames): Generator<Listed> {
    const numbers = sorted(this.used.values.subarray(0, this.used.length))
    const length = this.terms.length
    const pieces = new Int32Array(length)
    const counts = new Uint8Array(length)
    if (this.ends.length < this.last.length) this.ends = new Int32Array(this.last.length)
    const { ends } = this
    let end = 0
    for (const term of numbers) {
      ends[term] = end
      end += this.amounts[term]!
    }
    for (let at = 0; at < length; at++) {
      const to = ends[this.terms.values[at]!]!++
      pieces[to] = this.pieces.values[at]!
      counts[to] = this.counts[at]!
    }
    let from = 0
    for (const number of numbers) {
      const to = ends[number]!
      yield { term: all[number]!, documents: this.documents[number]!, pieces, counts, from, to }
      from = to
    }
  }
}
