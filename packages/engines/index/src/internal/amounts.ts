/** Finds numbers with units, so that they match in every spelling: `500 W`, `500W`, `500 watts`. */
import { type Concept, type Group, inLanguages, JOINED_WEIGHT } from "./concepts.ts"
import { fold } from "./fold.ts"
import * as Tokens from "./tokens.ts"
import * as Units from "./units.ts"

/** Weight of the number if an amount was typed as one word, or if a page has only the number. */
const NUMBER_WEIGHT = 0.5
const UNIT_WEIGHT = 0.25

const amount = (typed: string, groups: ReadonlyArray<Group>): Concept => ({
  typed,
  folded: typed,
  groups,
  isStop: false,
  isPlain: false,
  isPrefix: false,
  isRepeated: true
})

const amountInOne = /^(\d+(?:\.\d+)?)(\p{L}{1,4})$/u
const notLetters = /^[^\p{L}]+/u
const wholeNumber = /^\d+$/
const decimal = /^\d+\.\d+$/

/** Returns the terms of a number. A number with a decimal point is indexed as an identifier. */
const numberTerms = (text: string, languages: ReadonlyArray<string>): ReadonlyArray<string> =>
  text.includes(".") ? [Tokens.wholeMark + text] : inLanguages(text, languages)

export interface Amount {
  /** The terms of number and unit. A page may have them at different positions. */
  readonly terms: readonly [number: ReadonlyArray<string>, unit: ReadonlyArray<string>]
  readonly isIn: (text: string) => boolean
}

const amounts =
  /(?<![\p{L}\p{N}.,])(\u2212?)(\d{1,12})(?:[.,](\d{1,6}))? ?(?:(\p{L}{1,20}(?:\/h)?)((?:[ -]\p{L}{1,12}){0,3})|\u00b0 ?([CF])|([\u2103\u2109]))(?![\p{L}\p{N}])/gu

interface Written {
  readonly words: ReadonlyArray<string>
  readonly pattern: string
}

const written = (units: ReadonlyArray<Units.Unit>, own: string): Written => ({
  words: [own, ...namesOf(units)],
  pattern: Units.pattern(units)
})

const namesOf = (units: ReadonlyArray<Units.Unit>): ReadonlyArray<string> =>
  units.flatMap(({ names }) => names).filter((name) => !name.includes(" "))

const named = (first: string, more: string): Written | undefined => {
  for (let name = first + more; name !== ""; name = name.slice(0, Math.max(0, name.search(/[ -]\p{L}+$/u)))) {
    const units = Units.ofName(name)
    const symbols = units.flatMap(({ symbols }) => symbols).filter((symbol) => /^\p{L}+$/u.test(symbol))
    if (units.length > 0) {
      return { words: [first.toLowerCase(), ...symbols.map(fold)], pattern: Units.pattern(units) }
    }
  }
  return undefined
}

const ofDegrees = (letter: string): Written => ({
  words: [letter.toLowerCase(), ...namesOf(Units.ofSymbol(letter))],
  pattern: `\u00b0 ?${letter}|${letter === "C" ? "\u2103" : "\u2109"}|${
    Units.pattern(Units.ofName(letter === "C" ? "celsius" : "fahrenheit"))
  }`
})

const unitOf = (
  name: string | undefined,
  more: string,
  degrees: string | undefined,
  sign: string | undefined
): Written | undefined => {
  if (name === undefined) return ofDegrees(degrees ?? (sign === "\u2103" ? "C" : "F"))
  const units = Units.ofSymbol(name)
  return units.length > 0 ? written(units, name.toLowerCase()) : named(name, more)
}

/** Returns the amounts in a text. Their decimal separator may be a point or a comma. */
export const amountsOf = (text: string, languages: ReadonlyArray<string>): ReadonlyArray<Amount> => {
  if (!/\d/.test(text)) return []
  return Array.from(text.matchAll(amounts)).flatMap(
    ([, below, whole = "", part, name, more = "", degrees, sign]): ReadonlyArray<Amount> => {
      const unit = unitOf(name, more, degrees, sign)
      if (unit === undefined) return []
      const number = part === undefined ? whole : `${whole}[.,]${part}`
      const found = new RegExp(
        `(?<![\\p{L}\\d.,])${
          below === "" ? "" : "[-\u2212\u2013]"
        }${number}[ \u00a0\u202f-]?(?:${unit.pattern})(?![\\p{L}\\d])`,
        "iu"
      )
      return [{
        terms: [
          part === undefined ? inLanguages(whole, languages) : [`${Tokens.wholeMark}${whole}.${part}`],
          termsOf(unit.words, languages)
        ],
        isIn: (text) => found.test(text)
      }]
    }
  )
}

