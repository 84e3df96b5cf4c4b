/**
 * Writes the inline content of a page: text, marks, links, code and pictures.
 *
 * @since 0.1.0
 */
import * as Tags from "../tape/tags.ts"
import { attr, type Tape, textOf } from "../tape/tape.ts"
import { isDelayed } from "../tape/urls.ts"
import { boxes, isDivider, parted } from "./boxes.ts"
import { kindOfButton } from "./buttons.ts"
import { type Emitter, Written } from "./emitter.ts"
import { destination, title } from "./escape.ts"
import { none } from "./footnotes.ts"
import { imageWriter } from "./images.ts"
import { insets, type Scope, standsBeforeWord } from "./insets.ts"
import type { Inline, Mark } from "./marks.ts"
import { rendered, texAttribute, texScript, unrendered } from "./math.ts"
import { withoutLabelSigns } from "./noteLooks.ts"
import { withoutNumber } from "./numberedNotes.ts"
import { isHeadingItself, isMarkOfPlace } from "./permalink.ts"

export interface Words {
  readonly inline: (i: number, run: Inline, breaks: boolean) => void
  readonly children: (i: number, run: Inline, wanted?: (i: number) => boolean, stop?: number) => void
  readonly cell: (i: number, run: Inline) => void
  /** Returns `undefined` if the link is of no use to a reader. */
  readonly address: (i: number) => string | undefined
}

/** Maximum length of cents: two digits and white space. */
const CENTS_IN_CHARACTERS = 8

/** Maximum characters of an exponent or index. A longer raised text is a note. */
const SCRIPT_IN_CHARACTERS = 30
const SPACED_SCRIPT_IN_CHARACTERS = 40

const CITATION_IN_CHARACTERS = 200

const TITLE_IN_CHARACTERS = 300

const marks: ReadonlyArray<Mark | undefined> = (() => {
  const out = Array.from<Mark | undefined>({ length: Tags.UNKNOWN + 1 })
  out[Tags.B] = "strong"
  out[Tags.STRONG] = "strong"
  out[Tags.I] = "em"
  out[Tags.EM] = "em"
  out[Tags.DEL] = "del"
  out[Tags.S] = "del"
  out[Tags.STRIKE] = "del"
  return out
})()

interface Page extends Scope {
  readonly address: string | undefined
  readonly tape: Tape
  readonly kept: (i: number) => boolean
  readonly faithful: boolean
  stop: number
}

const addText = ({ emitter, faithful, tape }: Page, i: number, run: Inline): void => {
  const { numbered, trimmed } = emitter.footnotes
  const given = tape.text[i]!
  const text = trimmed.has(i) ? withoutLabelSigns(given) : numbered.has(i) ? withoutNumber(given) : given
  const { keep, written } = emitter.options
  if (keep !== undefined && keep[i] === 0 && /\S/.test(text)) return
  if (written !== undefined) written[i] = Written.Words
  const formulas = faithful ? undefined : unrendered(text)
  if (formulas === undefined) {
    run.text(text)
    return
  }
  for (const part of formulas) {
    if ("words" in part) run.text(part.words)
    else run.raw(part.formula)
  }
}

const addUnwritten = ({ emitter }: Page, i: number, run: Inline): void => {
  const { options, tape } = emitter
  const id = tape.tag[i]!
  if (id === Tags.SCRIPT) {
    const formula = texScript(tape, i)
    if (formula === undefined) return
    run.raw(formula)
    for (const output of rendered(tape, i)) emitter.formula(output)
  } else if (id === Tags.SVG && !options.faithful && standsBeforeWord(emitter, i)) run.gap()
}

const addFootnote = ({ emitter: { footnotes } }: Page, i: number, run: Inline): boolean => {
  if (footnotes === none || footnotes.silent.has(i)) return footnotes !== none
  const label = footnotes.marks.get(i)
  if (label !== undefined) run.raw(`[^${label}]`)
  return label !== undefined || footnotes.sidenotes.has(i)
}

const add = (page: Page, i: number, run: Inline, breaks: boolean): void => {
  const { faithful, kept, tape } = page
  const id = tape.tag[i]!
  if (id === Tags.TEXT) return addText(page, i, run)
  if (!kept(i)) return addUnwritten(page, i, run)
  if (addFootnote(page, i, run) || !faithful && id === Tags.A && isMarkOfPlace(tape, i)) return
  if (id === Tags.BUTTON) return addButton(page, i, run, breaks)
  const formula = faithful ? undefined : texAttribute(tape, i)
  if (formula !== undefined) {
    page.emitter.formula(i)
    return run.raw(formula)
  }
  const inset = insets[id]
  if (inset !== undefined) return inset(page, i, run)
  if (!faithful && tape.end[i] === i + 1 && isDelayed(tape, i)) {
    const picture = page.image(i)
    if (picture !== undefined) run.raw(picture)
    return
  }
  const isBlock = Tags.is(id, Tags.BLOCK)
  if (isBlock) {
    if (breaks && !run.isEmpty && id !== Tags.TD && id !== Tags.TH) run.break()
    else run.gap()
  }
  addMarked(page, i, run, breaks)
  if (id === Tags.CITE && !faithful && namesSpeaker(tape, i)) run.break()
  if (breaks && isBlock) run.gap()
}

/** Writes the title of an accordion in bold, and separate from the text that it opens. */
const addButton = (page: Page, i: number, run: Inline, breaks: boolean): void => {
  const kind = kindOfButton(page.tape, i)
  if (kind === "tool") return
  const isOpen = kind === "title" && run.open("strong", page.faithful)
  addContent(page, i, run, breaks)
  if (isOpen) run.close("strong")
}

