/** Detects marks and notes by the markup that page generators write around a footnote. */
import * as Tags from "../tape/tags.ts"
import { attr, type Tape, textOf } from "../tape/tape.ts"

export const noteId =
  /^(?:user-content-)?(?:fn|foot-?note|note|end-?note|cite_note|ftnt?|_ftn|sd(?:foot|end)note|_footnotedef|easy-footnote|FOOT)[-_:.]?/i

const markClass = /(?:^|[\s_-])(?:footnote|endnote|noteref|fnref|sdfootnoteanc|footnoteref)(?=$|[\s_-])/i
const noteClass =
  /(?:^|\s)(?:footnote|endnote|sidenote|fn|footnote-(?:item|body|content|definition|footer)|ltx_note)(?=$|\s)/i

const label = /^[[(]?\s*(?:note\s+)?(?:\d{1,4}|[a-z]|[ivx]{1,6}|[*\u2020\u2021\u00a7\u00b6]{1,3})\s*[\])]?$/i

export const isLabel = (words: string): boolean => label.test(words)

/** Matches the number of a note, or the back link that replaces it. */
const labelOfNote =
  /^[[(]?\s*(?:\d{1,4}|[a-z]|[ivx]{1,6}|[*\u2020\u2021\u00a7\u00b6^\u2191\u21a9]{1,3}\ufe0e?)\s*[\])]?\s*[.:]?$/i
const backWords =
  /^(?:[\u2191\u21a9\u2934\u23ce^\s]|\ufe0e)*(?:back|return|jump up|jump back|zur\u00fcck|retour)?(?: to (?:the )?(?:text|content|top|reference).{0,10})?(?:[\u2191\u21a9^\s]|\ufe0e)*$/i

const CHARACTERS_READ_OF_NOTE_LABEL = 24
/** Maximum length of a note. Longer text is a section. */
const MAX_NOTE_CHARACTERS = 6000
const STEPS_TO_SUPERSCRIPT = 2
const STEPS_TO_WHOLE_NOTE = 3

/** LaTeXML, which arXiv uses, writes a citation as a `cite` element around a link to `bib.bib1`. */
const cite = Tags.tagId("cite")
export const sourceId = /^bib\b/i

const typeOf = (tape: Tape, i: number): string => `${attr(tape, i, "role") ?? ""} ${attr(tape, i, "epub:type") ?? ""}`

export const isMark = (tape: Tape, i: number, id: string): boolean => {
  const { end, parent, tag } = tape
  if (/noteref/.test(typeOf(tape, i)) || attr(tape, i, "data-footnote-ref") !== undefined) return true
  if (tag[i + 1] === Tags.SUP && i + 1 < end[i]!) return true
  for (let p = parent[i]!, up = 0; p >= 0 && up < STEPS_TO_SUPERSCRIPT; p = parent[p]!, up++) {
    if (tag[p] === Tags.SUP) return true
  }
  const text = textOf(tape, i, CHARACTERS_READ_OF_NOTE_LABEL).trim()
  if (!label.test(text)) return false
  return markClass.test(attr(tape, i, "class") ?? "") || isOnlyChildOfNote(tape, i) ||
    /foot-?notes?\b/i.test(attr(tape, i, "aria-describedby") ?? "") ||
    noteId.test(id) || text === `[${numberOfId(id)}]` ||
    tape.tag[parent[i]!] === cite && sourceId.test(id)
}

/** Returns whether a link is alone in a `span` with a class of notes: `<span class="fn"><a href="#n2">2</a></span>`. */
const isOnlyChildOfNote = (tape: Tape, i: number): boolean => {
  const around = tape.parent[i]!
  return tape.tag[around] === Tags.SPAN && i === around + 1 && tape.end[i] === tape.end[around] &&
    noteClass.test(attr(tape, around, "class") ?? "")
}

const hasWordsBefore = ({ tag, text }: Tape, block: number, i: number): boolean => {
  for (let k = block + 1; k < i; k++) {
    if (tag[k] === Tags.TEXT && /[\p{L}\p{N}]/u.test(text[k]!) && !labelOfNote.test(text[k]!.trim())) return true
  }
  return false
}

export const numberOfId = (id: string): string | undefined => {
  const digits = /(\d{1,3})$/.exec(id)?.[1]
  // some ids have leading zeros: `note02`
  return digits === undefined ? undefined : String(Number(digits))
}
const numberAtStart = /^\s*[[(]?\s*(\d{1,3})\s*(?:[\])]\s*[.:]?|[.:]|(?=\s|\p{L}))/u

const beginsWithNumberOf = (tape: Tape, block: number, id: string): boolean => {
  const number = numberOfId(id)
  return number !== undefined &&
    numberAtStart.exec(textOf(tape, block, CHARACTERS_READ_OF_NOTE_LABEL))?.[1] === number
}

const nextElement = ({ end, n, parent, tag }: Tape, i: number): number => {
  let next = end[i]!
  while (next < n && parent[next] === parent[i] && tag[next] === Tags.TEXT) next++
  return next < n && parent[next] === parent[i] ? next : -1
}

