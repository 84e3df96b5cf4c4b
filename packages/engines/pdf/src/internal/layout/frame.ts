/** Rotates a page so that most of its text runs from left to right, and groups its words into lines. */
import { add, type Box } from "../page/geometry.ts"
import type { Link, Node, PageContent, Rule, Word } from "../page/page.ts"
import { Letters } from "./letters.ts"
import type { Line, Piece } from "./line.ts"
import { toLines } from "./lines.ts"
import { EM_TO_MIDDLE_OF_LETTERS, SAME_ROW_EM } from "./measures.ts"
import { noteMarks } from "./tagged.ts"

/** Angle that stands for vertical writing. */
const VERTICAL = 1000

const QUARTER_TURN_DEGREES = 90
const HALF_TURN_DEGREES = 180
const THREE_QUARTER_TURN_DEGREES = 270
const WHOLE_TURN_DEGREES = 360

const SKEW = 8

const TENTHS = 10

const MAX_LETTERS_OF_SPECK = 2

const MAX_COMPARISONS = 20_000_000

const MAX_EM_FROM_DRAWN_BULLET = 2.2
const MAX_EM_OF_DRAWN_BULLET = 0.6

export interface Frame {
  readonly number: number
  readonly width: number
  readonly height: number
  readonly lines: Array<Line>
  readonly horizontal: Array<Rule>
  readonly vertical: Array<Rule>
  readonly boxes: ReadonlyArray<Box>
  readonly letters: Letters
  /** Lines in other directions, except those of one or two letters. */
  readonly turned: ReadonlyArray<string>
  readonly specks: ReadonlyArray<string>
  readonly verticalWriting: boolean
  readonly tree: Node | undefined
}

const quarter = (angle: number): number => {
  if (angle === VERTICAL) return VERTICAL
  for (const right of [0, QUARTER_TURN_DEGREES, HALF_TURN_DEGREES, THREE_QUARTER_TURN_DEGREES]) {
    const distance = Math.abs(
      (angle - right + WHOLE_TURN_DEGREES + HALF_TURN_DEGREES) % WHOLE_TURN_DEGREES - HALF_TURN_DEGREES
    )
    if (distance <= SKEW) return right
  }
  return angle
}

const turn = (angle: number, width: number, height: number): (x: number, y: number) => readonly [number, number] => {
  switch (angle) {
    case QUARTER_TURN_DEGREES:
      return (x, y) => [y, width - x]
    case HALF_TURN_DEGREES:
      return (x, y) => [width - x, height - y]
    case THREE_QUARTER_TURN_DEGREES:
      return (x, y) => [height - y, x]
    case VERTICAL:
      return (x, y) => [y, width - x]
    default:
      return (x, y) => [x, y]
  }
}

const turnRules = (content: PageContent, angle: number) => {
  const point = turn(angle, content.width, content.height)
  const sideways = angle === QUARTER_TURN_DEGREES || angle === THREE_QUARTER_TURN_DEGREES || angle === VERTICAL
  const turnRule = (rule: Rule, horizontal: boolean): Rule => {
    const [ax, ay] = horizontal ? point(rule.from, rule.at) : point(rule.at, rule.from)
    const [bx, by] = horizontal ? point(rule.to, rule.at) : point(rule.at, rule.to)
    const lies = horizontal !== sideways
    return lies
      ? { from: Math.min(ax, bx), to: Math.max(ax, bx), at: ay }
      : { from: Math.min(ay, by), to: Math.max(ay, by), at: ax }
  }
  const horizontal = content.horizontal.map((rule) => turnRule(rule, true))
  const vertical = content.vertical.map((rule) => turnRule(rule, false))
  return {
    horizontal: sideways ? vertical : horizontal,
    vertical: sideways ? horizontal : vertical,
    boxes: content.boxes.map((box) => {
      const [ax, ay] = point(box.x0, box.y0)
      const [bx, by] = point(box.x1, box.y1)
      return { x0: Math.min(ax, bx), y0: Math.min(ay, by), x1: Math.max(ax, bx), y1: Math.max(ay, by) }
    })
  }
}

