/**
 * Writes images as Markdown, with the caption of their figure as title.
 *
 * @since 0.1.0
 */
import * as Tags from "../tape/tags.ts"
import { attr, type Tape, textOf } from "../tape/tape.ts"
import { imageAddress, isInlined, type Resolve } from "../tape/urls.ts"
import { destination, title } from "./escape.ts"
import { alternative } from "./marks.ts"
import { toHtml } from "./serialize.ts"

const MAX_DECORATION_CHARACTERS = 30
const MAX_CHARACTERS_OF_PICTURE_CLASS = 200
/** Number of characters at the end of a URL in which the name of an icon is searched. */
const END_OF_ADDRESS = 200
const NEAR_LINK = 4
const NEAR_FIGURE = 5
const READ_OF_CAPTION = 600
const MAX_CHARACTERS_OF_PICTURE_LABEL = 500
const START_OF_DATA = 200

const emoticon = /(?:^|[\s_-])(?:smil(?:ey|ie)s?|emojis?|emoticons?|wp-smiley)(?:$|[\s_-])/i

const isEmoticon = (tape: Tape, i: number): boolean => {
  const alt = attr(tape, i, "alt")
  const name = attr(tape, i, "class")
  return alt !== undefined && alt.trim() !== "" && alt.length <= MAX_DECORATION_CHARACTERS && name !== undefined &&
    name.length < MAX_CHARACTERS_OF_PICTURE_CLASS &&
    emoticon.test(name)
}

const placeholder = "<Base64-Image-Removed>"

export const isPixel = (tape: Tape, i: number): boolean =>
  /^[01](?:px)?$/.test(attr(tape, i, "width") ?? "") && /^[01](?:px)?$/.test(attr(tape, i, "height") ?? "")

/** Minimum number of times that decoration, such as stars, arrows and bullets, is repeated. */
const MIN_REPETITIONS_OF_DECORATION = 3

const isNameless = (tape: Tape, i: number): boolean => (attr(tape, i, "alt") ?? "").trim() === ""

const MAX_ICON_NAME_CHARACTERS = 12
const icon = /[/_-](?:icons?|statusicons?|bullets?|arrows?)[/_.-]/i

const saysLittle = (tape: Tape, i: number, address: string): boolean =>
  isNameless(tape, i) ||
  (attr(tape, i, "alt") ?? "").length <= MAX_ICON_NAME_CHARACTERS && icon.test(address.slice(-END_OF_ADDRESS))

const decorations = (tape: Tape, keep: Uint8Array | undefined) => {
  const { n, parent, tag } = tape
  let counts: Map<string, number> | undefined
  const times = (address: string): number => {
    if (counts === undefined) {
      counts = new Map()
      for (let i = 0; i < n; i++) {
        if (tag[i] !== Tags.IMG || keep !== undefined && keep[i] === 0) continue
        const src = imageAddress(tape, i)
        if (src !== undefined && saysLittle(tape, i, src)) counts.set(src, (counts.get(src) ?? 0) + 1)
      }
    }
    return counts.get(address) ?? 0
  }
  return (i: number, address: string): boolean => {
    if (!saysLittle(tape, i, address) || times(address) < MIN_REPETITIONS_OF_DECORATION) return false
    for (let p = parent[i]!, up = 0; p >= 0 && up < NEAR_LINK; p = parent[p]!, up++) if (tag[p] === Tags.A) return false
    return true
  }
}

export const imageWriter = (tape: Tape, options: {
  readonly faithful: boolean
  readonly keep: Uint8Array | undefined
  readonly removeBase64Images: boolean
  readonly resolve: Resolve
}): (i: number) => string | undefined => {
  const { end, parent, tag } = tape
  const { faithful, keep, resolve } = options
  const captions = new Map<number, string>()
  const isDecoration = decorations(tape, keep)

  const captionOf = (i: number): string | undefined => {
    if (keep === undefined) return undefined
    let p = parent[i]!
    for (let up = 0; up < NEAR_FIGURE && p >= 0; up++, p = parent[p]!) {
      if (tag[p] !== Tags.FIGURE) continue
      const known = captions.get(p)
      if (known !== undefined) return known === "" ? undefined : known
      let words = ""
      for (let k = p + 1; k < end[p]! && words === ""; k++) {
        if (tag[k] === Tags.FIGCAPTION && keep[k] === 0) {
          words = textOf(tape, k, READ_OF_CAPTION).replace(/\s+/g, " ").replace(/\s*\u00b6\s*$/, "").trim()
        }
      }
      captions.set(p, words)
      return words === "" ? undefined : words
    }
    return undefined
  }

  const linked = new Set<string>()
  const isRepeated = (i: number, label: string): boolean => {
    if (label === "" || label.length > MAX_CHARACTERS_OF_PICTURE_LABEL) return false
    for (let p = parent[i]!, up = 0; p >= 0 && up < NEAR_LINK; p = parent[p]!, up++) {
      if (tag[p] !== Tags.A) continue
      const key = `${label}\n${attr(tape, p, "href") ?? ""}`
      if (linked.has(key)) return true
      linked.add(key)
      return false
    }
    return false
  }

  /** Returns the caption of a figure whose picture is not written, because readers see the caption. */
  const withoutPicture = (i: number): string | undefined => {
    const words = faithful ? undefined : captionOf(i)
    return words === undefined ? undefined : alternative(words)
  }

  return (i: number): string | undefined => {
    const address = faithful ? attr(tape, i, "src") : imageAddress(tape, i)
    if (address === undefined) {
      // Markdown cannot express an image without a URL.
      return faithful
        ? toHtml(tape, { keep: undefined, roots: [i], resolve, budget: Infinity, exact: true }).html
        : undefined
    }
    if (!faithful && isEmoticon(tape, i)) return alternative(attr(tape, i, "alt")!)
    if (isPixel(tape, i) || !faithful && isDecoration(i, address)) return withoutPicture(i)
    const label = alternative(attr(tape, i, "alt") ?? attr(tape, i, "data-alt") ?? "")
    if (!faithful && isRepeated(i, label)) return undefined
    if (address === "Base64-Image-Removed") {
      return `![${label}](${placeholder}${title(faithful ? undefined : captionOf(i))})`
    }
    if (isInlined(address)) {
      if (!options.removeBase64Images) {
        return `![${label}](${
          destination(/;base64,/i.test(address.slice(0, START_OF_DATA)) ? address.replace(/\s+/g, "") : address)
        })`
      }
      if (label === "") return withoutPicture(i)
      return `![${label}](${placeholder}${title(faithful ? undefined : captionOf(i))})`
    }
    const absolute = resolve(address)
    if (absolute === undefined) return undefined
    const alt = attr(tape, i, "alt")?.trim()
    const words = faithful ? attr(tape, i, "title") : captionOf(i) ?? attr(tape, i, "title")
    return `![${label}](${destination(absolute)}${faithful || words?.trim() !== alt ? title(words) : ""})`
  }
}
