/** Detects mistyped settings. */
import { nearest, typos } from "@dunlin/schema/Spelling"
import { all } from "./table.ts"

const PREFIX = "DUNLIN_"

/** Every variable that this program reads. Other variables belong to other programs. */
export const names: ReadonlyArray<string> = all.map(({ variable }) => variable).filter((variable) =>
  variable.startsWith(PREFIX)
)

/** Maximum edit distance of a suggested name. With a larger one, it is another word. */
const MAX_LETTERS_OF_SUGGESTION = 3

/** Maximum edit distance of a rejected name. */
const MAX_LETTERS_OF_TYPO = 2
/** The same for short names, because a change of two letters turns HOME into HOST. */
const MAX_LETTERS_OF_TYPO_IN_SHORT_NAME = 1

/** Maximum number of letters after the prefix of a short name. */
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
  /** The known setting with the most similar name. */
  readonly nearest: string | undefined
  /** Whether the variable is a typo of that setting instead of another program's variable. */
  readonly isTypo: boolean
}

/** Returns variables that resemble settings but are unknown. Without the prefix, only typos of a known name count. */
export const unknown = (variables: ReadonlyArray<string>): ReadonlyArray<Unknown> =>
  variables
    .filter((name) => LIKE_PREFIX.test(name) && !names.includes(name))
    .map((variable): Unknown => {
      const known = split(variable) ?? nearest(variable, names, MAX_LETTERS_OF_SUGGESTION)
      return { variable, nearest: known, isTypo: known !== undefined && isMeant(variable, known) }
    })
    .filter(({ isTypo, variable }) => isTypo || variable.startsWith(PREFIX))
