/**
 * Determines the content that a reader of the whole page sees.
 *
 * @since 0.1.0
 */
import * as Tags from "../tape/tags.ts"
import { attr, nameOf, type Tape } from "../tape/tape.ts"
import { isConcealed, isOpenedDialog } from "../visibility/concealed.ts"
import type { Selection } from "./work.ts"

export const isHidden = (tape: Tape, i: number): boolean => isConcealed(tape, i)

export const visible = (
  tape: Tape,
  excluded: ReadonlyArray<number> = [],
  included?: ReadonlyArray<number>
): Selection => {
  const keep = new Uint8Array(tape.n)
  const roots: Array<number> = []
  const out = new Set(excluded)
  for (let i = 0; i < tape.n; i++) {
    const p = tape.parent[i]!
    const tag = tape.tag[i]!
    if (p < 0) roots.push(i)
    else if (keep[p] === 0 && !(tag === Tags.BODY)) continue
    keep[i] = shown(tape, i, out) ? 1 : 0
  }
  if (included === undefined) return { keep, roots }
  const isVisible = new Uint8Array(tape.n)
  const chosen: Array<number> = []
  let stop = -1
  for (const i of included) {
    if (i < stop || out.has(i)) continue
    stop = tape.end[i]!
    chosen.push(i)
    isVisible[i] = 1
    for (let k = i + 1; k < stop; k++) isVisible[k] = isVisible[tape.parent[k]!] === 1 && shown(tape, k, out) ? 1 : 0
  }
  return { keep: isVisible, roots: chosen }
}

const shown = (tape: Tape, i: number, out: ReadonlySet<number>): boolean => {
  if (out.has(i)) return false
  const tag = tape.tag[i]!
  if (tag === Tags.TEXT) return !isHidden(tape, i)
  if (Tags.is(tag, Tags.INVISIBLE)) return false
  if (Tags.is(tag, Tags.EMBEDDED)) return embedded(tape, i) || isOpenedDialog(tape, i)
  return !isHidden(tape, i) && !showsFormula(tape, i)
}

const showsFormula = (tape: Tape, i: number): boolean =>
  attr(tape, i, "aria-hidden") === "true" &&
  (nameOf(tape, i) === "mjx-math" || /(?:^|\s)(?:katex-html|mjx-chtml)(?=$|\s)/.test(attr(tape, i, "class") ?? ""))

const players =
  /(?:youtube(?:-nocookie)?\.com\/embed|player\.vimeo\.com|dailymotion\.com\/embed|player\.bilibili|open\.spotify\.com\/embed|soundcloud\.com\/player|codepen\.io|codesandbox\.io\/embed|google\.[a-z.]+\/maps\/embed)/i

export const embedded = (tape: Tape, i: number): boolean => {
  switch (tape.tag[i]) {
    case Tags.IFRAME:
      return players.test(attr(tape, i, "src") ?? attr(tape, i, "data-src") ?? "")
    case Tags.VIDEO:
    case Tags.AUDIO:
    case Tags.SOURCE:
      return true
    case Tags.INPUT: {
      if (attr(tape, i, "type") !== "checkbox") return false
      const p = tape.parent[i]!
      return p >= 0 &&
        (tape.tag[p] === Tags.LI || tape.tag[p] === Tags.P ||
          tape.tag[p] === Tags.LABEL && tape.tag[tape.parent[p]!] === Tags.LI)
    }
    default:
      return false
  }
}
