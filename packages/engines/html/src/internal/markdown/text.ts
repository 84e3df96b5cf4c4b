/**
 * Writes plain text: one line per block, no marks.
 *
 * @since 0.1.0
 */
import * as Tags from "../tape/tags.ts"
import type { Tape } from "../tape/tape.ts"

const spaces = /[ \t\r\f\n\u00a0]+/g

export const toText = (tape: Tape, keep: Uint8Array, roots: ReadonlyArray<number>): string => {
  const { end, tag, text } = tape
  const out: Array<string> = []
  const ends: Array<number> = []
  let line = true
  let pre = 0
  const newline = () => {
    if (!line) {
      out[out.length - 1] = out[out.length - 1]!.trimEnd()
      out.push("\n")
    }
    line = true
  }
  for (const root of roots) {
    for (let i = root; i < end[root]!; i++) {
      while (ends.length > 0 && ends[ends.length - 1]! <= i) {
        ends.pop()
        newline()
      }
      if (keep[i] === 0) {
        i = end[i]! - 1
        continue
      }
      const id = tag[i]!
      if (id === Tags.TEXT) {
        const s = i < pre ? text[i]! : text[i]!.replace(spaces, " ")
        const shown = line && i >= pre ? s.trimStart() : s
        if (shown === "") continue
        out.push(shown)
        line = false
      } else if (id === Tags.BR) newline()
      else if (Tags.is(id, Tags.BLOCK)) {
        newline()
        if (end[i]! > i + 1) ends.push(end[i]!)
        if (id === Tags.PRE) pre = end[i]!
      }
    }
    ends.length = 0
    newline()
  }
  return out.join("").trim()
}
