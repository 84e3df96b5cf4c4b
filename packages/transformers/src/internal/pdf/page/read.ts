/**
 * A page of pdf.js as words and rulings.
 *
 * Everything is taken from the operator list: one pass of the evaluator instead of two (text content and graphics), the
 * place of every glyph, and the marked content each word belongs to.
 */
import { clean, drawnLetters, type LoadedFont, loadFont, noFont, signOf } from "./fonts.ts"
import { type Matrix, multiply } from "./geometry.ts"
import type { PageContent, PdfPage } from "./page.ts"
import { readPath } from "./paths.ts"

type Glyph = {
  readonly unicode: string
  readonly originalCharCode?: number
  readonly width: number
  readonly isSpace: boolean
  readonly vmetric?: ReadonlyArray<number> | null
}

const op = {
  save: 10,
  restore: 11,
  transform: 12,
  stroke: 20,
  closeStroke: 21,
  fill: 22,
  eoFill: 23,
  fillStroke: 24,
  eoFillStroke: 25,
  closeFillStroke: 26,
  closeEOFillStroke: 27,
  endPath: 28,
  beginText: 31,
  setCharSpacing: 33,
  setWordSpacing: 34,
  setHScale: 35,
  setLeading: 36,
  setFont: 37,
  setTextRise: 39,
  moveText: 40,
  setLeadingMoveText: 41,
  setTextMatrix: 42,
  nextLine: 43,
  showText: 44,
  setGState: 9,
  setFillGray: 57,
  setFillRGBColor: 59,
  beginMarkedContent: 69,
  beginMarkedContentProps: 70,
  endMarkedContent: 71,
  paintFormXObjectBegin: 74,
  paintFormXObjectEnd: 75,
  beginGroup: 76,
  endGroup: 77,
  paintImageMaskXObject: 83,
  paintImageXObject: 85,
  paintInlineImageXObject: 86,
  constructPath: 91
} as const

const startsWord = (glyph: Glyph | number | null | undefined): boolean =>
  typeof glyph === "object" && glyph !== null && /^\p{Lu}/u.test(glyph.unicode)

/** Words beyond this number are not read: no honest page has them, and they must not take the parser's memory. */
const maxWords = 60_000

