/**
 * Measures the parts of a page: text, linked text, running text. All measures are sums over the tape, from the
 * innermost elements outwards.
 *
 * @since 0.1.0
 */
import * as Character from "../tape/characters.ts"
import { hashWith } from "../tape/hash.ts"
import { float64Column, int32Column, release } from "../tape/lent.ts"
import * as Tags from "../tape/tags.ts"
import type { Tape } from "../tape/tape.ts"

export const MIN_PARAGRAPH_CHARACTERS = 60
const MAX_LINK_SHARE_OF_PARAGRAPH = 0.4
const WEIGHT_OF_HEADING = 0.5
const WEIGHT_OF_LABEL = 0.25
const WEIGHT_OF_CARD = 0.6

export interface Texts {
  /** Number of characters in the whole subtree, with white space collapsed. */
  readonly raw: Int32Array
  readonly hash: Int32Array
  /** Index of the nearest block around a node, or of the node itself. */
  readonly block: Int32Array
}

export const texts = (tape: Tape): Texts => {
  const { n, parent, source, tag, text, textAt } = tape
  const raw = int32Column(n)
  const hash = int32Column(n)
  const block = int32Column(n)
  const found = { raw, hash, block }
  for (let i = 0; i < n; i++) {
    const id = tag[i]!
    const p = parent[i]!
    block[i] = p < 0 || (id !== Tags.TEXT && Tags.is(id, Tags.BLOCK)) ? i : block[p]!
    if (id !== Tags.TEXT || (p >= 0 && (tag[p] === Tags.SCRIPT || tag[p] === Tags.STYLE))) continue
    const s = text[i]!
    if (s.length === 1 && isBlank(s.charCodeAt(0))) continue
    const at = textAt[i]!
    if (at < 0) weigh(s, 0, s.length, i, raw, hash)
    else weigh(source, at, at + s.length, i, raw, hash)
  }
  for (let i = n - 1; i >= 0; i--) {
    const id = tag[i]!
    if (id === Tags.TEMPLATE || id === Tags.SVG) raw[i] = 0
    const p = parent[i]!
    if (p >= 0) raw[p]! += raw[i]!
  }
  return found
}

const FIRST_KANA = 0x3041
const LAST_IDEOGRAPH = 0x9fff
const FIRST_HANGUL = 0xac00
const LAST_HANGUL = 0xd7a3

/**
 * Returns whether a character is a whole syllable or word: a Chinese or Japanese character, or a Korean syllable. Such
 * a character counts twice, so that lengths are comparable across scripts. A page in these scripts has about half the
 * characters of its translation.
 */
const isDense = (c: number): boolean =>
  c >= FIRST_KANA && (c <= LAST_IDEOGRAPH || c >= FIRST_HANGUL && c <= LAST_HANGUL)

const isBlank = (c: number): boolean => c <= Character.SPACE || c === Character.NO_BREAK_SPACE

const weigh = (s: string, from: number, to: number, node: number, raw: Int32Array, hashes: Int32Array): void => {
  let count = 0
  let hash = 0
  let blank = true
  for (let k = from; k < to; k++) {
    const c = s.charCodeAt(k)
    if (!isBlank(c)) {
      count += isDense(c) ? 2 : 1
      hash = hashWith(hash, c)
      blank = false
    } else if (!blank) {
      count++
      blank = true
    }
  }
  raw[node] = count
  hashes[node] = hash
}

export interface Measures {
  readonly length: Int32Array
  /** Number of a node's characters that are inside links. */
  readonly link: Int32Array
  /** Amount of running text. Long blocks count fully, and labels and lists of links hardly count. */
  readonly mass: Float64Array
  readonly paragraphs: Int32Array
}

const MIN_LONG_PARAGRAPH_CHARACTERS = 160

export const measure = (
  tape: Tape,
  texts: Texts,
  drop: Uint8Array,
  inLink: Uint8Array,
  cards?: Uint8Array
): Measures => {
  const { n, parent, tag } = tape
  const mass = float64Column(n)
  const length = int32Column(n)
  const link = int32Column(n)
  const paragraphs = int32Column(n)
  const own = int32Column(n)
  const ownLink = int32Column(n)
  const measures = { length, link, mass, paragraphs }
  for (let i = n - 1; i >= 0; i--) {
    if (drop[i] !== 0) continue
    const id = tag[i]!
    const p = parent[i]!
    if (id === Tags.TEXT) {
      const at = texts.block[i]!
      const chars = texts.raw[i]!
      length[i] = chars
      if (inLink[i] === 1) link[i] = chars
      // A block comes after the text that it contains. Text outside of all elements has no block.
      if (at !== i) {
        own[at]! += chars
        if (inLink[i] === 1) ownLink[at]! += chars
      }
    }
    const size = own[i]!
    if (size > 0) {
      const density = ownLink[i]! / size
      let weight = size * (1 - density) * (1 - density)
      if (Tags.is(id, Tags.HEADING)) weight *= WEIGHT_OF_HEADING
      else {
        weight *= Math.min(1, WEIGHT_OF_LABEL + size / MIN_LONG_PARAGRAPH_CHARACTERS)
        if (size >= MIN_PARAGRAPH_CHARACTERS && density < MAX_LINK_SHARE_OF_PARAGRAPH) paragraphs[i]!++
      }
      mass[i]! += weight
    }
    if (cards !== undefined && cards[i] === 1) mass[i] = Math.max(mass[i]!, WEIGHT_OF_CARD * length[i]!)
    if (p >= 0) {
      length[p]! += length[i]!
      link[p]! += link[i]!
      mass[p]! += mass[i]!
      paragraphs[p]! += paragraphs[i]!
    }
  }
  release(own, ownLink)
  return measures
}

export const forget = ({ length, link, mass, paragraphs }: Measures): void => release(length, link, mass, paragraphs)
