/**
 * Finds the visible words of a page. Painting is followed in order: the colour of letters, their background, their
 * clipping, and what covers them later. If this is uncertain, a word counts as visible.
 */
import type { Box } from "./geometry.ts"
import {
  ANY_COLOR,
  around,
  clips,
  common,
  distance,
  type Ink,
  mixes,
  onPaper,
  partIn,
  Rendering,
  renderingOf
} from "./ink.ts"

/** Reasons for which words are unseen. `metadata.hygiene` uses their names. */
export type Unseen =
  | "clip"
  | "color"
  | "covered"
  | "hidden"
  | "layer"
  | "off-page"
  | "opacity"
  | "render-mode"
  | "size"

interface Painted {
  readonly box: Box
  /** Colour of the box; `anyColor` if it has several colours or an unknown one. */
  readonly color: number
  readonly fills: boolean
  readonly hides: boolean
  readonly isPicture: boolean
  readonly order: number
}

/** Difference of all channels (of 255) below which two colours look equal on a screen. */
const MIN_CONTRAST = 12

/** Minimum opacity of visible paint in any colour. */
const MIN_OPACITY = 0.04

/** Minimum share of a visible word that is inside the clip. */
const MIN_SHARE_INSIDE_CLIP = 0.2

const MAX_COVERED_SHARE = 0.9

/** Limit for stored shapes. On a page with more, colours are not checked. */
const MAX_STORED_SHAPES = 20_000

/** Limit for comparisons of shapes. Beyond it, all words count as visible. Real pages need some thousands. */
const MAX_SHAPE_COMPARISONS = 3_000_000

/** Limit for stored colours. If a page has more, each word is compared with the shapes below it. */
const MAX_COLORS = 64

const MAX_PICTURES = 200

/** Maximum invisible words, which may be the text layer of a scan. */
const MAX_INVISIBLE_WORDS = 60_000

const MAX_CLIPPING_TEXTS = 200

const MIN_PICTURE_SHARE_OF_SCAN = 0.25

const PAPER = 0xffffff

const middle = (box: Box): readonly [number, number] => [(box.x0 + box.x1) / 2, (box.y0 + box.y1) / 2]

const isInside = (box: Box, other: Box): boolean =>
  box.x0 >= other.x0 && box.x1 <= other.x1 && box.y0 >= other.y0 && box.y1 <= other.y1

const isNear = (color: number, alpha: number, other: number): boolean =>
  other !== ANY_COLOR && distance(color, other) * alpha <= MIN_CONTRAST

const contains = (box: Box, x: number, y: number): boolean => x >= box.x0 && x <= box.x1 && y >= box.y0 && y <= box.y1

export class Sight {
  layers = 0
  readonly unseen = new Map<string, number>()
  private readonly painted: Array<Painted> = []
  private readonly solid: Array<Painted> = []
  private readonly colors = new Set<number>([PAPER])
  /** Words that may belong to the text layer of a scan. */
  private readonly maybe: Array<{ readonly box: Box; readonly length: number }> = []
  private readonly scan: ReadonlyArray<Box>
  private letters: Box | undefined
  /** Boxes of letters through which later drawing is visible. */
  private readonly lit: Array<Box> = []
  looks = 0
  /** The last result. Consecutive words usually have the same colour. */
  private readonly lastQuestion = { color: ANY_COLOR, alpha: 0, of: 0, answer: false }

  /** `scan` has the boxes of pictures that show the words of an invisible text layer. */
  constructor(scan: ReadonlyArray<Box> = []) {
    this.scan = scan
  }

  get order(): number {
    return this.painted.length
  }

  paint(ink: Ink, box: Box, options: { color: number; alpha: number; isBox: boolean; isPicture?: boolean }): void {
    if (this.layers > 0 || this.painted.length >= MAX_STORED_SHAPES || !(box.x1 >= box.x0 && box.y1 >= box.y0)) return
    const alpha = options.alpha * ink.groupAlpha
    const color = mixes(ink) ? ANY_COLOR : onPaper(options.color, alpha)
    if (this.colors.size < MAX_COLORS) this.colors.add(color)
    if (ink.letters !== undefined && alpha > MIN_OPACITY && this.lit.length < MAX_CLIPPING_TEXTS) {
      const isPaper = color !== ANY_COLOR && distance(color, PAPER) <= MIN_CONTRAST
      if (!isPaper) this.lit.push(common(ink.letters, box))
    }
    const fills = options.isBox && ink.clipIsBox
    const hides = fills && alpha === 1 && !mixes(ink)
    const one = { box, color, fills, hides, isPicture: options.isPicture === true, order: this.order }
    this.painted.push(one)
    if (hides) this.solid.push(one)
  }

  hides(ink: Ink, box: Box, text: string): Unseen | undefined {
    const by = this.reason(ink, box)
    if (renderingOf(ink) === Rendering.none && clips(ink)) {
      this.letters = this.letters === undefined
        ? box
        : around(this.letters, box)
    }
    if (by === undefined) return undefined
    if (by !== "layer" && by !== "clip") {
      if (this.scan.length > 0 && this.isOnScan(box)) return undefined
      if (this.maybe.length < MAX_INVISIBLE_WORDS) this.maybe.push({ box, length: text.length })
    }
    this.note(by, text)
    return by
  }

