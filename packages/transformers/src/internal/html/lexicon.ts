/**
 * The class names and ids that pages use, by number. Pages use the same ones over and over, and those of one site above
 * all, so that what is known about a name is found out once.
 *
 * @since 0.1.0
 */

/** White space as `\s` has it. */
const isSpace = (c: number): boolean =>
  c <= 32
    ? c === 32 || (c >= 9 && c <= 13)
    : c >= 160 &&
      (c === 160 || c === 0x1680 || (c >= 0x2000 && c <= 0x200a) || c === 0x2028 || c === 0x2029 || c === 0x202f ||
        c === 0x205f || c === 0x3000 || c === 0xfeff)

/** Values of more characters hold no names. */
const longestValue = 2000
/** Names of a value that are read. */
const mostNames = 40

const slots = 1 << 13
/** Places that are tried for a name before it gets another number: what collides on purpose costs no time. */
const tries = 8

/** Names and letters from which on the next page begins with an empty lexicon. */
const full = { names: 5000, letters: 1 << 16 }

export class Lexicon {
  /** How many names there are. */
  size = 0
  #letters = new Uint16Array(1 << 13)
  /** Where the letters of every name begin; they end where those of the next name begin. */
  #starts = new Int32Array(1 << 10)
  readonly #slots = new Int32Array(slots)

  get letters(): Uint16Array {
    return this.#letters
  }

  get isFull(): boolean {
    return this.size > full.names || this.#starts[this.size]! > full.letters
  }

  /** Where the letters of a name begin. */
  startOf(name: number): number {
    return this.#starts[name]!
  }

  /** The names that stand in a part of a text, in its order. */
  namesOf(source: string, from: number, to: number): ReadonlyArray<number> {
    const names: Array<number> = []
    if (from === to || to - from > longestValue) return names
    for (let at = from; at <= to && names.length < mostNames;) {
      let stop = at
      while (stop < to && !isSpace(source.charCodeAt(stop))) stop++
      names.push(this.nameOf(source, at, stop))
      at = stop + 1
      while (at < to && isSpace(source.charCodeAt(at))) at++
    }
    return names
  }

  /** The name that a part of a text is, whatever stands in it. */
  nameOf(source: string, from: number, to: number): number {
    const start = this.#starts[this.size]!
    this.#reserve(start + to - from)
    const letters = this.#letters
    let hash = 0
    for (let k = from; k < to; k++) {
      const c = source.charCodeAt(k)
      letters[start + k - from] = c
      hash = Math.imul(hash, 31) + c | 0
    }
    let slot = (hash ^ hash >>> 15) & slots - 1
    for (let t = 0; t < tries; t++, slot = slot + 1 & slots - 1) {
      const known = this.#slots[slot]! - 1
      if (known < 0) {
        this.#slots[slot] = this.size + 1
        break
      }
      if (this.#isSame(known, start, to - from)) return known
    }
    this.#starts[this.size + 1] = start + to - from
    return this.size++
  }

  #isSame(name: number, start: number, length: number): boolean {
    const letters = this.#letters
    const other = this.#starts[name]!
    if (this.#starts[name + 1]! - other !== length) return false
    for (let k = 0; k < length; k++) if (letters[other + k] !== letters[start + k]) return false
    return true
  }

  /** Makes room for one more name whose letters end here. */
  #reserve(stop: number): void {
    if (stop > this.#letters.length) {
      const letters = new Uint16Array(2 * stop)
      letters.set(this.#letters)
      this.#letters = letters
    }
    if (this.size + 2 > this.#starts.length) {
      const starts = new Int32Array(2 * this.#starts.length)
      starts.set(this.#starts)
      this.#starts = starts
    }
  }
}

let current = new Lexicon()

/** The lexicon for a page that begins; a page keeps to one. */
export const lexicon = (): Lexicon => {
  if (current.isFull) current = new Lexicon()
  return current
}
