/** Returns the visible text of a page, and the text of its Markdown, which `pdfInvariants` compares. */

export interface Item {
  readonly str: string
  readonly width: number
  readonly transform: ReadonlyArray<number>
}

/** Maximum gap between touching pieces of text in ems. */
const TOUCHING = 0.12
/** Maximum difference between baselines of one line in points. */
const SAME_LINE = 0.5

const heightOf = ({ transform }: Item): number => transform[5] ?? 0

const textOf = (items: ReadonlyArray<Item>): string => {
  let text = ""
  let end = -Infinity
  let line = -Infinity
  for (const { str, transform, width } of items) {
    const [a = 0, b = 0, , , x = 0, y = 0] = transform
    const touches = Math.abs(y - line) < SAME_LINE && Math.abs(x - end) < Math.hypot(a, b) * TOUCHING
    text += touches ? str : ` ${str}`
    end = x + width
    line = y
  }
  return text
}

const time = /\d{1,4}[./-]\d{1,2}[./-]\d{1,4},? \d{1,2}[:.]\d{2}/
const address = /(?:https?|file):\/\/\S+/
const pageOfAll = /\d{1,4}\/\d{1,4}/

/**
 * Returns whether a browser printed rows at the edge of the page: time, title, URL and page number. They are not part
 * of the page.
 */
const isBrowsers = (rows: string): boolean => [time, address, pageOfAll].every((part) => part.test(rows))

export const drawn = (items: ReadonlyArray<Item>): string => {
  const shown = items.filter(({ str }) => str.trim() !== "")
  const heights = shown.map(heightOf)
  const [top, bottom] = [Math.max(...heights), Math.min(...heights)]
  const isOutermost = (item: Item) =>
    Math.abs(heightOf(item) - top) < SAME_LINE || Math.abs(heightOf(item) - bottom) < SAME_LINE
  const rows = textOf(shown.filter(isOutermost)).normalize("NFKC")
  return textOf(isBrowsers(rows) ? shown.filter((item) => !isOutermost(item)) : shown)
}

const block = /^(`{3,}|~{3,})[^\n]*\n([^]*?)^\1[^\n]*$/gm
const span = /(?<!\\)(`+)(?!`)([^]*?[^`])\1(?!`)/g

const plainProse = (text: string): string =>
  text.replace(/(?<!\\)<((?:https?|mailto):[^>]*)>/g, "$1").replace(/(?<!\\)\]\([^)]*\)/g, "] ")
    .replace(/(?<!\\)<\/?(?:table|t[rdh]|thead|tbody|br|sup|sub|[biu]|em|strong)\b[^>]*>/g, " ")
    .replace(/^\[\^\w+\]:/gm, " ").replace(/\\([\\`*_{}[\]()#+\-.!<>|~$&"'])/g, "$1").replace(/\*/g, "")

export const shown = (markdown: string): string => {
  const plain = (text: string, pattern: RegExp, inside: (rest: string) => string): string => {
    let out = ""
    let from = 0
    for (const found of text.matchAll(pattern)) {
      out += `${inside(text.slice(from, found.index))}\n${found[2]!}\n`
      from = found.index + found[0].length
    }
    return out + inside(text.slice(from))
  }
  return plain(markdown, block, (rest) => plain(rest, span, plainProse))
}
