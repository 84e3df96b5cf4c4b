/**
 * Finds the numbers of the atlas behind their names.
 *
 * @since 0.2.0
 */
import { type Row, rows } from "./atlas.ts"
import { type Scan, within } from "./scan.ts"

/** How sure a number is: its check digits hold; it has none, or they do not hold. */
const SURE = { checked: 0.95, shaped: 0.8, unchecked: 0.7 }

const names = new RegExp(
  `(?<![\\p{L}\\d])(?:${[...new Set(rows.flatMap((row) => row.names))].join("|")})(?![\\p{L}\\d])`,
  "giu"
)
/** The separators between a name and its number. */
const joint =
  /["'`*_)]{0,3}\.?(?:[ -](?:[Nn][or]|[Nn]um(?:ber|mer|ero|éro)?|[Nn]º|[Nn]°|№|[Cc]ode|ID|id)(?![\p{L}\d])\.?)?(?:[\s:#|*="'`(–—-]|\b(?:is|was|ist|lautet|est|es|era|on|är|er|jest|to|é|è|е|of|[a-zà-ú]{1,4})\b(?=[\s:])){0,6}/uy
/** Short names that are words in small letters. */
const words = /^(?:sin|pan|fin|run|rut|nie|avs|nas|nir|nip)$/

/** The rows that a name may be of. */
const byRow = rows.map((row) => ({ row, name: new RegExp(`^(?:${row.names})$`, "iu") }))
const known = new Map<string, ReadonlyArray<Row>>()

const rowsOf = (name: string): ReadonlyArray<Row> => {
  const lower = name.toLowerCase()
  const found = known.get(lower) ?? byRow.filter((one) => one.name.test(lower)).map(({ row }) => row)
  known.set(lower, found)
  return found
}

/** Characters in front of the first digit of a number in which its name begins: a long name, and words between. */
const CHARACTERS_BEFORE_NUMBER = 64

type Take = (start: number, end: number, score: number, reason: string) => void

/** Adds the number behind its name, where one of the rows of the name has its shape. */
const numberBehind = (text: string, name: string, end: number, urls: Scan["urls"], add: Take): void => {
  joint.lastIndex = end
  joint.exec(text)
  const start = Math.max(joint.lastIndex, end)
  if (start === end || within(urls, start)) return
  for (const { check, isWeak, shape } of rowsOf(name)) {
    shape.lastIndex = start
    const match = shape.exec(text)
    if (match === null || /[\p{L}\d]/u.test(text[shape.lastIndex] ?? "")) continue
    const isChecked = check?.(match[0].replace(/[ ./-]/g, "").toUpperCase())
    if (isChecked === false && isWeak === true) continue
    const score = isChecked === undefined ? SURE.shaped : isChecked ? SURE.checked : SURE.unchecked
    return add(start, shape.lastIndex, score, "government")
  }
}

/** Adds the numbers of persons that their names announce. Only what stands in front of digits is read. */
export const nationalNumbers = ({ digits, text, urls }: Scan, add: Take): void => {
  let read = 0
  for (let i = 0; i < digits.length; i += 2) {
    const at = digits.at[i]!
    const from = Math.max(read, at - CHARACTERS_BEFORE_NUMBER)
    read = at
    for (const { 0: name, index } of text.slice(from, at + 1).matchAll(names)) {
      const isInside = index === 0 && from > 0 && /[\p{L}\d]/u.test(text[from - 1]!)
      if (!isInside && !words.test(name)) numberBehind(text, name, from + index + name.length, urls, add)
    }
  }
}
