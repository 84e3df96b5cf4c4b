/** Words to lines. A line here ends at a gap that is wider than a space: a column, or a cell of a table. */
import { add, type Box, median } from "./geometry.ts"
import { gutters } from "./gutters.ts"
import { fieldFont, type Font, type Link, type PageContent, type Rule, type Word } from "./read.ts"

export type Piece = {
  readonly text: string
  readonly x0: number
  readonly x1: number
  readonly y: number
  readonly size: number
  readonly font: Font
  spaced: boolean
  readonly index: number
  readonly mark: number
  /** Baseline of the row it belongs to: its own, or that of the word it hangs on. */
  row: number
  script: "sup" | "sub" | undefined
  url: string | undefined
  /** A word of its own, however close it stands. */
  apart: boolean
}

export type Line = {
  readonly pieces: Array<Piece>
  text: string
  x0: number
  x1: number
  /** Baseline. */
  y: number
  /** Top and bottom of the letters. */
  y0: number
  y1: number
  size: number
  bold: boolean
  italic: boolean
  mono: boolean
  rtl: boolean
  /** Place in the content stream of its first word. */
  index: number
}

/** A page in the direction in which most of its text is written. */
export type Frame = {
  readonly number: number
  readonly width: number
  readonly height: number
  readonly lines: Array<Line>
  readonly horizontal: Array<Rule>
  readonly vertical: Array<Rule>
  readonly boxes: ReadonlyArray<Box>
  /** Lines written in another direction, as text. */
  readonly turned: ReadonlyArray<string>
  readonly verticalWriting: boolean
}

const rtlLetter = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]/u
const cjk = /[\u2e80-\u2fdf\u3000-\u30ff\u31c0-\u9fff\uf900-\ufaff\ufe30-\ufe4f\uff00-\uffef]|[\u{20000}-\u{2fa1f}]/u

export const endsCjk = (text: string): boolean => cjk.test(text.slice(-2)) && cjk.test(text.slice(-1) || " ")
export const startsCjk = (text: string): boolean => cjk.test(text.slice(0, 1))

const quarter = (angle: number): number => {
  if (angle === 1000) return 1000
  for (const right of [0, 90, 180, 270]) {
    const distance = Math.abs((angle - right + 540) % 360 - 180)
    if (distance <= 8) return right
  }
  return angle
}

/** Turns a point of the page so that text of this angle runs from left to right. */
const turn = (angle: number, width: number, height: number): (x: number, y: number) => readonly [number, number] => {
  switch (angle) {
    case 90:
      return (x, y) => [y, width - x]
    case 180:
      return (x, y) => [width - x, height - y]
    case 270:
      return (x, y) => [height - y, x]
    case 1000:
      return (x, y) => [y, width - x]
    default:
      return (x, y) => [x, y]
  }
}

const turnRules = (content: PageContent, angle: number) => {
  const point = turn(angle, content.width, content.height)
  const sideways = angle === 90 || angle === 270 || angle === 1000
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
    if (weight > (weights.get(main) ?? 0) && (angle === 1000 || angle % 90 === 0)) main = angle
  }
  const sideways = main === 90 || main === 270 || main === 1000
  const turned: Array<string> = []
  for (const [angle, words] of byAngle) {
    if (angle === main) continue
    for (const line of toLines(piecesOf(words, content, angle))) {
      if (line.text.length > 2) turned.push(line.text)
    }
  }
  const pieces = piecesOf(byAngle.get(main) ?? [], content, main)
  if (main === 0) linkPieces(pieces, content.links)
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
    turned: turned.slice(0, 200),
    verticalWriting: main === 1000
  }
}

const piecesOf = (words: ReadonlyArray<Word>, content: PageContent, angle: number): Array<Piece> => {
  const slanted = angle !== 1000 && angle % 90 !== 0
  const cos = slanted ? Math.cos(angle * Math.PI / 180) : 1
  const sin = slanted ? Math.sin(angle * Math.PI / 180) : 0
  const point = slanted
    ? (x: number, y: number): readonly [number, number] => [x * cos + y * sin, y * cos - x * sin]
    : turn(angle, content.width, content.height)
  return words.map((word) => {
    const [x, y] = point(word.x0, word.y)
    const size = Math.round(word.size * 10) / 10
    return {
      text: word.text,
      x0: x,
      x1: x + (angle === 1000 ? word.size : word.x1 - word.x0),
      y,
      row: y,
      size,
      font: word.font,
      spaced: word.spaced,
      index: word.index,
      mark: word.mark,
      script: undefined,
      url: undefined,
      apart: false
    }
  })
}

const linkPieces = (pieces: ReadonlyArray<Piece>, links: ReadonlyArray<Link>): void => {
  if (links.length === 0 || links.length * pieces.length > 20_000_000) return
  for (const piece of pieces) {
    const x = (piece.x0 + piece.x1) / 2
    const y = piece.y - piece.size * 0.3
    const link = links.find((link) => x >= link.x0 && x <= link.x1 && y >= link.y0 && y <= link.y1)
    if (link !== undefined) piece.url = link.url
  }
}

