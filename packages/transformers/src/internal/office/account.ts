/** Counts parts of a file that are missing from its text, for a warning. */

const NAMES = {
  picture: ["1 picture", "pictures"],
  chart: ["1 chart", "charts"],
  diagram: ["1 diagram", "diagrams"],
  object: ["1 embedded object", "embedded objects"],
  comment: ["1 comment", "comments"],
  hiddenSheet: ["1 hidden sheet", "hidden sheets"],
  hiddenRow: ["1 hidden row", "hidden rows"],
  hiddenColumn: ["1 hidden column", "hidden columns"],
  hiddenSlide: ["1 hidden slide", "hidden slides"],
  hiddenText: ["hidden text", ""],
  margin: ["headers and footers", ""],
  macro: ["macros", ""],
  protectedChapter: ["1 encrypted chapter", "encrypted chapters"]
} as const

export type Omitted = keyof typeof NAMES

const MAX_HTML_CHARACTERS = 20_000_000

export const MAX_TABLE_CELLS = 1_000_000
export const MAX_TABLE_CHARACTERS = 8_000_000

export class Account {
  private readonly counts = new Map<Omitted, number>()
  private isCut = false
  private written = 0

  omit(what: Omitted, count = 1): void {
    if (count > 0) this.counts.set(what, (this.counts.get(what) ?? 0) + count)
  }

  cut(): void {
    this.isCut = true
  }

  /** A file may repeat a cell or a row millions of times in a few bytes. */
  roomOfTable(): (cells: number, characters: number) => boolean {
    let cellsLeft = MAX_TABLE_CELLS
    let charactersLeft = MAX_TABLE_CHARACTERS
    return (cells, characters) => {
      cellsLeft -= cells
      charactersLeft -= characters
      if (cellsLeft >= 0 && charactersLeft >= 0) return true
      this.isCut = true
      return false
    }
  }

  fits(html: string): boolean {
    this.written += html.length
    if (this.written <= MAX_HTML_CHARACTERS) return true
    this.isCut = true
    return false
  }

  get warnings(): ReadonlyArray<string> {
    const named = [...this.counts].map(([what, count]) => {
      const [one, several] = NAMES[what]
      return count === 1 || several === "" ? one : `${count} ${several}`
    })
    return [
      ...(named.length === 0 ? [] : [`These parts of the file are not in its text: ${named.join(", ")}.`]),
      ...(this.isCut ? ["The file is too large and was only partly read (truncated)."] : [])
    ]
  }
}
