import * as Unit from "@dunlin/text/Unit"

/**
 * The marks of a text, as bits. `low` has the characters from 32 to 63, and `high` the marks from 64 on, by their
 * last five bits.
 */
export interface Marks {
  readonly low: number
  readonly high: number
}

const LAST_BITS = 0x1f

/**
 * Returns whether a text has a mark. `mark` is an ASCII mark that is not a digit. Marks from 64 on share a bit if
 * their last five bits are equal, such as `@` and the backtick.
 */
export const hasMark = ({ marks }: { readonly marks: Marks }, mark: string): boolean => {
  const unit = mark.charCodeAt(0)
  return ((unit < Unit.AT_SIGN ? marks.low : marks.high) & 1 << (unit & LAST_BITS)) !== 0
}

export class MarkBits implements Marks {
  low = 0
  high = 0
  clear(): void {
    this.low = 0
    this.high = 0
  }
  add(unit: number): void {
    if (unit < Unit.SPACE) return
    if (unit < Unit.AT_SIGN) this.low |= 1 << (unit & LAST_BITS)
    else if (unit < Unit.BEYOND_ASCII) this.high |= 1 << (unit & LAST_BITS)
  }
}
