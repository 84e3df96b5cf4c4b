import type { Capability } from "./dialectModel.ts"

/** Pieces with the highest number are removed first if the text is too long. */
export type Need = 0 | 1 | 2 | 3 | 4 | 5

export interface Piece {
  readonly text: string
  readonly need: Need
  readonly alternatives: ReadonlyArray<string>
  /** The piece only excludes results, so it contains nothing to search for. */
  readonly negative: boolean
  /** The capability whose conditions the provider does not apply if this piece is removed. */
  readonly capability?: Capability
}

export const group = (alternatives: ReadonlyArray<string>): string =>
  alternatives.length === 1 ? alternatives[0]! : `(${alternatives.join(" OR ")})`
