/** Tells a mistyped setting from those there are. */
import { nearest, typos } from "@dunlin/schema/Spelling"
import { all } from "./table.ts"

const PREFIX = "DUNLIN_"

/** Every variable of this program that is read; others of the environment belong to other programs. */
export const names: ReadonlyArray<string> = all.map(({ variable }) => variable).filter((variable) =>
  variable.startsWith(PREFIX)
)

/** Suggests a known name that differs by up to three letters; more letters make another word. */
const MAX_LETTERS_OF_SUGGESTION = 3

/** Refuses a name that differs by up to two letters, and by one in short names: two letters turn HOME into HOST. */
const MAX_LETTERS_OF_TYPO = 2
const MAX_LETTERS_OF_TYPO_IN_SHORT_NAME = 1

/** Letters behind the prefix up to which a name is short. */
const SHORT_NAME_LETTERS = 6

/** The prefix with a letter too few, too many or wrong, or in lower case. */
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
  /** The setting that it resembles. */
  readonly nearest: string | undefined
  /** Whether it is a slip of that setting, and no variable of somebody else. */
  readonly isTypo: boolean
}

/** The variables that look like settings and are none. One without the prefix counts only when it is a slip of one. */
export const unknown = (variables: ReadonlyArray<string>): ReadonlyArray<Unknown> =>
  variables
    .filter((name) => LIKE_PREFIX.test(name) && !names.includes(name))
    .map((variable): Unknown => {
      const known = split(variable) ?? nearest(variable, names, MAX_LETTERS_OF_SUGGESTION)
      return { variable, nearest: known, isTypo: known !== undefined && isMeant(variable, known) }
    })
    .filter(({ isTypo, variable }) => isTypo || variable.startsWith(PREFIX))
