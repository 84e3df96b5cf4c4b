/**
 * The words of a page: text, marks, links, code, pictures and whatever else stands inside a paragraph.
 *
 * @since 0.1.0
 */
import { firstPoint, isLetter, isNumber } from "../tape/letters.ts"
import * as Tags from "../tape/tags.ts"
import { attr, textOf } from "../tape/tape.ts"
import { isDelayed } from "../tape/urls.ts"
import { boxes, isDivider, parted } from "./boxes.ts"
import { codeSpan, preformattedText } from "./code.ts"
import type { Emitter } from "./emitter.ts"
import { destination, title } from "./escape.ts"
import { imageWriter } from "./images.ts"
import type { Inline, Mark } from "./marks.ts"
import { isFormulaPicture, tex, texPicture, texScript, unrendered } from "./math.ts"
import { isHeadingItself } from "./permalink.ts"

export interface Words {
  /** Adds a node and what is below it to a run of words; blocks inside are set apart by `breaks`. */
  readonly inline: (i: number, run: Inline, breaks: boolean) => void
  /** Adds what is below a node, without the children that are not wanted. */
  readonly children: (i: number, run: Inline, wanted?: (i: number) => boolean) => void
  /** Adds what is below a cell; blocks in it are set apart by breaks. */
  readonly cell: (i: number, run: Inline) => void
  /** Where a link leads, as markdown; `undefined` when nobody should follow it. */
  readonly address: (i: number) => string | undefined
}

/** What a player's address says when it is a moving picture behind the words. */
const plays = /[?&]background=(?:1|true)(?:$|&)/

const marks: ReadonlyArray<Mark | undefined> = (() => {
  const out: Array<Mark | undefined> = []
  out[Tags.B] = "strong"
  out[Tags.STRONG] = "strong"
  out[Tags.I] = "em"
  out[Tags.EM] = "em"
  out[Tags.DEL] = "del"
  out[Tags.S] = "del"
  out[Tags.STRIKE] = "del"
  return out
})()

