/**
 * Collects the words of a paragraph, heading or cell, and writes them as CommonMark inline syntax. White space moves
 * out of marks, so that `<b> x </b>` becomes ` **x** `. Marks that CommonMark's delimiter rules cannot express are
 * written as HTML elements.
 *
 * @since 0.1.0
 */
import * as Character from "../tape/characters.ts"
import { addresses, type Events, ideographs, Kind, type Mark, marks, tidy } from "./delimiters.ts"
import { endsInBackslash, escapeLineStarts, escapeText, isPlain } from "./escape.ts"

export type { Mark } from "./delimiters.ts"

export interface Style {
  readonly cell: boolean
  readonly single: boolean
}

const collapse = /[\t\n\f\r \u00a0]+/g
const zeroWidth = /[\u00ad\u200b\ufeff]/g
const anyZeroWidth = /[\u00ad\u200b\ufeff]/
const brokenLine =
  /([\u3000-\u30ff\u3400-\u9fff\uff00-\uffef])[ \t\r]*\n\s*(?=[\u3000-\u30ff\u3400-\u9fff\uff00-\uffef])/g
const fold = /[\t\n\f\r\u00a0]| {2}/
/** Matches white space that must be changed before it is written. Most texts have none. */
const uneven = /[\t\n\f\r\u00a0\u00ad\u200b\ufeff]| {2}/

const MAX_CHARACTERS_OF_SHOWN_AMOUNT = 24
const MAX_ALTERNATIVE_CHARACTERS = 2000

export class Inline implements Events {
  // The arrays are reused for the next paragraph. Only the first `size` entries are valid.
  readonly kind: Array<Kind> = []
  readonly value: Array<string> = []
  readonly partner: Array<number> = []
  private readonly parts: Array<string> = []
  size = 0
  private space = false
  private readonly waiting: Array<Mark | { readonly href: string }> = []
  private readonly active: Array<{ readonly mark: Mark | "link"; readonly at: number }> = []
  private content = false
  private linked = false
  private readonly faithful: boolean

  constructor(faithful = false) {
    this.faithful = faithful
  }

  get isEmpty(): boolean {
    return !this.content
  }

  get inLink(): boolean {
    if (this.linked) return true
    const { waiting } = this
    for (let k = 0; k < waiting.length; k++) if (typeof waiting[k] === "object") return true
    return false
  }

  get endsInImage(): boolean {
    return this.size > 0 && this.kind[this.size - 1] === Kind.Raw && this.value[this.size - 1]!.startsWith("![")
  }

  get endsInWord(): boolean {
    const last = this.size - 1
    if (last < 0 || this.space) return false
    return this.kind[last] === Kind.LinkClose ||
      this.kind[last] === Kind.Text && /[\p{L}\p{N}]$/u.test(this.value[last]!.slice(-2))
  }

  get endsInAmount(): boolean {
    const last = this.size - 1
    return last >= 0 && !this.space && this.kind[last] === Kind.Text &&
      /[$\u20ac\u00a3\u00a5] ?\d{1,3}(?:,?\d{3}){0,3}$/.test(this.value[last]!.slice(-MAX_CHARACTERS_OF_SHOWN_AMOUNT))
  }

  private push(kind: Kind, value: string): number {
    const at = this.size++
    this.kind[at] = kind
    this.value[at] = value
    this.partner[at] = -1
    return at
  }

  private clear(): void {
    this.size = 0
    this.space = false
    this.waiting.length = 0
    this.content = false
    this.linked = false
  }

  private settle(): void {
    if (this.space) {
      if (this.content && this.kind[this.size - 1] !== Kind.Break) this.push(Kind.Text, " ")
      this.space = false
    }
    if (this.waiting.length > 0) {
      for (const mark of this.waiting) {
        if (typeof mark === "object") {
          this.active.push({ mark: "link", at: this.push(Kind.LinkOpen, mark.href) })
          this.linked = true
          continue
        }
        const last = this.size - 1
        if (last >= 0 && this.kind[last] === Kind.Close && this.value[last] === mark) {
          this.size = last
          this.active.push({ mark, at: this.partner[last]! })
        } else this.active.push({ mark, at: this.push(Kind.Open, mark) })
      }
      this.waiting.length = 0
    }
    this.content = true
  }

