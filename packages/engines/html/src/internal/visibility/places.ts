/**
 * Decides whether an element is moved completely off the page.
 *
 * Without layout, a shift hides an element only if it is longer than the largest possible offset plus the element's
 * text. A short shift may still end on the page, because of a parent's padding, a column or a picture above.
 *
 * @since 0.3.0
 */
import type { Tape } from "../tape/tape.ts"
import { isFar, isFarRight, percentOf, pixelsOf, startOfPath } from "./hiding.ts"
import { rangeOf } from "./lengths.ts"
import { WINDOW } from "./media.ts"

/** Maximum pixels from the left edge of the page to the start of a text column. */
const WIDEST_INDENT = 300

/** Assumed width of a letter in pixels. With a font size of 16 pixels, a letter has 7 to 8. */
const PIXELS_OF_LETTER = 8

/** Maximum height, in pixels, of pictures, menus and blank areas above a text. Earlier text is added to it. */
const TALLEST_HEAD = 1500

/** Height of the page per letter, in pixels. The lines of a narrow column have 40 letters and a height of 24 pixels. */
const HEIGHT_OF_LETTER = 0.6

/**
 * Margin, in percent of the parent, that moves an element out of the window. -100 % does not, because column layouts
 * use it.
 */
const MIN_MARGIN_OUTSIDE_PERCENT = -300

type Values = (i: number, property: string) => string | undefined

export class Places {
  private readonly tape: Tape
  private readonly value: Values
  private readonly letters: Int32Array

  constructor(tape: Tape, value: Values, letters: Int32Array) {
    this.tape = tape
    this.value = value
    this.letters = letters
  }

  sideOf(i: number): string | undefined {
    const position = this.value(i, "position")
    if (position !== "absolute" && position !== "fixed" && position !== "relative") return undefined
    const isFree = position === "fixed" || position === "absolute" && !this.isWithinPlaced(i)
    for (const side of ["left", "top", "right", "bottom"] as const) {
      const value = this.value(i, side)
      if (
        isFree
          ? isFar(value)
          : side === "left"
          ? this.isLeftOf(i, value)
          : side !== "bottom" && this.isAbove(i, value)
      ) {
        return side
      }
    }
    const left = this.value(i, "left")
    if (position !== "relative" && isFarRight(left) && (isFree || pixelsOf(left) !== undefined)) return "left"
    return position === "fixed" && isFarRight(this.value(i, "top")) ? "top" : undefined
  }

  isLeftOf(i: number, value: string | undefined): boolean {
    const range = value === undefined || !isFar(value) ? undefined : rangeOf(value)
    if (range === undefined) return false
    if (percentOf(value) !== undefined) return true
    const width = pixelsOf(this.value(i, "width")) ?? pixelsOf(this.value(i, "max-width")) ?? WINDOW.width
    return -range.most >= WIDEST_INDENT + Math.min(width, WINDOW.width, this.lettersOf(i) * PIXELS_OF_LETTER)
  }

  isAbove(i: number, value: string | undefined): boolean {
    const range = value === undefined || !isFar(value) ? undefined : rangeOf(value)
    if (range === undefined) return false
    return percentOf(value) !== undefined ||
      -range.most >= TALLEST_HEAD + this.letters[this.tape.end[i]!]! * HEIGHT_OF_LETTER
  }

  isPulled(i: number, property: "margin-left" | "margin-top"): boolean {
    const value = this.value(i, property)
    const share = percentOf(value)
    if (share !== undefined) return share <= MIN_MARGIN_OUTSIDE_PERCENT
    return property === "margin-left" ? this.isLeftOf(i, value) : this.isAbove(i, value)
  }

  /**
   * Returns whether a text indent moves the letters out of the window. If padding compensates it, it is a hanging
   * indent.
   */
  isIndented(i: number): boolean {
    return this.isLeftOf(i, this.value(i, "text-indent"))
  }

  /**
   * Returns whether a shift by two lengths moves an element off the page. A shift to the right counts if it is at least
   * as wide as the window.
   */
  isShifted(i: number, [x, y]: readonly [x: string | undefined, y: string | undefined]): boolean {
    return this.isLeftOf(i, x) || this.isAbove(i, y) || isFarRight(x) || isFarRight(y)
  }

  /**
   * Returns whether the start of a path is off the page, and neither a distance nor an animation moves the element
   * along it.
   */
  isAtFarBegin(i: number, path: string | undefined): boolean {
    const distance = this.value(i, "offset-distance")
    const isAtBegin = distance === undefined || percentOf(distance) === 0 || pixelsOf(distance) === 0
    return isAtBegin && (this.value(i, "animation-name") ?? "none") === "none" && this.isShifted(i, startOfPath(path))
  }

  private isWithinPlaced(i: number): boolean {
    const { parent } = this.tape
    for (let p = parent[i]!; p >= 0 && parent[p]! >= 0; p = parent[p]!) {
      const position = this.value(p, "position")
      if (position !== undefined && position !== "static") return true
    }
    return false
  }

  private lettersOf(i: number): number {
    return this.letters[this.tape.end[i]!]! - this.letters[i]!
  }
}
