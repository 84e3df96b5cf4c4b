/**
 * Computes the probability that a word of a conversation is a name. It is a small network with one hidden layer over
 * the word's features.
 *
 * @since 0.2.0
 */
import { hashOf } from "./cues.ts"
import { AROUND, SIGNS } from "./talkSigns.ts"
import { around } from "./talkWeights.ts"

/** Units in the hidden layer. */
export const HIDDEN = 12
/** Number of weights per feature: one for each unit of the hidden layer, and a direct weight. */
export const WIDTH = HIDDEN + 1
/** Scale of the stored weights. */
export const ONE = 32

/** The weights of the network: those of each feature, and the bias and weight of each hidden unit. */
export interface Weights {
  readonly signs: Float32Array
  readonly bias: Float32Array
  readonly out: Float32Array
}

/** Returns the probability, 0 to 1, that a word with these features is part of a name. */
export type Judge = (signs: (take: (sign: number) => void) => void) => number

/** Makes a judge from its weights. */
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

/** Creates the network from stored weights: bytes in base64, features first. */
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

/** Returns the hashes of words near a name that are separate features, with the index of each feature. */
export const wordsAround = (): ReadonlyMap<number, number> =>
  words ??= new Map(around.split(/\s+/).slice(0, AROUND).map((word, index) => [hashOf(word), index]))
