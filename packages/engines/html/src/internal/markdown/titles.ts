/**
 * Writes headings, and elements written like headings: terms, and the names of tabs.
 *
 * @since 0.1.0
 */
import * as Tags from "../tape/tags.ts"
import { type Tape, textOf } from "../tape/tape.ts"
import type { Blocks, Emitter } from "./emitter.ts"
import { holdsPermalink, isPermalink } from "./permalink.ts"
import type { Words } from "./words.ts"

/** Maximum characters of a heading that is omitted with its whole section. A longer heading has its own meaning. */
const EMPTIED_HEADING_IN_CHARACTERS = 40

const READ_OF_HEADING_IN_CHARACTERS = 60

/** Maximum characters of a box that is a line of an unclosed heading. A longer box is a paragraph below it. */
const LINE_OF_HEADING_IN_CHARACTERS = 120

const HEADING_OF_LINES_IN_CHARACTERS = 2 * LINE_OF_HEADING_IN_CHARACTERS

/** Matches a heading whose words are all bold. The bold marks are redundant. A link around the bold words is kept. */
const allBold = /^(\[?)\*\*([^*\]]+)\*\*(?=$|\]\([^\s)]*\)$)/

/** Matches `#` at the end of a heading. CommonMark would read it as a closing sequence. */
const closing = /(^|[ \t])(#+)$/

export interface Titles {
  readonly heading: (i: number, level: number) => void
  readonly term: (i: number) => void
  readonly strong: (words: string) => void
}

/** Returns whether the whole text of a section is omitted. Galleries, forms, and reviews that load later are examples. */
const isEmptied = ({ options: { faithful, keep }, tape }: Emitter, i: number, level: number): boolean => {
  if (keep === undefined || faithful || level === 1) return false
  if (textOf(tape, i, READ_OF_HEADING_IN_CHARACTERS).trim().length > EMPTIED_HEADING_IN_CHARACTERS) return false
  const { end, n, parent, tag, text } = tape
  let dropped = 0
  for (let k = end[i]!; k < n; k++) {
    const id = tag[k]!
    if (keep[k] === 1) {
      if (Tags.is(id, Tags.HEADING)) return dropped > 0 && id - Tags.H1 + 1 <= level
      if (id === Tags.TEXT ? /\S/.test(text[k]!) : id === Tags.IMG || Tags.is(id, Tags.EMBEDDED)) return false
    } else if (id === Tags.TEXT && /\S/.test(text[k]!) && !Tags.is(tag[parent[k]!] ?? 0, Tags.INVISIBLE)) dropped++
  }
  return dropped > 0
}

const setOf = (names: string): ReadonlySet<number> => new Set(names.split(" ").map(Tags.tagId))

const bodies = setOf("ul ol menu dir dl table pre listing xmp blockquote hr figure h1 h2 h3 h4 h5 h6")

const codes = setOf("code kbd samp tt")

const lines = setOf("p section article main aside nav header footer address form fieldset details dialog")

/**
 * Returns the end of a heading. In an unclosed heading, short boxes and short paragraphs are lines of it, unless the
 * page ends with them.
 */
const endOfHeading = ({ holdsBlock, isKept, options: { keep }, tape }: Emitter, i: number): number => {
  const { end, n, tag, text } = tape
  const stop = end[i]!
  if (holdsBlock[i] === 0) return stop
  let isWorded = false
  let line = -1
  let shortUntil = i
  for (let k = i + 1; k < stop; k++) {
    const id = tag[k]!
    if (id === Tags.TEXT) isWorded ||= keep?.[k] !== 0 && /\S/.test(text[k]!)
    else if (!isKept(k) || isPermalink(tape, k)) k = end[k]! - 1
    else if (codes.has(id)) {
      // An element without nested blocks is written as a whole, so the heading cannot end within it.
      isWorded ||= /\S/.test(textOf(tape, k, READ_OF_HEADING_IN_CHARACTERS))
      k = end[k]! - 1
    } else if (isWorded && Tags.is(id, Tags.BLOCK)) {
      const isShort = k < shortUntil || isWithin(tape, k, LINE_OF_HEADING_IN_CHARACTERS)
      if (bodies.has(id) || !isShort) return line < 0 ? k : line
      if (lines.has(id) && line < 0) line = k
      shortUntil = Math.max(shortUntil, end[k]!)
    }
  }
  return line >= 0 && (stop === n || !isWithin(tape, i, HEADING_OF_LINES_IN_CHARACTERS)) ? line : stop
}

const isWithin = (tape: Tape, i: number, characters: number): boolean =>
  textOf(tape, i, 2 * characters).trim().length <= characters

const picturesBefore = ({ isKept, tape: { end, tag, text } }: Emitter, i: number): ReadonlyArray<number> => {
  const out: Array<number> = []
  for (let c = i + 1; c < end[i]!; c = end[c]!) {
    let pictured = false
    for (let k = c; k < end[c]!; k++) {
      if (tag[k] === Tags.TEXT && /\S/.test(text[k]!)) return out
      pictured ||= tag[k] === Tags.IMG && isKept(k)
    }
    if (pictured) out.push(c)
  }
  return []
}

/** Returns whether a term is code, which is not written bold. */
const isCode = ({ tape: { end, tag, text } }: Emitter, i: number): boolean => {
  let found = false
  for (let k = i + 1; k < end[i]!; k++) {
    if (tag[k] === Tags.TEXT && /\S/.test(text[k]!)) return false
    if (tag[k] === Tags.CODE || tag[k] === Tags.KBD || tag[k] === Tags.TT) {
      found = true
      k = end[k]! - 1
    }
  }
  return found
}

export const titleWriter = (emitter: Emitter, words: Words, blocks: Blocks): Titles => {
  const { holdsBlock, link, options: { faithful }, paragraph, release, tape, writer } = emitter

  const heading = (i: number, level: number): void => {
    if (isEmptied(emitter, i, level)) return
    const pictures = new Set(faithful ? [] : picturesBefore(emitter, i))
    for (const picture of pictures) blocks.single(picture)
    const run = emitter.run()
    const fill = (stop: number): void =>
      link.words(run, i, () => {
        words.children(i, run, (c) => faithful || !holdsPermalink(tape, c) && !pictures.has(c), stop)
      })
    let stop = endOfHeading(emitter, i)
    fill(stop)
    if (run.isEmpty && stop < tape.end[i]!) fill(stop = tape.end[i]!)
    const sign = "#".repeat(level)
    if (run.isEmpty) {
      if (faithful) writer.write(sign)
      return
    }
    const s = run.render({ cell: false, single: true })
    release(run)
    const plain = faithful ? s : s.replace(allBold, "$1$2")
    const closed = plain.replace(closing, "$1\\$2")
    if (closed !== "") writer.write(`${sign} ${closed}`)
    if (stop < tape.end[i]!) blocks.flow(i, stop)
  }

  const strong = (name: string): void => {
    const run = emitter.run()
    run.open("strong")
    run.text(name)
    run.close("strong")
    paragraph(run)
    release(run)
  }

  const term = (i: number): void => {
    if (holdsBlock[i] === 1) {
      blocks.flow(i)
      return
    }
    const run = emitter.run()
    const opened = !isCode(emitter, i) && run.open("strong")
    words.children(i, run, (c) => faithful || !holdsPermalink(tape, c))
    if (opened) run.close("strong")
    paragraph(run)
    release(run)
  }

  return { heading, term, strong }
}
