/**
 * Finds an `aside` or `nav` that is part of a text: it stands between two paragraphs, has no link and no field, and
 * holds a sentence or code. Teasers and menus between paragraphs are links, and banners speak about the site.
 *
 * @since 0.3.0
 */
import { MIN_PARAGRAPH_CHARACTERS } from "../survey/measure.ts"
import * as Tags from "../tape/tags.ts"
import { type Tape, textOf } from "../tape/tape.ts"
import { isOfSite } from "./amongProse.ts"
import { holdsCode } from "./ownContent.ts"

/** Matches the end of a sentence: a full stop before a space, a bracket or the next block's capital letter. */
const sentence = /[.!?\u3002\uff01\uff1f\u0964](?=\s|$|\p{Pe}|\p{Pf}|\p{Lu})/u

type Ends = readonly [first: number, last: number]

export class Asides {
  private readonly tape: Tape
  private readonly raw: Int32Array
  private readonly known = new Map<number, Ends>()

  constructor(tape: Tape, raw: Int32Array) {
    this.tape = tape
    this.raw = raw
  }

  areOfText(i: number): boolean {
    const { end, parent, tag } = this.tape
    const around = parent[i]!
    if (around < 0) return false
    let ends = this.known.get(around)
    if (ends === undefined) this.known.set(around, ends = this.endsIn(around))
    if (ends[0] > i || ends[1] < i) return false
    for (let k = i + 1; k < end[i]!; k++) if (tag[k] === Tags.A) return false
    return !isOfSite(this.tape, i) && (holdsCode(this.tape, i) || sentence.test(textOf(this.tape, i)))
  }

  private endsIn(around: number): Ends {
    const { end, n, tag } = this.tape
    let first = n
    let last = -1
    for (let c = around + 1; c < end[around]!; c = end[c]!) {
      if (tag[c] !== Tags.P || this.raw[c]! < MIN_PARAGRAPH_CHARACTERS) continue
      if (last < 0) first = c
      last = c
    }
    return [first, last]
  }
}
