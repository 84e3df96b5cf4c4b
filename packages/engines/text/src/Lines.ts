/**
 * Reads a text by its logical lines. A wrapped paragraph, at any width, is one logical line. Each row, list item,
 * heading, verse and line of code stays a separate line. Every character maps back to its offset in the source.
 *
 * A line end is soft, or not, depending on both lines: on their words (a lower-case letter, a conjunction, a number
 * that continues), and on whether the first word of the next line would have fitted on the previous one.
 *
 * @since 0.2.0
 */
import { type Column, softBreaks } from "./internal/lines/breaks.ts"
import { isWide } from "./internal/lines/columns.ts"
import { continuesDescription } from "./internal/lines/gaps.ts"
import { isUnderline, levelOf } from "./internal/lines/headings.ts"
import { hyphens } from "./internal/lines/hyphens.ts"
import { type Offsets, type Writer, writer } from "./internal/lines/offsets.ts"
import { withoutPageBreaks } from "./internal/lines/pages.ts"
import { type Physical, physicalOf } from "./internal/lines/physical.ts"

/**
 * The kind of a line. `item` is a list item, `row` a table row, and `html` a line of tags alone or in a comment of
 * HTML. `rule` is a divider, an underline, or a fence around a text.
 *
 * @category models
 * @since 0.2.0
 */
export type Kind = "text" | "heading" | "item" | "row" | "code" | "html" | "rule"

/**
 * A logical line.
 *
 * @category models
 * @since 0.2.0
 */
export interface Line {
  readonly kind: Kind
  /** The start of the line in the source, including its mark (`- `, `## `). */
  readonly start: number
  readonly end: number
  /** The start of the line in `Reading.text`, including its mark. */
  readonly from: number
  /** The index in `Reading.text` at which the line's words start, after its list or quote mark. */
  readonly words: number
  readonly to: number
  /** The number of the paragraph, table or code block. All its lines have the same number. */
  readonly block: number
  /** The level of a heading, from 1, or the indentation of an item in columns. */
  readonly level: number
  /** The marks of the quotation or the comment around the line, without spaces. */
  readonly container: string
}

/**
 * A text that is divided into logical lines.
 *
 * @category models
 * @since 0.2.0
 */
export interface Reading {
  /**
   * The text of the lines, one per line. A line end within a logical line becomes a space, or nothing in scripts
   * without spaces.
   */
  readonly text: string
  readonly lines: ReadonlyArray<Line>
  /** Returns the source index of a character of `text`. */
  readonly sourceOf: (place: number) => number
  /** Returns the position after the last source character before an index of `text`. */
  readonly sourceEndOf: (place: number) => number
  /** Returns the index in `text` of a source character, or of the next one that `text` contains. */
  readonly placeOf: (source: number) => number
}

/**
 * Consecutive spaces are collapsed to one.
 *
 * @category options
 * @since 0.2.0
 */
export interface Options {
  /**
   * Whether consecutive spaces are collapsed to one, for example in justified text.
   *
   * @default false
   */
  readonly foldSpaces?: boolean | undefined
  /**
   * Whether headers and footers of a paginated text are omitted, so that a sentence continues over a page break.
   *
   * @default false
   */
  readonly omitPageBreaks?: boolean | undefined
}

/**
 * Returns the logical lines of a text, in linear time.
 *
 * **Example** (Find text across a line end)
 *
 * ```ts
 * import { Lines } from "@dunlin/text"
 *
 * const source = "> the operator shall not\n> open the valve by hand"
 * const reading = Lines.logical(source)
 * console.log(reading.text) // the operator shall not open the valve by hand
 * const at = reading.text.indexOf("not open")
 * const quoted = source.slice(reading.sourceOf(at), reading.sourceEndOf(at + "not open".length))
 * console.log(JSON.stringify(quoted)) // "not\n> open"
 * ```
 *
 * @category reading
 * @since 0.2.0
 */