const addMarked = (page: Page, i: number, run: Inline, breaks: boolean): void => {
  const { faithful, tape } = page
  const id = tape.tag[i]!
  const mark = marks[id]
  if (mark !== undefined) {
    const isOpen = run.open(mark, faithful)
    addContent(page, i, run, breaks)
    if (isOpen) run.close(mark)
  } else if (id === Tags.SUP || id === Tags.SUB) addScript(page, i, run, breaks)
  else if (id === Tags.A) addLink(page, i, run, breaks)
  else if (id === Tags.Q) {
    if (faithful) run.raw("<q>")
    else run.text("\u201c")
    addContent(page, i, run, breaks)
    if (faithful) run.raw("</q>")
    else run.text("\u201d")
  } else if (id === Tags.RT) {
    run.text("(")
    addContent(page, i, run, breaks)
    run.text(")")
  } else addContent(page, i, run, breaks)
}

const addScript = (page: Page, i: number, run: Inline, breaks: boolean): void => {
  const mark = page.tape.tag[i] === Tags.SUP ? "sup" : "sub"
  let isOpen = false
  if (isCents(page.emitter, i, run)) run.text(".")
  else isOpen = meansSomething(page.tape, i) && run.open(mark)
  addContent(page, i, run, breaks)
  if (isOpen) run.close(mark)
}

const addLink = (page: Page, i: number, run: Inline, breaks: boolean): void => {
  const { emitter, faithful, tape } = page
  const isWanted = faithful || !isHeadingItself(tape, i, page.address, emitter.options.resolve)
  const href = isWanted ? addressOf(emitter, i) : undefined
  const isOpen = href !== undefined && run.openLink(href)
  addContent(page, i, run, breaks)
  if (isOpen) run.closeLink(faithful)
}

const addContent = (page: Page, i: number, run: Inline, breaks: boolean, wanted?: (i: number) => boolean): void => {
  const { faithful, kept, tape } = page
  const { end } = tape
  const stop = Math.min(end[i]!, page.stop)
  let apart: boolean | undefined
  let previous = -1
  for (let c = i + 1; c < stop; c = end[c]!) {
    if (!faithful && previous >= 0 && !run.isEmpty) {
      apart ??= boxes(tape, i, kept)
      if (apart && parted(tape, i, previous, c)) run.gap()
    }
    if (wanted === undefined || wanted(c)) add(page, c, run, breaks)
    if (!isDivider(tape, c)) previous = c
  }
}

const isCents = ({ options, tape }: Emitter, i: number, run: Inline): boolean =>
  tape.tag[i] === Tags.SUP && !options.faithful && run.endsInAmount &&
  /^\s*\d\d\s*$/.test(textOf(tape, i, CENTS_IN_CHARACTERS))

/** Returns whether a line names the speaker of a quote, as in forums: "Anna wrote:". */
const namesSpeaker = (tape: Tape, i: number): boolean => {
  const { parent, tag, text } = tape
  const p = parent[i]!
  if (p < 0 || i > p + 2 || (i === p + 2 && !(tag[p + 1] === Tags.TEXT && !/\S/.test(text[p + 1]!)))) return false
  const quote = tag[p] === Tags.BLOCKQUOTE ? p : parent[p]!
  return quote >= 0 && tag[quote] === Tags.BLOCKQUOTE && p <= quote + 2 &&
    textOf(tape, i, CITATION_IN_CHARACTERS).includes(":")
}

const meansSomething = (tape: Tape, i: number): boolean => {
  const { end, tag } = tape
  const s = textOf(tape, i, SPACED_SCRIPT_IN_CHARACTERS).trim()
  if (s === "" || s.length > SCRIPT_IN_CHARACTERS) return false
  for (let k = i + 1; k < end[i]!; k++) if (tag[k] === Tags.A || tag[k] === Tags.IMG) return false
  return !/^(?:st|nd|rd|th|TM|SM|\u00ae|\u2122|\(?[\u24c7\u00a9]\)?|er|e|o|a)$/i.test(s)
}

const addressOf = ({ options: { faithful, resolve }, tape }: Emitter, i: number): string | undefined => {
  const raw = attr(tape, i, "href")
  if (raw === undefined) return undefined
  const href = resolve(raw)
  if (href === undefined || /^(?:data|file|filesystem):/i.test(href)) return undefined
  const name = attr(tape, i, "title")
  const label = faithful && name !== undefined && name.length <= TITLE_IN_CHARACTERS ? title(name, true) : ""
  return destination(href) + label
}

export const wordsWriter = (emitter: Emitter): Words => {
  const { resolve, url } = emitter.options
  const page: Page = {
    emitter,
    image: imageWriter(emitter.tape, emitter.options),
    address: url === undefined ? undefined : resolve(url)?.replace(/#.*$/s, ""),
    tape: emitter.tape,
    kept: emitter.isKept,
    faithful: emitter.options.faithful,
    stop: emitter.tape.n
  }
  return {
    inline: (i, run, breaks) => add(page, i, run, breaks),
    children: (i, run, wanted, stop = emitter.tape.n) => {
      page.stop = stop
      addContent(page, i, run, false, wanted)
      page.stop = emitter.tape.n
    },
    cell: (i, run) => addContent(page, i, run, true),
    address: (i) => addressOf(emitter, i)
  }
}
