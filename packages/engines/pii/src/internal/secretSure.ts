/**
 * How sure a secret is, by what speaks for it. Between two findings that overlap the surer stays.
 *
 * @since 0.2.0
 */

/** What the characters of a value have to reach, and a strict measure for places where most values are none. */
export const BELIEVED = 0.6
export const SURELY_RANDOM = 0.85

export const SURE = {
  /** A block of a private key. */
  key: 1,
  /** The shape of a provider, an address that is a secret as a whole. */
  shape: 0.98,
  /** The password of an address, a signature, a private member: their place says what they are. */
  place: 0.95,
  /** A user that is a key, an element with the name of a secret. */
  element: 0.8,
  /** A value after the flag of a command; the bytes of a key. */
  command: 0.75,
  /** A line or a column that speaks of keys; a value of many signs behind a word. */
  context: 0.7,
  /** A name that says nothing of keys, or an argument of what connects. */
  named: 0.65,
  /** A name and a sign that assigns. */
  assigned: 0.62
}