export const wordsWriter = (emitter: Emitter): Words => {
  const { footnotes, kept, options, tape } = emitter
  const { end, parent, tag, text } = tape
  const { faithful, keep, resolve } = options
  const image = imageWriter(tape, options)
  const page = options.url === undefined ? undefined : resolve(options.url)?.replace(/#.*$/s, "")

  const inline = (i: number, run: Inline, breaks: boolean): void => {
    const id = tag[i]!
    if (id === Tags.TEXT) {
      if (keep !== undefined && keep[i] === 0 && /\S/.test(text[i]!)) return
      const formulas = faithful ? undefined : unrendered(text[i]!)
      if (formulas === undefined) run.text(text[i]!)
      else {
        for (const part of formulas) {
          if ("words" in part) run.text(part.words)
          else run.raw(part.formula)
        }
      }
      return
    }
    if (!kept(i)) {
      if (id === Tags.SCRIPT) {
        const formula = texScript(tape, i)
        if (formula !== undefined) run.raw(formula)
      } else if (id === Tags.SVG && !faithful && stands(i)) run.gap()
      return
    }
    switch (id) {
      case Tags.BR:
        run.break()
        return
      case Tags.WBR:
        return
      case Tags.A: {
        if (footnotes.backlinks.has(i)) return
        const label = footnotes.marks.get(i)
        if (label === undefined) break
        run.raw(`[^${label}]`)
        return
      }
      case Tags.IMG: {
        const s = !faithful && isFormulaPicture(tape, i) ? texPicture(tape, i) : image(i)
        if (s === undefined) return
        // Pictures side by side are not one, nor is a picture part of the word beside it.
        const apart = !faithful && s.startsWith("![")
        if (apart && (run.endsInImage || run.endsInWord)) run.gap()
        run.raw(s)
        if (apart && stands(i)) run.gap()
        return
      }
      case Tags.CODE:
      case Tags.KBD:
      case Tags.SAMP:
      case Tags.TT: {
        const raw = preformattedText(tape, i, kept)
        const s = codeSpan(raw, faithful)
        if (s === undefined) {
          if (raw !== "") run.gap()
          return
        }
        if (!faithful && /^\s/.test(raw)) run.gap()
        run.raw(s)
        if (!faithful && /\s$/.test(raw)) run.gap()
        return
      }
      case Tags.MATH: {
        const formula = tex(tape, i)
        // GFM knows no formulas: to come back exactly, one is text like any other.
        if (formula === undefined) return
        if (faithful) run.text(formula)
        else run.raw(formula)
        return
      }
      case Tags.SVG:
      case Tags.BUTTON:
      case Tags.SELECT:
      case Tags.TEXTAREA:
      case Tags.RP:
        return
      case Tags.INPUT: {
        if (
          attr(tape, i, "type") === "checkbox" && (tag[parent[i]!] !== Tags.LABEL || isTask(i)) || keep === undefined
        ) {
          if (attr(tape, i, "type") === "checkbox") {
            run.raw(attr(tape, i, "checked") === undefined ? "[ ]" : "[x]")
            run.gap()
          }
        }
        return
      }
      case Tags.IFRAME: {
        const src = resolve(attr(tape, i, "src") ?? attr(tape, i, "data-src"))
        if (src === undefined || !/^https?:/.test(src) || !faithful && plays.test(src)) return
        const name = (attr(tape, i, "title") ?? "").replace(/[[\]\\]/g, "").replace(/\s+/g, " ").trim()
        run.gap()
        run.raw(`[${name === "" ? "Embedded content" : name}](${destination(src)})`)
        run.gap()
        return
      }
      case Tags.VIDEO:
      case Tags.AUDIO: {
        let src = attr(tape, i, "src")
        for (let k = i + 1; src === undefined && k < end[i]!; k++) {
          if (tag[k] === Tags.SOURCE) src = attr(tape, k, "src")
        }
        const absolute = resolve(src)
        if (absolute !== undefined && /^https?:/.test(absolute)) {
          run.gap()
          run.raw(`[${id === Tags.VIDEO ? "Video" : "Audio"}](${destination(absolute)})`)
          run.gap()
        }
        return
      }
      default:
        break
    }
    if (!faithful && end[i] === i + 1 && isDelayed(tape, i)) {
      const s = image(i)
      if (s !== undefined) run.raw(s)
      return
    }
    if (breaks && Tags.is(id, Tags.BLOCK) && !run.isEmpty) {
      if (id === Tags.TD || id === Tags.TH) run.gap()
      else run.break()
    } else if (Tags.is(id, Tags.BLOCK)) run.gap()
    const quoted = (sign: string, element: string) => faithful ? run.raw(element) : run.text(sign)
    const mark = marks[id]
    let opened = false
    let linked = false
    if (mark !== undefined) opened = run.open(mark, faithful)
    else if (id === Tags.SUP && !faithful && run.endsInAmount && /^\s*\d\d\s*$/.test(textOf(tape, i, 8))) run.text(".")
    else if (id === Tags.SUP || id === Tags.SUB) opened = script(i) && run.open(id === Tags.SUP ? "sup" : "sub")
    else if (id === Tags.A) {
      const href = faithful || !isHeadingItself(tape, i, page, resolve) ? address(i) : undefined
      if (href !== undefined) linked = run.openLink(href)
    } else if (id === Tags.Q) quoted("\u201c", "<q>")
    if (id === Tags.RT) run.text("(")
    content(i, run, breaks)
    if (id === Tags.RT) run.text(")")
    if (opened) run.close(mark ?? (id === Tags.SUP ? "sup" : "sub"))
    if (linked) run.closeLink(faithful)
    if (id === Tags.Q) quoted("\u201d", "</q>")
    if (id === Tags.CITE && !faithful && namesSpeaker(i)) run.break()
    if (breaks && Tags.is(id, Tags.BLOCK)) run.gap()
  }

  /** Whether a box in a label is that of an item of a list of tasks. */
  const isTask = (i: number): boolean => {
    const item = parent[parent[i]!]!
    return item >= 0 && /(?:^|\s)task-list-item(?=$|\s)/.test(attr(tape, item, "class") ?? "")
  }

  /** Whether a drawing stands right before a word: five stars between a grade and the number of reviews. */
  const stands = (i: number): boolean => {
    for (let k = end[i]!; k < tape.n && k < end[i]! + 20; k++) {
      if (tag[k] === Tags.SVG) k = end[k]! - 1
      else if (tag[k] === Tags.TEXT) {
        const first = firstPoint(text[k]!)
        return isLetter(first) || isNumber(first)
      }
    }
    return false
  }

  /** What is inside an element; boxes side by side are set apart. */
  const content = (i: number, run: Inline, breaks: boolean, wanted?: (i: number) => boolean) => {
    let apart: boolean | undefined
    let previous = -1
    for (let c = i + 1; c < end[i]!; c = end[c]!) {
      if (!faithful && previous >= 0 && !run.isEmpty) {
        apart ??= boxes(tape, i, kept)
        if (apart && parted(tape, i, previous, c)) run.gap()
      }
      if (wanted === undefined || wanted(c)) inline(c, run, breaks)
      if (!isDivider(tape, c)) previous = c
    }
  }

  /** Whether a citation says who speaks in the quote that it opens, as forums write it: "Anna wrote:". */
  const namesSpeaker = (i: number): boolean => {
    const p = parent[i]!
    if (p < 0 || i > p + 2 || (i === p + 2 && !(tag[p + 1] === Tags.TEXT && !/\S/.test(text[p + 1]!)))) return false
    const quote = tag[p] === Tags.BLOCKQUOTE ? p : parent[p]!
    return quote >= 0 && tag[quote] === Tags.BLOCKQUOTE && p <= quote + 2 && textOf(tape, i, 200).includes(":")
  }

  /** Whether a sub- or superscript means something: footnote marks and ordinals stay plain text. */
  const script = (i: number): boolean => {
    const s = textOf(tape, i, 40).trim()
    if (s === "" || s.length > 30) return false
    for (let k = i + 1; k < end[i]!; k++) if (tag[k] === Tags.A || tag[k] === Tags.IMG) return false
    return !/^(?:st|nd|rd|th|TM|SM|\u00ae|\u2122|\(?[\u24c7\u00a9]\)?|er|e|o|a)$/i.test(s)
  }

  const address = (i: number): string | undefined => {
    const raw = attr(tape, i, "href")
    if (raw === undefined) return undefined
    const href = resolve(raw)
    if (href === undefined || /^(?:data|file|filesystem):/i.test(href)) return undefined
    const name = attr(tape, i, "title")
    // Titles of links repeat what the text or the address says; nobody would type them.
    const label = faithful && name !== undefined && name.length <= 300 ? title(name, true) : ""
    return destination(href) + label
  }

  const children = (i: number, run: Inline, wanted?: (i: number) => boolean) => content(i, run, false, wanted)
  const cell = (i: number, run: Inline) => content(i, run, true)

  return { inline, children, cell, address }
}
