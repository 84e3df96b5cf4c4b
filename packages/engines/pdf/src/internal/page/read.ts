/**
 * Converts a pdf.js page to words and rules. All data comes from the operator list: one pass of the evaluator instead
 * of two, with the position of every glyph and the marked content of each word.
 */
import { withActualText } from "./actualText.ts"
import { Words } from "./drawnWords.ts"
import { type LoadedFont, loadFont } from "./fonts.ts"
import { ASCENT, type Box, type Matrix } from "./geometry.ts"
import { type Glyphs, Run } from "./glyphs.ts"
import { isMatrix, State } from "./graphics.ts"
import { ANY_COLOR, boxOf, clips, colorOf, common, isWhite, mixes, staysBox } from "./ink.ts"
import { nameOfMark, op } from "./operators.ts"
import type { PageContent, PdfPage, Word } from "./page.ts"
import { isFilled, isLine, isRectangle, isStroked, readPath } from "./paths.ts"
import { Pictures, placed, showsPicture } from "./pictures.ts"
import { withoutParts } from "./printedParts.ts"
import { Sight } from "./sight.ts"

type Args = ReadonlyArray<unknown>

const MAX_MARK_DEPTH = 10_000

/** Maximum coordinates of a path that is read. A longer path is a drawing. */
const MAX_PATH_COORDINATES = 4000
/** Limit for rules. A page with more is a drawing, not a table. */
const MAX_RULES_OF_PAGE = 8000

/** Mark of headers, footers and backgrounds. */
const ARTIFACT = -2
/** Mark of content outside of all marked content. */
const NO_MARK = -1

/**
 * Minimum share of a page's words that are inside of the page. If fewer are, the page box is wrong, and all words are
 * kept.
 */
const VISIBLE_SHARE = 0.5

const PERCENT = 100

const nowhere = () => false

interface Known {
  readonly isShown: (layer: unknown) => boolean
  /** Whether no picture of the document has transparent parts. */
  readonly areSolid: () => boolean
  /** Boxes of pictures that show the words of an invisible text layer. */
  readonly scan: ReadonlyArray<Box>
}

class Reader {
  readonly state: State
  readonly words: Words
  readonly content: PageContent
  readonly sight: Sight
  private readonly page: PdfPage
  private readonly known: Known
  private readonly layers: Array<boolean> = []
  private clips = false
  /** Whether the clip begins after the end of the text. */
  private clipsByText = false
  private readonly fonts = new Map<string, LoadedFont>()
  private readonly marks: Array<number> = []
  private readonly pictures: Pictures
  private mark = NO_MARK
  private spacing = 0
  private unreadGlyphs = 0

  constructor(page: PdfPage, content: PageContent, base: Matrix, known: Known) {
    this.page = page
    this.content = content
    this.known = known
    this.state = new State(base)
    this.sight = new Sight(known.scan)
    this.words = new Words(content, this.sight)
    this.pictures = new Pictures(content.width, content.height, (ctm) => this.paintPicture(ctm))
  }

  read(fn: number, args: Args): void {
    handlers[fn]?.(this, args)
  }

  end(): void {
    this.pictures.leave()
    this.content.pictures = this.pictures.share
    this.content.pictureBoxes = this.pictures.boxes
  }

  seen(): PageContent {
    const { content, sight, words } = this
    const isOutside = outsideOf(content)
    const inside = words.countInside(isOutside)
    const visible = words.seen(inside > content.words.length * VISIBLE_SHARE ? isOutside : nowhere)
    const { unreadGlyphs } = this
    return {
      ...content,
      words: withoutParts(visible),
      unseen: sight.unseen,
      ...(unreadGlyphs === 0 ? {} : { unreadGlyphs }),
      ...(words.unnamed === 0 ? {} : { unnamedGlyphs: words.unnamed })
    }
  }

  scanned({ pictures, words }: PageContent): ReadonlyArray<Box> {
    return this.sight.scanned(words.reduce((sum, word) => sum + word.text.length, 0), pictures)
  }

  restore(): void {
    this.pictures.leave()
    this.state.restore()
  }

  transform(matrix: Matrix): void {
    this.state.transform(matrix)
    this.pictures.moved(this.state.kept.ctm)
  }

  beginForm(matrix: unknown, box: unknown): void {
    this.state.save()
    if (isMatrix(matrix) && !isIdentity(matrix)) this.transform(matrix)
    if (isMatrix(box)) this.clipTo(box)
  }

