/**
 * Indexes the classes of a page: for each class, the class attributes that contain it. Classes are read in place from
 * the source, so a page with a different class on every element needs no string per class.
 *
 * @since 0.2.0
 */
import { hashWith } from "../tape/hash.ts"

/**
 * The numbers of class attributes, or of elements if `areElements`. Most names have only one number, and a set for it
 * would use ten times the memory.
 */
export class Numbers {
  readonly areElements: boolean
  private readonly first: number
  private others: Set<number> | undefined

  constructor(first: number, areElements: boolean) {
    this.first = first
    this.areElements = areElements
  }

  get size(): number {
    return 1 + (this.others?.size ?? 0)
  }

  add(number: number): this {
    if (number !== this.first) (this.others ??= new Set()).add(number)
    return this
  }

  has(number: number): boolean {
    return number === this.first || this.others?.has(number) === true
  }

  all(): ReadonlyArray<number> {
    return this.others === undefined ? [this.first] : [this.first, ...this.others]
  }
}

/**
 * Maximum number of hash table slots that are tried for a word, so that deliberate collisions stay cheap. If all are
 * occupied, a map stores the word.
 */
const MAX_PROBES_FOR_CLASS_WORD = 16

/** Initial capacity in words. It doubles when it is full. */
const ROOM_FOR_WORDS = 1 << 8

/** Number of distinct first characters. */
const BEGINNINGS = 128
/** Number of distinct lengths. Longer words share the last one. */
const LENGTH_CLASSES = 31

/** Multiplier that distributes hashes over slots: 2^32 divided by the golden ratio. */
const GOLDEN = 0x9e3779b1

/** Difference between the two cases of an ASCII letter. */
const CASE = 0x20
const A = 0x41
const Z = 0x5a

export class ClassWords {
  private readonly source: string
  private readonly isCaseless: boolean
  private size = 0
  /** Hash table of words: for each slot, the number of its word plus one, or 0 if the slot is free. */
  private places = new Int32Array(2 * ROOM_FOR_WORDS)
  private starts = new Int32Array(ROOM_FOR_WORDS)
  private ends = new Int32Array(ROOM_FOR_WORDS)
  /** For each word, the number of the only class attribute with it. A negative number refers to a list in `lists`. */
  private held = new Int32Array(ROOM_FOR_WORDS)
  private readonly lists: Array<Numbers> = []
  /**
   * One bit per word length, for each first character. A lookup here excludes most words of style sheets without a
   * search.
   */
  private readonly lengths = new Int32Array(BEGINNINGS)
  /** Words that entities change in the source, and words without a free slot. */
  private readonly others = new Map<string, Numbers>()

  constructor(source: string, isCaseless: boolean) {
    this.source = source
    this.isCaseless = isCaseless
  }

  add(from: number, to: number, number: number): void {
    this.noteLength(this.source, from, to)
    const hash = this.hashOf(this.source, from, to)
    const word = this.find(hash, this.source, from, to)
    if (word >= 0) this.join(word, number)
    else if (this.others.size > 0 && this.others.has(this.folded(this.source.slice(from, to)))) {
      this.others.get(this.folded(this.source.slice(from, to)))!.add(number)
    } else this.keep(hash, from, to, number)
  }

  addDecoded(text: string, number: number): void {
    this.noteLength(text, 0, text.length)
    const word = this.find(this.hashOf(text, 0, text.length), text, 0, text.length)
    if (word >= 0) this.join(word, number)
    else this.addOther(this.folded(text), number)
  }

  has(text: string, from: number, to: number): boolean {
    if ((this.lengths[this.letterAt(text, from) & BEGINNINGS - 1]! >>> lengthOf(from, to) & 1) === 0) return false
    return this.find(this.hashOf(text, from, to), text, from, to) >= 0 ||
      this.others.size > 0 && this.others.has(this.folded(text.slice(from, to)))
  }

  /** Returns the class attributes that contain a word. The same list object is returned each time. */
  of(text: string): Numbers | undefined {
    const word = this.find(this.hashOf(text, 0, text.length), text, 0, text.length)
    return word < 0 ? this.others.get(this.folded(text)) : this.listOf(word)
  }

  private noteLength(text: string, from: number, to: number): void {
    this.lengths[this.letterAt(text, from) & BEGINNINGS - 1]! |= 1 << lengthOf(from, to)
  }

  private listOf(word: number): Numbers {
    const held = this.held[word]!
    if (held < 0) return this.lists[~held]!
    const numbers = new Numbers(held, false)
    this.held[word] = ~(this.lists.push(numbers) - 1)
    return numbers
  }

  private join(word: number, number: number): void {
    if (this.held[word] !== number) this.listOf(word).add(number)
  }

  private addOther(text: string, number: number): void {
    const known = this.others.get(text)
    if (known === undefined) this.others.set(text, new Numbers(number, false))
    else known.add(number)
  }

  private folded(text: string): string {
    return this.isCaseless ? text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase()) : text
  }

  private letterAt(text: string, at: number): number {
    const code = text.charCodeAt(at)
    return this.isCaseless && code >= A && code <= Z ? code | CASE : code
  }

  private hashOf(text: string, from: number, to: number): number {
    let hash = 0
    for (let at = from; at < to; at++) hash = hashWith(hash, this.letterAt(text, at))
    return Math.imul(hash, GOLDEN)
  }

  private placeOf(hash: number, tried: number): number {
    const { length } = this.places
    return (hash >>> Math.clz32(length - 1)) + tried & length - 1
  }

  private find(hash: number, text: string, from: number, to: number): number {
    for (let tried = 0; tried < MAX_PROBES_FOR_CLASS_WORD; tried++) {
      const word = this.places[this.placeOf(hash, tried)]! - 1
      if (word < 0) return -1
      if (this.isSame(word, text, from, to)) return word
    }
    return -1
  }

  private isSame(word: number, text: string, from: number, to: number): boolean {
    const start = this.starts[word]!
    if (this.ends[word]! - start !== to - from) return false
    for (let k = 0; k < to - from; k++) {
      if (this.letterAt(this.source, start + k) !== this.letterAt(text, from + k)) return false
    }
    return true
  }

  private keep(hash: number, from: number, to: number, number: number): void {
    if (this.size === this.starts.length) this.grow()
    if (!this.put(hash, this.size)) {
      this.addOther(this.folded(this.source.slice(from, to)), number)
      return
    }
    this.starts[this.size] = from
    this.ends[this.size] = to
    this.held[this.size++] = number
  }

  private put(hash: number, word: number): boolean {
    for (let tried = 0; tried < MAX_PROBES_FOR_CLASS_WORD; tried++) {
      const place = this.placeOf(hash, tried)
      if (this.places[place] !== 0) continue
      this.places[place] = word + 1
      return true
    }
    return false
  }

  private grow(): void {
    const { ends, held, size, source, starts } = this
    this.starts = longer(starts)
    this.ends = longer(ends)
    this.held = longer(held)
    this.places = new Int32Array(2 * this.places.length)
    for (let word = 0; word < size; word++) {
      if (this.put(this.hashOf(source, starts[word]!, ends[word]!), word)) continue
      for (const number of this.listOf(word).all()) {
        this.addOther(this.folded(source.slice(starts[word], ends[word])), number)
      }
    }
  }
}

const lengthOf = (from: number, to: number): number => Math.min(LENGTH_CLASSES, to - from)

const longer = (numbers: Int32Array<ArrayBuffer>): Int32Array<ArrayBuffer> => {
  const made = new Int32Array(2 * numbers.length)
  made.set(numbers)
  return made
}
