/** Defines a promise, the component on which it depends, and the effect if the component is missing. */

/**
 * `holds`: the caller sees no difference. `warns`: the response has a warning. `refuses`: the request fails, or the
 * process does not start.
 */
export type Outcome = "holds" | "warns" | "refuses"

export interface Cell {
  readonly outcome: Outcome
  readonly text: string
}

/** `absent`: not set up. `wrong`: mistyped or invalid. `down`: does not respond. */
export type Condition = "absent" | "wrong" | "down"

export const conditions: ReadonlyArray<Condition> = ["absent", "wrong", "down"]

export interface Row extends Readonly<Record<Condition, Cell>> {
  readonly promise: string
  readonly part: string
}

export const holds = (text: string): Cell => ({ outcome: "holds", text })
export const warns = (text: string): Cell => ({ outcome: "warns", text })
export const refuses = (text: string): Cell => ({ outcome: "refuses", text })

export const mistyped = refuses("no start, exit code 2")

export const builtIn = holds("built in")
