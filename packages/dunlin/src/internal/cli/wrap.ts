/** Wraps prose to the width of a terminal. */

/** Number of columns for a terminal that does not report its width. */
export const DEFAULT_COLUMNS = 80

/** Characters that take two columns: Chinese, Japanese, Korean, full-width forms and emoji. */
const wide =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]/gu

/** Marks that are drawn over the character before them. */
const combining = /[\p{M}\u200c\u200d]/gu

/** Columns that a text without control characters takes. */
export const columnsOf = (text: string): number => {
  const drawn = text.replace(combining, "")
  return [...drawn].length + (drawn.match(wide)?.length ?? 0)
}

/** Breaks each line of a text between words. A word that is wider than a line gets a separate line. */
export const wrap = (text: string, columns: number): ReadonlyArray<string> =>
  text.split("\n").flatMap((line) => {
    if (columnsOf(line) <= columns) return [line]
    const lines: Array<string> = []
    let current = ""
    let width = 0
    for (const word of line.split(" ")) {
      const size = columnsOf(word)
      if (current !== "" && width + 1 + size > columns) {
        lines.push(current)
        current = word
        width = size
        continue
      }
      width += size + (current === "" ? 0 : 1)
      current = current === "" ? word : `${current} ${word}`
    }
    return [...lines, current]
  })

/** Columns for text on standard output; `undefined` for a pipe or a file, whose lines stay whole for other programs. */
export const outputColumns = (): number | undefined =>
  process.stdout.isTTY === true ? process.stdout.columns || DEFAULT_COLUMNS : undefined