  text(data: string): void {
    if (data !== "" && !uneven.test(data)) {
      this.words(data)
      return
    }
    let s = anyZeroWidth.test(data) ? data.replace(zeroWidth, "") : data
    if (this.faithful && s.includes("\u00a0")) {
      s.split("\u00a0").forEach((part, k) => {
        if (k > 0) this.raw("&nbsp;")
        this.text(part)
      })
      return
    }
    if (s.includes("\n") && ideographs.test(s)) s = s.replace(brokenLine, "$1")
    if (fold.test(s)) s = s.replace(collapse, " ")
    if (s !== "") this.words(s)
  }

  private words(words: string): void {
    let s = words
    if (s === " ") {
      this.space = true
      return
    }
    if (s.charCodeAt(0) === Character.SPACE) {
      this.space = true
      s = s.slice(1)
    }
    const trailing = s.charCodeAt(s.length - 1) === Character.SPACE
    if (trailing) s = s.slice(0, -1)
    this.settle()
    const last = this.size - 1
    if (last >= 0 && this.kind[last] === Kind.Text) this.value[last] += s
    else this.push(Kind.Text, s)
    if (trailing) this.space = true
  }

  raw(markdown: string): void {
    this.settle()
    this.push(Kind.Raw, markdown)
  }

  break(): void {
    this.space = false
    if (!this.content) return
    this.push(Kind.Break, "")
  }

  gap(): void {
    this.space = true
  }

  /** Opens a mark. A mark inside a mark of the same kind is ignored, unless `nested` is set. */
  open(mark: Mark, nested = false): boolean {
    if (!nested && (this.active.some((a) => a.mark === mark) || this.waiting.includes(mark))) return false
    this.waiting.push(mark)
    return true
  }

  close(mark: Mark): void {
    this.shut(mark)
  }

  openLink(href: string): boolean {
    if (this.inLink) return false
    this.waiting.push({ href })
    return true
  }

  closeLink(keepEmpty = false): void {
    const w = this.waiting.findLastIndex((x) => typeof x === "object")
    if (keepEmpty && w >= 0) {
      const [link] = this.waiting.splice(w, 1)
      this.raw(`[](${(link as { readonly href: string }).href})`)
      return
    }
    this.shut("link")
  }

  private shut(mark: Mark | "link"): void {
    const w = this.waiting.findLastIndex((x) => mark === "link" ? typeof x === "object" : x === mark)
    if (w >= 0) {
      this.waiting.splice(w, 1)
      return
    }
    const last = this.active.pop()
    if (last === undefined) return
    const at = this.size
    let tail = at
    while (tail > last.at + 1 && this.kind[tail - 1] === Kind.Break) tail--
    this.size = tail
    const close = this.push(last.mark === "link" ? Kind.LinkClose : Kind.Close, this.value[last.at]!)
    this.partner[close] = last.at
    this.partner[last.at] = close
    for (let k = tail; k < at; k++) this.push(Kind.Break, "")
    if (last.mark === "link") this.linked = false
  }

  enclose(mark: Mark): void {
    while (this.active.length > 0) this.shut(this.active[this.active.length - 1]!.mark)
    const { kind, partner, size, value } = this
    for (let k = 0; k < size; k++) if (kind[k] === Kind.Open && value[k] === mark) return
    for (let k = size; k > 0; k--) {
      kind[k] = kind[k - 1]!
      value[k] = value[k - 1]!
      partner[k] = partner[k - 1]! < 0 ? -1 : partner[k - 1]! + 1
    }
    kind[0] = Kind.Open
    value[0] = mark
    partner[0] = size + 1
    this.size = size + 1
    partner[this.push(Kind.Close, mark)] = 0
  }

  render(style: Style): string {
    while (this.active.length > 0) this.shut(this.active[this.active.length - 1]!.mark)
    while (this.size > 0 && this.kind[this.size - 1] === Kind.Break) this.size--
    const s = this.size === 0 ? "" : this.written(style)
    this.clear()
    return s
  }

