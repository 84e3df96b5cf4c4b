/**
 * Finds the parts of a page that its readers cannot see, by attributes, inline styles and the page's style sheets.
 *
 * @since 0.2.0
 */
import * as Attributes from "../tape/attributes.ts"
import * as Tags from "../tape/tags.ts"
import { attr, attrValue, type Tape } from "../tape/tape.ts"
import { Cascade } from "./cascade.ts"
import { bitOf } from "./declarations.ts"
import * as Hiding from "./hiding.ts"
import { InlineStyles } from "./inlineStyles.ts"
import type { Looks } from "./looks.ts"
import { isMedia } from "./media.ts"
import { Places } from "./places.ts"
import { Evidence } from "./revealed.ts"
import type { Scripts } from "./scripts.ts"
import { lettersBefore, shadowRootsOf } from "./shadowTrees.ts"
import { TextLooks, unseen } from "./textLooks.ts"

/** Share of a page's text that scripts are assumed to show later, if it is hidden and the page has scripts. */
const SHARE_OF_A_PAGE = 0.4

/** Maximum share of a page's text that counts as hidden. If more is hidden, the page is assumed to show it later. */
const SHARE_OF_EVERYTHING = 0.9

const imports = /@import\s+(?:url\(\s*)?(?:"([^"]*)"|'([^']*)'|([^\s"');]+))/gi
/** Number of characters at the start of a style sheet in which imports are searched, because they must come first. */
const FARTHEST_IMPORT = 20_000

/** Work units charged for computing an element's opacity. */
const LOOKS_OF_OPACITY = 2

const none: ReadonlySet<number> = new Set()

const nothingConcealed: Concealed = {
  nodes: new Uint8Array(0),
  reasons: new Map(),
  why: new Map(),
  opened: none,
  revealed: none
}

const noLetters = new Int32Array(1)

const font = Tags.tagId("font")

const known = new WeakMap<Tape, Concealed>()

export interface Concealed {
  /** 1 for a hidden element or text and all its descendants. The array is empty if nothing is hidden. */
  readonly nodes: Uint8Array
  /** Hidden characters per CSS property or attribute. */
  readonly reasons: ReadonlyMap<string, number>
  /** The reason for each outermost hidden node. */
  readonly why: ReadonlyMap<number, string>
  /** Dialogs that are open, or that the page can open. */
  readonly opened: ReadonlySet<number>
  /** Elements that are hidden until a reader or a script shows them. */
  readonly revealed: ReadonlySet<number>
}

export const concealed = (tape: Tape): Concealed => {
  const before = known.get(tape)
  if (before !== undefined) return before
  const found = new Reader(tape).read()
  known.set(tape, found)
  return found
}

export interface Part {
  /** Number of letters before each node; required if the page also has text on other tapes. */
  readonly letters?: Int32Array
  /** Number of letters on the whole page, including other tapes. */
  readonly total: number
  /** Scripts that may show hidden elements; required if they are on another tape. */
  readonly scripts?: Scripts
  readonly looks: Looks
}

export const concealedIn = (tape: Tape, part: Part): Concealed => new Reader(tape, part).read()

export const noteConcealed = (tape: Tape, found: Concealed): void => void known.set(tape, found)

export const isOpenedDialog = (tape: Tape, i: number): boolean =>
  tape.tag[i] === Tags.DIALOG && concealed(tape).opened.has(i)

export const isRevealed = (tape: Tape, i: number): boolean => concealed(tape).revealed.has(i)

export const isConcealed = (tape: Tape, i: number): boolean => concealed(tape).nodes[i] === 1

class Reader {
  private readonly tape: Tape
  private readonly nodes: Uint8Array
  private readonly reasons = new Map<string, number>()
  private readonly why = new Map<number, string>()
  private readonly revealed = new Set<number>()
  private readonly dialogs: Array<number> = []
  private readonly roots: ReadonlyArray<number>
  private readonly part: Part | undefined
  private cascade!: Cascade
  private evidence!: Evidence
  private places!: Places
  private hasForeignSheet = false
  private looks!: TextLooks
  private letters: Int32Array = noLetters
  private total = 0
  private gone = 0
  private isEmpty = true

