/**
 * Writes lists: tight, loose, nested and numbered lists, and lists of footnotes.
 *
 * @since 0.1.0
 */
import * as Tags from "../tape/tags.ts"
import { attr, nameOf, type Tape } from "../tape/tape.ts"
import type { Blocks, Emitter } from "./emitter.ts"
import type { Words } from "./words.ts"

export interface Lists {
  readonly write: (i: number) => void
  readonly items: (from: number, to: number) => void
}

/** First number that a list marker cannot have. CommonMark reads at most nine digits. */
const MAX_LIST_START = 1e9

const INDENT_OF_A_FOOTNOTE = 4

const BULLET_IN_CHARACTERS = 2

/** Returns whether a list has text but no items. Old pages use such lists to indent text. */
const isLoose = ({ end, tag, text }: Tape, i: number): boolean => {
  let words = false
  for (let c = i + 1; c < end[i]!; c = end[c]!) {
    if (tag[c] === Tags.LI) return false
    words ||= tag[c] === Tags.TEXT && /\S/.test(text[c]!)
  }
  return words
}

const isDate = ({ isBlock, isKept, tape }: Emitter, i: number): boolean => {
  const { end, tag, text } = tape
  let times = 0
  for (let k = i + 1; k < end[i]!; k++) {
    if (!isKept(k)) continue
    if (nameOf(tape, k) === "time") {
      if (++times > 1) return false
      k = end[k]! - 1
    } else if (tag[k] === Tags.TEXT ? /\S/.test(text[k]!) : isBlock(k) && tag[k] !== Tags.LI) return false
  }
  return times === 1
}

/** Returns whether a list is a gallery: one picture is visible, and the others are hidden. */
const isPicture = ({ isKept, tape: { end, tag, text } }: Emitter, i: number): boolean => {
  let items = 0
  let pictures = 0
  for (let k = i + 1; k < end[i]!; k++) {
    if (tag[k] === Tags.TEXT ? !/\S/.test(text[k]!) : !isKept(k)) continue
    if (tag[k] === Tags.TEXT || tag[k] === Tags.LI && ++items > 1) return false
    if (tag[k] === Tags.IMG) pictures++
  }
  return pictures === 1
}

const numberOf = (tape: Tape, i: number, name: string): number | undefined => {
  const number = Number.parseInt(attr(tape, i, name) ?? "", 10)
  return number >= 0 && number < MAX_LIST_START ? number : undefined
}

interface Numbers {
  readonly start: number
  readonly step: 1 | -1
}

const upwards: Numbers = { start: 1, step: 1 }

/** Returns the numbers of a list. CommonMark cannot count down below zero, so such a list is numbered upwards. */
const numbersOf = ({ isKept, tape }: Emitter, i: number): Numbers => {
  const { end, tag } = tape
  const start = numberOf(tape, i, "start")
  if (tag[i] !== Tags.OL || attr(tape, i, "reversed") === undefined) return { start: start ?? 1, step: 1 }
  let items = 0
  for (let c = i + 1; c < end[i]!; c = end[c]!) if (tag[c] === Tags.LI && isKept(c)) items++
  return (start ?? items) >= items - 1 ? { start: start ?? items, step: -1 } : { start: start ?? 1, step: 1 }
}

const isSimple = ({ isKept, tape }: Emitter, i: number): boolean => {
  const { end, parent, tag, text } = tape
  let owner = -1
  let lists = 0
  let breaks = 0
  for (let k = i + 1; k < end[i]!; k++) {
    const id = tag[k]!
    if (id === Tags.TEXT ? !/\S/.test(text[k]!) : !isKept(k)) {
      if (id !== Tags.TEXT) k = end[k]! - 1
      continue
    }
    if (id === Tags.UL || id === Tags.OL) {
      lists++
      k = end[k]! - 1
      continue
    }
    if (id === Tags.TABLE || id === Tags.PRE || id === Tags.BLOCKQUOTE) return false
    if (id === Tags.BR) breaks++
    else if (id === Tags.TEXT || id === Tags.IMG) {
      // Two consecutive line breaks separate paragraphs.
      if (breaks > 1 && owner >= 0) return false
      breaks = 0
    }
    if (id !== Tags.TEXT && id !== Tags.IMG) continue
    let p = parent[k]!
    while (p > i && !Tags.is(tag[p]!, Tags.BLOCK)) p = parent[p]!
    if (p === owner && lists === 0) continue
    if (owner >= 0 || lists > 0) return false
    owner = p
  }
  return true
}

interface Written {
  readonly size: number
  readonly sign: string
  readonly tight: boolean
}

const isTight = (emitter: Emitter, from: number, to: number): boolean => {
  const { isKept, tape: { end, tag } } = emitter
  for (let c = from; c < to; c = end[c]!) {
    const isNested = tag[c] === Tags.UL || tag[c] === Tags.OL
    if (tag[c] !== Tags.TEXT && !isNested && isKept(c) && !isSimple(emitter, c)) return false
  }
  return true
}

/**
 * Returns the sign of a list. A list directly after another one uses another sign, because otherwise it would
 * continue that list.
 */
const signOf = (ordered: boolean, behind: string | undefined): string =>
  ordered ? (behind === "." ? ")" : ".") : behind === "-" ? "*" : "-"

