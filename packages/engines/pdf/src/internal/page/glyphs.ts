/** Splits the glyphs of one operator into words, at gaps and spaces. */
import { VERTICAL, type Words } from "./drawnWords.ts"
import { clean, drawnLetters, isUnnamed, type LoadedFont, namedLetters, signOf } from "./fonts.ts"
import type { Matrix } from "./geometry.ts"
import type { State } from "./graphics.ts"

export interface Glyph {
  readonly unicode: string
  readonly originalCharCode?: number
  readonly width: number
  readonly isSpace: boolean
  readonly vmetric?: ReadonlyArray<number> | null
}

export type Glyphs = ReadonlyArray<Glyph | number | null>

/** Unit of the movements between glyphs: thousandths of an em. */
const PARTS_OF_EM = 1000

const WORD_GAP = 0.16

/**
 * Gap after a full stop that separates words, as a share of other gaps. In tight lines, these gaps are the smallest.
 */
const GAP_BEHIND_STOP = 0.6

/** Movement back, as a share of an em, beyond which it no longer places an accent. */
const STEP_BACK = 0.6

/** Share of a letter's width beyond which the pen moves back to print the letter again in bold. */
const PRINTED_OVER = 0.8

const TRACKED_LETTERS = 5

const SPACED_LETTERS = 2

const UNTRACKED = 2

const WIDEST_TRACKING = 1
/** Maximum tracking of digits in ems. Columns of numbers have wider gaps. */
const WIDEST_DIGIT_TRACKING = 0.5

const WIDE_SPACING = 0.2
const WIDER_SPACING = 0.5

const startsWord = (glyph: Glyph | number | null | undefined): boolean =>
  typeof glyph === "object" && glyph !== null && /^\p{Lu}/u.test(glyph.unicode)

const isDigit = ({ unicode }: Glyph): boolean =>
  unicode.length === 1 && (unicode >= "0" && unicode <= "9" || unicode === "." || unicode === ",")

const isBlank = (letter: string): boolean =>
  !(letter.length === 1 && letter > " " && letter <= "~") && letter.trim() === ""

/**
 * Returns the tracking of glyphs: a gap between all letters that is not a space. `spacing` follows every letter, and
 * a number between glyphs reduces it.
 */
const trackingOf = (glyphs: Glyphs, fontSize: number, gapLimit: number, spacing: number): number => {
  let gaps = 0
  let letters = 0
  let digits = 0
  let least = Infinity
  let gap = 0
  for (const glyph of glyphs) {
    if (typeof glyph === "number") {
      gap -= glyph * fontSize / PARTS_OF_EM
      continue
    }
    if (glyph === null) continue
    if (letters > 0 && gap > gapLimit) {
      gaps++
      least = Math.min(least, gap)
    }
    letters++
    // Tracked text has no letters without gaps, so few are allowed.
    if (letters - gaps > UNTRACKED) return 0
    if (isDigit(glyph)) digits++
    gap = spacing
  }
  const enough = letters >= (spacing === 0 ? TRACKED_LETTERS : SPACED_LETTERS)
  const widest = digits === letters ? WIDEST_DIGIT_TRACKING : WIDEST_TRACKING
  return enough && least <= widest * Math.abs(fontSize) ? least : 0
}

const TURN = 360
const HALF_TURN = TURN / 2

const angleOf = (font: LoadedFont, m: Matrix, fontSize: number): number =>
  font.vertical
    ? VERTICAL
    : (Math.round(Math.atan2(m[1], m[0]) * HALF_TURN / Math.PI) + (fontSize < 0 ? HALF_TURN : 0) + TURN) % TURN

export class Run {
  private readonly glyphs: Glyphs
  private readonly state: State
  private readonly words: Words
  private readonly mark: number
  private readonly matrix: Matrix
  private readonly size: number
  private readonly angle: number
  /**
   * Whether the operator has two letters with a wide gap. Ghostscript writes the end of a word and the start of the
   * next one in this way.
   */
  private readonly isPair: boolean
  private text = ""
  private from = 0
  private to = 0
  private advance = 0

  constructor(glyphs: Glyphs, state: State, words: Words, mark: number, spacingBefore: number) {
    const { charSpacing, font, fontSize } = state.kept
    this.glyphs = glyphs
    this.state = state
    this.words = words
    this.mark = mark
    this.matrix = state.textToPage()
    this.size = Math.hypot(this.matrix[2], this.matrix[3]) * Math.abs(fontSize) * font.height
    this.angle = angleOf(font, this.matrix, fontSize)
    const wide = Math.abs(fontSize) * WIDE_SPACING
    this.isPair = glyphs.length === 2 && charSpacing > wide && charSpacing - spacingBefore > wide * WIDER_SPACING
  }

