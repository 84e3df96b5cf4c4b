/**
 * Finds the inline Markdown marks in a line: links, images, code, and emphasis. A sentence does not end within them.
 *
 * Takes one pass over the line. An unclosed mark is plain text, as in CommonMark.
 */

export interface Span {
  readonly start: number
  readonly end: number
}

/** Maximum characters of emphasis that is not split. A longer one is a bold paragraph. */
const MAX_EMPHASIS_CHARACTERS = 300
const MAX_URL_CHARACTERS = 2048
const special = /[\\`[\]<*_~]/g

export const spansOf = (line: string): ReadonlyArray<Span> => {
  const found: Array<Span> = []
  const brackets: Array<number> = []
  const open = new Map<string, number>()
  const ticks = new Map<number, number>()
  for (let i = nextSpecial(line, 0); i < line.length; i = nextSpecial(line, i)) {
    switch (line[i]) {
      case "\\":
        i += 2
        break
      case "`": {
        const size = run(line, i)
        // A search without a result is not repeated.
        const close = ticks.get(size) === -1 ? -1 : closing(line, i + size, size)
        if (close < 0) {
          ticks.set(size, -1)
          i += size
        } else {
          found.push({ start: i, end: close + size })
          i = close + size
        }
        break
      }
      case "<": {
        const end = line.slice(i, i + MAX_URL_CHARACTERS).search(/[>\s]/)
        if (end > 0 && line[i + end] === ">") {
          found.push({ start: i, end: i + end + 1 })
          i += end + 1
        } else i++
        break
      }
      case "[":
        brackets.push(i > 0 && line[i - 1] === "!" ? i - 1 : i)
        i++
        break
      case "]": {
        const start = brackets.pop()
        i++
        if (start === undefined) break
        const end = line[i] === "(" ? endOfAddress(line, i) : line[i - 2] === "]" ? -1 : i
        if (end < 0) break
        found.push({ start, end })
        i = end
        break
      }
      default: {
        const size = run(line, i)
        const mark = line.slice(i, i + Math.min(size, 3))
        const start = open.get(mark)
        if (start !== undefined && !/\s/.test(line[i - 1] ?? " ")) {
          if (i + size - start <= MAX_EMPHASIS_CHARACTERS) found.push({ start, end: i + size })
          open.delete(mark)
        } else if (!/\s/.test(line[i + size] ?? " ")) open.set(mark, i)
        i += size
      }
    }
  }
  return outermost(found)
}

const nextSpecial = (line: string, from: number): number => {
  special.lastIndex = from
  return special.exec(line)?.index ?? line.length
}

const run = (line: string, i: number): number => {
  let k = i + 1
  while (line[k] === line[i]) k++
  return k - i
}

const closing = (line: string, from: number, size: number): number => {
  for (let i = line.indexOf("`", from); i >= 0; i = line.indexOf("`", i)) {
    const found = run(line, i)
    if (found === size) return i
    i += found
  }
  return -1
}

const endOfAddress = (line: string, from: number): number => {
  const stop = Math.min(line.length, from + MAX_URL_CHARACTERS)
  let depth = 0
  let quoted = false
  for (let i = from; i < stop; i++) {
    const c = line[i]
    if (c === "\\") i++
    else if (c === "\"" && (quoted || /\s/.test(line[i - 1]!))) quoted = !quoted
    else if (quoted) continue
    else if (c === "(") depth++
    else if (c === ")" && --depth === 0) return i + 1
  }
  return -1
}

export const outermost = (found: Array<Span>): ReadonlyArray<Span> => {
  found.sort((x, y) => x.start - y.start || y.end - x.end)
  const out: Array<Span> = []
  for (const span of found) {
    const last = out[out.length - 1]
    if (last === undefined || span.start >= last.end) out.push(span)
    else if (span.end > last.end) out[out.length - 1] = { start: last.start, end: span.end }
  }
  return out
}
