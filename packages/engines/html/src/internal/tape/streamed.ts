/**
 * Reorders pages streamed by React. Late content is hidden at the end of the page, and scripts move it to its position.
 *
 * @since 0.1.0
 */

interface Range {
  readonly from: number
  readonly to: number
}

interface Part {
  readonly whole: Range
  readonly content: Range
}

interface Gap extends Range {
  readonly instead: Range | undefined
}

const starts = /<div hidden(?:="")? id="S:([0-9a-f]+)">/g
const places = /<template id="[BP]:([0-9a-f]+)"><\/template>/g
const divs = /<(\/?)div[\s/>]/g
const boundaries = /<!--(\/?)\$[?!~]?-->/g
const waiting = "<!--$?-->"

export const isPlace = (id: string): boolean => id.startsWith("B:") || id.startsWith("P:")

export const assembled = (source: string): string => {
  const parts = partsOf(source)
  const ends = endsOf(source)
  const gaps: Array<Gap> = []
  for (const match of source.matchAll(places)) {
    const part = parts.get(match[1]!)
    if (part === undefined) continue
    parts.delete(match[1]!)
    // React removes the placeholder when the late part arrives.
    const shown = match.index - waiting.length
    const to = source.startsWith(waiting, shown) ? ends.get(shown) : undefined
    gaps.push({ from: match.index, to: to ?? match.index + match[0].length, instead: part.content })
    gaps.push({ ...part.whole, instead: undefined })
  }
  return gaps.length === 0 ? source : written(source, gaps.sort((a, b) => a.from - b.from))
}

const partsOf = (source: string): Map<string, Part> => {
  const found = [...source.matchAll(starts)]
  const parts = new Map<string, Part>()
  for (const [k, { 0: tag, 1: number, index }] of found.entries()) {
    const from = index + tag.length
    const to = endOfDiv(source, from, found[k + 1]?.index ?? source.length)
    if (to >= 0) parts.set(number!, { whole: { from: index, to: to + "</div>".length }, content: { from, to } })
  }
  return parts
}

const endOfDiv = (source: string, from: number, limit: number): number => {
  divs.lastIndex = from
  let open = 1
  for (let tag = divs.exec(source); tag !== null && tag.index < limit; tag = divs.exec(source)) {
    open += tag[1] === "" ? 1 : -1
    if (open === 0) return tag.index
  }
  return -1
}

const endsOf = (source: string): ReadonlyMap<number, number> => {
  const ends = new Map<number, number>()
  const open: Array<number> = []
  for (const match of source.matchAll(boundaries)) {
    if (match[1] === "") open.push(match.index)
    else if (open.length > 0) ends.set(open.pop()!, match.index)
  }
  return ends
}

const written = (source: string, gaps: ReadonlyArray<Gap>): string => {
  const out: Array<string> = []
  const left: Array<Range> = [{ from: 0, to: source.length }]
  for (let range = left.pop(); range !== undefined; range = left.pop()) {
    const gap = gaps[firstFrom(gaps, range.from)]
    if (gap === undefined || gap.from >= range.to) {
      out.push(source.slice(range.from, range.to))
      continue
    }
    out.push(source.slice(range.from, gap.from))
    if (gap.to < range.to) left.push({ from: gap.to, to: range.to })
    if (gap.instead !== undefined) left.push(gap.instead)
  }
  return out.join("")
}

const firstFrom = (gaps: ReadonlyArray<Gap>, from: number): number => {
  let low = 0
  let high = gaps.length
  while (low < high) {
    const middle = low + high >> 1
    if (gaps[middle]!.from < from) low = middle + 1
    else high = middle
  }
  return low
}
