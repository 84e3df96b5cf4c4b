/** Defines how sure detectors of numbers are, and how they report their findings. */

export type Add = (start: number, end: number, score: number, reason: string) => void

/** Confidence of a number, by its evidence. */
export const SURE = {
  /** A card with a valid checksum and a cue word, or an account with both. */
  proven: 0.99,
  /** A wallet with a valid checksum or after its cue; a Brazilian number with valid check digits after its name. */
  verified: 0.95,
  /** A valid checksum without a cue, or a unique length. */
  checked: 0.9,
  /** A cue for the shape. */
  announced: 0.85,
  /** A shape or column without a cue. */
  shaped: 0.8,
  /** A cue, with an invalid checksum or none. */
  unchecked: 0.7,
  /** An account of any length after `IBAN`. */
  ibanShape: 0.65,
  /** A number in the groups of a card, with a wrong checksum: a digit was misread, or the number is invented. */
  cardShape: 0.6
}