  constructor(tape: Tape, part?: Part) {
    this.tape = tape
    this.part = part
    this.nodes = new Uint8Array(tape.n)
    this.roots = shadowRootsOf(tape)
  }

  read(): Concealed {
    const { hiding, inline, sheets, styled } = this.found()
    if (sheets.length === 0 && styled.length === 0 && hiding.length === 0) return this.result()
    const { hasForeignSheet, part } = this
    this.letters = part?.letters ?? lettersBefore(this.tape, this.roots)
    this.total = part?.total ?? this.letters[this.tape.n]!
    const media = mediaBefore(this.tape)
    const isWritten = (i: number) => this.lettersOf(i) > 0 || media[this.tape.end[i]!]! > media[i]!
    const named = hiding.filter(isWritten)
    const styles = { sheets, inline, styled, hasForeignSheet, isWritten, scripts: part?.scripts, looks: part?.looks }
    if (this.attempt(new Cascade(this.tape, styles), named)) return this.result()
    // If the work limit was reached, a rule that shows elements may be missing. Then only inline styles count.
    this.nodes.fill(0)
    this.reasons.clear()
    this.why.clear()
    this.revealed.clear()
    this.gone = 0
    this.attempt(new Cascade(this.tape, { ...styles, sheets: [], looks: undefined }), named)
    return this.result()
  }

  private result(): Concealed {
    const isNothing = this.gone > SHARE_OF_EVERYTHING * this.total || this.isEmpty
    const opened = this.dialogs.length === 0 ? none : new Set(this.dialogs.filter((i) => this.isOpened(i)))
    const { nodes, reasons, revealed, why } = this
    if (!isNothing) return { nodes, reasons, why, opened, revealed }
    return opened.size === 0 && revealed.size === 0 ? nothingConcealed : { ...nothingConcealed, opened, revealed }
  }

  private isOpened(i: number): boolean {
    return this.nodes[i] === 0 && (attr(this.tape, i, "open") !== undefined || this.lettersOf(i) > 0)
  }

  private attempt(cascade: Cascade, named: ReadonlyArray<number>): boolean {
    this.cascade = cascade
    this.looks = new TextLooks(this.tape, cascade, this.hasForeignSheet)
    this.places = new Places(this.tape, (i, property) => cascade.value(i, property), this.letters)
    const candidates = cascade.candidates()
    for (const i of named) candidates[i]! |= HIDDEN_BY_ATTRIBUTE
    // The page's style sheets do not apply to its shadow trees.
    for (const i of this.roots) candidates.fill(0, i, this.tape.end[i]!)
    let first = 0
    while (first < candidates.length && candidates[first] === 0) first++
    this.isEmpty = first === candidates.length
    if (this.isEmpty) return !cascade.isExhausted
    this.evidence = new Evidence(this.tape, cascade, candidates)
    for (let i = first; i < candidates.length; i++) {
      const why = candidates[i] === 0 ? undefined : this.reasonOf(i, candidates[i]!)
      if (why !== undefined && this.conceal(i, why)) i = this.tape.end[i]! - 1
    }
    let stop = first
    for (let i = first; i < candidates.length; i++) {
      if (i < stop || candidates[i] === 0 || !this.isColored(i) && !cascade.hidesWithin(i, candidates[i]!)) continue
      stop = this.tape.end[i]!
      this.readBelow(i, stop)
    }
    this.readRoots()
    return !cascade.isExhausted
  }

  /** Reads the shadow trees. A tree inherits from its host, so a style of the host may hide all of its text. */
  private readRoots(): void {
    let stop = 0
    for (const i of this.roots) {
      if (i < stop) continue
      stop = this.tape.end[i]!
      const host = this.tape.parent[i]!
      const found = this.isWithinConcealed(host) ? undefined : unseen(this.looks.around(host))
      if (found === undefined || found.by >= 0 && this.evidence.reveals(found.by, found.why)) continue
      this.nodes[i] = 1
      this.note(i, found.why, this.lettersOf(i))
    }
  }

