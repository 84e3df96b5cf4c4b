/** Finds entries of a table of contents. An entry extends from a title to its page number across a gap of any width. */
import { NEARLY_ALL } from "./measures.ts"

interface Row {
  readonly y: number
  readonly pieces: ReadonlyArray<{ readonly text: string }>
}

const title =
  /^(?:(?:table of |list of )?contents|inhalt(?:sverzeichnis)?|sommaire|table des mati[eè]res|[ií]ndice(?: de contenidos)?|contenidos?|sum[aá]rio|inhoud(?:sopgave)?)$/iu

const TITLE_WORDS = 3

const pageNumber = /^\d{1,4}$/
const romanNumber = /^[ivxlc]{1,7}$/

const MIN_ENTRIES = 4

/** Returns the entries of a table of contents. `rows` must be in order. */
export const entriesOf = <R extends Row>(rows: ReadonlyArray<R>): ReadonlySet<R> => {
  const start = rows.findIndex(({ pieces }) =>
    pieces.length <= TITLE_WORDS && title.test(pieces.map((piece) => piece.text).join(" "))
  )
  if (start < 0) return new Set()
  const ending = (row: R) => row.pieces.length > 1 ? row.pieces.at(-1)!.text : ""
  const entries = rows.slice(start + 1).filter((row) => pageNumber.test(ending(row)) || romanNumber.test(ending(row)))
  const numbers = entries.map(ending).filter((text) => pageNumber.test(text)).map(Number)
  const growing = numbers.filter((number, k) => k === 0 || number >= numbers[k - 1]!)
  return numbers.length >= MIN_ENTRIES && growing.length >= numbers.length * NEARLY_ALL
    ? new Set(entries)
    : new Set()
}