  beginGroup(
    group: { readonly bbox?: unknown; readonly matrix?: unknown; readonly smask?: unknown } | undefined
  ): void {
    this.state.save()
    const { ink } = this.state.kept
    this.state.draw({
      groupAlpha: ink.groupAlpha * ink.fillAlpha,
      fillAlpha: 1,
      strokeAlpha: 1,
      blends: false,
      masked: false,
      // The content of a soft mask is not drawn.
      groupMixes: mixes(ink) || group?.smask != null
    })
  }

  endGroup(): void {
    this.state.restore()
  }

  setGraphics(pairs: ReadonlyArray<readonly [string, unknown]>): void {
    for (const [key, value] of pairs) {
      if (key === "Font" && Array.isArray(value)) this.setFont(value[0], value[1])
      else if (key === "ca") this.state.draw({ fillAlpha: Number(value) })
      else if (key === "CA") this.state.draw({ strokeAlpha: Number(value) })
      else if (key === "LW") this.state.kept.lineWidth = Number(value)
      else if (key === "BM") this.state.draw({ blends: value !== "source-over" })
      else if (key === "SMask") this.state.draw({ masked: value !== false })
    }
  }

  private clipTo(box: ArrayLike<number>, isBox = true): void {
    const { ctm, ink } = this.state.kept
    const placed = boxOf(ctm, box[0]!, box[1]!, box[2]!, box[3]!)
    if (!Number.isFinite(placed.x1 - placed.x0 + placed.y1 - placed.y0)) return
    this.state.draw({ clip: common(ink.clip, placed), clipIsBox: ink.clipIsBox && isBox && staysBox(ctm) })
  }

  clipNext(): void {
    this.clips = true
  }

  endText(): void {
    if (!this.clipsByText) return
    this.state.draw({ clipIsBox: false, letters: this.sight.endText() })
    this.clipsByText = false
  }

  private paint(box: Box, color: number, alpha: number, isBox: boolean, isPicture = false): void {
    const { ink } = this.state.kept
    this.sight.paint(ink, common(ink.clip, box), { color, alpha, isBox, isPicture })
  }

  private paintPicture(ctm: Matrix): void {
    const solid = staysBox(ctm) && this.known.areSolid()
    this.paint(boxOf(ctm, 0, 0, 1, 1), ANY_COLOR, this.state.kept.ink.fillAlpha, solid, true)
  }

  /** Fills a unit square, as which pdf.js draws a one-pixel stencil. */
  fillUnit(): void {
    this.draw()
    const { ctm, ink } = this.state.kept
    this.paint(boxOf(ctm, 0, 0, 1, 1), ink.fill, ink.fillAlpha, staysBox(ctm))
  }

  shade(): void {
    this.draw()
    const { height, width } = this.content
    this.paint({ x0: 0, y0: 0, x1: width, y1: height }, ANY_COLOR, 1, false)
  }

  addPicture(): void {
    this.pictures.drawn()
    this.pictures.add(this.state.kept.ctm)
  }

  draw(): void {
    this.pictures.drawn()
  }

  strokeWith(color: number): void {
    if (this.state.kept.ink.stroke !== color) this.state.draw({ stroke: color })
  }

  fillWith(picture: boolean, color: number): void {
    this.state.kept.fillsWithPicture = picture
    if (this.state.kept.ink.fill !== color) this.state.draw({ fill: color })
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
    if (clips(this.state.kept.ink)) this.clipsByText = true
    if (this.words.isFull()) {
      for (const glyph of glyphs) if (typeof glyph === "object" && glyph !== null) this.unreadGlyphs++
      return
    }
    new Run(glyphs, this.state, this.words, this.mark, this.spacing).show()
    this.spacing = this.state.kept.charSpacing
  }

  beginMark(args: Args | null): void {
    if (this.marks.length < MAX_MARK_DEPTH) {
      this.marks.push(this.mark)
      const isOff = args?.[0] === "OC" && !this.known.isShown(args[1])
      this.layers.push(isOff)
      if (isOff) this.sight.layers++
    }
    if (nameOfMark(args?.[0]) === "Artifact") this.mark = ARTIFACT
    else if (typeof args?.[1] === "number") this.mark = args[1]
  }

  endMark(): void {
    this.mark = this.marks.pop() ?? NO_MARK
    if (this.layers.pop() === true) this.sight.layers--
  }

