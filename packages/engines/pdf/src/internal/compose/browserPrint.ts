/**
 * Lines that a browser prints above and below a page: the time, the title, the address and the number of the page.
 * One page says so of itself, for nothing else has all three of a time, an address and "1/34" in its outermost rows.
 */
import type { Frame } from "../layout/frame.ts"
import type { Line } from "../layout/line.ts"
import { SAME_ROW_EM } from "../layout/measures.ts"

const time = /^\d{1,4}[./-]\d{1,2}[./-]\d{1,4},? \d{1,2}[:.]\d{2}(?: ?[ap]\.?m\.?)?$/i
const address = /^(?:https?|file):\/\/\S+/
const pageOfAll = /(?:^|\s)\d{1,4}(?:\/|\sof\s)\d{1,4}$/

/** Part of the page at its upper and at its lower edge that browsers print in. */
const EDGE_SHARE = 0.08

const rowAt = (lines: ReadonlyArray<Line>, y: number): ReadonlyArray<Line> =>
  lines.filter((line) => Math.abs(line.y - y) < line.size * SAME_ROW_EM)

/** The lines of the first and of the last row, where a browser has printed them; else none. */
export const browserPrint = (frame: Frame, lines: ReadonlyArray<Line>): ReadonlySet<Line> => {
  let top = Infinity
  let bottom = -Infinity
  for (const { y } of lines) {
    top = Math.min(top, y)
    bottom = Math.max(bottom, y)
  }
  if (top > frame.height * EDGE_SHARE || bottom < frame.height * (1 - EDGE_SHARE)) return new Set()
  const printed = [...rowAt(lines, top), ...rowAt(lines, bottom)]
  const isPrinted = [time, address, pageOfAll].every((part) => printed.some(({ text }) => part.test(text)))
  return new Set(isPrinted ? printed : [])
}
