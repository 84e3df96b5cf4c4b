/**
 * How texts look: whether they are shown at all, how large, and in which colour on which ground. What is inherited is told
 * from the outside in.
 *
 * @since 0.2.0
 */
import * as Tags from "../tape/tags.ts"
import { attr, type Tape } from "../tape/tape.ts"
import type { Cascade } from "./cascade.ts"
import { black, type Color, colorOf, contrast, transparent, white } from "./colors.ts"
import * as Hiding from "./hiding.ts"
import { EM } from "./media.ts"

/** Looks that are kept of a page: those of a few thousand elements in a row ask for the same ones around them. */
const MOST_KEPT = 10_000

const stroke = "-webkit-text-stroke"

const font = Tags.tagId("font")
const mark = Tags.tagId("mark")

export interface Look {
  readonly visible: boolean
  readonly size: number
  readonly color: Color | undefined
  readonly ground: Color | undefined
  /** A shadow, or a ground that shows through the letters. */
  readonly painted: boolean
  /** The element that set the color, the size and the visibility. */
  readonly by: { readonly color: number; readonly size: number; readonly visible: number }
}

const plainLook: Look = {
  visible: true,
  size: EM,
  color: black,
  ground: white,
  painted: false,
  by: { color: -1, size: -1, visible: -1 }
}

/** Why texts that look so are not seen, and the element that made them so; absent when they are. */
export const unseen = (
  { by, color, ground, painted, size, visible }: Look
): { readonly why: string; readonly by: number } | undefined => {
  if (!visible) return { why: "visibility", by: by.visible }
  if (Hiding.isUnreadable(size)) return { why: "font-size", by: by.size }
  if (painted || color === undefined) return undefined
  if (contrast(color, ground ?? (color[3] < 0.05 ? white : opposite(color))) >= Hiding.LEAST_CONTRAST) return undefined
  return color === transparent || color[3] < 0.05 || ground !== undefined ? { why: "color", by: by.color } : undefined
}

/** A ground that is not known lets every colour stand out. */
const opposite = ([red]: Color): Color => red > 127 ? black : white

export class TextLooks {
  private readonly tape: Tape
  private readonly cascade: Cascade
  private readonly hasForeignSheet: boolean
  private readonly hasBgcolor: boolean
  private readonly of = new Map<number, Look>()

  /** What a sheet that is not known says may be in place of what is. */
  constructor(tape: Tape, cascade: Cascade, hasForeignSheet: boolean) {
    this.tape = tape
    this.cascade = cascade
    this.hasForeignSheet = hasForeignSheet
    this.hasBgcolor = tape.names.includes("bgcolor")
  }

  /** How texts look that stand in an element; none is the page itself. */
  around(i: number): Look {
    const { parent } = this.tape
    if (this.of.size >= MOST_KEPT) this.of.clear()
    const above: Array<number> = []
    let p = i
    for (; p >= 0 && !this.of.has(p); p = parent[p]!) above.push(p)
    let look: Look = this.of.get(p) ?? { ...plainLook, ground: this.hasForeignSheet ? undefined : white }
    for (const at of above.toReversed()) this.of.set(at, look = this.within(at, look))
    return look
  }

  private own(i: number, property: string): string | undefined {
    const value = this.cascade.value(i, property)
    return value === undefined && property === "color" && this.tape.tag[i] === font
      ? attr(this.tape, i, "color")?.toLowerCase()
      : value
  }

  /** How the texts of an element look, from how those around it do. */
  private within(i: number, around: Look): Look {
    const { tag } = this.tape
    const bgcolor = this.hasBgcolor ? attr(this.tape, i, "bgcolor") : undefined
    if (bgcolor === undefined && tag[i] !== mark && tag[i] !== font && !this.cascade.isAbout(i, Hiding.OF_TEXT)) {
      if (tag[i] === Tags.A && around.color !== undefined) return { ...around, color: undefined }
      return tag[i] === Tags.BUTTON && around.ground !== undefined ? { ...around, ground: undefined } : around
    }
    const own = (property: string) => this.own(i, property)
    let { by, color, ground, painted, size, visible } = around
    const visibility = own("visibility")
    if (visibility !== undefined && visibility !== "inherit") {
      visible = visibility !== "hidden" && visibility !== "collapse"
      by = { ...by, visible: i }
    }
    const letters = own("font-size")
    if (letters !== undefined) {
      size = Hiding.fontSize(letters, size)
      by = { ...by, size: i }
    }
    const back = own("background-color")
    const image = own("background-image")
    // a variable in the place of all that a ground is may hold its colour alone
    if (image !== undefined && image !== "none" && colorOf(image) === undefined) ground = undefined
    else if (back !== undefined) {
      const said = back === "currentcolor" ? colorOf(own("color") ?? "") ?? color : colorOf(back)
      if (said === undefined) ground = undefined
      else if (said[3] > 0.9) ground = said
      else if (said[3] > Hiding.LEAST_CONTRAST - 1) ground = undefined
    }
    // what the page stands on says nothing of its parts, where a sheet that is not known may give them grounds of their own
    if (this.hasForeignSheet && (tag[i] === Tags.BODY || tag[i] === Tags.HTML)) ground = undefined
    if (back === undefined && bgcolor !== undefined) ground = colorOf(bgcolor.toLowerCase())
    const letter = own("-webkit-text-fill-color") ?? own("color")
    if (letter !== undefined && letter !== "inherit") {
      color = letter === "currentcolor" ? color : colorOf(letter)
      by = { ...by, color: i }
    } else if (tag[i] === Tags.A && color !== undefined) color = undefined
    if (tag[i] === Tags.BUTTON || tag[i] === mark) ground = undefined
    // also one of no colour: builders that give it put their grounds into layers of their own
    const shadow = own("text-shadow")
    const clip = own("background-clip") ?? own("-webkit-background-clip")
    painted ||= shadow !== undefined && shadow !== "none" || clip === "text" || Hiding.isStroked(own(stroke))
    return { visible, size, color, ground, painted, by }
  }
}