export const readPage = async (page: PdfPage, number: number): Promise<PageContent> => {
  const viewport = page.getViewport({ scale: 1 })
  const { width, height } = viewport
  const list = await page.getOperatorList({ annotationMode: 0 })
  const content: PageContent = {
    number,
    width,
    height,
    words: [],
    horizontal: [],
    vertical: [],
    boxes: [],
    dots: [],
    pictures: 0,
    paths: 0,
    links: [],
    tree: undefined
  }
  const base = viewport.transform as unknown as Matrix
  const fonts = new Map<string, LoadedFont>()
  const seen = new Set<string>()
  const area = width * height

  let ctm = base
  let font = noFont
  let fontSize = 0
  let charSpacing = 0
  let lastSpacing = 0
  let wordSpacing = 0
  let hScale = 1
  let leading = 0
  let rise = 0
  let matrix: Matrix = [1, 0, 0, 1, 0, 0]
  let x = 0
  let y = 0
  let lineX = 0
  let lineY = 0
  let fillWhite = false
  let spaced = false
  // pictures are dropped before they are decoded; what is left of one is a transform without an operator after it
  let bareTransform = false
  const states: Array<readonly [Matrix, LoadedFont, number, number, number, number, number, number, boolean]> = []
  const marks: Array<number> = []
  let mark = -1

  const push = () => {
    if (states.length < 10_000) {
      states.push([ctm, font, fontSize, charSpacing, wordSpacing, hScale, leading, rise, fillWhite])
    }
  }
  const pop = () => {
    const state = states.pop()
    if (state !== undefined) [ctm, font, fontSize, charSpacing, wordSpacing, hScale, leading, rise, fillWhite] = state
  }

  const setFont = (id: unknown, size: unknown) => {
    const name = String(id)
    let loaded = fonts.get(name)
    if (loaded === undefined) {
      loaded = loadFont(page, name)
      fonts.set(name, loaded)
    }
    font = loaded
    fontSize = typeof size === "number" ? size : 0
  }

  const word = (text: string, at: number, to: number, m: Matrix, size: number, angle: number) => {
    if (content.words.length >= maxWords) return
    let x0 = m[0] * at + m[4]
    const y0 = m[1] * at + m[5]
    let x1 = m[0] * to + m[4]
    if (font.vertical) {
      x0 = m[4]
      x1 = m[4] + size
    } else if (angle !== 0) {
      x1 = x0 + Math.hypot(m[0] * (to - at), m[1] * (to - at))
    } else if (x1 < x0) {
      const swap = x0
      x0 = x1
      x1 = swap
    }
    if (!(size >= 1) || x0 < -60 || y0 < -60 || x0 > width + 60 || y0 > height + 60) return
    // bold that is faked by printing twice
    const key = `${text}|${Math.round(x0)}|${Math.round(y0)}`
    if (seen.has(key)) return
    seen.add(key)
    const last = content.words.at(-1)
    // some set a word letter by letter
    if (
      last !== undefined && text.length === 1 && !spaced && angle === 0 && last.angle === 0 &&
      Math.abs(x0 - last.x1) < size * 0.06 &&
      last.y === y0 && last.size === size && last.font === font && last.mark === mark && last.text.length < 100
    ) {
      content.words[content.words.length - 1] = { ...last, text: last.text + text, x1 }
      return
    }
    content.words.push({ text, x0, x1, y: y0, size, angle, font, spaced, index: content.words.length, mark })
    spaced = false
  }

  const showText = (glyphs: ReadonlyArray<Glyph | number | null>) => {
    const m = multiply(ctm, multiply(matrix, [hScale, 0, 0, 1, x, y + rise]))
    const size = Math.hypot(m[2], m[3]) * Math.abs(fontSize) * font.height
    const direction = fontSize < 0 ? 180 : 0
    const angle = font.vertical
      ? 1000
      : (Math.round(Math.atan2(m[1], m[0]) * 180 / Math.PI) + direction + 720) % 360
    const scale = fontSize * font.scale
    const gapLimit = Math.abs(fontSize) * font.height * 0.16
    // tracking: a gap that stands between all letters is no space
    let tracking = 0
    if (glyphs.length > 6) {
      let gaps = 0
      let letters = 0
      let least = Infinity
      for (const glyph of glyphs) {
        if (typeof glyph === "number") {
          const gap = -glyph * fontSize / 1000
          if (gap > gapLimit) {
            gaps++
            least = Math.min(least, gap)
          }
        } else if (glyph !== null) letters++
      }
      if (letters > 4 && gaps >= letters - 2) tracking = least
    }
    // Ghostscript sets two letters at once, the end of a word and the start of the next, and the space between is theirs
    const wide = Math.abs(fontSize) * 0.2
    const pair = glyphs.length === 2 && charSpacing > wide && charSpacing - lastSpacing > wide * 0.5
    lastSpacing = charSpacing
    let advance = 0
    let text = ""
    let start = 0
    let end = 0
    let down = 0
    const flush = () => {
      if (text !== "") word(text, start, end, m, size, angle)
      text = ""
    }
    for (let k = 0; k < glyphs.length; k++) {
      const glyph = glyphs[k]!
      if (glyph === null) continue
      if (typeof glyph === "number") {
        const move = -glyph * fontSize / 1000
        if (font.vertical) {
          down -= move
        } else {
          advance += move
          if (move - tracking > gapLimit || move < -Math.abs(fontSize) * font.height * 0.6) flush()
          else if (move > gapLimit * 0.6 && /[.,;:!?]$/.test(text) && startsWord(glyphs[k + 1])) {
            // a tight line is tightest behind a full stop
            flush()
            spaced = true
          }
        }
        continue
      }
      const spacing = (glyph.isSpace ? wordSpacing : 0) + charSpacing
      const sign = font.signs === undefined ? undefined : signOf(font.signs, glyph)
      const drawn = font.type3 ? drawnLetters(glyph.unicode, glyphs.length < 2) : undefined
      const letter = sign?.text ?? drawn ?? clean(glyph.unicode)
      if (font.vertical) {
        const metric = glyph.vmetric
        const step = (metric?.[0] ?? -1000) * scale
        if (letter.trim() !== "") {
          word(letter, 0, 0, [m[0], m[1], m[2], m[3], m[4] + m[2] * down, m[5] + m[3] * down], size, angle)
        }
        down += step - spacing
        continue
      }
      const width = glyph.width * scale
      if (sign !== undefined) {
        flush()
        const fallen: Matrix = angle === 0 ? [m[0], m[1], m[2], m[3], m[4], m[5] + sign.drop * size] : m
        word(sign.text, advance, advance + width, fallen, size, angle)
        advance += width + spacing
        continue
      }
      if (k === 1 && pair && text !== "") {
        flush()
        spaced = true
      }
      if (letter === "" || letter.trim() === "") {
        flush()
        if (letter !== "") spaced = true
      } else {
        if (text === "") start = advance
        text += letter
        end = advance + width
      }
      advance += width + spacing
    }
    flush()
    if (font.vertical) y += down
    else x += advance * hScale
  }

  for (let i = 0; i < list.fnArray.length; i++) {
    const args = list.argsArray[i] as ReadonlyArray<unknown>
    const fn = list.fnArray[i]
    switch (fn) {
      case op.save:
        push()
        break
      case op.restore:
        if (bareTransform) content.pictures += Math.abs(ctm[0] * ctm[3] - ctm[1] * ctm[2]) / area
        pop()
        break
      case op.transform:
        ctm = multiply(ctm, args as unknown as Matrix)
        break
      case op.paintFormXObjectBegin:
        push()
        if (Array.isArray(args?.[0]) || ArrayBuffer.isView(args?.[0])) ctm = multiply(ctm, args[0] as unknown as Matrix)
        break
      case op.paintFormXObjectEnd:
        pop()
        break
      case op.paintImageXObject:
      case op.paintImageMaskXObject:
      case op.paintInlineImageXObject:
        content.pictures += Math.abs(ctm[0] * ctm[3] - ctm[1] * ctm[2]) / area
        break
      case op.beginText:
        matrix = [1, 0, 0, 1, 0, 0]
        x = lineX = 0
        y = lineY = 0
        break
      case op.setCharSpacing:
        charSpacing = Number(args[0])
        break
      case op.setWordSpacing:
        wordSpacing = Number(args[0])
        break
      case op.setHScale:
        hScale = Number(args[0]) / 100
        break
      case op.setLeading:
        leading = -Number(args[0])
        break
      case op.setFont:
        setFont(args[0], args[1])
        break
      case op.setGState:
        for (const pair of args[0] as ReadonlyArray<readonly [string, unknown]>) {
          if (pair[0] === "Font" && Array.isArray(pair[1])) setFont(pair[1][0], pair[1][1])
        }
        break
      case op.setTextRise:
        rise = Number(args[0])
        break
      case op.setLeadingMoveText:
        leading = Number(args[1])
        x = lineX += Number(args[0])
        y = lineY += Number(args[1])
        break
      case op.moveText:
        x = lineX += Number(args[0])
        y = lineY += Number(args[1])
        break
      case op.setTextMatrix:
        matrix = (args.length === 1 ? args[0] : args) as Matrix
        x = lineX = 0
        y = lineY = 0
        break
      case op.nextLine:
        x = lineX
        y = lineY += leading
        break
      case op.showText:
        if (content.words.length < maxWords) showText(args[0] as ReadonlyArray<Glyph | number | null>)
        break
      case op.setFillRGBColor: {
        const color = String(args[0]).toLowerCase()
        fillWhite = /^#f[b-f]f[b-f]f[b-f]$/.test(color)
        break
      }
      case op.beginMarkedContent:
      case op.beginMarkedContentProps:
        if (marks.length < 10_000) marks.push(mark)
        if (args?.[0] === "Artifact") mark = -2
        else if (typeof args?.[1] === "number") mark = args[1]
        break
      case op.endMarkedContent:
        mark = marks.pop() ?? -1
        break
      case op.constructPath: {
        content.paths++
        const data = (args[1] as ReadonlyArray<ArrayLike<number> | null> | null)?.[0]
        if (
          data != null && data.length < 4000 && args[0] !== op.endPath &&
          content.horizontal.length + content.vertical.length < 8000
        ) {
          readPath(content, ctm, Number(args[0]), data, fillWhite)
        }
        break
      }
    }
    if (fn !== 1) bareTransform = fn === op.transform
  }
  // what a printer notes outside of the page is not on it; a table that is too wide for the page is
  const visible = content.words.filter((word) =>
    word.x1 > 0 && word.y > 0 && word.y - word.size * 0.8 < height || word.angle !== 0
  )
  return visible.length > content.words.length * 0.5 ? { ...content, words: visible } : content
}