/** A drawn disc before a line is its bullet. */
const addBullets = (lines: ReadonlyArray<Line>, content: PageContent): void => {
  if (content.dots.length === 0) return
  for (const line of lines) {
    const middle = line.y - line.size * 0.3
    const dot = content.dots.find((dot) =>
      dot.x < line.x0 && line.x0 - dot.x < line.size * 2.2 && Math.abs(dot.y - middle) < line.size * 0.35 &&
      dot.width < line.size * 0.6
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

type Row = { y: number; size: number; weight: number; readonly pieces: Array<Piece> }

const toRows = (pieces: ReadonlyArray<Piece>): Array<Row> => {
  const sorted = [...pieces].sort((a, b) => a.y - b.y || a.x0 - b.x0)
  attachScripts(sorted)
  sorted.sort((a, b) => a.row - b.row || a.x0 - b.x0)
  const rows: Array<Row> = []
  for (const piece of sorted) {
    let best: Row | undefined
    for (let k = rows.length - 1; k >= 0 && k > rows.length - 8; k--) {
      const row = rows[k]!
      if (Math.abs(row.y - piece.row) <= Math.max(1.2, Math.min(piece.size, row.size) * 0.28)) {
        best = row
        break
      }
    }
    const weight = piece.text.length * piece.size
    if (best === undefined) {
      rows.push({ y: piece.row, size: piece.size, weight, pieces: [piece] })
      continue
    }
    best.pieces.push(piece)
    best.size = Math.max(best.size, piece.size)
    if (weight > best.weight) {
      best.weight = weight
      best.y = piece.row
    }
  }
  return rows
}

/** Small raised or lowered words join the row of the word they hang on. */
const attachScripts = (sorted: ReadonlyArray<Piece>): void => {
  let largest = 0
  for (const piece of sorted) largest = Math.max(largest, piece.size)
  const reach = Math.min(largest, 40) * 0.65
  const hung: Array<Piece> = []
  let low = 0
  for (const piece of sorted) {
    while (sorted[low]!.y < piece.y - reach) low++
    if (piece.size > largest * 0.86 || piece.text.length > 12) continue
    for (let k = low; k < sorted.length; k++) {
      const host = sorted[k]!
      const shift = host.y - piece.y
      if (shift > reach) break
      if (host.size * 0.86 < piece.size || shift > host.size * 0.65 || shift < -host.size * 0.35) continue
      const after = piece.x0 - host.x1
      const before = host.x0 - piece.x1
      const near = after > -host.size * 0.2 && after < host.size * 0.3 ||
        before > -host.size * 0.15 && before < host.size * 0.25
      if (!near || Math.abs(shift) < host.size * 0.12) continue
      piece.script = shift > 0 ? "sup" : "sub"
      piece.row = host.y
      hung.push(piece)
      break
    }
  }
  if (hung.length === 0 || hung.length > 2000) return
  // the rest of "1, 2" hangs on its first part
  for (const piece of sorted) {
    if (piece.script !== undefined || piece.text.length > 12) continue
    const first = hung.find((other) =>
      Math.abs(other.y - piece.y) < 0.3 && Math.abs(other.size - piece.size) < 0.3 && piece.x0 - other.x1 > -1 &&
      piece.x0 - other.x1 < other.size * 0.5
    )
    if (first !== undefined) {
      piece.script = first.script
      piece.row = first.row
      hung.push(piece)
    }
  }
}

export const toLines = (pieces: ReadonlyArray<Piece>, vertical: ReadonlyArray<Rule> = []): Array<Line> => {
  const lines: Array<Line> = []
  const rows = toRows(pieces)
  for (const row of rows) row.pieces.sort((a, b) => a.x0 - b.x0)
  const walls = vertical.length < 2000 ? [...vertical] : []
  const edges = gutters(rows)
  for (const row of rows) {
    const gaps: Array<number> = []
    for (let k = 1; k < row.pieces.length; k++) {
      const gap = row.pieces[k]!.x0 - row.pieces[k - 1]!.x1
      if (gap > 0.5) gaps.push(gap)
    }
    const usual = gaps.length > 3 ? median(gaps) : 0
    let current: Array<Piece> = []
    let end = 0
    for (const piece of row.pieces) {
      const last = current.at(-1)
      if (last !== undefined) {
        const k = current.length - 1
        const gap = piece.x0 - end
        const size = Math.max(piece.size, last.size)
        // a field belongs to its label
        const labelled = piece.font.name === fieldFont && gap < size * 4 && last.text.endsWith(":")
        // so does a title or an item to its number
        const numbered = k === 0 && gap < size * 2.6 && piece.font.bold === last.font.bold &&
          (last.font.bold
            ? /^(?:\d{1,2}(?:\.\d{1,2})*\.?|[A-Z]\.?|[IVX]{1,4}\.)$/
            : /^(?:\d{1,2}[.)]|\(\w\)|[a-z][.)])$/).test(last.text)
        const wide = !labelled && !numbered &&
          (gap >= size * 1.6 || gap > size * 0.85 && (usual === 0 || gap > usual * 2.2))
        const walled = gap > size * 0.12 &&
          walls.some((wall) =>
            wall.at > end - 1 && wall.at < piece.x0 + 1 && wall.from < row.y - size * 0.3 &&
            wall.to > row.y - size * 0.5 &&
            wall.to - wall.from > size * 0.9
          )
        const edged = edges.some((edge) =>
          gap > size * 0.1 && Math.abs(edge.at + 1 - piece.x0) <= 2.5 && edge.from < row.y && edge.to > row.y
        )
        if (wide || walled || edged) {
          lines.push(makeLine(current, row.y))
          current = []
        }
      }
      end = current.length === 0 ? piece.x1 : Math.max(end, piece.x1)
      current.push(piece)
    }
    if (current.length > 0) lines.push(makeLine(current, row.y))
  }
  return lines.filter((line) => line.text !== "")
}

const makeLine = (pieces: Array<Piece>, y: number): Line => {
  const sizes = new Map<number, number>()
  let letters = 0
  let bold = 0
  let italic = 0
  let mono = 0
  let rtl = 0
  let x0 = Infinity
  let x1 = -Infinity
  let index = Infinity
  for (const piece of pieces) {
    const count = piece.text.length
    letters += count
    add(sizes, Math.round(piece.size * 2) / 2, count)
    if (piece.font.bold) bold += count
    if (piece.font.italic) italic += count
    if (piece.font.mono) mono += count
    if (rtlLetter.test(piece.text)) rtl += count
    x0 = Math.min(x0, piece.x0)
    x1 = Math.max(x1, piece.x1)
    index = Math.min(index, piece.index)
  }
  let size = 0
  let most = 0
  for (const [key, count] of sizes) {
    if (count > most) {
      most = count
      size = key
    }
  }
  const line: Line = {
    pieces,
    text: "",
    x0,
    x1,
    y,
    y0: y - size * 0.8,
    y1: y + size * 0.22,
    size,
    bold: bold > letters * 0.6,
    italic: italic > letters * 0.6,
    mono: mono > letters * 0.8,
    rtl: rtl > letters * 0.4,
    index
  }
  if (line.rtl) sortRtl(pieces)
  else partFused(pieces)
  line.text = textOf(pieces, line.rtl)
  return line
}

/** From the right; numbers and Latin words that follow each other are still read from the left. */
const sortRtl = (pieces: Array<Piece>): void => {
  pieces.sort((a, b) => b.x0 - a.x0)
  for (let k = 0; k < pieces.length;) {
    let end = k
    while (end < pieces.length && /^[\dA-Za-z.,:/%+()\u0660-\u0669\u06f0-\u06f9-]+$/.test(pieces[end]!.text)) end++
    if (end - k > 1) pieces.splice(k, end - k, ...pieces.slice(k, end).reverse())
    k = Math.max(end, k + 1)
  }
}

/** Words that were set one by one, too close for a gap to show: a run of letters that no language has as one word. */
const partFused = (pieces: Array<Piece>): void => {
  let start = 0
  let letters = 0
  for (let k = 0; k <= pieces.length; k++) {
    const piece = pieces[k]
    if (
      piece !== undefined && /^[\p{L}\p{N}'’.,&()-]+$/u.test(piece.text) && !cjk.test(piece.text) &&
      (k === start || !isSpaceBetween(pieces[k - 1]!, piece))
    ) {
      letters += piece.text.length
      continue
    }
    if (letters > 24 && k - start >= 3 && letters / (k - start) > 2.5) {
      for (let i = start + 1; i < k; i++) pieces[i]!.apart = true
    }
    start = piece === undefined || k === start ? k + 1 : k
    letters = 0
    if (start === k) k--
  }
}

/** True when a space stands between two neighbours of one line. */
export const isSpaceBetween = (left: Piece, right: Piece): boolean => {
  if (right.apart) return true
  const [first, second] = left.x0 <= right.x0 ? [left, right] : [right, left]
  const gap = second.x0 - first.x1
  const size = Math.min(left.size, right.size)
  if (cjk.test(left.text.slice(-1)) && cjk.test(right.text.slice(0, 1))) return gap > size * 0.6
  if (gap > size * 0.16) return true
  return right.spaced && gap > -size * 0.1
}

export const textOf = (pieces: ReadonlyArray<Piece>, rtl = false): string => {
  let text = ""
  for (let k = 0; k < pieces.length; k++) {
    const piece = pieces[k]!
    if (k > 0 && isSpaceBetween(pieces[k - 1]!, piece)) text += " "
    text += rtl || rtlLetter.test(piece.text) ? logical(piece.text) : piece.text
  }
  return text.replace(/\s+/g, " ").trim()
}

/** Letters of a right-to-left word come as they stand on the page, from the left; numbers and Latin words stay. */
export const logical = (text: string): string => {
  if (!rtlLetter.test(text)) return text
  const clusters = text.match(
    /[\d.,:/%A-Za-z\u0660-\u0669\u06f0-\u06f9]*[\dA-Za-z\u0660-\u0669\u06f0-\u06f9]|\P{M}\p{M}*|\p{M}+/gu
  )
  return clusters === null ? text : clusters.reverse().join("")
}
