/**
 * Finds the numbers of the atlas behind their names.
 *
 * @since 0.2.0
 */
import { classes, LETTER } from "@dunlin/text/UnitClass"
import { textAfter } from "./around.ts"
import { type Row, rows } from "./atlas.ts"
import { type Scan, within } from "./scan.ts"

/** How sure a number is: its check digits hold; it has none, or they do not hold. */
const SURE = { checked: 0.95, shaped: 0.8, unchecked: 0.7 }

/** The names of a row, each alone. */
const namesOf = ({ names }: Row): ReadonlyArray<string> =>
  names.match(/(?:\((?:[^()]|\([^()]*\))*\)|\\.|[^|()\\])+\??/gu) ?? []

// a longer name first: `cédula de ciudadanía` begins with `cédula`
const names = new RegExp(
  `(?<![\\p{L}\\d])(?:${
    [...new Set(rows.flatMap(namesOf))].toSorted((one, other) => other.length - one.length).join("|")
  })(?![\\p{L}\\d])`,
  "giu"
)
/** Letters of the beginning of a name that are looked up before its expression is tried. */
const LETTERS_OF_HEAD = 4

/** The first letters that a name may have, as its expression says: `c[ée]dula` begins with `cédu` or `cedu`. */
const headsOf = (source: string): ReadonlyArray<string> => {
  const group = /^\(\?:((?:[^()]|\([^()]*\))*)\)(\??)/.exec(source)
  if (group !== null) {
    const rest = source.slice(group[0].length)
    const alternatives = group[1]!.split("|").flatMap((one) => headsOf(one + rest))
    return group[2] === "?" ? [...alternatives, ...headsOf(rest)] : alternatives
  }
  let heads = [""]
  for (let at = 0; at < source.length && heads[0]!.length < LETTERS_OF_HEAD;) {
    const options = /^\[([^\]]+)\]/.exec(source.slice(at))
    const letters = options === null ? [source[at]!] : [...options[1]!]
    const next = at + (options === null ? 1 : options[0].length)
    if (source[next] === "?" || !letters.every((letter) => /[\p{L}\p{M}]/u.test(letter))) break
    heads = heads.flatMap((head) => letters.map((letter) => head + letter.toLowerCase()))
    at = next
  }
  return heads
}

const heads = new Set(rows.flatMap(namesOf).flatMap(headsOf))
/** The first two letters of each head: most words begin with others. */
const pairs = new Set([...heads].map((head) => head.slice(0, 2)))

/** Whether a word between two places begins as a name does: most numbers have none in front of them. */
const mayName = (text: string, from: number, to: number): boolean => {
  const table = classes()
  let isInWord = false
  for (let at = from; at < to; at++) {
    const isLetter = (table[text.charCodeAt(at)]! & LETTER) !== 0 || text[at] === "°"
    if (isLetter && !isInWord) {
      const word = text.slice(at, at + LETTERS_OF_HEAD).toLowerCase()
      if (pairs.has(word.slice(0, 2)) || pairs.has(word[0]!)) {
        for (let length = 1; length <= word.length; length++) if (heads.has(word.slice(0, length))) return true
      }
    }
    isInWord = isLetter
  }
  return false
}

/** The separators between a name and its number. */
const joint =
  /["'`*_)]{0,3}\.?(?:[ -](?:[Nn][or]|[Nn]um(?:ber|mer|ero|éro)?|[Nn]º|[Nn]°|№|[Cc]ode|ID|id)(?![\p{L}\d])\.?)?(?:[\s:#|*="'`(–—-]|\b(?:is|was|ist|lautet|est|es|era|on|är|er|jest|to|é|è|е|of|[a-zà-ú]{1,4})\b(?=[\s:])){0,6}/uy
/** Short names that are words in small letters. */
const words =
  /^(?:sin|pan|fin|run|rut|nie|avs|nas|nir|nip|nit|cui|ci|nin|tin|dui|pis|nis|mst|taj|ide|tic|ein|cif|nss|naf|nid|ruc|rif|sss|vat|spi|epic|dea|bvn|ird|abn|acn|matricule|паспорт)$/

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

/** What makes a number longer than its shape. */
const goesOn = /^(?:[\p{L}\d]|[-./][\dA-Z])/u

type Take = (start: number, end: number, score: number, reason: string) => void

/** Adds the number behind its name, where one of the rows of the name has its shape. */
const numberBehind = (text: string, name: string, end: number, urls: Scan["urls"], add: Take): void => {
  joint.lastIndex = end
  joint.exec(text)
  const start = Math.max(joint.lastIndex, end)
  if (start === end || within(urls, start)) return
  let best = { end: start, score: 0 }
  for (const { check, isWeak, shape } of rowsOf(name)) {
    shape.lastIndex = start
    const match = shape.exec(text)
    if (match === null || goesOn.test(textAfter(text, shape.lastIndex, 2))) continue
    const isChecked = check?.(match[0].replace(/[ ./-]/g, "").toUpperCase())
    if (isChecked === false && isWeak === true) continue
    const score = isChecked === undefined ? SURE.shaped : isChecked ? SURE.checked : SURE.unchecked
    // several countries share a name: the number that is sure, or longer, is the one that is meant
    if (score > best.score || score === best.score && shape.lastIndex > best.end) best = { end: shape.lastIndex, score }
  }
  if (best.score > 0) add(start, best.end, best.score, "government")
}

/** Adds the numbers of persons that their names announce. Only what stands in front of digits is read. */
export const nationalNumbers = ({ digits, text, urls }: Scan, add: Take): void => {
  let read = 0
  for (let i = 0; i < digits.length; i += 2) {
    const at = digits.at[i]!
    const from = Math.max(read, at - CHARACTERS_BEFORE_NUMBER)
    read = at
    if (!mayName(text, from, at)) continue
    for (const { 0: name, index } of text.slice(from, at + 1).matchAll(names)) {
      const isInside = index === 0 && from > 0 && /[\p{L}\d]/u.test(text[from - 1]!)
      if (!isInside && !words.test(name)) numberBehind(text, name, from + index + name.length, urls, add)
    }
  }
}