  show(): void {
    if (this.state.kept.font.vertical) this.state.pen.y += this.showDown()
    else {
      this.showAcross()
      this.state.pen.x += this.advance * this.state.kept.hScale
    }
  }

  private add(text: string, from: number, to: number, matrix: Matrix): void {
    const { angle, mark, size, words } = this
    const { font, fontSize, ink } = this.state.kept
    words.add({ text, from, to, matrix, size, angle, font, mark, fontSize, ink })
  }

  private flush(): void {
    if (this.text !== "") this.add(this.text, this.from, this.to, this.matrix)
    this.text = ""
  }

  private part(): void {
    this.flush()
    this.words.spaced = true
  }

  private letterOf(glyph: Glyph): string {
    const { font } = this.state.kept
    const { type3 } = font
    const named = namedLetters(font, glyph)
    if (named !== undefined) return clean(named)
    if (isUnnamed(font, glyph)) this.words.unnamed++
    return (type3 ? drawnLetters(glyph.unicode, this.glyphs.length < 2) : undefined) ?? clean(glyph.unicode)
  }

  private spacingBehind(glyph: Glyph): number {
    const { charSpacing, wordSpacing } = this.state.kept
    return (glyph.isSpace ? wordSpacing : 0) + charSpacing
  }

  private showAcross(): void {
    const { charSpacing, font, fontSize } = this.state.kept
    const em = Math.abs(fontSize) * font.height
    const gapLimit = em * WORD_GAP
    // Letter spacing that is as wide as a word gap separates words, unless all letters have it.
    const spacing = Math.abs(charSpacing) > gapLimit ? charSpacing : 0
    const tracking = trackingOf(this.glyphs, fontSize, gapLimit, spacing)
    const scale = fontSize * font.scale
    let gap = 0
    let before: Glyph | undefined
    for (let k = 0; k < this.glyphs.length; k++) {
      const glyph = this.glyphs[k]!
      if (glyph === null) continue
      if (typeof glyph === "number") {
        const move = -glyph * fontSize / PARTS_OF_EM
        this.advance += move
        gap += move
        continue
      }
      this.partAt(glyph, gap - tracking, gap, em)
      const width = glyph.width * scale
      const isOver = before?.unicode === glyph.unicode && gap < -width * PRINTED_OVER
      before = glyph
      const sign = font.signs === undefined ? undefined : signOf(font.signs, glyph)
      if (isOver) this.to = this.advance + width
      else if (sign !== undefined) {
        this.flush()
        const m = this.matrix
        const fallen: Matrix = this.angle === 0 ? [m[0], m[1], m[2], m[3], m[4], m[5] + sign.drop * this.size] : m
        this.add(sign.text, this.advance, this.advance + width, fallen)
      } else {
        if (k === 1 && this.isPair && this.text !== "") this.part()
        this.put(this.letterOf(glyph), width)
      }
      this.advance += width + this.spacingBehind(glyph)
      gap = spacing
    }
    this.flush()
  }

  private partAt(next: Glyph, beyondTracking: number, gap: number, em: number): void {
    if (this.text === "") return
    const gapLimit = em * WORD_GAP
    if (beyondTracking > gapLimit || gap < -em * STEP_BACK) this.flush()
    else if (gap > gapLimit * GAP_BEHIND_STOP && /[.,;:!?]$/.test(this.text) && startsWord(next)) this.part()
  }

  private put(letter: string, width: number): void {
    if (isBlank(letter)) {
      this.flush()
      if (letter !== "") this.words.spaced = true
      return
    }
    if (this.text === "") this.from = this.advance
    this.text += letter
    this.to = this.advance + width
  }

  private showDown(): number {
    const { font, fontSize } = this.state.kept
    const m = this.matrix
    let down = 0
    for (const glyph of this.glyphs) {
      if (glyph === null) continue
      if (typeof glyph === "number") {
        down += glyph * fontSize / PARTS_OF_EM
        continue
      }
      const sign = font.signs === undefined ? undefined : signOf(font.signs, glyph)
      const letter = sign?.text ?? this.letterOf(glyph)
      if (!isBlank(letter)) {
        this.add(letter, 0, 0, [m[0], m[1], m[2], m[3], m[4] + m[2] * down, m[5] + m[3] * down])
      }
      down += (glyph.vmetric?.[0] ?? -PARTS_OF_EM) * fontSize * font.scale - this.spacingBehind(glyph)
    }
    return down
  }
}