export const logical = (source: string, options: Options = {}): Reading => {
  const written = physicalOf(source)
  const physical = options.omitPageBreaks === true ? withoutPageBreaks(source, written) : written
  const out = writer(source)
  const lines: Array<Line> = []
  const column: Column = { width: 0 }
  const hyphen = hyphens(source)
  const contentOf = (line: Physical) =>
    source.slice(line.at + line.mark, Math.min(line.end, line.at + line.mark + CHARACTERS_READ_FOR_CONTINUATION))
  const isBelow = (term: Physical, line: Physical) => continuesDescription(source, term, line)
  const copy = options.foldSpaces === true ? folding(source, out) : out.copy
  let blocks = 0
  let lastCode = -1
  const lastCommentEnd = source.lastIndexOf("-->")
  /** Offset up to which text is hidden in an HTML comment. */
  let hiddenUntil = 0

  const add = (members: ReadonlyArray<Physical>, seen: Kind, block: number) => {
    const [first, ...rest] = members
    const kind = first!.at < hiddenUntil && members.at(-1)!.end <= hiddenUntil ? "html" : seen
    if (out.length() > 0) out.add("\n", Math.max(0, first!.start - 1))
    const from = out.length()
    copy(first!.at, first!.at + first!.mark)
    const words = out.length()
    let before = first!
    let at = first!.at + first!.mark
    for (const line of rest) {
      const end = endOf(source, before)
      const joint = hyphen.joint(at, end, line.at)
      copy(at, joint.end)
      if (joint.hasSpace && !isUnspaced(source, joint.end, line.at)) out.add(" ", joint.end)
      at = line.at
      before = line
    }
    copy(at, before.end)
    const { container, end } = before
    const level = kind === "item" ? first!.indent : first!.level
    lines.push({ kind, start: first!.at, end, from, words, to: out.length(), block, level, container })
  }

  for (let at = 0; at < physical.length;) {
    const line = physical[at]!
    if (line.kind === "blank") {
      at++
      continue
    }
    if (
      line.kind !== "code" && line.at >= hiddenUntil && line.at < lastCommentEnd && source.startsWith("<!--", line.at)
    ) {
      hiddenUntil = source.indexOf("-->", line.at) + "-->".length
    }
    if (line.kind === "code") {
      if (line.code !== lastCode) blocks++
      lastCode = line.code
      add([line], "code", blocks)
      at++
      continue
    }
    if (line.kind !== "text" && line.kind !== "item") {
      const isNext = line.kind === "row" && physical[at - 1]?.kind === "row"
      if (!isNext) blocks++
      add([line], line.kind, blocks)
      at++
      continue
    }
    let until = at + 1
    while (until < physical.length && isMember(physical[until]!, line)) until++
    const paragraph = physical.slice(at, until)
    const underline = physical[until]
    if (
      paragraph.length === 1 && line.kind === "text" && underline?.kind === "rule" &&
      isUnderline(source, line, underline)
    ) {
      line.level = levelOf(source.charCodeAt(underline.at))
      blocks++
      add([line], "heading", blocks)
      at = until
      continue
    }
    for (const group of itemsOf(paragraph, source)) {
      const isItem = group[0]!.kind === "item"
      const soft = softBreaks(group, contentOf, column, isBelow)
      blocks++
      if (soft === "verbatim" && !isItem) {
        for (const each of group) add([each], "code", blocks)
        continue
      }
      let from = 0
      for (let next = 1; next <= group.length; next++) {
        if (next < group.length && soft !== "verbatim" && soft[next] === true) continue
        add(group.slice(from, next), isItem && from === 0 ? "item" : "text", blocks)
        from = next
      }
    }
    at = until
  }
  const { offsets, text } = out.finish()
  return { text, lines, ...placesOf(offsets) }
}

const CHARACTERS_READ_FOR_CONTINUATION = 2000

const placesOf = ({ placeOf, sourceOf }: Offsets): Pick<Reading, "sourceOf" | "sourceEndOf" | "placeOf"> => ({
  sourceOf,
  sourceEndOf: (place) => (place <= 0 ? 0 : sourceOf(place - 1) + 1),
  placeOf
})

const isMember = (line: Physical, first: Physical): boolean =>
  (line.kind === "text" || line.kind === "item") && line.container === first.container

