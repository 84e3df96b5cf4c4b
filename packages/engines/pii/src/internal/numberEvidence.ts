/** Defines the confidence of number detectors, and how they report findings. */

export type Add = (start: number, end: number, score: number, reason: string) => void

export const SURE = {
  proven: 0.99,
  /** A wallet with a valid checksum or after a cue, or a Brazilian number with valid check digits after its name. */
  verified: 0.95,
  /** A valid checksum or a unique length, without a cue. */
  checked: 0.9,
  announced: 0.85,
  /** A shape or column without a cue. */
  shaped: 0.8,
  /** A number after a cue, whose checksum is invalid or missing. */
  unchecked: 0.7,
  ibanShape: 0.65,
  /** A digit was misread, or the number is invented. */
  cardShape: 0.6
}
