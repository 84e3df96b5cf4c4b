/**
 * Lists the confidence of a secret for each kind of evidence. Of two overlapping findings, the more confident one is
 * kept.
 *
 * @since 0.2.0
 */

/** Minimum confidence of a value. */
export const BELIEVED = 0.6
/** Minimum confidence at positions where most values are not secrets. */
export const SURELY_RANDOM = 0.85

export const SURE = {
  /** A block of a private key. */
  key: 1,
  /** The shape of a provider's token, or a URL that is secret as a whole. */
  shape: 0.98,
  /** A password in a URL, a signature, or a private member of a key. The position identifies them. */
  place: 0.95,
  /** A user name that is a key, or an element with the name of a secret. */
  element: 0.8,
  /** A value after a command's flag, or the bytes of a key. */
  command: 0.75,
  /** A token in a line or column about keys, or a value of many special characters after a cue. */
  context: 0.7,
  /** A token after a neutral name, or an argument of a function that connects. */
  named: 0.65,
  /** A name and an assignment sign. */
  assigned: 0.62
}
