/**
 * Sizes of the parts of a page: text, linked text, running text. All bottom-up sums over the tape.
 *
 * @since 0.1.0
 */
import * as Tags from "./tags.ts"
import type { Tape } from "./tape.ts"

/** Text of every node, independent of what is dropped. */
export interface Texts {
  /** Characters without repeated white space, of the whole subtree. */
  readonly raw: Int32Array
  /** Hash of the letters of a text node. */
  readonly hash: Int32Array
}

export const texts = (tape: Tape): Texts => {
  const { n, parent, tag, text } = tape
  const raw = new Int32Array(n)
  const hash = new Int32Array(n)
  for (let i = n - 1; i >= 0; i--) {
    const id = tag[i]!
    const p = parent[i]!
    if (id === Tags.TEXT) {
      if (p >= 0 && (tag[p] === Tags.SCRIPT || tag[p] === Tags.STYLE)) continue
      const s = text[i]!
      let count = 0
      let h = 0
      let space = true
      for (let k = 0; k < s.length; k++) {
        const c = s.charCodeAt(k)
        if (c > 32 && c !== 160) {
          count++
          h = Math.imul(h, 31) + c | 0
          space = false
        } else if (!space) {
          count++
          space = true
        }
      }
      raw[i] = count
      hash[i] = h
    } else if (id === Tags.TEMPLATE || id === Tags.SVG) raw[i] = 0
    if (p >= 0) raw[p]! += raw[i]!
  }
  return { raw, hash }
}

/** What remains of a page after some nodes were dropped. */
export interface Measures {
  /** Characters of text. */
  readonly length: Int32Array
  /** Characters of it inside links. */
  readonly link: Int32Array
  /** Running text: long blocks count fully, labels and link lists hardly. */
  readonly mass: Float64Array
  /** Blocks that are paragraphs. */
  readonly paragraphs: Int32Array
}

const longParagraph = 160

export const measure = (
  tape: Tape,
  texts: Texts,
  drop: Uint8Array,
  inLink: Uint8Array,
  cards?: Uint8Array
): Measures => {
  const { n, parent, tag } = tape
  const length = new Int32Array(n)
  const link = new Int32Array(n)
  const mass = new Float64Array(n)
  const paragraphs = new Int32Array(n)
  const own = new Int32Array(n)
  const ownLink = new Int32Array(n)
  const near = new Int32Array(n)
  for (let i = 0; i < n; i++) {
    const p = parent[i]!
    const id = tag[i]!
    if (p < 0 || (id !== Tags.TEXT && Tags.is(id, Tags.BLOCK))) near[i] = i
    else {
      const at = near[p]!
      near[i] = at
      if (id === Tags.TEXT && drop[i] === 0) {
        own[at]! += texts.raw[i]!
        if (inLink[i] === 1) ownLink[at]! += texts.raw[i]!
      }
    }
  }
  for (let i = n - 1; i >= 0; i--) {
    if (drop[i] !== 0) continue
    const id = tag[i]!
    const p = parent[i]!
    if (id === Tags.TEXT) {
      length[i] = texts.raw[i]!
      if (inLink[i] === 1) link[i] = length[i]!
    }
    const size = own[i]!
    if (size > 0) {
      const density = ownLink[i]! / size
      let weight = size * (1 - density) * (1 - density)
      if (Tags.is(id, Tags.HEADING)) weight *= 0.5
      else {
        weight *= Math.min(1, 0.25 + size / longParagraph)
        if (size >= 60 && density < 0.4) paragraphs[i]!++
      }
      mass[i]! += weight
    }
    if (cards !== undefined && cards[i] === 1) mass[i] = Math.max(mass[i]!, 0.6 * length[i]!)
    if (p >= 0) {
      length[p]! += length[i]!
      link[p]! += link[i]!
      mass[p]! += mass[i]!
      paragraphs[p]! += paragraphs[i]!
    }
  }
  return { length, link, mass, paragraphs }
}
