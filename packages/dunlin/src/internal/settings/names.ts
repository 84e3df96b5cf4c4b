/** Tells a mistyped setting from those there are. */
import { nearest } from "@dunlin/schema/Spelling"
import { all } from "./table.ts"

/** Every variable of this program that is read; others of the environment belong to other programs. */
export const names: ReadonlyArray<string> = all.map(({ variable }) => variable).filter((variable) =>
  variable.startsWith("DUNLIN_")
)

/** More letters than these are another word. */
const mostTypos = 3

/** The variables that look like settings and are none, each with the one it was probably meant for. */
export const unknown = (variables: ReadonlyArray<string>) =>
  variables
    .filter((name) => name.startsWith("DUNLIN_") && !names.includes(name))
    .map((variable) => ({ variable, nearest: nearest(variable, names, mostTypos) }))
