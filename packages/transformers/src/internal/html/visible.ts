/**
 * What a reader of the whole page sees.
 *
 * @since 0.1.0
 */
import * as Tags from "./tags.ts"
import { attr, type Tape } from "./tape.ts"
import type { Selection } from "./work.ts"

const hiddenStyle = /(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*hidden)/i

/** Whether an element says that it is not shown. Streamed React content (`S:0`) is shown once its script ran. */
export const isHidden = (tape: Tape, i: number): boolean => {
  const list = tape.attrs[i]
  if (list === null || list === undefined) return false
  for (let k = 0; k < list.length; k += 2) {
    if (list[k] === "style") {
      if (hiddenStyle.test(list[k + 1]!)) return true
    } else if (list[k] === "hidden" && list[k + 1] !== "until-found") {
      return !/^S:[0-9a-f]+$/i.test(attr(tape, i, "id") ?? "")
    }
  }
  return false
}

/** A template whose content is a declarative shadow tree, which is shown. */
export const isShadowRoot = (tape: Tape, i: number): boolean =>
  tape.tag[i] === Tags.TEMPLATE
  && (attr(tape, i, "shadowrootmode") !== undefined || attr(tape, i, "shadowroot") !== undefined)

/** Everything that is visible, form controls and embedded objects left out. */
export const visible = (tape: Tape): Selection => {
  const keep = new Uint8Array(tape.n)
  const roots: Array<number> = []
  for (let i = 0; i < tape.n; i++) {
    const p = tape.parent[i]!
    const tag = tape.tag[i]!
    if (p < 0) roots.push(i)
    else if (keep[p] === 0 && !(tag === Tags.BODY)) continue
    if (tag === Tags.TEXT) keep[i] = 1
    else if (Tags.is(tag, Tags.INVISIBLE)) keep[i] = isShadowRoot(tape, i) ? 1 : 0
    else if (Tags.is(tag, Tags.EMBEDDED)) keep[i] = embedded(tape, i) ? 1 : 0
    else keep[i] = isHidden(tape, i) ? 0 : 1
  }
  return { keep, roots }
}

const players =
  /(?:youtube(?:-nocookie)?\.com\/embed|player\.vimeo\.com|dailymotion\.com\/embed|player\.bilibili|open\.spotify\.com\/embed|soundcloud\.com\/player|codepen\.io|codesandbox\.io\/embed|google\.[a-z.]+\/maps\/embed)/i

/** Embedded things that are written: known players, video, audio and the check boxes of task lists. */
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
