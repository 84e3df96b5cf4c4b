/**
 * Defines a row of the atlas, the list of personal and company numbers that states issue.
 *
 * @since 0.3.0
 */
import type { Check } from "./atlasChecks.ts"

export interface Row {
  /** ISO 3166 code of the country; `EU` for the union, and `ZZ` for names that several countries share. */
  readonly country: string
  /** Source of a regular expression for the number's names and abbreviations, in the languages of the country. */
  readonly names: string
  readonly shape: RegExp
  /** Tests the check digits. It receives the number in upper case without separators. */
  readonly check?: Check
  /** Whether the names have other meanings as well. If so, the check digits must be valid. */
  readonly isWeak?: true
  readonly source: string
}
