/**
 * Finds the atlas's numbers after their names.
 *
 * @since 0.2.0
 */
import { classes } from "@dunlin/text/UnitClass"
import { textAfter } from "./around.ts"
import { rows } from "./atlas.ts"
import type { Row } from "./atlasRow.ts"
import { isCommonWord, nameEndAt, numberNameIn, OF_WORD } from "./numberNames.ts"
import { within } from "./offsets.ts"
import type { Scan } from "./scan.ts"
import { eachCell, type Tables } from "./tables.ts"

const SURE = { checked: 0.95, shaped: 0.8, unchecked: 0.7 }

const joint =
  /["'`*_)]{0,3}\.?(?: ?\([\p{L} ./]{1,24}\))?(?:[ -](?:[Nn][or]|[Nn]um(?:ber|mer|ero|éro)?|[Nn]º|[Nn]°|№|[Cc]ode|ID|id|n[uú]mer[ou]?|номер|číslo|broj|szám|numaras[ıi]|numeris|numurs|αριθμός|संख्या|नंबर|番号|번호|号码|號碼)(?![\p{L}\p{M}\d])\.?)?(?: (?:del?|de l[ao]s?|d[aeo]s?|du|of(?: the)?|der|des|van(?: de[nr]?)?|на) \p{Ll}{3,14}(?=\s?[:|=*]|\s[\dA-Z]))?(?:[\s:#|*="'`(–—-]|\b(?:is|was|ist|lautet|est|es|era|on|är|er|jest|to|é|è|е|of|[a-zà-ú]{1,4})\b(?=[\s:])){0,6}/uy
const byRow = rows.map((row) => ({ row, name: new RegExp(`^(?:${row.names})$`, "iu") }))
const known = new Map<string, ReadonlyArray<Row>>()

const rowsOf = (name: string): ReadonlyArray<Row> => {
  const lower = name.toLowerCase()
  const found = known.get(lower) ?? byRow.filter((one) => one.name.test(lower)).map(({ row }) => row)
  known.set(lower, found)
  return found
}

const CHARACTERS_BEFORE_NUMBER = 64

/** Matches text with which a number continues beyond its shape. */
const continuation = /^(?:[\p{L}\d]|[-./][\dA-Z])/u

const written = /[\dA-ZА-Я(](?:[ .,/()-]{0,3}[\dA-ZА-Я]){3,27}(?![\p{L}\d])/uy

const compactShapes = new Map<Row, RegExp>()

const compactShape = (row: Row): RegExp => {
  const made = compactShapes.get(row) ??
    new RegExp(`^(?:${row.country})?(?:${row.shape.source})$`, row.shape.flags.replace("y", ""))
  compactShapes.set(row, made)
  return made
}

/**
 * Returns the end of a number in another spelling, with other separators or the prefix of its country: `PL 856-734.62
 * 15`; -1 if it has not the shape of the row.
 */
const otherSpelling = (text: string, start: number, row: Row): number => {
  written.lastIndex = start
  const match = written.exec(text)
  if (match === null) return -1
  for (let end = match[0].length; end > 0;) {
    const compact = match[0].slice(0, end).replace(/[^\p{L}\d]/gu, "")
    if (compactShape(row).test(compact)) {
      const number = compact.startsWith(row.country) ? compact.slice(row.country.length) : compact
      return row.check?.(number) === false ? -1 : start + end
    }
    // Drops the last group of the number.
    end = match[0].slice(0, end).search(/[^\p{L}\d]+[\p{L}\d]*$/u)
  }
  return -1
}

type Take = (start: number, end: number, score: number, reason: string) => void

const numberAt = (text: string, name: string, start: number, isAnnounced: boolean, add: Take): void => {
  let best = { end: start, score: 0 }
  for (const row of rowsOf(name)) {
    const { check, isWeak, shape } = row
    shape.lastIndex = start
    const match = shape.exec(text)
    if (match === null || continuation.test(textAfter(text, shape.lastIndex, 2))) {
      const end = otherSpelling(text, start, row)
      if (end > best.end && best.score <= SURE.unchecked) best = { end, score: SURE.unchecked }
      continue
    }
    const isChecked = check?.(match[0].replace(/[ ./-]/g, "").toUpperCase())
    if (isChecked === false && isWeak === true) continue
    const score = isChecked === undefined ? SURE.shaped : isChecked ? SURE.checked : SURE.unchecked
    if (score > best.score || score === best.score && shape.lastIndex > best.end) best = { end: shape.lastIndex, score }
  }
  const isEnough = isAnnounced ? best.score > 0 : best.score === SURE.checked
  if (isEnough) add(start, best.end, best.score, "government")
}

/** Maximum letters of a name that must be in capitals. Shorter words are abbreviations: `cf. 2001`. */
const MAX_LETTERS_OF_CAPITAL_NAME = 3

const isAnnouncing = (name: string): boolean =>
  name.length > MAX_LETTERS_OF_CAPITAL_NAME || name.endsWith(".") || name === name.toUpperCase()

const numberBehind = (text: string, name: string, end: number, urls: Scan["urls"], add: Take): void => {
  joint.lastIndex = end
  joint.exec(text)
  const start = Math.max(joint.lastIndex, end)
  if (start > end && !within(urls, start)) numberAt(text, name, start, isAnnouncing(name), add)
}

/** Adds the numbers in table columns whose header names them. */
export const numberColumns = (text: string, tables: Tables, add: Take): void => {
  const namesOfHeads = new Map<string, string | undefined>()
  eachCell(text, tables, (head, start) => {
    if (!namesOfHeads.has(head)) namesOfHeads.set(head, numberNameIn(head))
    const name = namesOfHeads.get(head)
    if (name !== undefined) numberAt(text, name, start, true, add)
  })
}

export const nationalNumbers = ({ digits, text, urls }: Scan, add: Take): void => {
  const table = classes()
  let read = 0
  for (let i = 0; i < digits.length; i += 2) {
    const last = digits.at[i]!
    let at = Math.max(read, last - CHARACTERS_BEFORE_NUMBER)
    read = last
    let isInWord = at > 0 && (table[text.charCodeAt(at - 1)]! & OF_WORD) !== 0
    while (at < last) {
      const isLetter = (table[text.charCodeAt(at)]! & OF_WORD) !== 0
      const end = isLetter && !isInWord ? nameEndAt(text, at) : -1
      isInWord = isLetter
      if (end < 0) {
        at++
        continue
      }
      if (!isCommonWord(text.slice(at, end))) numberBehind(text, text.slice(at, end), end, urls, add)
      at = end
      isInWord = true
    }
  }
}