const endOf = (source: string, line: Physical): number =>
  line.isBroken && source.charCodeAt(line.end - 1) === 0x5c ? line.end - 1 : line.end

const isUnspaced = (source: string, end: number, next: number): boolean =>
  isWide(source.charCodeAt(end - 1)) && isWide(source.charCodeAt(next)) &&
  !isHangul(source.charCodeAt(end - 1)) && !isHangul(source.charCodeAt(next))

const isHangul = (unit: number): boolean => unit >= 0xac00 && unit <= 0xd7a3

const isFolded = (unit: number): boolean => unit === 0x20 || unit === 0x09 || unit === 0xa0

const folding = (source: string, out: Writer) => (from: number, to: number) => {
  let at = from
  for (let next = from; next < to; next++) {
    if (!isFolded(source.charCodeAt(next))) continue
    const first = next
    while (next + 1 < to && isFolded(source.charCodeAt(next + 1))) next++
    if (next === first) continue
    out.copy(at, first + 1)
    at = next + 1
  }
  out.copy(at, to)
}

/** Returns the items in a paragraph. A mark inside a sentence starts no item. */
const itemsOf = (paragraph: ReadonlyArray<Physical>, source: string): ReadonlyArray<ReadonlyArray<Physical>> => {
  const groups: Array<Array<Physical>> = []
  let lastItem: Physical | undefined
  for (const [at, line] of paragraph.entries()) {
    if (
      line.kind === "item" && at > 0 &&
      !isNewItem(line, { before: paragraph[at - 1]!, next: paragraph[at + 1], lastItem, source })
    ) {
      line.kind = "text"
      line.mark = 0
    }
    if (line.kind === "item") lastItem = line
    if (at === 0 || line.kind === "item") groups.push([line])
    else groups.at(-1)!.push(line)
  }
  return groups
}

const numberOf = (mark: string): number => Number(/\d+/.exec(mark)?.[0] ?? Number.NaN)
const styleOf = (mark: string): string =>
  mark.trim().replace(/\d+/g, "0").replace(/[a-z]+/g, "a").replace(/[A-Z]+/g, "A")

const levelsOf = (mark: string): ReadonlyArray<number> =>
  /^\d+(?:\.\d+)*\.?\s*$/.test(mark) ? mark.split(".").filter((each) => each.trim() !== "").map(Number) : []

/**
 * Returns whether a number may follow another one: in a table of contents, 2.5, 3 or 2.4.1.1 may follow 2.4.1, but
 * 2.4 may not.
 */
const isHigher = (levels: ReadonlyArray<number>, before: ReadonlyArray<number>): boolean => {
  if (levels.length === 0 || before.length === 0 || levels.length + before.length === 2) return false
  const at = levels.findIndex((number, level) => number !== before[level])
  return at >= 0 && levels[at] === (before[at] ?? 0) + 1
}

/**
 * Returns whether a line starts a new item. Evidence is its mark, the items before and after it, its indentation, or
 * a preceding line that ends a sentence.
 */
const isNewItem = (
  line: Physical,
  { before, lastItem, next, source }: {
    readonly before: Physical
    readonly next: Physical | undefined
    readonly lastItem: Physical | undefined
    readonly source: string
  }
): boolean => {
  const markOf = ({ at, mark }: Physical) => source.slice(at, at + mark)
  const mark = markOf(line)
  const hasEnded = /[.!?:;。！？)]["'”’»*_`]*$/u.test(source.slice(Math.max(before.at, before.end - 8), before.end))
  if (/^[*+•‣◦▪●○■□o]/.test(mark)) return true
  if (lastItem !== undefined && isHigher(levelsOf(mark), levelsOf(markOf(lastItem)))) return true
  if (lastItem !== undefined && styleOf(markOf(lastItem)) === styleOf(mark)) {
    const step = numberOf(mark) - numberOf(markOf(lastItem))
    return Number.isNaN(step) || step >= 0 && step <= 1 || hasEnded
  }
  if (next?.kind === "item" && styleOf(markOf(next)) === styleOf(mark) && next.indent === line.indent) return true
  return hasEnded && !/^[A-Z]\.\s/.test(mark) || line.indent > before.indent + 1
}
