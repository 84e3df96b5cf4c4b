/**
 * Reads the sentences of drawings. An SVG may contain paragraphs as `text`, or HTML in a `foreignObject`. Such a
 * drawing is written as a separate page, so that the rules for hidden text apply to it.
 *
 * @since 0.3.0
 */
import * as Attributes from "../tape/attributes.ts"
import * as Tags from "../tape/tags.ts"
import { attr, attrName, attrValue, nameOf, type Tape } from "../tape/tape.ts"
import { colorOf } from "../visibility/colors.ts"

/** A text shorter than a sentence is a label of a diagram, an axis or a logo. */
const limits = {
  lettersOfSentence: 30,
  wordsOfSentence: 5,
  charactersOfPage: 400_000,
  depthOfUse: 3,
  shareOfBackground: 0.6,
  /** Maximum distance in pixels of a text from its drawing. Texts further away are hidden. */
  pixelsOutside: 300
}

/** Elements that are never rendered, or only through a reference. */
const unrendered: ReadonlySet<string> = new Set(
  "defs symbol clippath mask pattern marker filter lineargradient radialgradient title desc metadata script style template noscript"
    .split(
      " "
    )
)
const groups: ReadonlySet<string> = new Set("g a svg switch".split(" "))
const sentences: ReadonlySet<string> = new Set(["text", "foreignobject"])

const isWritten = (text: string): boolean => {
  const words = text.trim().split(/\s+/)
  return words.length >= limits.wordsOfSentence && words.join("").length >= limits.lettersOfSentence
}

const textIn = (tape: Tape, i: number): string => {
  let text = ""
  for (let k = i + 1; k < tape.end[i]!; k++) {
    if (tape.tag[k] === Tags.TEXT) text += ` ${tape.text[k]}`
    else if (Tags.is(tape.tag[k]!, Tags.INVISIBLE)) k = tape.end[k]! - 1
  }
  return text
}

export const drawingsOf = (tape: Tape): ReadonlySet<number> => {
  const found = new Set<number>()
  for (const [i, name] of tape.unknown) {
    if (!sentences.has(name) || !isWritten(textIn(tape, i))) continue
    let drawing = -1
    for (let p = tape.parent[i]!; p >= 0; p = tape.parent[p]!) if (tape.tag[p] === Tags.SVG) drawing = p
    if (drawing >= 0) found.add(drawing)
  }
  return found
}

const escaped = (value: string): string =>
  value.replaceAll("&", "&amp;").replaceAll("\"", "&quot;").replaceAll("<", "&lt;").replaceAll(">", "&gt;")