  private isWithinConcealed(i: number): boolean {
    for (let p = i; p >= 0; p = this.tape.parent[p]!) if (this.nodes[p] === 1) return true
    return false
  }

  private found() {
    const { tape } = this
    const { attrs, attrsAt, n, tag, text } = tape
    const sheets: Array<string> = []
    const styled: Array<number> = []
    const inline = new InlineStyles(n)
    const hiding: Array<number> = []
    const color = tape.names.indexOf("color")
    const popover = tape.names.indexOf("popover")
    for (let i = 0; i < n; i++) {
      const id = tag[i]!
      if (id === Tags.STYLE) {
        if (!isSheet(tape, i)) continue
        if (i + 1 < tape.end[i]! && tag[i + 1] === Tags.TEXT) this.addSheet(text[i + 1]!, sheets)
      } else if (id === Tags.LINK) this.readLink(i, sheets)
      else if (isFallback(tape, i)) hiding.push(i)
      for (let k = attrsAt[i]!; k < attrsAt[i + 1]!; k++) {
        const name = attrs[Attributes.WIDTH * k]
        if (name === Attributes.STYLE) {
          if (inline.add(i, attrValue(tape, k))) styled.push(i)
        } else if (name === Attributes.HIDDEN) {
          if (attrValue(tape, k) !== "until-found") hiding.push(i)
        } else if (name === popover || name === color && id === font) hiding.push(i)
      }
      if (id === Tags.DIALOG) {
        this.dialogs.push(i)
        if (attr(tape, i, "open") === undefined) hiding.push(i)
      }
    }
    return { sheets, inline, styled, hiding }
  }

  private readLink(i: number, sheets: Array<string>): void {
    const { tape } = this
    if (!/(?:^|\s)stylesheet(?:$|\s)/i.test(attr(tape, i, "rel") ?? "")) return
    if (!isMedia(attr(tape, i, "media") ?? "")) return
    this.addAddress(attr(tape, i, "href") ?? "", sheets)
  }

  private addAddress(href: string, sheets: Array<string>): void {
    const inlined = dataSheet(href)
    if (inlined === undefined) this.hasForeignSheet = true
    else sheets.push(inlined)
  }

  private addSheet(text: string, sheets: Array<string>): void {
    for (const [, double, single, bare] of text.slice(0, FARTHEST_IMPORT).matchAll(imports)) {
      this.addAddress(double ?? single ?? bare ?? "", sheets)
    }
    sheets.push(text)
  }

  private reasonOf(i: number, bits: number): string | undefined {
    const value = (property: string) => this.cascade.value(i, property)
    const may = (some: number) => (bits & some) !== 0
    if (may(HIDDEN_BY_ATTRIBUTE)) {
      if (isFallback(this.tape, i)) return "fallback"
      const display = value("display")
      if (display === "none") return "display"
      if (display === undefined && isHiddenByAttribute(this.tape, i)) return "hidden"
    }
    for (const { bit, property, test } of alone) if (may(bit) && test(value(property))) return property
    if (may(TRANSFORM)) {
      const depth = this.reasonOfDepth(i, value)
      if (depth !== undefined) return depth
    }
    if (may(ANIMATION) && this.cascade.leaves(i)) return "animation-name"
    if (may(OPACITY) && Hiding.isPale(value("opacity")) && this.isFaintWithin(i)) return "opacity"
    if (may(PLACED)) {
      const position = value("position")
      if ((position === "absolute" || position === "fixed") && Hiding.isClipped(value("clip"))) return "clip"
      const side = this.places.sideOf(i)
      if (side !== undefined) return side
    }
    for (const { bit, isAway, property } of shifting) {
      if (may(bit) && isAway(this.places, i, value(property))) return property
    }
    return may(CUT) ? this.reasonOfBox(value) : undefined
  }

