/**
 * Lists the personal and company numbers that states issue. Each row has the names of a number, its shape, and its
 * check digits.
 *
 * @since 0.2.0
 */
import type { Check } from "./atlasChecks.ts"
import { europe } from "./atlasEurope.ts"
import { world } from "./atlasWorld.ts"

/** A kind of number that a state issues to persons. */
export interface Row {
  /** ISO 3166 code of the country. */
  readonly country: string
  /** Source of a regular expression for the number's names, in the languages of the country, with abbreviations. */
  readonly names: string
  /** The written form of the number. */
  readonly shape: RegExp
  /** Tests the check digits. It receives the number in upper case without separators. */
  readonly check?: Check
  /** Whether the names have other meanings as well. If so, the check digits must be valid. */
  readonly isWeak?: true
  /** Publisher of the rule. */
  readonly source: string
}

/** All rows, in the order of their countries. */
export const rows: ReadonlyArray<Row> = [...europe, ...world].toSorted((one, other) =>
  one.country < other.country ? -1 : one.country > other.country ? 1 : 0
)