const lighter = (concept: Concept, share: number): Concept => ({
  ...concept,
  groups: concept.groups.map((group) => ({ ...group, weight: group.weight * share }))
})

const termsOf = (words: ReadonlyArray<string>, languages: ReadonlyArray<string>): ReadonlyArray<string> => [
  ...new Set(words.flatMap((word) => inLanguages(word.toLowerCase(), languages)))
]

const isNumber = (concept: Concept | undefined): boolean =>
  concept !== undefined && (wholeNumber.test(concept.folded) ? concept.isPlain : decimal.test(concept.folded))

const unitsOf = (concept: Concept | undefined, of: (text: string) => ReadonlyArray<Units.Unit>) =>
  concept?.isPlain === true ? of(concept.typed) : []

const glued = (number: string, units: ReadonlyArray<Units.Unit>, languages: ReadonlyArray<string>): Concept =>
  amount(number + fold(units[0]!.symbols[0]!), [{
    terms: [
      ...new Set(
        units.flatMap(({ symbols }) => symbols).flatMap((symbol) => numberTerms(number + fold(symbol), languages))
      )
    ],
    weight: JOINED_WEIGHT
  }])

/**
 * Adds other spellings of amounts to a query: `230V` also finds `230 V` and `230 volts`, and vice versa. A page with
 * number and unit at different positions counts less, and a page with only the unit counts least.
 */
export const withAmounts = (
  all: ReadonlyArray<Concept>,
  languages: ReadonlyArray<string>
): ReadonlyArray<Concept> => {
  if (!all.some(({ folded }) => /\d/.test(folded))) return all
  const added: Array<Concept> = []
  const own = all.map((concept, at): Concept => {
    const { folded, isPlain } = concept
    if (isNumber(all[at - 1])) {
      const units = unitsOf(concept, Units.ofSymbol)
      if (units.length > 0) return lighter(withNames(concept, units, languages), UNIT_WEIGHT)
      if (unitsOf(concept, Units.ofName).length > 0) return { ...concept, isUnit: true }
    }
    if (isNumber(concept)) {
      const units = unitsOf(all[at + 1], Units.ofSymbol)
      if (units.length > 0) {
        const together = folded + all[at + 1]!.folded
        added.push(amount(together, [{ terms: numberTerms(together, languages), weight: JOINED_WEIGHT }]))
        return isPlain ? lighter(concept, NUMBER_WEIGHT) : concept
      }
      // Names of units are ordinary words, so they also match as words.
      const named = unitsOf(all[at + 1], Units.ofName)
      if (named.length > 0) added.push(glued(folded, named, languages))
      return concept
    }
    const [, number, symbol = ""] = amountInOne.exec(folded) ?? []
    const units = number === undefined ? [] : Units.ofSymbol(concept.typed.slice(number.length).replace(notLetters, ""))
    if (number === undefined || units.length === 0 || isPlain === number.includes(".")) return concept
    added.push(
      amount(folded, [
        { terms: numberTerms(number, languages), weight: isPlain ? NUMBER_WEIGHT : JOINED_WEIGHT },
        { terms: termsOf([symbol, ...namesOf(units)], languages), weight: UNIT_WEIGHT }
      ])
    )
    // The digits on one side of a decimal point must not match as a separate number.
    return isPlain ? concept : { ...concept, groups: concept.groups.filter(({ weight }) => weight >= JOINED_WEIGHT) }
  })
  return [...own, ...added]
}

const withNames = (
  concept: Concept,
  units: ReadonlyArray<Units.Unit>,
  languages: ReadonlyArray<string>
): Concept => ({
  ...concept,
  groups: concept.groups.map((group, at) =>
    at === 0 ? { ...group, terms: [...new Set([...group.terms, ...termsOf(namesOf(units), languages)])] } : group
  )
})
