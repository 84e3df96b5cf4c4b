/**
 * The atlas of numbers that states give to persons and firms: a row for each, with its names, its shape, and its check
 * digits.
 *
 * @since 0.2.0
 */
import type { Check } from "./atlasChecks.ts"
import { europe } from "./atlasEurope.ts"
import { world } from "./atlasWorld.ts"

/** A kind of number that a state gives to persons. */
export interface Row {
  /** ISO 3166 code of the country. */
  readonly country: string
  /**
   * The names of the number in the languages of the country, with abbreviations, as the source of a regular expression.
   */
  readonly names: string
  /** The written form of the number. */
  readonly shape: RegExp
  /** Tests the check digits. It receives the number in upper case without separators. */
  readonly check?: Check
  /** Whether its names have other meanings as well. Then its check digits must be valid. */
  readonly isWeak?: true
  /** Publisher of the rule. */
  readonly source: string
}

/** All rows, in the order of the countries. */
export const rows: ReadonlyArray<Row> = [...europe, ...world].toSorted((one, other) =>
  one.country < other.country ? -1 : one.country > other.country ? 1 : 0
)
