/** Pages to markdown: what repeats on every page goes, what a page break cuts is joined, headings get their levels. */
import { alignedTables, boundedTables } from "./aligned.ts"
import { type Block, readingOrder, toBlocks, wrap } from "./blocks.ts"
import { splitColumns } from "./columns.ts"
import { type Element, elementsOf, isBullet, normalise, type Style } from "./elements.ts"
import type { Frame } from "./frame.ts"
import { add, mode } from "./geometry.ts"
import { escapeStart, junction } from "./inline.ts"
import type { Line } from "./lines.ts"
import { joinRules, ruledTables } from "./ruled.ts"
import { elementsOfTree } from "./tagged.ts"

/** Letters counted over all pages seen so far. */
export type Statistics = {
  readonly sizes: Map<number, number>
  readonly monoSizes: Map<number, number>
  letters: number
  bold: number
  italic: number
  mono: number
  /** Styles of headings seen so far, by size. */
  readonly headings: Set<number>
  /** Level of each size, once it is known. */
  readonly levels: Map<number, number>
  outline: ReadonlyMap<string, number>
}

export const statistics = (): Statistics => ({
  sizes: new Map(),
  monoSizes: new Map(),
  letters: 0,
  bold: 0,
  italic: 0,
  mono: 0,
  headings: new Set(),
  levels: new Map(),
  outline: new Map()
})

export const count = (statistics: Statistics, frame: Frame): void => {
  for (const line of frame.lines) {
    const letters = line.text.length
    add(line.mono ? statistics.monoSizes : statistics.sizes, line.size, letters)
    statistics.letters += letters
    if (line.bold) statistics.bold += letters
    if (line.italic) statistics.italic += letters
    if (line.mono) statistics.mono += letters
  }
}

const styleOf = (statistics: Statistics): Style => ({
  // code is often smaller than the text around it, and there may be more of it
  body: mode(statistics.mono > statistics.letters * 0.8 ? statistics.monoSizes : statistics.sizes) ?? 10,
  bold: statistics.bold > statistics.letters * 0.5,
  italic: statistics.italic > statistics.letters * 0.15,
  mono: statistics.mono > statistics.letters * 0.8,
  outline: statistics.outline
})

/** Numbers down the margin: of lines, or of a printer. */
const marginNumbers = (frame: Frame): ReadonlySet<Line> => {
  const columns = new Map<number, Array<Line>>()
  for (const line of frame.lines) {
    if (!/^[A-Z]?\d{1,3}[A-Z]?$/.test(line.text) || line.x0 > frame.width * 0.15 && line.x1 < frame.width * 0.85) {
      continue
    }
    const column = columns.get(Math.round(line.x1 / 8)) ?? columns.get(Math.round(line.x1 / 8) - 1)
    if (column === undefined) columns.set(Math.round(line.x1 / 8), [line])
    else column.push(line)
  }
  const found = new Set<Line>()
  const prose = frame.lines.filter((line) => line.text.length > 30)
  if (columns.size === 0 || prose.length < 5) return found
  const left = Math.min(...prose.map((line) => line.x0))
  const right = Math.max(...prose.map((line) => line.x1))
  for (const column of columns.values()) {
    // a column of numbers inside the text is one of a table
    if (column.some((line) => line.x1 > left - 2 && line.x0 < right + 2)) continue
    const numbers = column.map((line) => Number(line.text.replace(/\D/g, "")))
    const steps = numbers.filter((number, k) =>
      k > 0 && number - numbers[k - 1]! >= 1 && number - numbers[k - 1]! <= 5
    ).length
    if (column.length >= 12 && steps > column.length * 0.8) { for (const line of column) found.add(line) }
  }
  return found
}

const pageNumber = /^(?:page\s+)?[-–]?\s*\d{1,4}\s*[-–]?(?:\s*(?:of|\/)\s*\d+)?$/i

/** The first and the last rows of a page, with how often they may be furniture. */
const outerLines = (frame: Frame, lines: ReadonlyArray<Line>): Map<Line, "top" | "bottom"> => {
  const sorted = [...lines].sort((a, b) => a.y - b.y)
  const outer = new Map<Line, "top" | "bottom">()
  const take = (line: Line, side: "top" | "bottom", row: number) => {
    const part = side === "top" ? line.y / frame.height : 1 - line.y / frame.height
    if (part < 0.11 || row < 2 && part < 0.25) outer.set(line, side)
  }
  let row = 0
  sorted.forEach((line, k) => {
    if (k > 0 && line.y - sorted[k - 1]!.y > line.size * 0.4) row++
    take(line, "top", row)
  })
  row = 0
  for (let k = sorted.length - 1; k >= 0; k--) {
    const line = sorted[k]!
    if (k < sorted.length - 1 && sorted[k + 1]!.y - line.y > line.size * 0.4) row++
    if (!outer.has(line)) take(line, "bottom", row)
  }
  return outer
}

