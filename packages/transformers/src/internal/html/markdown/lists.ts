/**
 * Lists: tight and loose, nested, numbered, and those of footnotes.
 *
 * @since 0.1.0
 */
import * as Tags from "../tape/tags.ts"
import { attr, nameOf } from "../tape/tape.ts"
import type { Emitter } from "./emitter.ts"
import type { Words } from "./words.ts"

/** How lists write what stands in their items. */
export interface Blocks {
  /** What is inside a container. */
  readonly flow: (i: number) => void
  readonly block: (i: number) => void
  /** One node, block or words. */
  readonly single: (i: number) => void
}

export interface Lists {
  /** The element of a list. */
  readonly write: (i: number) => void
  /** Items from one node up to another, without an element around them. */
  readonly items: (from: number, to: number) => void
}

export const listWriter = (emitter: Emitter, words: Words, blocks: Blocks): Lists => {
  const { footnotes, isBlock, kept, link, options, paragraph, tape, writer } = emitter
  const { end, parent, tag, text } = tape
  const { faithful } = options

  /** A list without items, in which text stands: indentation, as pages of old wrote it. */
  const isLoose = (i: number): boolean => {
    let words = false
    for (let c = i + 1; c < end[i]!; c = end[c]!) {
      if (tag[c] === Tags.LI) return false
      words ||= tag[c] === Tags.TEXT && /\S/.test(text[c]!)
    }
    return words
  }

  /** A list of one item that is nothing but a time: how forums date their posts. */
  const isDate = (i: number): boolean => {
    let times = 0
    for (let k = i + 1; k < end[i]!; k++) {
      if (!kept(k)) continue
      if (nameOf(tape, k) === "time") {
        if (++times > 1) return false
        k = end[k]! - 1
      } else if (tag[k] === Tags.TEXT ? /\S/.test(text[k]!) : isBlock(k) && tag[k] !== Tags.LI) return false
    }
    return times === 1
  }

  /** A list of one item that is nothing but a picture: a gallery, the rest of which is not shown. */
  const isPicture = (i: number): boolean => {
    let items = 0
    let pictures = 0
    for (let k = i + 1; k < end[i]!; k++) {
      if (tag[k] === Tags.TEXT ? !/\S/.test(text[k]!) : !kept(k)) continue
      if (tag[k] === Tags.TEXT || tag[k] === Tags.LI && ++items > 1) return false
      if (tag[k] === Tags.IMG) pictures++
    }
    return pictures === 1
  }

  const startOf = (i: number): number => {
    const start = Number.parseInt(attr(tape, i, "start") ?? "1", 10)
    return Number.isSafeInteger(start) && start >= 0 && start < 1e9 ? start : 1
  }

  let previousList = -1
  let previousMarker = ""
  let previousTight = false

  const list = (from: number, to: number, ordered: boolean, start: number) => {
    // A list right behind another one would continue it; the other marker keeps them apart.
    const adjacent = previousList === writer.size && writer.size > 0 && (faithful || !writer.atMarker)
    let number = start
    let tight = true
    for (let c = from; c < to && tight; c = end[c]!) {
      const nested = tag[c] === Tags.UL || tag[c] === Tags.OL
      if (tag[c] !== Tags.TEXT && !nested && kept(c)) tight = isSimple(c)
    }
    // Unless they only look like two: pages give each bullet a list of its own.
    const continued = adjacent && !faithful && !ordered && tight && previousTight &&
      /[-*]/.test(previousMarker)
    if (continued) writer.gap = 1
    const bullet = ordered
      ? (adjacent && previousMarker === "." ? ")" : ".")
      : continued
      ? previousMarker
      : adjacent && previousMarker === "-"
      ? "*"
      : "-"
    let first = true
    for (let c = from; c < to; c = end[c]!) {
      if (!kept(c)) continue
      if (tag[c] === Tags.TEXT) {
        if (/\S/.test(text[c]!)) {
          const run = emitter.run()
          run.text(text[c]!)
          paragraph(run)
        }
        continue
      }
      if (tag[c] !== Tags.LI && (tag[c] === Tags.UL || tag[c] === Tags.OL)) {
        // A list directly inside a list belongs to the item before it.
        if (first) {
          list(c + 1, end[c]!, tag[c] === Tags.OL, startOf(c))
          continue
        }
        const pad = " ".repeat(ordered ? String(number - 1).length + 2 : 2)
        writer.gap = 1
        writer.inside(
          { first: pad, rest: pad, used: true },
          () => list(c + 1, end[c]!, tag[c] === Tags.OL, startOf(c))
        )
        continue
      }
      const value = Number.parseInt(attr(tape, c, "value") ?? "", 10)
      if (ordered && Number.isSafeInteger(value) && value >= 0 && first) number = value
      const note = footnotes.notes.get(c)
      const marker = note !== undefined ? `[^${note}]: ` : ordered ? `${number++}${bullet} ` : `${bullet} `
      const pad = " ".repeat(note === undefined ? marker.length : 4)
      const before = writer.size
      const saved = writer.gap
      if (!first && tight) writer.gap = 1
      writer.inside({ first: marker, rest: pad, used: false }, () => item(c, tight))
      if (writer.size === before) {
        writer.gap = saved
        if (faithful && writer.canNest) {
          if (!first && tight) writer.gap = 1
          writer.inside({ first: marker.trimEnd(), rest: pad, used: false }, () => writer.write(""))
          first = false
        } else if (ordered && note === undefined) number--
      } else first = false
    }
    if (!first) {
      previousList = writer.size
      previousMarker = bullet
      previousTight = tight
    }
    if (!first || continued) writer.gap = 2
  }

  /** Whether an item is at most one paragraph before its nested lists. */
  const isSimple = (i: number): boolean => {
    let owner = -1
    let lists = 0
    let breaks = 0
    for (let k = i + 1; k < end[i]!; k++) {
      const id = tag[k]!
      if (id === Tags.TEXT ? !/\S/.test(text[k]!) : !kept(k)) {
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
        // Two breaks are how the web writes a paragraph.
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

  const item = (i: number, tight: boolean) => {
    if (tag[i] !== Tags.LI && tag[i] !== Tags.DIV && tag[i] !== Tags.SPAN) {
      blocks.single(i)
      return
    }
    if (!tight) {
      blocks.flow(i)
      return
    }
    const walk = (at: number) => {
      const run = emitter.run()
      for (let c = at + 1; c < end[at]!; c = end[c]!) {
        const id = tag[c]!
        if (id === Tags.UL || id === Tags.OL) {
          if (!kept(c)) continue
          paragraph(run)
          writer.gap = 1
          blocks.block(c)
        } else if (id !== Tags.TEXT && kept(c) && (isBlock(c))) {
          paragraph(run)
          if (Tags.is(id, Tags.HEADING) || id === Tags.A || id === Tags.HR || id === Tags.SUMMARY || id === Tags.DT) {
            blocks.block(c)
          } else walk(c)
        } else if (link.isOpen && (id !== Tags.TEXT || /\S/.test(text[c]!))) {
          link.words(run, c, () => words.inline(c, run, false))
        } else words.inline(c, run, false)
      }
      paragraph(run)
      emitter.release(run)
    }
    walk(i)
  }

  return {
    write: (i) => {
      if (isLoose(i)) blocks.flow(i)
      else if (!faithful && (isDate(i) || isPicture(i))) {
        for (let c = i + 1; c < end[i]!; c = end[c]!) if (kept(c)) blocks.flow(c)
      } else list(i + 1, end[i]!, tag[i] === Tags.OL, startOf(i))
    },
    items: (from, to) => list(from, to, false, 1)
  }
}