export const frame = (content: PageContent): Frame => {
  const byAngle = new Map<number, Array<Word>>()
  const weights = new Map<number, number>()
  for (const word of content.words) {
    const angle = quarter(word.angle)
    const list = byAngle.get(angle)
    if (list === undefined) byAngle.set(angle, [word])
    else list.push(word)
    add(weights, angle, word.text.length)
  }
  let main = 0
  for (const [angle, weight] of weights) {
    if (weight > (weights.get(main) ?? 0) && (angle === VERTICAL || angle % QUARTER_TURN_DEGREES === 0)) main = angle
  }
  const sideways = main === QUARTER_TURN_DEGREES || main === THREE_QUARTER_TURN_DEGREES || main === VERTICAL
  const turned: Array<string> = []
  const specks: Array<string> = []
  for (const [angle, words] of byAngle) {
    if (angle === main) continue
    for (const line of toLines(piecesOf(words, content, angle))) {
      if (line.text.length > MAX_LETTERS_OF_SPECK) turned.push(line.text)
      else specks.push(line.text)
    }
  }
  const pieces = piecesOf(byAngle.get(main) ?? [], content, main)
  if (main === 0) linkPieces(pieces, content.links)
  if (main === 0 && content.tree !== undefined) raiseMarks(pieces, content.tree)
  const width = sideways ? content.height : content.width
  const height = sideways ? content.width : content.height
  const lines = toLines(pieces, main === 0 ? content.vertical : undefined)
  if (main === 0) addBullets(lines, content)
  const { boxes, horizontal, vertical } = main === 0 ? content : turnRules(content, main)
  return {
    number: content.number,
    width,
    height,
    lines: main === 0 ? lines : toLines(pieces, vertical),
    horizontal,
    vertical,
    boxes,
    letters: Letters.of(content.words.map(({ text }) => text)),
    turned,
    specks,
    verticalWriting: main === VERTICAL,
    tree: main === 0 ? content.tree : undefined
  }
}

const piecesOf = (words: ReadonlyArray<Word>, content: PageContent, angle: number): Array<Piece> => {
  const slanted = angle !== VERTICAL && angle % QUARTER_TURN_DEGREES !== 0
  const cos = slanted ? Math.cos(angle * Math.PI / HALF_TURN_DEGREES) : 1
  const sin = slanted ? Math.sin(angle * Math.PI / HALF_TURN_DEGREES) : 0
  const point = slanted
    ? (x: number, y: number): readonly [number, number] => [x * cos + y * sin, y * cos - x * sin]
    : turn(angle, content.width, content.height)
  return words.map((word) => {
    const [x, y] = point(word.x0, word.y)
    const size = Math.round(word.size * TENTHS) / TENTHS
    return {
      text: word.text,
      x0: x,
      x1: x + (angle === VERTICAL ? word.size : word.x1 - word.x0),
      y,
      row: y,
      size,
      font: word.font,
      color: word.color,
      spaced: word.spaced,
      index: word.index,
      mark: word.mark,
      script: undefined,
      url: undefined,
      reference: undefined,
      apart: false
    }
  })
}

/**
 * Marks the labels of notes (numbers, or signs such as †) as superscript if the structure tree declares them. Some
 * producers draw them at normal size with a text rise.
 */
const raiseMarks = (pieces: ReadonlyArray<Piece>, tree: Node): void => {
  const marks = noteMarks(tree)
  if (marks.size === 0) return
  for (const piece of pieces) {
    if (marks.has(piece.mark) && /^(?:\d{1,3}|[*∗†‡§¶‖]{1,3})$/u.test(piece.text)) piece.script = "sup"
  }
}

const linkPieces = (pieces: ReadonlyArray<Piece>, links: ReadonlyArray<Link>): void => {
  if (links.length === 0 || links.length * pieces.length > MAX_COMPARISONS) return
  for (const piece of pieces) {
    const x = (piece.x0 + piece.x1) / 2
    const y = piece.y - piece.size * EM_TO_MIDDLE_OF_LETTERS
    const link = links.find((link) => x >= link.x0 && x <= link.x1 && y >= link.y0 && y <= link.y1)
    if (link !== undefined) piece.url = link.url
  }
}

/** Adds a bullet to a line with a drawn disc before it. */
const addBullets = (lines: ReadonlyArray<Line>, content: PageContent): void => {
  if (content.dots.length === 0) return
  for (const line of lines) {
    const middle = line.y - line.size * EM_TO_MIDDLE_OF_LETTERS
    const dot = content.dots.find((dot) =>
      dot.x < line.x0 && line.x0 - dot.x < line.size * MAX_EM_FROM_DRAWN_BULLET &&
      Math.abs(dot.y - middle) < line.size * SAME_ROW_EM &&
      dot.width < line.size * MAX_EM_OF_DRAWN_BULLET
    )
    const first = line.pieces[0]
    if (dot === undefined || first === undefined || line.rtl) continue
    const x0 = dot.x - dot.width / 2
    line.pieces.unshift({ ...first, text: "•", x0, x1: x0 + dot.width, script: undefined, url: undefined })
    first.spaced = true
    line.text = `• ${line.text}`
    line.x0 = x0
  }
}
