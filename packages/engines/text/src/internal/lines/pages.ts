/**
 * Finds the page breaks of a paginated text: RFCs, scanned manuals, printouts. A break is a footer with the page
 * number, the header of the next page, and the blank lines around them. Sentences continue after it.
 */
import { goesOnOverBreak } from "./breaks.ts"
import type { Physical } from "./physical.ts"

/** Minimum number of pages with increasing footers. Fewer lines can be similar by chance. */
const MIN_PAGES = 3
/** Minimum share of footers whose number is one more than the previous one. */
const MIN_COUNTED_FOOTERS = 0.7
/** Minimum share of pages with the same header. */
const MIN_PAGES_WITH_HEADER = 0.25
const MAX_LINES_TO_HEADER = 10
const MAX_CHARACTERS_OF_FOOTER = 100

const number = /\d+/g
const pageNumber =
  /\[?\bPage\s+(\d+|[ivxlc]+)\b\]?|(?:^|\s)[-–—]\s*(\d+|[ivxlc]+)\s*[-–—](?:\s|$)|^(\d+)$|\s{3,}(\d+)$/i

export interface PageBreak {
  readonly from: number
  readonly to: number
}

const isBlank = (line: Physical | undefined): boolean => line === undefined || line.kind === "blank"

const keyOf = (words: string): string => words.replace(number, "#").replace(/\b[ivxlc]+\b/g, "#").replace(/\s+/g, " ")

/** Matches a footer such as `[Page 3]`. It cannot be ordinary text, so one page break is enough evidence. */
const signedPage = /\S \[Page #\]$/

interface Footer {
  readonly line: number
  readonly page: number
}

const footersOf = (source: string, lines: ReadonlyArray<Physical>): ReadonlyArray<Footer> => {
  const byKey = new Map<string, Array<Footer>>()
  lines.forEach((line, at) => {
    if (isBlank(line) || line.end - line.at > MAX_CHARACTERS_OF_FOOTER || !isBlank(lines[at + 1])) return
    const words = source.slice(line.at, line.end)
    const found = pageNumber.exec(words)
    if (found === null) return
    const page = Number(found[1] ?? found[2] ?? found[3] ?? found[4])
    const key = keyOf(words)
    const others = byKey.get(key)
    if (others === undefined) byKey.set(key, [{ line: at, page }])
    else others.push({ line: at, page })
  })
  return [...byKey].filter(([key, footers]) => {
    if (signedPage.test(key)) return true
    const counted = footers.filter(({ page }, at) =>
      at > 0 && (Number.isNaN(page) || page === footers[at - 1]!.page + 1)
    )
    return footers.length >= MIN_PAGES && counted.length >= MIN_COUNTED_FOOTERS * (footers.length - 1)
  }).flatMap(([, footers]) => footers).toSorted((one, other) => one.line - other.line)
}

export const pageBreaksOf = (source: string, lines: ReadonlyArray<Physical>): ReadonlyArray<PageBreak> => {
  const footers = footersOf(source, lines)
  const headers = footers.map(({ line }) => {
    for (let at = line + 1; at < lines.length && at <= line + MAX_LINES_TO_HEADER; at++) {
      if (!isBlank(lines[at])) return at
    }
    return -1
  })
  const wordsOf = (at: number) =>
    keyOf(source.slice(lines[at]!.at, Math.min(lines[at]!.end, lines[at]!.at + MAX_CHARACTERS_OF_FOOTER)))
  const counts = new Map<string, number>()
  for (const at of headers) if (at >= 0) counts.set(wordsOf(at), (counts.get(wordsOf(at)) ?? 0) + 1)
  return footers.map(({ line }, index) => {
    const header = headers[index]!
    const isHeader = header >= 0 && (isAtTop(source, lines[header]!, lines[line]!.end) ||
      counts.get(wordsOf(header))! >= Math.max(2, MIN_PAGES_WITH_HEADER * footers.length))
    let from = line
    while (from > 0 && isBlank(lines[from - 1])) from--
    let to = (isHeader ? header : line) + 1
    while (to < lines.length && isBlank(lines[to])) to++
    return { from, to }
  })
}

const isAtTop = (source: string, line: Physical, footerEnd: number): boolean =>
  source.lastIndexOf("\f", line.at) >= footerEnd || /\S {3,}\S/.test(source.slice(line.at, line.end))

/**
 * Removes page breaks. If a sentence continues over the break, the two pages are joined in one paragraph. Otherwise,
 * a blank line separates them.
 */
export const withoutPageBreaks = (source: string, lines: ReadonlyArray<Physical>): ReadonlyArray<Physical> => {
  const breaks = pageBreaksOf(source, lines)
  if (breaks.length === 0) return lines
  const out: Array<Physical> = []
  let at = 0
  for (const { from, to } of breaks) {
    if (from < at) continue
    for (; at < from; at++) out.push(lines[at]!)
    const before = lines[from - 1]
    const next = lines[to]
    const isJoined = before !== undefined && next !== undefined && next.kind === "text" &&
      (before.kind === "text" || before.kind === "item") && before.container === next.container &&
      goesOnOverBreak(
        source.slice(before.at + before.mark, before.end),
        source.slice(next.at, next.end),
        before.indent === next.indent
      )
    const blank = lines.slice(from, to).find((line) => line.kind === "blank")
    if (!isJoined && blank !== undefined) out.push(blank)
    at = to
  }
  for (; at < lines.length; at++) out.push(lines[at]!)
  return out
}
