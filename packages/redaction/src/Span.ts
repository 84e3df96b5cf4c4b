/**
 * A found piece of personal data: where it is, what it is, how sure we are.
 *
 * @since 0.1.0
 */
import type * as RedactPii from "@dunlin/schema/RedactPii"

/**
 * What a span holds: `PERSON`, `EMAIL`, `PHONE`, `LOCATION`, `FINANCIAL` or `SECRET`.
 *
 * @category models
 * @since 0.1.0
 */
export type Entity = RedactPii.Entity

/**
 * One finding. Offsets are UTF-16 code units of the text that was read, end exclusive.
 *
 * @category models
 * @since 0.1.0
 */
export interface Span {
  readonly start: number
  readonly end: number
  readonly entity: Entity
  /** Between 0 and 1; comparable within one engine only. */
  readonly score: number
  /** Which rule or model label found it, for example `card`, `iban`, `cue`, `model`. Never page text. */
  readonly reason: string
}
