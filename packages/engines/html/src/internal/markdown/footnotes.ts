/**
 * Finds footnotes: marks in the text that link to a later note, and these notes. Sidenotes are next to their marks.
 *
 * @since 0.1.0
 */
import * as Tags from "../tape/tags.ts"
import { attr, nameOf, type Tape, textOf } from "../tape/tape.ts"
import {
  isBacklink,
  isLabel,
  isMark,
  isNote,
  labelIn,
  noteAt,
  noteId,
  numberOfId,
  sourceId,
  wholeMark
} from "./noteLooks.ts"
import { numberBefore, numberedNotes } from "./numberedNotes.ts"

export interface Footnotes {
  readonly marks: ReadonlyMap<number, string>
  readonly notes: ReadonlyMap<number, string>
  /** Back links and repeated labels of notes, which are not written. */
  readonly silent: ReadonlySet<number>
  readonly trimmed: ReadonlySet<number>
  readonly numbered: ReadonlySet<number>
  readonly sidenotes: ReadonlyMap<number, string>
}

export const none: Footnotes = {
  marks: new Map(),
  notes: new Map(),
  silent: new Set(),
  trimmed: new Set(),
  numbered: new Set(),
  sidenotes: new Map()
}

const MAX_FOOTNOTES = 5000

export interface Reference {
  readonly anchor: number
  readonly id: string
}

const markOfNote = /^((?:foot|end)note)-?ref([-_]\d{1,3})$/i

/** Returns whether an id names a note or a source. The URL before such a fragment may be the page's own. */
const isOfNotes = (id: string): boolean => noteId.test(id) || sourceId.test(id)

export const fragmentOf = (tape: Tape, i: number): string | undefined => {
  const href = attr(tape, i, "href")
  if (href !== undefined && /^javascript:/i.test(href)) {
    const [, name, number] = markOfNote.exec(attr(tape, i, "id") ?? "") ?? []
    return name === undefined ? undefined : `${name}${number}`
  }
  if (href === undefined || href.length < 2) return undefined
  const hash = href.indexOf("#")
  if (hash < 0 || hash > 0 && !isOfNotes(href.slice(hash + 1))) return undefined
  return href.slice(hash + 1)
}

export const find = (tape: Tape, roots: ReadonlyArray<number>, isKept: (i: number) => boolean): Footnotes => {
  const { end, tag } = tape
  const references: Array<Reference> = []
  const sides: Array<number> = []
  const superscripts: Array<number> = []
  for (const root of roots) {
    for (let i = root; i < end[root]! && references.length < MAX_FOOTNOTES; i++) {
      if (!isKept(i)) {
        i = end[i]! - 1
        continue
      }
      if (tag[i] === Tags.A) {
        const id = fragmentOf(tape, i)
        if (id !== undefined) references.push({ anchor: i, id })
      } else if (tag[i] === Tags.SUP) superscripts.push(i)
      else if (isSidenote(tape, i)) {
        sides.push(i)
        i = end[i]! - 1
      }
    }
  }
  const linked = references.length === 0 && sides.length === 0 ? none : paired(tape, roots, isKept, references, sides)
  if (linked.notes.size > 0 || linked.sidenotes.size > 0) return linked
  // A link to a note without an id is also the mark of a note.
  for (const { anchor, id } of references) {
    if (tag[tape.parent[anchor]!] !== Tags.SUP && isMark(tape, anchor, id)) superscripts.push(anchor)
  }
  return superscripts.length === 0
    ? linked
    : unlinked(tape, roots, isKept, superscripts.sort((a, b) => a - b)) ?? linked
}

/** Finds notes without ids, which only their numbers connect with their marks. */
const unlinked = (
  tape: Tape,
  roots: ReadonlyArray<number>,
  isKept: (i: number) => boolean,
  superscripts: ReadonlyArray<number>
): Footnotes | undefined => {
  const found = numberedNotes(tape, roots, isKept, superscripts)
  if (found === undefined) return undefined
  const labels = (numbers: ReadonlyMap<number, number>) => new Map([...numbers].map(([i, value]) => [i, String(value)]))
  return {
    ...none,
    marks: labels(found.marks),
    notes: labels(found.notes),
    silent: new Set(found.silent),
    numbered: new Set(found.numbered)
  }
}

const sidenoteClass = /(?:^|\s)(?:side-?note|margin-?note)(?=$|\s)/i
/**
 * Matches the class of a note that is written into its sentence. Some of these classes also occur on the marks of
 * notes.
 */
const inlineNoteClass =
  /(?:^|\s)(?:inline-?(?:foot)?note|foot-?note(?:[-_]{0,2}(?:body|content|inline|inner|text))?)(?=$|\s)/i
/** Minimum characters of a note in its sentence. A shorter text is a mark. */
const MIN_CHARACTERS_OF_INLINE_NOTE = 10

const isSidenote = (tape: Tape, i: number): boolean => {
  if (tape.tag[i] !== Tags.SPAN) return tape.tag[i] === Tags.UNKNOWN && nameOf(tape, i) === "d-footnote"
  const name = attr(tape, i, "class")
  return name !== undefined &&
    (sidenoteClass.test(name) || inlineNoteClass.test(name) && isInText(tape, i) &&
        textOf(tape, i, MIN_CHARACTERS_OF_INLINE_NOTE).trim().length >= MIN_CHARACTERS_OF_INLINE_NOTE)
}

