/**
 * A span of a text that holds personal data: where it is, what it is, and how sure the detector is.
 *
 * @since 0.2.0
 */

/**
 * Every kind of personal data that a detector finds.
 *
 * @category constants
 * @since 0.2.0
 */
export const entities = ["PERSON", "EMAIL", "PHONE", "LOCATION", "FINANCIAL", "SECRET"] as const

/**
 * The kind of personal data in a span.
 *
 * @category models
 * @since 0.2.0
 */
export type Entity = typeof entities[number]

/**
 * One finding. Offsets are UTF-16 code units of the text that was read, end exclusive.
 *
 * @category models
 * @since 0.2.0
 */
export interface Span {
  readonly start: number
  readonly end: number
  readonly entity: Entity
  /** Between 0 and 1; comparable within one engine only. */
  readonly score: number
  /** The rule that found it, for example `card`, `iban` or `cue`. It never contains text of the page. */
  readonly reason: string
}