/** The lines of each page that are not running heads, running feet or page numbers. */
export const withoutFurniture = (frames: ReadonlyArray<Frame>): Array<ReadonlyArray<Line>> => {
  const rest = frames.map((frame) => {
    const numbers = marginNumbers(frame)
    return numbers.size === 0 ? frame.lines : frame.lines.filter((line) => !numbers.has(line))
  })
  if (frames.length < 2) return rest
  const outer = frames.map((frame, k) => outerLines(frame, rest[k]!))
  const place = (frame: Frame, line: Line) => Math.round(line.y / frame.height * 60)
  const texts = (frame: Frame, line: Line) =>
    `${line.text.replace(/\d+|\b[ivxlcIVXLC]+\b/g, "#")}|${place(frame, line)}`
  // a number that grows with the page, wherever it stands in the line
  const growing = (frame: Frame, line: Line) =>
    (line.text.length < 120 ? line.text.match(/\d{1,4}/g) ?? [] : []).slice(0, 4).map((digits) =>
      `${Number(digits) - frame.number}|${place(frame, line)}`
    )
  const counts = new Map<string, number>()
  frames.forEach((frame, k) => {
    const keys = new Set<string>()
    for (const line of outer[k]!.keys()) {
      keys.add(texts(frame, line))
      for (const key of growing(frame, line)) keys.add(key)
    }
    for (const key of keys) add(counts, key, 1)
  })
  const least = Math.max(3, Math.min(frames.length * 0.3, 6))
  const edge = frames.length === 2 ? 0.08 : 0.11
  return frames.map((frame, k) =>
    rest[k]!.filter((line) => {
      if (!outer[k]!.has(line)) return true
      const near = line.y < frame.height * edge || line.y > frame.height * (1 - edge)
      if (near && pageNumber.test(line.text)) return false
      // few pages say little about what repeats further in: slides have titles
      if (frames.length < 3 || !near && frames.length < 8) return true
      return counts.get(texts(frame, line))! < least && !growing(frame, line).some((key) => counts.get(key)! >= least)
    })
  )
}

export type ComposedPage = {
  readonly number: number
  readonly markdown: string
  readonly glue: string
  readonly cut: number
  readonly skip: number
}

const layout = (frame: Frame, lines: ReadonlyArray<Line>, style: Style): Array<Element> => {
  const told = frame.tree === undefined ? undefined : elementsOfTree(frame.tree, lines)
  if (told !== undefined) return join(told)
  const ruled = ruledTables(lines === frame.lines ? frame : { ...frame, lines: [...lines] })
  const used = new Set<Line>()
  for (const table of ruled) for (const line of table.used) used.add(line)
  const rules = frame.horizontal.length > 2000 ? [] : joinRules(frame.horizontal)
  const bounded = boundedTables(frame, lines.filter((line) => !used.has(line)), rules)
  for (const table of bounded) for (const line of table.used) used.add(line)
  const flow: Array<Block> = toBlocks([], [...ruled, ...bounded])
  for (const group of splitColumns(lines.filter((line) => !used.has(line)))) {
    const aligned = alignedTables(frame, group.lines, rules, bounded)
    const taken = new Set<Line>()
    for (const table of aligned) for (const line of table.used) taken.add(line)
    const blocks = toBlocks(group.lines.filter((line) => !taken.has(line)), aligned)
    if (group.box && blocks.length > 1) flow.push(wrap(readingOrder(blocks)))
    else flow.push(...blocks)
  }
  const blocks = readingOrder(flow).flatMap((block) => block.parts ?? [block])
  const elements = elementsOf(blocks, style)
  for (const text of frame.turned) {
    elements.push({
      kind: "paragraph",
      markdown: text,
      text,
      caption: true,
      block: { x0: 0, x1: 0, y0: 0, y1: 0, lines: [], table: undefined, index: Infinity }
    })
  }
  return join(elements)
}

const runsOn = (before: Element | undefined, after: Element | undefined): boolean =>
  before !== undefined && after !== undefined &&
  (before.kind === "paragraph" && !before.caption || before.kind === "item") &&
  after.kind === "paragraph" && !after.caption && before.block !== after.block &&
  /[\p{Ll},;\-\u00ad]$/u.test(before.text) &&
  /^\p{Ll}/u.test(after.text)

/** Paragraphs cut by a column or a page, code cut by a blank line, titles cut by a line break. */
const join = (elements: ReadonlyArray<Element>): Array<Element> => {
  const joined: Array<Element> = []
  for (const element of elements) {
    const before = joined.at(-1)
    if (before !== undefined && before.kind === "paragraph" && runsOn(before, element)) {
      const { cut, space } = junction(before.text, element.text)
      const glue = space ? " " : ""
      before.markdown = (cut > 0 ? before.markdown.slice(0, -cut) : before.markdown) + glue + element.markdown
      before.text = (cut > 0 ? before.text.slice(0, -cut) : before.text) + glue + element.text
      continue
    }
    if (before?.kind === "code" && element.kind === "code") {
      before.markdown += `\n${element.markdown}`
      continue
    }
    if (
      before?.kind === "heading" && element.kind === "heading" && before.size === element.size &&
      before.text.length < 60 &&
      /^\p{Ll}/u.test(element.text)
    ) {
      before.text += ` ${element.text}`
      before.markdown += ` ${element.markdown}`
      continue
    }
    joined.push(element)
  }
  return joined
}