const sheetForDrawings = (sheet: string): string =>
  sheet.replace(/(?<![\w-])fill(\s*:\s*)none(?![\w-])/gi, "-webkit-text-fill-color$1transparent").replace(
    /(?<![\w-])fill(?=\s*:)/gi,
    "-webkit-text-fill-color"
  ).replace(
    /(?<![\w-])fill-opacity(?=\s*:)/gi,
    "opacity"
  ).replace(/(?<![\w.#-])svg(?![\w/+-])/gi, "drawing")

/**
 * Style sheet of a drawing. Its letters are black, whatever the page's colour is. A `foreignObject` without a size
 * shows no content.
 */
const initial = "drawing{-webkit-text-fill-color:#000;overflow:hidden}foreignobject{width:0;height:0;overflow:hidden}"

const styleSheets = (tape: Tape): string => {
  let sheets = ""
  for (let i = 0; i < tape.n; i++) {
    if (tape.tag[i] === Tags.STYLE && tape.end[i]! > i + 1) {
      sheets += `<style>${sheetForDrawings(tape.text[i + 1]!)}</style>`
    }
  }
  return sheets
}

const properties: ReadonlyArray<readonly [attribute: string, property: string]> = [
  ["fill", "-webkit-text-fill-color"],
  ["fill-opacity", "opacity"],
  ["opacity", "opacity"],
  ["display", "display"],
  ["visibility", "visibility"],
  ["font-size", "font-size"],
  ["color", "color"]
]

const pixels = (value: string | undefined): number | undefined => {
  const found = /^\s*(-?[\d.]+)(?:px)?\s*(?:$|[\s,])/.exec(value ?? "")
  return found === null ? undefined : Number(found[1])
}

const sizeOf = (tape: Tape, i: number): readonly [width: number | undefined, height: number | undefined] => {
  const box = attr(tape, i, "viewbox")?.trim().split(/[\s,]+/).map(Number) ?? []
  return box.length === 4 ? [box[2], box[3]] : [pixels(attr(tape, i, "width")), pixels(attr(tape, i, "height"))]
}

class Drawing {
  private readonly tape: Tape
  private readonly width: number | undefined
  private readonly height: number | undefined
  private out = ""
  private ground = ""
  private readonly texts: Array<readonly [start: number, end: number]> = []

  constructor(tape: Tape, root: number) {
    this.tape = tape
    const [width, height] = sizeOf(tape, root)
    this.width = width
    this.height = height
  }

  get source(): string {
    return this.out
  }

  write(i: number, depth = 0): void {
    const { tape } = this
    if (this.out.length > limits.charactersOfPage || tape.tag[i] === Tags.TEXT) return
    const name = nameOf(tape, i)
    if (unrendered.has(name)) return
    if (name === "rect") this.paint(i)
    else if (name === "use") this.use(i, depth)
    else if (name === "text") this.sentence(i)
    else if (name === "foreignobject") this.page(i)
    else if (groups.has(name)) {
      this.open(i, name, (name === "svg" ? this.box(i) : "") + this.placed(i))
      if (name === "switch") this.first(i, depth)
      else this.children(i, depth)
      this.close(name)
    }
  }

  private children(i: number, depth: number): void {
    for (let k = i + 1; k < this.tape.end[i]!; k = this.tape.end[k]!) this.write(k, depth)
  }

  /**
   * Reads the first child of a `switch` that is rendered. A condition depends on the reader, so a child with a
   * condition is not rendered.
   */
  private first(i: number, depth: number): void {
    const { tape } = this
    for (let k = i + 1; k < tape.end[i]!; k = tape.end[k]!) {
      const isConditional = attr(tape, k, "systemlanguage") !== undefined
      if (tape.tag[k] !== Tags.TEXT && !isConditional) return this.write(k, depth)
    }
  }

  private use(i: number, depth: number): void {
    const { tape } = this
    const href = attr(tape, i, "href") ?? attr(tape, i, "xlink:href") ?? ""
    if (!href.startsWith("#") || depth >= limits.depthOfUse) return
    const at = this.byId(href.slice(1))
    if (at < 0) return
    this.open(i, "use", this.placed(i))
    if (nameOf(tape, at) === "symbol") this.children(at, depth + 1)
    else this.write(at, depth + 1)
    this.close("use")
  }

  /** Paints a filled rectangle. If it is large enough, it is the background of all later texts. */
  private paint(i: number): void {
    const { height, tape, width } = this
    const style = /(?:^|;)\s*fill\s*:\s*([^;]+)/i.exec(attr(tape, i, "style") ?? "")?.[1]
    const fill = (style ?? attr(tape, i, "fill") ?? "").trim().toLowerCase()
    const color = colorOf(fill)
    if (color === undefined || color[3] < 1) return
    const covers = (side: string, whole: number | undefined): boolean => {
      const value = attr(tape, i, side)
      const share = /^\s*([\d.]+)%/.exec(value ?? "")?.[1]
      if (share !== undefined) return Number(share) >= 100 * limits.shareOfBackground
      const size = pixels(value)
      return size !== undefined && whole !== undefined && size >= whole * limits.shareOfBackground
    }
    if (!covers("width", width) || !covers("height", height)) return
    this.ground = `background-color:${fill};`
    // The rectangle covers the texts drawn before it, so they are removed.
    for (const [start, end] of this.texts.toReversed()) this.out = this.out.slice(0, start) + this.out.slice(end)
    this.texts.length = 0
  }

  private sentence(i: number): void {
    if (!isWritten(textIn(this.tape, i))) return
    const start = this.out.length
    this.open(i, "text", this.ground + this.placed(i))
    this.out += "<div>"
    for (let k = i + 1; k < this.tape.end[i]!; k = this.tape.end[k]!) this.html(k)
    this.out += "</div>"
    this.close("text")
    this.texts.push([start, this.out.length])
  }

  private placed(i: number): string {
    const isFlat = /scale[XY]?\(\s*0*\.?0*\s*[,)]/.test(attr(this.tape, i, "transform") ?? "")
    return isFlat || this.isOut(i) || this.isCut(i, "clip-path") || this.isCut(i, "mask") ? "display:none;" : ""
  }

  private isCut(i: number, name: "clip-path" | "mask"): boolean {
    const { tape } = this
    const id = /url\(\s*["']?#([^"')]+)/.exec(attr(tape, i, name) ?? "")?.[1]
    const at = id === undefined ? -1 : this.byId(id)
    if (at < 0) return false
    for (let k = at + 1; k < tape.end[at]!; k++) {
      if (tape.tag[k] === Tags.TEXT) continue
      const isEmpty = ["width", "height", "r"].some((side) => pixels(attr(tape, k, side)) === 0)
      const fill = colorOf((attr(tape, k, "fill") ?? "black").trim().toLowerCase())
      const isBlack = name === "mask" && fill !== undefined && fill.slice(0, 3).every((value) => value === 0)
      if (!isEmpty && !isBlack) return false
    }
    return true
  }

  private byId(id: string): number {
    for (let k = 0; k < this.tape.n; k++) if (attr(this.tape, k, "id") === id) return k
    return -1
  }

  private isOut(i: number): boolean {
    const { height, tape, width } = this
    const beyond = (value: string | undefined, size: number | undefined) => {
      const at = pixels(value)
      return at !== undefined && (at <= -limits.pixelsOutside || size !== undefined && at > size + limits.pixelsOutside)
    }
    const [, x, y] = /translate\(\s*(-?[\d.]+)(?:[\s,]+(-?[\d.]+))?/.exec(attr(tape, i, "transform") ?? "") ?? []
    const isBeside = [attr(tape, i, "x"), attr(tape, i, "dx"), x].some((value) => beyond(value, width))
    return isBeside || [attr(tape, i, "y"), attr(tape, i, "dy"), y].some((value) => beyond(value, height))
  }

  private box(i: number): string {
    return (["width", "height"] as const).map((name) => {
      const value = attr(this.tape, i, name)?.trim()
      if (value === undefined || !/^[\d.]+(?:[a-z]{0,4}|%)$/i.test(value)) return ""
      return `${name}:${value}${/\d$/.test(value) ? "px" : ""};`
    }).join("")
  }

  private page(i: number): void {
    if (!isWritten(textIn(this.tape, i))) return
    this.open(i, "foreignobject", this.box(i) + this.placed(i))
    for (let k = i + 1; k < this.tape.end[i]!; k = this.tape.end[k]!) this.html(k)
    this.close("foreignobject")
  }

  private html(i: number): void {
    const { tape } = this
    if (this.out.length > limits.charactersOfPage) return
    if (tape.tag[i] === Tags.TEXT) {
      this.out += escaped(tape.text[i]!)
      return
    }
    const name = nameOf(tape, i)
    if (Tags.is(tape.tag[i]!, Tags.INVISIBLE) || name === "title" || name === "desc") return
    this.open(i, name, name === "tspan" ? this.placed(i) : "")
    if (Tags.is(tape.tag[i]!, Tags.VOID)) return
    for (let k = i + 1; k < tape.end[i]!; k = tape.end[k]!) this.html(k)
    this.close(name)
  }

  open(i: number, given: string, before = ""): void {
    const { tape } = this
    const name = given === "svg" ? "drawing" : given
    let style = before
    let rest = ""
    for (const [attribute, property] of properties) {
      const value = attr(tape, i, attribute)?.trim().toLowerCase()
      if (value === undefined || value.startsWith("url(")) continue
      const isOutlined = attribute === "fill" && (attr(tape, i, "stroke") ?? "none") !== "none"
      if (!isOutlined) style += `${property}:${value === "none" && attribute === "fill" ? "transparent" : value};`
    }
    for (let k = tape.attrsAt[i]!; k < tape.attrsAt[i + 1]!; k++) {
      const key = attrName(tape, k)
      if (tape.attrs[Attributes.WIDTH * k] === Attributes.STYLE) style += sheetForDrawings(attrValue(tape, k))
      else if (/^[a-z][\w:.-]*$/.test(key)) rest += ` ${key}="${escaped(attrValue(tape, k))}"`
    }
    this.out += `<${name}${rest}${style === "" ? "" : ` style="${escaped(style)}"`}>`
  }

  private close(given: string): void {
    this.out += `</${given === "svg" ? "drawing" : given}>`
  }
}

/**
 * Returns a page with the texts of a drawing, copies of the elements around the drawing, and the page's style sheets.
 */
export const pageOfDrawing = (tape: Tape, root: number): string => {
  const drawing = new Drawing(tape, root)
  const around: Array<number> = []
  for (let p = tape.parent[root]!; p >= 0; p = tape.parent[p]!) {
    if (tape.tag[p] !== Tags.HTML && tape.tag[p] !== Tags.TEMPLATE) around.push(p)
  }
  const names = new Drawing(tape, root)
  for (const p of around.reverse()) names.open(p, tape.tag[p] === Tags.BODY ? "body" : "div")
  drawing.write(root)
  return `<style>${initial}</style>${styleSheets(tape)}${names.source}${drawing.source}`
}
