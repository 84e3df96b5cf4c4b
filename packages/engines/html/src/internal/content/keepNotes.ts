/**
 * Keeps notes that the content references and that are outside of it: after the article, in a footer, or shown on
 * demand. The trees are not trained on notes restored here, so no feature changes.
 *
 * @since 0.3.0
 */
import { fragmentOf, targetsOf } from "../markdown/footnotes.ts"
import { isMark, isNote, noteAt } from "../markdown/noteLooks.ts"
import { isNamedNotes, numberOf, seriesIn } from "../markdown/numberedNotes.ts"
import { isHidden } from "../survey/visible.ts"
import type { Work } from "../survey/work.ts"
import * as Tags from "../tape/tags.ts"
import { attr, type Tape } from "../tape/tape.ts"

const MAX_MARKS = 2000

/** Maximum length of the notes, as a multiple of the text. Only short articles have longer notes than text. */
const MAX_SHARE_OF_TEXT = 3

const STEPS_TO_PART_OF_NOTES = 3

/** Matches ids in lists of sources. Sources are not notes: the marks that point to them are citations. */
const source = /^cite_note|^(?:ref|bib|cite)[-_]?/i

export const keepNotes = (work: Work, keep: Uint8Array): boolean => {
  const { tape, texts: { raw } } = work
  const { end, n, parent, tag } = tape
  const wanted = new Map<string, number>()
  let text = 0
  for (let i = 0; i < n && wanted.size < MAX_MARKS; i++) {
    if (keep[i] !== 1) continue
    if (tag[i] === Tags.TEXT) text += raw[i]!
    if (tag[i] !== Tags.A) continue
    const id = fragmentOf(tape, i)
    if (id !== undefined && !source.test(id) && !wanted.has(id) && isMark(tape, i, id)) wanted.set(id, i)
  }
  const notes: Array<number> = []
  let size = 0
  for (const [id, target] of targetsOf(tape, new Set(wanted.keys()), 0, n)) {
    const anchor = wanted.get(id)!
    const found = target < anchor ? undefined : noteAt(tape, target)
    if (found === undefined || keep[found.block] === 1 || anchor >= found.block && anchor < end[found.block]!) continue
    const ids = [anchor, parent[anchor]!].flatMap((at) =>
      at < 0 ? [] : attr(tape, at, "id") ?? attr(tape, at, "name") ?? []
    )
    if (!isNote(tape, found, target, new Set(ids))) continue
    notes.push(found.block)
    size += raw[found.block]!
  }
  const excluded = new Set(work.excluded)
  const list = notes.length === 0 ? listOfNotes(work, keep) : -1
  if (list >= 0 && !isWithin(tape, list, (p) => isHidden(tape, p) || excluded.has(p))) {
    notes.push(list)
    size += raw[list]!
  }
  // In the footer of a page, notes that are longer than the text are the legal terms of a shop.
  const isInFooter = notes.some((note) => isWithin(tape, note, (p) => tag[p] === Tags.FOOTER))
  if (notes.length === 0 || size > (isInFooter ? text : MAX_SHARE_OF_TEXT * text)) return false
  for (const note of notes) {
    if (isWithin(tape, note, (p) => excluded.has(p))) continue
    for (let p = note; p >= 0 && keep[p] === 0; p = parent[p]!) keep[p] = 1
    for (let k = note + 1; k < end[note]!; k++) {
      if (Tags.is(tag[k]!, Tags.INVISIBLE | Tags.EMBEDDED) || excluded.has(k) || isHidden(tape, k)) k = end[k]! - 1
      else keep[k] = 1
    }
  }
  return true
}

const isWithin = ({ parent }: Tape, i: number, test: (p: number) => boolean): boolean => {
  for (let p = i; p >= 0; p = parent[p]!) if (test(p)) return true
  return false
}

/** Minimum notes in a list that no mark links to. */
const MIN_NOTES_OF_LIST = 2

/**
 * Finds notes that no number links to: a part with one item for each raised number of the kept text. Returns -1 if
 * none exists.
 */
const listOfNotes = ({ survey, tape }: Work, keep: Uint8Array): number => {
  const { end, n, parent, tag } = tape
  const numbers = new Set<number>()
  let last = -1
  for (let i = 0; i < n; i++) {
    if (keep[i] === 0 || tag[i] !== Tags.SUP) continue
    const value = numberOf(tape, i)
    if (value === undefined) continue
    numbers.add(value)
    last = i
  }
  if (numbers.size < MIN_NOTES_OF_LIST || Math.max(...numbers) !== numbers.size) return -1
  for (let i = last + 1; i < n; i++) {
    if (keep[i] === 1 || tag[i] === Tags.TEXT || survey.links[end[i]!]! - survey.links[i]! > numbers.size) continue
    if (tag[i] !== Tags.OL) {
      if (Tags.is(tag[i]!, Tags.BLOCK) && isNamedNotes(tape, i) && seriesIn(tape, i) === numbers.size) return i
      continue
    }
    let items = 0
    for (let c = i + 1; c < end[i]!; c = end[c]!) if (tag[c] === Tags.LI) items++
    if (items !== numbers.size) continue
    for (let p = i, up = 0; p >= 0 && up < STEPS_TO_PART_OF_NOTES; p = parent[p]!, up++) {
      if (isNamedNotes(tape, p)) return i
    }
  }
  return -1
}
