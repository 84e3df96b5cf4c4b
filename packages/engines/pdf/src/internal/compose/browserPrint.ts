/**
 * Detects the header and footer of a browser's print: time, title, URL and page number. One page is enough evidence,
 * because only such prints have all of these in the outermost rows.
 */
import type { Frame } from "../layout/frame.ts"
import type { Line } from "../layout/line.ts"
import { SAME_ROW_EM } from "../layout/measures.ts"

const time = /^\d{1,4}[./-]\d{1,2}[./-]\d{1,4},? \d{1,2}[:.]\d{2}(?: ?[ap]\.?m\.?)?$/i
const address = /^(?:https?|file):\/\/\S+/
const pageOfAll = /(?:^|\s)\d{1,4}(?:\/|\sof\s)\d{1,4}$/

/** Share of the page height, at the top and bottom, in which browsers print headers and footers. */
const EDGE_SHARE = 0.08

const rowAt = (lines: ReadonlyArray<Line>, y: number): ReadonlyArray<Line> =>
  lines.filter((line) => Math.abs(line.y - y) < line.size * SAME_ROW_EM)

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