  private seePath(paint: number, data: ArrayLike<number>, box: ArrayLike<number>): void {
    const { ctm, ink, lineWidth } = this.state.kept
    if (isFilled(paint) || isStroked(paint)) {
      const isBox = isFilled(paint) && staysBox(ctm) && isRectangle(data)
      if (isFilled(paint)) this.paint(boxOf(ctm, box[0]!, box[1]!, box[2]!, box[3]!), ink.fill, ink.fillAlpha, isBox)
      else {
        const half = lineWidth / 2
        const across = isLine(data, box) && staysBox(ctm)
        // Line ends are cut (butt caps).
        const [dx, dy] = across && box[0] !== box[2] ? [0, half] : across ? [half, 0] : [half, half]
        this.paint(
          boxOf(ctm, box[0]! - dx, box[1]! - dy, box[2]! + dx, box[3]! + dy),
          ink.stroke,
          ink.strokeAlpha,
          across
        )
      }
    }
    if (this.clips) this.clipTo(box, isRectangle(data))
    this.clips = false
  }

  addPath(paint: unknown, data: ArrayLike<number> | null | undefined, box: ArrayLike<number> | undefined): void {
    const { content } = this
    content.paths++
    if (data != null && box !== undefined) this.seePath(Number(paint), data, box)
    if (paint !== op.endPath) {
      this.draw()
      if (this.state.kept.fillsWithPicture && box !== undefined) this.pictures.add(placed(box, this.state.kept.ctm))
    }
    if (
      data != null && data.length < MAX_PATH_COORDINATES && paint !== op.endPath &&
      content.horizontal.length + content.vertical.length < MAX_RULES_OF_PAGE
    ) {
      readPath(content, this.state.kept.ctm, Number(paint), data, this.state.kept.fillWhite)
    }
  }
}

const isIdentity = (m: Matrix): boolean =>
  m[0] === 1 && m[1] === 0 && m[2] === 0 && m[3] === 1 && m[4] === 0 && m[5] === 0

type Handler = (reader: Reader, args: Args) => void

const handled: ReadonlyArray<readonly [operator: number, handler: Handler]> = [
  [op.save, (reader) => reader.state.save()],
  [op.restore, (reader) => reader.restore()],
  [op.transform, (reader, args) => reader.transform(args as unknown as Matrix)],
  [op.paintFormXObjectBegin, (reader, args) => reader.beginForm(args?.[0], args?.[1])],
  [op.paintFormXObjectEnd, (reader) => reader.restore()],
  [op.paintImageXObject, (reader) => reader.addPicture()],
  [op.paintImageMaskXObject, (reader) => reader.addPicture()],
  [op.paintInlineImageXObject, (reader) => reader.addPicture()],
  [op.paintImageMaskXObjectGroup, (reader) => reader.addPicture()],
  [op.paintInlineImageXObjectGroup, (reader) => reader.addPicture()],
  [op.paintImageXObjectRepeat, (reader) => reader.addPicture()],
  [op.paintImageMaskXObjectRepeat, (reader) => reader.addPicture()],
  [op.paintSolidColorImageMask, (reader) => reader.fillUnit()],
  [op.shadingFill, (reader) => reader.shade()],
  [op.rawFillPath, (reader) => reader.shade()],
  [op.beginGroup, (reader, args) => reader.beginGroup(args?.[0] as Parameters<Reader["beginGroup"]>[0])],
  [op.endGroup, (reader) => reader.endGroup()],
  [op.clip, (reader) => reader.clipNext()],
  [op.eoClip, (reader) => reader.clipNext()],
  [op.setLineWidth, (reader, args) => {
    reader.state.kept.lineWidth = Number(args[0])
  }],
  [op.setTextRenderingMode, (reader, args) => reader.state.draw({ mode: Number(args[0]) })],
  [op.beginText, (reader) => reader.state.beginText()],
  [op.endText, (reader) => reader.endText()],
  [op.setCharSpacing, (reader, args) => {
    reader.state.kept.charSpacing = Number(args[0])
  }],
  [op.setWordSpacing, (reader, args) => {
    reader.state.kept.wordSpacing = Number(args[0])
  }],
  [op.setHScale, (reader, args) => {
    reader.state.kept.hScale = Number(args[0]) / PERCENT
  }],
  [op.setLeading, (reader, args) => {
    reader.state.kept.leading = -Number(args[0])
  }],
  [op.setFont, (reader, args) => reader.setFont(args[0], args[1])],
  [op.setGState, (reader, args) => reader.setGraphics(args[0] as ReadonlyArray<readonly [string, unknown]>)],
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
  [op.setStrokeColorN, (reader) => reader.strokeWith(ANY_COLOR)],
  [op.setStrokeTransparent, (reader) => reader.strokeWith(ANY_COLOR)],
  [op.setStrokeRGBColor, (reader, args) => reader.strokeWith(colorOf(args[0]))],
  [op.setFillColorN, (reader, args) => reader.fillWith(showsPicture(args), ANY_COLOR)],
  [op.setFillGray, (reader) => reader.fillWith(false, ANY_COLOR)],
  [op.setFillCMYKColor, (reader) => reader.fillWith(false, ANY_COLOR)],
  [op.setFillTransparent, (reader) => reader.fillWith(false, ANY_COLOR)],
  [op.setFillRGBColor, (reader, args) => {
    const color = colorOf(args[0])
    reader.fillWith(false, color)
    reader.state.kept.fillWhite = isWhite(color)
  }],
  [op.beginMarkedContent, (reader, args) => reader.beginMark(args)],
  [op.beginMarkedContentProps, (reader, args) => reader.beginMark(args)],
  [op.endMarkedContent, (reader) => reader.endMark()],
  [op.constructPath, (reader, args) => {
    const data = (args[1] as ReadonlyArray<ArrayLike<number> | null> | null)?.[0]
    reader.addPath(args[0], data, args[2] as ArrayLike<number> | undefined)
  }]
]

