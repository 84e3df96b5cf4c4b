/**
 * Writes insets: inline elements that are written as one unit, such as a picture, code, a formula or a player.
 *
 * @since 0.1.0
 */
import { firstPoint, isLetter, isNumber } from "../tape/letters.ts"
import * as Tags from "../tape/tags.ts"
import { attr } from "../tape/tape.ts"
import { codeSpan, preformattedText } from "./code.ts"
import type { Emitter } from "./emitter.ts"
import { destination } from "./escape.ts"
import type { Inline } from "./marks.ts"
import { isFormulaPicture, tex, texPicture } from "./math.ts"

export interface Scope {
  readonly emitter: Emitter
  readonly image: (i: number) => string | undefined
}

const plays = /[?&]background=(?:1|true)(?:$|&)/

const NODES_TO_A_WORD = 20

/** Returns whether a picture is written next to the word after it, such as five stars before the number of reviews. */
export const standsBeforeWord = ({ tape }: Emitter, i: number): boolean => {
  const { end, n, tag, text } = tape
  const start = end[i]!
  for (let k = start; k < n && k < start + NODES_TO_A_WORD; k++) {
    if (tag[k] === Tags.SVG) k = end[k]! - 1
    else if (tag[k] === Tags.TEXT) {
      const first = firstPoint(text[k]!)
      return isLetter(first) || isNumber(first)
    }
  }
  return false
}

const picture = ({ emitter, image }: Scope, i: number, run: Inline): void => {
  const { options: { faithful }, tape } = emitter
  const s = !faithful && isFormulaPicture(tape, i) ? texPicture(tape, i) : image(i)
  if (s === undefined) return
  // Adjacent pictures are separated, and a picture next to a word is separated from the word.
  const apart = !faithful && s.startsWith("![")
  if (apart && (run.endsInImage || run.endsInWord)) run.gap()
  run.raw(s)
  if (apart && standsBeforeWord(emitter, i)) run.gap()
}

const code = ({ emitter: { isKept, options: { faithful, written }, tape } }: Scope, i: number, run: Inline): void => {
  const raw = preformattedText(tape, i, isKept, written)
  const s = codeSpan(raw, faithful)
  if (s === undefined) {
    if (raw !== "") run.gap()
    return
  }
  if (!faithful && /^\s/.test(raw)) run.gap()
  run.raw(s)
  if (!faithful && /\s$/.test(raw)) run.gap()
}

const formula = ({ emitter, emitter: { options, tape } }: Scope, i: number, run: Inline): void => {
  const written = tex(tape, i)
  // GFM has no formulas. If an exact copy is required, a formula is written as text.
  if (written === undefined) return
  emitter.formula(i)
  if (options.faithful) run.text(written)
  else run.raw(written)
}

const isTask = ({ tape }: Emitter, i: number): boolean => {
  const item = tape.parent[tape.parent[i]!]!
  return item >= 0 && /(?:^|\s)task-list-item(?=$|\s)/.test(attr(tape, item, "class") ?? "")
}

const checkbox = ({ emitter }: Scope, i: number, run: Inline): void => {
  const { options, tape } = emitter
  if (attr(tape, i, "type") !== "checkbox") return
  const isForm = tape.tag[tape.parent[i]!] === Tags.LABEL && !isTask(emitter, i)
  if (isForm && options.keep !== undefined) return
  run.raw(attr(tape, i, "checked") === undefined ? "[ ]" : "[x]")
  run.gap()
}

const embedded = ({ emitter: { options, tape } }: Scope, i: number, run: Inline): void => {
  const address = options.resolve(attr(tape, i, "src") ?? attr(tape, i, "data-src"))
  if (address === undefined || !/^https?:/.test(address) || !options.faithful && plays.test(address)) return
  const name = (attr(tape, i, "title") ?? "").replace(/[[\]\\]/g, "").replace(/\s+/g, " ").trim()
  run.gap()
  run.raw(`[${name === "" ? "Embedded content" : name}](${destination(address)})`)
  run.gap()
}

const player = ({ emitter: { options, tape } }: Scope, i: number, run: Inline): void => {
  const { end, tag } = tape
  let address = attr(tape, i, "src")
  for (let k = i + 1; address === undefined && k < end[i]!; k++) {
    if (tag[k] === Tags.SOURCE) address = attr(tape, k, "src")
  }
  const absolute = options.resolve(address)
  if (absolute === undefined || !/^https?:/.test(absolute)) return
  run.gap()
  run.raw(`[${tag[i] === Tags.VIDEO ? "Video" : "Audio"}](${destination(absolute)})`)
  run.gap()
}

const nothing = (): void => {}

export const insets: ReadonlyArray<((scope: Scope, i: number, run: Inline) => void) | undefined> = (() => {
  const byTag = Array.from<((scope: Scope, i: number, run: Inline) => void) | undefined>({ length: Tags.UNKNOWN + 1 })
  byTag[Tags.BR] = (_, __, run) => run.break()
  byTag[Tags.IMG] = picture
  for (const tag of [Tags.CODE, Tags.KBD, Tags.SAMP, Tags.TT]) byTag[tag] = code
  byTag[Tags.MATH] = formula
  byTag[Tags.INPUT] = checkbox
  byTag[Tags.IFRAME] = embedded
  for (const tag of [Tags.VIDEO, Tags.AUDIO]) byTag[tag] = player
  for (const tag of [Tags.WBR, Tags.SVG, Tags.SELECT, Tags.TEXTAREA, Tags.RP]) byTag[tag] = nothing
  return byTag
})()
