/** A line of Markdown with what it is; offsets are those of the whole text. */
export interface Block {
  readonly kind: "heading" | "row" | "item" | "text" | "code"
  /** Where its own text begins, behind its marks. */
  readonly start: number
  readonly end: number
  /** Its text without the marks at its beginning. */
  readonly text: string
  /** Of a heading its level from 1, of an item its indentation in columns; otherwise 0. */
  readonly level: number
  /** Of a row: the table it belongs to, counted from 0, and whether it is the head. */
  readonly table?: { readonly index: number; readonly isHead: boolean } | undefined
  /** The line before it is empty. */
  readonly isFirst: boolean
}

const rule = /^\s*\|?(?:\s*:?-+:?\s*\|)+(?:\s*:?-+:?\s*)?$/

/** The lines of a text that say something, in order. */
export const blocksOf = (markdown: string): ReadonlyArray<Block> => {
  const blocks: Array<Block> = []
  let fence: string | undefined
  let tables = 0
  let isInTable = false
  let isFirst = true
  let at = 0
  const add = (kind: Block["kind"], line: string, marks: number, rest: Partial<Block> = {}) => {
    const text = line.slice(marks).trimEnd()
    const lead = text.length - text.trimStart().length
    const start = at + marks + lead
    if (text.trim() !== "") {
      blocks.push({ kind, start, end: start + text.length - lead, text: text.trim(), level: 0, isFirst, ...rest })
    }
  }
  const lines = markdown.split("\n")
  for (const [index, line] of lines.entries()) {
    const mark = /^\s*(```+|~~~+)/.exec(line)?.[1]
    const heading = /^ {0,3}(#{1,6})\s+/.exec(line)
    const item = /^\s*(?:>\s?)*(?:[-*+]|\d{1,9}[.)])\s+/.exec(line)
    if (fence !== undefined) {
      if (mark?.startsWith(fence) === true) fence = undefined
      else add("code", line, 0)
    } else if (mark !== undefined) fence = mark
    else if (line.trimStart().startsWith("|")) {
      if (rule.test(line)) isInTable = true
      else {
        const isHead = !isInTable && rule.test(lines[index + 1] ?? "")
        if (isHead) tables++
        add("row", line, 0, { table: { index: tables - 1, isHead } })
      }
    } else if (heading !== null) add("heading", line, heading[0].length, { level: heading[1]!.length })
    else if (item !== null) add("item", line, item[0].length, { level: /^\s*/.exec(line)![0].length })
    else if (!/^\s*(?:[-*_]\s*){3,}$/.test(line)) add("text", line, /^\s*(?:>\s?)*/.exec(line)![0].length)
    if (!line.trimStart().startsWith("|")) isInTable = false
    isFirst = line.trim() === ""
    at += line.length + 1
  }
  return blocks
}

/** The cells of a row of a table. */
export const cellsOf = (row: string): ReadonlyArray<string> =>
  row.replace(/^\s*\||\|\s*$/g, "").split(/(?<!\\)\|/).map((cell) => cell.trim())

/** The words of a text without the marks of Markdown and the addresses of links. */
export const plain = (text: string): string =>
  text
    .replace(/!?\[([^[\]]{0,500})\]\([^()]{0,2000}\)/g, "$1")
    .replace(/\*\*|__|`/g, "")
    .replace(/<br\s*\/?>/g, " ")
    .replace(/\\([!-/:-@[-`{-~])/g, "$1")
    .trim()

/** The text of a line that is bold as a whole: a heading, or the name of what follows. */
export const boldLine = (text: string): string | undefined => /^\*\*([^*]{1,120})\*\*[:.]?$/.exec(text)?.[1]