/** Returns whether a note is in its sentence. In a list of notes, a note is at the start of its block. */
const isInText = ({ parent, tag, text }: Tape, i: number): boolean => {
  let block = parent[i]!
  while (block >= 0 && !Tags.is(tag[block]!, Tags.BLOCK)) block = parent[block]!
  for (let k = i - 1; k > block; k--) if (tag[k] === Tags.TEXT && /\p{L}/u.test(text[k]!)) return true
  return false
}

/** Returns the ids of a mark's link and of its superscript, because back links may target either. */
const idsAround = (tape: Tape, anchor: number): ReadonlyArray<string> => {
  const out: Array<string> = []
  for (let p = anchor, up = 0; p >= 0 && up < 3; p = tape.parent[p]!, up++) {
    for (const name of ["id", "name"]) {
      const id = attr(tape, p, name)
      if (id !== undefined) out.push(id)
    }
  }
  return out
}

/** Returns the element of each id. If several elements have the same id, the first counts. */
export const targetsOf = (
  tape: Tape,
  ids: ReadonlySet<string>,
  from: number,
  to: number
): ReadonlyMap<string, number> => {
  const targets = new Map<string, number>()
  for (let i = from; i < to && targets.size < ids.size; i++) {
    if (tape.tag[i] === Tags.TEXT || tape.attrsAt[i] === tape.attrsAt[i + 1]) continue
    const id = attr(tape, i, "id") ?? (tape.tag[i] === Tags.A ? attr(tape, i, "name") : undefined)
    if (id !== undefined && ids.has(id) && !targets.has(id)) targets.set(id, i)
  }
  return targets
}

const paired = (
  tape: Tape,
  roots: ReadonlyArray<number>,
  isKept: (i: number) => boolean,
  references: ReadonlyArray<Reference>,
  sides: ReadonlyArray<number>
): Footnotes => {
  const { end, parent } = tape
  const signed = references.filter(({ anchor, id }) => isMark(tape, anchor, id))
  const wanted = new Set(signed.map(({ id }) => id))
  const targets = new Map<string, number>()
  if (wanted.size > 0) {
    for (const root of roots) for (const [id, at] of targetsOf(tape, wanted, root, end[root]!)) targets.set(id, at)
  }
  const marks = new Map<number, string>()
  const notes = new Map<number, string>()
  const silent = new Set<number>()
  const trimmed = new Set<number>()
  const numbered = new Set<number>()
  const sidenotes = new Map<number, string>()
  const anchors = new Set<number>()
  const targetNumbers = new Map<number, string | undefined>()
  let count = 0
  const isInNote = (i: number): boolean => {
    for (let p = i; p >= 0; p = parent[p]!) if (notes.has(p)) return true
    return false
  }
  for (const { anchor, id } of signed) {
    const target = targets.get(id)
    if (target === undefined || target < anchor || isInNote(anchor)) continue
    const found = noteAt(tape, target)
    if (found === undefined || !isKept(found.block) || anchor >= found.block && anchor < end[found.block]!) continue
    const note = found.block
    if (!notes.has(note) && !isNote(tape, found, target, new Set(idsAround(tape, anchor)))) continue
    if (found.label !== undefined) silent.add(found.label)
    let label = notes.get(note)
    if (label === undefined) notes.set(note, label = String(++count))
    marks.set(wholeMark(tape, anchor), label)
    anchors.add(anchor)
    targetNumbers.set(note, numberOfId(id))
  }
  for (const side of sides) {
    const label = String(++count)
    const mark = markBefore(tape, side)
    sidenotes.set(side, label)
    marks.set(mark !== undefined && isKept(mark) ? mark : side, label)
  }
  for (const note of notes.keys()) {
    const own = labelIn(tape, note)
    if (own.silent !== undefined) silent.add(own.silent)
    for (const text of own.trimmed) trimmed.add(text)
    const first = own.silent === undefined ? firstText(tape, note) : -1
    if (
      first >= 0 && targetNumbers.get(note) !== undefined && numberBefore(tape.text[first]!) === targetNumbers.get(note)
    ) {
      numbered.add(first)
    }
  }
  for (const { anchor } of references) {
    if (!anchors.has(anchor) && isInNote(anchor) && isBacklink(tape, anchor)) silent.add(anchor)
  }
  return { marks, notes, silent, trimmed, numbered, sidenotes }
}

/** Returns the first text of a note; -1 if the note has no words. */
const firstText = ({ end, tag, text }: Tape, note: number): number => {
  for (let k = note + 1; k < end[note]!; k++) if (tag[k] === Tags.TEXT && /\S/.test(text[k]!)) return k
  return -1
}

/** Maximum number of nodes between a sidenote and its mark. A check box for small screens may be between them. */
const NODES_TO_SIDENOTE = 8

/** Returns the mark before a sidenote. The mark may also be an element that holds only the sidenote and its number. */
const markBefore = (tape: Tape, side: number): number | undefined => {
  const around = tape.parent[side]!
  if (tape.tag[around] === Tags.SPAN && tape.end[side] === tape.end[around]) {
    let words = ""
    for (let k = around + 1; k < side; k++) if (tape.tag[k] === Tags.TEXT) words += tape.text[k]!
    if (isLabel(words.trim())) return around
  }
  for (let k = side - 1; k > tape.parent[side]! && k > side - NODES_TO_SIDENOTE; k--) {
    if (tape.parent[k] !== tape.parent[side]) continue
    if (tape.tag[k] === Tags.LABEL || tape.tag[k] === Tags.SUP) return k
    if (tape.tag[k] === Tags.TEXT && /\S/.test(tape.text[k]!)) return undefined
  }
  return undefined
}
