/**
 * Finds the lines of a Markdown text that are code or HTML. A `#` or tag in them is not a heading or element. It
 * follows CommonMark 0.31.2, sections 4.5 (fences), 4.6 (HTML) and 5 (containers), and reads each line once.
 *
 * @since 0.2.0
 */

/**
 * The kind of a line. It is `code` between fences, or a `fence`; a line of an `html` block, or of a `hidden` one
 * (comments, scripts, styles); `item` for every line of a list item; `unknown` from the line where parsing is
 * ambiguous; otherwise `text`.
 *
 * @category models
 * @since 0.2.0
 */
export type Kind = "text" | "code" | "fence" | "html" | "hidden" | "item" | "unknown"

/**
 * Reads lines in their order, without their line ends.
 *
 * @category models
 * @since 0.2.0
 */
export interface Reader {
  readonly read: (line: string) => Kind
  /** Returns whether the next line is code, or the fence that closes it. */
  readonly isInCode: () => boolean
}

const fence = /^ {0,3}(?:(`{3,})[^`]*|(~{3,}).*)$/
const closing = /^ {0,3}(`{3,}|~{3,})[ \t]*$/
const item = /^ {0,3}(?:[-*+]|(\d{1,9})[.)])(?=[ \t]|$)/
const rule = /^ {0,3}(?:(?:\*[ \t]*){3,}|(?:-[ \t]*){3,}|(?:_[ \t]*){3,})$/
/** Matches a line that is not a paragraph and does not continue one. */
const alone = /^ {0,3}(?:#{1,6}(?:[ \t]|$)|>)/
const blank = /^[ \t]*$/

/** Starts and ends of HTML blocks that do not end with a blank line. */
const ended: ReadonlyArray<readonly [begin: RegExp, end: RegExp, kind: "html" | "hidden"]> = [
  [/^ {0,3}<(?:script|style|textarea)(?:[ \t>]|$)/i, /<\/(?:script|pre|style|textarea)>/i, "hidden"],
  [/^ {0,3}<pre(?:[ \t>]|$)/i, /<\/(?:script|pre|style|textarea)>/i, "html"],
  [/^ {0,3}<!--/, /-->/, "hidden"],
  [/^ {0,3}<\?/, /\?>/, "hidden"],
  [/^ {0,3}<![a-z]/i, />/, "hidden"],
  [/^ {0,3}<!\[CDATA\[/, /\]\]>/, "hidden"]
]

const blockTags =
  "address article aside base basefont blockquote body caption center col colgroup dd details dialog dir " +
  "div dl dt fieldset figcaption figure footer form frame frameset h1 h2 h3 h4 h5 h6 head header hr html iframe legend " +
  "li link main menu menuitem nav noframes ol optgroup option p param search section summary table tbody td tfoot th " +
  "thead title tr track ul"
const blockTag = new RegExp(`^ {0,3}</?(?:${blockTags.replaceAll(" ", "|")})(?:[ \\t]|/?>|$)`, "i")
/** Matches a line with only a tag, which does not interrupt an open paragraph. */
const tagAlone =
  /^ {0,3}<(?:\/[a-z][a-z\d-]*[ \t]*|[a-z][a-z\d-]*(?:[ \t]+[a-z_:][\w.:-]*(?:[ \t]*=[ \t]*(?:[^\s"'=<>`]+|'[^']*'|"[^"]*"))?)*[ \t]*\/?)>[ \t]*$/i

/** Width of a tab in columns, and the indentation of code. After an item's sign, more spaces mean code. */
const TAB_STOP = 4

const indentOf = (line: string): number => {
  let columns = 0
  for (let at = 0; at < line.length; at++) {
    if (line[at] === "\t") columns += TAB_STOP - columns % TAB_STOP
    else if (line[at] === " ") columns++
    else break
  }
  return columns
}

const MIN_CONTENT_COLUMN = 2

/** Returns the column of an item's content; `undefined` if the first line is empty or starts with a tab. */
const contentOf = (line: string, sign: string): number | undefined => {
  const spaces = /^ +(?=[^ \t])/.exec(line.slice(sign.length))?.[0].length
  return spaces === undefined ? undefined : sign.length + (spaces > TAB_STOP ? 1 : spaces)
}

/**
 * Returns a reader at the start of a text.
 *
 * @category constructors
 * @since 0.2.0
 */
export const reader = (): Reader => {
  let open: string | undefined
  let html: { readonly end: RegExp | undefined; readonly kind: "html" | "hidden" } | undefined
  let list: { readonly content: number; readonly isSure: boolean } | undefined
  let paragraph: "none" | "maybe" | "open" = "none"
  let isUnknown = false

  const unknown = (): Kind => {
    isUnknown = true
    return "unknown"
  }

  const block = (line: string): Kind | undefined => {
    const mark = fence.exec(line)
    if (mark !== null) {
      open = mark[1] ?? mark[2]!
      return "fence"
    }
    for (const [begin, end, kind] of ended) {
      if (!begin.test(line)) continue
      if (!end.test(line)) html = { end, kind }
      return kind
    }
    if (!blockTag.test(line)) return undefined
    html = { end: undefined, kind: "html" }
    return "html"
  }

  const marked = (line: string, sign: string, number: string | undefined): Kind => {
    const content = contentOf(line, sign)
    const interrupts = content !== undefined && (number === undefined || Number(number) === 1)
    if (!interrupts && list === undefined && paragraph === "open") return "text"
    const isSure = interrupts || content !== undefined && (list?.isSure === true || paragraph === "none")
    list = { content: isSure ? content : MIN_CONTENT_COLUMN, isSure }
    paragraph = "maybe"
    return "item"
  }

  const outside = (line: string, indent: number): Kind => {
    if (indent >= TAB_STOP) return "text"
    const kind = block(line)
    if (kind !== undefined || rule.test(line) || alone.test(line)) {
      list = undefined
      paragraph = line.trimStart().startsWith(">") ? "maybe" : "none"
      return kind ?? "text"
    }
    if (tagAlone.test(line) && paragraph !== "open") {
      if (paragraph === "maybe") return unknown()
      list = undefined
      html = { end: undefined, kind: "html" }
      return "html"
    }
    const sign = item.exec(line)
    if (sign !== null) return marked(line, sign[0], sign[1])
    // A line with less indentation may continue the paragraph of the item.
    if (list !== undefined) list = paragraph === "none" ? undefined : { content: MIN_CONTENT_COLUMN, isSure: false }
    const isPlain = list === undefined && paragraph !== "maybe" && !/^ {0,3}\[|\||^ {0,3}=+[ \t]*$/.test(line)
    paragraph = isPlain ? "open" : "maybe"
    return "text"
  }

  const read = (line: string): Kind => {
    if (isUnknown) return "unknown"
    if (open !== undefined) {
      const mark = closing.exec(line)?.[1]
      if (mark === undefined || !mark.startsWith(open)) return "code"
      open = undefined
      return "fence"
    }
    const isBlank = blank.test(line)
    if (html !== undefined) {
      const { end, kind } = html
      if (end === undefined ? isBlank : end.test(line)) html = undefined
      return kind
    }
    if (isBlank) {
      paragraph = "none"
      return "text"
    }
    const indent = indentOf(line)
    if (list === undefined || indent < list.content) return outside(line, indent)
    paragraph = "maybe"
    if (list.isSure) return "item"
    return indent < TAB_STOP && /^[ \t]*(?:[<`~>#]|[-*+_\d])/.test(line) ? unknown() : "item"
  }
  return { read, isInCode: () => open !== undefined }
}
