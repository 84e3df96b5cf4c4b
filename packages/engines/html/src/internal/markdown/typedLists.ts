/**
 * Converts lists that an author typed as lines with leading signs to Markdown lists.
 *
 * @since 0.1.0
 */

/** Matches a line of finished Markdown with a leading bullet, escaped or not. */
const bullet = /^(?:\\?[-+*]|[\u2022\u00b7\u25cf\u25aa\u25e6\u2023\u2219])[ \t]+(?=\S)/
const numbered = /^(\d{1,3})\\?([.)])[ \t]+(?=\S)/
const lineBreak = "  \n"

/** Returns whether a line is complete: no mark, link or code continues on the next line. */
const isWhole = (line: string): boolean => {
  const bare = line.replace(/\\./g, "")
  const count = (sign: string) => bare.split(sign).length - 1
  return count("*") % 2 === 0 && count("`") % 2 === 0 && count("~~") % 2 === 0 && count("](") <= count("[") &&
    count("[") === count("]")
}

/** Returns the number of consecutive lines, starting at one, that are items of the same list. */
const itemsAt = (lines: ReadonlyArray<string>, from: number): number => {
  const first = numbered.exec(lines[from]!)
  let k = from
  for (; k < lines.length; k++) {
    const line = lines[k]!
    const sign = first === null ? bullet.exec(line)?.[0] : numbered.exec(line)?.[0]
    if (sign === undefined || !isWhole(line.slice(sign.length))) break
    if (first !== null && Number(sign.match(/\d+/)![0]) !== Number(first[1]) + k - from) break
  }
  return k - from
}

/** Returns the blocks of a paragraph whose lines are list items; `undefined` if none exist. */
export const typedLists = (paragraph: string): ReadonlyArray<string> | undefined => {
  if (!paragraph.includes(lineBreak)) return undefined
  const lines = paragraph.split(lineBreak)
  const blocks: Array<string> = []
  let words: Array<string> = []
  const endWords = () => {
    if (words.length > 0) blocks.push(words.join(lineBreak))
    words = []
  }
  for (let k = 0; k < lines.length;) {
    const size = itemsAt(lines, k)
    if (size < 2) {
      words.push(lines[k++]!)
      continue
    }
    endWords()
    const sign = `$1${numbered.exec(lines[k]!)?.[2] ?? ""} `
    const items = lines.slice(k, k + size).map((line) => line.replace(bullet, "- ").replace(numbered, sign))
    blocks.push(items.join("\n"))
    k += size
  }
  if (blocks.length === 0) return undefined
  endWords()
  return blocks
}

/** A paragraph that an author typed as an item of a list. */
export interface TypedItem {
  /** The sign that the author typed, as Markdown. */
  readonly sign: string
  /** The number of the item; `undefined` if it has a bullet. */
  readonly number: number | undefined
  /** The equivalent Markdown marker. */
  readonly marker: string
  readonly words: string
}

const typedNumber = /^(\d{1,3})\\([.)]) +(?=\S)/
const typedBullet = /^[\u2022\u00b7\u25cf\u25aa\u25e6\u2023\u2219] +(?=\S)/

/** Parses a single-line paragraph as a list item by its first sign; `undefined` for others. */
export const typedItem = (paragraph: string): TypedItem | undefined => {
  const numbered = typedNumber.exec(paragraph)
  const sign = (numbered ?? typedBullet.exec(paragraph))?.[0]
  if (sign === undefined || paragraph.includes("\n")) return undefined
  const number = numbered === null ? undefined : Number(numbered[1])
  const marker = numbered === null ? "- " : `${number}${numbered[2]} `
  return { sign, number, marker, words: paragraph.slice(sign.length) }
}

/** Returns whether an item continues the list of the previous item. */
export const continues = (before: TypedItem, { marker, number }: TypedItem): boolean =>
  number === undefined
    ? before.marker === marker
    : before.number === number - 1 && before.marker.at(-2) === marker.at(-2)