  note(by: Unseen, text: string): void {
    this.unseen.set(by, (this.unseen.get(by) ?? 0) + text.length)
  }

  /**
   * Removes a text from the hidden ones, because it is visible after all, for example dark letters with a light
   * outline.
   */
  takeBack(by: Unseen, text: string): void {
    const left = (this.unseen.get(by) ?? 0) - text.length
    if (left > 0) this.unseen.set(by, left)
    else this.unseen.delete(by)
  }

  endText(): Box | undefined {
    const { letters } = this
    this.letters = undefined
    return letters
  }

  isCovered(box: Box, order: number): boolean {
    const { solid } = this
    for (let k = solid.length - 1; k >= 0 && solid[k]!.order >= order && this.looks < MAX_SHAPE_COMPARISONS; k--) {
      this.looks++
      const one = solid[k]!.box
      if (box.x0 < one.x1 && box.x1 > one.x0 && partIn(box, one) >= MAX_COVERED_SHARE) {
        return this.scan.length === 0 || !this.isOnScan(box)
      }
    }
    return false
  }

  cover(box: Box, text: string): void {
    if (this.maybe.length < MAX_INVISIBLE_WORDS) this.maybe.push({ box, length: text.length })
    this.note("covered", text)
  }

  /**
   * Returns the boxes in which invisible words count as visible: letters that clip later drawing, and the pictures of
   * a scan. A page is a scan if pictures cover much of it, and most of its text is invisible text over them.
   */
  scanned(seen: number, share: number): ReadonlyArray<Box> {
    if (this.maybe.length === 0 || share < MIN_PICTURE_SHARE_OF_SCAN) return this.lit
    const pictures = this.painted.filter((one) => one.isPicture).map((one) => one.box).slice(0, MAX_PICTURES)
    let length = 0
    for (const one of this.maybe) {
      const [x, y] = middle(one.box)
      if (pictures.some((box) => contains(box, x, y))) length += one.length
    }
    return length > 0 && length >= seen ? [...pictures, ...this.lit] : this.lit
  }

  private isOnScan(box: Box): boolean {
    const [x, y] = middle(box)
    return this.scan.some((picture) => contains(picture, x, y))
  }

  private reason(ink: Ink, box: Box): Unseen | undefined {
    if (this.layers > 0) return "layer"
    const rendering = renderingOf(ink)
    if (rendering === Rendering.none) return "render-mode"
    if (ink.clip !== undefined && partIn(box, ink.clip) < MIN_SHARE_INSIDE_CLIP) return "clip"
    const fill = rendering === Rendering.stroke ? "color" : this.faint(ink.fill, ink.fillAlpha, ink, box)
    if (fill === undefined || rendering === Rendering.fill) return fill
    return this.faint(ink.stroke, ink.strokeAlpha, ink, box)
  }

  private mayBeLost(color: number, alpha: number): boolean {
    const { lastQuestion, colors } = this
    if (colors.size >= MAX_COLORS) return true
    if (lastQuestion.color !== color || lastQuestion.alpha !== alpha || lastQuestion.of !== colors.size) {
      lastQuestion.color = color
      lastQuestion.alpha = alpha
      lastQuestion.of = colors.size
      lastQuestion.answer = [...colors].some((other) => isNear(color, alpha, other))
    }
    return lastQuestion.answer
  }

  /** Returns why letters are not distinguishable from their background; `undefined` if they are. */
  private faint(color: number, ownAlpha: number, ink: Ink, box: Box): "color" | "opacity" | undefined {
    const alpha = ownAlpha * ink.groupAlpha
    if (alpha < MIN_OPACITY) return "opacity"
    if (color === ANY_COLOR || mixes(ink) || this.painted.length >= MAX_STORED_SHAPES) return undefined
    return this.mayBeLost(color, alpha) ? this.lostAmong(color, alpha, box) : undefined
  }

  private lostAmong(color: number, alpha: number, box: Box): "color" | undefined {
    const isOnPaper = isNear(color, alpha, PAPER)
    // Letters in another colour than paper are hidden only on a box of the same colour. The fast test of the colour
    // comes first, because most letters have the colour of rules.
    const isHeld = (one: Painted) =>
      ++this.looks > MAX_SHAPE_COMPARISONS || isInside(box, one.box) && isNear(color, alpha, one.color)
    if (!isOnPaper && !this.solid.some(isHeld)) return undefined
    for (let k = this.painted.length - 1; k >= 0; k--) {
      if (++this.looks > MAX_SHAPE_COMPARISONS) return undefined
      const one = this.painted[k]!
      const part = partIn(box, one.box)
      if (part === 0) continue
      if (!isNear(color, alpha, one.color)) return undefined
      if (one.hides && part === 1) return "color"
    }
    return isOnPaper ? "color" : undefined
  }
}