  /**
   * Returns the reason if a transform turns an element's hidden back side to the viewer, or moves it behind the viewer.
   * In a 3D scene, such as flip cards, the whole scene may be turned.
   */
  private reasonOfDepth(i: number, value: (property: string) => string | undefined): string | undefined {
    const { depth, isBack, perspective } = Hiding.transformOf(value("transform"))
    const around = this.tape.parent[i]!
    const of = (property: string) => around < 0 ? undefined : this.cascade.value(around, property)
    const isTurned = isBack !== Hiding.showsBack(value("rotate"))
    if (isTurned && value("backface-visibility") === "hidden" && of("transform-style") !== "preserve-3d") {
      return "backface-visibility"
    }
    const eye = perspective ?? Hiding.pixelsOf(of("perspective"))
    return eye !== undefined && eye > 0 && depth >= eye ? "transform" : undefined
  }

  /** Returns why a box hides its content. A box without width or height hides it only if it clips in that direction. */
  private reasonOfBox(value: (property: string) => string | undefined): string | undefined {
    const cuts = (overflow: string | undefined) => overflow === "hidden" || overflow === "clip"
    const cutsAcross = cuts(value("overflow-x"))
    if (!cutsAcross && !cuts(value("overflow-y"))) return undefined
    for (const side of measures) if (Hiding.isEmptyBox(value(side))) return side
    const indent = value("text-indent") ?? ""
    const isOut = indent.endsWith("%") && !indent.startsWith("-") && Number.parseFloat(indent) >= 100
    return cutsAcross && isOut ? "text-indent" : undefined
  }

  private isColored(i: number): boolean {
    return this.tape.tag[i] === font && attr(this.tape, i, "color") !== undefined
  }

  private isFaintWithin(i: number): boolean {
    const { parent } = this.tape
    let opacity = 1
    for (let p = i; p >= 0 && !this.cascade.isExhausted; p = parent[p]!) {
      this.cascade.looks.take(LOOKS_OF_OPACITY)
      const own = this.cascade.value(p, "opacity")
      if (own !== undefined) opacity *= Hiding.opacityOf(own)
    }
    return Hiding.isFaint(String(opacity))
  }

  private conceal(i: number, why: string): boolean {
    const { tag } = this.tape
    if (tag[i] === Tags.HTML || holdsFormulaAtStart(this.tape, i)) return false
    const letters = this.lettersOf(i)
    // a dialogue never contains the whole page
    if (tag[i] !== Tags.DIALOG && letters > SHARE_OF_A_PAGE * this.total && this.evidence.hasScript) return false
    const property = why === "hidden" ? "display" : why
    if (this.evidence.isAnimated(i) || this.evidence.reveals(i, property)) {
      this.revealed.add(i)
      return false
    }
    this.nodes[i] = 1
    this.note(i, why, letters)
    return true
  }

  private lettersOf(i: number): number {
    return this.letters[this.tape.end[i]!]! - this.letters[i]!
  }

  private note(i: number, why: string, letters: number): void {
    this.why.set(i, why)
    this.gone += letters
    if (letters > 0) this.reasons.set(why, (this.reasons.get(why) ?? 0) + letters)
  }

  private readBelow(root: number, stop: number): void {
    const { nodes, tape: { end, parent, tag, text } } = this
    for (let i = root; i < stop; i++) {
      if (nodes[i] === 1) {
        i = end[i]! - 1
        continue
      }
      if (tag[i] !== Tags.TEXT) {
        if (Tags.is(tag[i]!, Tags.INVISIBLE)) i = end[i]! - 1
        continue
      }
      if (text[i]!.trim() === "") continue
      const found = unseen(this.looks.around(parent[i]!))
      if (found === undefined) continue
      const { by, why } = found
      if (by >= 0 && (this.evidence.isAnimated(by) || this.evidence.reveals(by, why))) continue
      nodes[i] = 1
      this.note(i, why, text[i]!.trim().length)
    }
  }
}

const alone = ([
  ["content-visibility", (value) => value === "hidden"],
  ["opacity", Hiding.isFaint],
  ["filter", Hiding.isFaintFilter],
  ["clip-path", Hiding.isClippedAway],
  ["mask-image", Hiding.isMaskedAway],
  ["transform", (value) => Hiding.transformOf(value).isFlat],
  ["rotate", Hiding.isTurnedAway],
  ["scale", (value) => value !== undefined && value.split(/\s+/).some(Hiding.isFlatScale)],
  ["zoom", (value) => Hiding.isFaint(value) && Number.parseFloat(value!) > 0]
] as ReadonlyArray<readonly [property: string, test: (value: string | undefined) => boolean]>).map((
  [property, test]
) => ({
  property,
  test,
  bit: bitOf(property)
}))

