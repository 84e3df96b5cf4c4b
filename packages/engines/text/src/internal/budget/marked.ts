/** The blocks of a Markdown text: what belongs together when a part of it is chosen. */

export type Kind = "heading" | "code" | "table" | "text"

export interface Block {
  readonly kind: Kind
  readonly start: number
  /** Behind the last character that is not a line end. */
  readonly end: number
  /** 1 to 6 for a heading. */
  readonly level: number
}

const fence = /^ {0,3}(`{3,}|~{3,})/
const heading = /^ {0,3}(#{1,6})(?:[ \t]|$)/
const tableRow = /^ {0,3}\|/

/** One pass over the lines. Every line of text is a block of its own; code and tables are blocks as wholes. */
export const blocksOf = (text: string): ReadonlyArray<Block> => {
  const blocks: Array<Block> = []
  let open: { readonly mark: string; readonly start: number } | undefined
  let at = 0
  while (at < text.length) {
    const newline = text.indexOf("\n", at)
    const end = newline < 0 ? text.length : newline
    // Marks stand at the beginning of a line; the rest of a long one says nothing.
    const line = text.slice(at, Math.min(end, at + longestMark))
    if (open !== undefined) {
      if (closes(line, open.mark) && end - at <= longestMark) {
        blocks.push({ kind: "code", start: open.start, end, level: 0 })
        open = undefined
      }
    } else {
      const mark = fence.exec(line)?.[1]
      const marks = heading.exec(line)?.[1]
      if (mark !== undefined) open = { mark, start: at }
      else if (marks !== undefined) blocks.push({ kind: "heading", start: at, end, level: marks.length })
      else if (tableRow.test(line)) addRow(blocks, text, at, end)
      else if (line.trim() !== "") blocks.push({ kind: "text", start: at, end, level: 0 })
    }
    at = end + 1
  }
  // A fence that is never closed holds the rest, as in CommonMark.
  if (open !== undefined) blocks.push({ kind: "code", start: open.start, end: text.trimEnd().length, level: 0 })
  return blocks
}

/** How much of a line is looked at for marks. */
const longestMark = 1000

const closes = (line: string, mark: string): boolean => {
  const found = fence.exec(line)?.[1]
  return found !== undefined && found[0] === mark[0] && found.length >= mark.length && line.trim() === found
}

const addRow = (blocks: Array<Block>, text: string, start: number, end: number) => {
  const last = blocks[blocks.length - 1]
  const goesOn = last?.kind === "table" && text.slice(last.end, start) === "\n"
  if (goesOn) blocks[blocks.length - 1] = { ...last, end }
  else blocks.push({ kind: "table", start, end, level: 0 })
}

/** The words of a heading without its marks. */
export const headingText = (text: string, { end, start }: Block): string =>
  text.slice(start, Math.min(end, start + longestHeading)).replace(/^ {0,3}#+[ \t]*/, "").replace(/[ \t]+#*[ \t]*$/, "")
    .replace(/\]\([^()\s]{0,2000}\)/g, "]").replace(/[[\]*`]/g, "").trim()

const longestHeading = 300