  private written(style: Style): string {
    if (!this.faithful) tidy(this)
    const { kind, parts, size: n, value } = this
    if (n === 1 && kind[0] === Kind.Text) {
      const words = value[0]!
      const s = this.literal(
        isPlain(words) ? words : escapeText(words, soleContext(words, style, !this.faithful))
      )
      return style.cell || style.single ? s : escapeLineStarts(s)
    }
    const context = soleContext("", style, !this.faithful)
    context.inner = true
    for (let k = 0; k < n; k++) {
      if (kind[k] === Kind.Text) { if (!isPlain(value[k]!)) count(value[k]!, context) }
      else if (kind[k] === Kind.Open) {
        if (value[k] === "del") context.tildes += 2
        else {
          context.stars += 2
          context.lows += 2
        }
      } else if ((kind[k] === Kind.Raw || kind[k] === Kind.LinkOpen) && value[k]!.includes("`")) context.ticks += 2
    }
    let linkContext: typeof context | undefined
    for (let k = 0; k < n; k++) parts[k] = ""
    let inside = false
    let depth = 0
    for (let k = 0; k < n; k++) {
      switch (kind[k]!) {
        case Kind.Text: {
          let s = escapeText(value[k]!, inside ? linkContext ??= { ...context, links: true } : context)
          if (!inside) s = this.literal(s)
          const next = k + 1 < n ? kind[k + 1] : undefined
          if (s.endsWith("!") && (next === Kind.LinkOpen || next === Kind.Raw && value[k + 1]!.startsWith("["))) {
            s = s.slice(0, -1) + "\\!"
          }
          if (next !== undefined && endsInBackslash(s)) s += "\\"
          parts[k] = s
          break
        }
        case Kind.Raw:
          // Two adjacent code spans would be read as one.
          if (k > 0 && value[k]!.startsWith("`") && parts[k - 1]!.endsWith("`")) parts[k - 1] += " "
          parts[k] = style.cell ? value[k]!.replace(/(?<!\\)\|/g, "\\|") : value[k]!
          break
        case Kind.Break: {
          // Two consecutive line breaks separate paragraphs.
          let last = k
          while (last + 1 < n && kind[last + 1] === Kind.Break) last++
          parts[k] = style.cell ? "<br>" : style.single ? " " : last > k && depth === 0 ? "\n\n" : "  \n"
          // Breaks inside a mark are joined, because a blank line would end the mark.
          if (last > k && !style.cell) k = last
          break
        }
        case Kind.Open:
          depth++
          break
        case Kind.Close:
          depth--
          break
        case Kind.LinkOpen:
          depth++
          inside = true
          parts[k] = "["
          break
        case Kind.LinkClose:
          depth--
          inside = false
          parts[k] = `](${style.cell ? value[k]!.replace(/\|/g, "%7C") : value[k]})`
          break
        default:
          break
      }
    }
    addresses(this, parts)
    marks(this, parts, this.faithful)
    parts.length = n
    const s = parts.join("")
    if (style.cell || style.single) return s
    return kind[0] === Kind.Raw && s.startsWith("[") ? s : escapeLineStarts(s)
  }

  /**
   * Prevents GFM from linking a URL that is not a link on the page. Only exact copies need this, because such a link
   * does not disturb readers.
   */
  private literal(s: string): string {
    if (!this.faithful || !/:\/\/|www\.|@/i.test(s)) return s
    return s.replace(/(https?|ftp):(?=\/\/)/gi, "$1\\:").replace(/(www)\.(?=\S)/gi, "$1\\.")
      .replace(/([\w.+-])@(?=[\w-]+\.)/g, "$1\\@")
  }
}

const count = (s: string, context: { stars: number; lows: number; ticks: number; tildes: number }) => {
  for (let k = 0; k < s.length; k++) {
    const c = s.charCodeAt(k)
    if (c === Character.STAR) context.stars++
    else if (c === Character.UNDERSCORE) context.lows++
    else if (c === Character.BACKTICK) context.ticks++
    else if (c === Character.TILDE) context.tildes++
  }
}

const soleContext = (s: string, style: Style, urls: boolean) => {
  const context = { cell: style.cell, urls, links: false, inner: false, stars: 0, lows: 0, ticks: 0, tildes: 0 }
  count(s, context)
  return context
}

export const alternative = (text: string): string => {
  const s = text.slice(0, MAX_ALTERNATIVE_CHARACTERS).replace(zeroWidth, "").replace(collapse, " ").trim()
  return s === "" ? "" : escapeText(s, { ...soleContext(s, { cell: false, single: true }, false), links: true })
}