const fence = (code: string): string => code.includes("```") ? "~~~~" : "```"

const print = (element: Element): string => {
  switch (element.kind) {
    case "heading":
      return `${"#".repeat(Math.max(1, Math.min(6, element.level)))} ${element.markdown}`
    case "code":
      return `${fence(element.markdown)}\n${element.markdown}\n${fence(element.markdown)}`
    case "table":
      return element.markdown
    case "item":
      return printItem(element)
    case "paragraph":
      return escapeStart(element.markdown)
  }
}

const printItem = (item: Extract<Element, { kind: "item" }>): string => {
  if (isBullet(`${item.marker} `)) return `- ${item.markdown.replace(/^\\?[^\p{L}\p{N}\s"'“(<[*`]\s*/u, "")}`
  return /^\d{1,3}[.)]$/.test(item.marker) ? item.markdown : `- ${item.markdown}`
}

const printAll = (elements: ReadonlyArray<Element>): string => {
  let out = ""
  elements.forEach((element, k) => {
    const before = elements[k - 1]
    if (before !== undefined) out += before.kind === "item" && element.kind === "item" ? "\n" : "\n\n"
    out += print(element)
  })
  return out
}

/** Larger is higher. Where the document has an outline, the sizes of its titles say which level a size is. */
const setLevels = (pages: ReadonlyArray<ReadonlyArray<Element>>, statistics: Statistics): void => {
  const votes = new Map<number, Map<number, number>>()
  for (const elements of pages) {
    for (const element of elements) {
      if (element.kind !== "heading") continue
      const size = Math.round(element.size)
      statistics.headings.add(size)
      const depth = statistics.outline.get(normalise(element.text))
      if (depth === undefined) continue
      const sizes = votes.get(size)
      if (sizes === undefined) votes.set(size, new Map([[depth, 1]]))
      else add(sizes, depth, 1)
    }
  }
  let level = 0
  for (const size of [...statistics.headings].sort((a, b) => b - a)) {
    const known = statistics.levels.get(size)
    const voted = votes.get(size)
    level = known ?? Math.max(level + (voted === undefined ? 1 : 0), voted === undefined ? 0 : mode(voted)!)
    if (voted !== undefined || known === undefined) statistics.levels.set(size, Math.max(1, Math.min(6, level)))
  }
  for (const elements of pages) {
    for (const element of elements) {
      if (element.kind !== "heading" || element.level > 0) continue
      element.level = statistics.outline.get(normalise(element.text)) ??
        statistics.levels.get(Math.round(element.size)) ?? 1
    }
  }
}

/** A table that goes on over the page break: its head, when it is repeated, is left out, else it is a row. */
const continuation = (before: string, after: string): { readonly glue: string; readonly skip: number } | undefined => {
  if (!before.startsWith("|") || !after.startsWith("|")) return undefined
  const [head, separator] = before.split("\n", 2)
  const [first, second] = after.split("\n", 2)
  if (separator !== second || first === undefined || second === undefined) return undefined
  const skip = Math.min(after.length, first.length + second.length + 2)
  const rest = skip < after.length ? "\n" : ""
  return head === first ? { glue: rest, skip } : { glue: `\n${first}${rest}`, skip }
}

/** Composes pages that follow each other; `before` is the last element of the page before them. */
export const compose = (
  frames: ReadonlyArray<Frame>,
  statistics: Statistics,
  before?: Element
): { readonly pages: Array<ComposedPage>; readonly last: Element | undefined } => {
  const style = styleOf(statistics)
  const lines = withoutFurniture(frames)
  const elements = frames.map((frame, k) => layout(frame, lines[k]!, style))
  setLevels(elements, statistics)
  let last = before
  const pages = elements.map((parts, k): ComposedPage => {
    const markdown = printAll(parts)
    let glue = "\n\n"
    let cut = 0
    let skip = 0
    const first = parts[0]
    if (last !== undefined && first !== undefined) {
      if (runsOn(last, first)) {
        const joint = junction("text" in last ? last.text : "", first.text)
        cut = joint.cut
        glue = joint.space ? " " : ""
      } else if (last.kind === "item" && first.kind === "item") glue = "\n"
      else if (last.kind === "table" && first.kind === "table") {
        const head = continuation(last.head ?? last.markdown, first.markdown)
        if (head !== undefined) {
          glue = head.glue
          skip = head.skip
          // the next page is compared with the head of the whole table
          if (parts.length === 1) first.head = last.head ?? last.markdown
        }
      }
    }
    last = parts.at(-1) ?? last
    return { number: frames[k]!.number, markdown, glue, cut, skip }
  })
  return { pages, last }
}
