/**
 * Defines a span of a text with personal data: its range, its entity, and the detector's confidence.
 *
 * @since 0.2.0
 */
import type { Entity } from "./Entity.ts"

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
  /** Between 0 and 1. Scores are comparable only within one engine. */
  readonly score: number
  /** The rule that found it, for example `card`, `iban` or `cue`. It never contains text of the page. */
  readonly reason: string
}
