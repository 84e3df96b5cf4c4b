/** Detects mistyped settings. */
import { nearest, typos } from "@dunlin/schema/Spelling"
import { all } from "./table.ts"

const PREFIX = "DUNLIN_"

/** Other variables belong to other programs. */
export const names: ReadonlyArray<string> = all.map(({ variable }) => variable).filter((variable) =>
  variable.startsWith(PREFIX)
)

/** A larger edit distance is another word. */
const MAX_LETTERS_OF_SUGGESTION = 3

const MAX_LETTERS_OF_TYPO = 2
/** A change of two letters turns HOME into HOST. */
const MAX_LETTERS_OF_TYPO_IN_SHORT_NAME = 1

const SHORT_NAME_LETTERS = 6

/** Matches the prefix with one letter missing, added or wrong, or in lower case. */
const LIKE_PREFIX = /^d[a-z]{3,7}_/i

const withoutUnderscores = (name: string): string => name.replaceAll("_", "").toLowerCase()

const isMeant = (name: string, known: string): boolean => {
  const isShort = known.length - PREFIX.length <= SHORT_NAME_LETTERS
  return withoutUnderscores(name) === withoutUnderscores(known) ||
    typos(name, known) <= (isShort ? MAX_LETTERS_OF_TYPO_IN_SHORT_NAME : MAX_LETTERS_OF_TYPO)
}

const split = (name: string): string | undefined =>
  names.find((known) => withoutUnderscores(known) === withoutUnderscores(name))

export interface Unknown {
  readonly variable: string
  readonly nearest: string | undefined
  /** The variable may belong to another program instead. */
  readonly isTypo: boolean
}

/** Returns unknown settings. Of variables without the prefix, only typos of a known name count. */
export const unknown = (variables: ReadonlyArray<string>): ReadonlyArray<Unknown> =>
  variables
    .filter((name) => LIKE_PREFIX.test(name) && !names.includes(name))
    .map((variable): Unknown => {
      const known = split(variable) ?? nearest(variable, names, MAX_LETTERS_OF_SUGGESTION)
      return { variable, nearest: known, isTypo: known !== undefined && isMeant(variable, known) }
    })
    .filter(({ isTypo, variable }) => isTypo || variable.startsWith(PREFIX))
