/**
 * Stores lists of text positions whose memory is reused for the next text.
 *
 * @since 0.2.0
 */

/** A list of positions. `at` has an invalid position after the last valid one. */
export interface Offsets {
  readonly at: Int32Array
  /** Number of valid entries. Later entries are from an earlier text. */
  readonly length: number
}

const FIRST_ROOM = 64
const MAX_KEPT_CAPACITY = 16_384

const MARGIN = 4

const NO_PLACE = -1

/** A list of positions that is reused for each text, so that short texts allocate nothing. */
export class OffsetList implements Offsets {
  at = new Int32Array(FIRST_ROOM)
  length = 0

  clear(): void {
    this.length = 0
    if (this.at.length > MAX_KEPT_CAPACITY) this.at = new Int32Array(FIRST_ROOM)
  }

  private grow(): void {
    const larger = new Int32Array(this.at.length * 2)
    larger.set(this.at)
    this.at = larger
  }

  pair(first: number, second: number): void {
    if (this.length + MARGIN > this.at.length) this.grow()
    this.at[this.length++] = first
    this.at[this.length++] = second
  }

  triple(first: number, second: number, third: number): void {
    if (this.length + MARGIN > this.at.length) this.grow()
    this.at[this.length++] = first
    this.at[this.length++] = second
    this.at[this.length++] = third
  }

  close(): void {
    if (this.length + MARGIN > this.at.length) this.grow()
    for (let i = 0; i < MARGIN; i++) this.at[this.length + i] = NO_PLACE
  }
}

/** Returns a copy of a list, which the scan of the next text does not overwrite. */
export const copyOf = ({ at, length }: Offsets): Offsets => ({ at: at.slice(0, length + MARGIN), length })

export const indexAt = ({ at, length }: Offsets, position: number): number => {
  let low = 0
  let high = (length >> 1) - 1
  while (low <= high) {
    const middle = low + high >> 1
    if (at[middle * 2 + 1]! <= position) low = middle + 1
    else if (at[middle * 2]! > position) high = middle - 1
    else return middle * 2
  }
  return -1
}

export const within = (ranges: Offsets, position: number): boolean =>
  ranges.length > 0 && indexAt(ranges, position) >= 0
