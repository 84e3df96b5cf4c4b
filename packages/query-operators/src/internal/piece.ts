import type { Capability } from "./dialectModel.ts"

/** How badly a piece of the text is needed; the highest number goes first when the text is too long. */
export type Need = 0 | 1 | 2 | 3 | 4 | 5

/** A part of the text that is kept or left out as a whole, or loses alternatives from its end. */
export interface Piece {
  readonly text: string
  readonly need: Need
  readonly alternatives: ReadonlyArray<string>
  /** It only excludes, so there is nothing to search for in it. */
  readonly negative: boolean
  /** Conditions that the provider does not apply when this piece is omitted. */
  readonly capability?: Capability
}

/** Alternatives as text. */
export const group = (alternatives: ReadonlyArray<string>): string =>
  alternatives.length === 1 ? alternatives[0]! : `(${alternatives.join(" OR ")})`
