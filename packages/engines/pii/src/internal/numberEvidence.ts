/** Defines the confidence of number detectors, and how they report findings. */

export type Add = (start: number, end: number, score: number, reason: string) => void

export const SURE = {
  proven: 0.99,
  verified: 0.95,
  checked: 0.9,
  announced: 0.85,
  shaped: 0.8,
  unchecked: 0.7,
  ibanShape: 0.65,
  cardShape: 0.6
}
