/**
 * Reads the headers of Markdown tables, CSV and TSV, so that a column's name can announce the content of its cells.
 *
 * @since 0.1.0
 */
import * as Ascending from "@dunlin/text/Ascending"
import * as Unit from "@dunlin/text/Unit"
import { isPersonHead } from "./nameHeads.ts"
import { numberNameIn } from "./numberNames.ts"

export type Tables = ReadonlyArray<{
  readonly text: string
  readonly start: number
  readonly end: number
  readonly separator: string
  readonly heads: ReadonlyArray<string>
  readonly memo: { row: number; rowEnd: number; cuts: Array<number> }
}>

const known =
  /name|mail|phone|tel|mobile|address|street|city|iban|account|card|passw|secret|token|key|contrase|kennwort|senha|wachtwoord|mot.de.passe|пароль|密码|パスワード|비밀번호|ssn|contact|email|konto|adresse|telefon|número|zip|postal|routing|swift|bic/i
const MAX_CHARACTERS_OF_TABLE_HEAD = 2000
const MAX_CHARACTERS_OF_TABLE_ROW = 4000
const MAX_CHARACTERS_OF_LABEL_COLUMN = 30

const separators = [",", ";", "\t"]

const splitRow = (line: string, separator: string): Array<string> =>
  line.split(separator).map((cell) => cell.trim().replace(/^["'*_` ]+|["'*_` ]+$/g, ""))

const count = (line: string, separator: string): number => {
  let n = 0
  for (let i = line.indexOf(separator); i >= 0; i = line.indexOf(separator, i + 1)) n++
  return n
}

const none: Tables = []

const isKnown = (head: string): boolean => known.test(head) || isPersonHead(head) || numberNameIn(head) !== undefined

/**
 * Returns whether a line may be the header of a CSV: it announces a column, and the next line has a value in each
 * column.
 */
const mayBeHeader = (line: string, text: string, next: number): boolean => {
  if (known.test(line)) return true
  const stop = text.indexOf("\n", next)
  const row = text.slice(next, Math.min(stop < 0 ? text.length : stop, next + MAX_CHARACTERS_OF_TABLE_HEAD))
  return /\d/.test(row) &&
    separators.some((separator) => count(line, separator) > 0 && count(line, separator) === count(row, separator)) &&
    numberNameIn(line) !== undefined
}

export const tables = (text: string): Tables => {
  // A table needs a header and a row, so at least two lines.
  if (!text.includes("\n")) return none
  const found: Array<Tables[number]> = []
  const add = (start: number, end: number, separator: string, heads: ReadonlyArray<string>) => {
    if (end > start && heads.some(isKnown)) {
      found.push({ text, start, end, separator, heads, memo: { row: -1, rowEnd: -1, cuts: [] } })
    }
  }
  // The next position of each separator, so that lines without separators are skipped.
  const ahead = separators.map((separator) => text.indexOf(separator))
  const hasBar = text.includes("|")
  if (!hasBar && ahead.every((place) => place < 0)) return found
  let at = 0
  let before = 0
  let beforeEnd = 0
  while (at < text.length) {
    const stop = text.indexOf("\n", at)
    const end = stop < 0 ? text.length : stop
    const first = text.charCodeAt(at)
    // The line is the rule below the header of a Markdown table.
    if (
      hasBar && (first === Unit.BAR || first === Unit.HYPHEN || first === Unit.COLON || first === Unit.SPACE) &&
      end - at < MAX_CHARACTERS_OF_TABLE_HEAD
    ) {
      const line = text.slice(at, end)
      const previous = /^[\s|:-]+$/.test(line) && line.includes("|") && line.includes("-")
        ? text.slice(before, beforeEnd)
        : ""
      if (previous.includes("|")) {
        let body = end + 1
        while (body < text.length) {
          const next = text.indexOf("\n", body)
          const rowEnd = next < 0 ? text.length : next
          const bar = text.indexOf("|", body)
          if (bar < 0 || bar > rowEnd) break
          body = rowEnd + 1
        }
        add(Math.min(end + 1, text.length), Math.min(body, text.length), "|", splitRow(previous, "|"))
        at = Math.max(body, end + 1)
        before = beforeEnd = 0
        continue
      }
    }
    let separated = false
    for (let i = 0; i < separators.length; i++) {
      let place = ahead[i]!
      if (place >= 0 && place < at) place = ahead[i] = text.indexOf(separators[i]!, at)
      if (place >= 0 && place < end) separated = true
    }
    // A row must follow the header.
    const hasRow = end + 1 < text.length && text.charCodeAt(end + 1) !== Unit.LINE_FEED
    const line = separated && hasRow && end - at <= MAX_CHARACTERS_OF_TABLE_HEAD ? text.slice(at, end) : ""
    // The header of a CSV has known words and no sentence, and its rows have the same number of cells.
    if (line !== "" && !/[!?|]\s|\p{Ll}{3}\.\s|\d{3}/u.test(line) && mayBeHeader(line, text, end + 1)) {
      for (const separator of separators) {
        const cells = count(line, separator)
        if (cells === 0) continue
        // In a table of two columns, the second header is never empty, but lines of objects end with a separator.
        if (cells === 1 && line.trimEnd().endsWith(separator)) continue
        if (
          cells === 1 &&
          !splitRow(line, separator).every((head) => isKnown(head) && head.length < MAX_CHARACTERS_OF_LABEL_COLUMN)
        ) continue
        let body = end + 1
        let rows = 0
        while (body < text.length) {
          const next = text.indexOf("\n", body)
          const rowEnd = next < 0 ? text.length : next
          const row = rowEnd - body > MAX_CHARACTERS_OF_TABLE_ROW ? "" : text.slice(body, rowEnd)
          if (count(row.replace(/"[^"]{0,400}"/g, ""), separator) !== cells) break
          rows++
          body = rowEnd + 1
        }
        if (rows > 0) {
          add(end + 1, Math.min(body, text.length), separator, splitRow(line, separator))
          at = body
          break
        }
      }
    }
    if (at > end) {
      before = beforeEnd = 0
      continue
    }
    before = at
    beforeEnd = end - at > MAX_CHARACTERS_OF_TABLE_HEAD ? at : end
    at = end + 1
  }
  return found
}

export const headerAt = (found: Tables, position: number): string | undefined => {
  const table = found[Ascending.countWhile(found.length, (at) => found[at]!.end <= position)]
  if (table === undefined || table.start > position) return undefined
  const { memo, text } = table
  if (position < memo.row || position >= memo.rowEnd || memo.row < 0) {
    memo.row = text.lastIndexOf("\n", position - 1) + 1
    const stop = text.indexOf("\n", position)
    memo.rowEnd = stop < 0 ? text.length : stop
    memo.cuts = []
    let quoted = false
    for (let i = memo.row; i < memo.rowEnd; i++) {
      if (text[i] === "\"" && table.separator !== "|") quoted = !quoted
      else if (!quoted && text[i] === table.separator) memo.cuts.push(i)
    }
  }
  return table.heads[Ascending.countBelow(memo.cuts, position)]
}

/** Calls a function for each cell of a line. `start` and `end` are those of the trimmed content. */
export const eachCell = (
  text: string,
  found: Tables,
  visit: (head: string, start: number, end: number) => void
): void => {
  for (const table of found) {
    let row = table.start
    while (row < table.end) {
      const stop = text.indexOf("\n", row)
      const end = Math.min(stop < 0 ? text.length : stop, table.end)
      let from = row
      let column = 0
      let quoted = false
      for (let i = row; i <= end; i++) {
        if (i < end && text[i] === "\"" && table.separator !== "|") quoted = !quoted
        if (i < end && (quoted || text[i] !== table.separator)) continue
        let start = from
        let last = i
        while (start < last && /[\s"'*_`]/.test(text[start]!)) start++
        while (last > start && /[\s"'*_`]/.test(text[last - 1]!)) last--
        const head = table.heads[column]
        if (last > start && head !== undefined && head !== "") visit(head, start, last)
        column++
        from = i + 1
      }
      row = end + 1
    }
  }
}
