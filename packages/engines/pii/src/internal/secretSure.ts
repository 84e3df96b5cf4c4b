/**
 * Confidence of a secret, by its evidence. Of two overlapping findings the more confident one stays.
 *
 * @since 0.2.0
 */

/** Minimum confidence of a value, and a stricter one for positions where most values are not secrets. */
export const BELIEVED = 0.6
export const SURELY_RANDOM = 0.85

export const SURE = {
  /** A block of a private key. */
  key: 1,
  /** The shape of a provider's token; a URL that is secret as a whole. */
  shape: 0.98,
  /** A URL password, a signature, a private member: their position identifies them. */
  place: 0.95,
  /** A user that is a key, an element with the name of a secret. */
  element: 0.8,
  /** A value after the flag of a command; the bytes of a key. */
  command: 0.75,
  /** A line or column about keys; a value of many signs after a cue. */
  context: 0.7,
  /** A neutral name, or an argument of a connecting function. */
  named: 0.65,
  /** A name and an assignment sign. */
  assigned: 0.62
}
