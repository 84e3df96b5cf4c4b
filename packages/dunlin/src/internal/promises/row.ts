/** A promise, the component that it depends on, and the effect of a missing component. */

/**
 * `holds`: the caller sees no change. `warns`: the response has a warning. `refuses`: the request fails, or the
 * process does not start.
 */
export type Outcome = "holds" | "warns" | "refuses"

export interface Cell {
  readonly outcome: Outcome
  /** The visible outcome, as a cell of the reference page. */
  readonly says: string
}

/** State of a component: `absent` is not set up, `wrong` has a mistyped or invalid setting, `down` does not respond. */
export type Condition = "absent" | "wrong" | "down"

export const conditions: ReadonlyArray<Condition> = ["absent", "wrong", "down"]

export interface Row extends Readonly<Record<Condition, Cell>> {
  readonly promise: string
  /** The part that the promise depends on. */
  readonly part: string
}

export const holds = (says: string): Cell => ({ outcome: "holds", says })
export const warns = (says: string): Cell => ({ outcome: "warns", says })
export const refuses = (says: string): Cell => ({ outcome: "refuses", says })

/** For every setting: a mistyped name or an invalid value stops the program. */
export const mistyped = refuses("no start, exit code 2")

/** A part of the process, which is always available. */
export const builtIn = holds("built in")
