/**
 * A page as the classifier sees it: units of text, each the words that stand together in one block, with what can be
 * counted in them.
 *
 * @since 0.1.0
 */
import * as Tags from "./tags.ts"
import type { Work } from "./work.ts"

/** Parallel arrays with one entry per unit, in document order. Only `chars` and `linked` count all of a long unit. */
export interface Units {
  readonly count: number
  /** The block that holds the unit. */
  readonly block: Int32Array
  /** Its first text node. */
  readonly first: Int32Array
  /** The unit of every node, -1 for elements and for text that is never shown. */
  readonly of: Int32Array
  readonly chars: Int32Array
  readonly linked: Int32Array
  readonly letters: Int32Array
  readonly digits: Int32Array
  readonly upper: Int32Array
  readonly words: Int32Array
  /** Ends of sentences. */
  readonly ends: Int32Array
  /** Commas, colons and semicolons. */
  readonly marks: Int32Array
  /** Slashes, bars, bullets and other signs between short things. */
  readonly bars: Int32Array
  /** 1 when an amount of money is named. */
  readonly money: Uint8Array
  /** The last letter: 1 ends a sentence, 2 is a colon, 3 a comma. */
  readonly last: Uint8Array
  /** What the first words speak for, summed: positive for content. */
  readonly said: Float32Array
  /** Equal for units of the same letters. */
  readonly hash: Int32Array
}

/** Words of a unit that are looked up. */
export const firstWords = 16
/** Letters of a unit that are counted; what is longer reads on as it began. */
const looked = 400

export const wordHash = (word: string): number => {
  let h = 0
  for (let k = 0; k < word.length; k++) h = Math.imul(h, 31) + word.charCodeAt(k) | 0
  return h
}

const perMark = new Uint8Array(128)
{
  for (const c of ",;:") perMark[c.charCodeAt(0)] = 1
  for (const c of "|/") perMark[c.charCodeAt(0)] = 2
  for (const c of ".!?") perMark[c.charCodeAt(0)] = 3
}

/** `hidden` is 1 for nodes whose text is never shown, `linked` 1 for those inside a link. */
export const unitsOf = (
  work: Work,
  hidden: Uint8Array,
  inside: Uint8Array,
  weights: ReadonlyMap<number, number>
): Units => {
  const { tape: { end, n, parent, tag, text }, texts: { hash, raw } } = work
  const of = new Int32Array(n).fill(-1)
  const near = new Int32Array(n)
  const blocks: Array<number> = []
  const firsts: Array<number> = []
  let open = -1
  for (let i = 0; i < n; i++) {
    const p = parent[i]!
    const id = tag[i]!
    const block = p < 0 || (id !== Tags.TEXT && Tags.is(id, Tags.BLOCK))
    near[i] = block ? i : near[p]!
    if (id !== Tags.TEXT) {
      if (block) open = -1
      continue
    }
    if (hidden[i] === 1 || hash[i] === 0) continue
    const at = near[i]!
    if (at !== open || i >= end[at]!) {
      blocks.push(at)
      firsts.push(i)
      open = at
    }
    of[i] = blocks.length - 1
  }
  const count = blocks.length
  const chars = new Int32Array(count)
  const linked = new Int32Array(count)
  const letters = new Int32Array(count)
  const digits = new Int32Array(count)
  const upper = new Int32Array(count)
  const words = new Int32Array(count)
  const ends = new Int32Array(count)
  const marks = new Int32Array(count)
  const bars = new Int32Array(count)
  const money = new Uint8Array(count)
  const last = new Uint8Array(count)
  const said = new Float32Array(count)
  const hashes = new Int32Array(count)
  const counted = new Int32Array(count)
  for (let i = 0; i < n; i++) {
    const u = of[i]!
    if (u < 0) continue
    chars[u]! += raw[i]!
    if (inside[i] === 1) linked[u]! += raw[i]!
    hashes[u] = Math.imul(hashes[u]!, 16777619) + hash[i]! | 0
    const s = text[i]!
    const stop = Math.min(s.length, looked - counted[u]!)
    if (stop <= 0) continue
    counted[u]! += stop
    let before = 0
    let size = 0
    let h = 0
    for (let k = 0; k <= stop; k++) {
      const c = k < stop ? s.charCodeAt(k) : 32
      if ((c >= 97 && c <= 122) || (c >= 65 && c <= 90) || (c > 191 && c < 0x2000) || c > 0x2e80) {
        size++
        letters[u]!++
        const capital = c >= 65 && c <= 90
        if (capital) upper[u]!++
        h = Math.imul(h, 31) + (capital ? c + 32 : c) | 0
        before = c
        continue
      }
      if (size > 0) {
        if (words[u]!++ < firstWords && size > 1 && size <= 20) said[u]! += weights.get(h) ?? 0
        h = 0
      }
      if (c > 32 && c !== 160) {
        if (c >= 48 && c <= 57) {
          digits[u]!++
          if (before === 36 || before === 163 || before === 8364 || before === 165) money[u] = 1
        } else if (c < 128) {
          const mark = perMark[c]
          if (mark === 1) marks[u]!++
          else if (mark === 2) bars[u]!++
          else if (mark === 3 && size > 1) ends[u]!++
        } else if (c === 0x3002) ends[u]!++
        else if (c === 187 || c === 8250 || c === 183 || c === 8226) bars[u]!++
        else if (c === 8364 && before >= 48 && before <= 57) money[u] = 1
        before = c
      }
      size = 0
    }
    if (stop < s.length) last[u] = 0
    else if (before !== 0) {
      last[u] = before === 46 || before === 33 || before === 63 || before === 0x3002 ? 1 : before === 58 ?
        2
        : before === 44
        ? 3
        : 0
    }
  }
  return {
    count,
    block: Int32Array.from(blocks),
    first: Int32Array.from(firsts),
    of,
    chars,
    linked,
    letters,
    digits,
    upper,
    words,
    ends,
    marks,
    bars,
    money,
    last,
    said,
    hash: hashes
  }
}
