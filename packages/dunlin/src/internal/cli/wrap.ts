/** Wraps prose to the width of a terminal. */

export const DEFAULT_COLUMNS = 80

/** Chinese, Japanese, Korean, full-width forms and emoji occupy two columns. */
const wide =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]/gu

const combining = /[\p{M}\u200c\u200d]/gu

export const columnsOf = (text: string): number => {
  const drawn = text.replace(combining, "")
  return [...drawn].length + (drawn.match(wide)?.length ?? 0)
}

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

export const outputColumns = (): number | undefined =>
  process.stdout.isTTY === true ? process.stdout.columns || DEFAULT_COLUMNS : undefined
