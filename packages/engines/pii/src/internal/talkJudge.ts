/**
 * Computes the probability that a word of a conversation is a name, with a small network that has one hidden layer.
 *
 * @since 0.2.0
 */
import { hashOf } from "./cues.ts"
import { AROUND, SIGNS } from "./talkSigns.ts"
import { around } from "./talkWeights.ts"

export const HIDDEN = 12
export const WIDTH = HIDDEN + 1
export const ONE = 32

export interface Weights {
  readonly signs: Float32Array
  readonly bias: Float32Array
  readonly out: Float32Array
}

/** Returns the probability, 0 to 1, that a word with these features is part of a name. */
export type Judge = (signs: (take: (sign: number) => void) => void) => number

export const judgeOf = ({ bias, out, signs }: Weights): Judge => {
  const sums = new Float32Array(HIDDEN)
  let own = 0
  const take = (sign: number): void => {
    const from = sign * WIDTH
    for (let h = 0; h < HIDDEN; h++) sums[h]! += signs[from + h]!
    own += signs[from + HIDDEN]!
  }
  return (signsOf) => {
    sums.set(bias)
    own = 0
    signsOf(take)
    let sum = own
    for (let h = 0; h < HIDDEN; h++) if (sums[h]! > 0) sum += sums[h]! * out[h]!
    return 1 / (1 + Math.exp(-sum))
  }
}

export const judge = (written: string): Judge => {
  const bytes = Uint8Array.from(atob(written.replaceAll("\n", "")), (unit) => unit.charCodeAt(0))
  const all = Float32Array.from(new Int8Array(bytes.buffer), (weight) => weight / ONE)
  const end = SIGNS * WIDTH
  return judgeOf({
    signs: all.subarray(0, end),
    bias: all.subarray(end, end + HIDDEN),
    out: all.subarray(end + HIDDEN, end + 2 * HIDDEN)
  })
}

let words: ReadonlyMap<number, number> | undefined

/** Returns the words whose hashes are separate features. */
export const wordsAround = (): ReadonlyMap<number, number> =>
  words ??= new Map(around.split(/\s+/).slice(0, AROUND).map((word, index) => [hashOf(word), index]))
