/**
 * Lists the confidence of a name for each kind of evidence. Of two overlapping findings, the more confident one is
 * kept. Findings below `BELIEVED` are dropped.
 *
 * @since 0.2.0
 */

export const BELIEVED = 0.6
export const RECALLED = 0.5

export const SURE = {
  titled: 0.9,
  listed: 0.85,
  weaklyTitled: 0.8,
  labelled: 0.75,
  given: 0.72,
  announced: 0.7,
  cuedGiven: 0.66,
  introduced: 0.65,
  known: 0.64,
  family: 0.63,
  placed: 0.62,
  barely: 0.61,
  lone: 0.55
}
/** Score of a name in code, and of an unknown name in capitals. */
export const DOUBT = 0.3
