/**
 * A page of pdf.js as words and rulings.
 *
 * Everything is taken from the operator list: one pass of the evaluator instead of two (text content and graphics), the
 * place of every glyph, and the marked content each word belongs to.
 */
import { Words } from "./drawnWords.ts"
import { type LoadedFont, loadFont } from "./fonts.ts"
import { type Matrix, multiply } from "./geometry.ts"
import { type Glyphs, Run } from "./glyphs.ts"
import { isMatrix, State } from "./graphics.ts"
import { op } from "./operators.ts"
import type { PageContent, PdfPage } from "./page.ts"
import { readPath } from "./paths.ts"
import { Pictures } from "./pictures.ts"

type Args = ReadonlyArray<unknown>

/** Marks inside each other at most. */
const MOST_MARKS = 10_000

/** Numbers of one path, and rulings of one page, at most: more of them make a drawing, not a table. */
const LONGEST_PATH = 4000
const MOST_RULES = 8000

/** Marks of what is no part of the text: running heads, backgrounds. */
const ARTIFACT = -2
const NO_MARK = -1

/** Part of the words of a page that must be on it, for the others to be left out. */
const VISIBLE_SHARE = 0.5

class Reader {
  readonly state: State
  readonly words: Words
  readonly content: PageContent
  private readonly page: PdfPage
  private readonly fonts = new Map<string, LoadedFont>()
  private readonly marks: Array<number> = []
  private readonly pictures: Pictures
  private mark = NO_MARK
  /** Spacing of the letters shown last. */
  private spacing = 0

  constructor(page: PdfPage, content: PageContent, base: Matrix) {
    this.page = page
    this.content = content
    this.state = new State(base)
    this.words = new Words(content)
    this.pictures = new Pictures(content.width, content.height)
  }

  read(fn: number, args: Args): void {
    handlers.get(fn)?.(this, args)
  }

  end(): void {
    this.pictures.leave()
    this.content.pictures = this.pictures.share
  }

  restore(): void {
    this.pictures.leave()
    this.state.restore()
  }

  transform(matrix: Matrix): void {
    this.state.transform(matrix)
    this.pictures.moved(this.state.kept.ctm)
  }

  beginForm(matrix: unknown): void {
    this.state.save()
    if (isMatrix(matrix) && !isIdentity(matrix)) this.transform(matrix)
  }

  addPicture(): void {
    this.pictures.drawn()
    this.pictures.add(this.state.kept.ctm)
  }

  /** Something is drawn that is no picture. */
  draw(): void {
    this.pictures.drawn()
  }

  fillWith(picture: boolean): void {
    this.state.kept.fillsWithPicture = picture
  }

  setFont(id: unknown, size: unknown): void {
    const name = String(id)
    let loaded = this.fonts.get(name)
    if (loaded === undefined) {
      loaded = loadFont(this.page, name)
      this.fonts.set(name, loaded)
    }
    this.state.kept.font = loaded
    this.state.kept.fontSize = typeof size === "number" ? size : 0
  }

  showText(glyphs: Glyphs): void {
    this.draw()
    if (this.words.isFull()) return
    new Run(glyphs, this.state, this.words, this.mark, this.spacing).show()
    this.spacing = this.state.kept.charSpacing
  }

  beginMark(args: Args | null): void {
    if (this.marks.length < MOST_MARKS) this.marks.push(this.mark)
    if (args?.[0] === "Artifact") this.mark = ARTIFACT
    else if (typeof args?.[1] === "number") this.mark = args[1]
  }

  endMark(): void {
    this.mark = this.marks.pop() ?? NO_MARK
  }

  addPath(paint: unknown, data: ArrayLike<number> | null | undefined, box: ArrayLike<number> | undefined): void {
    const { content } = this
    content.paths++
    if (paint !== op.endPath) {
      this.draw()
      if (this.state.kept.fillsWithPicture && box !== undefined) this.pictures.add(placed(box, this.state.kept.ctm))
    }
    if (
      data != null && data.length < LONGEST_PATH && paint !== op.endPath &&
      content.horizontal.length + content.vertical.length < MOST_RULES
    ) {
      readPath(content, this.state.kept.ctm, Number(paint), data, this.state.kept.fillWhite)
    }
  }
}

const isIdentity = (m: Matrix): boolean =>
  m[0] === 1 && m[1] === 0 && m[2] === 0 && m[3] === 1 && m[4] === 0 && m[5] === 0

/** The coordinates in which a box is the unit square. */
const placed = (box: ArrayLike<number>, ctm: Matrix): Matrix =>
  multiply(ctm, [box[2]! - box[0]!, 0, 0, box[3]! - box[1]!, box[0]!, box[1]!])

const drawing = new Set<number>([
  op.showText,
  op.shadingFill,
  op.rawFillPath,
  op.paintImageXObject,
  op.paintInlineImageXObject
])

/** True for a pattern in which nothing is drawn that is left: a picture was. */
const showsPicture = (args: Args): boolean => {
  if (args[0] !== "TilingPattern") return false
  const { argsArray, fnArray } = args[2] as {
    readonly fnArray: ArrayLike<number>
    readonly argsArray: ArrayLike<Args | null>
  }
  for (let k = 0; k < fnArray.length; k++) {
    if (drawing.has(fnArray[k]!) || fnArray[k] === op.constructPath && argsArray[k]?.[0] !== op.endPath) return false
  }
  return true
}

