/**
 * Lists of places in a text that keep their room from one text to the next.
 *
 * @since 0.2.0
 */

/** A list of places: numbers of 32 bits, flat. Behind the last of them stands one that is no place. */
export interface Offsets {
  readonly at: Int32Array
  /** How many of the numbers are of the list: those behind them are left from an earlier text. */
  readonly length: number
}

/** Numbers that a new list has room for, and those of the largest room that is kept for the next text. */
const FIRST_ROOM = 64
const MOST_KEPT = 16_384

/** Numbers that are added at once, at most, with the one behind the last. */
const MARGIN = 4

const NO_PLACE = -1

/** A list that is written from its begin again for each text, so that short texts allocate none. */
export class OffsetList implements Offsets {
  at = new Int32Array(FIRST_ROOM)
  length = 0

  clear(): void {
    this.length = 0
    if (this.at.length > MOST_KEPT) this.at = new Int32Array(FIRST_ROOM)
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

  /** Ends the list: nothing is added to it any more. */
  close(): void {
    if (this.length + MARGIN > this.at.length) this.grow()
    for (let i = 0; i < MARGIN; i++) this.at[this.length + i] = NO_PLACE
  }
}
