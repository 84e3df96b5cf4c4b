/**
 * The atlas of numbers that states give to persons and firms: a row for each, with its names, its shape, and its check
 * digits.
 *
 * @since 0.2.0
 */
import type { Check } from "./atlasChecks.ts"
import { europe } from "./atlasEurope.ts"
import { world } from "./atlasWorld.ts"

/** A number that a state gives to a person. */
export interface Row {
  /** ISO 3166 code of the country. */
  readonly country: string
  /** Its names in the languages of the country, short ones included, as the source of an expression. */
  readonly names: string
  /** How it is written. */
  readonly shape: RegExp
  /** Its check digits, of the number without separators in upper case. */
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