export const listWriter = (emitter: Emitter, words: Words, blocks: Blocks): Lists => {
  const { footnotes, isKept, options: { faithful }, paragraph, tape, writer } = emitter
  const { end, tag, text } = tape
  const item = itemWriter(emitter, words, blocks)
  let previous: Written = { size: -1, sign: "", tight: false }

  const itemAt = (c: number, marker: string, pad: string, tight: boolean, first: boolean): boolean => {
    const before = writer.size
    const saved = writer.gap
    if (!first && tight) writer.gap = 1
    writer.inside({ first: marker, rest: pad, used: false }, () => item(c, tight))
    if (writer.size !== before) return true
    writer.gap = saved
    if (!faithful || !writer.canNest) return false
    if (!first && tight) writer.gap = 1
    writer.inside({ first: marker.trimEnd(), rest: pad, used: false }, () => writer.write(""))
    return true
  }

  const nested = (c: number): void => list(c + 1, end[c]!, tag[c] === Tags.OL, numbersOf(emitter, c))

  const list = (from: number, to: number, ordered: boolean, { start, step }: Numbers): void => {
    const adjacent = previous.size === writer.size && writer.size > 0 && (faithful || !writer.atMarker)
    const tight = isTight(emitter, from, to)
    // Adjacent bulleted lists with one bullet each are one list in separate elements.
    const continued = adjacent && !faithful && !ordered && tight && previous.tight && /[-*]/.test(previous.sign)
    if (continued) writer.gap = 1
    const sign = continued ? previous.sign : signOf(ordered, adjacent ? previous.sign : undefined)
    let number = start
    let first = true
    for (let c = from; c < to; c = end[c]!) {
      if (!isKept(c)) continue
      if (tag[c] === Tags.TEXT) {
        if (/\S/.test(text[c]!)) {
          const run = emitter.run()
          words.inline(c, run, false)
          paragraph(run)
        }
        continue
      }
      if (tag[c] === Tags.UL || tag[c] === Tags.OL) {
        // A list directly inside a list belongs to the preceding item.
        if (first) {
          nested(c)
          continue
        }
        const pad = " ".repeat(ordered ? String(number - step).length + BULLET_IN_CHARACTERS : BULLET_IN_CHARACTERS)
        writer.gap = 1
        writer.inside({ first: pad, rest: pad, used: true }, () => nested(c))
        continue
      }
      if (ordered) number = Math.min(Math.max(0, numberOf(tape, c, "value") ?? number), MAX_LIST_START - 1)
      // CommonMark allows only a list that starts with 1 directly after a paragraph.
      if (ordered && first && number !== 1 && writer.gap === 1) writer.gap = 2
      const note = footnotes.notes.get(c)
      const marker = note !== undefined ? `[^${note}]: ` : ordered ? `${number}${sign} ` : `${sign} `
      const pad = " ".repeat(note === undefined ? marker.length : INDENT_OF_A_FOOTNOTE)
      const isWritten = itemAt(c, marker, pad, tight, first)
      if (isWritten) first = false
      // An empty item also takes a number if the last number of the list is known.
      if (note === undefined && (isWritten || step < 0)) number += step
    }
    if (!first) previous = { size: writer.size, sign, tight }
    if (!first || continued) writer.gap = 2
  }

  return {
    write: (i) => {
      if (isLoose(tape, i)) blocks.flow(i)
      else if (!faithful && (isDate(emitter, i) || isPicture(emitter, i))) {
        for (let c = i + 1; c < end[i]!; c = end[c]!) if (isKept(c)) blocks.flow(c)
      } else nested(i)
    },
    items: (from, to) => list(from, to, false, upwards)
  }
}

/** Returns whether a block starts a new line in a tight item. Other blocks only group words. */
const isOwnBlock = (id: number): boolean =>
  Tags.is(id, Tags.HEADING) || id === Tags.A || id === Tags.HR || id === Tags.SUMMARY || id === Tags.DT

const itemWriter = (emitter: Emitter, words: Words, blocks: Blocks) => {
  const { isBlock, isKept, link, paragraph, release, tape: { end, tag, text }, writer } = emitter

  const tightItem = (at: number): void => {
    const run = emitter.run()
    for (let c = at + 1; c < end[at]!; c = end[c]!) {
      const id = tag[c]!
      if (id === Tags.UL || id === Tags.OL) {
        if (!isKept(c)) continue
        paragraph(run)
        writer.gap = 1
        blocks.block(c)
      } else if (id !== Tags.TEXT && isKept(c) && isBlock(c)) {
        paragraph(run)
        if (isOwnBlock(id)) blocks.block(c)
        else tightItem(c)
      } else if (link.isOpen && (id !== Tags.TEXT || /\S/.test(text[c]!))) {
        link.words(run, c, () => words.inline(c, run, false))
      } else words.inline(c, run, false)
    }
    paragraph(run)
    release(run)
  }

  return (i: number, tight: boolean): void => {
    if (tag[i] !== Tags.LI && tag[i] !== Tags.DIV && tag[i] !== Tags.SPAN) blocks.single(i)
    else if (tight) tightItem(i)
    else blocks.flow(i)
  }
}
