/**
 * Computes the look of texts: visibility, size, colour and background. Inherited values are computed from the outermost
 * element inwards.
 *
 * @since 0.2.0
 */
import * as Tags from "../tape/tags.ts"
import { attr, type Tape } from "../tape/tape.ts"
import type { Cascade } from "./cascade.ts"
import { black, type Color, colorOf, contrast, transparent, white } from "./colors.ts"
import { bitOf } from "./declarations.ts"
import { recolored } from "./filters.ts"
import * as Hiding from "./hiding.ts"
import { EM } from "./media.ts"

/** Maximum number of cached looks. Several thousand consecutive elements share the same ancestors. */
const MAX_REMEMBERED_LOOKS = 10_000

/** Minimum opacity of a background that hides the backgrounds below it. */
const OPAQUE = 0.9

const stroke = "-webkit-text-stroke"

const font = Tags.tagId("font")
const mark = Tags.tagId("mark")

export interface Look {
  readonly visible: boolean
  readonly size: number
  readonly color: Color | undefined
  readonly ground: Color | undefined
  readonly painted: boolean
  /** The elements that set the colour, the size and the visibility. */
  readonly by: { readonly color: number; readonly size: number; readonly visible: number }
  readonly painter: "color" | "filter"
}

const plainLook: Look = {
  visible: true,
  size: EM,
  color: black,
  ground: white,
  painted: false,
  by: { color: -1, size: -1, visible: -1 },
  painter: "color"
}

export const unseen = (
  { by, color, ground, painted, painter, size, visible }: Look
): { readonly why: string; readonly by: number } | undefined => {
  if (!visible) return { why: "visibility", by: by.visible }
  if (Hiding.isUnreadable(size)) return { why: "font-size", by: by.size }
  if (painted || color === undefined) return undefined
  if (contrast(color, ground ?? (color[3] < 0.05 ? white : opposite(color))) >= Hiding.MIN_CONTRAST) return undefined
  return color === transparent || color[3] < 0.05 || ground !== undefined
    ? { why: painter, by: by.color }
    : undefined
}

/** Returns a colour for an unknown background on which a text of the given colour is readable. */
const opposite = ([red]: Color): Color => red > 127 ? black : white

export class TextLooks {
  private readonly tape: Tape
  private readonly cascade: Cascade
  private readonly hasForeignSheet: boolean
  private readonly hasBgcolor: boolean
  private readonly of = new Map<number, Look>()
  private given = 0

  constructor(tape: Tape, cascade: Cascade, hasForeignSheet: boolean) {
    this.tape = tape
    this.cascade = cascade
    this.hasForeignSheet = hasForeignSheet
    this.hasBgcolor = tape.names.includes("bgcolor")
  }

  /** Returns the look of texts directly inside an element. -1 stands for the page itself. */
  around(i: number): Look {
    const { parent } = this.tape
    if (this.of.size >= MAX_REMEMBERED_LOOKS) this.of.clear()
    const above: Array<number> = []
    let p = i
    for (; p >= 0 && !this.of.has(p); p = parent[p]!) above.push(p)
    let look: Look = this.of.get(p) ?? { ...plainLook, ground: this.hasForeignSheet ? undefined : white }
    for (const at of above.toReversed()) this.of.set(at, look = this.within(at, look))
    return look
  }

  private own(i: number, property: string): string | undefined {
    const value = (this.given & bitOf(property)) === 0 ? undefined : this.cascade.value(i, property)
    return value === undefined && property === "color" && this.tape.tag[i] === font
      ? attr(this.tape, i, "color")?.toLowerCase()
      : value
  }

  private within(i: number, around: Look): Look {
    const { tag } = this.tape
    const bgcolor = this.hasBgcolor ? attr(this.tape, i, "bgcolor") : undefined
    if (bgcolor === undefined && tag[i] !== mark && tag[i] !== font && !this.cascade.isAbout(i, Hiding.OF_TEXT)) {
      if (tag[i] === Tags.A && around.color !== undefined) return { ...around, color: undefined }
      return tag[i] === Tags.BUTTON && around.ground !== undefined ? { ...around, ground: undefined } : around
    }
    this.given = this.cascade.bitsAt(i)
    const visible = this.visibility(i)
    const size = this.size(i, around.size)
    const letter = this.letter(i)
    const written = this.color(i, around.color, letter)
    const paint = this.clippedPaint(i, written)
    const color = paint ?? written
    const look: Look = {
      visible: visible ?? around.visible,
      size: size ?? around.size,
      color,
      // A background that is clipped to the letters is not behind them.
      ground: paint === undefined ? this.ground(i, around, bgcolor) : around.ground,
      painted: around.painted || paint === undefined && this.isPainted(i, color),
      painter: letter === undefined ? around.painter : "color",
      by: visible === undefined && size === undefined && letter === undefined ? around.by : {
        color: letter === undefined ? around.by.color : i,
        size: size === undefined ? around.by.size : i,
        visible: visible === undefined ? around.by.visible : i
      }
    }
    return this.filtered(i, look, around)
  }

