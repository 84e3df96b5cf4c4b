/** Divides a text into blocks, which are selected as a whole. A table or code block is one block. */
import * as Statements from "../../Statements.ts"

export type Kind = "heading" | "code" | "table" | "text"

export interface Block {
  readonly kind: Kind
  readonly start: number
  /** The position after the last character that is not a line end. */
  readonly end: number
  readonly text: string
  readonly paragraph: number
  /** The section's number; -1 above the first heading. */
  readonly section: number
  /** Outermost first. The list of a heading ends with the heading itself. */
  readonly headings: ReadonlyArray<string>
  /** Index of the block that introduces this one, such as "Do not:"; -1 if none exists. */
  readonly lead: number
  /** Whether the block limits the preceding one, such as "Unless the pump is off." */
  readonly isLimiting: boolean
}

const none: ReadonlyArray<string> = []

/** Returns the blocks of a text. A block is a sentence, an item, a heading, a whole table, or a block of code. */
export const blocksOf = (text: string, maxStatements?: number): ReadonlyArray<Block> => {
  const { sections, statements } = Statements.read(text, { maxStatements })
  const blocks: Array<Block> = []
  const places: Array<number> = []
  for (const { block, end, isLimiting, kind, lead, section, start, text: words } of statements) {
    const last = blocks.at(-1)
    if (kind === "row" && last?.kind === "table" && last.paragraph === block) {
      blocks[blocks.length - 1] = { ...last, end, text: `${last.text}\n${words}` }
      places.push(blocks.length - 1)
      continue
    }
    places.push(blocks.length)
    blocks.push({
      kind: kind === "heading" || kind === "code" ? kind : kind === "row" ? "table" : "text",
      start,
      end,
      text: words,
      paragraph: block,
      section,
      headings: sections[section]?.path ?? none,
      lead: places[lead] ?? -1,
      isLimiting
    })
  }
  return blocks
}
