import type { Capability } from "./dialectModel.ts"

/** Parts with the highest number are removed first if the text is too long. */
export type Need = 0 | 1 | 2 | 3 | 4 | 5

/** A part of a query. It is kept or removed as a whole, or loses alternatives from its end. */
export interface Piece {
  readonly text: string
  readonly need: Need
  readonly alternatives: ReadonlyArray<string>
  /** The part only excludes results, so it contains nothing to search for. */
  readonly negative: boolean
  /** The provider does not apply these conditions if this part is removed. */
  readonly capability?: Capability
}

export const group = (alternatives: ReadonlyArray<string>): string =>
  alternatives.length === 1 ? alternatives[0]! : `(${alternatives.join(" OR ")})`