const sides = ["left", "top", "right", "bottom"] as const

const shifting = ([
  ["text-indent", (places, i) => places.isIndented(i)],
  ["margin-left", (places, i) => places.isPulled(i, "margin-left")],
  ["margin-top", (places, i) => places.isPulled(i, "margin-top")],
  ["translate", (places, i, value) => {
    const [x, y] = (value ?? "").split(/\s+/)
    return places.isShifted(i, [x, y])
  }],
  ["offset-path", (places, i, value) => places.isAtFarBegin(i, value)],
  ["transform", (places, i, value) => Hiding.transformOf(value).shifts.some((shift) => places.isShifted(i, shift))]
] as ReadonlyArray<
  readonly [property: string, isAway: (places: Places, i: number, value: string | undefined) => boolean]
>).map(([property, isAway]) => ({ property, isAway, bit: bitOf(property) }))
const measures = ["height", "max-height", "line-height", "width", "max-width"] as const

const bitsOfAll = (properties: ReadonlyArray<string>): number =>
  properties.reduce((bits, property) => bits | bitOf(property), 0)

const PLACED = bitsOfAll(["clip", ...sides])
const CUT = bitsOfAll(["text-indent", ...measures])

const TRANSFORM = bitOf("transform")
const OPACITY = bitOf("opacity")
const ANIMATION = bitOf("animation-name")

/** Bit of the property with which a style overrides the attribute `hidden`. */
const HIDDEN_BY_ATTRIBUTE = bitOf("display")

const isHiddenByAttribute = (tape: Tape, i: number): boolean => {
  const value = attr(tape, i, "hidden")
  return value !== undefined && value !== "until-found" || attr(tape, i, "popover") !== undefined ||
    tape.tag[i] === Tags.DIALOG && attr(tape, i, "open") === undefined
}

/**
 * Returns whether an element is the fallback content of a media player. Browsers that support the player do not show
 * it.
 */
const isFallback = ({ parent, tag }: Tape, i: number): boolean => {
  const around = parent[i]! < 0 ? Tags.TEXT : tag[parent[i]!]
  return (around === Tags.VIDEO || around === Tags.AUDIO) && tag[i] !== Tags.SOURCE && tag[i] !== Tags.TEXT
}

const isSheet = (tape: Tape, i: number): boolean => {
  const type = attr(tape, i, "type")
  if (type !== undefined && type !== "" && type.toLowerCase() !== "text/css") return false
  for (let p = tape.parent[i]!; p >= 0; p = tape.parent[p]!) {
    if (tape.tag[p] === Tags.TEMPLATE || tape.tag[p] === Tags.NOSCRIPT) return false
  }
  return isMedia(attr(tape, i, "media") ?? "")
}

const dataSheet = (href: string): string | undefined => {
  const [, base64, text = ""] = /^data:text\/css[^,]{0,100}?(;base64)?,([^]*)$/i.exec(href.trim()) ?? []
  if (!/^\s*data:text\/css/i.test(href)) return undefined
  try {
    return base64 === undefined ? decodeURIComponent(text) : atob(text)
  } catch {
    return text
  }
}

const mediaBefore = ({ n, tag }: Tape): Int32Array => {
  const media = new Int32Array(n + 1)
  for (let i = 0; i < n; i++) {
    media[i + 1] = media[i]! + (tag[i] === Tags.IMG || Tags.is(tag[i]!, Tags.EMBEDDED) ? 1 : 0)
  }
  return media
}

/**
 * Returns whether a formula is at the start of an element. Pages often hide MathML and show its picture, but MathML is
 * the better source.
 */
const holdsFormulaAtStart = (tape: Tape, i: number): boolean => {
  for (let k = i; k < tape.end[i]! && k <= i + 3; k++) if (tape.tag[k] === Tags.MATH) return true
  return false
}
