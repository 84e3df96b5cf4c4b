/**
 * Converts lists that an author typed as lines with leading signs to Markdown lists.
 *
 * @since 0.1.0
 */

const bullet = /^(?:\\?[-+*]|[\u2022\u00b7\u25cf\u25aa\u25e6\u2023\u2219])[ \t]+(?=\S)/
const numbered = /^(\d{1,3})\\?([.)])[ \t]+(?=\S)/
const lineBreak = "  \n"

/** Returns whether no mark, link or code span of a line continues on the next line. */
const isWhole = (line: string): boolean => {
  const bare = line.replace(/\\./g, "")
  const count = (sign: string) => bare.split(sign).length - 1
  return count("*") % 2 === 0 && count("`") % 2 === 0 && count("~~") % 2 === 0 && count("](") <= count("[") &&
    count("[") === count("]")
}

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

export interface TypedItem {
  readonly sign: string
  readonly number: number | undefined
  readonly marker: string
  readonly words: string
}

const typedNumber = /^(\d{1,3})\\([.)]) +(?=\S)/
const typedBullet = /^[\u2022\u00b7\u25cf\u25aa\u25e6\u2023\u2219] +(?=\S)/

export const typedItem = (paragraph: string): TypedItem | undefined => {
  const numbered = typedNumber.exec(paragraph)
  const sign = (numbered ?? typedBullet.exec(paragraph))?.[0]
  if (sign === undefined || paragraph.includes("\n")) return undefined
  const number = numbered === null ? undefined : Number(numbered[1])
  const marker = numbered === null ? "- " : `${number}${numbered[2]} `
  return { sign, number, marker, words: paragraph.slice(sign.length) }
}

export const continues = (before: TypedItem, { marker, number }: TypedItem): boolean =>
  number === undefined
    ? before.marker === marker
    : before.number === number - 1 && before.marker.at(-2) === marker.at(-2)