  /**
   * Returns the look inside an element with a filter, which changes the letters and the backgrounds inside the
   * element, not the background behind it.
   */
  private filtered(i: number, look: Look, around: Look): Look {
    const { tag } = this.tape
    const filter = tag[i] === Tags.HTML || tag[i] === Tags.BODY ? undefined : recolored(this.own(i, "filter"))
    if (filter === undefined || look.color === undefined) return look
    const { by, ground } = look
    return {
      ...look,
      color: filter(look.color),
      ground: ground === undefined || ground === around.ground ? ground : filter(ground),
      painter: "filter",
      by: { ...by, color: i }
    }
  }

  /** Returns whether an element shows its texts; absent if it inherits the visibility. */
  private visibility(i: number): boolean | undefined {
    const value = this.own(i, "visibility")
    return value === undefined || value === "inherit" ? undefined : value !== "hidden" && value !== "collapse"
  }

  private size(i: number, around: number): number | undefined {
    const value = this.own(i, "font-size")
    return value === undefined ? undefined : Hiding.fontSize(value, around)
  }

  private letter(i: number): string | undefined {
    const value = this.own(i, "-webkit-text-fill-color") ?? this.own(i, "color")
    return value === "inherit" ? undefined : value
  }

  private color(i: number, around: Color | undefined, letter: string | undefined): Color | undefined {
    if (letter === undefined) return this.tape.tag[i] === Tags.A ? undefined : around
    return letter === "currentcolor" ? around : colorOf(letter)
  }

  /** Returns the background colour of text; absent if it is unknown. */
  private ground(i: number, around: Look, bgcolor: string | undefined): Color | undefined {
    const id = this.tape.tag[i]!
    if (id === Tags.BUTTON || id === mark) return undefined
    const back = this.own(i, "background-color")
    if (back === undefined && bgcolor !== undefined) return colorOf(bgcolor.toLowerCase())
    // With an external style sheet, the background of the page is no evidence, because the sheet may set other
    // backgrounds.
    if (this.hasForeignSheet && (id === Tags.BODY || id === Tags.HTML)) return undefined
    const image = this.own(i, "background-image")
    // a variable that replaces a whole `background` may hold only a colour
    if (image !== undefined && image !== "none" && colorOf(image) === undefined) {
      return this.own(i, "background-size") === undefined ? Hiding.plainGradient(image) : undefined
    }
    if (back === undefined) return around.ground
    const background = back === "currentcolor" ? colorOf(this.own(i, "color") ?? "") ?? around.color : colorOf(back)
    if (background === undefined || background[3] > OPAQUE) return background
    return background[3] > Hiding.MIN_CONTRAST - 1 ? undefined : around.ground
  }

  /**
   * Returns the colour of a single-colour background that is clipped to transparent letters. Readers see this colour
   * instead of the letters' colour.
   */
  private clippedPaint(i: number, color: Color | undefined): Color | undefined {
    if (color === undefined || color[3] > 0 || this.clip(i) !== "text") return undefined
    const image = this.own(i, "background-image")
    if (image !== undefined && image !== "none") return Hiding.plainGradient(image)
    const ground = colorOf(this.own(i, "background-color") ?? "transparent")
    return ground === undefined || ground[3] < OPAQUE ? undefined : ground
  }

  private clip(i: number): string | undefined {
    return this.own(i, "background-clip") ?? this.own(i, "-webkit-background-clip")
  }

  /** Returns whether a shadow, or a background in the shape of the letters, paints letters that have no colour. */
  private isPainted(i: number, color: Color | undefined): boolean {
    // A shadow without a colour also counts, because page builders that set it put backgrounds into separate layers.
    const shadow = this.own(i, "text-shadow")
    const isBare = color?.[3] === 0 && shadow !== undefined && Hiding.isShadowOfNoColor(shadow)
    if (shadow !== undefined && shadow !== "none" && !isBare) return true
    return this.clip(i) === "text" || Hiding.isStroked(this.own(i, stroke))
  }
}