const handlers = new Map<number, (reader: Reader, args: Args) => void>([
  [op.save, (reader) => reader.state.save()],
  [op.restore, (reader) => reader.restore()],
  [op.transform, (reader, args) => reader.transform(args as unknown as Matrix)],
  [op.paintFormXObjectBegin, (reader, args) => reader.beginForm(args?.[0])],
  [op.paintFormXObjectEnd, (reader) => reader.restore()],
  [op.paintImageXObject, (reader) => reader.addPicture()],
  [op.paintImageMaskXObject, (reader) => reader.addPicture()],
  [op.paintInlineImageXObject, (reader) => reader.addPicture()],
  [op.paintImageMaskXObjectGroup, (reader) => reader.addPicture()],
  [op.paintInlineImageXObjectGroup, (reader) => reader.addPicture()],
  [op.paintImageXObjectRepeat, (reader) => reader.addPicture()],
  [op.paintImageMaskXObjectRepeat, (reader) => reader.addPicture()],
  [op.paintSolidColorImageMask, (reader) => reader.draw()],
  [op.shadingFill, (reader) => reader.draw()],
  [op.rawFillPath, (reader) => reader.draw()],
  [op.beginText, (reader) => reader.state.beginText()],
  [op.setCharSpacing, (reader, args) => {
    reader.state.kept.charSpacing = Number(args[0])
  }],
  [op.setWordSpacing, (reader, args) => {
    reader.state.kept.wordSpacing = Number(args[0])
  }],
  [op.setHScale, (reader, args) => {
    reader.state.kept.hScale = Number(args[0]) / 100
  }],
  [op.setLeading, (reader, args) => {
    reader.state.kept.leading = -Number(args[0])
  }],
  [op.setFont, (reader, args) => reader.setFont(args[0], args[1])],
  [op.setGState, (reader, args) => {
    for (const pair of args[0] as ReadonlyArray<readonly [string, unknown]>) {
      if (pair[0] === "Font" && Array.isArray(pair[1])) reader.setFont(pair[1][0], pair[1][1])
    }
  }],
  [op.setTextRise, (reader, args) => {
    reader.state.kept.rise = Number(args[0])
  }],
  [op.setLeadingMoveText, (reader, args) => {
    reader.state.kept.leading = Number(args[1])
    reader.state.moveText(Number(args[0]), Number(args[1]))
  }],
  [op.moveText, (reader, args) => reader.state.moveText(Number(args[0]), Number(args[1]))],
  [op.setTextMatrix, (reader, args) => reader.state.setTextMatrix((args.length === 1 ? args[0] : args) as Matrix)],
  [op.nextLine, (reader) => reader.state.nextLine()],
  [op.showText, (reader, args) => reader.showText(args[0] as Glyphs)],
  [op.setFillColorN, (reader, args) => reader.fillWith(showsPicture(args))],
  [op.setFillGray, (reader) => reader.fillWith(false)],
  [op.setFillCMYKColor, (reader) => reader.fillWith(false)],
  [op.setFillTransparent, (reader) => reader.fillWith(false)],
  [op.setFillRGBColor, (reader, args) => {
    reader.fillWith(false)
    reader.state.kept.fillWhite = /^#f[b-f]f[b-f]f[b-f]$/.test(String(args[0]).toLowerCase())
  }],
  [op.beginMarkedContent, (reader, args) => reader.beginMark(args)],
  [op.beginMarkedContentProps, (reader, args) => reader.beginMark(args)],
  [op.endMarkedContent, (reader) => reader.endMark()],
  [op.constructPath, (reader, args) => {
    const data = (args[1] as ReadonlyArray<ArrayLike<number> | null> | null)?.[0]
    reader.addPath(args[0], data, args[2] as ArrayLike<number> | undefined)
  }]
])

/** What a printer notes outside of the page is not on it; a table that is too wide for the page is. */
const withoutOutside = (content: PageContent): PageContent => {
  const visible = content.words.filter((word) =>
    word.x1 > 0 && word.y > 0 && word.y - word.size * 0.8 < content.height || word.angle !== 0
  )
  return visible.length > content.words.length * VISIBLE_SHARE ? { ...content, words: visible } : content
}

export const readPage = async (page: PdfPage, number: number): Promise<PageContent> => {
  const viewport = page.getViewport({ scale: 1 })
  const { fnArray, argsArray } = await page.getOperatorList({ annotationMode: 0 })
  const reader = new Reader(page, {
    number,
    width: viewport.width,
    height: viewport.height,
    words: [],
    horizontal: [],
    vertical: [],
    boxes: [],
    dots: [],
    pictures: 0,
    paths: 0,
    links: [],
    tree: undefined
  }, viewport.transform as unknown as Matrix)
  for (let i = 0; i < fnArray.length; i++) reader.read(fnArray[i]!, argsArray[i] as Args)
  reader.end()
  return withoutOutside(reader.content)
}
