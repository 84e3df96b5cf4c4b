/** One promise, the part it stands on, and what happens without that part. */

/** `holds`: nothing changes for the caller. `warns`: the answer says so. `refuses`: an error, or no start. */
export type Outcome = "holds" | "warns" | "refuses"

export interface Cell {
  readonly outcome: Outcome
  /** What a user sees, as a cell of the reference page. */
  readonly says: string
}

/** The part is not set up; its setting is mistyped or of a wrong value; it does not answer. */
export type Condition = "absent" | "wrong" | "down"

export const conditions: ReadonlyArray<Condition> = ["absent", "wrong", "down"]

export interface Row extends Readonly<Record<Condition, Cell>> {
  readonly promise: string
  /** What the promise stands on. */
  readonly part: string
}

export const holds = (says: string): Cell => ({ outcome: "holds", says })
export const warns = (says: string): Cell => ({ outcome: "warns", says })
export const refuses = (says: string): Cell => ({ outcome: "refuses", says })

/** Every setting: a slip in its name and a value it cannot have end the program. */
export const mistyped = refuses("no start, exit code 2")

/** A part of the process, which is always there. */
export const builtIn = holds("built in")
