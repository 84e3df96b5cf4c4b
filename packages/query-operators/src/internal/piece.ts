import type { Capability } from "./dialectModel.ts"

/** The importance of a part of the text. Parts with the highest number are removed first if the text is too long. */
export type Need = 0 | 1 | 2 | 3 | 4 | 5

/** A part of the text. It is kept or removed as a whole, or loses alternatives from its end. */
export interface Piece {
  readonly text: string
  readonly need: Need
  readonly alternatives: ReadonlyArray<string>
  /** Whether the part only excludes results, so that it contains nothing to search for. */
  readonly negative: boolean
  /** The conditions that the provider does not apply if this part is removed. */
  readonly capability?: Capability
}

/** Writes alternatives as text. */
export const group = (alternatives: ReadonlyArray<string>): string =>
  alternatives.length === 1 ? alternatives[0]! : `(${alternatives.join(" OR ")})`
