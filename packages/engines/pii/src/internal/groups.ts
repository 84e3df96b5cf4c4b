/**
 * Joins digit groups that may form one number.
 *
 * @since 0.1.0
 */
import type { Scan } from "./scan.ts"

export type Groups = ReadonlyArray<number>

const joins = new Uint8Array(256)
for (const mark of " ().-/·_") joins[mark.charCodeAt(0)] = 1

export const GROUP = 3

const MAX_SEPARATORS = 3
export const MIN_PHONE_DIGITS = 7

export const groups = (scan: Scan): Groups => {
  const { digits, text } = scan
  const out: Array<number> = []
  let start = -1
  let end = -1
  let count = 0
  for (let i = 0; i < digits.length; i += 2) {
    const from = digits.at[i]!
    let joined = start >= 0 && from - end <= MAX_SEPARATORS
    for (let k = end; joined && k < from; k++) joined = joins[text.charCodeAt(k)] === 1
    if (!joined) {
      if (count >= MIN_PHONE_DIGITS) out.push(start, end, count)
      start = from
      count = 0
    }
    end = digits.at[i + 1]!
    count += end - from
  }
  if (count >= MIN_PHONE_DIGITS) out.push(start, end, count)
  return out
}
