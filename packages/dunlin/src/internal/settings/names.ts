/** Detects mistyped settings. */
import { nearest, typos } from "@dunlin/schema/Spelling"
import { all } from "./table.ts"

const PREFIX = "DUNLIN_"

export const names: ReadonlyArray<string> = all.map(({ variable }) => variable).filter((variable) =>
  variable.startsWith(PREFIX)
)

/** At a larger edit distance, it is another word. */
const MAX_LETTERS_OF_SUGGESTION = 3

const MAX_LETTERS_OF_TYPO = 2
/** Two letters would turn HOME into HOST. */
const MAX_LETTERS_OF_TYPO_IN_SHORT_NAME = 1

const SHORT_NAME_LETTERS = 6

/** The prefix with one letter missing, added or wrong, or in lower case. */
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
  /** `false` if the variable may belong to another program. */
  readonly isTypo: boolean
}

/** Returns unknown settings. Without the prefix, a variable only counts if its name resembles a setting. */
export const unknown = (variables: ReadonlyArray<string>): ReadonlyArray<Unknown> =>
  variables
    .filter((name) => LIKE_PREFIX.test(name) && !names.includes(name))
    .map((variable): Unknown => {
      const known = split(variable) ?? nearest(variable, names, MAX_LETTERS_OF_SUGGESTION)
      return { variable, nearest: known, isTypo: known !== undefined && isMeant(variable, known) }
    })
    .filter(({ isTypo, variable }) => isTypo || variable.startsWith(PREFIX))
