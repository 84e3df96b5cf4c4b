/**
 * Finds the names of the atlas's numbers in a text.
 *
 * @since 0.3.0
 */
import * as CodeUnit from "@dunlin/text/CodeUnit"
import * as Unit from "@dunlin/text/Unit"
import { classes, DIGIT, LETTER, UNITS } from "@dunlin/text/UnitClass"
import { textAfter, unitAt } from "./around.ts"
import { rows } from "./atlas.ts"
import type { Row } from "./atlasRow.ts"
import { step } from "./cues.ts"

const namesOf = ({ names }: Row): ReadonlyArray<string> =>
  names.match(/(?:\((?:[^()]|\([^()]*\))*\)|\\.|[^|()\\])+\??/gu) ?? []

/** Names of numbers, longer ones first, because `cédula de ciudadanía` starts with `cédula`. */
const names = [...new Set(rows.flatMap(namesOf))].toSorted((one, other) => other.length - one.length)

/** Number of first letters by which names are looked up before a regular expression is tested. */
const LETTERS_OF_HEAD = 4

/** Returns the possible starts of texts that a regular expression matches: `c[ée]dula` starts with `cédu` or `cedu`. */
const headsOf = (source: string): ReadonlyArray<string> => {
  const group = /^\(\?:((?:[^()]|\([^()]*\))*)\)(\??)/.exec(source)
  if (group !== null) {
    const rest = source.slice(group[0].length)
    const alternatives = group[1]!.split("|").flatMap((one) => headsOf(one + rest))
    return group[2] === "?" ? [...alternatives, ...headsOf(rest)] : alternatives
  }
  let heads = [""]
  for (let at = 0; at < source.length && heads.some(({ length }) => length < LETTERS_OF_HEAD);) {
    const [sign = ""] = /^(?:\[[^\]]+\]|\\[^\p{L}\d]|.)/u.exec(source.slice(at)) ?? []
    const letters = sign.length === 1 ? [sign] : [...sign.replace(/^\[|\]$|\\/g, "")]
    if (!letters.every((letter) => /[\p{L}\p{M} '-]/u.test(letter) || sign === "\\.")) break
    at += sign.length
    const isOptional = source[at] === "?"
    if (isOptional) at++
    heads = heads.flatMap((head) =>
      head.length >= LETTERS_OF_HEAD
        ? [head]
        : [...isOptional ? [head] : [], ...letters.map((letter) => head + letter.toLowerCase())]
    )
  }
  return heads
}

const byHead = new Map<string, Array<string>>()
for (const name of names) {
  for (const head of new Set(headsOf(name))) {
    const same = byHead.get(head)
    if (same === undefined) byHead.set(head, [name])
    else same.push(name)
  }
}

const PAIR_BITS = 6
const PAIR_MASK = (1 << PAIR_BITS) - 1
/** Bits for the first two characters of names. Most words fail this fast test. */
const pairs = new Uint8Array(1 << 2 * PAIR_BITS)
const pairOf = (first: number, second: number): number => (first & PAIR_MASK) << PAIR_BITS | second & PAIR_MASK
for (const head of byHead.keys()) {
  for (const spelling of [head, head.toUpperCase()]) {
    const first = spelling.charCodeAt(0)
    for (const each of [first, first ^ Unit.CASE_BIT]) {
      if (spelling.length === 1) pairs.fill(1, pairOf(each, 0), pairOf(each, PAIR_MASK) + 1)
      else {
        const second = spelling.charCodeAt(1)
        pairs[pairOf(each, second)] = 1
        pairs[pairOf(each, second ^ Unit.CASE_BIT)] = 1
      }
    }
  }
}

/** Regular expressions by first letters, with longer names first. Each is compiled when a word first needs it. */
const expressions = new Map<string, RegExp>()

const expressionOf = (head: string): RegExp => {
  const made = expressions.get(head)
  if (made !== undefined) return made
  const some = new Set<string>()
  for (let length = 1; length <= head.length; length++) {
    for (const name of byHead.get(head.slice(0, length)) ?? []) some.add(name)
  }
  const expression = new RegExp(`(?:${names.filter((name) => some.has(name)).join("|")})(?![\\p{L}\\d])`, "iuy")
  expressions.set(head, expression)
  return expression
}

/** Bits for the hashes of the first letters of names. A word with another hash is not copied. */
const filter = new Uint8Array(UNITS)
const mayBeHead = (hash: number): boolean => filter[hash & UNITS - 1] === 1
for (const head of byHead.keys()) {
  let hash = 0
  for (let at = 0; at < head.length; at++) hash = step(hash, head.charCodeAt(at))
  filter[hash & UNITS - 1] = 1
}

/**
 * Returns the number of letters at an index with which a name may start; 0 if there is none. Letters beyond ASCII
 * match any letter.
 */
const headLength = (text: string, at: number): number => {
  let hash = 0
  let length = 0
  for (let letter = 0; letter < LETTERS_OF_HEAD && at + letter < text.length; letter++) {
    const unit = text.charCodeAt(at + letter)
    if (unit > Unit.LAST_ASCII) return LETTERS_OF_HEAD
    hash = step(hash, CodeUnit.lower(unit))
    if (mayBeHead(hash)) length = letter + 1
  }
  return length
}

/** Returns the end of a number's name; -1 if none starts at the index. */
export const nameEndAt = (text: string, at: number): number => {
  if (pairs[pairOf(text.charCodeAt(at), unitAt(text, at + 1))] === 0) return -1
  const letters = headLength(text, at)
  if (letters === 0) return -1
  const word = textAfter(text, at, letters).toLowerCase()
  for (let length = word.length; length > 0; length--) {
    const head = word.slice(0, length)
    if (!byHead.has(head)) continue
    const expression = expressionOf(head)
    expression.lastIndex = at
    return expression.test(text) ? expression.lastIndex : -1
  }
  return -1
}

/** Names of numbers, such as PAN and VAT, that are common words when written in lower case. */
const words =
  /^(?:sin|pan|fin|run|rut|nie|avs|nas|nir|nip|nit|cui|ci|nin|tin|dui|pis|nis|mst|taj|ide|tic|ein|cif|nss|naf|nid|ruc|rif|sss|vat|spi|epic|dea|bvn|ird|abn|acn|matricule|паспорт)$/

/** Returns whether a name is a common word in lower case, which does not announce a number. */
export const isCommonWord = (name: string): boolean => words.test(name)

/** Unit kinds within a word. */
export const OF_WORD = LETTER | DIGIT

/** Returns the name of a number in a table header; `undefined` if it names none. */
export const numberNameIn = (head: string): string | undefined => {
  const table = classes()
  let isInWord = false
  for (let at = 0; at < head.length; at++) {
    const isLetter = (table[head.charCodeAt(at)]! & OF_WORD) !== 0
    const end = isLetter && !isInWord ? nameEndAt(head, at) : -1
    if (end > at) return head.slice(at, end)
    isInWord = isLetter
  }
  return undefined
}
