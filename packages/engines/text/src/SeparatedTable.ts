/**
 * Converts separated values to a Markdown table.
 *
 * @since 0.2.0
 */
/** Maximum rows of a table. Larger tables are not readable text. */
const MAX_ROWS = 10_000

const MAX_COLUMNS = 500

const SAMPLE = 4096

/**
 * A Markdown table, with a warning about omitted rows and columns.
 *
 * @category models
 * @since 0.2.0
 */
export interface Table {
  readonly markdown: string
  readonly warnings: ReadonlyArray<string>
}

/**
 * Converts separated values (RFC 4180) to a table of GitHub Flavored Markdown. The first row is the header. The
 * separator is `,`, `;` or tab, whichever is most frequent outside of quotes in the first line.
 *
 * @category conversions
 * @since 0.2.0
 */
export const separatedTable = (source: string, separator = separatorOf(source)): Table => {
  const rows: Array<ReadonlyArray<string>> = []
  let columns = 0
  let isWhole = true
  for (const row of rowsOf(source, separator)) {
    if (rows.length === MAX_ROWS) {
      isWhole = false
      break
    }
    rows.push(row.slice(0, MAX_COLUMNS))
    columns = Math.max(columns, row.length)
  }
  if (rows.length === 0) return { markdown: "", warnings: [] }
  const width = Math.min(columns, MAX_COLUMNS)
  const [head, ...others] = rows
  // Only the header needs every column (GFM 4.10). Padding every row could multiply the size of the input by a
  // thousand.
  const filled = Array.from({ length: width }, (_, at) => head![at] ?? "")
  const lines = [lineOf(filled), `|${" --- |".repeat(width)}`, ...others.map(lineOf)]
  return {
    markdown: lines.join("\n"),
    warnings: [
      ...(isWhole ? [] : [`Only the first ${MAX_ROWS} rows of the table are returned.`]),
      ...(columns > MAX_COLUMNS ? [`Only the first ${MAX_COLUMNS} columns of the table are returned.`] : [])
    ]
  }
}

const lineOf = (row: ReadonlyArray<string>): string => `| ${row.map(cellOf).join(" | ")} |`

const cellOf = (value: string): string =>
  value.trim().replaceAll("\\", "\\\\").replaceAll("|", "\\|").replace(/\r\n?|\n/g, "<br>")

const separatorOf = (source: string): string => {
  const counts = new Map([[",", 0], [";", 0], ["\t", 0]])
  let isQuoted = false
  for (const sign of source.slice(0, SAMPLE)) {
    if (sign === "\"") isQuoted = !isQuoted
    else if (isQuoted) continue
    else if (sign === "\n" || sign === "\r") break
    else if (counts.has(sign)) counts.set(sign, counts.get(sign)! + 1)
  }
  return [...counts].reduce((best, next) => next[1] > best[1] ? next : best)[0]
}

function* rowsOf(source: string, separator: string): Generator<ReadonlyArray<string>> {
  const end = separator === ";" ? /[;\r\n]/g : separator === "\t" ? /[\t\r\n]/g : /[,\r\n]/g
  let row: Array<string> = []
  let at = 0
  while (at < source.length) {
    const quoted = source[at] === "\"" ? quotedAt(source, at) : undefined
    end.lastIndex = quoted?.end ?? at
    const stop = end.exec(source)?.index ?? source.length
    row.push(quoted === undefined ? source.slice(at, stop) : quoted.value + source.slice(quoted.end, stop))
    at = stop + 1
    if (source[stop] === separator) {
      if (at === source.length) row.push("")
      else continue
    }
    if (row.length > 1 || row[0]!.trim() !== "") yield row
    row = []
  }
  if (row.length > 0) yield row
}

/** Reads a quoted value. Two quotes inside it are one. An unclosed value extends to the end. */
const quotedAt = (source: string, start: number): { readonly value: string; readonly end: number } => {
  let at = start + 1
  while (true) {
    const next = source.indexOf("\"", at)
    const close = next === -1 ? source.length : next
    if (source[close + 1] !== "\"" || next === -1) {
      return { value: source.slice(start + 1, close).replaceAll("\"\"", "\""), end: Math.min(close + 1, source.length) }
    }
    at = close + 2
  }
}
