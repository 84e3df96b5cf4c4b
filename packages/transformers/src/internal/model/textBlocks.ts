import * as Lines from "@dunlin/text/Lines"
import * as Literals from "@dunlin/text/Literals"
import * as Statements from "@dunlin/text/Statements"

export interface Block {
  readonly kind: "heading" | "row" | "item" | "text" | "code"
  /** After the Markdown marks of the block. */
  readonly start: number
  readonly end: number
  readonly text: string
  readonly level: number
  readonly table?: { readonly index: number; readonly isHead: boolean } | undefined
  readonly isFirst: boolean
  readonly rangeOf: (from: number, to: number) => { readonly start: number; readonly end: number }
}

const rule = /^\s*\|?(?:\s*:?-+:?\s*\|)+(?:\s*:?-+:?\s*)?$/
const fence = /^\s*(?:`{3,}|~{3,})/

export const blocksOf = (markdown: string): ReadonlyArray<Block> => {
  const blocks: Array<Block> = []
  const { lines, sourceEndOf, sourceOf, text } = Lines.logical(markdown, { omitPageBreaks: true })
  let tables = 0
  let read = -1
  lines.forEach((line, at) => {
    if (line.kind === "code") {
      if (line.block === read) return
      read = line.block
      let last = at
      while (lines[last + 1]?.block === line.block) last++
      blocks.push(...codeBlocks(markdown, line.start, lines[last]!.end))
      return
    }
    const words = text.slice(line.words, line.to)
    const own = words.trim()
    const { kind } = line
    if (own === "" || kind === "html" || kind === "rule" || kind === "row" && rule.test(own)) return
    const from = line.words + words.length - words.trimStart().length
    const before = lines[at - 1]
    let table: Block["table"]
    if (kind === "row") {
      const next = lines[at + 1]
      const isHead = before?.block !== line.block && next?.block === line.block &&
        rule.test(text.slice(next.words, next.to))
      if (isHead) tables++
      table = { index: tables - 1, isHead }
    }
    blocks.push({
      kind,
      start: sourceOf(from),
      end: line.end,
      text: own,
      level: kind === "heading" || kind === "item" ? line.level : 0,
      table,
      isFirst: before === undefined || /\n[ \t\r]*\n/.test(markdown.slice(before.end, line.start)),
      rangeOf: (start, end) => ({ start: sourceOf(from + start), end: sourceEndOf(from + end) })
    })
  })
  return blocks
}

const commentMarks = /\n[ \t]*(?:\/\/[/!]?|#+|--|;+|%+|\*+)?(?=\s)/g

const codeBlocks = (markdown: string, start: number, end: number): ReadonlyArray<Block> =>
  Statements.codeParts(markdown, { start, end }).flatMap((part): ReadonlyArray<Block> => {
    const source = markdown.slice(part.start, part.end)
    if (fence.test(source)) return []
    return [{
      kind: "code",
      start: part.start,
      end: part.end,
      // Must be as long as the source, so that offsets stay valid.
      text: source.replace(commentMarks, (found) => " ".repeat(found.length)),
      level: 0,
      isFirst: false,
      rangeOf: (from, to) => ({ start: part.start + from, end: part.start + to })
    }]
  })

export const cellsOf = (row: string): ReadonlyArray<string> =>
  row.replace(/^\s*\||\|\s*$/g, "").split(/(?<!\\)\|/).map((cell) => cell.trim())

export const plain = (text: string): string =>
  Literals.show(
    Literals.withoutTags(Literals.hide(text))
      .replace(/!?\[([^[\]]{0,500})\]\([^()]{0,2000}\)/g, "$1")
      .replace(/\*\*|__|`/g, "")
  ).trim()

export const boldLine = (text: string): string | undefined => /^\*\*([^*]{1,120})\*\*[:.]?$/.exec(text)?.[1]