const bodies: ReadonlySet<number> = new Set(
  ["li", "p", "div", "aside", "dd", "tr", "blockquote", "section"].map(Tags.tagId)
)

const saysNote = (tape: Tape, i: number): boolean =>
  /footnote|endnote|rearnote/.test(typeOf(tape, i)) || noteClass.test(attr(tape, i, "class") ?? "") ||
  /\d$/.test(attr(tape, i, "id") ?? "") && noteId.test(attr(tape, i, "id")!)

export interface Note {
  readonly block: number
  readonly label?: number
}

export const noteAt = (tape: Tape, target: number): Note | undefined => {
  const { parent, tag } = tape
  let block = target
  while (block >= 0 && !Tags.is(tag[block]!, Tags.BLOCK)) block = parent[block]!
  if (block < 0 || block !== target && hasWordsBefore(tape, block, target)) return undefined
  let label: number | undefined
  if (tag[block] === Tags.TD || tag[block] === Tags.TH) block = parent[block]!
  else if (tag[block] === Tags.TABLE) block = onlyRow(tape, block)
  else if (tag[block] === Tags.DT || Tags.is(tag[block]!, Tags.HEADING)) {
    if (!labelOfNote.test(textOf(tape, block, CHARACTERS_READ_OF_NOTE_LABEL).trim())) return undefined
    label = block
    block = nextElement(tape, block)
  }
  if (block < 0 || !bodies.has(tag[block]!)) return undefined
  for (
    let p = parent[block]!, up = 0;
    p >= 0 && up < STEPS_TO_WHOLE_NOTE && bodies.has(tag[p]!);
    p = parent[p]!, up++
  ) {
    if ((tag[p] === Tags.LI || saysNote(tape, p)) && !hasWordsBefore(tape, p, target)) block = p
  }
  const isLong = textOf(tape, block, MAX_NOTE_CHARACTERS + 1).length > MAX_NOTE_CHARACTERS
  return isLong ? undefined : { block, ...(label === undefined ? {} : { label }) }
}

const onlyRow = ({ end, tag }: Tape, table: number): number => {
  let found = -1
  for (let k = table + 1; k < end[table]!; k++) {
    if (tag[k] !== Tags.TR) continue
    if (found >= 0) return -1
    found = k
  }
  return found
}

export const isBacklink = (tape: Tape, i: number): boolean => {
  const words = textOf(tape, i, CHARACTERS_READ_OF_NOTE_LABEL * 2).trim()
  return labelOfNote.test(words) || backWords.test(words)
}

export const isNote = (tape: Tape, { block, label }: Note, target: number, marks: ReadonlySet<string>): boolean => {
  const id = attr(tape, target, "id") ?? attr(tape, target, "name") ?? ""
  if (beginsWithNumberOf(tape, block, id)) return true
  if (tape.tag[block] === Tags.LI || saysNote(tape, block) || saysNote(tape, target)) return true
  for (let k = label ?? block; k < tape.end[block]!; k++) {
    if (tape.tag[k] === Tags.TEXT) continue
    if (noteId.test(attr(tape, k, "id") ?? attr(tape, k, "name") ?? "")) return true
    const href = tape.tag[k] === Tags.A ? attr(tape, k, "href") ?? "" : ""
    if (href.includes("#") && marks.has(href.slice(href.indexOf("#") + 1)) && isBacklink(tape, k)) return true
  }
  return false
}

export const wholeMark = (tape: Tape, anchor: number): number => {
  let mark = anchor
  for (let p = tape.parent[anchor]!, up = 0; p >= 0 && up < STEPS_TO_SUPERSCRIPT; p = tape.parent[p]!, up++) {
    if (
      (tape.tag[p] === Tags.SUP || tape.tag[p] === cite) &&
      label.test(textOf(tape, p, CHARACTERS_READ_OF_NOTE_LABEL).trim())
    ) mark = p
  }
  return mark
}

export interface LabelOfNote {
  readonly silent?: number
  readonly trimmed: ReadonlyArray<number>
}

export const labelIn = (tape: Tape, note: number): LabelOfNote => {
  const { end, tag, text } = tape
  const trimmed: Array<number> = []
  let at = note + 1
  while (at < end[note]!) {
    if (tag[at] === Tags.TEXT) {
      if (/\S/.test(text[at]!)) {
        if (!/^\s*[[(]\s*$/.test(text[at]!)) return { trimmed: [] }
        trimmed.push(at)
      }
      at++
      continue
    }
    const words = textOf(tape, at, CHARACTERS_READ_OF_NOTE_LABEL).trim()
    if (words !== "" && labelOfNote.test(words)) {
      let next = end[at]!
      while (next < end[note]! && (tag[next] !== Tags.TEXT || !/\S/.test(text[next]!))) next++
      return { silent: at, trimmed: next < end[note]! ? [...trimmed, next] : trimmed }
    }
    at = words === "" && end[at] !== at + 1 ? end[at]! : at + 1
  }
  return { trimmed: [] }
}

export const withoutLabelSigns = (text: string): string => text.replace(/^\s*[[(]\s*$|^\s*[.:)\]]\s*/, " ")
