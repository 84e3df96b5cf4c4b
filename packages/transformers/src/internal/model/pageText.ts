import * as Passages from "@dunlin/text/Passages"

export const estimateTokens = (text: string): number => {
  let ascii = 0
  let others = 0
  for (let index = 0; index < text.length; index++) {
    if (text.charCodeAt(index) < 128) ascii++
    else others++
  }
  return Math.ceil(ascii / 4 + others)
}

export interface PageText {
  readonly text: string
  readonly share: number
}

export const beginning = (markdown: string, tokens: number): PageText => {
  // Counts quarters of a token, as the estimate does.
  let left = tokens * 4
  let end = 0
  while (end < markdown.length) {
    left -= markdown.charCodeAt(end) < 128 ? 1 : 4
    if (left < 0) break
    end++
  }
  return end === markdown.length
    ? { text: markdown, share: 1 }
    : { text: markdown.slice(0, end), share: end / markdown.length }
}

/** With a question, selects the best paragraphs, and otherwise evenly distributed ones, in page order. */
export const within = (markdown: string, tokens: number, question: string | undefined): PageText => {
  if (estimateTokens(markdown) <= tokens) return { text: markdown, share: 1 }
  const paragraphs = paragraphsOf(markdown)
  const order = question === undefined
    ? evenly(paragraphs.length)
    : byRelevance(markdown, paragraphs, question)
  const chosen = new Set<number>()
  let left = tokens
  for (const index of order) {
    const { end, start } = paragraphs[index]!
    const cost = estimateTokens(markdown.slice(start, end)) + 1
    if (cost > left) continue
    chosen.add(index)
    left -= cost
  }
  let text = ""
  let length = 0
  for (const [index, { end, start }] of paragraphs.entries()) {
    if (!chosen.has(index)) continue
    text += text === "" ? "" : chosen.has(index - 1) ? markdown.slice(paragraphs[index - 1]!.end, start) : "\n\n"
    text += markdown.slice(start, end)
    length += end - start
  }
  return text === ""
    ? beginning(markdown, tokens)
    : { text, share: Math.min(0.99, length / markdown.length) }
}

export interface Part {
  readonly text: string
  readonly length: number
}

/** From this share on, a part ends at the next heading. */
const MIN_SHARE_OF_FULL_PART = 0.6

/** For the headings and table heads that are repeated at the start of a part. */
const MAX_CONTEXT_SHARE = 0.1

export const partsOf = (markdown: string, tokens: number): ReadonlyArray<Part> => {
  const budget = Math.floor(tokens * (1 - MAX_CONTEXT_SHARE))
  const parts: Array<Part> = []
  const context = makeContext()
  let start = 0
  let end = 0
  let size = 0
  let head = ""
  const close = () => {
    if (end <= start) return
    const text = markdown.slice(start, end).replace(/^\n+/, "")
    parts.push({ text: head + text, length: text.length })
    context.read(text)
  }
  for (const range of paragraphsOf(markdown)) {
    const text = markdown.slice(range.start, range.end)
    const cost = estimateTokens(text) + 1
    if (end > start && (size + cost > budget || (size > budget * MIN_SHARE_OF_FULL_PART && /^\s{0,3}#/.test(text)))) {
      close()
      head = context.head(tokens * MAX_CONTEXT_SHARE)
      start = range.start
      size = 0
    }
    if (end <= start) start = range.start
    end = range.end
    size += cost
  }
  close()
  return parts
}

const makeContext = () => {
  const headings: Array<string> = []
  let table = ""
  let last = ""
  return {
    read: (text: string) => {
      for (const line of text.split("\n")) {
        const level = /^\s{0,3}(#{1,6})\s/.exec(line)?.[1]?.length
        if (level !== undefined) {
          headings.length = Math.min(headings.length, level - 1)
          headings[level - 1] = line.trim()
        }
        if (!line.trimStart().startsWith("|")) table = ""
        else if (/^\s*\|(?:\s*:?-+:?\s*\|)+\s*$/.test(line)) table = `${last}\n${line}`
        last = line
      }
    },
    head: (tokens: number): string => {
      const head = headings.filter((heading) => heading !== undefined).map((heading) => `${heading}\n\n`).join("") +
        (table === "" ? "" : `${table}\n`)
      return estimateTokens(head) > tokens ? "" : head
    }
  }
}

interface Range {
  readonly start: number
  readonly end: number
}

const paragraphsOf = (markdown: string): ReadonlyArray<Range> => {
  const ranges: Array<Range> = []
  let start = 0
  while (start < markdown.length) {
    const gap = markdown.indexOf("\n\n", start)
    const end = gap < 0 ? markdown.length : gap
    pieces(markdown, { start, end }, ranges)
    start = end + 2
  }
  return ranges
}

/** Longer tables and texts are split at line ends, or between words. */
const MAX_PARAGRAPH_CHARACTERS = 2000

const pieces = (markdown: string, { end, start }: Range, ranges: Array<Range>): void => {
  let at = start
  while (end - at > MAX_PARAGRAPH_CHARACTERS) {
    const window = markdown.slice(at, at + MAX_PARAGRAPH_CHARACTERS)
    const line = window.lastIndexOf("\n")
    const word = window.lastIndexOf(" ")
    const length = line > 0 ? line : word > 0 ? word : MAX_PARAGRAPH_CHARACTERS
    ranges.push({ start: at, end: at + length })
    at += length
  }
  if (end > at) ranges.push({ start: at, end })
}

const byRelevance = (markdown: string, paragraphs: ReadonlyArray<Range>, question: string): ReadonlyArray<number> => {
  const passages = Passages.select(markdown, question, 200)
  const order: Array<number> = []
  const seen = new Set<number>()
  for (const { start } of passages) {
    const index = indexAt(paragraphs, start)
    if (index >= 0 && !seen.has(index)) {
      seen.add(index)
      order.push(index)
    }
  }
  return [...order, ...Array.from(paragraphs.keys()).filter((index) => !seen.has(index))]
}

const indexAt = (paragraphs: ReadonlyArray<Range>, position: number): number => {
  let low = 0
  let high = paragraphs.length - 1
  while (low <= high) {
    const middle = (low + high) >> 1
    const { end, start } = paragraphs[middle]!
    if (position < start) high = middle - 1
    else if (position >= end) low = middle + 1
    else return middle
  }
  return -1
}

const evenly = (count: number): ReadonlyArray<number> => {
  const order: Array<number> = []
  for (let step = Math.max(1, 2 ** Math.floor(Math.log2(Math.max(1, count)))); step >= 1; step = Math.floor(step / 2)) {
    for (let index = 0; index < count; index += step) {
      if (step === 1 || index % (step * 2) !== 0 || order.length === 0) order.push(index)
    }
  }
  return [...new Set(order)]
}