const handlers: Array<Handler | undefined> = []
for (const [operator, handler] of handled) handlers[operator] = handler

/** Maximum points from the end of a row to the right edge, for a row outside of the page that continues it. */
const WIDE_ROW = 100

/**
 * Returns which words are outside of the page, as printer's marks are. Words of a table that is too wide are kept:
 * they cross the edge or are near it, and their rows continue beyond it. If most words are outside, the page box is
 * wrong.
 */
const outsideOf = ({ height, width, words }: PageContent): (word: Word, box: Box) => boolean => {
  const isOff = (word: Word, box: Box): boolean =>
    word.angle === 0
      ? word.x1 <= 0 || word.y <= 0 || word.y - word.size * ASCENT >= height || box.x0 >= width
      : box.x1 <= 0 || box.y1 <= 0 || box.x0 >= width || box.y0 >= height
  const isTooWide = words.some((word) => word.angle === 0 && word.x0 < width && word.x1 > width + 1)
  const rows = new Set(
    words.filter((word) => word.x0 < width && (isTooWide || word.x1 > width - WIDE_ROW)).map((word) =>
      Math.round(word.y)
    )
  )
  return (word, box) => isOff(word, box) && !(word.angle === 0 && word.x1 > 0 && rows.has(Math.round(word.y)))
}

export interface About {
  readonly layers: () => Promise<{ readonly isVisible: (layer: never) => boolean }>
  /** Returns whether pictures are solid. Pictures with transparent parts and stencils are not. */
  readonly areSolid: () => boolean
}

const everyLayer = () => true

/** Returns the layers of a page; empty if it has none. */
const layersOf = async (
  { argsArray, fnArray }: Awaited<ReturnType<PdfPage["getOperatorList"]>>,
  about: About
): Promise<Known["isShown"]> => {
  const hasLayers = fnArray.some((fn, k) => fn === op.beginMarkedContentProps && (argsArray[k] as Args)?.[0] === "OC")
  if (!hasLayers) return everyLayer
  const layers = await about.layers()
  return (layer) => layers.isVisible(layer as never)
}

export interface Drawing {
  readonly list: Awaited<ReturnType<PdfPage["getOperatorList"]>>
  readonly isShown: (layer: unknown) => boolean
}

export const drawingOf = async (page: PdfPage, about: About): Promise<Drawing> => {
  const list = await page.getOperatorList({ annotationMode: 0 })
  return { list, isShown: await layersOf(list, about) }
}

export const readDrawing = (
  { isShown, list }: Drawing,
  page: PdfPage,
  number: number,
  { areSolid }: About
): PageContent => {
  const { fnArray } = list
  const argsArray = withActualText(list)
  const viewport = page.getViewport({ scale: 1 })
  const known = { isShown, areSolid, scan: [] }
  const readAs = (known: Known): Reader => {
    const reader = new Reader(
      page,
      {
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
        tree: undefined,
        unseen: new Map()
      },
      viewport.transform as unknown as Matrix,
      known
    )
    for (let i = 0; i < fnArray.length; i++) reader.read(fnArray[i]!, argsArray[i] as Args)
    reader.end()
    return reader
  }
  const reader = readAs(known)
  const content = reader.seen()
  const scan = reader.scanned(content)
  return scan.length === 0 ? content : readAs({ ...known, scan }).seen()
}

export const readPage = async (page: PdfPage, number: number, about: About): Promise<PageContent> =>
  readDrawing(await drawingOf(page, about), page, number, about)
