/**
 * Lists the confidence of a secret for each kind of evidence. Of two overlapping findings, the more confident one is
 * kept.
 *
 * @since 0.2.0
 */

export const BELIEVED = 0.6
/** Minimum randomness of a secret at positions where most values are not secrets. */
export const SURELY_RANDOM = 0.85

export const SURE = {
  key: 1,
  shape: 0.98,
  place: 0.95,
  element: 0.8,
  command: 0.75,
  context: 0.7,
  named: 0.65,
  assigned: 0.62
}
