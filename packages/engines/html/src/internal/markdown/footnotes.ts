/**
 * Footnotes: marks in the text that lead to a note further down, and the notes themselves.
 *
 * @since 0.1.0
 */
import * as Tags from "../tape/tags.ts"
import { attr, type Tape, textOf } from "../tape/tape.ts"

export interface Footnotes {
  /** Label by the anchor in the text. */
  readonly marks: ReadonlyMap<number, string>
  /** Label by the element of the note. */
  readonly notes: ReadonlyMap<number, string>
  /** Anchors that lead back from a note to the text. */
  readonly backlinks: ReadonlySet<number>
}

/** A page without footnotes. */
export const none: Footnotes = { marks: new Map(), notes: new Map(), backlinks: new Set() }
const noteId = /^(?:user-content-)?(?:fn|footnote|note|endnote|cite_note|ftnt?|_ftn|sdfootnote)[-_:.]?/i
const MAX_FOOTNOTES = 5000
/** Steps from a link back to the note it stands in, and characters of such a link: an arrow, a letter, a number. */
const STEPS_TO_NOTE = 6
const LONGEST_BACKLINK = 3
/** Characters that are read of it, with the white space around it. */
const READ_OF_BACKLINK = 20

type Reference = readonly [anchor: number, id: string]

/** Pairs the marks and notes of the written parts of a page. */
export const find = (tape: Tape, roots: ReadonlyArray<number>, kept: (i: number) => boolean): Footnotes => {
  const references = referencesOf(tape, roots, kept)
  return references.length === 0 ? none : paired(tape, roots, kept, references)
}

/** The links to parts of the same page. */
const referencesOf = (
  tape: Tape,
  roots: ReadonlyArray<number>,
  kept: (i: number) => boolean
): ReadonlyArray<Reference> => {
  const { end, tag } = tape
  const references: Array<Reference> = []
  for (const root of roots) {
    for (let i = root; i < end[root]! && references.length < MAX_FOOTNOTES; i++) {
      if (!kept(i)) {
        i = end[i]! - 1
        continue
      }
      if (tag[i] !== Tags.A) continue
      const href = attr(tape, i, "href")
      if (href === undefined || href.length < 2) continue
      const hash = href.indexOf("#")
      if (hash < 0 || hash > 0 && !noteId.test(href.slice(hash + 1))) continue
      references.push([i, href.slice(hash + 1)])
    }
  }
  return references
}

const paired = (
  tape: Tape,
  roots: ReadonlyArray<number>,
  kept: (i: number) => boolean,
  references: ReadonlyArray<Reference>
): Footnotes => {
  const { end, parent, tag } = tape
  const isMark = (i: number): boolean => {
    if (attr(tape, i, "role") === "doc-noteref" || attr(tape, i, "data-footnote-ref") !== undefined) return true
    if (tag[i + 1] === Tags.SUP && i + 1 < end[i]!) return true
    for (let p = parent[i]!, up = 0; p >= 0 && up < 2; p = parent[p]!, up++) if (tag[p] === Tags.SUP) return true
    return false
  }
  const wanted = new Set<string>()
  for (const [anchor, id] of references) if (isMark(anchor)) wanted.add(id)
  if (wanted.size === 0) return none
  const targets = new Map<string, number>()
  for (const root of roots) {
    for (let i = root; i < end[root]!; i++) {
      const id = tag[i] === Tags.TEXT ? undefined : attr(tape, i, "id")
      if (id !== undefined && wanted.has(id) && !targets.has(id) && kept(i) && tag[i] === Tags.LI) targets.set(id, i)
    }
  }
  const marks = new Map<number, string>()
  const notes = new Map<number, string>()
  for (const [anchor, id] of references) {
    const target = targets.get(id)
    if (target === undefined || !isMark(anchor) || anchor > target && anchor < end[target]!) continue
    const label = notes.get(target) ?? String(notes.size + 1)
    notes.set(target, label)
    marks.set(anchor, label)
  }
  const backlinks = new Set<number>()
  for (const [anchor] of references) {
    if (marks.has(anchor)) continue
    for (let p = parent[anchor]!, up = 0; p >= 0 && up < STEPS_TO_NOTE; p = parent[p]!, up++) {
      if (!notes.has(p)) continue
      if (textOf(tape, anchor, READ_OF_BACKLINK).trim().length <= LONGEST_BACKLINK) backlinks.add(anchor)
      break
    }
  }
  return { marks, notes, backlinks }
}
